"""Live cameras by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware import open_camera as module
from hardware.condition import CameraFault, Condition
from hardware.frame import CameraError
from hardware.mode import WantedMode
from hardware.open_camera import FoundCamera, found_cameras, is_live, open_camera, open_driver


@pytest.mark.parametrize(
    "source", ["camera", "camera:1", "picamera", "picamera:0", "/dev/video0", "/dev/v4l/by-id/usb-C920-index0"]
)
def test_names_of_live_cameras(source: str) -> None:
    assert is_live(source)


@pytest.mark.parametrize("source", ["frames", "camera:", "camera:x", "clip.mp4", "./camera", "/srv/frames", ""])
def test_names_of_other_things(source: str) -> None:
    assert not is_live(source)
    with pytest.raises(CameraError, match="is no camera; write camera"):
        open_camera(source, WantedMode())


def test_no_camera_at_all_is_said_while_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "found_cameras", lambda: ())
    camera = open_camera("camera", WantedMode())
    for _ in range(50):
        with pytest.raises(CameraFault) as caught:
            camera.read(0.5)
        if caught.value.condition is Condition.NOT_DETECTED:
            break
    assert "No camera is detected" in str(caught.value)
    assert camera.health.condition is Condition.NOT_DETECTED
    camera.close()


def test_cameras_are_counted_ribbons_first(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(module, "picamera_names", lambda: ("imx708", "imx219"))
    monkeypatch.setattr(module, "v4l_devices", lambda: ((Path("/dev/video8"), "C920"),))
    monkeypatch.setattr(module, "PicameraDriver", lambda mode, number, clock: opened.append(number))
    monkeypatch.setattr(module, "V4lDriver", lambda path, mode, name, clock: opened.append((path, name)))
    assert found_cameras() == (
        FoundCamera("picamera:0", "imx708"),
        FoundCamera("picamera:1", "imx219"),
        FoundCamera("/dev/video8", "C920"),
    )
    for source in ("camera", "camera:1", "camera:2", "picamera:1", "/dev/video8"):
        open_driver(source, WantedMode())
    assert opened == [0, 1, (Path("/dev/video8"), "C920"), 1, (Path("/dev/video8"), "C920")]
    with pytest.raises(
        CameraFault, match=r"There is no camera:3; found: camera:0 \(imx708\), camera:1 \(imx219\), camera:2 \(C920\)"
    ):
        open_driver("camera:3", WantedMode())
