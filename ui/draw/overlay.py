"""Marks over the camera's live picture. They move with every picture, so they are drawn at once and never kept."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from ui.guide_view import MarkKind, PictureMark, Place
from ui.theme import BONE, BRASS, INK, Color

_SHIFT = 4
"""OpenCV's fractions of a pixel: sixteenths."""


def marked(picture: pygame.Surface, size: tuple[int, int], marks: Sequence[PictureMark], unit: float) -> pygame.Surface:
    """The picture at `size` pixels with its marks; `unit` is the width of a thin line in pixels."""
    image = np.ascontiguousarray(pygame.surfarray.array3d(pygame.transform.smoothscale(picture, size)).swapaxes(0, 1))
    for mark in marks:
        _draw(image, mark, unit)
    return pygame.image.frombuffer(image.tobytes(), size, "RGB")


def _draw(image: NDArray[np.uint8], mark: PictureMark, unit: float) -> None:
    height, width = image.shape[:2]
    points = [(x * width, y * height) for x, y in mark.points]
    match mark.kind:
        case MarkKind.OUTLINE:
            _dashed(image, points, BRASS, 2.0 * unit, 9 * unit, 6 * unit)
        case MarkKind.TAG:
            _closed(image, points, BRASS, 2.5 * unit)
        case MarkKind.MISSING:
            _dashed(image, points, BONE, 2.5 * unit, 6 * unit, 5 * unit)
        case MarkKind.LANE:
            _closed(image, points, BRASS, 2.5 * unit)
        case MarkKind.DIE:
            _ring(image, points, BRASS, 2.0 * unit, 0.0)
        case MarkKind.GLARE:
            _ring(image, points, BRASS, 3.0 * unit, 9 * unit)
        case MarkKind.SPAN:
            _span(image, points, unit)


def _closed(image: NDArray[np.uint8], points: Sequence[Place], color: Color, width: float) -> None:
    for paint, line in ((INK, width + 2 * max(1.0, width * 0.4)), (color, width)):
        cv2.polylines(image, [_fixed(points)], True, paint, max(2, round(line)), cv2.LINE_AA, _SHIFT)


def _dashed(image: NDArray[np.uint8], points: Sequence[Place], color: Color, width: float, dash: float, gap: float) -> None:
    around = [*points, points[0]]
    for paint, line in ((INK, width + 2 * max(1.0, width * 0.4)), (color, width)):
        walked = 0.0
        for (x0, y0), (x1, y1) in itertools.pairwise(around):
            length = math.hypot(x1 - x0, y1 - y0)
            along = 0.0
            while along < length:
                phase = walked % (dash + gap)
                step = min(length - along, dash - phase if phase < dash else dash + gap - phase) + 1e-6
                if phase < dash:
                    ends = [(x0 + (x1 - x0) * part / length, y0 + (y1 - y0) * part / length) for part in (along, along + step)]
                    cv2.polylines(image, [_fixed(ends)], False, paint, max(2, round(line)), cv2.LINE_AA, _SHIFT)
                along += step
                walked += step


def _ring(image: NDArray[np.uint8], points: Sequence[Place], color: Color, width: float, room: float) -> None:
    """A circle round all points."""
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    radius = max(math.hypot(px - x, py - y) for px, py in points) + room
    turns = [2 * math.pi * step / 40 for step in range(40)]
    circle = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
    _closed(image, circle, color, width)


def _span(image: NDArray[np.uint8], points: Sequence[Place], unit: float) -> None:
    """A dimension: a line from one place to the other with a bar across each end."""
    (x0, y0), (x1, y1) = points
    length = max(1.0, math.hypot(x1 - x0, y1 - y0))
    across, down = -(y1 - y0) / length * 9 * unit, (x1 - x0) / length * 9 * unit
    bars = [((x - across, y - down), (x + across, y + down)) for x, y in points]
    for paint, line in ((INK, 5.5 * unit), (BRASS, 3.0 * unit)):
        for ends in (points, *bars):
            cv2.polylines(image, [_fixed(ends)], False, paint, max(2, round(line)), cv2.LINE_AA, _SHIFT)


def _fixed(points: Sequence[Place]) -> NDArray[np.int32]:
    return np.round(np.array(points) * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)
