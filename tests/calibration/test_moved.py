from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rendered_tray import LENS, MARKERS, TRAY, Pose, photograph, true_geometry

from calibration.file import Calibration, CameraMode
from calibration.moved import MovedWatch, Place
from vision.geometry import Lane

POSE = Pose()
CALIBRATION = Calibration(
    CameraMode("c", 1280, 720), TRAY, MARKERS, true_geometry(POSE).picture_to_tray, (Lane(0.0, 0.0, *TRAY),), LENS
)
STILL = photograph(POSE)
PUSHED = photograph(replace(POSE, middle=(POSE.middle[0] + 6.0, POSE.middle[1], POSE.middle[2])))
NUDGED = photograph(replace(POSE, middle=(POSE.middle[0] + 1.2, POSE.middle[1], POSE.middle[2])))
DARK = np.zeros_like(STILL)


def places(watch: MovedWatch, picture: np.ndarray, times: range) -> list[Place]:
    return [watch.look(picture, float(time)) for time in times]


def test_a_push_is_noticed_and_so_is_pushing_back() -> None:
    watch = MovedWatch(CALIBRATION)
    assert places(watch, STILL, range(3)) == [Place.FINE] * 3
    assert watch.distance < 0.3
    assert places(watch, PUSHED, range(3, 7)) == [Place.FINE, Place.FINE, Place.MOVED, Place.MOVED]
    assert watch.distance == pytest.approx(6.0, abs=0.5)
    assert places(watch, NUDGED, range(7, 11)) == [Place.MOVED, Place.MOVED, Place.FINE, Place.FINE]


def test_a_bump_and_a_nudge_are_no_alarm() -> None:
    watch = MovedWatch(CALIBRATION)
    for start in range(0, 9, 3):
        assert places(watch, PUSHED, range(start, start + 2)) == [Place.FINE] * 2
        assert watch.look(STILL, start + 2.0) is Place.FINE
    assert set(places(watch, NUDGED, range(20, 26))) == {Place.FINE}


def test_tags_are_looked_at_once_a_second() -> None:
    watch = MovedWatch(CALIBRATION)
    watch.look(STILL, 0.0)
    for step in range(1, 10):
        assert watch.look(PUSHED, step / 10) is Place.FINE
    assert watch.distance < 0.3


def test_hands_hide_tags_for_a_while_but_not_for_ever() -> None:
    watch = MovedWatch(CALIBRATION)
    watch.look(STILL, 0.0)
    assert set(places(watch, DARK, range(1, 30))) == {Place.FINE}
    assert watch.look(DARK, 31.0) is Place.HIDDEN
    assert watch.look(STILL, 33.0) is Place.FINE


def test_a_tray_that_has_moved_does_not_lie_right_because_its_tags_are_covered() -> None:
    watch = MovedWatch(CALIBRATION)
    places(watch, PUSHED, range(3))
    assert watch.look(PUSHED, 3.0) is Place.MOVED
    assert set(places(watch, DARK, range(4, 60, 8))) == {Place.MOVED}
    assert places(watch, STILL, range(60, 63)) == [Place.MOVED, Place.MOVED, Place.FINE]
