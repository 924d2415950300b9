"""The twelve requirements of Qualification Dice and Progressive Qualification (rules D5, E1; readings D-a, D-b, D-f).

A hand qualifies for a requirement when some of its dice, exactly `Requirement.dice` of them, meet it; the sum of the other
dice is the point. A hand may qualify in several ways, each with its own point.

The figures of the rule document are exact counts of the 7776 throws of five dice, but for one: for Nevada it prints 4344,
which no reading of the rules gives. 4380 is right, and `Requirement.count` says so.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from game.actions import Dice, Direction
from game.errors import InvalidAction

ALL_THROWS = 6**5
"""The number of throws of five dice, the whole that `Requirement.count` is a part of."""


class Requirement(enum.Enum):
    """What some of the dice must show, from easy to hard; the value is the name in the referee protocol.

    `title` is the English name, `dice` how many of the five dice it takes, `payout` what a won ante brings (rule D9),
    `award` the points of its round in the progressive game (rule E7), `count` how many of the 7776 throws qualify and
    `examples` dice that meet it, enough of them to understand the rule.
    """

    title: str
    dice: int
    payout: Fraction
    award: int
    count: int
    examples: tuple[Dice, ...]

    def __new__(
        cls, value: str, title: str, dice: int, payout: tuple[int, int], award: int, count: int, examples: tuple[Dice, ...]
    ) -> Requirement:
        member = object.__new__(cls)
        member._value_ = value
        member.title = title
        member.dice = dice
        member.payout = Fraction(*payout)
        member.award = award
        member.count = count
        member.examples = examples
        return member

    ONE_RENO = "one_reno", "One Reno", 2, (1, 1), 2, 7056, ((6, 6),)
    ONE_VEGAS = "one_vegas", "One Vegas", 2, (1, 1), 2, 6540, ((6, 1), (6, 5))
    THREE_TO_MAKE_TEN = "three_to_make_ten", "Three to Make Ten", 3, (3, 2), 3, 4965, ((5, 4, 1), (6, 2, 2))
    NEVADA = "nevada", "Nevada", 4, (3, 2), 3, 4380, ((6, 6, 5, 2),)
    TWO_TO_MAKE_TEN = "two_to_make_ten", "Two to Make Ten", 2, (2, 1), 4, 3816, ((6, 4), (5, 5))
    TWO_VEGAS = "two_vegas", "Two Vegas", 4, (2, 1), 6, 2520, ((6, 5, 4, 3),)
    SHIP_CAPTAIN_CREW = "ship_captain_crew", "Ship, Captain, Crew", 3, (3, 1), 6, 2460, ((6, 5, 4), (1, 2, 3))
    TWO_RENO = "two_reno", "Two Reno", 4, (3, 1), 7, 2256, ((6, 6, 3, 3),)
    MONTEREY = "monterey", "Monterey", 3, (3, 1), 8, 1980, ((5, 4, 3), (4, 3, 2))
    FOUR_TO_MAKE_TEN = "four_to_make_ten", "Four to Make Ten", 4, (4, 1), 9, 1730, ((4, 3, 2, 1),)
    THREE_TO_MAKE_FIVE = "three_to_make_five", "Three to Make Five", 3, (5, 1), 11, 1380, ((3, 1, 1), (2, 2, 1))
    THREE_TO_MAKE_SIXTEEN = "three_to_make_sixteen", "Three to Make Sixteen", 3, (5, 1), 11, 1380, ((6, 5, 5), (6, 6, 4))

    @property
    def number(self) -> int:
        """The place in the list, 1 to 12, which is the round of the progressive game (rule E1)."""
        return NUMBERED.index(self) + 1

    @property
    def chance(self) -> Fraction:
        """The part of all throws of five dice that qualify."""
        return Fraction(self.count, ALL_THROWS)


NUMBERED = tuple(Requirement)
"""The requirements in the order of the list: round `i` of the progressive game asks for `NUMBERED[i - 1]`."""


def requirement_named(name: str) -> Requirement:
    """The requirement with this name in the protocol; raises `InvalidAction` for any other word."""
    for requirement in NUMBERED:
        if requirement.value == name:
            return requirement
    known = ", ".join(requirement.value for requirement in NUMBERED)
    raise InvalidAction(f"There is no requirement {name[:40]!r}; known are {known}.")


@dataclass(frozen=True, slots=True)
class Qualifying:
    """One way in which a hand qualifies: the sorted values of the qualifying dice and the point, the sum of the others."""

    dice: Dice
    point: int


def qualifies(requirement: Requirement, hand: Dice) -> bool:
    """Whether some of the dice of `hand` (five values, any order) meet the requirement (rule D5)."""
    return bool(qualifying(requirement, hand))


def qualifying(requirement: Requirement, hand: Dice) -> tuple[Qualifying, ...]:
    """All different ways in which `hand` (five values, any order) qualifies, the lowest point first; empty when it does not.

    Dice of the same value are the same here; `qualifying_places` tells them apart.

    >>> [(way.dice, way.point) for way in qualifying(Requirement.ONE_RENO, (3, 6, 3, 6, 1))]
    [((6, 6), 7), ((3, 3), 13)]
    """
    return _qualifying(requirement, tuple(sorted(hand)))


def qualifying_places(requirement: Requirement, hand: Dice) -> tuple[tuple[int, ...], ...]:
    """The places (0 to 4, ascending) of the qualifying dice in `hand`, for every set of dice that meets the requirement."""
    return tuple(
        places
        for places in combinations(range(len(hand)), requirement.dice)
        if meets(requirement, tuple(hand[place] for place in places))
    )


def best_point(requirement: Requirement, hand: Dice, direction: Direction) -> int | None:
    """The best point of `hand` in this direction, or `None` when it does not qualify (rule D5, reading D-b).

    >>> best_point(Requirement.ONE_RENO, (3, 6, 3, 6, 1), Direction.HIGHER)
    13
    """
    ways = qualifying(requirement, hand)
    if not ways:
        return None
    return ways[-1 if direction is Direction.HIGHER else 0].point


def beats(point: int, other: int, direction: Direction) -> bool:
    """Whether `point` is better than `other`; the same point never is (rule D9)."""
    return point > other if direction is Direction.HIGHER else point < other


def requirements_met(hand: Dice) -> frozenset[Requirement]:
    """All requirements for which `hand` qualifies: at least one, for every throw is a One Reno or a One Vegas."""
    return frozenset(requirement for requirement in Requirement if qualifies(requirement, hand))


@cache
def _qualifying(requirement: Requirement, hand: Dice) -> tuple[Qualifying, ...]:
    ways = {dice for dice in combinations(hand, requirement.dice) if meets(requirement, dice)}
    return tuple(sorted((Qualifying(dice, sum(hand) - sum(dice)) for dice in ways), key=lambda way: (way.point, way.dice)))


def meets(requirement: Requirement, dice: Dice) -> bool:
    """Whether exactly these dice, in any order, meet the requirement."""
    if len(dice) != requirement.dice:
        return False
    match requirement:
        case Requirement.ONE_RENO:
            return _reno(dice)
        case Requirement.ONE_VEGAS:
            return _vegas(dice)
        case Requirement.NEVADA:
            return any(_reno(two) and _vegas(others) for two, others in _halves(dice))
        case Requirement.TWO_VEGAS:
            return any(_vegas(two) and _vegas(others) for two, others in _halves(dice))
        case Requirement.TWO_RENO:
            return any(_reno(two) and _reno(others) for two, others in _halves(dice))
        case Requirement.SHIP_CAPTAIN_CREW:
            return tuple(sorted(dice)) in ((4, 5, 6), (1, 2, 3))
        case Requirement.MONTEREY:
            return tuple(sorted(dice)) in ((3, 4, 5), (2, 3, 4))
        case Requirement.THREE_TO_MAKE_FIVE:
            return sum(dice) == 5
        case Requirement.THREE_TO_MAKE_SIXTEEN:
            return sum(dice) == 16
        case Requirement.THREE_TO_MAKE_TEN | Requirement.TWO_TO_MAKE_TEN | Requirement.FOUR_TO_MAKE_TEN:
            return sum(dice) == 10


def _reno(two: Dice) -> bool:
    return two[0] == two[1]


def _vegas(two: Dice) -> bool:
    return sum(two) in (7, 11)


def _halves(four: Dice) -> tuple[tuple[Dice, Dice], ...]:
    """The six ways to take two of four dice, and the two left over: no die counts twice (reading D-f)."""
    a, b, c, d = four
    pairs = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    return pairs + tuple((others, two) for two, others in pairs)
