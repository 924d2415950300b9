"""A drawn tray of three lanes for tests of what happens over time: felt, dice, cups, hands, light. Drawn, not rendered: good
enough to tell motion from rest, not to measure the reading of pips."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Geometry, Image, Lane, to_picture
from vision.result import Die, Reading, Status

WIDTH, HEIGHT = 640, 360
SCALE = 1.2
DIE = 16.0
LANES = tuple(Lane(160.0 * lane, 0.0, 160.0 * (lane + 1), 240.0) for lane in range(3))
_INTO_PICTURE = np.array([[1 / SCALE, 0.0, -24.0], [0.0, 1 / SCALE, -26.0], [0.0, 0.0, 1.0]])
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
_SHIFT = 4


@dataclass(frozen=True)
class DrawnDie:
    """A die at (x, y) mm on the tray, turned by `turn` degrees."""

    value: int
    x: float
    y: float
    turn: float = 0.0
    color: tuple[int, int, int] = (225, 235, 240)
    pip: tuple[int, int, int] = (25, 20, 20)


@dataclass(frozen=True)
class Table:
    """What lies on the tray at one moment. `hand` is the tip (mm) of an arm that comes from the lower edge of the picture,
    `cups` are centres in mm, `light` the gain at the left and the right edge, `shadow` (x in mm, depth 0..1) of a soft one."""

    dice: tuple[DrawnDie, ...] = ()
    cups: tuple[tuple[float, float], ...] = ()
    hand: tuple[float, float] | None = None
    light: tuple[float, float] = (1.0, 1.0)
    shadow: tuple[float, float] | None = None
    felt: tuple[int, int, int] = field(default=(60, 95, 40))


def geometry(empty: bool = True) -> Geometry:
    picture = draw(Table(), np.random.default_rng(99)) if empty else None
    return Geometry(WIDTH, HEIGHT, _INTO_PICTURE, (480.0, 240.0), LANES, None, DIE, picture)


def _points(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(points * 2**_SHIFT).astype(np.int32).reshape(-1, 1, 2)


def _at(x: float, y: float) -> NDArray[np.float64]:
    return to_picture(Geometry(WIDTH, HEIGHT, _INTO_PICTURE, (480.0, 240.0), LANES), np.array([[x, y]]))[0]


def corners(die: DrawnDie) -> NDArray[np.float64]:
    """The corners of a die in pixels of the picture, shape (4, 2)."""
    angle = np.deg2rad(die.turn)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * DIE * SCALE
    return _at(die.x, die.y) + square @ turn


def draw(table: Table, rng: np.random.Generator, noise: float = 3.0) -> Image:
    """The camera's picture of a table, uint8 of shape (HEIGHT, WIDTH, 3)."""
    picture = _bare(table.felt).copy()
    for die in table.dice:
        _draw_die(picture, die)
    for cup in table.cups:
        middle = _at(*cup)
        for radius, color in ((44.0, (30, 50, 85)), (38.0, (45, 70, 115)), (30.0, (35, 58, 98))):
            cv2.circle(picture, tuple(_points(middle).ravel()), int(radius * SCALE * 2**_SHIFT), color, -1, cv2.LINE_AA, _SHIFT)
    if table.hand is not None:
        _draw_hand(picture, _at(*table.hand))
    gain = np.float64(1.0) if table.light == (1.0, 1.0) else np.linspace(*table.light, WIDTH)[None, :, None]
    if table.shadow is not None:
        x = _at(table.shadow[0], 0.0)[0]
        gain = gain * (1.0 - table.shadow[1] * np.exp(-(((np.arange(WIDTH) - x) / 90.0) ** 4)))[None, :, None]
    grain = np.roll(_grain(noise), (int(rng.integers(HEIGHT)), int(rng.integers(WIDTH))), axis=(0, 1))
    lit = picture if np.ndim(gain) == 0 else (picture * gain).astype(np.float32)
    return np.asarray(cv2.add(lit, grain, dtype=cv2.CV_8U))


@functools.cache
def _grain(noise: float) -> NDArray[np.float32]:
    return np.random.default_rng(7).normal(0.0, noise, (HEIGHT, WIDTH, 3)).astype(np.float32)


@functools.cache
def _bare(felt: tuple[int, int, int]) -> Image:
    weave = np.random.default_rng(5).normal(0.0, 5.0, (HEIGHT, WIDTH, 1))
    picture = np.full((HEIGHT, WIDTH, 3), (70, 100, 130), dtype=np.uint8)
    left, top = np.round(_at(0.0, 0.0)).astype(int)
    right, bottom = np.round(_at(480.0, 240.0)).astype(int)
    picture[top:bottom, left:right] = np.clip(np.array(felt) + weave, 0, 255)[top:bottom, left:right]
    return picture


def _draw_die(picture: Image, die: DrawnDie) -> None:
    outline = corners(die)
    cv2.fillPoly(picture, [_points(outline + 2.0)], tuple(int(0.4 * value) for value in picture[2, 2]), cv2.LINE_AA, _SHIFT)
    cv2.fillPoly(picture, [_points(outline)], die.color, cv2.LINE_AA, _SHIFT)
    across, down, middle = outline[1] - outline[0], outline[3] - outline[0], outline.mean(axis=0)
    for column, row in _PIPS[die.value]:
        pip = middle + 0.3 * column * across + 0.3 * row * down
        cv2.circle(picture, tuple(_points(pip).ravel()), int(1.25 * SCALE * 2**_SHIFT), die.pip, -1, cv2.LINE_AA, _SHIFT)


def _draw_hand(picture: Image, tip: NDArray[np.float64]) -> None:
    x, y = tip
    arm = np.array([[x - 28, y + 60], [x + 28, y + 60], [x + 40, HEIGHT + 5], [x - 20, HEIGHT + 5]])
    cv2.fillPoly(picture, [_points(arm)], (110, 140, 190), cv2.LINE_AA, _SHIFT)
    cv2.ellipse(picture, (int(x), int(y + 45)), (38, 45), 0, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    for finger in range(4):
        end = (int(x - 27 + 18 * finger), int(y))
        cv2.line(picture, end, (int(x - 24 + 16 * finger), int(y + 40)), (125, 155, 210), 13, cv2.LINE_AA)


class DrawnDiceReader:
    """Reads drawn dice by their white faces and dark pips; counts how often it is asked. Values in `blind` are overlooked,
    `unsure` is a reason to withhold the first die, and `ghosts` (centre in the view, confidence) are seen everywhere."""

    def __init__(self) -> None:
        self.calls = 0
        self.blind: frozenset[int] = frozenset()
        self.unsure: str | None = None
        self.ghosts: tuple[tuple[float, float, float], ...] = ()

    def read(self, image: Image, *, die_size: float | None = None, expect: int | None = None) -> Reading:
        self.calls += 1
        size = die_size or DIE * SCALE
        level = float(np.percentile(image, 99.9))
        pale = (image.min(axis=2) > 0.6 * level).astype(np.uint8)
        dice, clear = [], True
        for contour in cv2.findContours(pale, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            area = cv2.contourArea(contour)
            if area < 0.3 * size**2 or level < 150:
                continue
            face = np.zeros_like(pale)
            cv2.drawContours(face, [cv2.convexHull(contour)], -1, 1, -1)
            face = cv2.erode(face, np.ones((3, 3), np.uint8))
            pips = cv2.connectedComponentsWithStats(face & (1 - pale), connectivity=4)[2][1:, cv2.CC_STAT_AREA]
            value = int(np.count_nonzero(pips >= 2))
            if value in self.blind:
                continue
            known = 0.7 * size**2 < area < 1.4 * size**2 and 1 <= value <= 6
            clear = clear and known
            box = cv2.boxPoints(cv2.minAreaRect(contour)).reshape(-1, 2)
            a, b, c, d = ((float(x), float(y)) for x, y in box)
            middle = (float(box[:, 0].mean()), float(box[:, 1].mean()))
            dice.append(Die(value if known else None, 0.99 if known else 0.4, middle, size, (a, b, c, d)))
        for x, y, confidence in self.ghosts:
            clear, half = False, size / 2
            square = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            dice.append(Die(None, confidence, (x, y), size, square))
        if self.unsure is not None and dice:
            dice[0] = replace(dice[0], value=None)
        if not clear or (self.unsure and dice):
            return Reading(Status.UNSURE, tuple(dice), self.unsure or "a die cannot be read")
        return Reading(Status.READ if dice else Status.EMPTY, tuple(dice))
