"""Windows of composed scenes, as the finder sees its pictures: as they are, or at another of its scales."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.compose import SCENE
from vision.training.photos import moved
from vision.training.store import Truth

Picture = NDArray[np.uint8]
WINDOW = 128
# The share of the windows that are seen at another scale.
_RESAMPLED = 0.45


def scene_window(rng: np.random.Generator, image: Picture, truths: list[Truth]) -> tuple[Picture, list[Truth]]:
    """A part of a scene, mostly one with a die in it."""
    if rng.random() < _RESAMPLED:
        return resampled(rng, image, truths)
    corner = rng.integers(0, SCENE - WINDOW + 1, 2)
    if truths and rng.random() < 0.8:
        x, y, _, _ = truths[int(rng.integers(0, len(truths)))].box
        corner = np.clip(np.array([x, y]) - rng.uniform(0.1, 0.9, 2) * WINDOW, 0, SCENE - WINDOW).astype(int)
    matrix = np.array([[1.0, 0, -corner[0]], [0, 1.0, -corner[1]]])
    part = image[corner[1] : corner[1] + WINDOW, corner[0] : corner[0] + WINDOW]
    return part, [found for truth in truths if (found := moved(truth, matrix, WINDOW)) is not None]


def resampled(rng: np.random.Generator, image: Picture, truths: list[Truth]) -> tuple[Picture, list[Truth]]:
    """A part of a scene as the finder's other scales and second looks show it: enlarged or shrunk, in squeezed pixels."""
    scale = float(np.exp(rng.uniform(np.log(WINDOW / SCENE), np.log(2.4))))
    squeeze = float(np.exp(rng.normal(0, 0.13)))
    factors = np.maximum(np.array([scale * squeeze, scale / squeeze]), WINDOW / SCENE)
    side = WINDOW / factors
    corner = rng.uniform(0, 1, 2) * (SCENE - side)
    if truths and rng.random() < 0.8:
        corner = np.clip(truths[int(rng.integers(0, len(truths)))].box[:2] - rng.uniform(0.1, 0.9, 2) * side, 0, SCENE - side)
    way = cv2.INTER_AREA if scale < 0.9 else int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    low, high = np.floor(corner).astype(int), np.ceil(corner + side).astype(int)
    high = np.minimum(high, SCENE)
    part = image[low[1] : high[1], low[0] : high[0]]
    factors = WINDOW / (high - low)
    shift = (0.5 - low) * factors - 0.5
    matrix = np.array([[factors[0], 0, shift[0]], [0, factors[1], shift[1]]])
    window = np.asarray(cv2.resize(part, (WINDOW, WINDOW), interpolation=way), np.uint8)
    return window, [found for truth in truths if (found := moved(truth, matrix, WINDOW)) is not None]


def empty_window(rng: np.random.Generator, image: Picture) -> Picture:
    """A window of a square without dice, turned by quarters and mirrored by chance."""
    x, y = rng.integers(0, image.shape[0] - WINDOW + 1, 2).tolist()
    part = np.rot90(image[y : y + WINDOW, x : x + WINDOW], int(rng.integers(0, 4)))
    return np.ascontiguousarray(part[:, ::-1] if rng.random() < 0.5 else part)
