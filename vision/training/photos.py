"""The photographs that may be trained on, and rendered frames: loaded once, cut at any scale with their truth.

Only entries whose licence allows it (`"may_train": true`) are ever opened here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.store import Truth, cut_value

Picture = NDArray[np.uint8]
_SKIPPED = {"ambiguous", "values_unreadable", "dice_present_unlabelled", "no_boxes"}
_LARGEST_BOX = 150.0


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled picture, brought to a size at which its dice are at most `_LARGEST_BOX` pixels wide."""

    source: str
    file: str
    image: Picture
    truths: tuple[Truth, ...]
    box: float


def _shrunk(image: Picture, truths: list[Truth], largest: float) -> tuple[Picture, list[Truth], float]:
    sizes = [np.sqrt(t.box[2] * t.box[3]) for t in truths]
    box = float(np.median(sizes)) if sizes else 60.0
    factor = min(1.0, largest / box)
    if factor < 1:
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        scaled = []
        for truth in truths:
            x, y, w, h = (v * factor for v in truth.box)
            corners = truth.corners and tuple((a * factor, b * factor) for a, b in truth.corners)
            scaled.append(Truth(truth.value, (x, y, w, h), corners))
        truths = scaled
    return image, truths, box * factor


def photos(folder: Path, without: Iterable[str] = ()) -> list[Photo]:
    """Every trainable picture with boxes of `folder/labels.json`, except those whose source is in `without`."""
    left_out = set(without)
    found = []
    for entry in json.loads((folder / "labels.json").read_text()):
        if not entry["may_train"] or set(entry["conditions"]) & _SKIPPED or entry["source_repo"] in left_out:
            continue
        image = cv2.imread(str(folder / entry["file"]), cv2.IMREAD_COLOR)
        truths = [
            Truth(-1 if die["value"] is None else int(die["value"]), (die["x"], die["y"], die["w"], die["h"]))
            for die in entry["dice"]
        ]
        small, truths, box = _shrunk(np.asarray(image, np.uint8), truths, _LARGEST_BOX)
        found.append(Photo(entry["source_repo"], entry["file"], small, tuple(truths), box))
    return found


def singles(folder: Path, without: Iterable[str] = ()) -> list[tuple[str, Picture, int]]:
    """Source, crop and value of every trainable crop of one die."""
    left_out = set(without)
    return [
        (
            entry["source_repo"],
            np.asarray(cv2.imread(str(folder / entry["file"]), cv2.IMREAD_COLOR), np.uint8),
            int(entry["value"]),
        )
        for entry in json.loads((folder / "singles.json").read_text())
        if entry["may_train"] and entry["source_repo"] not in left_out and entry["value"]
    ]


def _transform(rng: np.random.Generator, photo: Photo, size: int) -> NDArray[np.float64]:
    """A 2x3 map from the photo to a square: scale, quarter turns, a small turn, mirror, squeeze, and a chosen middle."""
    # Sometimes far too near: at the finest of its scales the finder sees a large die's surroundings like this.
    low, high = (14, 60) if rng.random() < 0.8 else (60, 220)
    wanted = np.exp(rng.uniform(np.log(low), np.log(high)))
    scale = min(wanted / photo.box, 1.6)
    stretch = np.exp(rng.uniform(-0.15, 0.15)) if rng.random() < 0.4 else 1.0
    angle = np.radians(90 * int(rng.integers(0, 4)) + rng.uniform(-10, 10))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    mirror = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    linear = turn @ mirror @ np.diag([scale * stretch, scale / stretch])
    if photo.truths and rng.random() < 0.85:
        truth = photo.truths[int(rng.integers(0, len(photo.truths)))]
        middle = np.array(truth.box[:2]) + rng.uniform(-0.45, 0.45, 2) * size / scale
    else:
        middle = rng.uniform(0, 1, 2) * np.array(photo.image.shape[1::-1])
    return np.concatenate([linear, (size / 2 - linear @ middle)[:, None]], axis=1)


def moved(truth: Truth, matrix: NDArray[np.float64], size: int) -> Truth | None:
    """A truth after an affine map; `None` outside the square, value 0 or -1 when the border cuts the die."""
    linear = matrix[:, :2]
    x, y = linear @ np.array(truth.box[:2]) + matrix[:, 2]
    # Boxes stand upright, so for quarter turns and small turns the extents just follow the dominant axis.
    rows = np.abs(linear)
    exchange = rows[0, 1] > rows[0, 0]
    across, along = (truth.box[3], truth.box[2]) if exchange else (truth.box[2], truth.box[3])
    stretch = np.linalg.norm(linear, axis=0)
    across, along = (across * stretch[1], along * stretch[0]) if exchange else (across * stretch[0], along * stretch[1])
    inside = max(0.0, min(x + across / 2, size) - max(x - across / 2, 0.0))
    inside *= max(0.0, min(y + along / 2, size) - max(y - along / 2, 0.0))
    part = inside / max(across * along, 1.0)
    if part <= 0.02:
        return None
    corners = None
    if truth.corners:
        turned = np.array(truth.corners) @ linear.T + matrix[:, 2]
        corners = tuple((float(a), float(b)) for a, b in turned)
    shown = Truth(truth.value, (float(x), float(y), float(across), float(along)), corners)
    return replace(shown, value=cut_value(shown, size, part)) if part < 0.96 or not (0 <= x < size and 0 <= y < size) else shown


def _seen(matrix: NDArray[np.float64], size: int, width: int, height: int) -> tuple[int, int, int, int]:
    """The part (left, top, right, bottom) of a picture that a square of `size` shows after `matrix`, with a little margin."""
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float64)
    corners = np.linalg.solve(matrix[:, :2], (square - matrix[:, 2]).T).T
    low, high = corners.min(axis=0) - 4, corners.max(axis=0) + 4
    x0, y0 = int(np.clip(low[0], 0, width - 1)), int(np.clip(low[1], 0, height - 1))
    return x0, y0, int(np.clip(high[0], x0 + 1, width)), int(np.clip(high[1], y0 + 1, height))


def cut(rng: np.random.Generator, photo: Photo, size: int) -> tuple[Picture, list[Truth]]:
    """A random square of a photo at a random scale, and the dice in it."""
    matrix = _transform(rng, photo, size)
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    image, warp = photo.image, matrix
    if scale < 0.7:
        # Only what the square shows is shrunk by area; the rest of the photo is not needed.
        x0, y0, x1, y1 = _seen(matrix, size, image.shape[1], image.shape[0])
        part = image[y0:y1, x0:x1]
        columns, rows = (max(1, round(n * scale * 1.2)) for n in (part.shape[1], part.shape[0]))
        fx, fy = columns / part.shape[1], rows / part.shape[0]
        image = np.asarray(cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
        linear = matrix[:, :2] / np.array([fx, fy])
        first = np.array([x0 + 0.5 / fx - 0.5, y0 + 0.5 / fy - 0.5])
        warp = np.concatenate([linear, (matrix[:, :2] @ first + matrix[:, 2])[:, None]], axis=1)
    fill = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.repeat(rng.uniform(0, 255), 3)
    square = cv2.warpAffine(image, warp, (size, size), borderMode=cv2.BORDER_CONSTANT, borderValue=fill.tolist())
    truths = [result for truth in photo.truths if (result := moved(truth, matrix, size)) is not None]
    return np.asarray(square, np.uint8), truths


def backdrop(rng: np.random.Generator, photo: Photo, size: int) -> Picture | None:
    """A dice-free square of a photo, or `None` when none was found in a few tries."""
    height, width = photo.image.shape[:2]
    for _ in range(8):
        side = int(rng.uniform(0.25, 1.0) * min(height, width))
        x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
        free = all(
            t.box[0] + t.box[2] / 2 < x or t.box[0] - t.box[2] / 2 > x + side
            or t.box[1] + t.box[3] / 2 < y or t.box[1] - t.box[3] / 2 > y + side
            for t in photo.truths
        )  # fmt: skip
        if free and side >= 40:
            piece = np.rot90(photo.image[y : y + side, x : x + side], int(rng.integers(0, 4)))
            way = cv2.INTER_AREA if side > size else cv2.INTER_LINEAR
            return np.asarray(cv2.resize(np.ascontiguousarray(piece), (size, size), interpolation=way), np.uint8)
    return None
