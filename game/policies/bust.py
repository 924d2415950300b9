"""Calls and keeps when the Boss may go bust (rule A13), so that one challenger's luck decides whether another is paid.

Objective: as in `game.policies.banking`. Everybody answers the average of what the others have done so far (fictitious play,
Brown 1951), starting from best play with a bank that covers all; the pair with the least left to gain is taken. How much the
Boss or any challenger could still gain alone, in chips, is measured against every keep and every set of called hands and is
part of the answer (`RiskyPlay.regret`). Challengers are taken to decide at once; `best_keep` also uses the hands already seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.actions import Dice
from game.distributions import final_distribution, final_ranks, rank_index
from game.equilibrium import boss_side
from game.hands import Rank, TwoPairTie, final_rank
from game.policies.banking import CallPlay, solve_covered
from game.policies.call_spot import CallSpot

Floats = NDArray[np.float64]

_ROUNDS = 160
_CLOSE_ENOUGH = 0.001
LOSE, TIE, WIN = range(3)


@dataclass(frozen=True, slots=True)
class Equities:
    """Gains over a call-off in chips for every combination of results: one axis of lose, tie, win for each challenger.

    A kitty counts in equal parts to those who are still in.
    """

    boss: Floats
    challengers: tuple[Floats, ...]


@dataclass(frozen=True, slots=True)
class RiskyPlay:
    """How to play a spot in which the Boss may go bust, and the most that one player could still gain alone, in chips."""

    play: CallPlay
    regret: float


def equities(spot: CallSpot) -> Equities:
    """What every combination of results leads to (rules A9, A12 to A14; readings A-e, A-j)."""
    count = len(spot.challengers)
    results = np.indices((3,) * count)
    lost = [results[i] == LOSE for i in range(count)]
    won = [results[i] == WIN for i in range(count)]
    purse = spot.bank + spot.kitty + sum(each.pays * lost[i] for i, each in enumerate(spot.challengers))
    owed = sum(each.wins * won[i] for i, each in enumerate(spot.challengers))
    paid = owed <= purse
    out = [lost[i] & (each.pays == each.bank) for i, each in enumerate(spot.challengers)]
    left = count - sum(gone.astype(int) for gone in out)
    share = spot.kitty / spot.players
    boss = np.where(paid, purse - owed, 0) - spot.bank - share
    challengers = []
    for i, each in enumerate(spot.challengers):
        when_paid = each.wins * won[i] - each.pays * lost[i]
        when_bust = np.where(out[i], 0.0, purse / np.maximum(left, 1)) - each.pays * lost[i]
        challengers.append(np.where(paid, when_paid, when_bust) - share)
    return Equities(boss.astype(float), tuple(challengers))


def solve_risky(spot: CallSpot, rounds: int = _ROUNDS) -> RiskyPlay:
    """A balance of calls and keeps; takes some hundredths of a second."""
    start = solve_covered(spot)
    table = _Table(spot)
    calls, keeps = table.calls_of(start), table.keeps_of(start)
    best_calls, best_keeps, least = calls.copy(), [mix.copy() for mix in keeps], np.inf
    wager = max(each.wins for each in spot.challengers)
    for done in range(1, rounds + 1):
        gains, answers = table.answers(calls, keeps)
        regrets = [float(table.ways @ (np.maximum(gains, 0) - calls * gains))]
        regrets += [float(values.max() - mix @ values) for values, mix in zip(answers, keeps, strict=True)]
        if max(regrets) < least:
            best_calls, best_keeps, least = calls.copy(), [mix.copy() for mix in keeps], max(regrets)
        if least <= _CLOSE_ENOUGH * wager:
            break
        step = 1 / (done + 1)
        calls += step * ((gains > 0) - calls)
        for mix, values in zip(keeps, answers, strict=True):
            mix *= 1 - step
            mix[values.argmax()] += step
    ranks = [final_ranks(spot.two_pair_tie)[place] for place in table.places]
    gains, _ = table.answers(best_calls, best_keeps)
    play = CallPlay(
        dict(zip(ranks, map(_chance, best_calls), strict=True)),
        tuple(
            {keep: _chance(part) for keep, part in zip(options, mix, strict=True) if part > 0}
            for options, mix in zip(table.options, best_keeps, strict=True)
        ),
        Fraction(float(table.ways @ (best_calls * gains))).limit_denominator(10**6),
        exact=False,
    )
    return RiskyPlay(play, max(least, 0.0))


def _chance(part: float) -> Fraction:
    return Fraction(float(part)).limit_denominator(10**6)


def best_keep(spot: CallSpot, play: CallPlay, place: int, seen: Mapping[int, Dice]) -> Dice:
    """The best answer of the challenger at `place` to `play`, who knows the finished hands in `seen` (by place; A-n)."""
    values = keep_values(spot, play, place, seen)
    return max(values, key=lambda keep: values[keep])


def keep_values(spot: CallSpot, play: CallPlay, place: int, seen: Mapping[int, Dice]) -> Mapping[Dice, float]:
    """What every keep gains on average after a call, in chips, for the challenger at `place` who knows the hands in `seen`."""
    table = _Table(spot)
    calls = table.calls_of(play)
    if not calls.any():
        calls = np.ones_like(calls)
    values = table.keep_values(place, calls, table.keeps_of(play), seen) / float(table.ways @ calls)
    return dict(zip(table.options[place], map(float, values), strict=True))


def call_gains(spot: CallSpot, play: CallPlay) -> Mapping[Rank, float]:
    """What a call with every final hand gains the Boss over a call-off on average, in chips, when challengers keep so."""
    table = _Table(spot)
    gains, _ = table.answers(table.calls_of(play), table.keeps_of(play))
    return dict(zip(play.calls, map(float, gains), strict=True))


class _Table:
    """The figures of one spot: what each keep leads to against each final hand of the Boss."""

    def __init__(self, spot: CallSpot) -> None:
        self.spot = spot
        self.equities = equities(spot)
        side = boss_side(spot.kept, spot.two_pair_tie)
        self.places = side.places
        self.ways = np.array(side.ways) / side.total
        self.options = [spot.rules.keeps_of(each.first) for each in spot.challengers]
        # For each challenger: keeps x the Boss' hands x (lose, tie, win).
        self.chances = [
            np.array([_results(keep, spot.kept, spot.two_pair_tie) for keep in options]) for options in self.options
        ]

    def calls_of(self, play: CallPlay) -> Floats:
        """The chances of a call as an array over the Boss' hands."""
        return np.array([float(chance) for chance in play.calls.values()])

    def keeps_of(self, play: CallPlay) -> list[Floats]:
        """The chances of every keep, an array for each challenger."""
        return [
            np.array([float(mix.get(keep, 0)) for keep in options])
            for mix, options in zip(play.keeps, self.options, strict=True)
        ]

    def answers(self, calls: Floats, keeps: Sequence[Floats]) -> tuple[Floats, list[Floats]]:
        """The Boss' gain from a call with each hand, and for each challenger the gain from each keep."""
        mixed = [np.tensordot(mix, chances, 1) for mix, chances in zip(keeps, self.chances, strict=True)]
        gains = self._expected(self.equities.boss, mixed, None)
        return gains[:, 0], [self._values(place, calls, mixed) for place in range(len(keeps))]

    def keep_values(self, place: int, calls: Floats, keeps: Sequence[Floats], seen: Mapping[int, Dice]) -> Floats:
        """The gain from each keep of one challenger when some of the others' hands are known."""
        mixed = [np.tensordot(mix, chances, 1) for mix, chances in zip(keeps, self.chances, strict=True)]
        for other, hand in seen.items():
            mixed[other] = self._known(hand)
        return self._values(place, calls, mixed)

    def _values(self, place: int, calls: Floats, mixed: Sequence[Floats]) -> Floats:
        worth = self._expected(self.equities.challengers[place], mixed, place)
        values: Floats = np.einsum("kbr,br,b->k", self.chances[place], worth, self.ways * calls)
        return values

    def _expected(self, equity: Floats, mixed: Sequence[Floats], own: int | None) -> Floats:
        """The average of `equity` over the results of all but `own`: the Boss' hands x own results (one when `None`)."""
        average = np.broadcast_to(equity, (len(self.places), *equity.shape))
        for axis in reversed(range(len(mixed))):
            own_axis = axis == own
            average = np.moveaxis(average, -1, 1) if own_axis else np.einsum("b...r,br->b...", average, mixed[axis])
        result: Floats = average.reshape(len(self.places), -1)
        return result

    def _known(self, hand: Dice) -> Floats:
        mine = rank_index(final_rank(hand, self.spot.two_pair_tie), self.spot.two_pair_tie)
        return np.array([[mine < place, mine == place, mine > place] for place in self.places], float)


@lru_cache(maxsize=4096)
def _results(keep: Dice, kept: Dice, tie: TwoPairTie) -> tuple[tuple[float, float, float], ...]:
    found = final_distribution(keep, tie)
    rows = []
    for place in boss_side(kept, tie).places:
        lower = sum(found.counts[:place])
        equal = found.counts[place]
        rows.append((lower / found.total, equal / found.total, (found.total - lower - equal) / found.total))
    return tuple(rows)
