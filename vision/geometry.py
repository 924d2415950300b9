"""Where things lie: from pixels of the camera's picture to millimetres on the tray, and to the top view of a lane.

Tray coordinates are millimetres from the top left of the playing area as the camera sees it, x to the right, y down.
Pixels follow OpenCV: (0, 0) is the centre of the first pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.float64]


class GeometryError(ValueError):
    """A picture or a geometry that does not fit, in one sentence."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A rectangle of the tray in millimetres (in pixels when the geometry is not calibrated)."""

    left: float
    top: float
    right: float
    bottom: float

    def __post_init__(self) -> None:
        if not (self.right > self.left and self.bottom > self.top):
            raise GeometryError("A lane needs its right edge right of its left edge and its bottom edge below its top edge.")

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Camera matrix (3, 3) in pixels and OpenCV's distortion coefficients (4, 5, 8, 12 or 14 of them)."""

    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3) or self.distortion.shape not in {(4,), (5,), (8,), (12,), (14,)}:
            raise GeometryError("A lens needs a 3 by 3 matrix and 4, 5, 8, 12 or 14 distortion coefficients.")


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """How one camera, in one mode, sees one tray.

    `width`, `height`: the camera's picture in pixels. `picture_to_tray`: (3, 3), undistorted pixels to millimetres.
    `tray`: width and height of the playing area in mm. `die_size`: edge of a die in mm, `None` when unknown.
    `empty`: the camera's picture of the empty tray, uint8 B,G,R of shape (height, width, 3).
    `calibrated` is false when nothing is known; then "millimetres" are pixels and the only lane is the whole picture.
    """

    width: int
    height: int
    picture_to_tray: NDArray[np.float64]
    tray: tuple[float, float]
    lanes: tuple[Lane, ...]
    lens: Lens | None = None
    die_size: float | None = None
    empty: Image | None = None
    calibrated: bool = True

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise GeometryError("A camera's picture is at least one pixel wide and high.")
        if self.picture_to_tray.shape != (3, 3) or not np.isfinite(self.picture_to_tray).all():
            raise GeometryError("The homography needs 3 by 3 finite numbers.")
        if abs(float(np.linalg.det(self.picture_to_tray))) < 1e-12:
            raise GeometryError("The homography cannot be inverted.")
        if not self.lanes:
            raise GeometryError("A tray needs at least one lane.")
        if self.empty is not None and self.empty.shape != (self.height, self.width, 3):
            raise GeometryError("The picture of the empty tray must be as large as the camera's picture.")

    @classmethod
    def whole(cls, width: int, height: int) -> Geometry:
        """No calibration: one lane, the whole picture of `width` by `height` pixels, and an unknown size of the dice."""
        lane = Lane(0.0, 0.0, float(width), float(height))
        # A pixel's centre is the middle of its square of tray, so that the lane covers every pixel wholly.
        shift = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
        return cls(width, height, shift, (float(width), float(height)), (lane,), calibrated=False)


def to_tray(geometry: Geometry, points: Points) -> Points:
    """Pixels of the camera's picture, shape (n, 2), to tray coordinates, shape (n, 2)."""
    return rectified_points(points, geometry.picture_to_tray, geometry.lens)


def to_picture(geometry: Geometry, points: Points) -> Points:
    """Tray coordinates, shape (n, 2), to pixels of the camera's picture, shape (n, 2)."""
    inverse = np.asarray(np.linalg.inv(geometry.picture_to_tray), dtype=np.float64)
    return _distort(geometry.lens, _project(inverse, _as_points(points)))


def rectified_points(points: Points, picture_to_tray: NDArray[np.float64], lens: Lens | None) -> Points:
    """Pixels of the camera's picture, shape (n, 2), through a lens and a homography of one's own."""
    return _project(picture_to_tray, _undistort(lens, _as_points(points)))


@dataclass(frozen=True, slots=True, eq=False)
class LaneView:
    """How to make the top view of a rectangle of the tray: made once by `lane_view`, used on every frame by `rectify`.

    `width`, `height` of the view in pixels; `scale` in pixels a millimetre; `maps` for `cv2.remap`, or `None` when
    the view is the picture itself.
    """

    geometry: Geometry
    lane: Lane
    scale: float
    width: int
    height: int
    maps: tuple[NDArray[np.int16], NDArray[np.uint16]] | None


def lane_view(geometry: Geometry, lane: Lane, scale: float, margin: float = 0.0) -> LaneView:
    """The top view of `lane` at `scale` pixels a millimetre, `margin` millimetres larger on each side.

    Raises `GeometryError` when the view would have less than 8 or more than 8192 pixels on a side.
    """
    area = Lane(lane.left - margin, lane.top - margin, lane.right + margin, lane.bottom + margin) if margin else lane
    width, height = round(area.width * scale), round(area.height * scale)
    if not (8 <= width <= 8192 and 8 <= height <= 8192):
        raise GeometryError(f"A view of {width} by {height} pixels is not useful; check the lane and the scale.")
    if not geometry.calibrated and scale == 1.0 and margin == 0.0 and (width, height) == (geometry.width, geometry.height):
        return LaneView(geometry, area, scale, width, height, None)
    tray_to_view = np.array([[scale, 0.0, -scale * area.left - 0.5], [0.0, scale, -scale * area.top - 0.5], [0.0, 0.0, 1.0]])
    lens = geometry.lens or Lens(np.eye(3), np.zeros(4))
    # OpenCV only inverts its "new camera matrix", so any homography from rays to the view will do.
    fixed, fraction = cv2.initUndistortRectifyMap(
        lens.matrix,
        lens.distortion,
        np.eye(3),
        tray_to_view @ geometry.picture_to_tray @ lens.matrix,
        (width, height),
        cv2.CV_16SC2,
    )
    return LaneView(geometry, area, scale, width, height, (fixed.astype(np.int16), fraction.astype(np.uint16)))


def rectify(view: LaneView, image: Image) -> Image:
    """The top view of shape (view.height, view.width, 3) of a camera picture of shape (height, width, 3).

    Raises `GeometryError` when the picture does not have the size that the geometry was made for.
    """
    expected = (view.geometry.height, view.geometry.width)
    if image.shape[:2] != expected:
        raise GeometryError(
            f"The picture has {image.shape[1]} by {image.shape[0]} pixels, but the calibration is for "
            f"{expected[1]} by {expected[0]}."
        )
    if view.maps is None:
        return image
    return np.asarray(
        cv2.remap(image, view.maps[0], view.maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )


def view_to_picture(view: LaneView, points: Points) -> Points:
    """Pixels of the view, shape (n, 2), to pixels of the camera's picture."""
    return to_picture(view.geometry, _view_to_tray(view.lane, view.scale, _as_points(points)))


def picture_to_view(view: LaneView, points: Points) -> Points:
    """Pixels of the camera's picture, shape (n, 2), to pixels of the view."""
    corner = np.array([view.lane.left, view.lane.top])
    seen: Points = (to_tray(view.geometry, points) - corner) * view.scale - 0.5
    return seen


def native_scale(geometry: Geometry, lane: Lane) -> float:
    """Pixels a millimetre of the camera's picture in the middle of `lane`: a view at this scale keeps what the camera saw."""
    middle = np.array([(lane.left + lane.right) / 2, (lane.top + lane.bottom) / 2])
    steps = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    origin, right, down = to_picture(geometry, middle + steps)
    area = abs((right[0] - origin[0]) * (down[1] - origin[1]) - (right[1] - origin[1]) * (down[0] - origin[0]))
    return float(np.sqrt(area))


def _as_points(points: ArrayLike) -> Points:
    plain: Points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    return plain


def _view_to_tray(lane: Lane, scale: float, points: Points) -> Points:
    placed: Points = (points + 0.5) / scale + np.array([lane.left, lane.top])
    return placed


def _project(homography: NDArray[np.float64], points: Points) -> Points:
    if len(points) == 0:
        return points
    return _as_points(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography))


def _undistort(lens: Lens | None, points: Points) -> Points:
    if lens is None or len(points) == 0:
        return points
    ideal = _as_points(cv2.undistortPoints(points.reshape(-1, 1, 2), lens.matrix, lens.distortion, None, None, lens.matrix))
    # OpenCV stops after five rounds and names the call with a limit of its own differently in 4 and 5.
    for _ in range(8):
        ideal = ideal + (points - _distort(lens, ideal))
    return ideal


def _distort(lens: Lens | None, points: Points) -> Points:
    if lens is None or len(points) == 0:
        return points
    rays = np.linalg.solve(lens.matrix, np.column_stack([points, np.ones(len(points))]).T).T
    nowhere = np.zeros(3)
    seen, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), nowhere, nowhere, lens.matrix, lens.distortion)
    return _as_points(seen)
