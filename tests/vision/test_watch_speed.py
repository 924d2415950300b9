"""How long a look and a reading take; run with `--benchmark-only`. Budgets on a PC core: 4 ms a look at 1280x720."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from synthetic_table import HEIGHT, WIDTH, DrawnDie, Table, draw, geometry

from vision.foreground import analyse
from vision.geometry import Geometry, lane_view, rectify
from vision.lanes import LaneTracker
from vision.motion import MotionWatch, features, shrink_factor
from vision.reader import Reader
from vision.result import Reading, Status

DICE = tuple(DrawnDie(value, 34.0 + 24.0 * i, 60.0 + 20.0 * (i % 3), 23.0 * i) for i, value in enumerate([1, 3, 4, 6, 2]))


class NoReader:
    def read(self, image: np.ndarray, *, die_size: float | None = None, expect: int | None = None) -> Reading:
        return Reading(Status.EMPTY)


def large(table: Table, seed: int) -> np.ndarray:
    picture = draw(table, np.random.default_rng(seed))
    return np.asarray(cv2.resize(picture, (1280, 720), interpolation=cv2.INTER_CUBIC), np.uint8)


def large_geometry(dice: float = 16.0) -> Geometry:
    small = geometry()
    halved = small.picture_to_tray @ np.diag([WIDTH / 1280, HEIGHT / 720, 1.0])
    return Geometry(1280, 720, halved, small.tray, small.lanes, None, dice, large(Table(), 1))


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def test_motion_watch(benchmark: BenchmarkFixture) -> None:
    pictures = itertools.cycle([large(Table(dice=DICE, hand=(300.0, y)), 2) for y in (150.0, 160.0, 170.0)])
    watch = MotionWatch()

    def look() -> None:
        now = features(next(pictures), shrink_factor(1280, 720))
        watch.update(now)
        watch.renew(now)

    benchmark(look)


def test_hands_and_cups(benchmark: BenchmarkFixture) -> None:
    table = Table(dice=DICE, hand=(300.0, 150.0), cups=((230.0, 100.0),))
    empty, now = (features(large(one, 3), shrink_factor(1280, 720)) for one in (Table(), table))
    benchmark(lambda: analyse(now, empty, np.zeros(now.shape, np.uint8), 9.6))


@pytest.mark.parametrize("moving", [False, True], ids=["still", "moving"])
def test_a_whole_look_at_three_lanes(benchmark: BenchmarkFixture, moving: bool) -> None:
    heights = (150.0, 165.0, 180.0) if moving else (150.0,)
    pictures = itertools.cycle([large(Table(dice=DICE, hand=(300.0, y)), 4) for y in heights])
    tracker, times = LaneTracker(large_geometry(), NoReader()), itertools.count()
    for _ in range(60):
        tracker.update(next(pictures), next(times) / 13.0)
    benchmark(lambda: tracker.update(next(pictures), next(times) / 13.0))


def test_a_reading_of_one_lane(benchmark: BenchmarkFixture) -> None:
    places = large_geometry()
    view = lane_view(places, places.lanes[0], 2.4, 14.0)
    top, reader = rectify(view, large(Table(dice=DICE), 5)), Reader.load()
    benchmark(lambda: reader.read(top, die_size=16.0 * 2.4))
