"""The program's camera code on the real picamera2 and the real libcamera; run by run.sh, skipped everywhere else."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

if not os.environ.get("BOSSTRAY_VIRTUAL_FRAMES"):
    pytest.skip("needs the virtual camera: tests/platform/picamera/run.sh", allow_module_level=True)

from virtual_picamera import VirtualPicamera

from hardware.condition import CameraFault, Condition, NoPicture
from hardware.health import Limits
from hardware.mode import WantedMode
from hardware.picamera import PicameraDriver, picamera_names
from hardware.supervisor import SupervisedCamera
from hardware.threaded import ThreadedCamera

MODE = WantedMode(1280, 720, 15.0)
FRAMES = Path(os.environ["BOSSTRAY_VIRTUAL_FRAMES"])
WAIT = 20.0


OPEN = """
from hardware.condition import CameraFault
from hardware.mode import WantedMode
from hardware.picamera import PicameraDriver
try:
    PicameraDriver(WantedMode())
except CameraFault as fault:
    print(fault.condition.value, "|", fault)
"""


HOLD = "import sys; held = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"


def table_number() -> int:
    return picamera_names(VirtualPicamera).index("Virtual table")


def threaded(driver: Any = VirtualPicamera) -> ThreadedCamera:
    return ThreadedCamera(lambda: PicameraDriver(MODE, table_number(), driver))


@pytest.fixture
def camera() -> Iterator[ThreadedCamera]:
    opened = threaded()
    yield opened
    opened.close()
    assert not opened.stuck


def frames_of(camera: Any, count: int) -> list[Any]:
    found = [camera.read(WAIT) for _ in range(count)]
    assert all(frame is not None for frame in found)
    return found


def test_the_cameras_are_found_by_their_models() -> None:
    assert set(picamera_names(VirtualPicamera)) == {"Virtual table", "Bars"}


def test_its_pictures_come_as_bgr_whatever_the_pipeline_delivers(camera: ThreadedCamera) -> None:
    begun = time.monotonic()
    found = frames_of(camera, 6)
    ended = time.monotonic()
    nature = camera.nature
    assert nature is not None and (nature.name, nature.width, nature.height) == ("Virtual table", 1280, 720)
    shown = [cv2.imread(str(path))[::8, ::8].astype(int) for path in FRAMES.glob("*.jpg")]
    for frame in found:
        assert frame.image.shape == (720, 1280, 3) and frame.image.dtype == np.uint8
        # The right picture in the right colours: a swap of red and blue would be off by far.
        few = frame.image[::8, ::8].astype(int)
        assert min(float(np.abs(few - picture).mean()) for picture in shown) < 4.0
    assert [frame.number for frame in found] == sorted({frame.number for frame in found})
    times = [frame.time for frame in found]
    assert times == sorted(times) and begun - 1 <= times[0] and times[-1] <= ended + 1


def test_it_is_opened_closed_and_opened_again() -> None:
    for _ in range(3):
        camera = threaded()
        assert camera.read(WAIT) is not None
        camera.close()
        assert not camera.stuck


def test_a_second_user_is_refused_as_busy() -> None:
    first = threaded()
    assert first.read(WAIT) is not None
    second = threaded()
    with pytest.raises(CameraFault, match="in use by") as caught:
        second.read(WAIT)
    assert caught.value.condition is Condition.BUSY
    second.close()
    assert first.read(WAIT) is not None
    first.close()


def test_the_program_that_has_the_camera_is_named(tmp_path: Path) -> None:
    """libcamera refuses the second user; who the first is, the holders of the device nodes tell. Virtual cameras have none, so
    that a file stands for one here."""
    (tmp_path / "media0").touch()
    arguments = [sys.executable, "-c", HOLD, str(tmp_path / "media0")]
    first = threaded()
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None and other.stdout is not None and other.stdout.readline() == b"open\n"
        assert first.read(WAIT) is not None
        with pytest.raises(CameraFault) as caught:
            PicameraDriver(MODE, table_number(), VirtualPicamera, devices=tmp_path)
        other.stdin.close()
        name = Path(f"/proc/{other.pid}/comm").read_text().strip()
    first.close()
    assert caught.value.condition is Condition.BUSY
    said = f"The camera is in use by {name} (process {other.pid}); end it, only one program can have it."
    assert str(caught.value) == said


def test_no_camera_is_said_in_words() -> None:
    yaml = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
    text = yaml.read_text()
    yaml.write_text("%YAML 1.1\n---\n")
    try:
        done = subprocess.run([sys.executable, "-c", OPEN], capture_output=True, text=True, timeout=60, check=False)
    finally:
        yaml.write_text(text)
    assert done.stdout.startswith("not detected | No camera is detected"), done.stdout + done.stderr


class HangingPicamera(VirtualPicamera):
    """After some pictures its captures never return, as with a loose cable."""

    hangs = threading.Event()
    release = threading.Event()

    def capture_request(self, *given: Any, **named: Any) -> Any:
        if self.hangs.is_set():
            self.release.wait(60)
        return super().capture_request(*given, **named)


def test_a_capture_that_never_returns_stalls_and_the_camera_is_rebuilt_when_it_comes_back() -> None:
    HangingPicamera.hangs.clear()
    HangingPicamera.release.clear()
    limits = Limits(silence=1.0, backoff=(0.5, 1.0))
    camera = SupervisedCamera(lambda: threaded(HangingPicamera), limits=limits)
    before = frames_of(camera, 3)
    HangingPicamera.hangs.set()
    seen = set()
    end = time.monotonic() + 30
    while time.monotonic() < end and Condition.STALLED not in seen:
        try:
            camera.read(1.0)
        except CameraFault:
            seen.add(camera.health.condition)
    assert Condition.STALLED in seen
    HangingPicamera.hangs.clear()
    HangingPicamera.release.set()
    end = time.monotonic() + 40
    while time.monotonic() < end:
        try:
            frame = camera.read(1.0)
        except CameraFault:
            continue
        assert frame is not None and frame.number > before[-1].number
        break
    else:
        pytest.fail(f"it never came back: {camera.health}")
    assert camera.health.condition is Condition.FINE
    camera.close()


def test_a_deadline_is_kept(camera: ThreadedCamera) -> None:
    assert camera.read(WAIT) is not None
    begun = time.monotonic()
    with pytest.raises(NoPicture):
        for _ in range(50):
            camera.read(0.001)
    assert time.monotonic() - begun < 5
