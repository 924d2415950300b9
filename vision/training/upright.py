"""How a die's face is turned in a picture, so that a cut-out can show it straight, as the reader's are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.finding import DiceFinder
from vision.training.store import Truth

_NEAR, _ALIKE = 0.2, 1.4
# The share of dice that are cut at any turn, since the finder is not always right, and its usual error in degrees.
_ASKEW, _ERROR = 0.12, 2.5

Picture = NDArray[np.uint8]
Corners = tuple[tuple[float, float], ...]


def turn_of(corners: Corners) -> float:
    """The angle of a face's sides in degrees, from its four corners in order; quarters do not count."""
    a, b, c, d = np.array(corners, np.float64)
    side = (b - a) + (c - d)
    return float(np.degrees(np.arctan2(side[1], side[0])))


def degrees(rng: np.random.Generator, turn: float | None) -> float:
    """By how much a cut-out of something that is turned by `turn` degrees is turned: nearly straight, by any quarter; or at
    random, now and then and where the turn is not known."""
    if turn is None or rng.random() < _ASKEW:
        return float(rng.uniform(0, 360))
    return float(90 * rng.integers(0, 4) + rng.normal(0, _ERROR) - turn)


def with_face(image: Picture, truth: Truth, finder: DiceFinder) -> Truth:
    """The truth with the corners of the top face as the finder sees it, where they are not known and it sees one."""
    if truth.corners:
        return truth
    seen = finder.look(image, truth.box)
    x, y, w, h = truth.box
    size = float(np.sqrt(w * h))
    if (
        seen is None
        or np.hypot(seen.center[0] - x, seen.center[1] - y) > _NEAR * size
        or not 1 / _ALIKE < seen.size / size < _ALIKE
    ):
        return truth
    return replace(truth, corners=seen.corners())
