"""House against house in two-player Boss Dice: exactly, and by playing very many hands at once to check it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from game.distributions import final_distribution, final_ranks, rank_index, throw_ways
from game.equilibrium import Equilibrium, PublicState, public_states, ranked_hands
from game.equilibrium_facts import Solver, hand_results
from game.odds import HandRules, boss_chances, boss_keeps
from game.policies.rethrow import throws
from game.policies.seat import Strength
from game.policies.thumb import play_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 50_000
_MOST_KEEPS = 4


@dataclass(frozen=True, slots=True)
class MatchUp:
    """The chances of the first player to win and to lose a hand, from the first throws on; otherwise it is replayed."""

    wins: Fraction
    loses: Fraction

    @property
    def edge(self) -> Fraction:
        """Wins less losses a hand."""
        return self.wins - self.loses

    @property
    def horse(self) -> Fraction:
        """The chance to win the hand through all replays."""
        return self.wins / (self.wins + self.loses)

    @property
    def match(self) -> Fraction:
        """The chance to win two of three hands (rules B1, C5)."""
        return self.horse**2 * (3 - 2 * self.horse)


def matchup(rules: HandRules, first: Strength, second: Strength) -> MatchUp:
    """What the first strength can expect against the second, exactly; takes some seconds."""
    boss = hand_results(rules, _between(rules, first, second))
    challenger = hand_results(rules, _between(rules, second, first))
    half = boss_chances(2, rules).boss / 2
    return MatchUp(half * (boss.wins + challenger.loses), half * (boss.loses + challenger.wins))


def _between(rules: HandRules, boss: Strength, challenger: Strength) -> Solver:
    def play(state: PublicState) -> Equilibrium:
        return Equilibrium(Fraction(0), play_of(challenger, state, rules).keeps, play_of(boss, state, rules).calls)

    return play


@dataclass(frozen=True, slots=True)
class Played:
    """How so many hands went: wins and losses of the first player, ties, call-offs, and first throws without one Boss."""

    hands: int = 0
    wins: int = 0
    loses: int = 0
    ties: int = 0
    called_off: int = 0
    no_boss: int = 0

    def __add__(self, other: Played) -> Played:
        return Played(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


class HandPlayer:
    """Plays hands between two strengths, many at once; making one takes some seconds."""

    def __init__(self, rules: HandRules, first: Strength, second: Strength) -> None:
        tie = rules.two_pair_tie
        self._hands = ranked_hands(rules)
        self._first = np.array([throw_ways(hand) for hand in self._hands]) / 7776
        ranks = [rules.first_rank(hand) for hand in self._hands]
        order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
        self._rank = np.array([order[rank] for rank in ranks])
        kept = {dice: place for place, dice in enumerate(boss_keeps(rules))}
        self._kept = np.array([kept.get(rules.kept_by_boss(hand), -1) for hand in self._hands])
        self._boss_final = np.cumsum([_chances(dice, rules) for dice in kept], axis=1)
        self._keep_final = np.cumsum([_chances(keep, rules) for keep in throws().keeps], axis=1)
        sides = (first, second)
        shape = (2, len(kept), len(self._hands))
        self._calls = np.zeros((*shape, len(final_ranks(tie))))
        self._keeps = np.zeros((*shape, _MOST_KEEPS), np.int64)
        self._reach = np.ones((*shape, _MOST_KEEPS))
        index = {hand: place for place, hand in enumerate(self._hands)}
        for state in public_states(rules):
            row, column = kept[state.kept], index[state.challenger]
            for side, strength in enumerate(sides):
                play = play_of(strength, state, rules)
                for rank, chance in play.calls.items():
                    self._calls[side, row, column, rank_index(rank, tie)] = float(chance)
                reach = 0.0
                for place, (keep, chance) in enumerate(play.keeps.items()):
                    reach += float(chance)
                    self._keeps[side, row, column, place] = throws().place[keep]
                    self._reach[side, row, column, place] = reach if place + 1 < len(play.keeps) else 1.0

    def play(self, hands: int, rng: np.random.Generator) -> Played:
        """Plays so many hands from the first throws on."""
        played = Played()
        for start in range(0, hands, _AT_ONCE):
            played += self._play(min(_AT_ONCE, hands - start), rng)
        return played

    def _play(self, count: int, rng: np.random.Generator) -> Played:
        thrown = rng.choice(len(self._hands), size=(count, 2), p=self._first)
        ranks = self._rank[thrown]
        # Nobody is Boss when both have nothing, or the same.
        thrown = thrown[ranks[:, 0] != ranks[:, 1]]
        ranks = self._rank[thrown]
        boss = (ranks[:, 1] > ranks[:, 0]).astype(int)
        games = np.arange(len(thrown))
        kept, against = self._kept[thrown[games, boss]], thrown[games, 1 - boss]
        final = _drawn(self._boss_final[kept], rng)
        called = rng.random(len(games)) < self._calls[boss, kept, against, final]
        drawn = rng.random(len(games))[:, None] >= self._reach[1 - boss, kept, against]
        keep = self._keeps[1 - boss, kept, against, drawn.sum(axis=1)]
        other = _drawn(self._keep_final[keep], rng)
        boss_wins, boss_loses = called & (final > other), called & (final < other)
        first_boss = boss == 0
        return Played(
            hands=count,
            wins=int(np.where(first_boss, boss_wins, boss_loses).sum()),
            loses=int(np.where(first_boss, boss_loses, boss_wins).sum()),
            ties=int((called & (final == other)).sum()),
            called_off=int((~called).sum()),
            no_boss=count - len(games),
        )


def _chances(kept: tuple[int, ...], rules: HandRules) -> list[float]:
    found = final_distribution(kept, rules.two_pair_tie)
    return [ways / found.total for ways in found.counts]


def _drawn(reach: Floats, rng: np.random.Generator) -> Ints:
    """One place from each row of growing sums of chances."""
    places: Ints = np.minimum((reach <= rng.random(len(reach))[:, None]).sum(axis=1), reach.shape[1] - 1)
    return places
