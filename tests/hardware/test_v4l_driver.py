"""USB cameras: what is asked, read back, locked, and every fault in words; OpenCV itself is real where it can be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import v4l
from hardware.condition import CameraFault, Condition
from hardware.holders import Holder
from hardware.mode import WantedMode
from hardware.threaded import ThreadedCamera
from hardware.v4l import V4lDriver, v4l_devices

GIVES = {
    cv2.CAP_PROP_EXPOSURE: 156.0,
    cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*"MJPG")),
    cv2.CAP_PROP_POS_MSEC: 1500.0,
}


class FakeCapture:
    """A USB camera that knows the properties of `able`."""

    def __init__(self, able: set[int] | None = None, pictures: int = 10_000, opened: bool = True) -> None:
        self.able = able
        self.pictures, self.opened = pictures, opened
        self.asked: dict[int, float] = {}
        self.released = False
        self.image: Any = np.full((720, 1280, 3), 90, np.uint8)

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def set(self, what: int, value: float) -> bool:
        if self.able is not None and what not in self.able:
            return False
        self.asked[what] = value
        return True

    def get(self, what: int) -> float:
        return GIVES.get(what, 0.0)

    def read(self) -> tuple[bool, Any]:
        self.pictures -= 1
        return (True, self.image) if self.pictures >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.05
        return self.now


@pytest.fixture
def node(tmp_path: Path) -> Path:
    path = tmp_path / "video0"
    path.touch()
    return path


def opened(node: Path, capture: FakeCapture, mode: WantedMode | None = None) -> V4lDriver:
    return V4lDriver(node, mode or WantedMode(), "C920", open_capture=lambda path, backend: capture, clock=Clock())


def test_a_usb_camera_is_asked_for_its_mode_and_locked_to_the_mains(node: Path) -> None:
    capture = FakeCapture()
    driver = opened(node, capture, WantedMode(1920, 1080, 10.0, 50))
    asked = capture.asked
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (asked[cv2.CAP_PROP_AUTO_EXPOSURE], asked[cv2.CAP_PROP_EXPOSURE]) == (1, 200)
    assert (asked[cv2.CAP_PROP_AUTO_WB], asked[cv2.CAP_PROP_AUTOFOCUS]) == (0, 0)
    # The size is what came, not what was asked for.
    assert (driver.nature.name, driver.nature.width, driver.nature.height) == ("C920", 1280, 720)
    assert driver.nature.pixel_format == "MJPG"
    assert driver.nature.locked == ("exposure 20000 µs", "colours", "focus")
    assert driver.grab().time == 1.5
    driver.close()
    assert capture.released


def test_a_camera_without_controls_is_used_as_it_is(node: Path) -> None:
    driver = opened(node, FakeCapture(able=set()))
    assert driver.nature.locked == ()


def test_a_known_focus_is_set(node: Path) -> None:
    capture = FakeCapture()
    driver = opened(node, capture, WantedMode(focus=40.0))
    assert capture.asked[cv2.CAP_PROP_FOCUS] == 40.0
    driver.focus(55.0)
    assert (capture.asked[cv2.CAP_PROP_FOCUS], driver.nature.focus) == (55.0, 55.0)


def test_a_camera_that_is_unplugged_says_so(node: Path) -> None:
    capture = FakeCapture()
    driver = opened(node, capture)
    capture.pictures = 0
    with pytest.raises(CameraFault, match="has stopped delivering pictures; check its cable"):
        driver.grab()
    node.unlink()
    with pytest.raises(CameraFault, match="has gone; check its cable and plug it in again"):
        driver.grab()


def test_pictures_without_colour_are_refused(node: Path) -> None:
    capture = FakeCapture()
    capture.image = np.zeros((720, 1280), np.uint8)
    with pytest.raises(CameraFault, match="delivers no colour pictures"):
        opened(node, capture)


def test_a_missing_device_names_those_that_are_there(node: Path) -> None:
    with pytest.raises(CameraFault, match=r"There is no .*video7; found: .*video0") as caught:
        V4lDriver(node.with_name("video7"), WantedMode())
    assert caught.value.condition is Condition.NOT_DETECTED
    node.unlink()
    with pytest.raises(CameraFault, match="found: no camera"):
        V4lDriver(node, WantedMode())


def test_a_forbidden_device_says_which_group(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(CameraFault, match="sudo usermod -aG video") as caught:
        opened(node, FakeCapture())
    assert caught.value.condition is Condition.NOT_PERMITTED


def test_a_busy_device_says_by_whom(node: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(v4l, "holders", lambda devices: (Holder(812, "motion"),))
    capture = FakeCapture(opened=False)
    with pytest.raises(CameraFault, match=r"video0 is in use by motion \(process 812\)") as caught:
        opened(node, capture)
    assert caught.value.condition is Condition.BUSY
    assert capture.released


def test_a_file_that_is_no_camera_is_refused_by_the_real_opencv(node: Path) -> None:
    with pytest.raises(CameraFault, match="cannot be opened as a camera") as caught:
        V4lDriver(node, WantedMode())
    assert caught.value.condition is Condition.FAILED


def test_the_real_opencv_delivers_through_the_driver(tmp_path: Path) -> None:
    video = tmp_path / "tray.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (320, 240))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no AVI")
    for value in range(120):
        writer.write(np.full((240, 320, 3), 40 + value, np.uint8))
    writer.release()
    camera = ThreadedCamera(lambda: V4lDriver(video, WantedMode(320, 240), backend=cv2.CAP_ANY))
    frame = camera.read(20.0)
    assert frame is not None and frame.image.shape == (240, 320, 3)
    assert camera.nature is not None and camera.nature.name == "tray.avi"
    with pytest.raises(CameraFault, match="stopped delivering"):
        while True:
            camera.read(20.0)
    camera.close()
    assert not camera.stuck


def test_only_real_cameras_are_listed(tmp_path: Path) -> None:
    devices, classes = tmp_path / "dev", tmp_path / "class"
    devices.mkdir()
    for node, name, index in (
        ("video0", "unicam-image", "0"),
        ("video10", "bcm2835-codec-decode", "0"),
        ("video2", "HD Pro Webcam C920", "0"),
        ("video3", "HD Pro Webcam C920", "1"),
    ):
        (devices / node).touch()
        (classes / node).mkdir(parents=True)
        (classes / node / "name").write_text(f"{name}\n")
        (classes / node / "index").write_text(f"{index}\n")
    assert v4l_devices(devices, classes) == ((devices / "video2", "HD Pro Webcam C920"),)
