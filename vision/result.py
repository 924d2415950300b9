"""The reader's answer: dice with values, confidence and reasons. A value is right or it is withheld."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Status(enum.Enum):
    """`READ`: every die is certain; `UNSURE`: dice are there, at least one is not certain; `EMPTY`: no dice."""

    READ = "read"
    UNSURE = "unsure"
    EMPTY = "empty"


class Flag(enum.Enum):
    """Why a die is withheld."""

    COCKED = "cocked"
    STACKED = "stacked"
    OCCLUDED = "occluded"
    BLURRED = "blurred"
    UNCLEAR = "unclear"


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Die:
    """One die found in a picture.

    `value` is 1..6, or `None` when it is not certain; `confidence` 0..1 for `guesses[0]`; `guesses` are all values the
    reader thinks possible, likeliest first; `center` and `corners` (clockwise from the top left) are in pixels of the given
    picture; `size` is the edge of the top face in pixels; `color` is the median RGB of the face, 0..255;
    `light_pips` says whether its pips are lighter than the face.
    """

    value: int | None
    confidence: float
    center: Point
    size: float
    corners: tuple[Point, Point, Point, Point]
    flag: Flag | None = None
    guesses: tuple[int, ...] = ()
    color: tuple[int, int, int] | None = None
    light_pips: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """All dice of one picture or lane, in reading order. `reason` is one short sentence for a person when unsure."""

    status: Status
    dice: tuple[Die, ...] = ()
    reason: str | None = None

    @property
    def values(self) -> tuple[int, ...] | None:
        """Sorted top faces when the status is `READ`, `()` when `EMPTY`, else `None`."""
        if self.status is Status.UNSURE:
            return None
        return tuple(sorted(die.value for die in self.dice if die.value is not None))
