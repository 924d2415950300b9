"""Rendered frames (`./tray scenes`) as training pictures: JPEG with a JSON file of the truth beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.photos import Photo
from vision.training.store import HIDDEN, LEANING, Truth, learnable

_INSET = 0.94
"""The truth's corners are those of a die with sharp edges; real ones are rounded."""


def _outline(entry: dict[str, Any], frame: dict[str, Any]) -> NDArray[np.float64]:
    """The top face's corners and those of the foot below them, (8, 2), in pixels; exact for dice that lie flat."""
    top = np.array(entry["corners"], np.float64)
    matrix = np.array(frame["camera"]["matrix"], np.float64)
    eye = np.array(frame["camera"]["position_mm"], np.float64)
    homography = np.array(frame["felt_to_picture"], np.float64)
    motion = np.linalg.inv(matrix) @ homography
    motion = motion / np.linalg.norm(motion[:, 0])
    turn = np.stack([motion[:, 0], motion[:, 1], np.cross(motion[:, 0], motion[:, 1])], axis=1)
    rays = np.concatenate([top, np.ones((4, 1))], axis=1) @ np.linalg.inv(matrix).T @ turn
    reach = (entry["edge_mm"] - eye[2]) / rays[:, 2]
    foot = eye + reach[:, None] * rays
    foot[:, 2] = 1
    projected = foot @ homography.T
    return np.concatenate([top, projected[:, :2] / projected[:, 2:]])


def _truth(entry: dict[str, Any], frame: dict[str, Any]) -> Truth:
    outline = _outline(entry, frame)
    middle = outline.mean(axis=0)
    outline = middle + (outline - middle) * _INSET
    low, high = outline.min(axis=0), outline.max(axis=0)
    flags, visible = entry["flags"], float(entry["visible"])
    if visible < 0.08:
        value = -1
    elif "cocked" in flags:
        value = LEANING if entry["tilt"] > 14 and visible > 0.6 else -1
    elif "stacked" in flags or visible < 0.75:
        value = HIDDEN
    else:
        value = int(entry["value"]) if visible >= 0.92 else -1
    box = (*((low + high) / 2).tolist(), *(high - low).tolist())
    return learnable(Truth(value, box, tuple((float(x), float(y)) for x, y in entry["corners"])))


def renders(folder: Path, known: list[Photo] | None = None) -> list[Photo]:
    """All frames of `folder`; `known` are those loaded before, which are not read again."""
    found = list(known or [])
    seen = {photo.file for photo in found}
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        frame = json.loads(path.read_text())
        if not isinstance(frame, dict) or "dice" not in frame or "felt_to_picture" not in frame:
            continue
        truths = tuple(_truth(entry, frame) for entry in frame["dice"])
        for name in frame["files"]:
            if name in seen or not (folder / name).exists():
                continue
            image = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
            if image is None:
                continue
            sizes = [float(np.sqrt(truth.box[2] * truth.box[3])) for truth in truths]
            found.append(
                Photo("renders", name, np.asarray(image, np.uint8), truths, float(np.median(sizes)) if sizes else 50.0)
            )
    return found
