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


def leather(rng: np.random.Generator, color: tuple[float, float, float], size: int = 768) -> Picture:
    """Leather: round grains of two sizes with dark creases between them."""
    coarse, fine = noise(rng, size, size, 11, 2), noise(rng, size, size, 5, 1)
    crease = np.clip(np.abs(coarse - 0.5) * 9, 0, 1) * np.clip(0.4 + np.abs(fine - 0.5) * 5, 0, 1)
    return _tint(color, 0.55 + 0.5 * crease + 0.2 * (noise(rng, size, size, size / 4, 2) - 0.5))


def slate(rng: np.random.Generator, size: int = 1024) -> Picture:
    """Slate: dark, bluish, with layers and a few light scratches."""
    layers = noise(rng, size, size, size / 6, 5)
    picture = _tint((0.06, 0.068, 0.075), 0.5 + layers + 0.4 * (noise(rng, size, size, 3, 2) - 0.5))
    for _ in range(int(rng.integers(3, 14))):
        start, way = rng.uniform(0, size, 2), rng.normal(0, size / 5, 2)
        shade = float(rng.uniform(0.12, 0.3))
        end = (start + way).astype(int).tolist()
        cv2.line(picture, start.astype(int).tolist(), end, (shade,) * 3, 1, cv2.LINE_AA)
    return picture


def printed(rng: np.random.Generator, size: int = 1024) -> Picture:
    """Print on paper or cloth: words, figures, rings, and spots as large as pips; row 0 lies towards the player."""
    paper, ink = rng.uniform(0.3, 0.8, 3), rng.uniform(0.01, 0.2, 3)
    if rng.random() < 0.3:
        paper, ink = ink, paper
    picture = np.empty((size, size, 3), np.float32)
    picture[:] = paper
    for _ in range(int(rng.integers(15, 50))):
        at, color = rng.uniform(-0.1, 1.0, 2) * size, (ink * rng.uniform(0.5, 2.0)).tolist()
        place, kind = at.astype(int).tolist(), rng.random()
        if kind < 0.55:
            words = "".join(rng.choice(list("ABEHKLMNORSTU0123456789 "), int(rng.integers(1, 9))))
            cv2.putText(picture, words, place, 0, float(rng.uniform(0.5, 3.5)), color, int(rng.integers(1, 7)), cv2.LINE_AA)
        elif kind < 0.75:
            cv2.circle(picture, place, int(rng.uniform(10, 120)), color, int(rng.integers(2, 9)), cv2.LINE_AA)
        else:
            radius, step = rng.uniform(3, 9), rng.uniform(14, 40)
            for row, column in np.ndindex(*rng.integers(1, 4, 2)):
                spot = (at + step * np.array([column, row])).astype(int).tolist()
                cv2.circle(picture, spot, int(radius), color, -1, cv2.LINE_AA)
    return np.ascontiguousarray(picture[::-1])


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
