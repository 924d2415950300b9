"""A tray with tags, and dice as cubes, seen by a camera with a lens that is known exactly: the truth for calibration tests."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.file import Markers
from calibration.sheet import LENS_BOARD
from vision.geometry import Geometry, Image, Lane, Lens, to_picture, to_tray

WIDTH, HEIGHT = 1280, 720
TRAY = (400.0, 240.0)
MARKERS = Markers(40.0, ((0, -40.0, 20.0), (1, 440.0, 20.0), (2, 440.0, 220.0), (3, -40.0, 220.0)))
LENS = Lens(
    np.array([[1010.0, 0.0, 648.0], [0.0, 1005.0, 352.0], [0.0, 0.0, 1.0]]), np.array([-0.13, 0.04, 0.0005, -0.0004, 0.0])
)
_DOTS = 4.0
_MARGIN = 90.0


@dataclass(frozen=True)
class Pose:
    """Rotation (Rodrigues, radians) and the point in mm (camera coordinates) at which the tray's middle is seen."""

    turn: tuple[float, float, float] = (0.12, -0.06, 0.02)
    middle: tuple[float, float, float] = (4.0, -6.0, 640.0)

    def matrix(self, size: tuple[float, float] = TRAY) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        rotation, _ = cv2.Rodrigues(np.array(self.turn))
        return rotation, np.array(self.middle) - rotation @ np.array([size[0] / 2, size[1] / 2, 0.0])


@dataclass(frozen=True)
class Cube:
    x: float
    y: float
    turn: float
    edge: float = 16.0
    color: tuple[int, int, int] = (225, 230, 235)


def true_geometry(pose: Pose, lens: Lens = LENS) -> Geometry:
    rotation, place = pose.matrix()
    homography = np.linalg.inv(lens.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], place]))
    return Geometry(WIDTH, HEIGHT, homography / homography[2, 2], TRAY, (Lane(0.0, 0.0, *TRAY),), lens)


def _tag(number: int, size: float, turn: float) -> tuple[Image, NDArray[np.float64]]:
    edge = int(size * _DOTS)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(dictionary, number, edge), 20, 20, 20, 20, 0, value=245)
    middle = (image.shape[1] / 2 - 0.5, image.shape[0] / 2 - 0.5)
    return image, cv2.getRotationMatrix2D(middle, -turn, 1.0) - np.array([[0, 0, middle[0]], [0, 0, middle[1]]])


def sheet(markers: Markers = MARKERS, turns: dict[int, float] | None = None) -> Image:
    """The table from above, `_DOTS` dots a millimetre, `_MARGIN` mm round the tray."""
    height, width = (int((side + 2 * _MARGIN) * _DOTS) for side in (TRAY[1], TRAY[0]))
    grain = np.random.default_rng(2).normal(0.0, 6.0, (height, width, 1))
    table = np.clip(np.array([60, 95, 130]) + grain, 0, 255).astype(np.uint8)
    edge = int(_MARGIN * _DOTS)
    table[edge:-edge, edge:-edge] = np.clip(np.array([50, 95, 45]) + grain[edge:-edge, edge:-edge], 0, 255)
    for tag, x, y in markers.centers:
        image, placing = _tag(tag, markers.size, (turns or {}).get(tag, 0.0))
        placing[:, 2] += (np.array([x, y]) + _MARGIN) * _DOTS - 0.5
        colored = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        cv2.warpAffine(colored, placing, (width, height), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return table


@functools.cache
def _fine_sheet() -> Image:
    return cv2.GaussianBlur(sheet(), (0, 0), 1.1)


@functools.cache
def _ideal_pixels() -> NDArray[np.float64]:
    columns, rows = np.meshgrid(np.arange(float(WIDTH)), np.arange(float(HEIGHT)))
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).reshape(-1, 1, 2)
    return cv2.undistortPoints(pixels, LENS.matrix, LENS.distortion, None, None, LENS.matrix).reshape(-1, 1, 2)


@functools.cache
def _maps(pose: Pose) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    places = cv2.perspectiveTransform(_ideal_pixels(), true_geometry(pose).picture_to_tray)
    source = ((places + _MARGIN) * _DOTS - 0.5).reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    return cv2.convertMaps(source, None, cv2.CV_16SC2)


@functools.cache
def _noise() -> NDArray[np.float32]:
    return np.random.default_rng(0).normal(0.0, 2.5, (HEIGHT, WIDTH, 3)).astype(np.float32)


def _noisy(picture: Image, seed: int, light: float = 1.0) -> Image:
    grain = np.roll(_noise(), (37 * seed, 91 * seed), axis=(0, 1))
    return np.asarray(cv2.addWeighted(picture.astype(np.float32), light, grain, 1.0, 0.0, dtype=cv2.CV_8U))


def photograph(pose: Pose, dice: tuple[Cube, ...] = (), table: Image | None = None, seed: int = 0, light: float = 1.0) -> Image:
    """The camera's picture, uint8 of shape (HEIGHT, WIDTH, 3)."""
    fine = _fine_sheet() if table is None else cv2.GaussianBlur(table, (0, 0), 1.1)
    picture = cv2.remap(fine, *_maps(pose), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    for die in dice:
        _draw_die(picture, pose, die)
    return _noisy(picture, seed, light)


def _draw_die(picture: Image, pose: Pose, die: Cube) -> None:
    """Draws one die, four times finer than the picture, into the part of it that it covers."""
    rotation, place = pose.matrix()
    angle = np.radians(die.turn)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * die.edge
    base = square @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + [die.x, die.y]
    low, high = np.column_stack([base, np.zeros(4)]), np.column_stack([base, np.full(4, -die.edge)])
    x, y = np.round(_seen(np.array([[die.x, die.y, 0.0]]), pose)[0]).astype(int)
    part = picture[y - 60 : y + 60, x - 60 : x + 60]
    zoom, corner = 4, np.array([x - 60, y - 60])
    large = cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)

    def fill(corners: NDArray[np.float64], color: tuple[int, ...]) -> None:
        points = np.round(((_seen(corners, pose) - corner + 0.5) * zoom - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(large, points.reshape(-1, 1, 2), color, cv2.LINE_AA, 4)

    # A hard shadow first, then the sides that face the camera, then the top with two pips.
    fill(low + np.array([2.5, 3.0, 0.0]), (27, 52, 25))
    eye = -rotation.T @ place
    for edge, shade in enumerate((0.62, 0.7, 0.58, 0.66)):
        after = (edge + 1) % 4
        side = np.array([low[edge], low[after], high[after], high[edge]])
        outwards = side.mean(axis=0) - [die.x, die.y, -die.edge / 2]
        if (eye - side.mean(axis=0)) @ outwards > 0:
            fill(side, tuple(int(shade * value) for value in die.color))
    fill(high, die.color)
    round_pip = np.stack([np.cos(np.linspace(0, 6, 12)), np.sin(np.linspace(0, 6, 12))], axis=1) * 0.11 * die.edge
    for pip in (-0.25, 0.25):
        spot = round_pip + np.array([die.x, die.y]) + pip * (base[1] - base[0])
        fill(np.column_stack([spot, np.full(12, -die.edge)]), (120, 120, 120))
    part[:] = cv2.GaussianBlur(cv2.resize(large, (120, 120), interpolation=cv2.INTER_AREA), (0, 0), 0.6)


def _seen(points: NDArray[np.float64], pose: Pose) -> NDArray[np.float64]:
    seen, _ = cv2.projectPoints(points, np.array(pose.turn), pose.matrix()[1], LENS.matrix, LENS.distortion)
    return seen.reshape(-1, 2)


def board_picture(turn: tuple[float, float, float], middle: tuple[float, float, float], seed: int = 0) -> Image:
    """The lens board seen by the same camera."""
    flat = LENS_BOARD.corners()
    size = np.max([corners.max(axis=0) for corners in flat.values()], axis=0)
    page = np.full((int((size[1] + 30) * _DOTS), int((size[0] + 30) * _DOTS)), 240, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag, corners in flat.items():
        x, y = np.round((corners[0] + 15.0) * _DOTS).astype(int)
        edge = int(LENS_BOARD.tag * _DOTS)
        page[y : y + edge, x : x + edge] = cv2.aruco.generateImageMarker(dictionary, tag, edge)
    rotation, _ = cv2.Rodrigues(np.array(turn))
    place = np.array(middle) - rotation @ np.array([size[0] / 2, size[1] / 2, 0.0])
    from_board = LENS.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], place])
    places = cv2.perspectiveTransform(_ideal_pixels(), np.linalg.inv(from_board))
    source = ((places + 15.0) * _DOTS - 0.5).reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    picture = cv2.remap(cv2.GaussianBlur(page, (0, 0), 1.3), source, None, cv2.INTER_LINEAR, borderValue=110)
    return _noisy(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), seed)


def board_pictures(count: int = 9) -> list[Image]:
    rng = np.random.default_rng(11)
    turns = [(0.5, 0.0, 0.1), (-0.5, 0.0, 0.0), (0.0, 0.5, 1.6), (0.0, -0.5, 0.2), (0.35, 0.35, 0.0), (-0.35, 0.35, 0.4)]
    turns += [(0.35, -0.35, -0.3), (-0.3, -0.4, 1.5), (0.0, 0.0, 0.7)]
    return [
        board_picture(turn, (float(rng.uniform(-90, 90)), float(rng.uniform(-50, 50)), float(rng.uniform(380, 520))), seed)
        for seed, turn in enumerate(turns[:count])
    ]


def farthest(found: Geometry, true: Geometry) -> float:
    """The largest distance in mm, over the tray, between where a pixel is and where the found geometry puts it."""
    xs, ys = np.meshgrid(np.linspace(0, TRAY[0], 9), np.linspace(0, TRAY[1], 7))
    grid = np.stack([xs.ravel(), ys.ravel()], axis=1)
    return float(np.linalg.norm(to_tray(found, to_picture(true, grid)) - grid, axis=1).max())
