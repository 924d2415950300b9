"""The size of the dice from one throw: cubes of every size and turn are compared with what stands out from the empty tray."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.solve import camera_place
from vision.geometry import Geometry, Image, Lane, lane_view, native_scale, rectify
from vision.motion import Mask

SMALLEST_MM, LARGEST_MM = 8.0, 32.0

_FEWEST_DICE = 3
_LEAST_LIKENESS = 0.86
_WIDEST_SPREAD = 0.08
_FINE = 4.0
_BLUR_MM = 0.35
# The sides of a die are darker than its top: a cut at the half would lose them.
_CUT = 0.42
# That cut lies a fifth of the blur, the camera's included, outside of the edge, at both ends.
_CUT_MM = 2 * 0.2 * 0.7
# A die's rounded corners and edges make its outline a little smaller than the cube's.
_ROUNDING = 1.007


@dataclass(frozen=True, slots=True)
class DiceSize:
    """The edge of a die in mm, the spread between the dice in mm, and on how many dice both rest."""

    edge: float
    spread: float
    count: int


def measure_dice(picture: Image, geometry: Geometry) -> DiceSize:
    """The size of the dice in a camera picture of one throw; the geometry needs the picture of the empty tray.

    Raises `CalibrationError` when fewer than three dice lie apart from each other or when they seem to have different sizes.
    """
    if geometry.empty is None:
        raise CalibrationError("The size of the dice cannot be measured without a picture of the empty tray.")
    area = Lane(0.0, 0.0, *geometry.tray)
    scale = max(_FINE, native_scale(geometry, area))
    view = lane_view(geometry, area, scale)
    camera = np.array(camera_place(geometry.picture_to_tray, geometry.lens, geometry.width, geometry.height))
    edges = []
    for outline in _outlines(rectify(view, picture), rectify(view, geometry.empty), scale):
        edge, likeness = _fit_cube(outline, scale, camera)
        if likeness >= _LEAST_LIKENESS and SMALLEST_MM <= edge <= LARGEST_MM:
            edges.append((edge - _CUT_MM) * _ROUNDING)
    if len(edges) < _FEWEST_DICE:
        raise CalibrationError("Fewer than three dice lie apart from each other; throw five dice again, on the empty tray.")
    middle = float(np.median(edges))
    alike = [edge for edge in edges if abs(edge / middle - 1.0) < _WIDEST_SPREAD]
    if len(alike) < max(_FEWEST_DICE, len(edges) - 1):
        raise CalibrationError("The dice seem to have different sizes; throw five alike, flat and apart from each other.")
    return DiceSize(float(np.mean(alike)), float(np.std(alike)), len(alike))


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """A thing on the tray: its mask and where that begins in the view, in pixels."""

    mask: Mask
    left: int
    top: int


def _outlines(picture: Image, empty: Image, scale: float) -> list[_Outline]:
    """What stands out and may be a die, cut out where it is nearly half as strange to the felt as the die beside the cut is."""
    strange = _strangeness(picture, empty, _BLUR_MM * scale)
    noise = float(np.median(strange))
    rough = (strange > max(10.0, 5.0 * noise)).astype(np.uint8)
    opening = np.ones((int(2 * scale) | 1, int(2 * scale) | 1), np.uint8)
    rough = np.asarray(cv2.morphologyEx(rough, cv2.MORPH_OPEN, opening), dtype=np.uint8)
    near = cv2.dilate(strange, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (int(2.4 * scale) | 1, int(2.4 * scale) | 1)))
    cut = (strange > _CUT * near) & (strange > max(6.0, 3.0 * noise))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rough, connectivity=4)
    outlines = []
    for label in range(1, count):
        x, y, width, height, size = (int(value) for value in stats[label])
        if not 0.5 * (SMALLEST_MM * scale) ** 2 < size < 4.0 * (LARGEST_MM * scale) ** 2:
            continue
        pad = int(2 * scale)
        top, left = max(0, y - pad), max(0, x - pad)
        window = np.s_[top : y + height + pad, left : x + width + pad]
        other = (labels[window] > 0) & (labels[window] != label)
        outlines.append(_Outline(_filled(cut[window] & ~other), left, top))
    return outlines


def _strangeness(picture: Image, empty: Image, blur: float) -> NDArray[np.float32]:
    """How far each pixel is from the felt in any shade from deep shadow to full light, in levels; shape (height, width)."""
    now, then = (cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32) for image in (picture, empty))
    brightness = now.sum(axis=2) / np.maximum(then.sum(axis=2), 1.0)
    then *= float(np.median(brightness))
    shade = np.clip((now * then).sum(axis=2) / np.maximum((then * then).sum(axis=2), 1.0), 0.25, 1.1)
    return np.asarray(np.linalg.norm(now - then * shade[..., None], axis=2), dtype=np.float32)


def _filled(inside: NDArray[np.bool_]) -> Mask:
    """The largest part, with its pips filled, as 0 and 1."""
    contours, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    mask = np.zeros(inside.shape, dtype=np.uint8)
    if contours:
        cv2.drawContours(mask, [max(contours, key=cv2.contourArea)], -1, 1, -1)
    return mask


def _fit_cube(outline: _Outline, scale: float, camera: NDArray[np.float64]) -> tuple[float, float]:
    """The edge in mm of the cube on the felt that is most like the outline, and how like it is (intersection over union)."""
    rows, columns = np.nonzero(outline.mask)
    if len(rows) == 0:
        return 0.0, 0.0
    middle = (np.array([columns.mean() + outline.left, rows.mean() + outline.top]) + 0.5) / scale
    size = len(rows) / scale**2
    best = (0.0, 0.0)
    for turn in np.radians(np.arange(0.0, 90.0, 4.0)):
        edge, place = float(np.sqrt(size)), middle
        for _ in range(6):
            hull = _silhouette(place, edge, turn, camera)
            edge *= float(np.sqrt(size / cv2.contourArea(hull.astype(np.float32))))
            place = place + middle - _centroid(hull)
        drawn = np.zeros_like(outline.mask)
        corner = np.array([outline.left, outline.top])
        points = ((_silhouette(place, edge, turn, camera) * scale - 0.5 - corner) * 16.0).round().astype(np.int32)
        cv2.fillConvexPoly(drawn, points.reshape(-1, 1, 2), 1, cv2.LINE_8, 4)
        both, either = np.count_nonzero(drawn & outline.mask), np.count_nonzero(drawn | outline.mask)
        likeness = float(both) / max(1.0, float(either))
        if likeness > best[1]:
            best = (edge, likeness)
    return best


def _silhouette(place: NDArray[np.float64], edge: float, turn: float, camera: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outline on the felt, shape (n, 2) in mm, of a cube seen by the camera at (x, y, height)."""
    cosine, sine = np.cos(turn), np.sin(turn)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * edge
    base = square @ np.array([[cosine, sine], [-sine, cosine]]) + place
    top = camera[:2] + (base - camera[:2]) * camera[2] / (camera[2] - edge)
    return np.asarray(cv2.convexHull(np.concatenate([base, top]).astype(np.float32)), dtype=np.float64).reshape(-1, 2)


def _centroid(polygon: NDArray[np.float64]) -> NDArray[np.float64]:
    moments = cv2.moments(polygon.astype(np.float32).reshape(-1, 1, 2))
    return np.array([moments["m10"], moments["m01"]]) / moments["m00"]
