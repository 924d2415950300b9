"""Notices while playing that camera or tray have moved, by the tags round the tray."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from calibration.file import Calibration
from calibration.markers import drift
from vision.geometry import Image


class Place(enum.Enum):
    """`FINE`: the tags are where they were. `MOVED`: they are not. `HIDDEN`: none has been seen for long,
    and when one was, they were where they belong."""

    FINE = "fine"
    MOVED = "moved"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class MovedSettings:
    """`every`: seconds between two looks at the tags, since one costs several milliseconds. `moved`, `back`: mm from which on
    they count as moved, and below which they are back. `sure`: how many looks in a row must say so. `hidden`: seconds without
    any tag after which that is said; hands hide them for less."""

    every: float = 1.0
    moved: float = 3.0
    back: float = 2.0
    sure: int = 3
    hidden: float = 30.0


class MovedWatch:
    """Looks at the tags now and then; several looks must agree, so that a bump of the table is no alarm."""

    def __init__(self, calibration: Calibration, settings: MovedSettings = MovedSettings()) -> None:
        self._calibration, self._settings = calibration, settings
        self._geometry = calibration.geometry
        self._place = Place.FINE
        self._doubts = 0
        self._looked_at = -math.inf
        self._seen_at: float | None = None
        self._distance = 0.0

    @property
    def distance(self) -> float:
        """How far the tags were from their places at the last look that saw some, in mm."""
        return self._distance

    def look(self, image: Image, time: float) -> Place:
        """What is known after a camera picture, uint8 B,G,R of the calibrated size, taken at `time` in seconds."""
        settings = self._settings
        if time - self._looked_at < settings.every:
            return self._place
        self._looked_at = time
        found = drift(image, self._calibration, self._geometry)
        if found is None:
            self._seen_at = time if self._seen_at is None else self._seen_at
            # A tray that has moved does not lie right because its tags are covered.
            if self._place is Place.FINE and time - self._seen_at >= settings.hidden:
                self._place = Place.HIDDEN
            return self._place
        self._seen_at, self._distance = time, found.distance
        if self._place is Place.HIDDEN:
            self._place = Place.FINE
        limit = settings.back if self._place is Place.MOVED else settings.moved
        seems = Place.MOVED if found.distance >= limit else Place.FINE
        self._doubts = 0 if seems is self._place else self._doubts + 1
        if self._doubts >= settings.sure:
            self._place, self._doubts = seems, 0
        return self._place
