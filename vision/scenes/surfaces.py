"""Baked pictures for felt, wood, floors and the light of the room; linear RGB, float32."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]


def noise(rng: np.random.Generator, height: int, width: int, cell: float, octaves: int = 1) -> Picture:
    """Smooth noise in 0..1; `cell` is the size of the coarsest grain in pixels."""
    total = np.zeros((height, width), np.float32)
    weight, norm = 1.0, 0.0
    for _ in range(octaves):
        shape = (max(2, round(height / cell) + 1), max(2, round(width / cell) + 1))
        layer = cv2.resize(rng.random(shape, np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        total += weight * layer
        norm += weight
        weight, cell = weight / 2, max(1.0, cell / 2)
    return np.clip(total / norm, 0, 1)


def _tint(color: tuple[float, float, float], shade: Picture) -> Picture:
    return np.clip(shade[..., None] * np.array(color, np.float32), 0, 1).astype(np.float32)


def felt(rng: np.random.Generator, color: tuple[float, float, float], size: int = 768, grain: float = 0.18) -> Picture:
    """Cloth: a fine grain and some faint wear."""
    fine = noise(rng, size, size, 2.2, 1) - 0.5
    wear = noise(rng, size, size, size / 5, 3) - 0.5
    return _tint(color, 1 + 2 * grain * fine + grain * wear)


def wood(
    rng: np.random.Generator, color: tuple[float, float, float], size: int = 768, contrast: float = 0.5, pores: float = 0.12
) -> Picture:
    """Wood along x: noise stretched along the grain, bent a little."""
    tall = noise(rng, size, 24, 9, 3)
    streak = cv2.resize(tall, (size, size), interpolation=cv2.INTER_CUBIC)
    bend = noise(rng, size, size, size / 3, 2) * size / 14
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    bent = cv2.remap(streak, columns, rows + bend.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    pits = noise(rng, size, size // 8, 1.6)
    pits = cv2.resize(pits, (size, size), interpolation=cv2.INTER_LINEAR)
    return _tint(color, 1 + contrast * (bent - 0.5) * 2 + pores * (pits - 0.5))


def patterned(rng: np.random.Generator, size: int = 1024) -> Picture:
    """A floor with a strong pattern: checks, stripes, tiles or blotches in two or three colours."""
    colors = rng.uniform(0.03, 0.75, (3, 3)).astype(np.float32) * rng.uniform(0.6, 1, (3, 1)).astype(np.float32)
    rows, columns = np.mgrid[0:size, 0:size]
    step = int(rng.integers(14, 90))
    kind = int(rng.integers(4))
    if kind == 0:
        which = (rows // step + columns // step) % 2
    elif kind == 1:
        which = ((rows + columns * int(rng.integers(0, 3))) // step) % 2
    elif kind == 2:
        which = ((rows % step < max(2, step // 12)) | (columns % step < max(2, step // 12))).astype(int)
    else:
        field = noise(rng, size, size, step * 2, 3)
        which = (field > 0.47).astype(int) + (field > 0.56).astype(int)
    picture = colors[which]
    return np.clip(picture * (1 + 0.15 * (noise(rng, size, size, 3, 2)[..., None] - 0.5)), 0, 1).astype(np.float32)


def room(rng: np.random.Generator, level: float, warmth: float, lamps: int) -> Picture:
    """An equirectangular room, 256 x 128: dim walls, a ceiling, `lamps` bright panels. The mean radiance is about `level`."""
    height, width = 128, 256
    picture = 0.5 + 0.5 * noise(rng, height, width, 50, 3)[..., None] * np.ones(3, np.float32)
    picture[: height // 2] *= 0.35
    for _ in range(lamps):
        row = int(rng.integers(height // 2 + 12, height - 3))
        column = int(rng.integers(0, width))
        tall, wide = int(rng.integers(3, 14)), int(rng.integers(5, 40))
        tint = np.array([1 + rng.normal(0, 0.12), 1, 1 + rng.normal(0, 0.12)])
        picture[row : row + tall, column : column + wide] = rng.uniform(4, 25) * tint
    picture *= np.array([1 + warmth, 1, 1 - warmth])
    picture *= level / picture.mean()
    return picture.astype(np.float32)
