"""White paper bleeds into the black of a tag, so that a tag looks smaller than it is: how much, by the edges inside of it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.markers import tag_cells
from vision.geometry import Image, Points

_CELL = 16
_MOST = 0.25
"""More than this share of a cell is no bleeding, but a tag that was not seen well."""


def unbled(image: Image, tags: Mapping[int, Points]) -> dict[int, Points]:
    """The corners of the tags in a picture, uint8 B,G,R or grey, as they would be if their white did not bleed."""
    gray = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    shares = [share for tag, quad in tags.items() if (share := _bleed(gray, tag, quad)) is not None]
    share = float(np.clip(np.median(shares), -_MOST, _MOST)) if shares else 0.0
    count = tag_cells(0).shape[0]
    middles = {tag: quad.mean(axis=0) for tag, quad in tags.items()}
    return {tag: middles[tag] + (quad - middles[tag]) * (1.0 + 2.0 * share / count) for tag, quad in tags.items()}


def _bleed(gray: Image, tag: int, quad: Points) -> float | None:
    """By what share of a cell the edges of a tag lie too far inside, `None` when it shows too few edges."""
    cells = tag_cells(tag)
    count = cells.shape[0]
    side = count * _CELL
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(gray, cv2.getPerspectiveTransform(quad.astype(np.float32), square), (side, side))
    factors: list[float] = []
    shifts: list[float] = []
    for turned, pattern in ((flat, cells), (flat.T, cells.T)):
        for row in range(count):
            middle = row * _CELL + _CELL // 2
            line = turned[middle - 2 : middle + 3].mean(axis=0)
            for edge in range(1, count):
                left, right = bool(pattern[row, edge - 1]), bool(pattern[row, edge])
                if left == right:
                    continue
                at = _crossing(line[edge * _CELL - _CELL // 2 : edge * _CELL + _CELL // 2 + 1], rising=right)
                if at is None:
                    continue
                # The outer edges, which the square was laid on, are shifted as well.
                factors.append(-1.0 + 2.0 * edge / count + (-1.0 if right else 1.0))
                shifts.append((at - _CELL / 2 + 0.5) / _CELL)
    if len(factors) < 6:
        return None
    weight = np.array(factors)
    return float(weight @ np.array(shifts) / (weight @ weight))


def _crossing(line: np.ndarray, rising: bool) -> float | None:
    """Where a line from one level to another is half way, in pixels from its start."""
    values = line if rising else -line
    low, high = float(values[:3].mean()), float(values[-3:].mean())
    if high - low < 30.0:
        return None
    half = (low + high) / 2
    above = np.nonzero(values >= half)[0]
    if len(above) == 0 or above[0] == 0:
        return None
    after = int(above[0])
    step = float(values[after] - values[after - 1])
    return after - 1 + (half - float(values[after - 1])) / step if step > 0 else None
