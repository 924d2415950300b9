"""Freezing, throwing, staying and announcing in Qualification Dice (rules D4 to D11).

Objective: points won in this round, in antes of each opponent. The bank's size, rounding and later rounds are left out.

Distance from optimal: after a stand, and once the Boss has thrown or stays, a player's keeps are optimal. Before the Boss'
throw they are optimal against one opponent (the Boss answers the hand that is reached with the throw that hurts it most); with
several opponents the Boss has one throw against all of them, and a player here reckons with the worst for himself. The Boss'
own throw or stay is optimal against any number. Announcements without a stand are reckoned in the same way. Stands, bluffs
and answers to them come from `game.policies.stand`, which measures its distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.actions import Dice, Direction
from game.freezing import FreezeRules
from game.policies.rethrow import (
    NO_POINT,
    Flags,
    Floats,
    best_of,
    hand_index,
    points,
    throw_on,
    throws,
)
from game.qualification_options import BossRethrow, QualificationOptions, StandPayoutBase, Tie
from game.qualification_table import THROWS
from game.requirements import Requirement, qualifying


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a player wins, loses and has from a tie with the Point, in antes."""

    win: float
    lose: float
    tie: float

    @classmethod
    def of(cls, requirement: Requirement, options: QualificationOptions, stand: bool) -> Stakes:
        """The stakes of an announcement (rules D9, D10; readings D-j, D-m)."""
        payout = float(requirement.payout)
        lose = -3.0 if stand else -1.0
        if stand:
            payout *= 6 if options.stand_payout_base is StandPayoutBase.TRIPLED else 2
        return cls(payout, lose, 0.0 if options.tie is Tie.PUSH else lose)


@dataclass(frozen=True, slots=True)
class Announced:
    """A requirement and a direction under certain house rules; hashable, so that its figures are worked out once."""

    requirement: Requirement
    direction: Direction
    options: QualificationOptions
    stand: bool = False

    @property
    def freezing(self) -> FreezeRules:
        return self.options.freezing

    @property
    def stakes(self) -> Stakes:
        return Stakes.of(self.requirement, self.options, self.stand)


@dataclass(frozen=True, slots=True)
class Against:
    """For every Point (first axis, see `points`): which hands beat it, and what a hand is worth with 0, 1, 2 throws left."""

    points: tuple[int, ...]
    beats: Flags
    worth: tuple[Floats, ...]


@lru_cache(maxsize=192)
def against_points(announced: Announced) -> Against:
    """A player's prospects against a Boss who throws no more (rules D8, D10), in antes; optimal keeps."""
    mine = points(announced.requirement, announced.direction)
    asked = tuple(sorted({int(point) for point in mine if point != NO_POINT}))
    column = np.array(asked)[:, None]
    better = mine > column if announced.direction is Direction.HIGHER else mine < column
    beats = better & (mine != NO_POINT)
    stakes = announced.stakes
    final = np.where(beats, stakes.win, np.where(mine == column, stakes.tie, stakes.lose))
    ends = [final] * (THROWS + 1)
    return Against(asked, beats, tuple(throw_on(announced.requirement, ends, beats, announced.freezing)))


def boss_points_after(announced: Announced, hand: Dice, freeze: Dice) -> Floats:
    """The distribution of the Point (as in `Against.points`) when a Boss with this hand freezes `freeze` and throws (D8)."""
    table = against_points(announced)
    found = points(announced.requirement, announced.direction)
    before = found[hand_index()[hand]]
    if announced.options.boss_rethrow is BossRethrow.KEEP_BETTER:
        pick = np.maximum if announced.direction is Direction.HIGHER else np.minimum
        found = np.where(found == NO_POINT, found, pick(found, before))
    place = {point: index for index, point in enumerate(table.points)}
    chances = np.zeros(len(table.points))
    row = throws().chances[throws().place[freeze]]
    for index in np.flatnonzero(row):
        chances[place[int(found[index])]] += row[index]
    return chances


@dataclass(frozen=True, slots=True)
class Prospects:
    """A player's prospects against one Boss hand in the open, before the Boss' throw; arrays by throws left, over hands.

    `settled[t]` is the worth of a hand that beats the Point, with `t` throws left, once the Boss has made the most of his
    throw; `worth[t]` the worth of any hand.
    """

    beats: Flags
    settled: tuple[Floats, ...]
    worth: tuple[Floats, ...]


@lru_cache(maxsize=1024)
def prospects(announced: Announced, boss_hand: Dice) -> Prospects:
    """Reckons a player's prospects (in antes) when the Boss with this qualified hand may still throw once (rules D7, D8)."""
    table = against_points(announced)
    index = hand_index()[boss_hand]
    place = table.points.index(int(points(announced.requirement, announced.direction)[index]))
    beats = table.beats[place]
    freezes = [way.dice for way in qualifying(announced.requirement, boss_hand)]
    after = np.array([boss_points_after(announced, boss_hand, freeze) for freeze in freezes])
    settled = tuple(
        np.where(beats, np.minimum(worth[place], (after @ worth).min(axis=0)), table.worth[0][place]) for worth in table.worth
    )
    return Prospects(beats, settled, tuple(throw_on(announced.requirement, settled, beats, announced.freezing)))


def keep_to_beat(announced: Announced, keeps: Sequence[Dice], throws_left: int, point: int) -> Dice:
    """Which of the legal `keeps` a player keeps against a Point that stands (rules D7, D8, D10)."""
    table = against_points(announced)
    return best_of(keeps, table.worth[throws_left - 1][table.points.index(point)])


def keep_before_boss_throw(announced: Announced, keeps: Sequence[Dice], throws_left: int, boss_hand: Dice) -> Dice:
    """Which of the legal `keeps` a player keeps while the Boss may still throw once (rule D7)."""
    return best_of(keeps, prospects(announced, boss_hand).worth[throws_left - 1])


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of the Boss after phase 2: ante, sorted hand and throws left."""

    ante: int
    hand: Dice
    throws_left: int


def boss_throw(announced: Announced, boss_hand: Dice, opponents: Sequence[Opponent]) -> Dice | None:
    """What the Boss freezes for his throw, or `None` to stay; optimal against all opponents together (rule D8)."""
    table = against_points(announced)
    index = hand_index()
    owed = sum(
        (each.ante * table.worth[each.throws_left][:, index[each.hand]] for each in opponents), np.zeros(len(table.points))
    )
    place = table.points.index(int(points(announced.requirement, announced.direction)[index[boss_hand]]))
    best, cost = None, float(owed[place])
    for way in qualifying(announced.requirement, boss_hand):
        expected = float(boss_points_after(announced, boss_hand, way.dice) @ owed)
        if expected < cost - 1e-9:
            best, cost = way.dice, expected
    return best


def announcement_gain(announced: Announced, boss_hand: Dice) -> float | None:
    """What the Boss gains from each opponent, in antes, by announcing this without a stand; `None` when he is not qualified.

    The opponent's hand is under the cup still.
    """
    if points(announced.requirement, announced.direction)[hand_index()[boss_hand]] == NO_POINT:
        return None
    return -float(throws().first @ prospects(announced, boss_hand).worth[THROWS])


def all_announcements(options: QualificationOptions, stand: bool) -> tuple[Announced, ...]:
    """Every requirement in both directions."""
    return tuple(Announced(each, way, options, stand) for each in Requirement for way in Direction)
