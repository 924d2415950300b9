"""How people play Boss Dice: the rules of thumb of a good regular and the blunders of a beginner (facts F3).

The regular keeps the combination on the table, both pairs of two pair, else the highest die, and calls with every hand that
wins more than it loses against that. The beginner keeps a high single die instead of a lower pair every other time, and calls
with every hand that the second throw improved and every other one that it did not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from game.actions import Dice
from game.distributions import final_distribution, final_ranks
from game.equilibrium import Equilibrium, PublicState, boss_side
from game.hands import FirstFullHouse, FirstRanking, FirstTwoPair, Rank, TwoPairTie, kept_by_boss
from game.odds import HandRules
from game.playbook import playbook
from game.policies.seat import Strength

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenger as a Boss sees him: what he is expected to keep, pays when he loses and receives when he wins."""

    keep: Dice
    pays: int = 1
    wins: int = 1


def regular_keep(first: Dice, rules: HandRules) -> Dice:
    """The combination that lies there, one pair where only one may be kept, else the highest die."""
    two_pair = FirstTwoPair.HIGH_PAIR if rules.one_pair else FirstTwoPair.TWO_PAIR
    kept = kept_by_boss(first, FirstRanking.C, full_house=FirstFullHouse.FULL, two_pair=two_pair)
    return kept or (max(first),)


def beginner_keeps(first: Dice, rules: HandRules) -> Mapping[Dice, Fraction]:
    """As the regular, but a higher single die instead of a pair every other time."""
    kept = regular_keep(first, rules)
    top = (max(first),)
    if len(kept) == 2 and top[0] > kept[0]:
        return {kept: HALF, top: HALF}
    return {kept: Fraction(1)}


def gain(rank: Rank, duels: Sequence[Duel], tie: TwoPairTie) -> Fraction:
    """What a Boss with this final hand wins from these challengers on average."""
    place = final_ranks(tie).index(rank)
    total = Fraction(0)
    for duel in duels:
        found = final_distribution(duel.keep, tie)
        lower = sum(found.counts[:place])
        higher = found.total - lower - found.counts[place]
        total += Fraction(duel.pays * lower - duel.wins * higher, found.total)
    return total


def call_chance(
    strength: Strength, kept: Dice, rank: Rank, duels: Sequence[Duel], kitty: Fraction, tie: TwoPairTie
) -> Fraction:
    """The chance of a call with this final hand; `kitty` is what the call itself gains."""
    if strength is Strength.BEGINNER:
        worst = final_ranks(tie)[boss_side(kept, tie).places[0]]
        return HALF if rank == worst and len(kept) == 2 else Fraction(1)
    return Fraction(gain(rank, duels, tie) + kitty > 0)


def play_of(strength: Strength, state: PublicState, rules: HandRules) -> Equilibrium:
    """Both seats of a hand between two as this strength plays them; `value` is 0 where it is not known."""
    if strength is Strength.EQUILIBRIUM:
        return playbook(rules).at(state)
    expected = regular_keep(state.challenger, rules)
    keeps = beginner_keeps(state.challenger, rules) if strength is Strength.BEGINNER else {expected: Fraction(1)}
    return Equilibrium(Fraction(0), keeps, _calls(strength, state.kept, expected, rules.two_pair_tie))


@lru_cache(maxsize=8192)
def _calls(strength: Strength, kept: Dice, expected: Dice, tie: TwoPairTie) -> Mapping[Rank, Fraction]:
    ranks = [final_ranks(tie)[place] for place in boss_side(kept, tie).places]
    return {rank: call_chance(strength, kept, rank, [Duel(expected)], Fraction(0), tie) for rank in ranks}
