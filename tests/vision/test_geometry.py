from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    Geometry,
    GeometryError,
    Lane,
    Lens,
    lane_view,
    native_scale,
    picture_to_view,
    rectify,
    to_picture,
    to_tray,
    view_to_picture,
)

LENS = Lens(np.array([[900.0, 0.0, 330.0], [0.0, 910.0, 250.0], [0.0, 0.0, 1.0]]), np.array([-0.2, 0.05, 0.001, -0.002, 0.0]))
HOMOGRAPHY = np.array([[0.8, 0.02, -40.0], [0.01, 0.82, -30.0], [2e-5, 1e-5, 1.0]])
LANE = Lane(20.0, 15.0, 220.0, 115.0)


def tilted(lens: Lens | None) -> Geometry:
    return Geometry(640, 480, HOMOGRAPHY, (400.0, 300.0), (LANE,), lens, 16.0)


@pytest.mark.parametrize("lens", [None, LENS])
@given(points=st.lists(st.tuples(st.floats(0, 639), st.floats(0, 479)), max_size=8))
def test_points_come_back(lens: Lens | None, points: list[tuple[float, float]]) -> None:
    geometry = tilted(lens)
    pixels = np.array(points, dtype=np.float64).reshape(-1, 2)
    np.testing.assert_allclose(to_picture(geometry, to_tray(geometry, pixels)), pixels, atol=1e-4)
    view = lane_view(geometry, LANE, 1.5, margin=4.0)
    np.testing.assert_allclose(view_to_picture(view, picture_to_view(view, pixels)), pixels, atol=1e-4)


def test_the_homography_maps_undistorted_pixels_to_millimetres() -> None:
    ray = np.array([[0.2, -0.1, 1.0]])
    seen, _ = cv2.projectPoints(ray.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), LENS.matrix, LENS.distortion)
    ideal = LENS.matrix @ ray[0]
    expected = HOMOGRAPHY @ ideal
    np.testing.assert_allclose(to_tray(tilted(LENS), seen.reshape(-1, 2))[0], expected[:2] / expected[2], atol=1e-6)


@pytest.mark.parametrize("lens", [None, LENS])
def test_a_spot_on_the_tray_lands_where_the_view_says(lens: Lens | None) -> None:
    geometry = tilted(lens)
    spot = np.array([[120.0, 65.0]])
    x, y = to_picture(geometry, spot)[0]
    columns, rows = np.meshgrid(np.arange(640), np.arange(480))
    glow = 250 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 4.0**2))
    picture = np.repeat(glow[..., None], 3, axis=2).astype(np.uint8)
    view = lane_view(geometry, LANE, 2.0, margin=5.0)
    top = rectify(view, picture)
    assert top.shape == (220, 420, 3)
    weight = top[..., 0].astype(float)
    found = (weight.sum(0) @ np.arange(420) / weight.sum(), weight.sum(1) @ np.arange(220) / weight.sum())
    # 120 mm is 105 mm right of the view's left edge; its pixel's centre is half a pixel less than twice that.
    np.testing.assert_allclose(found, (209.5, 109.5), atol=0.15)
    np.testing.assert_allclose(picture_to_view(view, np.array([[x, y]]))[0], (209.5, 109.5), atol=1e-6)


def test_without_calibration_the_lane_is_the_picture() -> None:
    geometry = Geometry.whole(40, 30)
    assert geometry.die_size is None
    assert not geometry.calibrated
    assert geometry.lanes == (Lane(0.0, 0.0, 40.0, 30.0),)
    picture = np.arange(40 * 30 * 3, dtype=np.uint8).reshape(30, 40, 3)
    view = lane_view(geometry, geometry.lanes[0], 1.0)
    assert np.array_equal(rectify(view, picture), picture)
    points = np.array([[3.0, 4.0], [39.0, 29.0]])
    np.testing.assert_allclose(picture_to_view(view, points), points, atol=1e-9)
    half = lane_view(geometry, geometry.lanes[0], 0.5)
    assert rectify(half, picture).shape == (15, 20, 3)
    assert native_scale(geometry, geometry.lanes[0]) == pytest.approx(1.0)


def test_the_native_scale_is_the_cameras_own() -> None:
    geometry = tilted(None)
    middle = np.array([[120.0, 65.0]])
    steps = to_picture(geometry, middle + np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]]))
    sides = np.linalg.norm(steps[1:] - steps[0], axis=1) / 10.0
    assert native_scale(geometry, LANE) == pytest.approx(float(np.sqrt(sides.prod())), rel=0.01)


def test_what_does_not_fit_is_refused() -> None:
    geometry = tilted(None)
    view = lane_view(geometry, LANE, 1.0)
    with pytest.raises(GeometryError, match="320 by 240 pixels, but the calibration is for 640 by 480"):
        rectify(view, np.zeros((240, 320, 3), np.uint8))
    with pytest.raises(GeometryError, match="not useful"):
        lane_view(geometry, LANE, 1000.0)
    with pytest.raises(GeometryError, match="not useful"):
        lane_view(geometry, LANE, 0.001)
    with pytest.raises(GeometryError, match="right edge"):
        Lane(10.0, 0.0, 10.0, 5.0)
    with pytest.raises(GeometryError, match="inverted"):
        Geometry(640, 480, np.zeros((3, 3)), (400.0, 300.0), (LANE,))
    with pytest.raises(GeometryError, match="at least one lane"):
        Geometry(640, 480, HOMOGRAPHY, (400.0, 300.0), ())
    with pytest.raises(GeometryError, match="empty tray"):
        Geometry(640, 480, HOMOGRAPHY, (400.0, 300.0), (LANE,), empty=np.zeros((10, 10, 3), np.uint8))
