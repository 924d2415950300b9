"""Pictures of what the reader made of a picture: over the photograph, or over a drawing of its edges."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.causes import Box, Remark

Picture = NDArray[np.uint8]
LONG_SIDE = 960
_MOST_LABELLED = 4
COLORS = {
    "read": (60, 150, 30),
    "misread": (30, 30, 220),
    "vanished": (30, 30, 220),
    "no die": (200, 30, 160),
    "withheld": (0, 120, 230),
}
"""B, G, R of the frame round each kind of place."""
_GREY = 125


def region(remarks: Sequence[Remark], width: int, height: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part of a picture that shows all dice and doubts with some of what is round them."""
    if not remarks:
        return 0, 0, width, height
    boxes = np.array([remark.box for remark in remarks])
    size = float(np.median(boxes[:, 2:]))
    low = (boxes[:, :2] - boxes[:, 2:] / 2).min(axis=0) - 1.5 * size
    high = (boxes[:, :2] + boxes[:, 2:] / 2).max(axis=0) + 1.5 * size
    left, top = (max(0, int(v)) for v in low)
    return left, top, min(width, int(high[0])), min(height, int(high[1]))


def edges(image: Picture) -> Picture:
    """A drawing of the edges of a picture: thin grey lines on white, nothing of its tones and colours."""
    smooth = cv2.bilateralFilter(image, 7, 40, 5)
    found = np.zeros(image.shape[:2], np.uint8)
    for channel in cv2.split(smooth):
        # Dim pictures have faint edges: the thresholds follow what the picture has.
        steep = cv2.magnitude(cv2.Sobel(channel, cv2.CV_32F, 1, 0), cv2.Sobel(channel, cv2.CV_32F, 0, 1))
        high = float(np.clip(np.percentile(steep, 93), 40, 200))
        found |= np.asarray(cv2.Canny(channel, 0.45 * high, high), np.uint8)
    drawn = np.full(image.shape, 255, np.uint8)
    drawn[found > 0] = _GREY
    return drawn


def picture(image: Picture, remarks: Sequence[Remark], drawn: bool) -> Picture:
    """The part of a picture that matters with every place framed and numbered, as a photograph or as a drawing."""
    left, top, right, bottom = region(remarks, image.shape[1], image.shape[0])
    part = image[top:bottom, left:right]
    scale = LONG_SIDE / max(part.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    shown = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    if drawn:
        shown = edges(shown)
    for number, remark in reversed(list(enumerate(remarks, 1))):
        x, y, w, h = remark.box
        box = ((x - left + 0.5) * scale, (y - top + 0.5) * scale, w * scale, h * scale)
        _mark(shown, box, remark, number)
    return shown


def _mark(shown: Picture, box: Box, remark: Remark, number: int) -> None:
    x, y, w, h = box
    color, thick = COLORS[remark.kind], 1 if remark.kind == "read" else 3
    start, end = (round(x - w / 2), round(y - h / 2)), (round(x + w / 2), round(y + h / 2))
    cv2.rectangle(shown, start, end, color, thick, cv2.LINE_AA)
    if remark.kind == "vanished":
        cv2.line(shown, start, end, color, 1, cv2.LINE_AA)
    if number > _MOST_LABELLED and remark.kind != "read":
        return
    text = remark.label if remark.kind == "read" else f"{number}: {remark.label}"
    size = 0.7 if remark.kind == "read" else 0.85
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    left = int(np.clip(x - wide / 2, 2, max(2, shown.shape[1] - wide - 2)))
    base = start[1] - 6 if start[1] - tall - 8 > 0 else min(end[1] + tall + 6, shown.shape[0] - 4)
    cv2.rectangle(shown, (left - 2, base - tall - 3), (left + wide + 2, base + 4), (255, 255, 255), -1)
    cv2.putText(shown, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA)
