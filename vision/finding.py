"""Where dice are: peaks of the finder network over one or several scales, each with a box, a pose and a first value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import DIE, crop, standardised
from vision.network import Network

Picture = NDArray[np.uint8]
STRIDE = 4
_CELL = 16
_LONG_SIDES = (896, 448, 224, 112)
_KNOWN_EDGE = 21.0
_FAINTEST = 0.1
_MOST = 40
_LOOK = 96
_NESTED = 1.7
_PART = 0.6
_NARROWEST = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Something that may be a die; lengths in pixels of the picture.

    `center`, `width`, `height` of the upright box round its outline; `face` the middle of its top face; `edge` the length of
    that face's edge; `turn` its rotation in radians, -pi/4..pi/4; `heat` 0..1; `values` (8,) chances: hidden, 1..6, leaning.
    """

    center: tuple[float, float]
    width: float
    height: float
    face: tuple[float, float]
    edge: float
    turn: float
    heat: float
    values: NDArray[np.float32]
    scale: float

    @property
    def size(self) -> float:
        """Geometric mean of the box's sides."""
        return float(np.sqrt(self.width * self.height))


class DiceFinder:
    """Runs the finder network; one instance a thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._network = Network("finder", folder)

    def at_edge(self, image: Picture, edge: float) -> list[Candidate]:
        """Candidates when the edge of a top face is known to be about `edge` pixels."""
        height, width = image.shape[:2]
        small = _resized(image, width, height, min(_KNOWN_EDGE / edge, 3.0))
        return merged(self._scan(small, width, height))

    def anywhere(self, image: Picture) -> list[Candidate]:
        """Candidates of any size, each looked at a second time at a fixed size."""
        height, width = image.shape[:2]
        found: list[Candidate] = []
        finer = image
        for side in _LONG_SIDES:
            scale = side / max(height, width)
            if scale <= 3.0:
                small = _resized(finer, width, height, scale)
                found += self._scan(small, width, height)
                # A picture of many megapixels is shrunk once only; the coarser levels follow from the finer ones.
                finer = small if scale < 1 else image
        return self._second_look(image, merged(found))

    def _scan(self, small: Picture, width: int, height: int) -> list[Candidate]:
        """Candidates of a resized picture, in pixels of the original of `width` by `height`."""
        rows, columns = small.shape[:2]
        batch = standardised(small[None])
        padded = np.zeros((1, 3, -(-rows // _CELL) * _CELL, -(-columns // _CELL) * _CELL), np.float32)
        padded[:, :, :rows, :columns] = batch
        maps = self._network.run(padded)[0]
        return peaks(maps, columns / width, rows / height)

    def _second_look(self, image: Picture, found: list[Candidate]) -> list[Candidate]:
        """Every candidate again in a square in which it has the size the network knows best."""
        if not found:
            return []
        roots = [_root(c) for c in found]
        squares = [crop(image, c.center, c.size, squeeze=root**2, side=_LOOK) for c, root in zip(found, roots, strict=True)]
        maps = self._network.run(standardised(np.stack(squares)))
        seen = []
        middle = (_LOOK - 1) / 2
        for candidate, own, root in zip(found, maps, roots, strict=True):
            scale = DIE / candidate.size
            near = [c for c in peaks(own, 1.0, 1.0) if np.hypot(c.center[0] - middle, c.center[1] - middle) < DIE * 0.35]
            if not near:
                seen.append(replace(candidate, heat=candidate.heat * 0.5))
                continue
            best = max(near, key=lambda c: c.heat)
            center, face = (
                (
                    candidate.center[0] + (point[0] - middle) / scale * root,
                    candidate.center[1] + (point[1] - middle) / scale / root,
                )
                for point in (best.center, best.face)
            )
            mixed = np.sqrt(best.values * candidate.values)
            seen.append(
                Candidate(
                    center,
                    best.width / scale * root,
                    best.height / scale / root,
                    face,
                    best.edge / scale,
                    best.turn,
                    float(np.sqrt(best.heat * max(candidate.heat, 0.25 * best.heat))),
                    mixed / mixed.sum(),
                    scale,
                )
            )
        return merged(seen)


def _root(candidate: Candidate) -> float:
    """The root of the outline's proportion: the square of a second look takes it out, for squeezed pixels and tilted views."""
    return float(np.sqrt(np.clip(candidate.width / max(candidate.height, 1e-3), _NARROWEST, 1 / _NARROWEST)))


def _resized(image: Picture, width: int, height: int, scale: float) -> Picture:
    """`image`, itself the original or a smaller one, brought to `scale` of the original's `width` and `height`."""
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    way = cv2.INTER_AREA if columns < image.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (columns, rows), interpolation=way), np.uint8)


def peaks(maps: NDArray[np.float32], scale_x: float, scale_y: float) -> list[Candidate]:
    """Local maxima of the heat in the network's maps (16, h, w), in pixels of the picture that was scaled by `scale_*`."""
    heat = 1 / (1 + np.exp(-np.clip(maps[0], -30, 30)))
    largest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= largest) & (heat > _FAINTEST))
    order = np.argsort(-heat[rows, columns])[:_MOST]
    found = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        cell = maps[:, row, column]
        x = column + _vertex(maps[0], row, column, 0, 1)
        y = row + _vertex(maps[0], row, column, 1, 0)
        x, y = (x + 0.5) * STRIDE - 0.5, (y + 0.5) * STRIDE - 0.5
        width, height = (float(32 * np.exp(np.clip(v, -2, 2))) for v in cell[1:3])
        size = float(np.sqrt(width * height))
        odds = np.exp(cell[8:] - cell[8:].max())
        # The finder was shown dice of 14 to 62 pixels; what it says of others is worth less.
        known = float(np.exp(-max(0.0, np.log(12 / size), np.log(size / 66)) * 3))
        fx, fy = x + float(cell[3]) * width, y + float(cell[4]) * height
        found.append(
            Candidate(
                ((x + 0.5) / scale_x - 0.5, (y + 0.5) / scale_y - 0.5),
                width / scale_x,
                height / scale_y,
                ((fx + 0.5) / scale_x - 0.5, (fy + 0.5) / scale_y - 0.5),
                size * float(np.exp(np.clip(cell[7], -1.2, 0.1))) / float(np.sqrt(scale_x * scale_y)),
                float(np.arctan2(cell[6], cell[5]) / 4),
                float(heat[row, column]) * known,
                (odds / odds.sum()).astype(np.float32),
                float(np.sqrt(scale_x * scale_y)),
            )
        )
    return found


def _vertex(heat: NDArray[np.float32], row: int, column: int, down: int, right: int) -> float:
    """Offset -0.5..0.5 of the parabola's top through a cell and its two neighbours."""
    before, after = row - down, column - right
    if before < 0 or after < 0 or row + down >= heat.shape[0] or column + right >= heat.shape[1]:
        return 0.0
    low, mid, high = float(heat[before, after]), float(heat[row, column]), float(heat[row + down, column + right])
    curve = low - 2 * mid + high
    return float(np.clip(0.5 * (low - high) / curve, -0.5, 0.5)) if curve < -1e-6 else 0.0


def merged(found: list[Candidate]) -> list[Candidate]:
    """One candidate a die: the strongest of those that share a place, whatever scale saw them."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda c: -c.heat):
        if not any(_same(candidate, other) for other in kept):
            kept.append(candidate)
    return kept[:_MOST]


def _same(weaker: Candidate, stronger: Candidate) -> bool:
    """Whether the weaker candidate is the stronger seen once more, or a part of it: a pip, a side face.

    Something large round a stronger small one may be a die round its pip, or no die round a die, and something small that is
    nearly as strong as what is round it may be one of several dice that were taken for one; that is judged later.
    """
    dx, dy = abs(weaker.center[0] - stronger.center[0]), abs(weaker.center[1] - stronger.center[1])
    if max(weaker.size, stronger.size) < _NESTED * min(weaker.size, stronger.size):
        return bool(np.hypot(dx, dy) < 0.5 * min(weaker.size, stronger.size))
    inside = weaker.size < stronger.size and dx < 0.5 * stronger.width and dy < 0.5 * stronger.height
    return inside and weaker.heat < _PART * stronger.heat


def holds(large: Candidate, small: Candidate) -> bool:
    """Whether the middle of a much smaller candidate lies in the box of a larger one."""
    dx, dy = abs(large.center[0] - small.center[0]), abs(large.center[1] - small.center[1])
    return large.size >= _NESTED * small.size and dx < 0.5 * large.width and dy < 0.5 * large.height
