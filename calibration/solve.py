"""The computation of a calibration from pictures: lens, homography, empty tray, lanes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from calibration.file import Markers
from calibration.markers import TrayFit, center, find_markers, fit_tray, homography_between, undistorted
from calibration.sheet import LENS_BOARD, LensBoard
from vision.geometry import Image, Lane, Lens, Points, rectified_points

_FEWEST_VIEWS = 5
_FEWEST_TAGS = 6
_LARGEST_LENS_ERROR = 1.0
_LEAST_TILT = 20.0
_LARGEST_SCALE_ERROR = 0.03
_EVEN = 0.12
_LARGEST_UNREST = 12.0
_MOST_LANES = 6


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens, the root mean square distance in pixels between where the board's corners are and where it puts them, and the
    number of pictures in which the board was found."""

    lens: Lens
    error: float
    views: int


def solve_lens(pictures: Sequence[Image], board: LensBoard = LENS_BOARD) -> LensFit:
    """The lens from pictures of the lens board (Zhang, 2000). Raises `CalibrationError` when they do not determine it."""
    if not pictures:
        raise CalibrationError("There are no pictures of the lens board.")
    height, width = pictures[0].shape[:2]
    if any(picture.shape[:2] != (height, width) for picture in pictures):
        raise CalibrationError("The pictures of the lens board must all have the same size.")
    flat = board.corners()
    objects, images = [], []
    for picture in pictures:
        found = {tag: quad for tag, quad in find_markers(picture).items() if tag in flat}
        if len(found) >= _FEWEST_TAGS:
            on_board = np.concatenate([flat[tag] for tag in found])
            objects.append(np.column_stack([on_board, np.zeros(len(on_board))]).astype(np.float32))
            images.append(np.concatenate(list(found.values())).astype(np.float32))
    if len(objects) < _FEWEST_VIEWS:
        raise CalibrationError(
            f"The lens board is seen well in {len(objects)} of {len(pictures)} pictures, but {_FEWEST_VIEWS} are needed."
        )
    error, matrix, distortion, turns, _ = cv2.calibrateCamera(
        objects, images, (width, height), np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    faces = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    if float((faces @ faces.T).min()) > np.cos(np.radians(_LEAST_TILT)):
        raise CalibrationError("The pictures of the lens board are too much alike; tilt it to every side and move it around.")
    if error > _LARGEST_LENS_ERROR:
        raise CalibrationError(
            f"The lens fits only to {error:.1f} pixels; glue the board onto something flat and keep it still for each picture."
        )
    lens = Lens(np.asarray(matrix, dtype=np.float64), np.asarray(distortion, dtype=np.float64).ravel()[:5])
    return LensFit(lens, float(error), len(objects))


def centered_markers(tray: tuple[float, float], across: float, down: float, size: float) -> Markers:
    """Tags that make a rectangle of `across` by `down` mm, centre to centre, round the middle of a tray of `tray` mm."""
    left, top = (tray[0] - across) / 2, (tray[1] - down) / 2
    corners = ((left, top), (left + across, top), (left + across, top + down), (left, top + down))
    return Markers(size, tuple((tag, x, y) for tag, (x, y) in enumerate(corners)))


def equal_lanes(tray: tuple[float, float], count: int, divider: float = 0.0) -> tuple[Lane, ...]:
    """`count` lanes of equal size side by side, `divider` mm apart; raises `CalibrationError` unless there are 1 to 6."""
    if not 1 <= count <= _MOST_LANES:
        raise CalibrationError(f"A tray has 1 to {_MOST_LANES} lanes, not {count}.")
    width = (tray[0] - (count - 1) * divider) / count
    if width <= 0:
        raise CalibrationError("The dividers are wider than the tray.")
    return tuple(Lane(place * (width + divider), 0.0, place * (width + divider) + width, tray[1]) for place in range(count))


def empty_tray(pictures: Sequence[Image]) -> Image:
    """The picture of the empty tray without noise and without what passed through some of them: the median.

    Raises `CalibrationError` when the pictures show different things.
    """
    if not pictures:
        raise CalibrationError("There is no picture of the empty tray.")
    if any(picture.shape != pictures[0].shape for picture in pictures):
        raise CalibrationError("The pictures of the empty tray must all have the same size.")
    stack = np.stack(pictures)
    middle: Image = np.median(stack, axis=0).astype(np.uint8)
    for picture in pictures:
        coarse = cv2.absdiff(cv2.GaussianBlur(picture, (0, 0), 4.0), cv2.GaussianBlur(middle, (0, 0), 4.0))
        if np.percentile(coarse.max(axis=2), 95.0) > _LARGEST_UNREST:
            raise CalibrationError(
                "The pictures of the empty tray differ; leave tray, camera and light alone, hands away.", Reason.RESTLESS
            )
    return middle


def solve_tray(pictures: Sequence[Image], markers: Markers, lens: Lens | None) -> TrayFit:
    """The homography from one or more pictures of a tray that does not move; the tags' corners are averaged.

    Raises `CalibrationError` when a tag is missing everywhere, or when the tags' size contradicts their distances.
    """
    sightings: dict[int, list[Points]] = {}
    for picture in pictures:
        for tag, quad in find_markers(picture).items():
            sightings.setdefault(tag, []).append(quad)
    return solve_seen(sightings, markers, lens)


def solve_seen(sightings: Mapping[int, Sequence[Points]], markers: Markers, lens: Lens | None) -> TrayFit:
    """As `solve_tray`, of the corners of the tags as they were found in several pictures."""
    steady: dict[int, Points] = {tag: np.median(np.stack(quads), axis=0) for tag, quads in sightings.items()}
    try:
        fit = fit_tray(steady, markers, lens)
    except CalibrationError as error:
        if error.reason is Reason.APART:
            _check_scale(_rough_fit(steady, markers, lens), steady, markers, lens, _EVEN)
        raise
    _check_scale(fit.picture_to_tray, steady, markers, lens)
    return fit


def _check_scale(
    homography: NDArray[np.float64],
    quads: Mapping[int, Points],
    markers: Markers,
    lens: Lens | None,
    evenly: float = math.inf,
) -> None:
    """Raises `CalibrationError` when the tags are larger or smaller than said, their edges at most by `evenly` unequal."""
    # The distances between the tags scale the homography: they are much longer than the tags' edges.
    edges = np.concatenate(
        [
            np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
            for flat in (rectified_points(quads[tag], homography, lens) for tag, _, _ in markers.centers)
        ]
    )
    measured = float(edges.mean())
    if edges.max() / edges.min() - 1.0 < evenly and abs(measured / markers.size - 1.0) > _LARGEST_SCALE_ERROR:
        raise CalibrationError(
            f"The tags look {measured:.1f} mm wide but should be {markers.size:g} mm; measure a black square and the distances "
            "from centre to centre again.",
            Reason.SCALE,
            mm=measured,
            should=markers.size,
        )


def _rough_fit(quads: Mapping[int, Points], markers: Markers, lens: Lens | None) -> NDArray[np.float64]:
    """The homography by the centres of the tags alone, whatever their size."""
    middles = np.array([center(undistorted(quads[tag], lens)) for tag, _, _ in markers.centers])
    return homography_between(middles, np.array([[x, y] for _, x, y in markers.centers]))


def camera_place(
    picture_to_tray: NDArray[np.float64], lens: Lens | None, width: int, height: int, above: float | None = None
) -> tuple[float, float, float]:
    """Where the camera is: tray coordinates of the point below it, and its height above the felt, all in mm.

    Without a lens it follows from the measured height `above`; without that, too, an ordinary lens (58 degrees wide) is
    assumed, which is good to about a third.
    """
    if lens is not None and above is None:
        return _place(picture_to_tray, lens.matrix)
    focal = 0.9 * width if lens is None else float(lens.matrix[0, 0])
    place = _place(picture_to_tray, _plain_lens(focal, width, height))
    for _ in range(4 if above is not None else 0):
        # The height grows nearly as the focal length does.
        focal *= (above or place[2]) / place[2]
        place = _place(picture_to_tray, _plain_lens(focal, width, height))
    return place


def _plain_lens(focal: float, width: int, height: int) -> NDArray[np.float64]:
    return np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])


def _place(picture_to_tray: NDArray[np.float64], matrix: NDArray[np.float64]) -> tuple[float, float, float]:
    pose = np.linalg.solve(matrix, np.linalg.inv(picture_to_tray))
    pose = pose / (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1])) * 2.0
    if pose[2, 2] < 0:
        pose = -pose
    left, _, up = np.linalg.svd(np.column_stack([pose[:, 0], pose[:, 1], np.cross(pose[:, 0], pose[:, 1])]))
    rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left) * np.linalg.det(up)]) @ up
    place = -rotation.T @ pose[:, 2]
    return float(place[0]), float(place[1]), float(-place[2])
