"""A tray or a camera that has moved: noticed, told from a hand, and measured again; and what hinders it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendered_tray import LENS, MARKERS, TRAY, Pose, farthest, photograph, sheet, true_geometry

from calibration.again import measure_again
from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, CameraMode
from calibration.look import look
from calibration.moved import MovedWatch, Place
from vision.geometry import Image, to_picture

POSE = Pose()
HAND = (150, 170, 210)


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    geometry = true_geometry(POSE)
    empty = photograph(POSE, seed=4)
    return Calibration(CameraMode("c", 1280, 720), TRAY, MARKERS, geometry.picture_to_tray, geometry.lanes, LENS, 16.0, empty)


def moved_by(across: float, down: float, turn: float = 0.0) -> Pose:
    x, y, z = POSE.middle
    return replace(POSE, middle=(x + across, y + down, z), turn=(POSE.turn[0], POSE.turn[1], POSE.turn[2] + turn))


@pytest.mark.parametrize("pose", [moved_by(4.0, 3.0), moved_by(-3.0, 2.0, 0.05), moved_by(30.0, -18.0, 0.1)])
def test_the_tray_is_known_again_where_it_lies(calibration: Calibration, pose: Pose) -> None:
    pictures = [photograph(pose, seed=seed) for seed in range(3)]
    again = measure_again(pictures, calibration)
    new = again.calibration
    assert farthest(new.geometry, true_geometry(pose)) < 0.5
    away = np.hypot(pose.middle[0] - POSE.middle[0], pose.middle[1] - POSE.middle[1])
    assert again.moved == pytest.approx(away, abs=0.7 if pose.turn == POSE.turn else 26.0)
    assert (new.die_size, new.lens, new.lanes, new.camera) == (16.0, LENS, calibration.lanes, calibration.camera)
    # On the felt the empty picture is what the camera sees now.
    assert new.empty is not None
    corners = np.array([[10.0, 10.0], [390.0, 10.0], [390.0, 230.0], [10.0, 230.0]])
    felt = np.zeros(new.empty.shape[:2], np.uint8)
    cv2.fillConvexPoly(felt, to_picture(true_geometry(pose), corners).astype(np.int32).reshape(-1, 1, 2), 1)
    difference = cv2.absdiff(new.empty, pictures[0])[felt > 0]
    assert difference.mean() < 6.0


def covered(picture: Image, tag: int) -> Image:
    hand = picture.copy()
    x, y = look(picture, 0.0).tags[tag].mean(axis=0).astype(int)
    cv2.circle(hand, (int(x), int(y)), 55, HAND, -1)
    return hand


def test_what_hinders_it_is_said(calibration: Calibration) -> None:
    picture = photograph(moved_by(4.0, 3.0))
    with pytest.raises(CalibrationError) as hidden:
        measure_again([covered(picture, 1)] * 3, calibration)
    assert (hidden.value.reason, hidden.value.values["first"]) == (Reason.MISSING, 1)
    with pytest.raises(CalibrationError) as moving:
        measure_again([picture, photograph(moved_by(9.0, 3.0))], calibration)
    assert moving.value.reason is Reason.RESTLESS
    with pytest.raises(CalibrationError) as scaled:
        measure_again([photograph(POSE, table=sheet(replace(MARKERS, size=36.0)))], calibration)
    assert scaled.value.reason is Reason.SCALE
    with pytest.raises(CalibrationError) as other:
        measure_again([picture[:480]], calibration)
    assert other.value.reason is Reason.OTHER_MODE


def test_one_hidden_in_some_pictures_does_no_harm(calibration: Calibration) -> None:
    """A hand passes over a tag while the pictures are taken: it is seen in the others."""
    pose = moved_by(4.0, 3.0)
    pictures = [covered(photograph(pose, seed=1), 2), photograph(pose, seed=2), photograph(pose, seed=3)]
    assert farthest(measure_again(pictures, calibration).calibration.geometry, true_geometry(pose)) < 0.5


def test_glare_on_a_tag_is_borne_or_said(calibration: Calibration) -> None:
    """A little glare leaves a tag readable and right; much of it hides the tag, which is said."""
    pose = moved_by(4.0, 3.0)
    picture = photograph(pose)
    x, y = (int(value) for value in look(picture, 0.0).tags[0].mean(axis=0))
    little = picture.copy()
    cv2.circle(little, (x + 6, y - 24), 5, (255, 255, 255), -1)
    assert farthest(measure_again([little], calibration).calibration.geometry, true_geometry(pose)) < 0.5
    much = picture.copy()
    cv2.circle(much, (x + 14, y - 14), 34, (255, 255, 255), -1)
    with pytest.raises(CalibrationError) as hidden:
        measure_again([much], calibration)
    assert (hidden.value.reason, hidden.value.values["first"]) == (Reason.MISSING, 0)


def test_five_millimetres_are_noticed_within_five_seconds(calibration: Calibration) -> None:
    watch = MovedWatch(calibration)
    still, pushed = photograph(POSE, seed=1), photograph(moved_by(4.0, 3.0), seed=2)
    for step in range(31):
        assert watch.look(still, step / 10) is Place.FINE
    noticed = next((step / 10 for step in range(31, 100) if watch.look(pushed, step / 10) is Place.MOVED), None)
    assert noticed is not None and noticed - 3.1 <= 5.0


def test_a_hand_that_passes_is_no_push(calibration: Calibration) -> None:
    """It covers one tag after the other, two at once for a while, for twenty seconds."""
    watch = MovedWatch(calibration)
    still = photograph(POSE, seed=1)
    hands = [
        covered(still, 0),
        covered(covered(still, 0), 1),
        covered(still, 1),
        covered(covered(still, 2), 3),
        covered(still, 3),
    ]
    places = {watch.look(hands[step // 8 % len(hands)], step / 2) for step in range(40)}
    assert places == {Place.FINE}
