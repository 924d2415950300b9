"""Progressive Qualification, rule by rule (E1 to E7 and the readings E-a to E-j)."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

import pytest

from game.actions import AcceptPush, CallUp, Dice, OfferPush, RefusePush, Throw
from game.errors import IllegalAction, InvalidAction, InvalidOptions
from game.freezing import Freeze
from game.game import EventKind
from game.progressive import ProgressiveGame, ProgressiveOptions, ProgressivePhase, explain
from game.progressive_options import FinalTie, FirstSeat, TurnOrder
from game.requirements import NUMBERED, Requirement

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
NOTHING = (6, 5, 4, 2, 1)
SIX = (6, 6, 3, 2, 1)
NINE = (5, 5, 4, 3, 2)
TWELVE = (2, 2, 6, 5, 1)
SIXTEEN = (1, 1, 6, 6, 4)


def new(players: int = 2, **options: Any) -> ProgressiveGame:
    return ProgressiveGame.new(NAMES[:players], ProgressiveOptions(**options))


def act(game: ProgressiveGame, *actions: Any) -> ProgressiveGame:
    for action in actions:
        game = game.apply(action).game
    return game


def opened(*hands: Dice, **options: Any) -> ProgressiveGame:
    """The first throws of a round, seat by seat."""
    return act(new(len(hands), **options), *(Throw(seat, hand) for seat, hand in enumerate(hands)))


def worn(game: ProgressiveGame, seat: int, hand: Dice) -> ProgressiveGame:
    """The seat throws the same hand until it is out of throws."""
    while game.round == 1 and game.throws_left(seat) and seat in game.to_throw:
        game = act(game, Throw(seat, hand))
    return game


def last(game: ProgressiveGame) -> dict[str, Any]:
    assert game.last_round is not None
    return game.last_round.to_json()


def test_e1_twelve_rounds_ask_for_the_twelve_requirements_in_order() -> None:
    game, asked = new(), []
    while not game.over:
        asked.append(game.requirement)
        game = _any_round(game, NOTHING)
    assert asked == list(NUMBERED)
    assert game.round == 12


def _any_round(game: ProgressiveGame, hand: Dice) -> ProgressiveGame:
    """Throws for whoever may, keeping what must stay, until the round is over."""
    number = game.round
    while game.round == number and not game.over:
        seat = game.to_throw[0]
        kept = game.freezable(seat)[0] if game.hands[seat] is not None and game.freezable(seat) else ()
        game = act(game, Throw(seat, kept + hand[len(kept) :], kept))
    return game


def test_e1_everybody_has_three_throws_in_all() -> None:
    game = opened(SIXTEEN, NOTHING)
    assert game.state()["throws_left"] == [2, 2]
    game = act(game, Throw(1, NOTHING, ()))
    assert game.throws_left(1) == 1
    game = act(game, Throw(1, (6, 5, 4, 3, 1), (6, 5)))
    assert last(game)["outcome"] == "won"
    assert game.state()["throws_left"] == [3, 3]


def test_e2_e3_the_highest_sum_of_the_unfrozen_dice_is_the_point() -> None:
    game = opened((6, 6, 3, 3, 1), NINE, TWELVE)
    assert [game.points_of(seat) for seat in range(3)] == [13, 9, 12]
    assert (game.point, game.holders) == (13, (0,))


def test_e3_first_throws_come_in_any_order() -> None:
    game = act(new(3), Throw(2, NINE))
    assert [one.seat for one in game.expects()] == [0, 1]
    assert game.points_of(2) == 9
    with pytest.raises(IllegalAction, match="Cy has thrown already"):
        game.apply(Throw(2, NINE))
    with pytest.raises(IllegalAction, match="none is kept"):
        game.apply(Throw(1, NINE, (5, 5)))


def test_e4_unqualified_players_throw_first() -> None:
    game = opened(SIX, SIXTEEN, NOTHING)
    assert game.phase is ProgressivePhase.UNQUALIFIED
    assert game.to_throw == (2,)
    with pytest.raises(IllegalAction, match="waits for the throw of Cy"):
        game.apply(Throw(0, SIX, (6, 6)))
    game = act(game, Throw(2, (6, 6, 5, 4, 1), (6, 5, 4, 1)))
    assert game.to_throw == (0, 2)


def test_e5_players_below_the_point_throw_and_may_raise_it() -> None:
    game = opened(SIX, TWELVE, NINE)
    assert [one.seat for one in game.expects()] == [0, 2]
    game = act(game, Throw(0, (6, 6, 5, 5, 5), (6, 6)))
    assert (game.point, game.holders) == (17, (0,))
    assert game.to_throw == (1, 2)
    game = act(game, Throw(2, (5, 5, 4, 4, 3), (5, 5)))
    assert game.points_of(2) == 13


def test_e5_the_qualifying_dice_are_frozen() -> None:
    game = opened(SIX, TWELVE)
    with pytest.raises(IllegalAction, match="Ann is qualified, freezes 6-6 and throws all others"):
        game.apply(Throw(0, (6, 6, 3, 1, 1), (6, 6, 3)))


def test_e6_a_tied_point_without_throws_left_is_a_push() -> None:
    game = opened(SIX, TWELVE)
    game = act(game, Throw(0, SIX), Throw(0, (6, 6, 6, 5, 1)))
    game = act(game, Throw(1, TWELVE), Throw(1, TWELVE))
    assert last(game)["outcome"] == "push"
    assert last(game)["winner"] is None
    assert last(game)["award"] == 0
    assert last(game)["agreed"] is False
    assert game.totals == (0, 0)


def test_e6_a_push_is_offered_only_among_tied_players_when_all_others_are_out_of_throws() -> None:
    game = opened(TWELVE, SIX, TWELVE)
    with pytest.raises(IllegalAction, match="only tied players have throws left"):
        game.apply(OfferPush(0))
    game = worn(game, 1, SIX)
    assert game.phase is ProgressivePhase.TIED
    assert [(one.type, one.seat) for one in game.expects()] == [
        ("throw", 0),
        ("throw", 2),
        ("offer_push", 0),
        ("offer_push", 2),
    ]
    with pytest.raises(IllegalAction, match="Bo does not have the Point"):
        game.apply(OfferPush(1))


def test_e6_an_agreed_push_scores_nothing() -> None:
    game = act(opened(TWELVE, TWELVE), OfferPush(0))
    assert [(one.type, one.seat) for one in game.expects()] == [("accept_push", 1), ("refuse_push", 1)]
    step = game.apply(AcceptPush(1))
    assert last(step.game)["outcome"] == "push"
    assert last(step.game)["agreed"] is True
    assert [event.kind for event in step.events] == [EventKind.PUSH_ACCEPTED, EventKind.PUSH, EventKind.ROUND]


def test_e6_a_tied_player_may_throw_without_being_asked() -> None:
    game = act(opened(TWELVE, TWELVE), Throw(1, (2, 2, 6, 6, 6), (2, 2)))
    assert (game.point, game.holders) == (18, (1,))


def test_e7_the_only_holder_scores_the_round() -> None:
    game = worn(opened(SIXTEEN, SIX), 1, SIX)
    assert last(game) == {
        "outcome": "won",
        "requirement": "one_reno",
        "winner": 0,
        "award": 2,
        "point": 16,
        "points": [16, 6],
        "agreed": False,
    }
    assert game.totals == (2, 0)
    assert (game.round, game.requirement) == (2, Requirement.ONE_VEGAS)


def test_e7_most_points_after_the_last_round_win() -> None:
    game = _any_round(opened((1, 1, 3, 6, 6), (6, 5, 5, 1, 1), round=12), NOTHING)
    assert game.over
    assert game.expects() == ()
    assert (game.winner, game.totals) == (1, (0, 11))
    assert game.state()["over"] is True
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(Throw(0, SIX))
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(OfferPush(1))


def test_e_b_a_throw_replaces_the_point_even_when_it_is_lower() -> None:
    game = act(opened(TWELVE, TWELVE), Throw(0, (2, 2, 1, 3, 4), (2, 2)))
    assert (game.points_of(0), game.holders) == (8, (1,))
    assert game.to_throw == (0,)


def test_e_c_the_sole_holder_never_throws() -> None:
    game = opened(SIXTEEN, SIX)
    with pytest.raises(IllegalAction, match="Ann alone has the Point and does not throw"):
        game.apply(Throw(0, SIXTEEN, (1, 1)))


def test_e_c_the_first_seat_rotates_by_round_or_not() -> None:
    assert new(3, round=2).order == (1, 2, 0)
    assert new(3, round=2).to_throw == (1, 2, 0)
    assert new(3, round=2, first_seat=FirstSeat.FIXED).order == (0, 1, 2)
    assert new(3, round=4).order == (0, 1, 2)


def test_e_c_in_plain_seat_order_nobody_waits_for_the_unqualified() -> None:
    game = opened(SIX, SIXTEEN, NOTHING, turn_order=TurnOrder.SEAT_ORDER)
    assert game.phase is ProgressivePhase.BELOW
    assert game.to_throw == (0, 2)


def test_e_d_there_is_no_way_out_for_a_player_below_the_point() -> None:
    game = opened(SIX, SIXTEEN)
    assert [(one.type, one.seat) for one in game.expects()] == [("throw", 0)]


def test_e_e_every_tied_player_with_throws_left_must_agree_and_who_refuses_throws_first() -> None:
    game = act(opened(TWELVE, TWELVE, TWELVE), OfferPush(1))
    assert game.to_answer == (0, 2)
    assert game.apply(AcceptPush(2)).game.to_answer == (0,)
    with pytest.raises(IllegalAction, match="Bo has no push to answer"):
        game.apply(AcceptPush(1))
    with pytest.raises(IllegalAction):
        game.apply(Throw(0, TWELVE))
    game = act(game, AcceptPush(0), RefusePush(2))
    assert game.phase is ProgressivePhase.REFUSED
    assert [(one.type, one.seat) for one in game.expects()] == [("throw", 2)]
    with pytest.raises(IllegalAction):
        game.apply(Throw(0, TWELVE))
    game = act(game, Throw(2, TWELVE))
    assert game.phase is ProgressivePhase.TIED
    assert game.to_answer == ()


def test_e_e_tied_players_out_of_throws_have_no_say_but_may_offer() -> None:
    game = opened(SIX, TWELVE)
    game = act(game, Throw(0, SIX), Throw(0, (6, 6, 6, 5, 1)))
    assert [(one.type, one.seat) for one in game.expects()] == [("throw", 1), ("offer_push", 0), ("offer_push", 1)]
    assert act(game, OfferPush(0)).to_answer == (1,)
    agreed = act(game, OfferPush(1))
    assert last(agreed)["outcome"] == "push"


def test_e_f_nobody_scores_when_nobody_qualifies() -> None:
    game = _any_round(opened(NOTHING, NOTHING), NOTHING)
    assert last(game)["outcome"] == "none_qualified"
    assert last(game)["point"] is None
    assert last(game)["points"] == [None, None]
    assert (game.totals, game.round) == ((0, 0), 2)


@pytest.mark.parametrize(("carry_over", "award"), [(False, 2), (True, 4)])
def test_e_g_the_points_of_a_push_are_lost_or_carried_over(carry_over: bool, award: int) -> None:
    game = act(opened(TWELVE, TWELVE, carry_over=carry_over), OfferPush(0), AcceptPush(1))
    assert game.award == award
    game = act(game, Throw(0, (6, 1, 1, 1, 1)), Throw(1, (6, 1, 6, 6, 6)))
    game = act(game, Throw(0, (6, 1, 1, 1, 1)), Throw(0, (6, 1, 1, 1, 1)))
    assert last(game)["award"] == award
    assert game.totals == (0, award)
    assert game.award == 3


def test_e_g_pushes_add_up_over_a_round_in_which_nobody_qualifies() -> None:
    game = act(opened(TWELVE, TWELVE, carry_over=True), OfferPush(0), AcceptPush(1))
    game = act(game, Throw(0, (6, 1, 2, 2, 2)), Throw(1, (6, 1, 2, 2, 2)), OfferPush(1), AcceptPush(0))
    assert game.award == 2 + 2 + 3
    game = _any_round(game, (6, 6, 6, 6, 6))
    assert last(game)["outcome"] == "none_qualified"
    assert game.award == 2 + 2 + 3


def test_e_h_a_tie_after_the_last_round_is_a_shared_win_or_repeats_it() -> None:
    def tied(final_tie: FinalTie) -> ProgressiveGame:
        hand = (6, 5, 5, 1, 1)
        return act(opened(hand, hand, round=12, final_tie=final_tie), OfferPush(0), AcceptPush(1))

    shared = tied(FinalTie.SHARED)
    assert (shared.over, shared.winners, shared.winner) == (True, (0, 1), None)
    again = tied(FinalTie.REPEAT)
    assert (again.over, again.round, again.requirement) == (False, 13, Requirement.THREE_TO_MAKE_SIXTEEN)
    again = act(
        again, Throw(0, (6, 5, 5, 6, 6)), Throw(1, (6, 5, 5, 1, 1)), Throw(1, (6, 5, 5, 1, 1)), Throw(1, (6, 5, 5, 1, 1))
    )
    assert (again.over, again.winner, again.totals) == (True, 0, (11, 0))


def test_d_c_frozen_dice_are_chosen_anew_or_locked() -> None:
    throw = Throw(0, (6, 6, 3, 3, 1), (6, 6))
    assert act(opened(SIX, SIXTEEN), throw).points_of(0) == 13
    assert act(opened(SIX, SIXTEEN, freeze=Freeze.LOCKED), throw).points_of(0) == 7


def test_nothing_is_hidden() -> None:
    game = opened(SIX, NINE)
    assert game.seen_by(1) == game
    assert game.state()["hands"] == [list(SIX), list(NINE)]
    with pytest.raises(InvalidAction):
        game.seen_by(2)


def test_other_actions_are_refused_in_one_sentence() -> None:
    game = opened(SIX, NINE)
    with pytest.raises(
        IllegalAction, match="There is no call_up in Progressive Qualification; the table waits for the throw of Ann"
    ):
        game.apply(CallUp())
    with pytest.raises(InvalidAction, match="no such seat"):
        game.apply(Throw(5, SIX))
    with pytest.raises(IllegalAction, match="Ann has no push to answer"):
        game.apply(AcceptPush(0))


def test_two_to_six_players_start_in_one_of_twelve_rounds() -> None:
    assert new(6, round=12).round == 12
    for options in ({"round": 0}, {"round": 13}, {"carry_over": 1}, {"final_tie": "shared"}):
        with pytest.raises(InvalidOptions):
            ProgressiveOptions(**options)
    with pytest.raises(InvalidOptions, match="2 to 6 players"):
        ProgressiveGame.new(("Ann",))


def test_every_option_has_its_own_sentence() -> None:
    assert str(explain("round", 3)) == "The game starts with round 3 of 12."
    assert str(explain("carry_over", True)) != str(explain("carry_over", False))
    for field in fields(ProgressiveOptions):
        if isinstance(field.default, Enum):
            choices = list(type(field.default))
            assert len({str(explain(field.name, choice)) for choice in choices}) == len(choices)
    with pytest.raises(InvalidOptions, match="no option"):
        explain("carry_over", FinalTie.SHARED)
