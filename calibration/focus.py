"""The focus: the best sharpness so far, and the search for it with a lens that the program can move."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from calibration.errors import CalibrationError, Reason

NEAR_BEST = 0.92
"""From this share of the best sharpness on the lens stands well."""
STEPS = 11
FINE_STEPS = 5
SETTLE_SECONDS = 0.45
"""So long a lens takes to stand still, the pictures under way included."""
PICTURES = 5
"""So many pictures say together how sharp they are; one may be blurred by a hand."""


def least_sharpness(width: int) -> float:
    """The sharpness that reading needs in pictures `width` pixels wide: edges of 4.5 pixels at 1280, never below 3.5."""
    return 2.0 / max(3.5, 4.5 * width / 1280)


@dataclass(slots=True)
class FocusSweep:
    """Tries places of the lens from `low` to `high` dioptres, then finer round the best, and stays there.

    `place` is where the lens shall stand now.
    """

    low: float
    high: float
    place: float = field(init=False)
    done: bool = field(init=False, default=False)
    _places: list[float] = field(init=False)
    _seen: list[tuple[float, float]] = field(init=False, default_factory=list)
    _since: float | None = field(init=False, default=None)
    _fine: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._places = _spread(self.low, self.high, STEPS)
        self.place = self._places.pop(0)

    @property
    def progress(self) -> float:
        """How much of the search is done, 0 to 1."""
        return 1.0 if self.done else len(self._seen) / (STEPS + FINE_STEPS)

    def see(self, time: float, sharpness: float | None) -> None:
        """A picture taken at `time` in seconds had this sharpness."""
        if self.done:
            return
        if self._since is None:
            self._since = time
        if time - self._since < SETTLE_SECONDS:
            return
        self._seen.append((sharpness or 0.0, self.place))
        self._since = time
        if not self._places and not self._fine:
            self._fine = True
            best = max(self._seen)[1]
            step = (self.high - self.low) / (STEPS - 1)
            self._places = _spread(max(self.low, best - step), min(self.high, best + step), FINE_STEPS)
        if self._places:
            self.place = self._places.pop(0)
        else:
            self.place = max(self._seen)[1]
            self.done = True


class Focusing:
    """How sharp the pictures are in a guided calibration: `sharpness` of the last ones, `best` since `begin`.

    `sweep` is the search with a lens that moves through `reach` in dioptres, `None` where somebody turns the lens by hand.
    """

    def __init__(self, reach: tuple[float, float] | None = None) -> None:
        self.sweep = FocusSweep(*reach) if reach is not None else None
        self.best = 0.0
        self.sharpness: float | None = None
        self._last: deque[float] = deque(maxlen=PICTURES)

    @property
    def searching(self) -> bool:
        """Whether the lens is on its way."""
        return self.sweep is not None and not self.sweep.done

    @property
    def known(self) -> bool:
        """Whether there have been enough pictures to judge by."""
        return len(self._last) == PICTURES

    def lens_can_move(self, low: float, high: float) -> None:
        """The lens turned out to move from `low` to `high` dioptres."""
        if self.sweep is None:
            self.sweep = FocusSweep(low, high)

    def begin(self) -> None:
        """Searches from the start."""
        self.best = 0.0
        self._last.clear()
        if self.sweep is not None:
            self.sweep = FocusSweep(self.sweep.low, self.sweep.high)

    def see(self, sharpness: float | None, judged: bool) -> None:
        """The next picture; the best one counts only while the focus is `judged`."""
        self._last.append(sharpness or 0.0)
        self.sharpness = float(np.median(self._last))
        if judged and self.known:
            self.best = max(self.best, self.sharpness)

    def search(self, time: float, sharpness: float | None) -> None:
        """Lets the lens go on, after a picture taken at `time` in seconds."""
        if self.sweep is not None:
            self.sweep.see(time, sharpness)
        self._last.clear()

    def problem(self, width: int) -> CalibrationError | None:
        """Why the lens does not stand well in pictures `width` pixels wide."""
        sharpness = self.sharpness or 0.0
        if sharpness < least_sharpness(width):
            return CalibrationError("The picture is not sharp; turn the lens, or clean it.", Reason.BLURRED)
        if sharpness < NEAR_BEST * self.best and self.sweep is None:
            return CalibrationError("It was sharper before; turn the lens back a little.", Reason.BELOW_BEST)
        return None


def _spread(low: float, high: float, count: int) -> list[float]:
    return [low + (high - low) * index / (count - 1) for index in range(count)]
