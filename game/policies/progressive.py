"""Freezing and pushes in Progressive Qualification (rules E1 to E7).

Objective: the award of this round minus the average of the rivals' awards.

Distance from optimal: none between two players: every round is a game without hidden dice and is solved backwards over all
pairs of hands and throws left (`duel_worth`), in the turn order of reading E-c. With more players a hand is judged by the
product of its chances against each rival alone (a win or half a tie), which leaves out that rivals also throw at each other;
`bosstray odds policies` measures by played-out rounds what that costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from game.actions import Dice, Direction
from game.freezing import FreezeRules
from game.policies.rethrow import NO_POINT, Floats, best_of, best_throw, hand_index, points
from game.requirements import Requirement

AGAIN = 2
"""How often a player may throw after the first throw (rule E1)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's hand in the open (sorted) and throws left in this round."""

    hand: Dice
    throws_left: int


@lru_cache(maxsize=4)
def duel_worth(requirement: Requirement, rules: FreezeRules) -> dict[tuple[int, int], Floats]:
    """Best play of two: chance of winning minus chance of losing for the player who comes first in seat order.

    By (own throws left, the other's), as an array of own hand x the other's hand. Takes half a second.
    """
    found = points(requirement, Direction.HIGHER)
    mine, theirs = found[:, None], found[None, :]
    even = np.sign(mine - theirs).astype(float)
    worth: dict[tuple[int, int], Floats] = {}
    for total in range(2 * AGAIN + 1):
        for own in range(max(0, total - AGAIN), min(AGAIN, total) + 1):
            worth[own, total - own] = _worth(requirement, rules, worth, own, total - own, even)
    return worth


def _worth(
    requirement: Requirement,
    rules: FreezeRules,
    worth: dict[tuple[int, int], Floats],
    own: int,
    other: int,
    even: Floats,
) -> Floats:
    """One layer of `duel_worth`: who throws next follows from the points (rules E4 to E6, reading E-c)."""
    found = points(requirement, Direction.HIGHER)
    mine, theirs = found[:, None], found[None, :]
    i_throw = best_throw(requirement, worth[own - 1, other].T, rules).T if own else np.full_like(even, -np.inf)
    they_throw = -best_throw(requirement, -worth[own, other - 1], rules) if other else np.full_like(even, np.inf)
    tied = np.maximum(i_throw, np.minimum(0, they_throw)) if own and other else np.zeros_like(even)
    if own and not other:
        tied = np.maximum(i_throw, 0)
    if other and not own:
        tied = np.minimum(they_throw, 0)
    result = np.where((mine == theirs) & (mine != NO_POINT), tied, even)
    if other:
        result = np.where((theirs < mine) & (mine != NO_POINT), they_throw, result)
    if own:
        result = np.where((mine < theirs) & (theirs != NO_POINT), i_throw, result)
    if other:
        result = np.where((theirs == NO_POINT) & np.ones_like(mine, bool), they_throw, result)
    if own:
        result = np.where((mine == NO_POINT) & np.ones_like(theirs, bool), i_throw, result)
    return result


def hand_worth(requirement: Requirement, rules: FreezeRules, players: Sequence[Standing], me: int, left: int) -> Floats:
    """The worth of every hand that player `me` could have with `left` throws left, against all others as they stand.

    `players` are in this round's seat order. Against one rival it is the chance of winning less that of losing, against
    several the product of the chances (half a tie counts) against each alone.
    """
    table = duel_worth(requirement, rules)
    each: list[Floats] = []
    for place, rival in enumerate(players):
        other = hand_index()[rival.hand]
        if place < me:
            each.append(-table[rival.throws_left, left][other, :])
        elif place > me:
            each.append(table[left, rival.throws_left][:, other])
    if len(each) == 1:
        return each[0]
    product: Floats = np.prod([(1 + worth) / 2 for worth in each], axis=0)
    return product


def keep_to_win(
    requirement: Requirement, rules: FreezeRules, players: Sequence[Standing], me: int, keeps: Sequence[Dice]
) -> Dice:
    """Which of the legal `keeps` player `me` keeps for the throw that is due; `players` are in this round's seat order."""
    return best_of(keeps, hand_worth(requirement, rules, players, me, players[me].throws_left - 1))


def accepts_push(requirement: Requirement, rules: FreezeRules, players: Sequence[Standing], me: int) -> bool:
    """Whether a tied player with throws left agrees to an offered push, or refuses and throws (rule E6)."""
    return _worth_of_throwing(requirement, rules, players, me) <= 0


def offers_push(
    requirement: Requirement, rules: FreezeRules, players: Sequence[Standing], me: int, tied: Sequence[int]
) -> bool:
    """Whether a tied player with throws left whose turn it is offers a push rather than throws (rule E6).

    A rival in `tied` with throws left who does better by throwing will refuse it and throw (reading E-e).
    """
    offering = 0.0
    for rival in tied:
        if rival != me and players[rival].throws_left:
            offering = min(offering, -_worth_of_throwing(requirement, rules, players, rival))
    return offering >= _worth_of_throwing(requirement, rules, players, me)


def _worth_of_throwing(requirement: Requirement, rules: FreezeRules, players: Sequence[Standing], me: int) -> float:
    """What a throw is worth to a tied player, when a push is worth 0: own award minus the average of the rivals'."""
    after = hand_worth(requirement, rules, players, me, players[me].throws_left - 1)
    worth = float(best_throw(requirement, after, rules)[hand_index()[players[me].hand]])
    rivals = len(players) - 1
    # With several rivals `worth` is the chance of the award, and they share it otherwise.
    return worth if rivals == 1 else worth - (1 - worth) / rivals
