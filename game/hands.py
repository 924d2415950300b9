"""What five dice are worth: the final ranking and the three rankings of the first throw (rules H1 to H5, A5, B3, C2)."""

from __future__ import annotations

import enum
import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from game.actions import Dice


class Category(enum.IntEnum):
    """The class of a hand, worse to better (rules H2, H3); straights and five different dice are nothing."""

    NOTHING = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    FULL_HOUSE = 4
    FOUR = 5
    FIVE = 6


@dataclass(frozen=True, order=True, slots=True)
class Rank:
    """The worth of a hand; a better hand compares greater.

    `primary` is the face of the combination (the trips of a full house, the higher of two pair), `secondary` the pair of a
    full house or the lower of two pair; both are 0 where they do not apply. Other dice never count (rule H5).
    """

    category: Category
    primary: int
    secondary: int


class TwoPairTie(enum.Enum):
    """What decides between two pair with the same higher pair (reading H-a)."""

    LEX = "lex"
    HIGH = "high"


class FirstFullHouse(enum.Enum):
    """What a full house counts as on the first throw (readings A-a, B-a, C-b)."""

    FULL = "full"
    TRIPS = "trips"


class FirstTwoPair(enum.Enum):
    """What two pair counts as on the first throw (rules A5, B3; reading C-a)."""

    TWO_PAIR = "two_pair"
    HIGH_PAIR = "high_pair"


class FirstRanking(enum.Enum):
    """The ranking of the first throw in the systems A (banking), B (Bull Dice) and C (Norwegian)."""

    A = "A"
    B = "B"
    C = "C"

    @property
    def full_house(self) -> FirstFullHouse:
        """What a full house counts as unless a house rule says otherwise."""
        return FirstFullHouse.TRIPS if self is FirstRanking.A else FirstFullHouse.FULL

    @property
    def two_pair(self) -> FirstTwoPair:
        """What two pair counts as unless a house rule says otherwise."""
        return FirstTwoPair.TWO_PAIR if self is FirstRanking.C else FirstTwoPair.HIGH_PAIR


@functools.lru_cache(maxsize=1 << 14)
def final_rank(dice: Dice, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> Rank:
    """The rank of five dice after the last throw (rules H1 to H5), in any order."""
    groups = sorted(((count, face) for face, count in Counter(dice).items() if count > 1), reverse=True)
    match groups:
        case [(5, face)]:
            return Rank(Category.FIVE, face, 0)
        case [(4, face)]:
            return Rank(Category.FOUR, face, 0)
        case [(3, trips), (2, pair)]:
            return Rank(Category.FULL_HOUSE, trips, pair)
        case [(3, face)]:
            return Rank(Category.TRIPS, face, 0)
        case [(2, high), (2, low)]:
            return Rank(Category.TWO_PAIR, high, low if two_pair_tie is TwoPairTie.LEX else 0)
        case [(2, face)]:
            return Rank(Category.PAIR, face, 0)
    return Rank(Category.NOTHING, 0, 0)


def first_rank(
    dice: Dice,
    ranking: FirstRanking = FirstRanking.A,
    *,
    full_house: FirstFullHouse | None = None,
    two_pair: FirstTwoPair | None = None,
    two_pair_tie: TwoPairTie = TwoPairTie.LEX,
) -> Rank:
    """The rank of five dice on the first throw, which decides who is Boss; `None` takes the reading of the ranking.

    Under A a full house counts as its trips and two pair as the higher pair (A5, A-a), under B only two pair does (B3, B-a),
    under C neither (C2, C-a, C-b).
    """
    rank = final_rank(dice, two_pair_tie)
    if rank.category is Category.FULL_HOUSE and (full_house or ranking.full_house) is FirstFullHouse.TRIPS:
        return Rank(Category.TRIPS, rank.primary, 0)
    if rank.category is Category.TWO_PAIR and (two_pair or ranking.two_pair) is FirstTwoPair.HIGH_PAIR:
        return Rank(Category.PAIR, rank.primary, 0)
    return rank


def kept_by_boss(
    dice: Dice,
    ranking: FirstRanking = FirstRanking.A,
    *,
    full_house: FirstFullHouse | None = None,
    two_pair: FirstTwoPair | None = None,
) -> Dice:
    """The sorted values of the combination that a Boss must keep (A7, B4, C3), `()` for nothing.

    >>> kept_by_boss((5, 5, 5, 2, 2))
    (5, 5, 5)
    """
    return combination(dice, first_rank(dice, ranking, full_house=full_house, two_pair=two_pair))


def combination(dice: Dice, rank: Rank) -> Dice:
    """The sorted values of the dice that make `rank` out of `dice`."""
    if rank.category is Category.TWO_PAIR:
        # Under `TwoPairTie.HIGH` the rank does not name the lower pair; the dice do.
        return tuple(sorted(face for face in dice if dice.count(face) > 1))
    size = {
        Category.NOTHING: 0,
        Category.PAIR: 2,
        Category.TRIPS: 3,
        Category.FULL_HOUSE: 3,
        Category.FOUR: 4,
        Category.FIVE: 5,
    }[rank.category]
    kept = [rank.primary] * size
    if rank.category is Category.FULL_HOUSE:
        kept += [rank.secondary] * 2
    return tuple(sorted(kept))


def all_ranks() -> tuple[Rank, ...]:
    """The 70 final ranks, worst first: nothing and the 69 ranked hands."""
    return tuple(sorted(_ranks()))


def _ranks() -> Iterator[Rank]:
    yield Rank(Category.NOTHING, 0, 0)
    faces = range(1, 7)
    for category in (Category.PAIR, Category.TRIPS, Category.FOUR, Category.FIVE):
        for face in faces:
            yield Rank(category, face, 0)
    for one, other in permutations(faces, 2):
        yield Rank(Category.FULL_HOUSE, one, other)
        if one > other:
            yield Rank(Category.TWO_PAIR, one, other)
