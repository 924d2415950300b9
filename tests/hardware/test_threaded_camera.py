"""A driver that hangs, fails, or is closed: nobody else hangs with it, and it is freed."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from hardware.condition import CameraFault, Condition, NoPicture
from hardware.threaded import Nature, Shot, ThreadedCamera

SHORT = 0.05
LONG = 20.0


class FakeDriver:
    """Gives the shots it is allowed to give, then blocks like a driver that never comes back."""

    def __init__(self, shots: list[Shot] | None = None, at_end: Callable[[], Shot] | None = None) -> None:
        self.nature = Nature("fake", 4, 3, "BGR")
        self.shots = shots or []
        self.at_end = at_end
        self.release = threading.Event()
        self.closed = threading.Event()
        self.moved: list[float] = []

    def grab(self) -> Shot:
        if self.shots:
            return self.shots.pop(0)
        if self.at_end is not None:
            return self.at_end()
        self.release.wait(LONG)
        raise RuntimeError("released")

    def focus(self, dioptres: float) -> None:
        self.moved.append(dioptres)

    def close(self) -> None:
        self.closed.set()


def shot(value: int, number: int | None = None, time: float | None = None) -> Shot:
    return Shot(np.full((3, 4, 3), value, np.uint8), number, time)


def test_only_the_newest_picture_waits() -> None:
    given = threading.Event()
    driver = FakeDriver([shot(1), shot(2), shot(3)])

    def end() -> Shot:
        given.set()
        driver.release.wait(LONG)
        raise RuntimeError("released")

    driver.at_end = end
    camera = ThreadedCamera(lambda: driver)
    assert given.wait(LONG)
    frame = camera.read(LONG)
    assert frame is not None and (int(frame.image[0, 0, 0]), frame.number) == (3, 2)
    with pytest.raises(NoPicture, match=r"no picture for 0\.05 seconds"):
        camera.read(SHORT)
    driver.release.set()
    camera.close()
    camera.close()
    assert driver.closed.wait(LONG)
    assert not camera.stuck


def test_a_capture_that_never_returns_is_left_behind_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.threaded.CLOSE_SECONDS", SHORT)
    driver = FakeDriver([shot(1)])
    camera = ThreadedCamera(lambda: driver)
    assert camera.read(LONG) is not None
    camera.close()
    assert camera.stuck
    with pytest.raises(CameraFault, match="has been closed"):
        camera.read(SHORT)
    driver.release.set()
    assert driver.closed.wait(LONG)
    for thread in threading.enumerate():
        if thread.name.startswith("driver of"):
            thread.join(LONG)
    assert not camera.stuck


def test_a_driver_that_hangs_while_it_is_opened_hangs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.threaded.CLOSE_SECONDS", SHORT)
    release = threading.Event()

    def opener() -> FakeDriver:
        release.wait(LONG)
        raise RuntimeError("too late")

    camera = ThreadedCamera(opener)
    with pytest.raises(NoPicture):
        camera.read(SHORT)
    camera.close()
    assert camera.stuck
    release.set()


def test_an_error_while_opening_comes_out_of_read() -> None:
    def opener() -> FakeDriver:
        raise CameraFault(Condition.BUSY, "The camera is in use by motion (process 7); end it.")

    camera = ThreadedCamera(opener)
    with pytest.raises(CameraFault, match=r"in use by motion \(process 7\)") as caught:
        camera.read(LONG)
    assert caught.value.condition is Condition.BUSY
    camera.close()


@pytest.mark.parametrize(
    "error", [RuntimeError("Camera frontend has timed out!"), OSError(19, "No such device"), KeyError("main")]
)
def test_an_error_of_the_driver_is_a_fault_and_the_driver_is_closed(error: Exception) -> None:
    def end() -> Shot:
        raise error

    driver = FakeDriver([], end)
    camera = ThreadedCamera(lambda: driver)
    with pytest.raises(CameraFault, match="The camera has failed") as caught:
        camera.read(LONG)
    assert caught.value.condition is Condition.FAILED
    assert driver.closed.wait(LONG)
    camera.close()


def test_the_drivers_own_numbers_and_times_are_kept_on_our_clock() -> None:
    driver = FakeDriver([shot(1, 41, 1000.0)])
    camera = ThreadedCamera(lambda: driver, clock=lambda: 5.0)
    first = camera.read(LONG)
    assert first is not None and (first.number, first.time) == (41, 5.0)
    driver.release.set()
    camera.close()
    near = FakeDriver([shot(1, 7, 5.2)])
    camera = ThreadedCamera(lambda: near, clock=lambda: 5.0)
    frame = camera.read(LONG)
    assert frame is not None and frame.time == 5.2
    near.release.set()
    camera.close()


def test_the_lens_is_moved_on_the_drivers_thread() -> None:
    moved = threading.Event()
    threads: list[str] = []
    driver = FakeDriver()
    gate = threading.Event()

    def end() -> Shot:
        gate.wait(LONG)
        return shot(1)

    def focus(dioptres: float) -> None:
        threads.append(threading.current_thread().name)
        driver.moved.append(dioptres)
        moved.set()

    driver.at_end = end
    driver.focus = focus  # type: ignore[method-assign]
    camera = ThreadedCamera(lambda: driver, "fake")
    camera.move_focus(3.5)
    gate.set()
    assert moved.wait(LONG)
    assert (driver.moved, threads) == ([3.5], ["driver of fake"])
    camera.close()
