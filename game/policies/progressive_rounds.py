"""Many rounds of Progressive Qualification at once, to measure how good the policy is (rules E1 to E7).

With more than two players nobody knows the best keep, but the keeps of one decision can be played out many times each, all
others following the policy: what the best of them gains is a lower bound on the distance from optimal in that decision, and
what nobody can gain in many decisions is a good policy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.actions import Direction
from game.freezing import FreezeRules
from game.policies.progressive import AGAIN, Standing, duel_worth, keep_to_win
from game.policies.rethrow import HANDS, NO_POINT, Floats, legal_keeps, points, throws
from game.requirements import Requirement

Ints = NDArray[np.int64]

_NOBODY = -1


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds in progress: `hands` (rounds x players in seat order, as places in `HANDS`) and throws left."""

    hands: Ints
    left: Ints


def first_throws(players: int, count: int, rng: np.random.Generator) -> Rounds:
    """So many rounds after everybody's first throw."""
    hands = rng.choice(len(HANDS), size=(count, players), p=throws().first)
    return Rounds(hands, np.full((count, players), AGAIN))


class RoundPlayer:
    """Plays rounds of one requirement to their end, every seat by `game.policies.progressive`, or by `override` once."""

    def __init__(self, requirement: Requirement, rules: FreezeRules, rng: np.random.Generator) -> None:
        self.rng = rng
        table = duel_worth(requirement, rules)
        self._worth = np.stack([np.stack([table[own, other] for other in range(AGAIN + 1)]) for own in range(AGAIN + 1)])
        self._worth = self._worth.astype(np.float32)
        self._points = points(requirement, Direction.HIGHER)
        self._chances = throws().chances.astype(np.float32)
        self._reach = np.cumsum(throws().chances, axis=1)
        self._legal = np.zeros((len(HANDS), len(throws().keeps)), bool)
        for place, hand in enumerate(HANDS):
            self._legal[place, [throws().place[keep] for keep in legal_keeps(requirement, hand, rules)]] = True

    def play(self, rounds: Rounds, override: tuple[int, Ints] | None = None) -> Ints:
        """The winner of every round (`-1`: nobody scores). `override`: a player throws first, keeping these rows."""
        hands, left = rounds.hands.copy(), rounds.left.copy()
        everybody = np.arange(len(hands))
        if override is not None:
            player, rows = override
            self._throw(hands, left, everybody, np.full(len(hands), player), rows)
        pushed = np.zeros(len(hands), bool)
        for _ in range(hands.shape[1] * (AGAIN + 1)):
            thrower = np.where(pushed, _NOBODY, self.next_thrower(hands, left))
            tied = self._tied(hands, left) & (thrower == _NOBODY) & ~pushed
            if tied.any():
                games = everybody[tied]
                thrower[games] = self._push_or_throw(hands[games], left[games])
                pushed[games] = thrower[games] == _NOBODY
            games = everybody[thrower != _NOBODY]
            if not len(games):
                break
            rows, _ = self.best(hands[games], left[games], thrower[games])
            self._throw(hands, left, games, thrower[games], rows)
        found = self._points[hands]
        best = found.max(axis=1)
        alone = ((found == best[:, None]).sum(axis=1) == 1) & (best != NO_POINT) & ~pushed
        return np.where(alone, found.argmax(axis=1), _NOBODY)

    def next_thrower(self, hands: Ints, left: Ints) -> Ints:
        """Whose throw is due: unqualified players, then those below the Point, in seat order; `-1` for nobody (E4, E5)."""
        found = self._points[hands]
        unqualified = (found == NO_POINT) & (left > 0)
        below = (found < found.max(axis=1, keepdims=True)) & (found != NO_POINT) & (left > 0)
        return np.where(
            unqualified.any(axis=1), unqualified.argmax(axis=1), np.where(below.any(axis=1), below.argmax(axis=1), _NOBODY)
        )

    def best(self, hands: Ints, left: Ints, thrower: Ints) -> tuple[Ints, Floats]:
        """The policy's keep (as a row of `Throws.chances`) of each round's thrower, and what the throw is worth to him."""
        games = np.arange(len(hands))
        own_left = left[games, thrower] - 1
        players = hands.shape[1]
        after = np.ones((len(hands), len(HANDS)), np.float32)
        for rival in range(players):
            theirs, their_left = hands[:, rival], left[:, rival]
            ahead = self._worth[own_left, their_left, :, theirs]
            behind = -self._worth[their_left, own_left, theirs, :]
            worth = np.where((thrower < rival)[:, None], ahead, behind)
            if players == 2:
                after = np.where((thrower == rival)[:, None], after, worth)
            else:
                after *= np.where((thrower == rival)[:, None], 1, (1 + worth) / 2)
        values = np.where(self._legal[hands[games, thrower]], after @ self._chances.T, -np.inf)
        rows = values.argmax(axis=1)
        worth = values[games, rows]
        return rows, worth if players == 2 else worth - (1 - worth) / (players - 1)

    def _throw(self, hands: Ints, left: Ints, games: Ints, thrower: Ints, rows: Ints) -> None:
        drawn = self.rng.random(len(games))
        reach = self._reach[rows]
        hands[games, thrower] = np.minimum((reach < drawn[:, None]).sum(axis=1), len(HANDS) - 1)
        left[games, thrower] -= 1

    def _tied(self, hands: Ints, left: Ints) -> NDArray[np.bool_]:
        found = self._points[hands]
        best = found.max(axis=1, keepdims=True)
        holders = (found == best) & (best != NO_POINT)
        tied: NDArray[np.bool_] = (holders.sum(axis=1) > 1) & (holders & (left > 0)).any(axis=1)
        return tied

    def _push_or_throw(self, hands: Ints, left: Ints) -> Ints:
        """Who of the tied throws, `-1` for a push: the first offers it or throws, and the next who dislikes it throws."""
        found = self._points[hands]
        able = (found == found.max(axis=1, keepdims=True)) & (left > 0)
        worth = np.full(hands.shape, -np.inf)
        for player in range(hands.shape[1]):
            games = np.flatnonzero(able[:, player])
            if len(games):
                worth[games, player] = self.best(hands[games], left[games], np.full(len(games), player))[1]
        first = able.argmax(axis=1)
        games = np.arange(len(hands))
        mine = worth[games, first]
        others = worth.copy()
        others[games, first] = -np.inf
        offering = np.minimum(0, -others.max(axis=1))
        refuses = others > 0
        answered = np.where(refuses.any(axis=1), refuses.argmax(axis=1), _NOBODY)
        return np.where(offering >= mine, answered, first)


@dataclass(frozen=True, slots=True)
class Deviation:
    """What the best other keep gains over the policy's in sampled decisions, as a part of the award, with its error."""

    mean: float
    error: float
    decisions: int


def measured_deviation(
    requirement: Requirement, players: int, decisions: int, each: int, rng: np.random.Generator
) -> Deviation:
    """Samples decisions with all throws left and plays every legal keep out `each` times.

    The best keep is chosen on half of the rounds and valued on the other half, so that luck does not count as gain.
    """
    rules = FreezeRules()
    player = RoundPlayer(requirement, rules, rng)
    gains: list[float] = []
    while len(gains) < decisions:
        rounds = first_throws(players, 1, rng)
        thrower = int(player.next_thrower(rounds.hands, rounds.left)[0])
        if thrower == _NOBODY:
            continue
        standings = [Standing(HANDS[hand], int(left)) for hand, left in zip(rounds.hands[0], rounds.left[0], strict=True)]
        keeps = legal_keeps(requirement, standings[thrower].hand, rules)
        policy = keep_to_win(requirement, rules, standings, thrower, keeps)
        rows = np.repeat([throws().place[keep] for keep in keeps], each)
        many = Rounds(np.repeat(rounds.hands, len(rows), axis=0), np.repeat(rounds.left, len(rows), axis=0))
        winners = player.play(many, (thrower, rows)).reshape(len(keeps), each)
        worth = np.where(winners == thrower, 1.0, np.where(winners == _NOBODY, 0.0, -1 / (players - 1)))
        chosen = int(worth[:, ::2].mean(axis=1).argmax())
        judged = worth[:, 1::2].mean(axis=1)
        gains.append(float(judged[chosen] - judged[keeps.index(policy)]))
    return Deviation(float(np.mean(gains)), float(np.std(gains) / np.sqrt(len(gains))), len(gains))
