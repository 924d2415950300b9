"""How much a lens bends straight lines, from the four tags alone: near the edge of the picture they look too small.

Only the first term of the distortion (Brown, 1971) is solved, round the middle of the picture, with an ordinary focal length:
enough for a wide camera above a tray. Pictures of the lens board tell more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.file import Markers
from calibration.look import CORNERS, estimated_markers
from calibration.markers import center, homography_between, squared, undistorted
from vision.geometry import Lens, Points

STRONGEST = 0.45
_FOCAL = 0.9
_COARSE = 19
_ROUNDS = 5
_WORTH = 0.8
"""A lens must fit so much better than none that it is believed."""


@dataclass(frozen=True, slots=True, eq=False)
class TagView:
    """What the tags alone tell: the lens, `None` where it bends nothing, and where the tags lie; `error` is the root mean
    square distance in mm of their corners from where they should be."""

    lens: Lens | None
    markers: Markers
    error: float


def view_from_tags(tags: Mapping[int, Points], size: float, width: int, height: int, known: Lens | None = None) -> TagView:
    """The lens, unless it is `known`, and the distances of the tags of edge `size` mm, in a picture of `width` by `height`.

    Raises `CalibrationError` when a tag is missing or the view cannot be right.
    """
    plain = _tried(tags, size, known)
    if known is not None:
        return plain
    strengths = list(np.linspace(-STRONGEST, STRONGEST, _COARSE))
    step = strengths[1] - strengths[0]
    best = plain
    center_strength = 0.0
    for _ in range(_ROUNDS):
        for strength in strengths:
            try:
                tried = _tried(tags, size, lens_of(float(strength), width, height))
            except CalibrationError:
                continue
            if tried.error < best.error:
                best, center_strength = tried, float(strength)
        step /= 3
        strengths = [center_strength + step * part for part in (-2, -1, 1, 2)]
    return best if best.error < _WORTH * plain.error else plain


def lens_of(strength: float, width: int, height: int) -> Lens:
    """A lens of an ordinary focal length that bends lines by `strength` (negative: barrel)."""
    focal = _FOCAL * width
    matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    return Lens(matrix, np.array([strength, 0.0, 0.0, 0.0, 0.0]))


def _tried(tags: Mapping[int, Points], size: float, lens: Lens | None) -> TagView:
    quads = {tag: undistorted(tags[tag], lens) for tag in CORNERS if tag in tags}
    markers = estimated_markers(quads, size)
    places = np.array([[x, y] for _, x, y in markers.centers])
    corners = np.concatenate([quads[tag] for tag in CORNERS])
    homography = homography_between(np.array([center(quads[tag]) for tag in CORNERS]), places)
    mapped = np.asarray(cv2.perspectiveTransform(corners.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 4, 2)
    wanted = np.concatenate([squared(quad, place, size) for quad, place in zip(mapped, places, strict=True)])
    return TagView(lens, markers, float(np.sqrt(np.mean(np.sum((mapped.reshape(-1, 2) - wanted) ** 2, axis=1)))))
