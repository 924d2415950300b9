"""What a picture says about its camera: is it black, dark, glaring, out of focus, the same as before?"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

BLACK_PEAK = 24.0
DARK_PEAK = 64.0
GLARE_LEVEL = 250
STEEPEST = 400
"""How many of the steepest points of a picture its sharpness is measured at."""
LEAST_CONTRAST = 40.0
BLURRED_EDGE_SHARE = 1 / 180
"""An edge wider than this share of the picture's width is out of focus: 7 pixels of 1280, and never less than 5 pixels."""
LEAST_BLURRED_EDGE = 5.0


@dataclass(frozen=True, slots=True)
class Inspection:
    """`mean` and `peak` (of all but the brightest 1 %) are grey values 0 to 255; `glare` is the share of burnt-out points;
    `fingerprint` is the same for the same picture only; `edge` is the width of the sharpest edges in pixels (an ideal one has
    2), `None` when it was not measured or there is no edge."""

    mean: float
    peak: float
    glare: float
    fingerprint: int
    width: int
    edge: float | None = None

    @property
    def black(self) -> bool:
        return self.peak < BLACK_PEAK

    @property
    def dark(self) -> bool:
        return self.peak < DARK_PEAK

    @property
    def blurred(self) -> bool:
        return self.edge is not None and self.edge > max(LEAST_BLURRED_EDGE, self.width * BLURRED_EDGE_SHARE)


def inspect(image: NDArray[np.uint8], sharpness: bool = False) -> Inspection:
    """Looks at a B,G,R picture of shape (height, width, 3). `sharpness` takes some 10 ms more at 1280x720."""
    few = np.ascontiguousarray(image[::6, ::6, 1])
    return Inspection(
        mean=float(few.mean()),
        peak=float(np.percentile(few, 99)),
        glare=float(np.mean(few >= GLARE_LEVEL)),
        fingerprint=zlib.crc32(image[::3].tobytes()),
        width=image.shape[1],
        edge=edge_width(image) if sharpness else None,
    )


def edge_width(image: NDArray[np.uint8]) -> float | None:
    """The width in pixels of the sharpest edges: the contrast across each of the steepest points divided by its slope.

    It depends neither on the light nor on how many edges there are. `None` when nothing in the picture has contrast.
    """
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    across = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    slope = np.asarray(cv2.magnitude(across, down)).ravel()
    count = min(STEEPEST, slope.size)
    steepest = np.argpartition(slope, slope.size - count)[-count:]
    width = gray.shape[1]
    reach = max(6, round(width / 80))
    widths = []
    for point in steepest:
        y, x = divmod(int(point), width)
        around = gray[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        contrast = float(around.max()) - float(around.min())
        if contrast >= LEAST_CONTRAST:
            widths.append(contrast / max(float(slope[point]), 1e-6))
    return float(np.median(widths)) if len(widths) >= count // 4 else None
