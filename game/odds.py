"""Exact odds of the first throw, of the Boss' final hand and of the twelve requirements; every figure is a fraction.

The odds of single keeps are in `game.distributions`, best play between two in `game.equilibrium`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from game.actions import Dice
from game.distributions import (
    HAND,
    THROWS,
    Outcome,
    against_every_call,
    against_rank,
    final_distribution,
    final_ranks,
    keeps_of,
    results_of,
    throws_of,
)
from game.errors import RulesError
from game.freezing import UnqualifiedThrow
from game.hands import (
    Category,
    FirstFullHouse,
    FirstRanking,
    FirstTwoPair,
    Rank,
    TwoPairTie,
    first_rank,
    kept_by_boss,
)
from game.requirements import Requirement, qualifies

MOST_PLAYERS = 6
MOST_THROWS = 3


class OddsError(RulesError):
    """A question about odds that has no answer: too many players, dice that no Boss keeps."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """The house rules that the odds of a hand depend on; `None` takes the reading of the ranking (see `FirstRanking`).

    `one_pair` binds a challenger with two pair to keep at most one of them (reading B-c).
    """

    ranking: FirstRanking
    full_house: FirstFullHouse | None = None
    two_pair: FirstTwoPair | None = None
    two_pair_tie: TwoPairTie = TwoPairTie.LEX
    one_pair: bool = False

    def first_rank(self, hand: Dice) -> Rank:
        """The rank of a first throw under these rules."""
        return first_rank(
            hand, self.ranking, full_house=self.full_house, two_pair=self.two_pair, two_pair_tie=self.two_pair_tie
        )

    def kept_by_boss(self, hand: Dice) -> Dice:
        """The sorted dice that a Boss with this first throw keeps, `()` for a hand that never makes a Boss."""
        return kept_by_boss(hand, self.ranking, full_house=self.full_house, two_pair=self.two_pair)

    def keeps_of(self, hand: Dice) -> tuple[Dice, ...]:
        """The sets of dice that a challenger with this first throw may keep, small sets first."""
        keeps = keeps_of(tuple(sorted(hand)))
        if self.one_pair:
            return tuple(keep for keep in keeps if sorted(Counter(keep).values())[-2:] != [2, 2])
        return keeps


BULL = HandRules(FirstRanking.B)
NORWEGIAN = HandRules(FirstRanking.C)
BANKING = HandRules(FirstRanking.A)
BULL_ONE_PAIR = HandRules(FirstRanking.B, one_pair=True)


@dataclass(frozen=True, slots=True)
class BossChances:
    """How a first throw of all players ends: one Boss, a tie at the top, or nobody with a pair; they add up to 1."""

    boss: Fraction
    push: Fraction
    void: Fraction


@cache
def first_distribution(rules: HandRules) -> tuple[tuple[Rank, int], ...]:
    """The ranks of a first throw, worst first, with their number among 7776 throws."""
    counts: Counter[Rank] = Counter()
    for hand, ways in throws_of(HAND):
        counts[rules.first_rank(hand)] += ways
    return tuple(sorted(counts.items()))


def boss_chances(players: int, rules: HandRules) -> BossChances:
    """What a first throw of 2 to 6 players leads to (rules A5, A6, A-c); raises `OddsError` for other numbers."""
    if not 2 <= players <= MOST_PLAYERS:
        raise OddsError(f"Boss Dice is for 2 to {MOST_PLAYERS} players, not {players}.")
    one_boss = lower = void = 0
    for rank, ways in first_distribution(rules):
        if rank.category is Category.NOTHING:
            void = ways**players
        else:
            one_boss += players * ways * lower ** (players - 1)
        lower += ways
    everything = THROWS**players
    boss, none = Fraction(one_boss, everything), Fraction(void, everything)
    return BossChances(boss, 1 - boss - none, none)


@cache
def boss_keeps(rules: HandRules) -> Mapping[Dice, tuple[Rank, int]]:
    """All sets of dice that a Boss may have to keep, the weakest first: first rank and number among 7776 throws."""
    ways_of: Counter[Dice] = Counter()
    rank_of: dict[Dice, Rank] = {}
    for hand, ways in throws_of(HAND):
        kept = rules.kept_by_boss(hand)
        if kept:
            ways_of[kept] += ways
            rank_of[kept] = rules.first_rank(hand)
    return {kept: (rank_of[kept], ways_of[kept]) for kept in sorted(ways_of, key=lambda kept: (rank_of[kept], kept))}


def boss_final(kept: Dice, rules: HandRules) -> tuple[tuple[Rank, Fraction], ...]:
    """The possible final hands of a Boss who keeps `kept` (any order), worst first, with their chances (rule A7).

    Raises `OddsError` when no first throw makes a Boss keep these dice.
    """
    sorted_kept = tuple(sorted(kept))
    if sorted_kept not in boss_keeps(rules):
        shown = "".join(map(str, sorted_kept)) or "nothing"
        raise OddsError(f"No Boss keeps {shown}: a Boss keeps the combination that won the first throw.")
    found = final_distribution(sorted_kept, rules.two_pair_tie)
    return tuple(
        (rank, found.chance(index)) for index, rank in enumerate(final_ranks(rules.two_pair_tie)) if found.counts[index]
    )


def keep_odds_against_hand(hand: Dice, boss: Rank, rules: HandRules) -> Mapping[Dice, Outcome]:
    """Win, tie and lose of every keep of `hand` against this final hand of the Boss, the best keep first."""
    odds = {keep: against_rank(keep, boss, rules.two_pair_tie) for keep in rules.keeps_of(hand)}
    return _best_first(odds)


def keep_odds_against_caller(hand: Dice, boss_kept: Dice, rules: HandRules) -> Mapping[Dice, Outcome]:
    """Win, tie and lose of every keep of `hand` against a Boss who keeps `boss_kept` and always calls, the best first."""
    kept = tuple(sorted(boss_kept))
    odds = {keep: against_every_call(keep, kept, rules.two_pair_tie) for keep in rules.keeps_of(hand)}
    return _best_first(odds)


def _best_first(odds: Mapping[Dice, Outcome]) -> Mapping[Dice, Outcome]:
    return dict(sorted(odds.items(), key=lambda item: (-item[1].value, len(item[0]), item[0])))


def qualifying_chance(requirement: Requirement, throws: int, unqualified: UnqualifiedThrow = UnqualifiedThrow.ANY) -> Fraction:
    """The chance to qualify within 1 to 3 throws of a player who wants nothing else.

    The policy is optimal: who does not qualify keeps the dice from which the throws that are left qualify most often (or
    throws all five, under `UnqualifiedThrow.ALL`); who qualifies stops. Raises `OddsError` for other numbers of throws.
    """
    if not 1 <= throws <= MOST_THROWS:
        raise OddsError(f"There are one to {MOST_THROWS} throws, not {throws}.")
    return _chance_from((), requirement, throws, unqualified)


def best_qualifying_keep(
    requirement: Requirement, hand: Dice, throws: int, unqualified: UnqualifiedThrow = UnqualifiedThrow.ANY
) -> tuple[Dice, Fraction]:
    """What to keep of `hand` to qualify within the 1 to 2 throws that are left, and the chance to do so.

    A hand that qualifies keeps everything. Of equally good keeps it is the smallest, then the one with the higher dice.
    """
    hand = tuple(sorted(hand))
    if qualifies(requirement, hand):
        return hand, Fraction(1)
    if not 1 <= throws < MOST_THROWS:
        raise OddsError(f"After the first throw there are one or two throws left, not {throws}.")
    keeps = keeps_of(hand)[:-1] if unqualified is UnqualifiedThrow.ANY else ((),)
    chances = [(_chance_from(keep, requirement, throws, unqualified), keep) for keep in keeps]
    chance, keep = max(chances, key=lambda pair: (pair[0], -len(pair[1]), pair[1]))
    return keep, chance


@cache
def _chance_from(kept: Dice, requirement: Requirement, throws: int, unqualified: UnqualifiedThrow) -> Fraction:
    results = results_of(kept)
    total = sum((ways * _chance_with(hand, requirement, throws - 1, unqualified) for hand, ways in results), Fraction(0))
    return total * Fraction(1, 6 ** (HAND - len(kept)))


@cache
def _chance_with(hand: Dice, requirement: Requirement, throws: int, unqualified: UnqualifiedThrow) -> Fraction:
    if qualifies(requirement, hand):
        return Fraction(1)
    return best_qualifying_keep(requirement, hand, throws, unqualified)[1] if throws else Fraction(0)
