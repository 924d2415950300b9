"""A drawing that stands for the camera's picture of a tray in the samples of the guided calibration."""

from __future__ import annotations

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.markers import tag_cells
from ui.draw.dice import PIPS
from ui.guide_view import Place

SIZE = (1280, 720)
TRAY = (400.0, 250.0)
MARKERS = ((-42.0, 25.0), (442.0, 25.0), (442.0, 225.0), (-42.0, 225.0))
TAG = 40.0
DICE = ((66.0, 70.0, 12, 6), (150.0, 180.0, 40, 3), (262.0, 66.0, 75, 5), (332.0, 168.0, 20, 2), (236.0, 128.0, 58, 4))
"""Places in mm, turns in degrees and faces of a throw."""
COLORS = ("#d9c9a4", "#d8c8a2", "#dacaa6", "#d9c8a3", "#d7c7a2")
DIE = 17.0

_DOTS = 3.0
_MARGIN = 120.0
_FELT = (58, 92, 34)
_WOOD = (70, 116, 158)
_TABLE = (34, 52, 76)

_CORNERS = np.array([[0.0, 0.0], [TRAY[0], 0.0], [TRAY[0], TRAY[1]], [0.0, TRAY[1]]], np.float32)
_SEEN = np.array([[300.0, 152.0], [986.0, 146.0], [1004.0, 586.0], [284.0, 578.0]], np.float32)
"""Where the corners of the felt lie in the picture."""


def seen(points: tuple[Place, ...]) -> tuple[Place, ...]:
    """Places on the tray in mm as places in the picture, 0..1."""
    mapped = cv2.perspectiveTransform(np.array(points, np.float32).reshape(-1, 1, 2), _to_picture()).reshape(-1, 2)
    return tuple((float(x) / SIZE[0], float(y) / SIZE[1]) for x, y in mapped)


def square(x: float, y: float, edge: float) -> tuple[Place, ...]:
    """The corners of a square round a place, in mm."""
    half = edge / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def tray_picture(*, dice: bool = False, hidden: int | None = None, glare: bool = False, soft: float = 1.2) -> pygame.Surface:
    """The picture: with a throw, with a hand over the tag `hidden`, with glare on the felt; `soft` is the blur in pixels."""
    sheet = _sheet(dice)
    scale = np.array([[1 / _DOTS, 0.0, -_MARGIN], [0.0, 1 / _DOTS, -_MARGIN], [0.0, 0.0, 1.0]])
    warped = cv2.warpPerspective(sheet, _to_picture() @ scale, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    picture = np.asarray(warped, np.uint8)
    if hidden is not None:
        (spot,) = seen((MARKERS[hidden],))
        _hand(picture, spot[0] * SIZE[0], spot[1] * SIZE[1])
    down, across = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    light = 1.12 - 0.42 * np.hypot((across - 600) / 900, (down - 330) / 620)
    lit = picture.astype(np.float32) * light[..., None]
    if glare:
        shine = np.exp(-(((across - 760) / 50) ** 2 + ((down - 250) / 34) ** 2))
        lit += 330 * shine[..., None]
    soft_picture = cv2.GaussianBlur(np.clip(lit, 0, 255).astype(np.uint8), (0, 0), soft)
    rgb = np.asarray(cv2.cvtColor(soft_picture, cv2.COLOR_BGR2RGB), np.uint8)
    return pygame.image.frombuffer(rgb.tobytes(), SIZE, "RGB")


def _to_picture() -> NDArray[np.float64]:
    return np.asarray(cv2.getPerspectiveTransform(_CORNERS, _SEEN), np.float64)


def _sheet(dice: bool) -> NDArray[np.uint8]:
    wide, high = (int((side + 2 * _MARGIN) * _DOTS) for side in TRAY)
    grain = np.random.default_rng(4).normal(0.0, 3.0, (high, wide, 1)).astype(np.float32)
    streaks = cv2.GaussianBlur(
        np.random.default_rng(5).normal(0.0, 60.0, (high, wide)).astype(np.float32), (0, 0), 60, sigmaY=1
    )
    sheet = np.clip(np.array(_TABLE, np.float32) + streaks[..., None] * 2 + grain, 0, 255).astype(np.uint8)
    _box(sheet, -86, -34, 572, 318, (46, 74, 104))
    _box(sheet, -13, -13, 426, 276, _WOOD)
    _box(sheet, -4, -4, 408, 258, (40, 66, 92))
    _box(sheet, 0, 0, 400, 250, _FELT)
    noisy: NDArray[np.uint8] = np.clip(sheet.astype(np.float32) + grain, 0, 255).astype(np.uint8)
    for tag, (x, y) in enumerate(MARKERS):
        _tag(noisy, tag, x, y)
    for die in DICE if dice else ():
        _die(noisy, *die)
    return noisy


def _dots(value: float) -> int:
    return round((value + _MARGIN) * _DOTS)


def _box(sheet: NDArray[np.uint8], x: float, y: float, width: float, height: float, color: tuple[int, int, int]) -> None:
    sheet[_dots(y) : _dots(y + height), _dots(x) : _dots(x + width)] = color


def _tag(sheet: NDArray[np.uint8], tag: int, x: float, y: float) -> None:
    half = TAG / 2
    _box(sheet, x - half - 5, y - half - 5, TAG + 10, TAG + 10, (226, 230, 232))
    cells = tag_cells(tag)
    cell = TAG / len(cells)
    for row, line in enumerate(cells):
        for column, white in enumerate(line):
            color = (226, 230, 232) if white else (26, 24, 24)
            _box(sheet, x - half + column * cell, y - half + row * cell, cell, cell, color)


def _die(sheet: NDArray[np.uint8], x: float, y: float, turn: int, face: int) -> None:
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])

    def at(points: NDArray[np.float64], shift: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.int32]:
        places = (points @ axes + np.array([x, y]) + np.array(shift) + _MARGIN) * _DOTS
        rounded: NDArray[np.int32] = np.round(places * 16).astype(np.int32).reshape(-1, 1, 2)
        return rounded

    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * DIE
    cv2.fillConvexPoly(sheet, at(corners * 1.08, (2.4, 3.2)), (24, 40, 16), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(sheet, at(corners, (0.6, 1.2)), (110, 140, 152), cv2.LINE_AA, 4)
    cv2.fillConvexPoly(sheet, at(corners * 0.97), (164, 201, 217), cv2.LINE_AA, 4)
    for across, down in PIPS[face]:
        spot = at((np.array([[across - 0.5, down - 0.5]])) * DIE).reshape(2)
        cv2.circle(sheet, (int(spot[0]), int(spot[1])), round(DIE * 0.09 * _DOTS * 16), (24, 28, 34), -1, cv2.LINE_AA, 4)


def _hand(picture: NDArray[np.uint8], x: float, y: float) -> None:
    """A sleeve and a hand that comes in from the nearer side."""
    edge = 0.0 if x < SIZE[0] / 2 else float(SIZE[0])
    for width, color in ((150, (84, 62, 48)), (96, (122, 156, 196))):
        start = edge if width == 150 else edge + (x - edge) * 0.35
        end = edge + (x - edge) * 0.4 if width == 150 else x
        cv2.line(
            picture,
            (round(start), round(y + 90)),
            (round(end), round(y + (30 if width == 150 else 6))),
            color,
            width,
            cv2.LINE_AA,
        )
    for finger in range(4):
        tip = x + (46 - 8 * abs(finger - 1)) * (1 if edge == 0 else -1)
        cv2.line(
            picture,
            (round(x), round(y - 30 + 20 * finger)),
            (round(tip), round(y - 40 + 22 * finger)),
            (128, 162, 202),
            20,
            cv2.LINE_AA,
        )
