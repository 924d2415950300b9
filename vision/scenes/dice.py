"""How dice of different makers look: shape, colours, pips, which face is where."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.surfaces import noise

Array = NDArray[np.float64]
Color = tuple[float, float, float]

CELL = 192
"""Edge in texels of one face in the atlas (three faces wide, two high)."""

AXES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "+z": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "-z": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    "+x": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "-x": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "+y": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "-y": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
}
"""Normal and the two tangents (right-handed) of each face of the mesh, in the order of the atlas."""


@dataclass(frozen=True)
class Maker:
    """One kind of die. Lengths in mm, colours linear RGB.

    `spread` is the distance of the outer pips from the middle of the face, as a share of half the edge; `turned` says
    which of the faces 2, 3 and 6 are turned by a quarter; `mirrored` dice count 1-2-3 clockwise. `four` is the colour of the
    four's pips where it differs, as on Asian dice.
    """

    name: str
    size: float
    rounding: float
    body: Color
    pips: Color
    ace: Color
    pip_radius: float
    ace_radius: float
    spread: float
    depth: float
    roughness: float
    transmission: float = 0.0
    marble: float = 0.0
    turned: tuple[bool, bool, bool] = (False, False, False)
    mirrored: bool = False
    seed: int = 0
    metallic: float = 0.0
    four: Color | None = None

    def faces(self) -> dict[str, int]:
        """Value on each face of the mesh; opposite faces sum to seven."""
        three = ("-y", "+y") if self.mirrored else ("+y", "-y")
        return {"+z": 1, "-z": 6, "+x": 2, "-x": 5, three[0]: 3, three[1]: 4}

    def layout(self, value: int) -> list[tuple[float, float, float]]:
        """Pips of a face: tangent coordinates (-1..1 is the edge) and radius in mm."""
        s, r = self.spread, self.pip_radius
        turned = dict(zip((2, 3, 6), self.turned, strict=True)).get(value, False)
        points: list[tuple[float, float]] = []
        if value in (1, 3, 5):
            points.append((0.0, 0.0))
        if value in (2, 3):
            points += [(-s, s), (s, -s)] if turned else [(-s, -s), (s, s)]
        if value >= 4:
            points += [(-s, -s), (s, s), (-s, s), (s, -s)]
        if value == 6:
            points += [(0.0, -s), (0.0, s)] if turned else [(-s, 0.0), (s, 0.0)]
        return [(u, v, self.ace_radius if value == 1 else r) for u, v in points]


def cube_rotations() -> list[Array]:
    """The 24 rotations of a cube as matrices, always in the same order."""
    found = []
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3))
            matrix[range(3), order] = signs
            if np.linalg.det(matrix) > 0:
                found.append(matrix)
    return found


def top_face(maker: Maker, rotation: Array) -> tuple[int, float, Array]:
    """Value of the face that points up most, its lean in degrees, and its (normal, tangents) as rows in the world."""
    best = max(AXES, key=lambda face: float((rotation @ np.array(AXES[face][0]))[2]))
    rows = np.array(AXES[best], float) @ rotation.T
    return maker.faces()[best], float(np.degrees(np.arccos(np.clip(rows[0, 2], -1, 1)))), rows


def labelling(maker: Maker, rotation: Array, value: int, rng: np.random.Generator) -> Array:
    """A symmetry of the cube that brings `value` to the top of a body at `rotation`: the seen die is rotation @ symmetry."""
    fitting = [symmetry for symmetry in cube_rotations() if top_face(maker, rotation @ symmetry)[0] == value]
    return fitting[int(rng.integers(len(fitting)))]


def atlas(maker: Maker) -> NDArray[np.float32]:
    """The painted faces, RGBA linear; alpha is 1 where the plastic shows and 0 in a pip."""
    rng = np.random.default_rng(maker.seed)
    picture = np.empty((2 * CELL, 3 * CELL, 4), np.float32)
    picture[:] = (*maker.body, 1.0)
    if maker.marble:
        waves = noise(rng, picture.shape[0], picture.shape[1], 40, 4)[..., None]
        picture[..., :3] *= 1 + maker.marble * (waves - 0.5) * 2
    axis = (np.arange(CELL) + 0.5) / CELL * 2 - 1
    u, v = np.meshgrid(axis, axis)
    texel = 2 / CELL
    values = maker.faces()
    for index, face in enumerate(AXES):
        row, column = divmod(index, 3)
        cell = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        value = values[face]
        color = maker.ace if value == 1 else maker.four if value == 4 and maker.four is not None else maker.pips
        for pu, pv, radius in maker.layout(value):
            reach = radius / (maker.size / 2)
            cover = np.clip((reach - np.hypot(u - pu, v - pv)) / (1.5 * texel) + 0.5, 0, 1)[..., None]
            ink = np.array((*color, 0.0), np.float32)
            cell[:] = cell * (1 - cover) + ink * cover
    picture[..., :3] = cv2.GaussianBlur(picture[..., :3], (0, 0), 0.6)
    return np.clip(picture, 0, 1)


def mesh(maker: Maker, flat: int = 40, bend: int = 5) -> tuple[Array, NDArray[np.int64], NDArray[np.float32]]:
    """The rounded cube with its dimples: vertices (mm), quads, and the atlas coordinates of each quad's corners."""
    half, r = maker.size / 2, maker.rounding
    inner = half - r
    out = inner + r * np.tan(np.linspace(0, np.pi / 4, bend + 1))[1:]
    line = np.concatenate([-out[::-1], np.linspace(-inner, inner, flat + 1), out])
    n = len(line)
    gu, gv = np.meshgrid(line, line)
    points, quads, uvs = [], [], []
    index = np.arange(n * n).reshape(n, n)
    quad = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1).reshape(-1, 4)
    values = maker.faces()
    for number, (face, (normal, tu, tv)) in enumerate(AXES.items()):
        on_cube = gu[..., None] * np.array(tu) + gv[..., None] * np.array(tv) + half * np.array(normal)
        core = np.clip(on_cube, -inner, inner)
        ray = on_cube - core
        surface = core + r * ray / np.linalg.norm(ray, axis=-1, keepdims=True)
        for pu, pv, radius in maker.layout(values[face]):
            away = np.hypot(gu - pu * half, gv - pv * half) / radius
            surface = surface - (maker.depth * np.clip(1 - away**2, 0, 1))[..., None] * np.array(normal)
        points.append(surface.reshape(-1, 3))
        quads.append(quad + number * n * n)
        row, column = divmod(number, 3)
        seen = surface - np.dot(surface, normal)[..., None] * np.array(normal)
        across = np.stack([seen @ np.array(tu), seen @ np.array(tv)], -1).reshape(-1, 2) / half
        place = (np.clip(across, -0.995, 0.995) * 0.5 + 0.5 + np.array([column, row])) / np.array([3, 2])
        uvs.append(place[quad])
    vertices = np.concatenate(points)
    _, first, inverse = np.unique(np.round(vertices, 4), axis=0, return_index=True, return_inverse=True)
    corners = inverse.reshape(-1)[np.concatenate(quads)]
    return vertices[first], corners, np.concatenate(uvs).astype(np.float32)
