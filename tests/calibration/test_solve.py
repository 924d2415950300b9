from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendered_tray import (
    HEIGHT,
    LENS,
    MARKERS,
    TRAY,
    WIDTH,
    Cube,
    Pose,
    board_pictures,
    farthest,
    photograph,
    sheet,
    true_geometry,
)

from calibration.dice_size import measure_dice
from calibration.errors import CalibrationError
from calibration.solve import camera_place, centered_markers, empty_tray, equal_lanes, solve_lens, solve_tray
from vision.geometry import Geometry, Lane, Lens

POSES = (Pose(), Pose((-0.2, 0.1, -0.05), (-10.0, 12.0, 700.0)), Pose((0.02, 0.01, 3.1), (0.0, 0.0, 590.0)))
THROW = tuple(Cube(60.0 + 66.0 * i, 60.0 + 50.0 * ((2 * i) % 3), 13.0 + 29.0 * i) for i in range(5))


def geometry_with(homography: np.ndarray, lens: Lens | None) -> Geometry:
    return Geometry(WIDTH, HEIGHT, homography, TRAY, (Lane(0.0, 0.0, *TRAY),), lens)


@pytest.fixture(scope="module")
def boards() -> list[np.ndarray]:
    return board_pictures()


def test_lens_and_tray_are_found_to_half_a_millimetre(boards: list[np.ndarray]) -> None:
    found = solve_lens(boards)
    assert found.views == len(boards)
    assert found.error < 0.3
    assert found.lens.matrix[0, 0] == pytest.approx(LENS.matrix[0, 0], rel=0.01)
    assert found.lens.matrix[:2, 2] == pytest.approx(LENS.matrix[:2, 2], abs=8.0)
    for pose in POSES[:2]:
        fit = solve_tray([photograph(pose, seed=seed) for seed in range(2)], MARKERS, found.lens)
        assert fit.error < 0.3
        assert farthest(geometry_with(fit.picture_to_tray, found.lens), true_geometry(pose)) < 0.5


@pytest.mark.parametrize("pose", POSES)
def test_with_the_true_lens_the_tray_is_found_however_the_tags_are_turned(pose: Pose) -> None:
    turned = sheet(turns={0: 3.0, 1: -8.0, 2: 90.0, 3: 200.0})
    fit = solve_tray([photograph(pose, table=turned)], MARKERS, LENS)
    assert farthest(geometry_with(fit.picture_to_tray, LENS), true_geometry(pose)) < 0.4


def test_pictures_that_do_not_determine_the_lens_are_refused(boards: list[np.ndarray]) -> None:
    with pytest.raises(CalibrationError, match="seen well in 3 of 3 pictures, but 5 are needed"):
        solve_lens(boards[:3])
    with pytest.raises(CalibrationError, match="too much alike"):
        solve_lens([boards[-1]] * 5)
    with pytest.raises(CalibrationError, match="same size"):
        solve_lens([boards[0], boards[1][:-2]])
    with pytest.raises(CalibrationError, match="no pictures"):
        solve_lens([])


def test_a_wrong_measure_is_noticed() -> None:
    picture = photograph(POSES[0])
    wrong = centered_markers(TRAY, 480.0 * 1.06, 200.0 * 1.06, 40.0)
    with pytest.raises(CalibrationError, match=r"The tags look 42\.\d mm wide but should be 40 mm"):
        solve_tray([picture], wrong, LENS)
    with pytest.raises(CalibrationError, match="from where they should be"):
        solve_tray([picture], centered_markers(TRAY, 480.0, 260.0, 40.0), LENS)


def test_tags_lie_round_the_middle_of_the_tray() -> None:
    assert centered_markers(TRAY, 480.0, 200.0, 40.0) == MARKERS


@pytest.mark.parametrize("edge", [12.0, 16.0, 19.0])
@pytest.mark.parametrize("color", [(225, 230, 235), (40, 35, 180), (35, 32, 30)])
def test_the_size_of_the_dice_is_right_to_three_in_a_hundred(edge: float, color: tuple[int, int, int]) -> None:
    pose = POSES[0]
    known = replace(true_geometry(pose), empty=photograph(pose, seed=1))
    dice = tuple(replace(die, edge=edge, color=color) for die in THROW)
    measured = measure_dice(photograph(pose, dice, seed=2, light=1.04), known)
    assert measured.edge == pytest.approx(edge, rel=0.03)
    assert measured.count >= 4
    assert measured.spread < 0.04 * edge


def test_without_a_lens_the_size_is_still_right_to_four_in_a_hundred() -> None:
    pose = POSES[0]
    fit = solve_tray([photograph(pose)], MARKERS, None)
    known = replace(geometry_with(fit.picture_to_tray, None), empty=photograph(pose, seed=1))
    assert measure_dice(photograph(pose, THROW, seed=2), known).edge == pytest.approx(16.0, rel=0.04)


def test_throws_that_tell_no_size_are_refused() -> None:
    pose = POSES[0]
    empty = photograph(pose, seed=1)
    known = replace(true_geometry(pose), empty=empty)
    for dice in ((), THROW[:2], tuple(Cube(100.0 + 16.5 * i, 100.0, 0.0) for i in range(5))):
        with pytest.raises(CalibrationError, match="Fewer than three dice"):
            measure_dice(photograph(pose, dice, seed=2), known)
    unlike = tuple(replace(die, edge=12.0 + 2.5 * i) for i, die in enumerate(THROW))
    with pytest.raises(CalibrationError, match="different sizes"):
        measure_dice(photograph(pose, unlike, seed=2), known)
    with pytest.raises(CalibrationError, match="without a picture of the empty tray"):
        measure_dice(empty, true_geometry(pose))


@pytest.mark.parametrize("pose", POSES)
def test_the_camera_is_where_it_is(pose: Pose) -> None:
    rotation, place = pose.matrix()
    eye = -rotation.T @ place
    found = camera_place(true_geometry(pose).picture_to_tray, LENS, WIDTH, HEIGHT)
    np.testing.assert_allclose(found, (eye[0], eye[1], -eye[2]), atol=0.5)
    by_height = camera_place(true_geometry(pose).picture_to_tray, None, WIDTH, HEIGHT, -float(eye[2]))
    assert by_height[2] == pytest.approx(-eye[2], rel=0.002)
    np.testing.assert_allclose(by_height[:2], eye[:2], atol=25.0)


def test_the_empty_tray_is_what_most_pictures_agree_on() -> None:
    pictures = [photograph(POSES[0], seed=seed) for seed in range(3)]
    spot = pictures[1].copy()
    cv2.circle(spot, (640, 360), 40, (255, 255, 255), -1)
    middle = empty_tray([pictures[0], spot, pictures[2]])
    assert np.abs(middle[320:400, 600:680].astype(int) - pictures[0][320:400, 600:680]).mean() < 3.0
    with pytest.raises(CalibrationError, match="differ"):
        empty_tray([pictures[0], pictures[1], np.full_like(pictures[0], 200)])
    with pytest.raises(CalibrationError, match="no picture"):
        empty_tray([])


def test_lanes_share_the_tray_equally() -> None:
    assert equal_lanes((480.0, 200.0), 1) == (Lane(0.0, 0.0, 480.0, 200.0),)
    assert equal_lanes((312.0, 230.0), 2, 12.0) == (Lane(0.0, 0.0, 150.0, 230.0), Lane(162.0, 0.0, 312.0, 230.0))
    assert equal_lanes((480.0, 200.0), 6)[5] == Lane(400.0, 0.0, 480.0, 200.0)
    for count in (0, 7):
        with pytest.raises(CalibrationError, match="1 to 6 lanes"):
            equal_lanes((480.0, 200.0), count)
    with pytest.raises(CalibrationError, match="wider than the tray"):
        equal_lanes((100.0, 50.0), 3, 60.0)
