"""One press after camera or tray were moved: the view is measured anew from the tags, all else is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, require_mode
from calibration.look import look
from calibration.markers import TrayFit, center, find_markers
from calibration.solve import solve_tray
from vision.geometry import Geometry, Image, to_picture, to_tray

SECONDS = 2.0
"""So long pictures are collected after the press, at most."""
PICTURES = 5
_LARGEST_STIR = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """The new calibration, how well it fits, and by how many mm the tags had moved (their median)."""

    calibration: Calibration
    fit: TrayFit
    moved: float


def measure_again(pictures: Sequence[Image], calibration: Calibration) -> Again:
    """Measures the view anew from pictures of the tray where it lies now; lens, die size, lanes and markers are kept.

    The picture of the empty tray is turned into the new view, so that the dice may stay where they lie. Raises
    `CalibrationError` with the reason when a tag is hidden, something moves, or the view cannot be right.
    """
    for picture in pictures:
        require_mode(calibration, picture.shape[1], picture.shape[0])
    first, last = (look(picture, 0.0) for picture in (pictures[0], pictures[-1]))
    common = first.tags.keys() & last.tags.keys()
    if any(np.linalg.norm(center(first.tags[tag]) - center(last.tags[tag])) > _LARGEST_STIR for tag in common):
        raise CalibrationError("The tray or the camera still moves; leave both alone.", Reason.RESTLESS)
    fit = solve_tray(pictures, calibration.markers, calibration.lens)
    old = calibration.geometry
    places = {tag: np.array([x, y]) for tag, x, y in calibration.markers.centers}
    seen = find_markers(pictures[-1])
    distances = [
        float(np.linalg.norm(to_tray(old, center(seen[tag])[None])[0] - place)) for tag, place in places.items() if tag in seen
    ]
    new = replace(calibration, picture_to_tray=fit.picture_to_tray)
    if calibration.empty is not None:
        new = replace(new, empty=_in_new_view(calibration.empty, old, new.geometry))
    return Again(new, fit, float(np.median(distances)) if distances else 0.0)


def _in_new_view(empty: Image, old: Geometry, new: Geometry) -> Image:
    """The old picture of the empty tray as the camera would see it now; exact on the felt, near enough above it."""
    step = 8
    columns, rows = np.meshgrid(np.arange(0.0, new.width + step, step), np.arange(0.0, new.height + step, step))
    source = to_picture(old, to_tray(new, np.stack([columns.ravel(), rows.ravel()], axis=1)))
    coarse = source.reshape(*columns.shape, 2).astype(np.float32)
    maps = _enlarged(coarse, step, new.width, new.height)
    return np.asarray(cv2.remap(empty, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _enlarged(coarse: NDArray[np.float32], step: int, width: int, height: int) -> NDArray[np.float32]:
    """Values on a grid of `step` pixels to values for every pixel, linear between them."""
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    return np.asarray(cv2.remap(coarse, columns, rows, cv2.INTER_LINEAR), np.float32)
