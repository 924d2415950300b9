"""The threads between camera and loop: nothing lost from a recording, nothing queued from a live camera, all ended in time."""

from __future__ import annotations

import threading
import time

import numpy as np

from hardware.frame import CameraError, Frame
from ui.eyes import Ended, Eyes, Observation, Slot
from vision.geometry import GeometryError
from vision.lane_state import LaneState
from vision.lanes import LaneReading

BLANK = np.zeros((4, 4, 3), np.uint8)


class CountingCamera:
    """Delivers `count` pictures at once, then ends or fails."""

    def __init__(self, count: int, fault: str | None = None) -> None:
        self.count, self.fault, self.given, self.closed = count, fault, 0, False

    def read(self, deadline: float) -> Frame | None:
        if self.given == self.count:
            if self.fault:
                raise CameraError(self.fault)
            return None
        self.given += 1
        return Frame(BLANK, self.given - 1, self.given / 10)

    def close(self) -> None:
        self.closed = True


class EmptyTray:
    """Sees one empty lane, slowly when told to."""

    def __init__(self, seconds: float = 0.0, fault: bool = False) -> None:
        self.seconds, self.fault = seconds, fault

    def update(self, image: np.ndarray, time_: float) -> tuple[LaneReading, ...]:
        if self.fault:
            raise GeometryError("The picture has another size.")
        time.sleep(self.seconds)
        return (LaneReading(0, LaneState.EMPTY),)


def look_at_all(eyes: Eyes) -> tuple[list[int], Ended]:
    numbers: list[int] = []
    for _ in range(1000):
        seen = eyes.look(5.0)
        if isinstance(seen, Ended):
            return numbers, seen
        assert isinstance(seen, Observation)
        numbers.append(seen.frame.number)
    raise AssertionError("the end never came")


def test_a_recording_loses_no_picture_however_slow_the_reader() -> None:
    camera = CountingCamera(20)
    with Eyes(camera, lambda: EmptyTray(0.002), lossless=True) as eyes:
        numbers, ended = look_at_all(eyes)
    assert numbers == list(range(20))
    assert ended == Ended()
    assert camera.closed


def test_a_live_camera_drops_old_pictures_and_never_queues() -> None:
    camera = CountingCamera(2000)
    with Eyes(camera, lambda: EmptyTray(0.02), lossless=False) as eyes:
        first = eyes.look(5.0)
        time.sleep(0.2)
        second = eyes.look(5.0)
        assert isinstance(first, Observation | Ended)
        if isinstance(first, Observation) and isinstance(second, Observation):
            assert second.frame.number > first.frame.number + 1


def test_a_fault_of_the_camera_or_of_the_tracker_comes_as_one_sentence() -> None:
    with Eyes(CountingCamera(3, "The camera is gone."), EmptyTray, lossless=True) as eyes:
        numbers, ended = look_at_all(eyes)
    assert (numbers, ended) == ([0, 1, 2], Ended("The camera is gone."))
    with Eyes(CountingCamera(3), lambda: EmptyTray(fault=True), lossless=True) as eyes:
        numbers, ended = look_at_all(eyes)
    assert (numbers, ended) == ([], Ended("The picture has another size."))


class SeesOnlySome(EmptyTray):
    """Cannot read every second picture."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def update(self, image: np.ndarray, time_: float) -> tuple[LaneReading, ...]:
        self.count += 1
        self.fault = self.count % 2 == 0
        return super().update(image, time_)


def test_patient_eyes_tell_of_a_picture_of_a_wrong_size_and_read_on() -> None:
    camera = CountingCamera(4)
    with Eyes(camera, SeesOnlySome, lossless=True, patient=True) as eyes:
        seen = [eyes.look(5.0) for _ in range(5)]
    assert [type(one) for one in seen] == [Observation, Ended, Observation, Ended, Ended]
    assert seen[1] == Ended("The picture has another size.") and seen[4] == Ended()


def test_closing_ends_all_threads_although_nobody_takes_anything() -> None:
    before = threading.active_count()
    eyes = Eyes(CountingCamera(10_000), EmptyTray, lossless=True)
    with eyes:
        time.sleep(0.05)
    assert threading.active_count() == before
    eyes.close()


def test_a_slot_gives_up_after_its_deadline() -> None:
    slot: Slot[int] = Slot(lossless=False)
    assert slot.take(0.01) is None
    slot.put(1)
    slot.put(2)
    assert slot.take(0.01) == 2
    slot.close()
    assert slot.put(3) is False
