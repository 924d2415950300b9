"""What the equilibrium of one hand between two is worth as a whole, exactly: the figures behind "it pays to be Boss" (F7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from game.distributions import THROWS, final_distribution, final_ranks
from game.equilibrium import Equilibrium, PublicState, boss_side, in_whole_parts, public_states, threshold_payoffs, weight
from game.odds import HandRules

Solver = Callable[[PublicState], Equilibrium]


@dataclass(frozen=True, slots=True)
class HandFacts:
    """Averages over all first throws that make a Boss; chances and values are exact.

    `value` is the value of being Boss (win +1, lose -1, replay 0), `calls`, `wins`, `ties`, `loses` the chances of a call and
    of its results in this equilibrium, `horse` the chance that the current Boss finally wins the hand through all replays,
    `match` that he wins a best of three from 0-0 (reading B-g). `no_calls` is the value when the Boss must always call
    (rule C6), `against_believer` what a Boss reaches who knows that the challenger keeps as against such a Boss.
    `mixed_calls` and `mixed_keeps` count states, `call_mixing` and `keep_mixing` how often such a state arises.
    """

    states: int
    value: Fraction
    calls: Fraction
    wins: Fraction
    ties: Fraction
    loses: Fraction
    no_calls: Fraction
    against_believer: Fraction
    mixed_calls: int
    mixed_keeps: int
    call_mixing: Fraction
    keep_mixing: Fraction

    @property
    def horse(self) -> Fraction:
        return (1 + self.value) / 2

    @property
    def match(self) -> Fraction:
        return Fraction(1, 2) + self.value / 4


class _Sum:
    """A weighted sum of many fractions, added up by denominator: exact, and quick."""

    def __init__(self) -> None:
        self._parts: Counter[int] = Counter()

    def add(self, weight: int, numerator: int, denominator: int) -> None:
        self._parts[denominator] += weight * numerator

    def over(self, weights: int) -> Fraction:
        return sum((Fraction(part, denominator) for denominator, part in self._parts.items()), Fraction(0)) / weights


def hand_facts(rules: HandRules, solver: Solver) -> HandFacts:
    """Sums up all public states; `solver` answers each, such as `playbook(rules).at`. Takes seconds."""
    tie = rules.two_pair_tie
    ranks = final_ranks(tie)
    value, calls, ties, no_calls, believer = (_Sum() for _ in range(5))
    states = weights = mixed_calls = mixed_keeps = call_mixing = keep_mixing = 0
    for state in public_states(rules):
        play = solver(state)
        share = weight(state, rules)
        side = boss_side(state.kept, tie)
        chances, unit = in_whole_parts(play.calls[ranks[place]] for place in side.places)
        called = [(place, chance * ways) for place, ways, chance in zip(side.places, side.ways, chances, strict=True) if chance]
        states += 1
        weights += share
        value.add(share, play.value.numerator, play.value.denominator)
        calls.add(share, sum(ways for _, ways in called), side.total * unit)
        for keep, chance in play.keeps.items():
            mine = final_distribution(keep, tie)
            both = sum(ways * mine.counts[place] for place, ways in called) * chance.numerator
            ties.add(share, both, side.total * unit * mine.total * chance.denominator)
        columns = [threshold_payoffs(state.kept, keep, tie) for keep in rules.keeps_of(state.challenger)]
        usual = min(columns, key=lambda column: column[0])
        no_calls.add(share, usual[0], side.total * THROWS)
        believer.add(share, max(usual), side.total * THROWS)
        if play.mixed_call:
            mixed_calls += 1
            call_mixing += share
        if play.mixed_keep:
            mixed_keeps += 1
            keep_mixing += share
    gain, call, tied = (each.over(weights) for each in (value, calls, ties))
    return HandFacts(
        states=states,
        value=gain,
        calls=call,
        wins=(call - tied + gain) / 2,
        ties=tied,
        loses=(call - tied - gain) / 2,
        no_calls=no_calls.over(weights),
        against_believer=believer.over(weights),
        mixed_calls=mixed_calls,
        mixed_keeps=mixed_keeps,
        call_mixing=Fraction(call_mixing, weights),
        keep_mixing=Fraction(keep_mixing, weights),
    )
