"""What a reading is worth against the truth, and how far a count can be trusted."""

from __future__ import annotations

import enum
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from vision.result import Die, Flag, Reading, Status


class Verdict(enum.Enum):
    """`RIGHT`: read, with the true values, or withheld as it must be, for the right reason; `MISREAD`: other values, or values
    where none can be told; `ABSTAINED`: withheld, though it can be read; `OTHER_REASON`: rightly withheld, for another reason;
    `RASH`: values where nobody knows the right ones; `SPARED`: withheld there; `FAILED`: no answer."""

    RIGHT = "right"
    MISREAD = "misread"
    ABSTAINED = "abstained"
    OTHER_REASON = "other reason"
    RASH = "rash"
    SPARED = "spared"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A die that cannot be read: its middle and size in pixels, and the flags that say why, any of which is right."""

    center: tuple[float, float]
    size: float
    flags: frozenset[Flag]


@dataclass(frozen=True, slots=True)
class Truth:
    """What is in a picture: the sorted `values`, `()` without dice, `None` where nobody knows; and dice that cannot be read.

    A hand with an unreadable die must be withheld, whatever its values are.
    """

    values: tuple[int, ...] | None
    unreadable: tuple[Unreadable, ...] = ()


def verdict(truth: Truth, reading: Reading | None) -> Verdict:
    """Judges one reading; `None` is a picture on which the reader failed."""
    if reading is None:
        return Verdict.FAILED
    if truth.unreadable:
        if reading.status is not Status.UNSURE:
            return Verdict.MISREAD
        named = any(_names(one, die) for one in truth.unreadable for die in reading.dice)
        return Verdict.RIGHT if named else Verdict.OTHER_REASON
    if truth.values is None:
        return Verdict.RASH if reading.status is Status.READ else Verdict.SPARED
    if reading.status is Status.UNSURE:
        return Verdict.ABSTAINED
    return Verdict.RIGHT if reading.values == tuple(sorted(truth.values)) else Verdict.MISREAD


def _names(one: Unreadable, die: Die) -> bool:
    """Whether the withheld die is this one and says why."""
    away = math.hypot(die.center[0] - one.center[0], die.center[1] - one.center[1])
    return die.value is None and die.flag in one.flags and away < 0.8 * one.size


@dataclass(slots=True)
class Tally:
    """Counts of verdicts."""

    counts: Counter[Verdict] = field(default_factory=Counter)

    def add(self, judged: Verdict) -> None:
        self.counts[judged] += 1

    @property
    def total(self) -> int:
        """All that were judged."""
        return sum(self.counts.values())

    def count(self, *kinds: Verdict) -> int:
        """How many got any of these verdicts."""
        return sum(self.counts[kind] for kind in kinds)

    def share(self, *kinds: Verdict) -> float:
        """The share of these verdicts, 0..1; not a number when nothing was judged."""
        return self.count(*kinds) / self.total if self.total else math.nan


def tally(judged: Iterable[Verdict]) -> Tally:
    """Counts verdicts."""
    return Tally(Counter(judged))


def most(wrong: int, total: int, confidence: float = 0.95) -> float:
    """The largest rate, 0..1, at which `wrong` or fewer of `total` would still be seen with a chance of 1 - `confidence`.

    The exact upper limit of Clopper and Pearson (1934): none wrong of n gives about 3 / n.
    """
    if not 0 <= wrong <= total:
        raise ValueError(f"{wrong} of {total} cannot be wrong.")
    if wrong == total:
        return 1.0
    low, high = wrong / total, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(wrong, total, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(wrong: int, total: int, rate: float) -> float:
    """The chance of at most `wrong` of `total` at a rate strictly between 0 and 1."""
    logs = [
        math.lgamma(total + 1)
        - math.lgamma(k + 1)
        - math.lgamma(total - k + 1)
        + k * math.log(rate)
        + (total - k) * math.log1p(-rate)
        for k in range(wrong + 1)
    ]
    return math.fsum(math.exp(value) for value in logs)
