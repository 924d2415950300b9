"""A whole calibrated tray: seen from straight above at the dice's known size, reported in pixels of the camera's picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Geometry, Lane, lane_view, native_scale, rectify
from vision.open_dice import in_picture
from vision.reader import Reader
from vision.result import Reading

_MARGIN_MM = 4.0
_SMALLEST_VIEW, _LARGEST_VIEW = 64, 4096


def read_tray(reader: Reader, geometry: Geometry, image: NDArray[np.uint8], *, expect: int | None = None) -> Reading:
    """Reads all dice on the playing area of a camera picture, uint8 B,G,R (h, w, 3).

    Raises `GeometryError` when the picture does not have the calibrated size.
    """
    area = Lane(0.0, 0.0, *geometry.tray)
    longest = max(geometry.tray) + 2 * _MARGIN_MM
    scale = float(np.clip(native_scale(geometry, area), _SMALLEST_VIEW / longest, _LARGEST_VIEW / longest))
    view = lane_view(geometry, area, scale, _MARGIN_MM)
    die_size = None if geometry.die_size is None else geometry.die_size * scale
    return in_picture(reader.read(rectify(view, image), die_size=die_size, expect=expect), view)
