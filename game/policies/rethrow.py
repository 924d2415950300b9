"""Which dice to keep for up to two more throws, when every final hand has a known worth (rules D7, E5; D-c to D-e).

A player who qualifies freezes one qualifying set, whoever does not may keep what he likes; after a throw any set may qualify
again (reading D-c, re-choose; under the other reading these answers are good, not optimal). All arrays run over the 252 hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from game.actions import Dice, Direction
from game.distributions import HAND, THROWS, keeps_of, results_of, throws_of
from game.freezing import FreezeRules, UnfrozenThrow, UnqualifiedThrow
from game.keeping import among
from game.requirements import Requirement, best_point, qualifying

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

HANDS: tuple[Dice, ...] = tuple(hand for hand, _ in throws_of(HAND))
NO_POINT = -1
"""Stands for the point of a hand that does not qualify."""


@dataclass(frozen=True, slots=True)
class Throws:
    """All keeps and what they become: row `i` of `chances` is the distribution over the 252 hands after keeping `keeps[i]`."""

    keeps: tuple[Dice, ...]
    place: dict[Dice, int]
    chances: Floats
    first: Floats


@cache
def throws() -> Throws:
    """The 462 keeps; `first` is the distribution of a throw of all five dice."""
    keeps = tuple(kept for size in range(HAND + 1) for kept, _ in throws_of(size))
    index = hand_index()
    chances = np.zeros((len(keeps), len(HANDS)))
    for row, kept in enumerate(keeps):
        for hand, ways in results_of(kept):
            chances[row, index[hand]] = ways / 6 ** (HAND - len(kept))
    first = np.array([ways for _, ways in throws_of(HAND)]) / THROWS
    return Throws(keeps, {kept: row for row, kept in enumerate(keeps)}, chances, first)


@cache
def hand_index() -> dict[Dice, int]:
    """The place of each sorted hand in the arrays."""
    return {hand: place for place, hand in enumerate(HANDS)}


@cache
def points(requirement: Requirement, direction: Direction) -> NDArray[np.int64]:
    """The best point of every hand in this direction, `NO_POINT` where it does not qualify (reading D-b)."""
    found = (best_point(requirement, hand, direction) for hand in HANDS)
    return np.array([NO_POINT if point is None else point for point in found])


@cache
def legal_keeps(requirement: Requirement, hand: Dice, rules: FreezeRules) -> tuple[Dice, ...]:
    """What a player with this hand (sorted) may keep for the next throw (readings D-d, D-e)."""
    return keeps_with(hand, tuple(way.dice for way in qualifying(requirement, hand)), rules)


def keeps_with(hand: Dice, sets: tuple[Dice, ...], rules: FreezeRules) -> tuple[Dice, ...]:
    """What may be kept of this hand (sorted) when these sets may be frozen; none: not qualified."""
    if sets:
        if rules.unfrozen_throw is UnfrozenThrow.ALL:
            return sets
        return tuple(keep for keep in keeps_of(hand)[:-1] if any(among(way, keep) for way in sets))
    return ((),) if rules.unqualified_throw is UnqualifiedThrow.ALL else keeps_of(hand)[:-1]


@dataclass(frozen=True, slots=True)
class _Choices:
    """The legal keeps of all hands one after the other: rows of `Throws.chances`, and where each hand's begin."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]


@lru_cache(maxsize=48)
def _choices(requirement: Requirement, rules: FreezeRules) -> _Choices:
    place = throws().place
    legal = [legal_keeps(requirement, hand, rules) for hand in HANDS]
    starts = np.cumsum([0] + [len(keeps) for keeps in legal[:-1]])
    return _Choices(np.array([place[keep] for keeps in legal for keep in keeps]), starts)


def best_throw(requirement: Requirement, after: Floats, rules: FreezeRules) -> Floats:
    """The worth of a throw with the best keep for every hand, when `after` (hands, or tables x hands) is worth so much."""
    choices = _choices(requirement, rules)
    # Keeps run along the first axis, so that whole rows are gathered.
    worth = throws().chances @ np.moveaxis(after, -1, 0)
    best: Floats = np.moveaxis(np.maximum.reduceat(worth[choices.rows], choices.starts, axis=0), 0, -1)
    return best


def best_of(keeps: Sequence[Dice], after: Floats) -> Dice:
    """The one of these keeps after which the next hand is worth most; of equals the first."""
    table = throws()
    return max(keeps, key=lambda keep: float(table.chances[table.place[keep]] @ after))


def throw_on(requirement: Requirement, ends: Sequence[Floats], stops: Flags, rules: FreezeRules) -> list[Floats]:
    """The worth of every hand with 0, 1, 2... throws left, for a player who throws until a hand in `stops`.

    `ends[t]` is what a hand is worth that stops with `t` throws left; `ends[0]` also tells the worth of the last hand when it
    does not stop. Arrays may have a leading axis for several tables at once.
    """
    values = [ends[0]]
    for end in ends[1:]:
        values.append(np.where(stops, end, best_throw(requirement, values[-1], rules)))
    return values
