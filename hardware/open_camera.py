"""Live cameras by name: `camera`, `camera:1`, `picamera`, `picamera:1`, `/dev/video0`."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.condition import CameraFault, Condition
from hardware.frame import CameraError
from hardware.health import Limits
from hardware.mode import WantedMode
from hardware.picamera import PicameraDriver, picamera_names
from hardware.supervisor import SupervisedCamera
from hardware.threaded import DRIVER_ERRORS, Driver, ThreadedCamera
from hardware.v4l import V4lDriver, v4l_devices

SOURCE = re.compile(r"camera(:\d{1,2})?|picamera(:\d{1,2})?|/dev/\S+")
NOTHING = (
    "No camera is detected; check the cable. A ribbon camera needs: sudo apt install --no-install-recommends python3-picamera2."
)


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera of this machine: the source that names it, and its model."""

    source: str
    name: str


def is_live(source: str) -> bool:
    """Whether `source` names a live camera, not a folder or a file."""
    return SOURCE.fullmatch(source) is not None


def found_cameras() -> tuple[FoundCamera, ...]:
    """The cameras of this machine: those of libcamera first, then the video devices."""
    try:
        names = picamera_names()
    except DRIVER_ERRORS:
        names = ()
    ribbons = tuple(FoundCamera(f"picamera:{number}", name) for number, name in enumerate(names))
    return ribbons + tuple(FoundCamera(str(node), name) for node, name in v4l_devices())


def open_camera(
    source: str,
    mode: WantedMode,
    clock: Callable[[], float] = time.monotonic,
    limits: Limits | None = None,
) -> SupervisedCamera:
    """A supervised live camera. Whether it is there is seen while reading; raises `CameraError` for another source."""
    if not is_live(source):
        raise CameraError(f"{source!r} is no camera; write camera, camera:1, picamera, or a device such as /dev/video0.")

    def opener() -> ThreadedCamera:
        return ThreadedCamera(lambda: open_driver(source, mode, clock), source, clock)

    return SupervisedCamera(opener, clock, limits)


def open_driver(source: str, mode: WantedMode, clock: Callable[[], float] = time.monotonic) -> Driver:
    """The driver of a live camera; blocks. Raises `CameraFault`."""
    kind, _, number = source.partition(":")
    if kind == "picamera":
        return PicameraDriver(mode, int(number or 0), clock=clock)
    if kind != "camera":
        names = {str(node): name for node, name in v4l_devices()}
        return V4lDriver(Path(source), mode, names.get(source), clock=clock)
    cameras = found_cameras()
    which = int(number or 0)
    if not cameras:
        raise CameraFault(Condition.NOT_DETECTED, NOTHING)
    if which >= len(cameras):
        there = ", ".join(f"camera:{index} ({camera.name})" for index, camera in enumerate(cameras))
        raise CameraFault(Condition.NOT_DETECTED, f"There is no camera:{which}; found: {there}.")
    return open_driver(cameras[which].source, mode, clock)
