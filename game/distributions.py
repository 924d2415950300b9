"""What five dice become when some are kept and the rest are thrown once, in exact counts (rules A7, A10, H1 to H5).

A set of dice is always a sorted tuple of faces, so equal sets are equal values.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

from game.actions import Dice
from game.hands import Rank, TwoPairTie, final_rank

FACES = range(1, 7)
HAND = 5
THROWS = 6**HAND


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many of `total` equally likely throws end in each final rank; `counts[i]` belongs to `final_ranks(tie)[i]`."""

    counts: tuple[int, ...]
    total: int

    def chance(self, index: int) -> Fraction:
        """The chance of the rank with this index."""
        return Fraction(self.counts[index], self.total)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Chances of winning, tying and losing; they add up to 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction

    @property
    def value(self) -> Fraction:
        """Win +1, lose -1, tie 0."""
        return self.win - self.lose


@cache
def throws_of(count: int) -> tuple[tuple[Dice, int], ...]:
    """All outcomes of `count` dice (0 to 5) as sorted dice with the number of ways among 6**count, in ascending order."""
    return tuple((dice, throw_ways(dice)) for dice in combinations_with_replacement(FACES, count))


@cache
def throw_ways(dice: Dice) -> int:
    """In how many ways these dice (sorted) can be thrown, among 6**len(dice)."""
    ways = factorial(len(dice))
    for face in FACES:
        ways //= factorial(dice.count(face))
    return ways


@cache
def final_ranks(two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> tuple[Rank, ...]:
    """All final ranks that five dice can have, worst first: 70, or 60 when only the higher of two pair counts."""
    return tuple(sorted({final_rank(dice, two_pair_tie) for dice, _ in throws_of(HAND)}))


@cache
def rank_index(rank: Rank, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> int:
    """The place of `rank` in `final_ranks(two_pair_tie)`; raises ValueError for a rank that no five dice have."""
    return final_ranks(two_pair_tie).index(rank)


@cache
def _final_index(dice: Dice, two_pair_tie: TwoPairTie) -> int:
    return rank_index(final_rank(dice, two_pair_tie), two_pair_tie)


@cache
def keeps_of(hand: Dice) -> tuple[Dice, ...]:
    """Every different set of dice that can be kept of `hand`, from nothing to everything, small sets first."""
    return tuple(sorted({keep for size in range(len(hand) + 1) for keep in combinations(sorted(hand), size)}, key=_size_first))


def _size_first(dice: Dice) -> tuple[int, Dice]:
    return len(dice), dice


@cache
def results_of(kept: Dice) -> tuple[tuple[Dice, int], ...]:
    """The hands that keeping `kept` and throwing the rest leads to, as sorted dice with the number of ways, each once."""
    return tuple((tuple(sorted(kept + thrown)), ways) for thrown, ways in throws_of(HAND - len(kept)))


@cache
def final_distribution(kept: Dice, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> Distribution:
    """The final hand after keeping the sorted dice `kept` and throwing the others once."""
    counts = [0] * len(final_ranks(two_pair_tie))
    for hand, ways in results_of(kept):
        counts[_final_index(hand, two_pair_tie)] += ways
    return Distribution(tuple(counts), 6 ** (HAND - len(kept)))


def against_rank(kept: Dice, rank: Rank, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> Outcome:
    """What a challenger who keeps `kept` has against a Boss whose final hand is `rank` (rule A11)."""
    mine = final_distribution(kept, two_pair_tie)
    index = rank_index(rank, two_pair_tie)
    lower, equal = sum(mine.counts[:index]), mine.counts[index]
    return Outcome(Fraction(mine.total - lower - equal, mine.total), Fraction(equal, mine.total), Fraction(lower, mine.total))


def against_every_call(kept: Dice, boss_kept: Dice, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> Outcome:
    """What a challenger who keeps `kept` has against a Boss who keeps `boss_kept` and calls up whatever he threw."""
    mine, boss = final_distribution(kept, two_pair_tie), final_distribution(boss_kept, two_pair_tie)
    tie = sum(a * b for a, b in zip(mine.counts, boss.counts, strict=True))
    lose = lower = 0
    for a, b in zip(mine.counts, boss.counts, strict=True):
        lose += lower * b
        lower += a
    total = mine.total * boss.total
    return Outcome(Fraction(total - tie - lose, total), Fraction(tie, total), Fraction(lose, total))
