from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.file import Calibration, CameraMode, Markers
from calibration.markers import center, drift, find_markers, fit_tray
from vision.geometry import Lane, Lens, to_tray

TRAY = (480.0, 280.0)
MARKERS = Markers(36.0, ((0, -30.0, 10.0), (1, 510.0, 10.0), (2, 510.0, 270.0), (3, -30.0, 270.0)))
LENS = Lens(np.array([[1000.0, 0.0, 645.0], [0.0, 1000.0, 355.0], [0.0, 0.0, 1.0]]), np.array([-0.12, 0.03, 0.0, 0.0, 0.0]))
CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def picture_of(turns: dict[int, float], tilt: float = 0.15, markers: Markers = MARKERS, shift: float = 0.0) -> tuple:
    """A picture of the tags on a table through `LENS`, and the true homography; `turns` in degrees by tag."""
    scale = 4.0
    sheet = np.full((int(400 * scale), int(640 * scale)), 150, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag, x, y in markers.centers:
        edge = int(markers.size * scale)
        image = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(dictionary, tag, edge), 24, 24, 24, 24, 0, value=255)
        turn = cv2.getRotationMatrix2D((image.shape[1] / 2 - 0.5, image.shape[0] / 2 - 0.5), -turns.get(tag, 0.0), 1.0)
        turn[:, 2] += np.array([(x + 80) * scale, (y + 60) * scale]) - np.array(image.shape[::-1]) / 2
        cv2.warpAffine(image, turn, sheet.shape[::-1], dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)
    rotation, _ = cv2.Rodrigues(np.array([tilt, -0.05, 0.03]))
    place = np.array([-240.0, -140.0, 560.0]) + rotation @ np.array([shift, 0.0, 0.0])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], place])
    tray_to_ideal = LENS.matrix @ pose
    picture_to_tray = np.linalg.inv(tray_to_ideal)
    sheet_from_tray = np.array([[scale, 0.0, 80 * scale - 0.5], [0.0, scale, 60 * scale - 0.5], [0.0, 0.0, 1.0]])
    columns, rows = np.meshgrid(np.arange(1280.0), np.arange(720.0))
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=1).reshape(-1, 1, 2)
    ideal = cv2.undistortPoints(pixels, LENS.matrix, LENS.distortion, None, None, LENS.matrix).reshape(-1, 1, 2)
    source = cv2.perspectiveTransform(ideal, sheet_from_tray @ picture_to_tray).reshape(720, 1280, 2).astype(np.float32)
    big = cv2.GaussianBlur(sheet, (0, 0), 1.2)
    picture = cv2.remap(big, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    noisy = picture + np.random.default_rng(1).normal(0.0, 3.0, picture.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2), picture_to_tray / picture_to_tray[2, 2]


def calibration(picture_to_tray: NDArray[np.float64], lens: Lens | None = LENS) -> Calibration:
    return Calibration(CameraMode("c", 1280, 720), TRAY, MARKERS, picture_to_tray, (Lane(0.0, 0.0, *TRAY),), lens)


@pytest.mark.parametrize("turns", [{}, {0: 90.0, 1: 180.0, 2: -90.0}, {0: 4.0, 1: -7.0, 2: 31.0, 3: 2.0}])
def test_the_homography_is_right_to_half_a_millimetre(turns: dict[int, float]) -> None:
    picture, truth = picture_of(turns)
    found = find_markers(picture)
    assert sorted(found) == [0, 1, 2, 3]
    fit = fit_tray(found, MARKERS, LENS)
    assert fit.error < 0.3
    grid = np.array([[x, y] for x in (0.0, 240.0, 480.0) for y in (0.0, 140.0, 280.0)])
    ideal = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), np.linalg.inv(truth)).reshape(-1, 2)
    back = cv2.perspectiveTransform(ideal.reshape(-1, 1, 2), fit.picture_to_tray).reshape(-1, 2)
    assert np.abs(back - grid).max() < 0.5


def test_a_still_camera_does_not_drift_and_a_moved_one_does() -> None:
    picture, truth = picture_of({})
    still = drift(picture, calibration(truth))
    assert still is not None
    assert (still.seen, still.distance < 0.3) == (4, True)
    moved, _ = picture_of({}, shift=5.0)
    away = drift(moved, calibration(truth))
    assert away is not None
    assert away.distance == pytest.approx(5.0, abs=0.4)


def test_a_hand_over_some_markers_is_no_drift() -> None:
    picture, truth = picture_of({})
    picture[:, :640] = 90
    half = drift(picture, calibration(truth))
    assert half is not None
    assert (half.seen, half.distance < 0.3) == (2, True)
    picture[:] = 90
    assert drift(picture, calibration(truth)) is None


def seen_from_above() -> dict[int, NDArray[np.float64]]:
    return {tag: np.array([100.0 + x, 80.0 + y]) + CORNERS * 36.0 for tag, x, y in MARKERS.centers}


def test_the_centre_is_where_the_diagonals_cross() -> None:
    matrix = np.array([[1.2, 0.1, 5.0], [0.0, 0.9, 7.0], [1e-3, 5e-4, 1.0]])
    quad = cv2.perspectiveTransform((np.array([200.0, 100.0]) + CORNERS * 80.0).reshape(-1, 1, 2), matrix).reshape(-1, 2)
    middle = cv2.perspectiveTransform(np.array([[[200.0, 100.0]]]), matrix).ravel()
    np.testing.assert_allclose(center(quad), middle, atol=1e-6)


def test_a_view_that_cannot_be_is_refused_with_the_reason() -> None:
    seen = seen_from_above()
    assert fit_tray(seen, MARKERS).error < 1e-6
    with pytest.raises(CalibrationError, match=r"Marker 2 \(bottom right\) cannot be seen"):
        fit_tray({tag: quad for tag, quad in seen.items() if tag != 2}, MARKERS)
    with pytest.raises(CalibrationError, match="not in their order"):
        fit_tray({**seen, 0: seen[1], 1: seen[0]}, MARKERS)
    with pytest.raises(CalibrationError, match="not in their order"):
        fit_tray({tag: quad * [-1.0, 1.0] + [900.0, 0.0] for tag, quad in seen.items()}, MARKERS)
    with pytest.raises(CalibrationError, match="only 7 pixels wide"):
        fit_tray({tag: quad / 5.0 for tag, quad in seen.items()}, MARKERS)
    with pytest.raises(CalibrationError, match=r"up to \d\.\d mm from where they should be"):
        fit_tray({**seen, 3: seen[3].mean(axis=0) + (seen[3] - seen[3].mean(axis=0)) * 1.25}, MARKERS)
    flat = {tag: np.array([100.0 + x + tag, 80.0 + tag * 40.0]) + CORNERS * 36.0 for tag, x, y in MARKERS.centers}
    with pytest.raises(CalibrationError):
        fit_tray(flat, MARKERS)


def test_a_marker_that_is_there_twice_is_refused() -> None:
    picture, _ = picture_of({}, markers=Markers(36.0, ((0, -30.0, 10.0), (0, 510.0, 10.0))))
    with pytest.raises(CalibrationError, match="Marker 0 is seen twice"):
        find_markers(picture)


def test_the_truth_of_these_pictures_is_the_geometry() -> None:
    picture, truth = picture_of({})
    found = find_markers(picture)
    places = to_tray(calibration(truth).geometry, np.array([center(found[tag]) for tag in range(4)]))
    np.testing.assert_allclose(places, [[x, y] for _, x, y in MARKERS.centers], atol=0.3)
