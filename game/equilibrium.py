"""Best play of one hand between two: the Boss' call and the challenger's keep, solved exactly in every public state.

Public are the Boss' kept dice and the challenger's first throw; the Boss alone knows his final hand. Win is +1 for the Boss,
lose -1; a call-off or a tie only replays the hand and is worth 0 (readings B-g, F7). Whatever the challenger does, a better
hand of the Boss gains more by a call, so the Boss' best answer always calls from some hand upward. That makes the state a
matrix game of thresholds against keeps, which `game.matrix` solves in whole numbers.

Values are unique, strategies are not. Of all equilibrium strategies the Boss here takes the one that calls least often, and
the challenger prefers a single keep, of several the one that does best against a Boss who always calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import lcm

from game.actions import Dice
from game.distributions import THROWS, final_distribution, final_ranks, throw_ways, throws_of
from game.hands import Category, Rank, TwoPairTie
from game.matrix import solve
from game.odds import HandRules, OddsError, boss_keeps

# The weight of the value against the chance of a call in the game that picks the strategy with the fewest calls. It exceeds
# the denominators of all mixtures; `Equilibrium` checks that nothing was given away.
_VALUE_FIRST = 10**15


@dataclass(frozen=True, slots=True)
class PublicState:
    """What both players see when the Boss decides: the Boss' kept dice and the challenger's first throw, both sorted."""

    kept: Dice
    challenger: Dice


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Best play in a public state and its value for the Boss.

    `keeps` are the challenger's keeps after a call with positive chances; `calls` the chance of a call for every final hand
    that the Boss may have, worst first.
    """

    value: Fraction
    keeps: Mapping[Dice, Fraction]
    calls: Mapping[Rank, Fraction]

    @property
    def mixed_call(self) -> bool:
        """Whether some hand is called only sometimes."""
        return any(0 < chance < 1 for chance in self.calls.values())

    @property
    def mixed_keep(self) -> bool:
        """Whether the challenger chooses between several keeps."""
        return len(self.keeps) > 1


@dataclass(frozen=True, slots=True)
class BossSide:
    """The final hands that a Boss with certain kept dice may have: places in `final_ranks`, and ways of `total`."""

    places: tuple[int, ...]
    ways: tuple[int, ...]
    total: int


@cache
def boss_side(kept: Dice, two_pair_tie: TwoPairTie) -> BossSide:
    """The final hands of a Boss who keeps `kept` (sorted)."""
    found = final_distribution(kept, two_pair_tie)
    places = tuple(place for place, ways in enumerate(found.counts) if ways)
    return BossSide(places, tuple(found.counts[place] for place in places), found.total)


@cache
def edges(keep: Dice, two_pair_tie: TwoPairTie) -> tuple[int, ...]:
    """Wins minus losses of a Boss with each final rank against a challenger who keeps `keep`, in parts of 7776."""
    found = final_distribution(keep, two_pair_tie)
    scale = THROWS // found.total
    below = accumulate(found.counts, initial=0)
    return tuple((2 * lower + equal - found.total) * scale for lower, equal in zip(below, found.counts, strict=False))


@cache
def threshold_payoffs(kept: Dice, keep: Dice, two_pair_tie: TwoPairTie) -> tuple[int, ...]:
    """What the Boss gains against `keep` by calling all but his `t` worst hands, for every `t` from 0 to all of them.

    In parts of 7776 x the Boss' throws.
    """
    side, edge = boss_side(kept, two_pair_tie), edges(keep, two_pair_tie)
    gains = [ways * edge[place] for place, ways in zip(side.places, side.ways, strict=True)]
    return tuple(accumulate(reversed(gains), initial=0))[::-1]


def public_states(rules: HandRules) -> Iterator[PublicState]:
    """All public states with a Boss: the weakest kept dice first, challengers by first rank and then by dice."""
    hands = ranked_hands(rules)
    for kept in boss_keeps(rules):
        for hand in hands[: challengers_below(kept, rules)]:
            yield PublicState(kept, hand)


@cache
def ranked_hands(rules: HandRules) -> tuple[Dice, ...]:
    """The 252 hands of five dice by first rank, worst first, and then by dice."""
    return tuple(sorted((hand for hand, _ in throws_of(5)), key=lambda hand: (rules.first_rank(hand), hand)))


@cache
def challengers_below(kept: Dice, rules: HandRules) -> int:
    """How many of `ranked_hands` lose the first throw to a Boss who keeps `kept`."""
    rank = boss_keeps(rules)[kept][0]
    return sum(rules.first_rank(hand) < rank for hand in ranked_hands(rules))


def weight(state: PublicState, rules: HandRules) -> int:
    """How many of the 7776 x 7776 first throws of a certain Boss and challenger lead to this state."""
    return boss_keeps(rules)[state.kept][1] * throw_ways(state.challenger)


def check_state(state: PublicState, rules: HandRules) -> None:
    """Raises `OddsError` unless these dice can lie on the table together."""
    kept, challenger = state.kept, state.challenger
    if kept not in boss_keeps(rules):
        raise OddsError(f"No Boss keeps {digits(kept)}: a Boss keeps the combination that won the first throw.")
    if len(challenger) != 5 or any(not 1 <= die <= 6 for die in challenger):
        raise OddsError(f"The challenger's first throw is five dice from 1 to 6, not {digits(challenger)}.")
    if not rules.first_rank(challenger) < boss_keeps(rules)[kept][0]:
        raise OddsError(f"A challenger with {digits(challenger)} does not lose the first throw to {digits(kept)}.")


def solve_state(state: PublicState, rules: HandRules) -> Equilibrium:
    """Solves one state; takes a fraction of a millisecond, or some milliseconds where both players mix.

    `state` holds sorted dice. Raises `OddsError` for a state that cannot arise.
    """
    check_state(state, rules)
    tie = rules.two_pair_tie
    keeps = rules.keeps_of(state.challenger)
    columns = [threshold_payoffs(state.kept, keep, tie) for keep in keeps]
    side = boss_side(state.kept, tie)
    highs = [max(column) for column in columns]
    least = min(highs)
    keep = min((i for i, high in enumerate(highs) if high == least), key=lambda i: (columns[i][0], len(keeps[i]), keeps[i]))
    lows = [min(row) for row in zip(*columns, strict=True)]
    if max(lows) == least:
        value = Fraction(least)
        chosen = {keeps[keep]: Fraction(1)}
    else:
        solution = solve(tuple(zip(*columns, strict=True)))
        value = solution.value
        chosen = {keeps[i]: chance for i, chance in enumerate(solution.columns) if chance}
    calls = _fewest_calls(columns, side, value, keep if len(chosen) == 1 else None)
    return Equilibrium(
        value / (side.total * THROWS),
        chosen,
        {final_ranks(tie)[place]: chance for place, chance in zip(side.places, calls, strict=True)},
    )


def _fewest_calls(columns: list[tuple[int, ...]], side: BossSide, value: Fraction, pure: int | None) -> tuple[Fraction, ...]:
    """The chances of a call in the strategy that guarantees `value` with the fewest calls; `pure` is a pure best keep."""
    if pure is not None:
        best = [threshold for threshold, gain in enumerate(columns[pure]) if gain == value]
        if len(best) == 1:
            return tuple(Fraction(i >= best[0]) for i in range(len(side.ways)))
    called = tuple(accumulate(reversed(side.ways), initial=0))[::-1]
    rows = tuple(zip(*columns, strict=True))
    solution = solve([[_VALUE_FIRST * gain - called[i] for gain in row] for i, row in enumerate(rows)])
    guaranteed = min(sum(chance * gain for chance, gain in zip(solution.rows, column, strict=True)) for column in columns)
    assert guaranteed == value
    return tuple(accumulate(solution.rows[:-1]))


@dataclass(frozen=True, slots=True)
class Regret:
    """How much each side could still gain by another strategy against the other's; both are 0 in an equilibrium."""

    boss: Fraction
    challenger: Fraction


def regret(state: PublicState, play: Equilibrium, rules: HandRules) -> Regret:
    """Measures a pair of strategies against every keep and every set of called hands, as fractions.

    Uses neither thresholds nor the solver, so that it can judge them.
    """
    tie = rules.two_pair_tie
    side = boss_side(state.kept, tie)
    calls, call_unit = in_whole_parts(play.calls[final_ranks(tie)[place]] for place in side.places)
    chances, keep_unit = in_whole_parts(play.keeps.values())
    called = [(place, ways * chance) for place, ways, chance in zip(side.places, side.ways, calls, strict=True) if chance]
    gains = {keep: _gain(called, edges(keep, tie)) for keep in rules.keeps_of(state.challenger)}
    actual = sum(chance * gains[keep] for keep, chance in zip(play.keeps, chances, strict=True))
    kept = [(edges(keep, tie), chance) for keep, chance in zip(play.keeps, chances, strict=True)]
    best = sum(
        ways * max(0, sum(chance * edge[place] for edge, chance in kept))
        for place, ways in zip(side.places, side.ways, strict=True)
    )
    scale = side.total * THROWS * call_unit * keep_unit
    return Regret(Fraction(best * call_unit - actual, scale), Fraction(actual - keep_unit * min(gains.values()), scale))


def play_value(state: PublicState, play: Equilibrium, rules: HandRules) -> Fraction:
    """What the Boss gains on average when both follow `play`, from the odds and not from `play.value`."""
    tie = rules.two_pair_tie
    side = boss_side(state.kept, tie)
    calls, call_unit = in_whole_parts(play.calls[final_ranks(tie)[place]] for place in side.places)
    chances, keep_unit = in_whole_parts(play.keeps.values())
    called = [(place, ways * chance) for place, ways, chance in zip(side.places, side.ways, calls, strict=True) if chance]
    total = sum(chance * _gain(called, edges(keep, tie)) for keep, chance in zip(play.keeps, chances, strict=True))
    return Fraction(total, side.total * THROWS * call_unit * keep_unit)


def keep_values(state: PublicState, calls: Mapping[Rank, Fraction], rules: HandRules) -> Mapping[Dice, Fraction]:
    """What the challenger gains on average by every keep against a Boss who calls with these chances; small sets first."""
    side = boss_side(state.kept, rules.two_pair_tie)
    chances, unit = in_whole_parts(calls[final_ranks(rules.two_pair_tie)[place]] for place in side.places)
    called = [(place, ways * chance) for place, ways, chance in zip(side.places, side.ways, chances, strict=True)]
    scale = side.total * THROWS * unit
    return {keep: Fraction(-_gain(called, edges(keep, rules.two_pair_tie)), scale) for keep in rules.keeps_of(state.challenger)}


def call_values(state: PublicState, keeps: Mapping[Dice, Fraction], rules: HandRules) -> Mapping[Rank, Fraction]:
    """What the Boss gains on average by calling with every final hand, worst first, when the challenger keeps so."""
    side, ranks = boss_side(state.kept, rules.two_pair_tie), final_ranks(rules.two_pair_tie)
    gains = [(chance, edges(keep, rules.two_pair_tie)) for keep, chance in keeps.items()]
    return {ranks[place]: sum((chance * edge[place] for chance, edge in gains), Fraction(0)) / THROWS for place in side.places}


def _gain(called: list[tuple[int, int]], edge: tuple[int, ...]) -> int:
    return sum(ways * edge[place] for place, ways in called)


def in_whole_parts(chances: Iterable[Fraction]) -> tuple[list[int], int]:
    """The chances in whole parts of their common denominator, and that denominator."""
    listed = list(chances)
    unit = lcm(*(chance.denominator for chance in listed))
    return [chance.numerator * (unit // chance.denominator) for chance in listed], unit


def digits(dice: Dice) -> str:
    """Dice as the command line writes them: `33456`, or `-` for none."""
    return "".join(map(str, dice)) or "-"


def rank_digits(rank: Rank) -> str:
    """The combination of a rank as digits: `6644`, `66655`; `-` for nothing. An unranked lower pair shows as `xx`."""
    high, low = str(rank.primary), str(rank.secondary or "x")
    match rank.category:
        case Category.NOTHING:
            return "-"
        case Category.TWO_PAIR:
            return high * 2 + low * 2
        case Category.FULL_HOUSE:
            return high * 3 + low * 2
        case Category.PAIR:
            return high * 2
        case Category.TRIPS:
            return high * 3
        case Category.FOUR:
            return high * 4
        case Category.FIVE:
            return high * 5
