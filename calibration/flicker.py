"""Notices a lamp that flickers with the mains, by the brightness of stripes of the tray over some pictures."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

LIMIT = 0.025
"""From this swing on, as a share of the brightness, a lamp flickers: the noise of a stripe is far below."""
PICTURES = 12
FEWEST = 6


class Flicker:
    """The newest pictures' stripes. A rolling shutter shows a flickering lamp as stripes that wander, or as a pulse of all."""

    def __init__(self) -> None:
        self._bands: deque[NDArray[np.float32]] = deque(maxlen=PICTURES)

    def add(self, bands: NDArray[np.float32]) -> None:
        """The stripes of the next picture, shape (n,)."""
        self._bands.append(bands)

    def clear(self) -> None:
        """Something moved: what was seen before says nothing of the lamp."""
        self._bands.clear()

    @property
    def known(self) -> bool:
        """Whether there were pictures enough to tell."""
        return len(self._bands) >= FEWEST

    @property
    def swing(self) -> float:
        """How much the brightness swings, as a share of it."""
        if not self._bands:
            return 0.0
        stack = np.stack(self._bands)
        spread = stack.std(axis=0) * np.sqrt(2.0) / np.maximum(stack.mean(axis=0), 1.0)
        return float(np.median(spread))

    @property
    def flickers(self) -> bool:
        """Whether it is seen now."""
        return self.known and self.swing > LIMIT
