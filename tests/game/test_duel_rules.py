"""Two-player Boss Dice, one test a rule (B1 to B6, C1 to C6) and reading, each with its number in the name."""

from __future__ import annotations

from typing import Any

import pytest

from game.actions import Action, CallOff, CallUp, Dice, Keep, Reveal, Throw, Wager
from game.duel import DuelGame, DuelOptions, DuelOutcome, DuelPhase
from game.duel_options import ChallengerTwoPair, DuelRanking, NoCall, explain_duel
from game.errors import IllegalAction, InvalidAction, InvalidOptions, RulesError
from game.game import EventKind
from game.hands import FirstFullHouse, FirstTwoPair, TwoPairTie

NORWEGIAN = DuelRanking.NORWEGIAN
PAIR_6 = (6, 6, 1, 2, 3)
PAIR_5 = (5, 5, 1, 2, 3)
TRIPS_5 = (5, 5, 5, 2, 3)
NOTHING = (1, 2, 3, 4, 5)


def match(banks: Any = None, **options: Any) -> DuelGame:
    return DuelGame.new(["Ann", "Bob"], banks, DuelOptions(**options))


def done(game: DuelGame, *actions: Action) -> DuelGame:
    for action in actions:
        game = game.apply(action).game
    return game


def thrown(game: DuelGame, one: Dice, other: Dice) -> DuelGame:
    return done(game, Throw(0, one), Throw(1, other))


def won(game: DuelGame, seat: int) -> DuelGame:
    """The match after a round in which `seat` is Boss, calls up and wins."""
    hands = (PAIR_6, NOTHING) if seat == 0 else (NOTHING, PAIR_6)
    return done(thrown(game, *hands), CallUp(), Throw(1 - seat, NOTHING), Reveal(seat, PAIR_6))


def outcome(game: DuelGame) -> DuelOutcome:
    assert game.last_round is not None
    return game.last_round.outcome


def fails(game: DuelGame, action: Action, word: str, kind: type[RulesError] = IllegalAction) -> None:
    with pytest.raises(kind, match=word):
        game.apply(action)


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob", "Cid"], []])
def test_b1_c1_exactly_two_players(names: list[str]) -> None:
    with pytest.raises(InvalidOptions, match="2 players"):
        DuelGame.new(names)


def test_b1_c5_the_first_to_win_two_rounds_takes_the_match() -> None:
    game = won(won(match(), 0), 1)
    assert (game.score, game.over, game.round) == ((1, 1), False, 3)
    game = won(game, 1)
    assert (game.score, game.winner, game.winners, game.over, game.round) == ((1, 2), 1, (1,), True, 3)
    assert game.expects() == ()
    for action in (Throw(0, PAIR_6), CallUp(), Reveal(0, PAIR_6), Keep(0, ())):
        fails(game, action, "match is over")


def test_c5_the_number_of_wins_is_an_option() -> None:
    assert won(match(wins=1), 1).winner == 1
    assert won(won(match(wins=3), 0), 0).winner is None
    with pytest.raises(InvalidOptions, match="1 to 99"):
        DuelOptions(wins=100)


def test_b2_c2_both_throw_in_any_order_and_the_higher_hand_is_boss() -> None:
    game = done(match(), Throw(1, PAIR_6))
    assert game.to_throw == (0,)
    fails(game, Throw(1, PAIR_5), "Bob has thrown already")
    fails(game, Throw(2, PAIR_5), "no such seat", InvalidAction)
    fails(game, Throw(0, PAIR_5, kept=(5,)), "none is kept")
    game = done(game, Throw(0, PAIR_5))
    assert (game.boss, game.challenger, game.kept, game.phase) == (1, 0, (6, 6), DuelPhase.CALL)


def test_b2_c2_nobody_with_a_pair_voids_the_round() -> None:
    game = thrown(match(), NOTHING, (2, 3, 4, 5, 6))
    assert (outcome(game), game.round, game.score, game.phase) == (DuelOutcome.VOID, 2, (0, 0), DuelPhase.FIRST_THROWS)


@pytest.mark.parametrize("ranking", DuelRanking)
def test_b2_c_c_a_tie_on_the_first_throw_rethrows(ranking: DuelRanking) -> None:
    game = thrown(match(ranking=ranking), PAIR_6, (6, 6, 5, 4, 3))
    assert (outcome(game), game.round, game.boss) == (DuelOutcome.TIE_FIRST, 2, None)


def test_b3_two_pair_counts_as_its_higher_pair_and_ties_that_single_pair() -> None:
    assert outcome(thrown(match(), (5, 5, 4, 4, 1), (5, 5, 1, 2, 3))) is DuelOutcome.TIE_FIRST
    assert thrown(match(), (5, 5, 4, 4, 1), PAIR_6).boss == 1


def test_c_a_two_pair_counts_in_full_under_the_norwegian_rules() -> None:
    game = thrown(match(ranking=NORWEGIAN), (5, 5, 4, 4, 1), PAIR_6)
    assert (game.boss, game.kept) == (0, (4, 4, 5, 5))
    game = thrown(match(ranking=NORWEGIAN, first_two_pair=FirstTwoPair.HIGH_PAIR), (5, 5, 4, 4, 1), PAIR_6)
    assert (game.boss, game.kept) == (1, (6, 6))


def test_b4_b_b_the_boss_keeps_the_higher_of_two_pair() -> None:
    game = thrown(match(), (6, 6, 4, 4, 1), PAIR_5)
    assert game.kept == (6, 6)
    game = done(game, CallUp(), Throw(1, PAIR_5))
    fails(game, Reveal(0, (4, 4, 1, 2, 3)), "kept 6-6")
    fails(game, Reveal(1, PAIR_5), "Only the Boss reveals")


@pytest.mark.parametrize("ranking", DuelRanking)
def test_b_a_c_b_a_full_house_keeps_all_five_and_still_calls(ranking: DuelRanking) -> None:
    game = thrown(match(ranking=ranking), (5, 5, 5, 2, 2), (5, 5, 5, 6, 1))
    assert (game.boss, game.kept) == (0, (2, 2, 5, 5, 5))
    assert {expected.type for expected in game.expects()} == {"call_up", "call_off"}
    game = done(game, CallUp(), Throw(1, TRIPS_5))
    fails(game, Reveal(0, (5, 5, 5, 2, 1)), "kept 5-5-5-2-2")
    assert done(game, Reveal(0, (5, 5, 5, 2, 2))).score == (1, 0)


def test_b_a_first_full_house_trips_makes_it_trips() -> None:
    game = match(first_full_house=FirstFullHouse.TRIPS)
    assert outcome(thrown(game, (5, 5, 5, 2, 2), (5, 5, 5, 6, 1))) is DuelOutcome.TIE_FIRST
    assert thrown(game, (5, 5, 5, 2, 2), PAIR_6).kept == (5, 5, 5)


def test_b5_c3_a_call_off_does_not_count() -> None:
    game = done(thrown(match(), PAIR_6, PAIR_5), CallOff())
    assert (outcome(game), game.round, game.score) == (DuelOutcome.CALLED_OFF, 2, (0, 0))
    assert game.last_round is not None
    assert (game.last_round.boss, game.last_round.boss_hand, game.last_round.hands) == (0, None, (PAIR_6, PAIR_5))


def test_b5_c4_after_a_call_up_the_opponent_keeps_any_dice() -> None:
    game = done(thrown(match(), PAIR_6, (5, 5, 4, 4, 3)), CallUp())
    assert (game.to_throw, game.phase) == ((1,), DuelPhase.SECOND_THROWS)
    fails(game, Throw(0, PAIR_6), "is the Boss")
    fails(game, Throw(1, (6, 1, 2, 3, 4), kept=(6,)), "cannot keep 6")
    fails(game, Reveal(0, PAIR_6), "waits for the throw of Bob")
    for kept in ((), (5, 5), (5, 5, 4, 4), (5, 5, 4, 4, 3)):
        assert done(game, Throw(1, (*kept, 1, 2, 3, 4, 6)[:5], kept)).phase is DuelPhase.REVEAL


@pytest.mark.parametrize("action", [CallUp(), CallOff()])
def test_b5_only_a_boss_calls(action: Action) -> None:
    fails(match(), action, "Only a Boss calls")


def test_b6_c4_the_higher_final_hand_wins_and_two_pair_counts() -> None:
    game = done(thrown(match(), PAIR_6, PAIR_5), CallUp(), Throw(1, (5, 5, 2, 2, 1)), Reveal(0, PAIR_6))
    assert (outcome(game), game.score) == (DuelOutcome.WON, (0, 1))
    assert game.last_round is not None
    assert (game.last_round.winner, game.last_round.boss) == (1, 0)
    assert (game.last_round.boss_hand, game.last_round.challenger_hand) == (PAIR_6, (5, 5, 2, 2, 1))


def test_b6_c4_c_d_equal_final_hands_replay_the_round_only() -> None:
    game = won(match(), 0)
    game = done(thrown(game, PAIR_6, PAIR_5), CallUp(), Throw(1, (6, 6, 5, 4, 3)), Reveal(0, PAIR_6))
    assert (outcome(game), game.score, game.round) == (DuelOutcome.TIE_SECOND, (1, 0), 3)
    assert game.last_round is not None
    assert game.last_round.winner is None


def test_b_c_challenger_two_pair_one_pair_allows_only_one_of_them() -> None:
    game = done(thrown(match(challenger_two_pair=ChallengerTwoPair.ONE_PAIR), PAIR_6, (5, 5, 4, 4, 3)), CallUp())
    for kept in ((5, 5, 4, 4), (5, 5, 4, 4, 3)):
        fails(game, Throw(1, (5, 5, 4, 4, 3), kept), "Only one pair of two")
    for kept in ((5, 5), (4, 4), (5, 5, 4), (5, 5, 3)):
        assert done(game, Throw(1, (*kept, 1, 1, 1)[:5], kept)).phase is DuelPhase.REVEAL


def test_b_d_being_boss_does_not_carry_over() -> None:
    game = won(match(), 0)
    assert (game.boss, game.to_throw) == (None, (0, 1))


def test_b_e_keep_before_call_binds_the_challenger_to_the_dice_set_aside() -> None:
    game = thrown(match(keep_before_call=True), PAIR_6, (5, 5, 4, 4, 3))
    assert [expected.to_json() for expected in game.expects()] == [{"type": "keep", "seat": 1}]
    fails(game, CallUp(), "waits for Bob to set dice aside")
    fails(game, Keep(0, (6, 6)), "Only the challenger")
    fails(game, Keep(1, (6,)), "cannot keep 6")
    step = game.apply(Keep(1, (5, 5)))
    assert (step.events[0].kind, step.events[0].dice) == (EventKind.KEPT, (5, 5))
    game = step.game
    assert (game.phase, game.declared) == (DuelPhase.CALL, (5, 5))
    fails(game, Keep(1, (5,)), "before the call")
    assert outcome(done(game, CallOff())) is DuelOutcome.CALLED_OFF
    game = done(game, CallUp())
    fails(game, Throw(1, (5, 5, 4, 4, 1), kept=(5, 5, 4, 4)), "set aside 5-5 before the call")
    fails(game, Throw(1, (5, 1, 2, 3, 4)), "set aside 5-5, which is not among")
    game = done(game, Throw(1, (5, 5, 5, 3, 4), kept=(5, 5)), Reveal(0, PAIR_6))
    assert (game.score, game.declared) == ((0, 1), None)


def test_b_e_keep_before_call_knows_the_one_pair_rule_and_keeping_nothing() -> None:
    options = {"keep_before_call": True, "challenger_two_pair": ChallengerTwoPair.ONE_PAIR}
    game = thrown(match(**options), PAIR_6, (5, 5, 4, 4, 3))
    fails(game, Keep(1, (5, 5, 4, 4)), "Only one pair of two")
    game = done(game, Keep(1, ()), CallUp())
    fails(game, Throw(1, (5, 5, 4, 4, 3), kept=(5,)), "set aside nothing")
    assert done(game, Throw(1, NOTHING)).phase is DuelPhase.REVEAL


def test_b_e_is_off_by_default() -> None:
    fails(thrown(match(), PAIR_6, PAIR_5), Keep(1, (5, 5)), "where the house plays so")


def test_c_g_b_f_the_loser_pays_the_stake_once_a_match() -> None:
    game = won(match((40, 40), stake=5), 0)
    assert game.banks == (40, 40)
    hands = thrown(game, PAIR_6, NOTHING)
    step = done(hands, CallUp(), Throw(1, NOTHING)).apply(Reveal(0, PAIR_6))
    assert step.game.banks == (45, 35)
    assert [(event.kind, event.seat, event.other, event.amount) for event in step.events][-2:] == [
        (EventKind.PAID, 1, 0, 5),
        (EventKind.WON, 0, None, None),
    ]


def test_c_g_a_short_loser_pays_what_is_left() -> None:
    assert won(match((40, 3), stake=5, wins=1), 0).banks == (43, 0)


def test_c1_banks_are_ten_stakes_unless_given_and_none_without_a_stake() -> None:
    assert match(stake=5).banks == (50, 50)
    assert match(7, stake=5).banks == (7, 7)
    assert match().banks is None
    assert match().state()["banks"] is None


def test_c6_c_e_without_calls_the_boss_still_keeps_the_combination() -> None:
    game = thrown(match(ranking=NORWEGIAN, calls=False), (5, 5, 4, 4, 1), PAIR_6)
    assert (game.phase, game.boss, game.kept) == (DuelPhase.SECOND_THROWS, 0, (4, 4, 5, 5))
    fails(game, CallUp(), "Only a Boss calls")
    game = done(game, Throw(1, (6, 6, 6, 2, 1)))
    fails(game, Reveal(0, (5, 5, 5, 4, 1)), "kept 5-5-4-4")
    assert done(game, Reveal(0, (5, 5, 5, 4, 4))).score == (1, 0)


def test_c6_c_e_no_call_free_has_no_boss_and_both_hide_the_second_throw() -> None:
    game = thrown(match(calls=False, no_call=NoCall.FREE), PAIR_6, (6, 6, 5, 4, 3))
    assert (game.phase, game.boss, game.to_reveal) == (DuelPhase.REVEAL, None, (0, 1))
    game = done(game, Reveal(1, PAIR_5))
    assert game.to_reveal == (0,)
    fails(game, Reveal(1, PAIR_6), "Bob has shown the dice already")
    fails(game, Throw(0, PAIR_6), "waits for Ann to reveal")
    game = done(game, Reveal(0, TRIPS_5))
    assert (outcome(game), game.score) == (DuelOutcome.WON, (1, 0))
    assert game.last_round is not None
    assert (game.last_round.boss, game.last_round.hands) == (None, (TRIPS_5, PAIR_5))


def test_c_e_no_call_free_goes_on_without_a_pair() -> None:
    assert thrown(match(calls=False, no_call=NoCall.FREE), NOTHING, NOTHING).phase is DuelPhase.REVEAL


def test_h_a_two_pair_tie_is_an_option_of_both_rankings() -> None:
    hands = (6, 6, 5, 5, 1), (6, 6, 4, 4, 1)
    assert thrown(match(ranking=NORWEGIAN), *hands).boss == 0
    game = thrown(match(ranking=NORWEGIAN, two_pair_tie=TwoPairTie.HIGH), *hands)
    assert outcome(game) is DuelOutcome.TIE_FIRST
    game = done(thrown(match(two_pair_tie=TwoPairTie.HIGH), PAIR_6, PAIR_5), CallUp(), Throw(1, hands[0]), Reveal(0, hands[1]))
    assert outcome(game) is DuelOutcome.TIE_SECOND


def test_the_examples_of_the_rule_document() -> None:
    """S1: A holds 6-6 and shows 6-6-6-2-1 against B's 5-5; then A's 5-5-4-4-2 loses against B, who keeps a six."""
    game = done(thrown(match(), (6, 6, 5, 4, 2), (5, 5, 4, 4, 3)), CallUp(), Throw(1, (5, 5, 6, 2, 1), (5, 5)))
    game = done(game, Reveal(0, (6, 6, 6, 2, 1)))
    assert game.score == (1, 0)
    game = done(thrown(game, (5, 5, 3, 3, 1), (6, 1, 2, 4, 5)), CallUp(), Throw(1, (6, 6, 2, 1, 3), (6,)))
    assert done(game, Reveal(0, (5, 5, 4, 4, 2))).score == (2, 0)


def test_a_foreign_action_is_refused_by_its_name() -> None:
    fails(match(), Wager(5), "no wager in two-player Boss Dice")


@pytest.mark.parametrize("field", ["ranking", "calls", "first_full_house", "challenger_two_pair", "no_call"])
def test_options_have_their_types(field: str) -> None:
    with pytest.raises(InvalidOptions, match=field):
        DuelOptions(**{field: "nonsense"})


def test_state_is_that_of_the_protocol() -> None:
    game = done(thrown(won(match(), 0), PAIR_6, PAIR_5), CallUp(), Throw(1, PAIR_5))
    assert game.state() == {
        "game": "duel",
        "round": 2,
        "phase": "reveal",
        "boss": 0,
        "banks": None,
        "score": [1, 0],
        "kept": [6, 6],
        "winner": None,
        "winners": [],
        "over": False,
        "last_round": {
            "outcome": "won",
            "boss": 0,
            "winner": 0,
            "boss_hand": list(PAIR_6),
            "challenger_hand": list(NOTHING),
        },
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ranking", tuple(DuelRanking)),
        ("calls", (True, False)),
        ("first_full_house", (None, *FirstFullHouse)),
        ("first_two_pair", (None, *FirstTwoPair)),
        ("challenger_two_pair", tuple(ChallengerTwoPair)),
        ("two_pair_tie", tuple(TwoPairTie)),
        ("keep_before_call", (False, True)),
        ("no_call", tuple(NoCall)),
        ("wins", (2,)),
        ("stake", (0, 5)),
    ],
)
def test_every_house_rule_is_explained_in_one_sentence(name: str, values: tuple[object, ...]) -> None:
    sentences = [str(explain_duel(name, value)) for value in values]
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    assert len(set(sentences)) == len(values)
