"""Where dice are: peaks of the finder network over one or several scales, each with a box, a pose and a first value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import crop, standardised
from vision.network import Network
from vision.result import Point

Picture = NDArray[np.uint8]
STRIDE = 4
_CELL = 16
_LONG_SIDES = (896, 448, 224, 112)
KNOWN_EDGE = 21.0
"""The edge of a face, pixels, that a picture is brought to when its scale is known."""

_FAINTEST = 0.1
_MOST = 40
# A second look shows a square of so many pixels in which the outline has so many.
_LOOK, _LOOKED_AT = 96, 42.0
_NESTED = 1.7
_PART = 0.6
_NARROWEST = 0.7
# The looks of a second look: how much more of the surroundings than the first shows each, and whether it is mirrored. Where
# the scale is known the first is enough.
_VIEWS = ((1.0, False), (1.2, True))
# What is left of the heat for each of several looks that sees nothing, and for a single one.
_MISSED, _ONCE = 0.5, 0.75
_SURROUNDINGS, _COARSE = 128, 4


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

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Of the top face as a turned square, clockwise from the top left."""
        c, s = np.cos(self.turn) * self.edge / 2, np.sin(self.turn) * self.edge / 2
        x, y = self.face
        return (
            (x - c + s, y - s - c),
            (x + c + s, y + s - c),
            (x + c - s, y + s + c),
            (x - c - s, y - s + c),
        )


class DiceFinder:
    """Runs the finder network; one instance a thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._network = Network("finder", folder)

    def at_edge(self, image: Picture, edge: float) -> list[Candidate]:
        """Candidates when the edge of a top face is known to be about `edge` pixels; each is looked at a second time."""
        height, width = image.shape[:2]
        small = _resized(image, width, height, min(KNOWN_EDGE / edge, 3.0))
        return self._second_look(image, merged(self._scan(small, width, height)), _VIEWS[:1])

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
        return self._second_look(image, merged(found), _VIEWS)

    def look(self, image: Picture, box: tuple[float, float, float, float]) -> Candidate | None:
        """The die whose outline is about `box` (x, y, w, h), with (x, y) its middle; `None` when none is seen there."""
        x, y, width, height = box
        size = float(np.sqrt(width * height))
        known = Candidate((x, y), width, height, (x, y), size, 0.0, 1.0, np.full(8, 1 / 8, np.float32), 1.0)
        looks = self._looks(image, [known], _VIEWS[:1])[0]
        return None if looks[0] is None else _seen_again(known, _root(known), looks)

    def _scan(self, small: Picture, width: int, height: int) -> list[Candidate]:
        """Candidates of a resized picture, in pixels of the original of `width` by `height`."""
        rows, columns = small.shape[:2]
        batch = _evened(small)
        padded = np.zeros((1, 3, -(-rows // _CELL) * _CELL, -(-columns // _CELL) * _CELL), np.float32)
        padded[:, :, :rows, :columns] = batch
        maps = self._network.run(padded)[0]
        return peaks(maps, columns / width, rows / height)

    def _view(self, squares: Picture, wider: float, mirrored: bool) -> list[Candidate | None]:
        """What one look at every square sees in its middle, points from that middle, `None` for nothing."""
        side = squares.shape[1]
        if wider == 1.0:
            inset = (side - _LOOK) // 2
            looked = squares[:, inset : inset + _LOOK, inset : inset + _LOOK]
        else:
            looked = np.stack([cv2.resize(square, (_LOOK, _LOOK), interpolation=cv2.INTER_AREA) for square in squares])
        maps = self._network.run(standardised(looked[:, :, ::-1] if mirrored else looked))
        looks: list[Candidate | None] = []
        for own in maps:
            near = [_from_middle(c, wider, mirrored) for c in peaks(own, 1.0, 1.0)]
            near = [c for c in near if np.hypot(*c.center) < _LOOKED_AT * 0.35]
            looks.append(max(near, key=lambda c: c.heat, default=None))
        return looks

    def _second_look(self, image: Picture, found: list[Candidate], views: tuple[tuple[float, bool], ...]) -> list[Candidate]:
        """Every candidate again, from several looks."""
        looks = self._looks(image, found, views)
        return merged([_seen_again(one, _root(one), seen) for one, seen in zip(found, looks, strict=True)])

    def _looks(
        self, image: Picture, found: list[Candidate], views: tuple[tuple[float, bool], ...]
    ) -> list[tuple[Candidate | None, ...]]:
        """What is seen of every candidate in squares in which it has about the size the network knows best."""
        if not found:
            return []
        side = round(_LOOK * max(wider for wider, _ in views))
        squares = np.stack([crop(image, c.center, c.size, squeeze=_root(c) ** 2, side=side, die=_LOOKED_AT) for c in found])
        return list(zip(*(self._view(squares, wider, mirrored) for wider, mirrored in views), strict=True))


def _seen_again(candidate: Candidate, root: float, looks: tuple[Candidate | None, ...]) -> Candidate:
    """A candidate after the looks at its square, whose points are counted from the square's middle."""
    best = next((look for look in looks if look is not None), None)
    if best is None:
        return replace(candidate, heat=candidate.heat * (_MISSED ** len(looks) if len(looks) > 1 else _ONCE))
    heats = [look.heat if look is not None else _MISSED * candidate.heat for look in looks]
    heat = float(np.exp(np.mean(np.log(heats))))
    values = np.exp(np.mean([np.log(look.values + 1e-4) for look in looks if look is not None], axis=0))
    mixed = np.sqrt(values * candidate.values)
    scale = _LOOKED_AT / candidate.size
    center, face = (
        (candidate.center[0] + point[0] / scale * root, candidate.center[1] + point[1] / scale / root)
        for point in (best.center, best.face)
    )
    return Candidate(
        center,
        best.width / scale * root,
        best.height / scale / root,
        face,
        best.edge / scale,
        best.turn,
        float(np.sqrt(heat * max(candidate.heat, 0.25 * heat))),
        mixed / mixed.sum(),
        scale,
    )


def _from_middle(candidate: Candidate, wider: float, mirrored: bool) -> Candidate:
    """A candidate of a square of `_LOOK` pixels, its points from the square's middle, as a square that is not `wider` and not
    mirrored shows it."""
    middle, way = (_LOOK - 1) / 2, -1 if mirrored else 1
    (x, y), (u, v) = candidate.center, candidate.face
    return replace(
        candidate,
        center=((x - middle) * wider * way, (y - middle) * wider),
        face=((u - middle) * wider * way, (v - middle) * wider),
        width=candidate.width * wider,
        height=candidate.height * wider,
        edge=candidate.edge * wider,
        turn=candidate.turn * way,
    )


def _evened(image: Picture) -> NDArray[np.float32]:
    """`image` as the network takes it, (1, 3, h, w): mean 0 and spread 1 in the surroundings of every pixel, which are as large
    as the windows the network was trained on; so a lamp in one corner does not take the contrast from the others."""
    rows, columns = image.shape[:2]
    few = image[_COARSE // 2 :: _COARSE, _COARSE // 2 :: _COARSE] if min(rows, columns) > _COARSE else image
    few = few.astype(np.float32)
    moments = np.stack([few.mean(axis=2), (few * few).mean(axis=2)], axis=2)
    side = _SURROUNDINGS // _COARSE
    around = cv2.blur(moments, (side, side), borderType=cv2.BORDER_REFLECT)
    gain = 1 / (np.sqrt(np.maximum(around[..., 1] - around[..., 0] ** 2, 0)) + 8.0)
    gains = cv2.resize(gain, (columns, rows), interpolation=cv2.INTER_LINEAR)
    floors = cv2.resize(gain * around[..., 0], (columns, rows), interpolation=cv2.INTER_LINEAR)
    evened = np.empty((1, 3, rows, columns), np.float32)
    for channel, plane in enumerate(evened[0]):
        np.multiply(image[..., channel], gains, out=plane)
        plane -= floors
    return evened


def _root(candidate: Candidate) -> float:
    """The root of the outline's proportion: the square of a second look takes it out, for squeezed pixels and tilted views."""
    return float(np.sqrt(np.clip(candidate.width / max(candidate.height, 1e-3), _NARROWEST, 1 / _NARROWEST)))


def _resized(image: Picture, width: int, height: int, scale: float) -> Picture:
    """`image`, itself the original or a smaller one, brought to `scale` of the original's `width` and `height`."""
    columns, rows = max(1, round(width * scale)), max(1, round(height * scale))
    while image.shape[1] >= 2 * columns and image.shape[0] >= 2 * rows:
        # Halving costs a fifth of any other shrinking by area.
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8)
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
