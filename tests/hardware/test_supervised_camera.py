"""A camera that stops, repeats, turns black, vanishes, hangs: the same object goes on delivering, and says what is wrong."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import numpy as np
import pytest

from hardware.condition import CameraFault, Condition, NoPicture
from hardware.frame import CameraError, Frame
from hardware.health import Limits
from hardware.supervisor import STUCK, SupervisedCamera
from hardware.threaded import Nature, Shot, ThreadedCamera

GONE = CameraFault(Condition.NOT_DETECTED, "No camera is detected; check the cable.")
BUSY = CameraFault(Condition.BUSY, "The camera is in use by motion (process 7); end it.")


class World:
    """One camera socket: `plug` is what happens at each read, `opens` what opening gives. Every read takes 0.1 s."""

    def __init__(self) -> None:
        self.now = 0.0
        self.count = 0
        self.opened = 0
        self.closed = 0
        self.refuses: CameraError | None = None
        self.plug: Callable[[int], Frame] = self.picture
        self.camera = SupervisedCamera(self.open, lambda: self.now, pause=self.pause)

    def pause(self, seconds: float) -> None:
        self.now += max(seconds, 0.01)

    def open(self) -> SocketCamera:
        self.opened += 1
        if self.refuses is not None:
            raise self.refuses
        return SocketCamera(self)

    def picture(self, number: int) -> Frame:
        image = np.random.default_rng(self.count).integers(0, 255, (48, 64, 3)).astype(np.uint8)
        return Frame(image, number, self.now)

    def watch(self, seconds: float) -> list[Frame]:
        """The frames of so many seconds, the faults left out."""
        frames, end = [], self.now + seconds
        while self.now < end:
            try:
                frame = self.camera.read(1.0)
            except CameraFault:
                continue
            assert frame is not None
            frames.append(frame)
        return frames


class SocketCamera:
    def __init__(self, world: World) -> None:
        self.world, self.number = world, -1

    def read(self, deadline: float) -> Frame | None:
        self.world.now += 0.1
        self.world.count += 1
        self.number += 1
        return self.world.plug(self.number)

    def close(self) -> None:
        self.world.closed += 1


def silent(number: int) -> Frame:
    raise NoPicture(0.5)


def vanished(number: int) -> Frame:
    raise CameraFault(Condition.STALLED, "The camera /dev/video0 has gone; check its cable and plug it in again.")


@pytest.fixture
def world() -> World:
    return World()


def conditions(world: World) -> Condition:
    return world.camera.health.condition


def test_numbers_and_times_go_on_through_a_camera_that_is_opened_again(world: World) -> None:
    before = world.watch(5)
    world.plug = silent
    assert len(world.watch(4)) <= 1
    assert conditions(world) is Condition.STALLED
    world.plug = world.picture
    after = world.watch(8)
    assert conditions(world) is Condition.FINE
    frames = before + after
    assert [frame.number for frame in frames] == list(range(frames[0].number, frames[0].number + len(frames)))
    times = [frame.time for frame in frames]
    assert times == sorted(times) and len(set(times)) == len(times)
    assert (world.opened, world.closed) == (2, 1)


def test_read_raises_what_is_wrong_and_may_be_called_again(world: World) -> None:
    world.refuses = GONE
    for _ in range(3):
        with pytest.raises(CameraFault, match="No camera is detected") as caught:
            world.camera.read(1.0)
        assert caught.value.condition is Condition.NOT_DETECTED
    world.refuses = None
    assert world.watch(25)
    assert conditions(world) is Condition.FINE


def test_a_camera_that_is_missing_is_asked_for_ever_more_rarely(world: World) -> None:
    world.refuses = GONE
    world.watch(120)
    assert 7 <= world.opened <= 10
    assert world.camera.health.rebuilds == world.opened


@pytest.mark.parametrize(
    ("fault", "condition", "says"),
    [
        (silent, Condition.STALLED, "stopped delivering"),
        (vanished, Condition.STALLED, "has gone; check its cable"),
    ],
)
def test_each_fault_in_the_middle_is_said_and_overcome(
    world: World, fault: Callable[[int], Frame], condition: Condition, says: str
) -> None:
    world.watch(5)
    world.plug = fault
    world.watch(4)
    assert conditions(world) is condition
    assert says in world.camera.health.sentence
    world.plug = world.picture
    assert world.watch(10)
    assert conditions(world) is Condition.FINE


@pytest.mark.parametrize(
    "fault", [CameraError("The pictures have another size now."), CameraFault(Condition.FAILED, "It has failed.")]
)
def test_an_exception_while_reading_is_a_rebuild(world: World, fault: CameraError) -> None:
    def fail(number: int) -> Frame:
        raise fault

    world.watch(2)
    world.plug = fail
    world.watch(1)
    assert (conditions(world), world.camera.health.sentence) == (Condition.FAILED, str(fault))
    world.plug = world.picture
    assert world.watch(5)
    assert conditions(world) is Condition.FINE


def test_the_same_frame_for_ever_is_a_stall(world: World) -> None:
    frozen = world.watch(3)[-1]
    world.plug = lambda number: Frame(frozen.image, number, world.now)
    world.watch(4)
    assert conditions(world) is Condition.STALLED
    world.plug = world.picture
    assert world.watch(5)
    assert conditions(world) is Condition.FINE


def test_a_picture_that_comes_again_is_not_passed_on(world: World) -> None:
    first = world.watch(2)[-1]
    world.plug = lambda number: Frame(first.image.copy(), number, world.now)
    assert world.watch(2) == []
    world.plug = world.picture
    assert len(world.watch(1)) >= 9


def test_a_frozen_picture_is_not_called_well_each_time_the_camera_is_opened_again(world: World) -> None:
    frozen = world.watch(3)[-1]
    world.plug = lambda number: Frame(frozen.image, number, world.now)
    world.watch(4)
    opened = world.opened
    seen = set()
    for _ in range(300):
        world.watch(0.1)
        seen.add(conditions(world))
    assert world.opened >= opened + 3
    assert seen == {Condition.STALLED}
    world.plug = world.picture
    world.watch(20)
    assert conditions(world) is Condition.FINE


def test_black_is_too_dark_and_other_light_comes_back(world: World) -> None:
    world.watch(3)
    world.plug = lambda number: Frame(np.zeros((48, 64, 3), np.uint8), number, world.now)
    world.watch(6)
    assert conditions(world) is Condition.TOO_DARK
    world.plug = world.picture
    assert world.watch(10)
    assert conditions(world) is Condition.FINE


def test_vanished_then_busy_then_back(world: World) -> None:
    world.watch(3)
    world.plug = vanished
    world.refuses = GONE
    world.watch(5)
    assert conditions(world) is Condition.NOT_DETECTED
    world.refuses = BUSY
    world.watch(10)
    assert conditions(world) is Condition.BUSY
    assert "motion (process 7)" in world.camera.health.sentence
    world.refuses, world.plug = None, world.picture
    assert world.watch(25)
    assert conditions(world) is Condition.FINE


def test_a_long_fault_is_logged_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.watch(2)
    world.refuses = GONE
    world.plug = silent
    with caplog.at_level(logging.WARNING):
        world.watch(100)
        world.refuses, world.plug = None, world.picture
        world.watch(30)
    texts = [record.message for record in caplog.records]
    assert len([text for text in texts if "No camera is detected" in text]) == 1
    assert texts[-1] == "The camera is well again."


def test_closing_ends_a_read_of_another_thread() -> None:
    release = threading.Event()

    class Slow:
        def read(self, deadline: float) -> Frame | None:
            release.wait(deadline)
            raise NoPicture(deadline)

        def close(self) -> None:
            release.set()

    camera = SupervisedCamera(Slow)
    faults: list[CameraFault] = []

    def reader() -> None:
        try:
            camera.read(60.0)
        except CameraFault as fault:
            faults.append(fault)

    thread = threading.Thread(target=reader)
    thread.start()
    camera.close()
    thread.join(20)
    assert not thread.is_alive() and len(faults) == 1


class HangingDriver:
    """Delivers one picture and then never comes back."""

    def __init__(self, release: threading.Event) -> None:
        self.nature = Nature("hanging", 64, 48, "BGR")
        self.release, self.given = release, False

    def grab(self) -> Shot:
        if not self.given:
            self.given = True
            return Shot(np.random.default_rng().integers(0, 255, (48, 64, 3)).astype(np.uint8))
        self.release.wait(60)
        raise RuntimeError("released")

    def focus(self, dioptres: float) -> None: ...

    def close(self) -> None: ...


def test_threads_do_not_pile_up_behind_a_driver_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.threaded.CLOSE_SECONDS", 0.01)
    monkeypatch.setattr("hardware.supervisor.LOOK_SECONDS", 0.02)
    release = threading.Event()
    before = threading.active_count()
    limits = Limits(first_picture=5.0, silence=0.1, backoff=(0.02, 0.05))
    camera = SupervisedCamera(lambda: ThreadedCamera(lambda: HangingDriver(release)), limits=limits)
    for _ in range(60):
        if camera.health.sentence == STUCK:
            break
        try:
            camera.read(0.1)
        except CameraFault:
            continue
    assert camera.health.sentence == STUCK
    assert camera.health.stuck == 2
    assert threading.active_count() <= before + 2
    release.set()
    for _ in range(200):
        try:
            if camera.read(0.1) is not None:
                break
        except CameraFault:
            continue
    else:
        pytest.fail("the camera never came back")
    assert camera.health.condition is Condition.FINE
    camera.close()
