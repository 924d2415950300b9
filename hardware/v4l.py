"""USB cameras and every other V4L2 device through OpenCV, locked once they have settled."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.condition import CameraFault, Condition
from hardware.exposure import half_period
from hardware.holders import described, holders
from hardware.mode import WantedMode
from hardware.threaded import Nature, Shot

SETTLE_SECONDS = 3.0
SETTLE_FRAMES = 90
EXPOSURE_UNIT_MICROSECONDS = 100
MANUAL_EXPOSURE, AUTO_EXPOSURE = 1, 3
SET_CONTROL = 0xC008561C
POWER_LINE_FREQUENCY = 0x00980918

# Nodes of a Raspberry Pi that are parts of its own camera and video hardware, not cameras of their own.
INTERNAL = ("bcm2835-codec", "bcm2835-isp", "pispbe", "rpivid", "rpi-hevc", "rp1-cfe", "unicam")

Capture = Callable[[str, int], Any]


def capture(path: str, backend: int) -> Any:
    """OpenCV's capture of a device or file."""
    return cv2.VideoCapture(path, backend)


def v4l_devices(devices: Path = Path("/dev"), classes: Path = Path("/sys/class/video4linux")) -> tuple[tuple[Path, str], ...]:
    """The cameras among the video devices, as node and name, by number. The second node of a camera (its metadata) and a
    Raspberry Pi's own codecs and ISP are left out."""
    found = []
    for node in sorted(devices.glob("video*"), key=_number):
        about = classes / node.name
        name = _text(about / "name") or node.name
        if _text(about / "index") in ("", "0") and not name.startswith(INTERNAL):
            found.append((node, name))
    return tuple(found)


class V4lDriver:
    """A blocking driver for `ThreadedCamera` over one device node such as `/dev/video0`. Raises `CameraFault`."""

    def __init__(
        self,
        path: Path,
        mode: WantedMode,
        name: str | None = None,
        open_capture: Capture = capture,
        clock: Callable[[], float] = time.monotonic,
        backend: int = cv2.CAP_V4L2,
    ) -> None:
        self._path = path
        self._clock = clock
        _require_usable(path)
        self._capture = open_capture(str(path), backend)
        if not self._capture.isOpened():
            self._capture.release()
            raise _refused(path)
        said = self._configure(mode)
        settled = self._settle()
        said += self._lock(mode)
        height, width = settled.shape[:2]
        self.nature = Nature(name or path.name, width, height, self._fourcc(), tuple(said))

    def grab(self) -> Shot:
        """The next picture."""
        done, image = self._capture.read()
        if not done or image is None:
            raise CameraFault(Condition.STALLED, self._gone())
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise CameraFault(Condition.FAILED, f"The camera {self._path} delivers no colour pictures; use another one.")
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        return Shot(image, time=stamp / 1e3 if stamp and stamp > 0 else None)

    def focus(self, dioptres: float) -> None:
        """Moves the lens; USB cameras count in steps of their own, of which there is no more than this to say."""
        if self._capture.set(cv2.CAP_PROP_FOCUS, dioptres):
            self.nature = replace(self.nature, focus=dioptres)

    def close(self) -> None:
        """Frees the device."""
        self._capture.release()

    def _configure(self, mode: WantedMode) -> list[str]:
        # MJPG is what lets 1280x720 and more through a USB 2 cable at a useful pace.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, mode.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, mode.height)
        self._capture.set(cv2.CAP_PROP_FPS, mode.fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        said = [f"mains {mode.mains} Hz"] if _set_mains(self._path, mode.mains) else []
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        if mode.focus is None:
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        return said

    def _settle(self) -> Any:
        end = self._clock() + SETTLE_SECONDS
        image = self.grab().image
        for _ in range(SETTLE_FRAMES):
            if self._clock() >= end:
                break
            image = self.grab().image
        return image

    def _lock(self, mode: WantedMode) -> list[str]:
        said = []
        settled = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        if self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE) and settled and settled > 0:
            half = half_period(mode.mains) / EXPOSURE_UNIT_MICROSECONDS
            units = max(1, round(settled / half)) * half if settled >= half / 2 else settled
            self._capture.set(cv2.CAP_PROP_EXPOSURE, round(units))
            said.append(f"exposure {round(units) * EXPOSURE_UNIT_MICROSECONDS} µs")
        if self._capture.set(cv2.CAP_PROP_AUTO_WB, 0):
            said.append("colours")
        if self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0):
            if mode.focus is not None:
                self._capture.set(cv2.CAP_PROP_FOCUS, mode.focus)
            said.append("focus")
        return said

    def _fourcc(self) -> str:
        code = int(self._capture.get(cv2.CAP_PROP_FOURCC) or 0)
        letters = struct.pack("<I", code & 0xFFFFFFFF).decode("ascii", "replace")
        return letters if letters.isalnum() else "BGR"

    def _gone(self) -> str:
        if not self._path.exists():
            return f"The camera {self._path} has gone; check its cable and plug it in again."
        return f"The camera {self._path} has stopped delivering pictures; check its cable."


def _require_usable(path: Path) -> None:
    if not path.exists():
        known = ", ".join(str(node) for node, _ in v4l_devices(path.parent)) or "no camera"
        raise CameraFault(Condition.NOT_DETECTED, f"There is no {path}; found: {known}. Check the cable and plug it in again.")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraFault(
            Condition.NOT_PERMITTED,
            f"The camera {path} is not permitted to this user; run: sudo usermod -aG video $USER, and log in again.",
        )


def _refused(path: Path) -> CameraFault:
    who = holders([path])
    if who:
        return CameraFault(Condition.BUSY, f"The camera {path} is in use by {described(who)}; end it, only one can have it.")
    return CameraFault(
        Condition.FAILED, f"{path} cannot be opened as a camera; it may be in use by another program, or be no camera at all."
    )


def _set_mains(path: Path, mains: int) -> bool:
    """Tells a USB camera the mains frequency, which OpenCV cannot; `False` when it does not know such a thing."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        fcntl.ioctl(handle, SET_CONTROL, struct.pack("Ii", POWER_LINE_FREQUENCY, 1 if mains == 50 else 2))
    except OSError:
        return False
    else:
        return True
    finally:
        os.close(handle)


def _number(node: Path) -> int:
    digits = node.name.removeprefix("video")
    return int(digits) if digits.isdecimal() else 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
