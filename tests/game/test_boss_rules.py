"""Banking Boss Dice, one test a rule (A1 to A16), each with its number in the name."""

from __future__ import annotations

from typing import Any

import pytest
from boss_table import NOTHING, PAIR_4, PAIR_5, PAIR_6, TRIPS_5, TRIPS_6, called, done, fails, first_throws, table

from game.actions import Action, Announce, CallOff, CallUp, Dice, Direction, Reveal, Throw, Wager
from game.boss import BossGame, BossPhase, recommended_bank
from game.boss_options import BossOptions, KittyAtEnd, SecondThrows, ShortStack, explain
from game.errors import InvalidAction, InvalidOptions
from game.game import EventKind
from game.hands import TwoPairTie
from game.settlement import Outcome, Result


@pytest.mark.parametrize(("players", "wager", "banks"), [(6, 5, (50, 100)), (2, 1, (2, 4)), (4, 10, (60, 120))])
def test_a1_the_recommended_bank_is_two_to_four_wagers_for_each_other_player(
    players: int, wager: int, banks: tuple[int, int]
) -> None:
    assert recommended_bank(players, wager) == banks


def test_a1_banks_start_equal() -> None:
    assert BossGame.new(["Ann", "Bob", "Cid"], 40).banks == (40, 40, 40)
    assert BossGame.new(["Ann", "Bob", "Cid"], options=BossOptions(max_wager=5)).banks == (40, 40, 40)
    assert BossGame.new(["Ann", "Bob", "Cid"]).banks == (100, 100, 100)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a1_two_to_six_players(count: int) -> None:
    with pytest.raises(InvalidOptions, match="2 to 6 players"):
        BossGame.new(["X"] * count, 40)


def test_a2_a_handicap_gives_a_different_bank() -> None:
    game = table(40, 80, 120)
    assert (game.banks, game.starting_banks, game.starting_bank) == ((40, 80, 120), (40, 80, 120), 120)


@pytest.mark.parametrize(
    ("banks", "options", "word"),
    [
        ((40,), {}, "3 players but 1 banks"),
        ((40, -1, 40), {}, "0 to"),
        ((40, 0, 0), {}, "two players need chips"),
        ((40, 40.0, 40), {}, "whole number"),
        ((40, True, 40), {}, "whole number"),
        ((40, 40, 60), {"target": 50}, "larger than every starting bank"),
        ((40, 40, 40), {"max_wager": 0}, "max_wager"),
        ((40, 40, 40), {"kitty": -1}, "kitty"),
        ((40, 40, 40), {"target": 0}, "target"),
        ((40, 40, 40), {"short_stack": "table_stakes"}, "short_stack"),
    ],
)
def test_a_game_without_sense_cannot_be_started(banks: Any, options: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidOptions, match=word):
        BossGame.new(["Ann", "Bob", "Cid"], banks, BossOptions(**options))


@pytest.mark.parametrize("names", [["Ann", ""], ["Ann", "  "], ["Ann", "x" * 41], ["Ann", "B\nob"], ["Ann", 5], "Ann"])
def test_every_player_has_a_name(names: Any) -> None:
    with pytest.raises(InvalidOptions, match="name"):
        BossGame.new(names, 40)


def test_a_zero_bank_is_a_player_already_out() -> None:
    game = table(0, 40, 40)
    assert (game.eliminated, game.playing) == ((0,), (1, 2))
    fails(done(game, Wager(5)), Throw(0, PAIR_6), "Ann is out")


def test_a3_one_wager_before_each_round_at_most_the_maximum() -> None:
    game = table(60, 60, max_wager=10)
    fails(game, Wager(0), "at least 1")
    fails(game, Wager(-5), "at least 1")
    fails(game, Wager(11), "at most 10 chips, as agreed")
    assert done(game, Wager(10)).wager == 10
    fails(done(game, Wager(10)), Wager(5), "before the first throws")
    fails(game, Throw(0, PAIR_6), "waits for the wager")
    assert game.expects()[0].to_json() == {"type": "wager", "least": 1, "most": 10}


def test_a4_all_players_in_the_game_throw_five_dice_in_any_order() -> None:
    game = done(table(40, 0, 40, 40), Wager(5))
    assert game.to_throw == (0, 2, 3)
    game = done(game, Throw(3, PAIR_4))
    assert game.to_throw == (0, 2)
    fails(game, Throw(3, PAIR_6), "Dan has thrown already")
    fails(game, Throw(0, (6, 6, 1, 2)), "5 dice", InvalidAction)
    fails(game, Throw(0, (6, 6, 1, 2, 3, 4)), "5 dice", InvalidAction)
    fails(game, Throw(0, (7, 6, 1, 2, 3)), "1 to 6", InvalidAction)
    fails(game, Throw(4, PAIR_6), "no such seat", InvalidAction)
    fails(game, Throw(-1, PAIR_6), "no such seat", InvalidAction)
    fails(game, Throw(0, PAIR_6, kept=(6,)), "none is kept")
    assert game.first == (None, None, None, PAIR_4)


@pytest.mark.parametrize(
    ("hands", "boss"),
    [
        (((1, 1, 1, 1, 1), (6, 6, 6, 6, 5), PAIR_6), 0),
        (((1, 1, 1, 1, 2), TRIPS_6, PAIR_6), 0),
        (((1, 1, 1, 2, 3), (6, 6, 5, 5, 1), PAIR_5), 0),
        (((5, 5, 4, 4, 1), PAIR_6, PAIR_4), 1),
        (((1, 1, 4, 5, 6), NOTHING, (2, 3, 4, 5, 6)), 0),
        (((5, 5, 5, 2, 2), TRIPS_6, PAIR_6), 1),
    ],
)
def test_a5_a6_the_unique_best_first_throw_is_boss(hands: tuple[Dice, ...], boss: int) -> None:
    game = first_throws(table(40, 40, 40), 5, *hands)
    assert (game.phase, game.boss) == (BossPhase.CALL, boss)


def test_a6_a_d_a_tie_at_the_top_is_a_push_for_all() -> None:
    game = first_throws(table(40, 40, 40), 5, PAIR_6, (6, 6, 5, 4, 3), PAIR_4)
    assert (game.phase, game.round, game.boss, game.banks) == (BossPhase.WAGER, 2, None, (40, 40, 40))
    assert game.last_round is not None
    assert (game.last_round.outcome, game.last_round.tied) == (Outcome.PUSH, (0, 1))
    assert game.last_round.first == (PAIR_6, (6, 6, 5, 4, 3), PAIR_4)


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ((2, 6, 1, 6, 3), (6, 6)),
        ((5, 6, 6, 5, 3), (6, 6)),
        ((5, 6, 6, 6, 3), (6, 6, 6)),
        ((5, 6, 6, 6, 5), (6, 6, 6)),
        ((6, 6, 1, 6, 6), (6, 6, 6, 6)),
        ((6, 6, 6, 6, 6), (6, 6, 6, 6, 6)),
    ],
)
def test_a7_a_b_the_boss_keeps_exactly_the_combination(hand: Dice, kept: Dice) -> None:
    assert first_throws(table(40, 40), 5, hand, NOTHING).kept == kept


def test_a7_the_revealed_hand_holds_the_kept_dice() -> None:
    game = done(first_throws(table(40, 40), 5, TRIPS_6, NOTHING), CallUp(), Throw(1, PAIR_5))
    fails(game, Reveal(0, (6, 6, 1, 2, 3)), "kept 6-6-6")
    fails(game, Reveal(1, TRIPS_6), "Only the Boss reveals")
    assert done(game, Reveal(0, (1, 6, 6, 1, 6))).last_round is not None


def test_a_b_a_boss_who_may_keep_extra_dice_still_shows_the_combination() -> None:
    game = first_throws(table(40, 40, boss_may_keep_extra=True), 5, (5, 5, 5, 2, 2), NOTHING)
    game = done(game, CallUp(), Throw(1, PAIR_6))
    fails(game, Reveal(0, (5, 5, 2, 2, 1)), "kept 5-5-5")
    assert done(game, Reveal(0, (5, 5, 5, 2, 2))).banks == (45, 35)


def test_a8_a_call_off_ends_the_round_without_payments_and_hides_the_boss_dice() -> None:
    game = done(first_throws(table(40, 40), 5, PAIR_6, PAIR_5), CallOff())
    assert (game.phase, game.round, game.banks) == (BossPhase.WAGER, 2, (40, 40))
    assert game.last_round is not None
    assert (game.last_round.outcome, game.last_round.boss) == (Outcome.CALLED_OFF, 0)
    assert game.last_round.boss_hand is None
    assert game.last_round.results == ()


@pytest.mark.parametrize("action", [CallUp(), CallOff()])
def test_a8_only_a_boss_calls(action: Action) -> None:
    game = table(40, 40)
    for moment in (game, done(game, Wager(5)), done(first_throws(game, 5, PAIR_6, PAIR_5), CallUp())):
        fails(moment, action, "Only a Boss calls")


def test_a9_the_kitty_is_in_the_bank_as_soon_as_the_boss_calls_up() -> None:
    game = first_throws(table(0, 10, 50, kitty=30), 5, None, PAIR_6, PAIR_5)
    step = game.apply(CallUp())
    assert (step.game.banks, step.game.kitty) == ((0, 40, 50), 0)
    assert [(event.kind, event.amount) for event in step.events] == [
        (EventKind.CALLED_UP, None),
        (EventKind.KITTY_TAKEN, 30),
    ]
    assert done(game, CallOff()).kitty == 30


def test_a10_a_challenger_keeps_any_dice_of_the_first_throw() -> None:
    game = done(first_throws(table(40, 40), 5, PAIR_6, (5, 5, 4, 4, 1)), CallUp())
    for kept in ((), (1,), (5, 4), (4, 5, 5, 4), (5, 5, 4, 4, 1)):
        hand = (*kept, 1, 2, 3, 4, 6)[:5]
        assert done(game, Throw(1, hand, kept)).second[1] == hand
    fails(game, Throw(1, (6, 1, 2, 3, 4), kept=(6,)), "cannot keep 6 of 5-5-4-4-1")
    fails(game, Throw(1, (5, 1, 2, 3, 4), kept=(5, 5)), "not among 5-4-3-2-1")
    fails(game, Throw(1, (5, 5, 5, 3, 4), kept=(5, 5, 5)), "cannot keep")
    fails(game, Throw(0, PAIR_6), "is the Boss")
    fails(game, Reveal(0, PAIR_6), "waits for the throw of Bob")


def test_a10_a_n_challengers_throw_from_the_left_of_the_boss_but_need_not_wait() -> None:
    game = done(first_throws(table(40, 40, 40, 40), 5, PAIR_4, PAIR_5, TRIPS_6, PAIR_6), CallUp())
    assert game.to_throw == game.challengers == (3, 0, 1)
    assert [expected.seat for expected in game.expects()] == [3, 0, 1]
    game = done(game, Throw(1, PAIR_5))
    assert game.to_throw == (3, 0)
    assert done(game, Throw(0, PAIR_4), Throw(3, PAIR_6)).phase is BossPhase.REVEAL


def test_a11_the_boss_meets_each_challenger_by_the_final_ranking() -> None:
    firsts: list[Dice | None] = [TRIPS_6, PAIR_5, PAIR_4, NOTHING]
    seconds = {1: (6, 6, 6, 3, 3), 2: (5, 5, 5, 4, 4), 3: (6, 6, 6, 1, 1)}
    game = called(table(40, 40, 40, 40), 5, firsts, seconds, (6, 6, 6, 1, 1))
    assert game.last_round is not None
    assert game.last_round.results == (None, Result.WIN, Result.LOSE, Result.TIE)
    assert game.last_round.hands == ((6, 6, 6, 1, 1), *seconds.values())


def test_a12_losers_pay_the_wager_and_a_tie_pays_nothing() -> None:
    game = called(table(40, 40, 40), 5, [PAIR_6, PAIR_5, PAIR_4], {1: PAIR_5, 2: PAIR_6}, PAIR_6)
    assert game.banks == (45, 35, 40)
    assert game.last_round is not None
    assert game.last_round.transfers == (0, -5, 0)


def test_a12_losers_pay_before_winners_collect() -> None:
    seconds = {1: TRIPS_5, 2: PAIR_5, 3: PAIR_5}
    game = first_throws(table(10, 40, 40, 40), 20, PAIR_6, PAIR_5, PAIR_4, NOTHING)
    game = done(game, CallUp(), *(Throw(seat, hand) for seat, hand in seconds.items()))
    step = game.apply(Reveal(0, PAIR_6))
    assert step.game.banks == (30, 60, 20, 20)
    assert [event.seat for event in step.events if event.kind is EventKind.PAID] == [2, 3, 0]


def test_a13_a_boss_who_cannot_pay_all_winners_pays_none_and_leaves_the_kitty() -> None:
    game = called(table(29, 30, 30, 30), 10, [PAIR_6, PAIR_5, PAIR_4, NOTHING], dict.fromkeys((1, 2, 3), TRIPS_5), PAIR_6)
    assert (game.banks, game.kitty, game.eliminated) == ((0, 30, 30, 30), 29, (0,))
    assert game.last_round is not None
    assert (game.last_round.boss_bust, game.last_round.owed, game.last_round.transfers) == (True, 30, (0, 0, 0, 0))


def test_a13_a_f_a_bank_that_just_covers_the_winners_pays_them() -> None:
    game = called(table(30, 30, 30, 30), 10, [PAIR_6, PAIR_5, PAIR_4, NOTHING], dict.fromkeys((1, 2, 3), TRIPS_5), PAIR_6)
    assert (game.banks, game.kitty, game.eliminated) == ((0, 40, 40, 40), 0, (0,))
    assert game.last_round is not None
    assert not game.last_round.boss_bust


def test_a14_a_l_all_at_zero_are_out_together_after_the_settlement() -> None:
    game = called(table(40, 5, 40, 5), 5, [PAIR_6, PAIR_5, PAIR_4, NOTHING], {1: PAIR_5, 2: PAIR_6, 3: PAIR_5}, PAIR_6)
    assert (game.banks, game.eliminated, game.playing) == ((50, 0, 40, 0), (1, 3), (0, 2))
    assert game.last_round is not None
    assert game.last_round.eliminated == (1, 3)


def test_a15_the_kitty_waits_for_the_next_boss_who_calls_up() -> None:
    game = table(0, 60, 60, 60, kitty=20)
    game = first_throws(game, 10, None, PAIR_6, (6, 6, 5, 4, 3), PAIR_4)
    assert game.kitty == 20
    game = first_throws(game, 10, None, NOTHING, NOTHING, NOTHING)
    assert game.kitty == 20
    game = done(first_throws(game, 10, None, PAIR_5, PAIR_4, PAIR_6), CallOff())
    assert game.kitty == 20
    game = called(game, 10, [None, PAIR_5, TRIPS_6, PAIR_4], {1: PAIR_5, 3: PAIR_5}, TRIPS_6)
    assert (game.kitty, game.banks) == (0, (0, 50, 100, 50))


def test_a16_the_last_player_remaining_wins() -> None:
    game = called(table(50, 10), 10, [PAIR_6, PAIR_5], {1: PAIR_5}, PAIR_6)
    assert (game.over, game.winner, game.winners, game.banks) == (True, 0, (0,), (60, 0))
    assert game.expects() == ()
    for action in (Wager(5), Throw(0, PAIR_6), CallUp(), Reveal(0, PAIR_6)):
        fails(game, action, "game is over")


def test_the_round_of_the_rule_document() -> None:
    """S0: John busts facing three winners, Irene calls off, Tom calls up and takes John's bank."""
    game = BossGame.new(["John", "Barbara", "Tom", "Irene"], (20, 60, 60, 60))
    fours = dict.fromkeys((1, 2, 3), (6, 6, 6, 6, 5))
    game = called(game, 10, [(5, 5, 5, 5, 3), PAIR_6, PAIR_5, PAIR_4], fours, (5, 5, 5, 5, 3))
    assert (game.banks, game.kitty, game.eliminated) == ((0, 60, 60, 60), 20, (0,))
    game = done(first_throws(game, 10, None, PAIR_4, PAIR_5, TRIPS_6), CallOff())
    game = called(game, 10, [None, PAIR_4, TRIPS_5, PAIR_6], {1: PAIR_4, 3: TRIPS_6}, TRIPS_5)
    assert (game.banks, game.kitty, game.round) == ((0, 50, 80, 70), 0, 4)


def test_a_foreign_action_is_refused_by_its_name() -> None:
    fails(table(40, 40), Announce("one_reno", Direction.HIGHER), "no announce in Boss Dice")


def test_the_wager_has_a_bound_that_keeps_numbers_readable() -> None:
    fails(table(40, 40), Wager(10**12), "at most", InvalidAction)


def test_state_and_expects_are_those_of_the_protocol() -> None:
    game = done(first_throws(table(0, 40, 40, kitty=3), 5, None, PAIR_6, PAIR_5), CallUp(), Throw(2, PAIR_5))
    assert game.state() == {
        "game": "boss",
        "round": 1,
        "phase": "reveal",
        "boss": 1,
        "banks": [0, 43, 40],
        "kitty": 0,
        "wager": 5,
        "kept": [6, 6],
        "eliminated": [0],
        "winner": None,
        "winners": [],
        "over": False,
        "last_round": None,
    }
    assert [expected.to_json() for expected in game.expects()] == [{"type": "reveal", "seat": 1, "count": 5}]
    assert done(game, Reveal(1, PAIR_6)).state()["last_round"] == {
        "outcome": "settled",
        "boss": 1,
        "boss_hand": list(PAIR_6),
        "results": {"2": "lose"},
        "transfers": {"2": -5},
        "kitty_taken": 3,
        "boss_bust": False,
        "eliminated": [],
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("max_wager", (None, 5)),
        ("kitty", (0,)),
        ("target", (None, 100)),
        ("short_stack", tuple(ShortStack)),
        ("kitty_at_end", tuple(KittyAtEnd)),
        ("two_pair_tie", tuple(TwoPairTie)),
        ("boss_may_keep_extra", (False, True)),
        ("second_throws", tuple(SecondThrows)),
    ],
)
def test_every_house_rule_is_explained_in_one_sentence(name: str, values: tuple[object, ...]) -> None:
    sentences = [str(explain(name, value)) for value in values]
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
    assert len(set(sentences)) == len(values)
