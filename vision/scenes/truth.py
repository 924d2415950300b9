"""What is really in a picture: every die with its value, place, lean and how much of its top is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.scenes.camera import Camera
from vision.scenes.dice import Maker, top_face
from vision.scenes.stage import seen

Array = NDArray[np.float64]

LEANS = 6.0
"""Degrees from which on a die counts as cocked."""


@dataclass(frozen=True)
class Placed:
    """A die where it is seen: `rotation` includes its labelling."""

    name: str
    maker: Maker
    position: Array
    rotation: Array


def top_square(placed: Placed) -> Array:
    """The four corners of the uppermost face (4 x 3, mm), as if the edges were sharp."""
    _, _, (normal, first, second) = top_face(placed.maker, placed.rotation)
    half = placed.maker.size / 2
    middle = placed.position + half * normal
    return np.array([middle + half * (a * first + b * second) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def clockwise(corners: Array) -> Array:
    """Corners (4 x 2, pixels, y down) clockwise from the one nearest to the top left."""
    edges = np.roll(corners, -1, 0)
    if float((corners[:, 0] * edges[:, 1] - edges[:, 0] * corners[:, 1]).sum()) < 0:
        corners = corners[::-1]
    return np.roll(corners, -int(np.argmin(corners.sum(1))), 0)


def describe(placed: Placed, camera: Camera, look: bool = True) -> dict[str, Any]:
    """One die as plain data; `look` asks the scene how much of its top face is seen."""
    value, lean, (normal, first, second) = top_face(placed.maker, placed.rotation)
    corners = clockwise(camera.project(top_square(placed)))
    half = placed.maker.size / 2
    middle = placed.position + half * normal
    center = camera.project(middle)[0]
    size = float(np.mean(np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)))
    flat = placed.maker.size / 2 - placed.maker.rounding
    steps = np.linspace(-0.95, 0.95, 11)
    samples = np.array([middle + flat * (a * first + b * second) for a in steps for b in steps])
    visible = float(seen(camera, samples, margin=placed.maker.depth + 1.2).mean()) if look else 1.0
    flags = []
    if lean > LEANS:
        flags.append("cocked")
    elif placed.position[2] > half + 2.0:
        flags.append("stacked")
    if visible < 0.9:
        flags.append("occluded")
    return {
        "id": placed.name,
        "value": value,
        "cx": round(float(center[0]), 2),
        "cy": round(float(center[1]), 2),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "size": round(size, 2),
        "tilt": round(lean, 2),
        "visible": round(visible, 3),
        "flags": flags,
        "maker": placed.maker.name,
        "edge_mm": placed.maker.size,
    }


def contrast(placed: Placed, camera: Camera, picture: NDArray[np.uint8]) -> float:
    """How far the faintest pip of the top face is from the plastic beside it in the picture, 0..255; glare makes it small."""
    value, _, (normal, first, second) = top_face(placed.maker, placed.rotation)
    half = placed.maker.size / 2
    pips = placed.maker.layout(value)
    grid = [(u, v) for u in np.linspace(-0.7, 0.7, 9) for v in np.linspace(-0.7, 0.7, 9)]
    plain = [(u, v) for u, v in grid if all(np.hypot(u - pu, v - pv) * half > 1.5 * radius for pu, pv, radius in pips)]

    def colors(points: list[tuple[float, float]]) -> Array:
        world = np.array([placed.position + half * (normal + u * first + v * second) for u, v in points])
        pixels = np.round(camera.project(world)).astype(int)
        columns = np.clip(pixels[:, 0], 0, picture.shape[1] - 1)
        rows = np.clip(pixels[:, 1], 0, picture.shape[0] - 1)
        return picture[rows, columns].astype(float)

    places = np.array(plain)
    found, body = colors([(u, v) for u, v, _ in pips]), colors(plain)
    apart = []
    for (u, v, _), color in zip(pips, found, strict=True):
        near = np.argsort(np.hypot(places[:, 0] - u, places[:, 1] - v))[:6]
        apart.append(float(np.abs(color - np.median(body[near], 0)).max()))
    return round(min(apart), 1)
