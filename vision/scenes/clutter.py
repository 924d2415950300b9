"""Things that lie on tables beside dice: coins, chips, cards, pens, keys, phones, glasses. None is a die."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.stage import box, material, thing
from vision.scenes.surfaces import noise

Array = NDArray[np.float64]
Color = tuple[float, float, float]
Spot = tuple[float, float]

REACH: dict[str, float] = {"coin": 13.0, "chip": 21.0, "card": 52.0, "pen": 74.0, "keys": 38.0, "phone": 80.0, "glass": 36.0}
"""How far each thing reaches from its middle, mm."""


def _lathe(name: str, profile: list[Spot], spot: Spot, look: object, steps: int = 48) -> None:
    """A turned body: (radius, height) pairs from the outside at the bottom to the middle of the top, mm."""
    angle = np.arange(steps) / steps * 2 * np.pi
    rings = [np.stack([spot[0] + r * np.cos(angle), spot[1] + r * np.sin(angle), np.full(steps, z)], -1) for r, z in profile]
    faces = [
        [ring * steps + s, ring * steps + (s + 1) % steps, (ring + 1) * steps + (s + 1) % steps, (ring + 1) * steps + s]
        for ring in range(len(profile) - 1)
        for s in range(steps)
    ]
    vertices = np.concatenate(rings)
    corners = vertices[np.array(faces).ravel(), :2] - np.array(spot)
    uvs = (corners / (2 * max(r for r, _ in profile)) + 0.5).astype(np.float32)
    thing(name, vertices, faces, look, uvs)


def _disc(name: str, spot: Spot, radius: float, low: float, height: float, look: object) -> None:
    _lathe(name, [(radius, low), (radius, low + height), (0.2, low + height)], spot, look)


def _stamped(rng: np.random.Generator, ground: Color, ink: Color, words: str) -> NDArray[np.float32]:
    """A round face with a rim, a figure and spots along the edge."""
    side = 192
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = ground
    cv2.circle(picture, (side // 2,) * 2, int(side * 0.43), ink, 5, cv2.LINE_AA)
    for turn in np.arange(8) * np.pi / 4 + rng.uniform(0, 1):
        place = (side / 2 * (1 + 0.9 * np.array([np.cos(turn), np.sin(turn)]))).astype(int).tolist()
        cv2.circle(picture, place, 12, ink, -1, cv2.LINE_AA)
    cv2.putText(picture, words, (side // 2 - 20 * len(words), side // 2 + 24), 0, 2.2, ink, 7, cv2.LINE_AA)
    return np.ascontiguousarray(picture[::-1])


def _plate(name: str, spot: Spot, size: Spot, height: float, turn: float, pixels: NDArray[np.float32], rough: float) -> None:
    """A flat thing with a picture on top."""
    c, s = np.cos(turn), np.sin(turn)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2 @ np.array([[c, s], [-s, c]]) + np.array(spot)
    vertices = np.concatenate([np.column_stack([flat, np.full(4, z)]) for z in (0.05, height)])
    faces = [[4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    thing(name, vertices, faces, material(name, pixels, rough), np.concatenate([square, *[square * 0.02] * 4]))


def card_face(rng: np.random.Generator) -> NDArray[np.float32]:
    """A playing card: white with spots, or a patterned back."""
    picture = np.full((280, 200, 3), 0.75, np.float32)
    ink = ((0.02, 0.02, 0.02), (0.5, 0.02, 0.03), (0.02, 0.05, 0.3))[int(rng.integers(3))]
    if rng.random() < 0.3:
        for step in range(-280, 280, 14):
            cv2.line(picture, (step, 0), (step + 280, 280), ink, 4, cv2.LINE_AA)
            cv2.line(picture, (step + 280, 0), (step, 280), ink, 4, cv2.LINE_AA)
    else:
        rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 3))
        for row, column in np.ndindex(rows, columns):
            place = (int(200 * (column + 1) / (columns + 1)), int(280 * (row + 1) / (rows + 1)))
            cv2.circle(picture, place, int(rng.uniform(12, 20)), ink, -1, cv2.LINE_AA)
        cv2.putText(picture, str(rows * columns), (8, 40), 0, 1.2, ink, 3, cv2.LINE_AA)
    return np.ascontiguousarray(picture[::-1])


def _pen(name: str, rng: np.random.Generator, spot: Spot, turn: float) -> None:
    look = material(name, tuple(float(c) for c in rng.uniform(0.02, 0.6, 3)), 0.3)
    way = np.array([np.cos(turn), np.sin(turn), 0.0])
    side, up = np.array([-way[1], way[0], 0.0]), np.array([0.0, 0.0, 1.0])
    angle = np.arange(20) / 20 * 2 * np.pi
    rings = []
    for along, radius in ((-70.0, 0.5), (-69.0, 4.5), (50.0, 4.5), (62.0, 3.0), (70.0, 0.4)):
        center = np.array([*spot, 4.6]) + along * way
        rings.append(center + radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * up))
    faces = [
        [r * 20 + s, r * 20 + (s + 1) % 20, (r + 1) * 20 + (s + 1) % 20, (r + 1) * 20 + s] for r in range(4) for s in range(20)
    ]
    thing(name, np.concatenate(rings), faces, look, smooth=True)


def _keys(name: str, rng: np.random.Generator, spot: Spot) -> None:
    metal = material(name, (0.5, 0.48, 0.42), 0.35, metallic=0.9)
    _lathe(f"{name} ring", [(12, 0.2), (13, 1.2), (12, 2.2), (11, 1.2), (12, 0.2)], spot, metal)
    for number in range(int(rng.integers(2, 4))):
        turn = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        outline = [
            (9, -2),
            (26, -2),
            (28, -4),
            (30, -2),
            (32, -4),
            (36, -2),
            (38, 0),
            (36, 3),
            (9, 3),
            (9, 8),
            (-3, 8),
            (-3, -8),
            (9, -8),
        ]
        flat = np.array(outline, float) @ np.array([[c, s], [-s, c]]) + np.array(spot)
        low = 0.3 + 2.2 * number
        vertices = np.concatenate([np.column_stack([flat, np.full(len(flat), z)]) for z in (low, low + 2.0)])
        n = len(flat)
        faces = [list(range(n, 2 * n)), *[[k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n)]]
        thing(f"{name} {number}", vertices, faces, metal)


def put(name: str, rng: np.random.Generator, kind: str, spot: Spot) -> None:
    """Puts one thing of `REACH` on the table at a spot (mm)."""
    turn = float(rng.uniform(0, 2 * np.pi))
    if kind == "coin":
        metals: list[Color] = [(0.6, 0.6, 0.6), (0.7, 0.5, 0.2), (0.6, 0.3, 0.18)]
        ground = metals[int(rng.integers(3))]
        ink = tuple(0.35 * c for c in ground)
        face = _stamped(rng, ground, ink, str(rng.choice(["1", "2", "5", "10"])))  # type: ignore[arg-type]
        _disc(name, spot, float(rng.uniform(8, 13)), 0.1, 2.0, material(name, face, 0.4, metallic=0.7))
    elif kind == "chip":
        bodies: list[Color] = [(0.5, 0.02, 0.03), (0.02, 0.1, 0.4), (0.03, 0.25, 0.08), (0.02, 0.02, 0.02)]
        face = _stamped(rng, bodies[int(rng.integers(4))], (0.75, 0.75, 0.7), str(rng.choice(["5", "10", "25"])))
        look = material(name, face, 0.5)
        for number in range(int(rng.integers(1, 4))):
            shift = rng.normal(0, 1.0, 2)
            _disc(f"{name} {number}", (spot[0] + shift[0], spot[1] + shift[1]), 19.5, 0.1 + 3.4 * number, 3.3, look)
    elif kind == "card":
        _plate(name, spot, (57.0, 87.0), 0.5, turn, card_face(rng), 0.5)
    elif kind == "pen":
        _pen(name, rng, spot, turn)
    elif kind == "keys":
        _keys(name, rng, spot)
    elif kind == "phone":
        screen = np.full((64, 32, 3), 0.02, np.float32)
        if rng.random() < 0.4:
            screen = (noise(rng, 64, 32, 12, 2)[..., None] * rng.uniform(0.1, 0.6, 3)).astype(np.float32)
        _plate(name, spot, (72.0, 148.0), 8.0, turn, screen, 0.1)
    else:
        look = material(name, (0.95, 0.97, 0.97), 0.03)
        look.node_tree.nodes["Principled BSDF"].inputs["Transmission Weight"].default_value = 1.0
        wall = [(27.0, 0.2), (33.0, 110.0), (31.5, 110.0), (26.0, 6.0), (0.3, 6.0)]
        _lathe(name, wall, spot, look)


def lay_card(rng: np.random.Generator, spot: Spot, height: float) -> None:
    """A card that lies on a die: level, `height` mm above the table, one corner over `spot`."""
    turn = float(rng.uniform(0, 2 * np.pi))
    c, s = np.cos(turn), np.sin(turn)
    reach = np.array([57.0, 87.0]) / 2 - rng.uniform(-2, 3, 2)
    middle = np.array(spot) + reach @ np.array([[c, s], [-s, c]])
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([28.5, 43.5]) @ np.array([[c, s], [-s, c]]) + middle
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    look = material("laid card", card_face(rng), 0.5)
    thing("laid card", np.column_stack([flat, np.full(4, height)]), [[0, 1, 2, 3]], look, square)


def coaster(spot: Spot, rng: np.random.Generator, thick: float) -> None:
    """A flat disc that a die can lean on."""
    _disc("coaster", spot, 20.0, 0.1, thick, material("coaster", tuple(float(c) for c in rng.uniform(0.05, 0.5, 3)), 0.7))


def book(spot: Spot, half: Spot, height: float, rng: np.random.Generator) -> None:
    """A wall of some other thing that a die can lie against."""
    box(
        "book",
        (*spot, height / 2),
        (*half, height / 2),
        material("book", tuple(float(c) for c in rng.uniform(0.05, 0.5, 3)), 0.6),
    )
