"""The size of the dice from one throw: cubes of every size and turn are compared with what stands out from the empty tray."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from calibration.solve import camera_place
from vision.geometry import Geometry, Image, Lane, Points, lane_view, native_scale, rectify
from vision.motion import Mask, mask_of

SMALLEST_MM, LARGEST_MM = 8.0, 32.0

_FEWEST_DICE = 3
_LEAST_LIKENESS = 0.88
_CLEAR = 0.03
_WIDEST_SPREAD = 0.08
_FINE = 4.0
_BLUR_MM = 0.35
_FAINT = 0.25
# The sides of a die are darker than its top: a cut at the half would lose them.
_CUT = 0.42
# That cut lies a fifth of the blur, the camera's included, outside of the edge, at both ends.
_CUT_MM = 2 * 0.2 * 0.7
# The radius of a die's corners in its edges, and the area that four such corners lose, in squares of the radius.
_ROUNDING = 0.12
_ROUND_LOSS = 4.0 - np.pi


@dataclass(frozen=True, slots=True)
class DiceSize:
    """The edge of a die in mm, the spread between the dice in mm, and on how many dice both rest.

    `centers` are the places of all dice that were found, in mm, and `colors` what they look like, as "#rrggbb".
    """

    edge: float
    spread: float
    count: int
    centers: tuple[tuple[float, float], ...] = ()
    colors: tuple[str, ...] = ()


def measure_dice(picture: Image, geometry: Geometry, above: float | None = None) -> DiceSize:
    """The size of the dice in a camera picture of one throw; the geometry needs the picture of the empty tray. `above` is the
    camera's height above the felt in mm, which helps where the lens is not known.

    Raises `CalibrationError` when fewer than three dice lie apart from each other or when they seem to have different sizes.
    """
    if geometry.empty is None:
        raise CalibrationError("The size of the dice cannot be measured without a picture of the empty tray.")
    area = Lane(0.0, 0.0, *geometry.tray)
    scale = max(_FINE, native_scale(geometry, area))
    view = lane_view(geometry, area, scale)
    camera = np.array(camera_place(geometry.picture_to_tray, geometry.lens, geometry.width, geometry.height, above))
    seen = rectify(view, picture)
    outlines = _outlines(seen, rectify(view, geometry.empty), scale)
    fitted = [(outline, *_fit_cube(outline, scale, camera)) for outline in outlines]
    dice = [
        (likeness, edge, outline)
        for outline, edge, likeness in fitted
        if likeness >= _LEAST_LIKENESS and SMALLEST_MM <= edge <= LARGEST_MM
    ]
    fits = [(likeness, edge) for likeness, edge, _ in dice]
    if len(fits) < _FEWEST_DICE:
        raise CalibrationError(
            "Fewer than three dice lie apart from each other; throw five dice again, on the empty tray.", Reason.FEW_DICE
        )
    fits.sort(reverse=True)
    # The clearest outlines tell the size: colours that run out into the felt make others too large.
    edges = [edge - _CUT_MM for n, (likeness, edge) in enumerate(fits) if n < _FEWEST_DICE or likeness > fits[0][0] - _CLEAR]
    middle = float(np.median(edges))
    alike = [edge for edge in edges if abs(edge / middle - 1.0) < _WIDEST_SPREAD]
    if len(alike) < max(_FEWEST_DICE, len(edges) - 1):
        raise CalibrationError(
            "The dice seem to have different sizes; throw five alike, flat and apart from each other.", Reason.UNLIKE_DICE
        )
    return DiceSize(
        float(np.mean(alike)),
        float(np.std(alike)),
        len(alike),
        tuple(_middle(outline, scale) for _, _, outline in dice),
        tuple(_color(seen, outline) for _, _, outline in dice),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """A thing on the tray: its mask and where that begins in the view, in pixels."""

    mask: Mask
    left: int
    top: int


def _middle(outline: _Outline, scale: float) -> tuple[float, float]:
    rows, columns = np.nonzero(outline.mask)
    return (float(columns.mean()) + outline.left + 0.5) / scale, (float(rows.mean()) + outline.top + 0.5) / scale


def _color(picture: Image, outline: _Outline) -> str:
    """The median colour of a die; its pips and its sides are less than half of what is seen of it."""
    height, width = outline.mask.shape
    part = picture[outline.top : outline.top + height, outline.left : outline.left + width]
    blue, green, red = np.median(part[outline.mask > 0], axis=0).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


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
        # A JPEG camera lets the colour of a die run out into the felt; that is faint.
        least = _FAINT * float(np.percentile(strange[window][labels[window] == label], 90))
        outlines.append(_Outline(_filled(cut[window] & (strange[window] > least) & ~other), left, top))
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
    """The edge in mm of the cube on the felt that is most like the outline, and how like it is (intersection over union).

    Where light falls past the camera the sides of a die are as dark as its shadow: then only its top stands out.
    """
    rows, columns = np.nonzero(outline.mask)
    if len(rows) == 0:
        return 0.0, 0.0
    middle = (np.array([columns.mean() + outline.left, rows.mean() + outline.top]) + 0.5) / scale
    size = len(rows) / scale**2
    corner = np.array([outline.left, outline.top])
    best = (0.0, 0.0)
    for shape in (_silhouette, _top):
        for turn in np.radians(np.arange(0.0, 90.0, 4.0)):
            edge, place = float(np.sqrt(size)), middle
            for _ in range(6):
                hull = shape(place, edge, turn, camera)
                lost = _ROUND_LOSS * (_ROUNDING * edge) ** 2
                edge *= float(np.sqrt(size / (cv2.contourArea(hull.astype(np.float32)) - lost)))
                place = place + middle - _centroid(hull)
            drawn = np.zeros_like(outline.mask)
            points = ((shape(place, edge, turn, camera) * scale - 0.5 - corner) * 16.0).round().astype(np.int32)
            cv2.fillConvexPoly(drawn, points.reshape(-1, 1, 2), 1, cv2.LINE_8, 4)
            round_brush = int(2 * _ROUNDING * edge * scale) | 1
            brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round_brush, round_brush))
            drawn = mask_of(cv2.morphologyEx(drawn, cv2.MORPH_OPEN, brush))
            both, either = np.count_nonzero(drawn & outline.mask), np.count_nonzero(drawn | outline.mask)
            likeness = float(both) / max(1.0, float(either))
            if likeness > best[1]:
                best = (edge, likeness)
    return best


def _silhouette(place: Points, edge: float, turn: float, camera: Points) -> Points:
    """The outline on the felt, shape (n, 2) in mm, of a cube at `place` seen by the camera at (x, y, height)."""
    base = _square(place, edge, turn)
    both = np.concatenate([base, _top(place, edge, turn, camera)]).astype(np.float32)
    return np.asarray(cv2.convexHull(both), dtype=np.float64).reshape(-1, 2)


def _top(place: Points, edge: float, turn: float, camera: Points) -> Points:
    """The outline on the felt of the cube's top face alone."""
    raised: Points = camera[:2] + (_square(place, edge, turn) - camera[:2]) * camera[2] / (camera[2] - edge)
    return raised


def _square(place: Points, edge: float, turn: float) -> Points:
    cosine, sine = np.cos(turn), np.sin(turn)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * edge
    turned: Points = square @ np.array([[cosine, sine], [-sine, cosine]]) + place
    return turned


def _centroid(polygon: Points) -> Points:
    moments = cv2.moments(polygon.astype(np.float32).reshape(-1, 1, 2))
    return np.array([moments["m10"], moments["m01"]]) / moments["m00"]
