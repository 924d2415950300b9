"""The four printed ArUco tags round the tray: found, turned into a homography, and watched for a camera that moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, Markers
from vision.geometry import Geometry, Image, Lens, Points, to_tray

PLACES = ("top left", "top right", "bottom right", "bottom left")

_SMALLEST_EDGE_PX = 14.0
_LARGEST_ERROR_MM = 2.0
_STEEPEST_RATIO = 2.2
_CROOKED_ROUNDS = 4


def find_markers(image: Image) -> dict[int, Points]:
    """The tags of DICT_4X4_50 in a picture of shape (height, width[, 3]): id to its four corners in pixels, shape (4, 2),
    clockwise from the tag's own top left. Raises `CalibrationError` when one tag is there twice."""
    found: dict[int, Points] = {}
    for tag, quad in marker_sightings(image):
        if tag in found:
            raise CalibrationError(f"Marker {tag} is seen twice; leave only one of each on the table.", Reason.TWICE, tag=tag)
        found[tag] = quad
    return found


def marker_sightings(image: Image) -> list[tuple[int, Points]]:
    """Every tag of DICT_4X4_50 in a picture with its corners, as in `find_markers`, one that is there twice included."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    aruco: Any = cv2.aruco
    if hasattr(aruco, "ArucoDetector"):
        parameters = aruco.DetectorParameters()
        parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
        detector = aruco.ArucoDetector(aruco.getPredefinedDictionary(aruco.DICT_4X4_50), parameters)
        corners, ids, _ = detector.detectMarkers(gray)
    else:  # OpenCV 4.6 of Raspberry Pi OS Bookworm
        parameters = aruco.DetectorParameters_create()
        parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
        # Of squares as near as a tag and the edge of its white paper, 4.6 would look at the larger one only.
        parameters.minMarkerDistanceRate = 0.02
        dictionary = aruco.Dictionary_get(aruco.DICT_4X4_50)
        corners, ids, _ = aruco.detectMarkers(gray, dictionary, parameters=parameters)
    if ids is None:
        return []
    quads = (np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in corners)
    return [(int(tag), quad) for tag, quad in zip(np.asarray(ids).ravel(), quads, strict=True)]


def tag_cells(number: int) -> NDArray[np.bool_]:
    """The cells of a tag with its border, shape (6, 6); true where it is white."""
    aruco: Any = cv2.aruco
    if hasattr(aruco, "generateImageMarker"):
        image = aruco.generateImageMarker(aruco.getPredefinedDictionary(aruco.DICT_4X4_50), number, 6)
    else:  # OpenCV 4.6
        image = aruco.drawMarker(aruco.Dictionary_get(aruco.DICT_4X4_50), number, 6)
    return np.asarray(image) > 127


def center(quad: Points) -> Points:
    """Where the diagonals of a tag's corners, shape (4, 2), cross: its centre in perspective. Shape (2,)."""
    a, b, c, d = quad
    across, down = c - a, d - b
    turn = across[0] * down[1] - across[1] * down[0]
    along = ((b[0] - a[0]) * down[1] - (b[1] - a[1]) * down[0]) / turn
    crossing: Points = a + along * across
    return crossing


@dataclass(frozen=True, slots=True, eq=False)
class TrayFit:
    """A homography from undistorted pixels to mm, with the root mean square and the largest distance in mm between where the
    tags' corners are and where it puts them."""

    picture_to_tray: NDArray[np.float64]
    error: float
    worst: float


def fit_tray(seen: Mapping[int, Points], markers: Markers, lens: Lens | None = None) -> TrayFit:
    """The homography from the tags in one picture. A tag may be turned by any angle; only its centre must lie where
    `markers` says. Raises `CalibrationError` with the reason when the view cannot be right."""
    if len(markers.centers) < 4:
        raise CalibrationError("The homography needs four markers.")
    missing = [tag for tag, _, _ in markers.centers if tag not in seen]
    if missing:
        names = " and ".join(_name(tag) for tag in missing)
        raise CalibrationError(
            f"{names} cannot be seen; uncover it, turn up the light or move the camera.",
            Reason.MISSING,
            first=missing[0],
            more=len(missing) - 1,
        )
    quads = {tag: undistorted(seen[tag], lens) for tag, _, _ in markers.centers}
    for tag, quad in quads.items():
        _check_tag(tag, quad)
    places = np.array([[x, y] for _, x, y in markers.centers])
    middles = np.array([center(quads[tag]) for tag, _, _ in markers.centers])
    homography = homography_between(middles, places)
    _check_view(homography, middles, places)
    corners = np.concatenate([quads[tag] for tag, _, _ in markers.centers])
    wanted = corners
    for _ in range(_CROOKED_ROUNDS):
        mapped = _mapped(homography, corners).reshape(-1, 4, 2)
        wanted = np.concatenate([squared(quad, place, markers.size) for quad, place in zip(mapped, places, strict=True)])
        homography = homography_between(corners, wanted)
    distances = np.linalg.norm(_mapped(homography, corners) - wanted, axis=1)
    fit = TrayFit(homography, float(np.sqrt(np.mean(distances**2))), float(distances.max()))
    if fit.worst > _LARGEST_ERROR_MM:
        raise CalibrationError(
            f"The markers lie up to {fit.worst:.1f} mm from where they should be; lay them flat, measure their places and "
            "their size again, and print them at 100 %.",
            Reason.APART,
            mm=fit.worst,
        )
    return fit


@dataclass(frozen=True, slots=True)
class Drift:
    """How far the tags have wandered since the calibration: the median distance in mm over the `seen` tags that are visible."""

    distance: float
    seen: int


def drift(image: Image, calibration: Calibration, geometry: Geometry | None = None) -> Drift | None:
    """How far camera or tray have moved, or `None` when no tag can be seen. `geometry` saves building it again."""
    geometry = geometry or calibration.geometry
    places = {tag: np.array([x, y]) for tag, x, y in calibration.markers.centers}
    distances: dict[int, float] = {}
    for tag, quad in marker_sightings(image):
        if tag in places:
            distance = float(np.linalg.norm(to_tray(geometry, center(quad)[None])[0] - places[tag]))
            # A pattern that looks like a second tag lies elsewhere.
            distances[tag] = min(distance, distances.get(tag, distance))
    return Drift(float(np.median(list(distances.values()))), len(distances)) if distances else None


def _name(tag: int) -> str:
    return f"Marker {tag} ({PLACES[tag]})" if tag < len(PLACES) else f"Marker {tag}"


def undistorted(quad: Points, lens: Lens | None) -> Points:
    """Pixels of shape (n, 2) as a lens without distortion would show them."""
    if lens is None:
        return quad
    plain: Points = np.asarray(
        cv2.undistortPoints(quad.reshape(-1, 1, 2), lens.matrix, lens.distortion, None, None, lens.matrix), dtype=np.float64
    ).reshape(-1, 2)
    return plain


def _check_tag(tag: int, quad: Points) -> None:
    edges = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    if edges.min() < _SMALLEST_EDGE_PX:
        raise CalibrationError(
            f"{_name(tag)} is only {edges.min():.0f} pixels wide; bring the camera nearer or print it larger.",
            Reason.SMALL,
            tag=tag,
            pixels=int(edges.min()),
        )


def _check_view(homography: NDArray[np.float64], middles: Points, places: Points) -> None:
    depths = np.column_stack([middles, np.ones(len(middles))]) @ homography[2]
    right_way_round = cv2.contourArea(middles.astype(np.float32), True) * cv2.contourArea(places.astype(np.float32), True) > 0
    if not (right_way_round and (np.all(depths > 0) or np.all(depths < 0))):
        raise CalibrationError(
            "The markers are not in their order: 0 top left, then 1, 2 and 3 clockwise, as the camera sees it.",
            Reason.ORDER,
        )
    if not cv2.isContourConvex(middles.astype(np.float32).reshape(-1, 1, 2)):
        raise CalibrationError(
            "The markers do not make a four-sided figure; put one at each corner of the tray.", Reason.CORNERS
        )
    ratio = float(depths.max() / depths.min()) if depths.min() > 0 else float(depths.min() / depths.max())
    if ratio > _STEEPEST_RATIO:
        raise CalibrationError("The camera looks at the tray from too far aside; mount it above the middle.", Reason.ASIDE)


def homography_between(source: Points, target: Points) -> NDArray[np.float64]:
    """The homography from four or more points to others, (n, 2) each; raises `CalibrationError` when they lie in one line."""
    matrix, _ = cv2.findHomography(source.astype(np.float64), target.astype(np.float64), 0)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        raise CalibrationError("The markers lie in one line; put one at each corner of the tray.", Reason.CORNERS)
    return np.asarray(matrix, dtype=np.float64)


def _mapped(homography: NDArray[np.float64], points: Points) -> Points:
    plain: Points = np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography), dtype=np.float64).reshape(-1, 2)
    return plain


def squared(quad: Points, place: Points, size: float) -> Points:
    """The corners in mm of a tag of edge `size` at `place`, turned as `quad` (in mm) is turned."""
    half = size / 2
    upright = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    spokes = quad - quad.mean(axis=0)
    angle = np.arctan2(np.sum(upright[:, 0] * spokes[:, 1] - upright[:, 1] * spokes[:, 0]), np.sum(upright * spokes))
    cosine, sine = np.cos(angle), np.sin(angle)
    turned: Points = upright @ np.array([[cosine, sine], [-sine, cosine]]) + place
    return turned
