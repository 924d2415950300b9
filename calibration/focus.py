"""The focus: the best sharpness so far, and the search for it with a lens that the program can move."""

from __future__ import annotations

from dataclasses import dataclass, field

NEAR_BEST = 0.92
"""From this share of the best sharpness on the lens stands well."""
STEPS = 11
FINE_STEPS = 5
SETTLE_SECONDS = 0.45
"""So long a lens takes to stand still, the pictures under way included."""


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


def _spread(low: float, high: float, count: int) -> list[float]:
    return [low + (high - low) * index / (count - 1) for index in range(count)]
