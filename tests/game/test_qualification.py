"""Qualification Dice, rule by rule (D1 to D12 and the readings D-a to D-u)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest

from game.actions import Announce, Ante, CallUp, Challenge, Concede, Cover, Dice, Direction, Reveal, Stay, Throw
from game.errors import IllegalAction, InvalidAction, InvalidOptions
from game.freezing import Freeze, UnfrozenThrow, UnqualifiedThrow
from game.game import EventKind
from game.qualification import QualificationGame, QualificationOptions, QualificationPhase, explain
from game.qualification_options import (
    Answers,
    AntesWhen,
    BluffPays,
    BossBank,
    BossRethrow,
    Rounding,
    StandPayoutBase,
    Tie,
)
from game.qualification_stakes import payout, shared
from game.requirements import Requirement

NAMES = ("Ann", "Bo", "Cy", "Di")
HIGHER, LOWER = Direction.HIGHER, Direction.LOWER
RENO_9 = (6, 6, 4, 3, 2)
RENO_10 = (5, 5, 6, 3, 1)
RENO_12 = (2, 2, 6, 5, 1)
NO_RENO = (6, 5, 4, 2, 1)


def new(banks: int | Sequence[int] = 1000, players: int = 3, **options: Any) -> QualificationGame:
    return QualificationGame.new(NAMES[:players], banks, QualificationOptions(**options))


def act(game: QualificationGame, *actions: Any) -> QualificationGame:
    for action in actions:
        game = game.apply(action).game
    return game


def anted(game: QualificationGame, antes: Mapping[int, int], cover: int = 20) -> QualificationGame:
    game = act(game, Cover(cover))
    return act(game, *(Ante(seat, antes.get(seat, 0)) for seat in game.opponents))


def opened(
    hands: Mapping[int, Dice],
    antes: int | Mapping[int, int] = 10,
    requirement: str = "one_reno",
    direction: Direction = HIGHER,
    stand: bool = False,
    banks: int | Sequence[int] = 1000,
    **options: Any,
) -> QualificationGame:
    """A round with seat 0 as Boss up to the throws; with `stand` everybody challenges. `hands` name all who show dice."""
    players = len(banks) if not isinstance(banks, int) else max(hands) + 1
    game = new(banks, players, **options)
    game = anted(game, dict.fromkeys(game.opponents, antes) if isinstance(antes, int) else antes)
    game = act(game, Announce(requirement, direction, stand))
    if stand:
        game = act(game, *(Challenge(seat) for seat in game.in_play))
    game = act(game, Reveal(0, hands[0]))
    return act(game, *(Reveal(seat, hands[seat]) for seat in game.to_reveal))


def last(game: QualificationGame) -> dict[str, Any]:
    assert game.last_round is not None
    return game.last_round.to_json()


def test_d1_everybody_starts_with_1000_points_and_the_boss_rotates() -> None:
    game = QualificationGame.new(NAMES)
    assert game.banks == (1000, 1000, 1000, 1000)
    bosses = []
    for _ in range(6):
        bosses.append(game.boss)
        game = anted(game, {})
    assert bosses == [0, 1, 2, 3, 0, 1]
    assert new(boss=2).boss == 2


def test_d2_each_player_antes_up_to_the_cover_in_any_order() -> None:
    game = act(new([1000, 12, 1000]), Cover(20))
    assert [(one.seat, one.least, one.most) for one in game.expects()] == [(1, 0, 12), (2, 0, 20)]
    game = act(game, Ante(2, 20), Ante(1, 12))
    assert game.phase is QualificationPhase.ANNOUNCE
    assert game.antes == (None, 12, 20)


@pytest.mark.parametrize("ante", [Ante(1, 13), Ante(2, 21), Ante(2, -1), Ante(0, 5)])
def test_d2_other_antes_are_refused(ante: Ante) -> None:
    game = act(new([1000, 12, 1000]), Cover(20))
    with pytest.raises(IllegalAction):
        game.apply(ante)


def test_d2_nobody_antes_twice() -> None:
    game = act(new(), Cover(20), Ante(1, 5))
    with pytest.raises(IllegalAction, match="waits for the ante of Cy"):
        game.apply(Ante(1, 6))


def test_d4_d5_the_boss_point_is_the_best_in_the_announced_direction() -> None:
    hand = (3, 3, 6, 6, 1)
    assert opened({0: hand, 1: RENO_9}).point == 13
    assert opened({0: hand, 1: RENO_9}, direction=LOWER).point == 7


def test_d6_the_boss_reveals_first_and_then_all_players() -> None:
    game = anted(new(), {1: 10, 2: 10})
    game = act(game, Announce("one_reno", HIGHER))
    assert [one.seat for one in game.expects()] == [0]
    with pytest.raises(IllegalAction, match="waits for the hand of Ann"):
        game.apply(Reveal(1, RENO_9))
    game = act(game, Reveal(0, RENO_10))
    assert [one.seat for one in game.expects()] == [1, 2]
    assert game.state()["points"] == [None, None, None]
    assert act(game, Reveal(2, RENO_9)).points_of(2) == 9


def test_d6_players_have_two_throws_and_the_boss_one() -> None:
    game = opened({0: RENO_10, 1: RENO_9})
    assert game.state()["throws_left"] == [1, 2]
    game = act(game, Throw(1, (6, 6, 1, 2, 3), (6, 6)), Throw(1, (6, 6, 1, 2, 4), (6, 6)))
    assert game.phase is QualificationPhase.BOSS_THROW
    assert game.throws_left(1) == 0


def test_d7_unqualified_players_throw_first_and_only_until_qualified() -> None:
    game = opened({0: RENO_10, 1: RENO_9, 2: NO_RENO})
    assert game.phase is QualificationPhase.QUALIFY
    assert [one.seat for one in game.expects()] == [2]
    with pytest.raises(IllegalAction):
        game.apply(Throw(1, RENO_12))
    game = act(game, Throw(2, (6, 5, 5, 2, 1), (6, 5, 2, 1)))
    assert game.phase is QualificationPhase.BEAT
    assert game.to_throw == (1, 2)
    assert game.throws_left(2) == 1


def test_d7_players_who_beat_the_point_do_not_throw() -> None:
    game = opened({0: RENO_10, 1: RENO_12, 2: RENO_9})
    assert game.to_throw == (2,)
    with pytest.raises(IllegalAction):
        game.apply(Throw(1, (2, 2, 6, 6, 6), (2, 2)))


def test_d7_a_throw_in_the_same_phase_out_of_turn_counts() -> None:
    game = opened({0: RENO_10, 1: RENO_9, 2: RENO_9})
    assert game.expects()[0].seat == 1
    assert act(game, Throw(2, (6, 6, 5, 5, 1), (6, 6))).points_of(2) == 13


def test_d8_an_improved_point_calls_back_players_with_unused_throws() -> None:
    game = opened({0: RENO_10, 1: RENO_12, 2: RENO_9})
    game = act(game, Throw(2, (6, 6, 1, 2, 3), (6, 6)), Throw(2, (6, 6, 1, 2, 4), (6, 6)))
    assert [one.type for one in game.expects()] == ["throw", "stay"]
    game = act(game, Throw(0, (5, 5, 6, 6, 1), (5, 5)))
    assert game.point == 13
    assert game.phase is QualificationPhase.BEAT_AGAIN
    assert game.to_throw == (1,)
    game = act(game, Throw(1, (2, 2, 6, 6, 5), (2, 2)))
    assert last(game)["results"] == {"1": "win", "2": "lose"}
    assert last(game)["point"] == 13


def test_d8_d_i_players_who_beat_the_improved_point_do_not_throw() -> None:
    game = act(opened({0: RENO_9, 1: RENO_12}), Throw(0, (6, 6, 5, 5, 1), (6, 6)))
    assert game.to_throw == (1,)
    game = act(opened({0: RENO_9, 1: RENO_12}), Throw(0, (6, 6, 5, 4, 1), (6, 6)))
    assert last(game)["results"] == {"1": "win"}


def test_d8_a_boss_who_stays_leaves_the_point() -> None:
    game = act(opened({0: RENO_9, 1: RENO_12}), Stay())
    assert last(game)["point"] == 9
    assert game.banks == (990, 1010)
    with pytest.raises(IllegalAction, match="Only a Boss who may throw stays"):
        game.apply(Stay())


def test_d8_the_boss_throws_once_only() -> None:
    game = act(opened({0: RENO_9, 1: RENO_12}), Throw(0, (6, 6, 5, 5, 5), (6, 6)))
    with pytest.raises(IllegalAction):
        game.apply(Throw(0, (6, 6, 1, 1, 1), (6, 6)))


@pytest.mark.parametrize(
    ("requirement", "boss", "player", "won"),
    [
        ("one_reno", (6, 6, 1, 2, 3), (5, 5, 4, 3, 1), 10),
        ("nevada", (6, 6, 5, 2, 1), (6, 6, 5, 2, 3), 15),
        ("two_to_make_ten", (6, 4, 1, 1, 1), (6, 4, 1, 1, 2), 20),
        ("monterey", (5, 4, 3, 1, 1), (5, 4, 3, 1, 6), 30),
        ("four_to_make_ten", (1, 2, 3, 4, 1), (1, 2, 3, 4, 6), 40),
        ("three_to_make_five", (1, 1, 3, 1, 1), (1, 1, 3, 6, 6), 50),
    ],
)
def test_d9_a_winner_gets_the_ante_times_the_payout(requirement: str, boss: Dice, player: Dice, won: int) -> None:
    game = act(opened({0: boss, 1: player}, requirement=requirement), Stay())
    assert last(game)["payments"] == {"1": won}
    assert game.banks == (1000 - won, 1000 + won)


def test_d9_whoever_never_qualifies_loses_the_ante() -> None:
    game = opened({0: RENO_9, 1: NO_RENO})
    game = act(game, Throw(1, NO_RENO, ()), Throw(1, (6, 5, 4, 3, 1), (6, 5)), Stay())
    assert last(game)["results"] == {"1": "lose"}
    assert last(game)["points"] == [None, None]
    assert game.banks == (1010, 990)


def test_d_m_a_tie_with_the_point_loses_or_pushes() -> None:
    def tied(tie: Tie) -> QualificationGame:
        throw = Throw(1, RENO_9, (6, 6))
        return act(opened({0: RENO_9, 1: RENO_9}, tie=tie), throw, throw, Stay())

    assert last(tied(Tie.BOSS))["results"] == {"1": "lose"}
    assert last(tied(Tie.PUSH))["results"] == {"1": "tie"}
    assert tied(Tie.PUSH).banks == (1000, 1000)


def test_d10_players_answer_a_stand_in_seat_order_and_conceders_pay_at_once() -> None:
    game = anted(new(players=4, boss=1), {2: 5, 3: 0, 0: 7})
    game = act(game, Announce("one_reno", HIGHER, True))
    assert [(one.type, one.seat) for one in game.expects()] == [("concede", 2), ("challenge", 2)]
    with pytest.raises(IllegalAction, match="Cy answers before Ann"):
        game.apply(Challenge(0))
    game = act(game, Concede(2))
    assert game.banks == (1000, 1005, 995, 1000)
    game = act(game, Challenge(0))
    assert game.to_reveal == (1,)
    game = act(game, Reveal(1, RENO_9))
    assert game.to_reveal == (0,)


def test_d10_a_challenger_wins_double_and_loses_three_antes_and_the_boss_does_not_throw() -> None:
    game = opened({0: RENO_10, 1: RENO_12, 2: RENO_9}, stand=True)
    assert game.state()["throws_left"] == [0, 2, 2]
    game = act(game, Throw(2, (6, 6, 1, 2, 3), (6, 6)), Throw(2, (6, 6, 1, 2, 4), (6, 6)))
    assert last(game)["payments"] == {"1": 20, "2": -30}
    assert game.banks == (1010, 1020, 970)


def test_d10_a_standing_boss_may_not_throw() -> None:
    game = opened({0: RENO_10, 1: RENO_9}, stand=True)
    with pytest.raises(IllegalAction, match="has given up the throw"):
        game.apply(Throw(0, RENO_12))


@pytest.mark.parametrize(("base", "won"), [(StandPayoutBase.ANTE, 60), (StandPayoutBase.TRIPLED, 180)])
def test_d_j_the_double_payout_is_on_the_ante_or_on_three_antes(base: StandPayoutBase, won: int) -> None:
    hands = {0: (5, 4, 3, 1, 1), 1: (5, 4, 3, 1, 2)}
    game = opened(hands, requirement="monterey", stand=True, stand_payout_base=base)
    assert last(game)["payments"] == {"1": won}


@pytest.mark.parametrize(("pays", "won"), [(BluffPays.DOUBLE_PAYOUT, 100), (BluffPays.DOUBLE_ANTE, 20)])
def test_d11_d_k_a_caught_bluff_pays_every_challenger_at_once(pays: BluffPays, won: int) -> None:
    game = anted(new(players=4, bluff_pays=pays), {1: 10, 2: 10, 3: 10})
    game = act(game, Announce("three_to_make_five", LOWER, True), Challenge(1), Concede(2), Challenge(3))
    game = act(game, Reveal(0, (6, 6, 6, 6, 6)))
    assert last(game)["bluff"] is True
    assert last(game)["boss_qualified"] is False
    assert last(game)["point"] is None
    assert last(game)["results"] == {"1": "win", "2": "concede", "3": "win"}
    assert last(game)["payments"] == {"1": won, "2": -10, "3": won}
    assert game.boss == 1


def test_d11_d_u_when_all_concede_the_hand_stays_hidden() -> None:
    game = act(anted(new(), {1: 5, 2: 6}), Announce("one_reno", HIGHER, True), Concede(1), Concede(2))
    assert last(game)["boss_hand"] is None
    assert last(game)["boss_qualified"] is None
    assert last(game)["bluff"] is False
    assert last(game)["results"] == {"1": "concede", "2": "concede"}
    assert game.banks == (1011, 995, 994)


def test_d4_an_unqualified_boss_without_stand_pays_like_a_caught_bluff_on_the_antes() -> None:
    game = anted(new(stand_payout_base=StandPayoutBase.TRIPLED), {1: 10, 2: 5})
    game = act(game, Announce("two_reno", HIGHER), Reveal(0, NO_RENO))
    assert last(game)["bluff"] is True
    assert last(game)["payments"] == {"1": 60, "2": 30}


def test_d4_d_n_a_boss_caught_without_stand_never_pays_more_than_the_bank() -> None:
    game = anted(new([100, 100, 100]), {1: 10, 2: 20})
    game = act(game, Announce("two_reno", HIGHER), Reveal(0, NO_RENO))
    assert last(game)["payments"] == {"1": 34, "2": 66}
    assert game.banks == (0, 134, 166)
    assert game.eliminated == (0,)


def test_d12_d_q_the_game_ends_when_everybody_was_boss_twice_and_most_points_win() -> None:
    game = new(players=2)
    for number in range(4):
        assert game.round == number + 1
        game = anted(game, {1: 10, 0: 0})
        if game.phase is QualificationPhase.ANNOUNCE:
            game = act(game, Announce("one_reno", HIGHER, True), Concede(1))
    assert game.over
    assert game.expects() == ()
    assert game.state()["boss"] is None
    assert (game.winner, game.winners, game.banks) == (0, (0,), (1020, 980))
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(Cover(1))


def test_d_q_a_tie_at_the_end_is_shared() -> None:
    game = new(players=3, rotations=1)
    for _ in range(3):
        game = anted(game, {})
    assert game.over
    assert game.winners == (0, 1, 2)
    assert game.winner is None


def test_d_q_a_player_without_points_drops_out_and_the_others_play_on() -> None:
    game = anted(new([500, 20, 500], rotations=1), {1: 20, 2: 5})
    game = act(game, Announce("one_reno", HIGHER), Reveal(0, RENO_12), Reveal(1, RENO_9), Reveal(2, RENO_9))
    stuck = (6, 6, 3, 2, 1)
    game = act(game, *(Throw(seat, stuck, (6, 6)) for seat in (1, 1, 2, 2)), Stay())
    assert game.eliminated == (1,)
    assert last(game)["eliminated"] == [1]
    assert game.boss == 2
    assert game.opponents == (0,)
    with pytest.raises(IllegalAction, match="Bo is out"):
        act(game, Cover(5)).apply(Ante(1, 1))
    game = anted(game, {})
    assert game.over


def test_d_q_the_game_ends_when_one_player_has_all_points() -> None:
    game = anted(new([500, 20], 2), {1: 20})
    game = act(game, Announce("one_reno", HIGHER, True), Challenge(1), Reveal(0, (2, 2, 6, 6, 6)), Reveal(1, RENO_9))
    game = act(game, Throw(1, RENO_9), Throw(1, RENO_9))
    assert (game.over, game.winner, game.banks) == (True, 0, (520, 0))


def test_d_c_other_dice_may_qualify_after_a_throw_unless_they_are_locked() -> None:
    hands = {0: (4, 4, 6, 6, 5), 1: (6, 6, 1, 2, 3)}
    throw = Throw(1, (6, 6, 3, 3, 1), (6, 6))
    assert act(opened(hands), throw).points_of(1) == 13
    locked = act(opened(hands, freeze=Freeze.LOCKED), throw)
    assert locked.points_of(1) == 7
    assert locked.freezable(1) == ((6, 6),)
    with pytest.raises(IllegalAction, match="freezes 6-6"):
        locked.apply(Throw(1, (3, 3, 6, 6, 6), (3, 3)))


def test_d_c_locked_dice_that_nobody_saw_stay_open_until_the_throws_tell_them_apart() -> None:
    game = opened({0: (4, 4, 6, 6, 5), 1: (6, 6, 3, 3, 1)}, freeze=Freeze.LOCKED)
    game = act(game, Throw(1, (6, 6, 3, 3, 2)))
    assert game.freezable(1) == ((6, 6), (3, 3))
    assert act(game, Throw(1, (3, 3, 1, 1, 1))).last_round is None
    assert act(game, Throw(1, (3, 3, 1, 1, 1))).freezable(1) == ((3, 3),)


def test_d_d_all_dice_outside_the_frozen_set_are_thrown_unless_any_may_be() -> None:
    hands = {0: RENO_12, 1: (6, 6, 5, 2, 1)}
    throw = Throw(1, (6, 6, 5, 3, 1), (6, 6, 5))
    with pytest.raises(IllegalAction, match="freezes 6-6 and throws all others"):
        opened(hands).apply(throw)
    game = act(opened(hands, unfrozen_throw=UnfrozenThrow.ANY), throw)
    assert game.points_of(1) == 9
    with pytest.raises(IllegalAction, match="Bo throws one die at least"):
        game.apply(Throw(1, (6, 6, 5, 3, 1), (6, 6, 5, 3, 1)))
    with pytest.raises(IllegalAction, match="may keep others, too"):
        game.apply(Throw(1, (6, 5, 3, 1, 1), (6, 5)))


def test_d_e_an_unqualified_player_keeps_any_dice_unless_all_are_thrown() -> None:
    hands = {0: RENO_9, 1: NO_RENO}
    throw = Throw(1, (6, 5, 5, 1, 1), (6, 5))
    assert act(opened(hands), throw).points_of(1) == 16
    with pytest.raises(IllegalAction, match="not qualified and throws all five"):
        opened(hands, unqualified_throw=UnqualifiedThrow.ALL).apply(throw)
    assert act(opened(hands, unqualified_throw=UnqualifiedThrow.ALL), Throw(1, RENO_12, ())).points_of(1) == 12


@pytest.mark.parametrize(
    ("throw", "why"),
    [
        (Throw(1, (5, 5, 1, 1, 2), (5, 5)), "Bo cannot keep 5-5 of 6-6-4-3-2"),
        (Throw(1, (5, 5, 1, 1, 2), (6, 6)), "Bo kept 6-6, which is not among"),
        (Throw(1, (5, 5, 1, 1, 2)), "Bo is qualified, freezes 6-6 and throws all others"),
        (Throw(1, (6, 5, 1, 1, 2), (6,)), "Bo is qualified, freezes 6-6"),
    ],
)
def test_d7_qualifying_dice_stay_frozen(throw: Throw, why: str) -> None:
    game = opened({0: RENO_10, 1: RENO_9})
    before = game.state()
    with pytest.raises(IllegalAction, match=why):
        game.apply(throw)
    assert game.state() == before


def test_d_h_a_worse_boss_throw_stands_or_the_better_point_counts() -> None:
    def worse(option: BossRethrow) -> QualificationGame:
        game = opened({0: RENO_10, 1: RENO_9}, boss_rethrow=option)
        throw = Throw(1, RENO_9, (6, 6))
        return act(game, throw, throw, Throw(0, (5, 5, 1, 2, 4), (5, 5)))

    assert last(worse(BossRethrow.STANDS))["point"] == 7
    assert last(worse(BossRethrow.STANDS))["results"] == {"1": "win"}
    assert last(worse(BossRethrow.KEEP_BETTER))["point"] == 10
    assert last(worse(BossRethrow.KEEP_BETTER))["results"] == {"1": "lose"}


@pytest.mark.parametrize(("rounding", "won"), [(Rounding.FLOOR, 7), (Rounding.CEIL, 8), (Rounding.EXACT, Fraction(15, 2))])
def test_d_l_half_a_point(rounding: Rounding, won: int | Fraction) -> None:
    hands = {0: (6, 6, 5, 2, 1), 1: (6, 6, 5, 2, 3)}
    game = act(opened(hands, 5, "nevada", rounding=rounding), Stay())
    assert game.banks == (1000 - won, 1000 + won)
    assert game.state()["banks"] == [1000 - float(won), 1000 + float(won)]
    options = QualificationOptions(rounding=rounding)
    assert payout(options, Requirement.NEVADA, 5, stand=True) == 15


def test_d_l_even_antes_need_no_rounding() -> None:
    game = act(new([1000, 7, 1000], rounding=Rounding.EVEN_ANTES), Cover(20))
    assert [(one.most, one.step) for one in game.expects()] == [(6, 2), (20, 2)]
    with pytest.raises(IllegalAction, match="an even number from 0 to 20"):
        game.apply(Ante(2, 5))


def test_d_g_antes_may_come_after_the_announcement() -> None:
    game = act(new([100, 100, 100], antes_when=AntesWhen.AFTER_ANNOUNCEMENT), Cover(20))
    assert game.phase is QualificationPhase.ANNOUNCE
    assert game.announceable(stand=False) == tuple(Requirement)[:6]
    game = act(game, Announce("two_vegas", HIGHER, False))
    assert game.phase is QualificationPhase.ANTES
    game = act(game, Ante(1, 20), Ante(2, 0))
    assert game.to_reveal == (0,)
    stood = act(
        new(antes_when=AntesWhen.AFTER_ANNOUNCEMENT), Cover(20), Announce("one_reno", LOWER, True), Ante(1, 1), Ante(2, 2)
    )
    assert stood.to_answer == (1, 2)


def test_d_n_the_boss_covers_no_more_than_the_bank_can_pay_at_1_to_1() -> None:
    game = new([59, 100, 100, 100], 4)
    assert game.expects()[0].most == 19
    with pytest.raises(IllegalAction, match="Ann covers 0 to 19, so that everybody can be paid"):
        game.apply(Cover(20))


def test_d_n_an_announcement_whose_worst_case_the_bank_cannot_pay_is_refused() -> None:
    game = anted(new([100, 100, 100, 100], 4), {1: 20, 2: 20, 3: 10})
    assert game.risk(Requirement.TWO_VEGAS, stand=False) == 100
    assert game.risk(Requirement.TWO_VEGAS, stand=True) == 200
    with pytest.raises(IllegalAction, match="Two Reno could cost 150, more than the 100 points of Ann"):
        game.apply(Announce("two_reno", HIGHER))
    with pytest.raises(IllegalAction, match="Two Vegas with Stand could cost 200"):
        game.apply(Announce("two_vegas", HIGHER, True))
    assert act(game, Announce("two_vegas", HIGHER)).phase is QualificationPhase.REVEAL
    assert act(game, Announce("one_vegas", HIGHER, True)).phase is QualificationPhase.ANSWERS
    choices = {one.stand: one.choices for one in game.expects()}
    assert choices[True] == ("one_reno", "one_vegas")
    assert choices[False][-1] == "two_vegas"


def test_d_n_without_protection_the_boss_may_go_below_zero_or_shares_the_bank() -> None:
    def broke(option: BossBank) -> QualificationGame:
        game = anted(new([10, 100, 100], boss_bank=option), {1: 30, 2: 30}, cover=30)
        return act(game, Announce("monterey", HIGHER, True), Challenge(1), Challenge(2), Reveal(0, NO_RENO))

    assert broke(BossBank.NEGATIVE).banks == (-350, 280, 280)
    assert broke(BossBank.NEGATIVE).eliminated == (0,)
    assert broke(BossBank.PRO_RATA).banks == (0, 105, 105)


def test_d_n_losers_pay_before_the_bank_is_shared() -> None:
    game = anted(new([10, 100, 100], boss_bank=BossBank.PRO_RATA), {1: 30, 2: 40}, cover=40)
    game = act(game, Announce("one_reno", HIGHER), Reveal(0, RENO_10), Reveal(1, RENO_9), Reveal(2, RENO_12))
    game = act(game, Throw(1, RENO_9), Throw(1, RENO_9), Stay())
    assert game.banks == (0, 70, 140)


def test_d_n_a_shared_bank_goes_out_whole() -> None:
    assert shared(10, {2: 7, 0: 7, 1: 7}, Rounding.FLOOR) == {2: 4, 0: 3, 1: 3}
    assert shared(10, {0: 30, 1: 10}, Rounding.EXACT) == {0: Fraction(15, 2), 1: Fraction(5, 2)}


def test_d_o_a_challenger_with_less_than_three_antes_risks_the_bank_and_is_paid_in_full() -> None:
    hands = {0: RENO_10, 1: RENO_9, 2: RENO_12}
    game = opened(hands, 20, stand=True, banks=[500, 25, 25])
    game = act(game, Throw(1, RENO_9), Throw(1, RENO_9))
    assert last(game)["payments"] == {"1": -25, "2": 40}


def test_d_p_an_ante_of_zero_sits_out_and_a_round_without_antes_ends_at_once() -> None:
    game = opened({0: RENO_9, 2: RENO_12}, antes={2: 10})
    game = act(game, Stay())
    assert last(game)["results"] == {"1": "out", "2": "win"}
    game = anted(game, {})
    assert last(game)["results"] == {"2": "out", "0": "out"}
    assert last(game)["requirement"] is None
    assert game.round == 3


def test_d_r_answers_given_all_at_once_are_hidden_until_the_last() -> None:
    game = anted(new(players=4, answers=Answers.TOGETHER), {1: 10, 2: 10, 3: 10})
    game = act(game, Announce("one_reno", HIGHER, True), Concede(3))
    assert game.state()["answers"] == [None, None, None, None]
    assert game.banks == (1000, 1000, 1000, 1000)
    assert game.seen_by(1).responses == (None, None, None, None)
    assert game.seen_by(3).responses == game.responses
    assert {one.seat for one in game.expects()} == {1, 2}
    with pytest.raises(IllegalAction):
        game.apply(Challenge(3))
    step = act(game, Challenge(1)).apply(Concede(2))
    assert step.game.state()["answers"] == [None, "challenge", "concede", "concede"]
    assert step.game.banks == (1020, 1000, 990, 990)
    assert [event.kind for event in step.events].count(EventKind.PAID) == 2


def test_d_t_a_stand_on_a_qualified_hand_is_allowed() -> None:
    game = opened({0: RENO_10, 1: RENO_9}, stand=True)
    assert game.point == 10


def test_events_say_what_happened_losers_first() -> None:
    game = opened({0: RENO_10, 1: RENO_12, 2: RENO_9})
    game = act(game, Throw(2, RENO_9), Throw(2, RENO_9))
    step = game.apply(Stay())
    assert [(event.kind, event.seat, event.other, event.amount) for event in step.events] == [
        (EventKind.STAYED, 0, None, None),
        (EventKind.PAID, 2, 0, 10),
        (EventKind.PAID, 0, 1, 10),
    ]


def test_a_hidden_hand_is_nowhere_in_the_state() -> None:
    game = anted(new(), {1: 10, 2: 10})
    game = act(game, Announce("one_reno", HIGHER))
    assert game.hands == (None, None, None)
    assert game.state()["hands"] == [None, None, None]
    assert game.seen_by(1) == game


@pytest.mark.parametrize(
    ("banks", "options", "why"),
    [
        ([1000, 0, 0], {}, "two players need points"),
        ([0, 1000, 1000], {}, "first Boss is the seat of a player with points"),
        ([1000, 1000, 1000], {"boss": 3}, "first Boss is the seat"),
        ([1000, 1000], {}, "3 players but 2 banks"),
    ],
)
def test_no_game_starts_without_points(banks: list[int], options: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidOptions, match=why):
        new(banks, 3, **options)


@pytest.mark.parametrize(
    "options", [{"rotations": 0}, {"rotations": 101}, {"boss": -1}, {"rounding": "floor"}, {"tie": Rounding.CEIL}]
)
def test_wrong_house_rules_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        QualificationOptions(**options)


def test_only_well_formed_actions_are_taken() -> None:
    game = new()
    with pytest.raises(InvalidAction, match="whole number"):
        game.apply(Cover(True))
    with pytest.raises(InvalidAction, match="no such seat"):
        act(game, Cover(5)).apply(Ante(3, 1))
    with pytest.raises(InvalidAction, match="no requirement"):
        anted(game, {1: 1}).apply(Announce("flush", HIGHER))
    with pytest.raises(IllegalAction, match="There is no call_up in Qualification Dice; the table waits for the cover of Ann"):
        game.apply(CallUp())
    with pytest.raises(IllegalAction, match="A requirement is announced after the antes"):
        game.apply(Announce("one_reno", HIGHER))


def test_a_player_out_from_the_start_does_not_play() -> None:
    game = new([1000, 0, 1000])
    assert game.opponents == (2,)
    assert game.state()["eliminated"] == [1]
    assert game.expects()[0].most == 1000


def test_every_option_has_its_own_sentence() -> None:
    assert str(explain("rotations", 2)) == "Everybody is Boss 2 times."
    assert str(explain("rotations", 1)) == "Everybody is Boss once."
    for field in fields(QualificationOptions):
        if isinstance(field.default, Enum):
            choices = list(type(field.default))
            assert len({str(explain(field.name, choice)) for choice in choices}) == len(choices)
    with pytest.raises(InvalidOptions, match="no option"):
        explain("boss_rethrow", Tie.PUSH)
