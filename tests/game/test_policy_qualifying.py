"""Freezing, staying, standing and pushing: against brute force, against the rules engine, and measured from outside."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from game.actions import Dice, Direction
from game.freezing import FreezeRules, UnfrozenThrow, UnqualifiedThrow
from game.playbook import DamagedTable
from game.policies import stand
from game.policies.progressive import Standing, accepts_push, duel_worth, keep_to_win, offers_push
from game.policies.qualification import (
    Announced,
    Opponent,
    against_points,
    announcement_gain,
    boss_throw,
    keep_before_boss_throw,
    keep_to_beat,
    prospects,
)
from game.policies.rethrow import HANDS, hand_index, legal_keeps, points, throws
from game.qualification_options import BossRethrow, QualificationOptions, StandPayoutBase, Tie
from game.requirements import Requirement, best_point, qualifying

USUAL = QualificationOptions()
FREE = FreezeRules()
NEVADA_HIGH = Announced(Requirement.NEVADA, Direction.HIGHER, USUAL)
RENO_HIGH = Announced(Requirement.ONE_RENO, Direction.HIGHER, USUAL)


def thrown(keep: Dice) -> list[Dice]:
    return [tuple(sorted(keep + dice)) for dice in product(range(1, 7), repeat=5 - len(keep))]


def test_every_row_of_throws_is_a_distribution() -> None:
    table = throws()
    assert table.chances.shape == (462, 252)
    assert np.allclose(table.chances.sum(axis=1), 1)
    assert table.first.sum() == pytest.approx(1)


def test_legal_keeps_follow_the_readings() -> None:
    pair, nothing = (1, 2, 3, 6, 6), (1, 2, 3, 4, 6)
    assert legal_keeps(Requirement.ONE_RENO, pair, FREE) == ((6, 6),)
    assert len(legal_keeps(Requirement.ONE_RENO, nothing, FREE)) == 31
    assert legal_keeps(Requirement.ONE_RENO, nothing, FreezeRules(unqualified_throw=UnqualifiedThrow.ALL)) == ((),)
    loose = legal_keeps(Requirement.ONE_RENO, pair, FreezeRules(unfrozen_throw=UnfrozenThrow.ANY))
    assert (6, 6) in loose
    assert (1, 6, 6) in loose
    assert all(keep.count(6) == 2 and len(keep) < 5 for keep in loose)


@pytest.mark.parametrize("hand", [(1, 2, 3, 4, 6), (1, 1, 3, 4, 6), (2, 2, 5, 5, 6)])
@pytest.mark.parametrize("direction", Direction)
def test_the_last_throw_against_a_point_by_brute_force(hand: Dice, direction: Direction) -> None:
    announced = Announced(Requirement.ONE_RENO, direction, USUAL, stand=True)
    point = 11

    def beats(result: Dice) -> bool:
        mine = best_point(Requirement.ONE_RENO, result, direction)
        return mine is not None and (mine > point if direction is Direction.HIGHER else mine < point)

    chances = {
        keep: Counter(map(beats, thrown(keep)))[True] / 6 ** (5 - len(keep))
        for keep in legal_keeps(Requirement.ONE_RENO, hand, FREE)
    }
    assert chances[keep_to_beat(announced, list(chances), 1, point)] == max(chances.values())
    table = against_points(announced)
    if not beats(hand):
        worth = table.worth[1][table.points.index(point), hand_index()[hand]]
        assert worth == pytest.approx(2 * max(chances.values()) - 3 * (1 - max(chances.values())))


def test_stakes_follow_the_house_rules() -> None:
    nevada = Announced(Requirement.NEVADA, Direction.HIGHER, USUAL, stand=True)
    assert (nevada.stakes.win, nevada.stakes.lose, nevada.stakes.tie) == (3, -3, -3)
    tripled = QualificationOptions(stand_payout_base=StandPayoutBase.TRIPLED, tie=Tie.PUSH)
    assert Announced(Requirement.NEVADA, Direction.HIGHER, tripled, stand=True).stakes.win == 9
    assert Announced(Requirement.NEVADA, Direction.HIGHER, tripled).stakes.tie == 0


def test_the_boss_throw_by_brute_force() -> None:
    """One opponent beats the Point with 12 and has no throw left; the Boss holds 6-6 and a point of 4."""
    boss_hand = (1, 1, 2, 6, 6)
    opponents = [Opponent(10, (1, 1, 4, 4, 4), 0)]
    point = best_point(Requirement.ONE_RENO, boss_hand, Direction.HIGHER)
    assert point == 14
    assert best_point(Requirement.ONE_RENO, opponents[0].hand, Direction.HIGHER) == 12
    # Staying wins already.
    assert boss_throw(RENO_HIGH, boss_hand, opponents) is None
    strong = [Opponent(10, (1, 1, 5, 5, 6), 0)]
    assert best_point(Requirement.ONE_RENO, strong[0].hand, Direction.HIGHER) == 16
    saved = {
        way.dice: sum((best_point(Requirement.ONE_RENO, hand, Direction.HIGHER) or 0) >= 16 for hand in thrown(way.dice)) / 216
        for way in qualifying(Requirement.ONE_RENO, boss_hand)
    }
    assert boss_throw(RENO_HIGH, boss_hand, strong) == max(saved, key=lambda dice: saved[dice])


def test_the_boss_weighs_all_opponents() -> None:
    """A large ante that he has won is not risked for a small one that he has lost."""
    boss_hand = (1, 1, 2, 6, 6)
    beaten, ahead = (1, 1, 4, 4, 4), (1, 1, 5, 5, 6)
    assert boss_throw(RENO_HIGH, boss_hand, [Opponent(100, beaten, 0), Opponent(1, ahead, 0)]) is None
    assert boss_throw(RENO_HIGH, boss_hand, [Opponent(1, beaten, 0), Opponent(100, ahead, 0)]) is not None


def test_a_boss_who_keeps_the_better_point_always_throws_when_behind() -> None:
    careful = Announced(Requirement.ONE_RENO, Direction.HIGHER, QualificationOptions(boss_rethrow=BossRethrow.KEEP_BETTER))
    opponents = [Opponent(100, (1, 1, 4, 4, 4), 0), Opponent(1, (1, 1, 5, 5, 6), 0)]
    assert boss_throw(careful, (1, 1, 2, 6, 6), opponents) is not None


@pytest.mark.parametrize("announced", [NEVADA_HIGH, RENO_HIGH, Announced(Requirement.MONTEREY, Direction.LOWER, USUAL)])
def test_prospects_are_what_is_won_when_both_play_on(announced: Announced) -> None:
    """Plays rounds between one opponent and the Boss by the rules of D7 and D8 and compares the average."""
    rng = random.Random(4)
    requirement, direction = announced.requirement, announced.direction
    found = points(requirement, direction)
    boss_hand = next(hand for hand in HANDS[100:] if found[hand_index()[hand]] >= 0)
    table = prospects(announced, boss_hand)

    def roll(keep: Dice) -> Dice:
        return tuple(sorted((*keep, *(rng.randint(1, 6) for _ in range(5 - len(keep))))))

    def legal(hand: Dice) -> tuple[Dice, ...]:
        return legal_keeps(requirement, hand, FREE)

    def beats(hand: Dice, point: int) -> bool:
        mine = found[hand_index()[hand]]
        return bool(mine >= 0 and (mine > point if direction is Direction.HIGHER else mine < point))

    count, total = 4000, 0.0
    for _ in range(count):
        point, hand, left = int(found[hand_index()[boss_hand]]), roll(()), 2
        while left and not beats(hand, point):
            hand, left = roll(keep_before_boss_throw(announced, legal(hand), left, boss_hand)), left - 1
        freeze = boss_throw(announced, boss_hand, [Opponent(1, hand, left)])
        if freeze is not None:
            point = int(found[hand_index()[roll(freeze)]])
            while left and not beats(hand, point):
                hand, left = roll(keep_to_beat(announced, legal(hand), left, point)), left - 1
        total += announced.stakes.win if beats(hand, point) else announced.stakes.lose
    expected = float(throws().first @ table.worth[2])
    assert total / count == pytest.approx(expected, abs=4 * (announced.stakes.win + 1) / 2 / count**0.5)
    gain = announcement_gain(announced, boss_hand)
    assert gain == pytest.approx(-expected)


def test_an_unqualified_boss_has_nothing_to_announce_quietly() -> None:
    assert announcement_gain(RENO_HIGH, (1, 2, 3, 4, 6)) is None


def test_the_stored_stands_leave_little_to_gain() -> None:
    """Against the best answers of both sides; a table of chance answers leaves a lot."""
    game = stand.stand_game(USUAL)
    found = stand.distance(game, stand.stored())
    assert found.boss_best >= found.value >= found.opponent_best
    assert found.left < 0.001
    even = stand.StandPlay(np.full((252, 25), 1 / 25), np.full((24, 252), 0.5))
    assert stand.distance(game, even).left > 0.5
    few = stand.solve_stands(game, rounds=30)
    assert found.left < stand.distance(game, few).left < 0.2


def test_stands_are_stored_as_written() -> None:
    text = stand.written(stand.stored())
    again = stand.read(text)
    assert np.allclose(again.boss, stand.stored().boss, atol=2e-3)
    assert np.allclose(again.challenge, stand.stored().challenge)


@pytest.mark.parametrize("text", ["", "{}", '{"format": 1, "boss": [], "challenge": []}', '{"format": 9, "boss": 1}'])
def test_damaged_stands_are_refused(text: str) -> None:
    with pytest.raises(DamagedTable):
        stand.read(text)


def test_what_stands_look_like() -> None:
    """A pair of sixes beside 1-1-1 stands on a low point; nobody challenges a sure loss, who cannot lose challenges."""
    chances = stand.stand_chances((1, 1, 1, 6, 6), USUAL)
    assert sum(chances.values()) == pytest.approx(1)
    high = Announced(Requirement.ONE_RENO, Direction.HIGHER, USUAL, stand=True)
    assert stand.challenge_chance(high, (1, 1, 6, 6, 6)) > stand.challenge_chance(high, (1, 2, 3, 4, 6))


def test_progressive_duels_are_antisymmetric_in_sum() -> None:
    """Without throws left the points decide; with throws left the worth stays within win and loss."""
    worth = duel_worth(Requirement.MONTEREY, FREE)
    found = points(Requirement.MONTEREY, Direction.HIGHER)
    assert np.array_equal(worth[0, 0], np.sign(found[:, None] - found[None, :]))
    assert np.array_equal(worth[0, 0], -worth[0, 0].T)
    assert all(np.abs(table).max() <= 1 for table in worth.values())


def test_the_last_progressive_throw_by_brute_force() -> None:
    """The rival has 3-4-5 with a point of 8 and no throw; I have 2-3-4 with a point of 7 and one throw."""
    requirement = Requirement.MONTEREY
    me, rival = Standing((2, 3, 4, 1, 6), 1), Standing((2, 3, 4, 5, 5), 0)
    mine = tuple(sorted(me.hand))
    assert best_point(requirement, mine, Direction.HIGHER) == 7
    assert best_point(requirement, rival.hand, Direction.HIGHER) == 10
    worth = duel_worth(requirement, FREE)[1, 0][hand_index()[mine], hand_index()[rival.hand]]
    results = [np.sign((best_point(requirement, hand, Direction.HIGHER) or -1) - 10) for hand in thrown((2, 3, 4))]
    assert worth == pytest.approx(float(np.mean(results)))
    assert keep_to_win(requirement, FREE, [Standing(mine, 1), rival], 0, [(2, 3, 4)]) == (2, 3, 4)


def test_pushes() -> None:
    """Tied at the highest point nobody throws on; tied at the lowest everybody does, and refuses a push."""
    requirement = Requirement.ONE_RENO
    high, low = (1, 1, 6, 6, 6), (1, 1, 1, 1, 1)
    assert accepts_push(requirement, FREE, [Standing(high, 1), Standing(high, 1)], 0)
    assert offers_push(requirement, FREE, [Standing(high, 2), Standing(high, 2)], 1, (0, 1))
    assert not accepts_push(requirement, FREE, [Standing(low, 1), Standing(low, 0)], 0)
    assert not offers_push(requirement, FREE, [Standing(low, 1), Standing(low, 0)], 0, (0, 1))


def test_who_alone_has_throws_left_in_a_tie_chooses() -> None:
    """He throws from the lowest point, pushes from the highest, and the other can only wait."""
    worth = duel_worth(Requirement.ONE_RENO, FREE)
    low, high = hand_index()[(1, 1, 1, 1, 1)], hand_index()[(1, 1, 6, 6, 6)]
    assert worth[1, 0][low, low] == -worth[0, 1][low, low] > 0.9
    assert worth[1, 0][high, high] == worth[0, 1][high, high] == 0


@pytest.mark.parametrize("rivals", [2, 3])
def test_several_rivals(rivals: int) -> None:
    """With two throws a qualifying Nevada is worth more than a lone five, whoever else waits."""
    others = [Standing((1, 1, 2, 3, 4), 1)] * rivals
    players = [*others[:1], Standing((1, 2, 2, 3, 5), 2), *others[1:]]
    keeps = legal_keeps(Requirement.NEVADA, players[1].hand, FREE)
    assert keep_to_win(Requirement.NEVADA, FREE, players, 1, keeps) == (2, 2, 5)
