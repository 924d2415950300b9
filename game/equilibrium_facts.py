"""What the equilibrium of one hand between two is worth as a whole, exactly: the figures behind "it pays to be Boss" (F7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from game.distributions import THROWS, final_distribution, final_ranks
from game.equilibrium import (
    Equilibrium,
    PublicState,
    boss_side,
    in_whole_parts,
    play_value,
    public_states,
    threshold_payoffs,
    weight,
)
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


@dataclass(frozen=True, slots=True)
class HandResults:
    """How a hand with a Boss ends on average over all first throws: chances of a call and of what follows it."""

    calls: Fraction
    wins: Fraction
    ties: Fraction
    loses: Fraction

    @property
    def value(self) -> Fraction:
        """Win +1, lose -1, replay 0."""
        return self.wins - self.loses


class _Results:
    """Adds up hands of one pair of strategies, state by state."""

    def __init__(self, rules: HandRules) -> None:
        self.rules = rules
        self._weights = 0
        self._value, self._calls, self._ties = _Sum(), _Sum(), _Sum()

    def add(self, state: PublicState, play: Equilibrium, share: int) -> None:
        tie = self.rules.two_pair_tie
        side, ranks = boss_side(state.kept, tie), final_ranks(tie)
        chances, unit = in_whole_parts(play.calls[ranks[place]] for place in side.places)
        called = [(place, chance * ways) for place, ways, chance in zip(side.places, side.ways, chances, strict=True) if chance]
        value = play_value(state, play, self.rules)
        self._weights += share
        self._value.add(share, value.numerator, value.denominator)
        self._calls.add(share, sum(ways for _, ways in called), side.total * unit)
        for keep, chance in play.keeps.items():
            mine = final_distribution(keep, tie)
            both = sum(ways * mine.counts[place] for place, ways in called) * chance.numerator
            self._ties.add(share, both, side.total * unit * mine.total * chance.denominator)

    def average(self) -> HandResults:
        value, calls, ties = (each.over(self._weights) for each in (self._value, self._calls, self._ties))
        return HandResults(calls, (calls - ties + value) / 2, ties, (calls - ties - value) / 2)


def hand_results(rules: HandRules, solver: Solver) -> HandResults:
    """What happens on average when the Boss calls and the challenger keeps as `solver` says in every public state."""
    results = _Results(rules)
    for state in public_states(rules):
        results.add(state, solver(state), weight(state, rules))
    return results.average()


def hand_facts(rules: HandRules, solver: Solver) -> HandFacts:
    """Sums up all public states; `solver` answers each, such as `playbook(rules).at`. Takes seconds."""
    tie = rules.two_pair_tie
    results, no_calls, believer = _Results(rules), _Sum(), _Sum()
    states = weights = mixed_calls = mixed_keeps = call_mixing = keep_mixing = 0
    for state in public_states(rules):
        play = solver(state)
        share = weight(state, rules)
        total = boss_side(state.kept, tie).total
        states += 1
        weights += share
        results.add(state, play, share)
        columns = [threshold_payoffs(state.kept, keep, tie) for keep in rules.keeps_of(state.challenger)]
        usual = min(columns, key=lambda column: column[0])
        no_calls.add(share, usual[0], total * THROWS)
        believer.add(share, max(usual), total * THROWS)
        if play.mixed_call:
            mixed_calls += 1
            call_mixing += share
        if play.mixed_keep:
            mixed_keeps += 1
            keep_mixing += share
    average = results.average()
    return HandFacts(
        states=states,
        value=average.value,
        calls=average.calls,
        wins=average.wins,
        ties=average.ties,
        loses=average.loses,
        no_calls=no_calls.over(weights),
        against_believer=believer.over(weights),
        mixed_calls=mixed_calls,
        mixed_keeps=mixed_keeps,
        call_mixing=Fraction(call_mixing, weights),
        keep_mixing=Fraction(keep_mixing, weights),
    )
