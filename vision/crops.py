"""Square cut-outs round a die, turned and scaled, as the networks take them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CROP = 48
DIE = 32.0
FINE = 2
"""The crop network sees twice as many pixels a side: `CROP` * `FINE`, a die of `DIE` * `FINE`."""
OUTLINE = 1.25
"""The size of an outline over the edge of its top face as cut-outs have it; so pips are always as far apart as each other."""


def crop(
    image: NDArray[np.uint8],
    center: tuple[float, float],
    size: float,
    degrees: float = 0.0,
    squeeze: float = 1.0,
    side: int = CROP,
    die: float = DIE,
) -> NDArray[np.uint8]:
    """Cuts `side` x `side` pixels round `center` out of a BGR picture, turned by `degrees`, so that `size` pixels become `die`.

    `squeeze` is the outline's width over its height where the picture's pixels are not square (1: they are). Outside the
    picture the border's pixels are repeated.
    """
    scale = die / max(size, 1e-3)
    root = float(np.sqrt(squeeze))
    reach = int(np.ceil(side / scale * 0.72 * max(root, 1 / root))) + 2
    x, y = center
    left, top = int(np.floor(x)) - reach, int(np.floor(y)) - reach
    height, width = image.shape[:2]
    x0, y0 = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
    x1, y1 = max(min(left + 2 * reach + 1, width), x0 + 1), max(min(top + 2 * reach + 1, height), y0 + 1)
    part = image[y0:y1, x0:x1]
    x, y = x - x0, y - y0
    fx = fy = 1.0
    if scale < 0.75:
        # Shrinking by area first keeps fine texture from turning into pips.
        columns, rows = (max(1, round(n * scale * 1.15)) for n in (part.shape[1], part.shape[0]))
        fx, fy = columns / part.shape[1], rows / part.shape[0]
        part = np.asarray(cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    angle = np.radians(degrees)
    c, s = np.cos(angle), np.sin(angle)
    linear = np.array([[c, -s], [s, c]]) @ np.diag([scale / root / fx, scale * root / fy])
    middle = np.array([(x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5])
    matrix = np.concatenate([linear, ((side - 1) / 2 - linear @ middle)[:, None]], axis=1)
    square = cv2.warpAffine(part, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(square, np.uint8)


def standardised(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """BGR pictures (n, h, w, 3) with mean 0 and spread about 1 each, channels first (n, 3, h, w)."""
    floats = pictures.astype(np.float32)
    mean = floats.mean(axis=(1, 2, 3), keepdims=True)
    spread = floats.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray(((floats - mean) / (spread + np.float32(8))).transpose(0, 3, 1, 2))
