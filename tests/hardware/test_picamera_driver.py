"""The driver over picamera2, on a stand-in with a Raspberry Pi camera's controls: what is asked, read back, locked, refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from hardware.condition import CameraFault, Condition
from hardware.mode import WantedMode
from hardware.picamera import PicameraDriver, full_view, picamera_names

IMX708 = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728), "fps": 120.1},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592), "fps": 56.0},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592), "fps": 14.3},
]
IMX219 = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960), "fps": 206.7},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464), "fps": 41.9},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080), "fps": 47.6},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464), "fps": 21.2},
]


class Request:
    def __init__(self, pixels: Any, stamp: int) -> None:
        self.pixels, self.stamp, self.released = pixels, stamp, False

    def make_array(self, name: str) -> Any:
        assert name == "main"
        return self.pixels

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": self.stamp}

    def release(self) -> None:
        self.released = True


class FakePicamera:
    """Behaves as picamera2 does with a Camera Module 3."""

    made: ClassVar[list[FakePicamera]] = []
    cameras: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]
    refuses: ClassVar[Exception | None] = None
    advertised: ClassVar[dict[str, tuple[Any, Any, Any]]] = {
        "AeEnable": (False, True, True),
        "AeFlickerMode": (0, 1, 0),
        "AeFlickerPeriod": (100, 1000000, None),
        "AnalogueGain": (1.1, 16.0, 1.1),
        "AwbEnable": (False, True, True),
        "ColourGains": (0.0, 32.0, None),
        "ExposureTime": (26, 220416802, 20000),
        "NoiseReductionMode": (0, 4, 0),
        "FrameDurationLimits": (17849, 220535845, 33333),
        "AfMode": (0, 2, 0),
        "AfTrigger": (0, 1, 0),
        "LensPosition": (0.0, 32.0, 1.0),
    }
    pixel_format = "RGB888"
    sensor_modes: ClassVar[list[dict[str, Any]]] = IMX708

    def __init__(self, number: int) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.camera_controls = dict(self.advertised)
        self.controls: list[dict[str, Any]] = []
        self.calls: list[str] = []
        self.configuration: dict[str, Any] = {}
        self.frames = 0
        self.requests: list[Request] = []
        FakePicamera.made.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    def create_preview_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.calls.append("configure")
        self.configuration = wanted

    def camera_configuration(self) -> dict[str, Any]:
        width, height = self.configuration["main"]["size"]
        return {"main": {"format": self.pixel_format, "size": (width, height), "stride": width * 3}}

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "a control that is not advertised"
        self.controls.append(controls)

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        assert wait > 0
        self.frames += 1
        settling = max(0, 6 - self.frames)
        focusing = any("AfTrigger" in controls for controls in self.controls)
        return {
            "ExposureTime": 25000 + 3000 * settling,
            "AnalogueGain": 2.0,
            "ColourGains": (2.1, 1.7 + 0.1 * settling),
            "LensPosition": 4.25 if focusing else 1.0,
            "AfState": 2 if focusing and self.frames > 12 else 1,
        }

    def capture_request(self, wait: float) -> Request:
        assert wait > 0
        width, height = self.configuration["main"]["size"]
        request = Request(np.full((height, width, 3), (10, 20, 30), np.uint8), 5_000_000_000)
        self.requests.append(request)
        return request

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def camera() -> type[FakePicamera]:
    FakePicamera.made.clear()

    class Made(FakePicamera):
        pass

    return Made


def controls(driver: FakePicamera) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for change in driver.controls:
        merged |= change
    return merged


def test_the_camera_is_opened_once_in_one_full_view_mode_and_locked(camera: type[FakePicamera]) -> None:
    driver = PicameraDriver(WantedMode(1280, 720, fps=15.0, mains=50), driver=camera)
    (made,) = FakePicamera.made
    assert made.calls == ["configure", "start"]
    assert made.configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert made.configuration["controls"] == {"FrameDurationLimits": (66667, 66667), "NoiseReductionMode": 1}
    last = controls(made)
    assert last["AeEnable"] is False and last["AwbEnable"] is False
    assert last["ExposureTime"] == 20000 and last["AnalogueGain"] == pytest.approx(2.5)
    assert last["ColourGains"] == (2.1, 1.7)
    assert (last["AfMode"], last["LensPosition"]) == (0, 4.25)
    assert made.controls[0]["AeFlickerPeriod"] == 10000
    assert driver.nature.focus_range == (0.0, 32.0)
    assert driver.nature.locked == ("exposure 20000 µs at gain 2.50", "focus 4.25 dioptres")
    shot = driver.grab()
    assert shot.image.shape == (720, 1280, 3) and tuple(shot.image[0, 0]) == (10, 20, 30)
    assert shot.time == 5.0
    assert made.requests[0].released
    driver.focus(99.0)
    assert controls(made)["LensPosition"] == 32.0
    driver.close()
    assert made.calls[-1] == "close"


def test_60_hz_mains_lock_to_their_own_half_period(camera: type[FakePicamera]) -> None:
    PicameraDriver(WantedMode(mains=60), driver=camera)
    assert controls(FakePicamera.made[0])["ExposureTime"] == 25000


def test_a_known_focus_is_set_without_searching(camera: type[FakePicamera]) -> None:
    driver = PicameraDriver(WantedMode(focus=7.5), driver=camera)
    assert not any("AfTrigger" in change for change in FakePicamera.made[0].controls)
    assert driver.nature.focus == 7.5


def test_nothing_is_set_that_is_not_advertised(camera: type[FakePicamera]) -> None:
    camera.advertised = {}
    camera.sensor_modes = []
    driver = PicameraDriver(WantedMode(), driver=camera)
    assert FakePicamera.made[0].controls == []
    assert "sensor" not in FakePicamera.made[0].configuration
    assert (driver.nature.locked, driver.nature.focus, driver.nature.focus_range) == ((), None, None)


def test_another_format_than_asked_for_is_converted(camera: type[FakePicamera]) -> None:
    camera.pixel_format = "BGR888"
    assert tuple(PicameraDriver(WantedMode(), driver=camera).grab().image[0, 0]) == (30, 20, 10)


def test_a_format_that_cannot_be_read_is_refused_and_the_camera_closed(camera: type[FakePicamera]) -> None:
    camera.pixel_format = "R10_CSI2P"
    with pytest.raises(CameraFault, match="delivers R10_CSI2P"):
        PicameraDriver(WantedMode(), driver=camera)
    assert FakePicamera.made[0].calls[-1] == "close"


def cause(text: str) -> Exception:
    error = RuntimeError("Camera __init__ sequence did not complete.")
    error.__cause__ = RuntimeError(text)
    return error


@pytest.mark.parametrize(
    ("error", "condition", "says"),
    [
        (cause("Failed to acquire camera: Device or resource busy"), Condition.BUSY, r"in use by rpicam-hello \(process 77\)"),
        (cause("Camera(s) not found"), Condition.NOT_DETECTED, "check the ribbon cable"),
        (cause("Permission denied"), Condition.NOT_PERMITTED, "usermod -aG video"),
        (cause("Cannot allocate memory"), Condition.FAILED, "no memory left for the camera"),
        (RuntimeError("strange"), Condition.FAILED, "cannot be started: strange"),
    ],
)
def test_refusals_of_libcamera_in_words(
    camera: type[FakePicamera],
    error: Exception,
    condition: Condition,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from hardware import picamera
    from hardware.holders import Holder

    found = (Holder(77, "rpicam-hello"),) if condition is Condition.BUSY else ()
    monkeypatch.setattr(picamera, "holders", lambda devices: found)
    camera.refuses = error
    with pytest.raises(CameraFault, match=says) as caught:
        PicameraDriver(WantedMode(), driver=camera, devices=tmp_path)
    assert caught.value.condition is condition
    assert "\n" not in str(caught.value)


def test_no_camera_and_a_wrong_number_are_named(camera: type[FakePicamera]) -> None:
    with pytest.raises(CameraFault, match="There is no camera 3; found: imx708"):
        PicameraDriver(WantedMode(), 3, driver=camera)
    camera.cameras = []
    with pytest.raises(CameraFault, match="No camera is detected"):
        PicameraDriver(WantedMode(), driver=camera)


def test_a_missing_picamera2_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraFault, match="sudo apt install --no-install-recommends python3-picamera2"):
        picamera_names()


@pytest.mark.parametrize(
    ("modes", "mode", "size"),
    [
        (IMX708, WantedMode(1280, 720, 15.0), (2304, 1296)),
        (IMX708, WantedMode(1280, 720, 100.0), (1536, 864)),
        (IMX219, WantedMode(1280, 720, 15.0), (1640, 1232)),
        (IMX219, WantedMode(1920, 1080, 15.0), (3280, 2464)),
        (IMX708, WantedMode(9000, 6000, 15.0), (2304, 1296)),
    ],
)
def test_the_mode_that_sees_the_whole_tray_is_chosen(
    modes: list[dict[str, Any]], mode: WantedMode, size: tuple[int, int]
) -> None:
    chosen = full_view(modes, mode)
    assert chosen is not None and chosen["size"] == size


def test_a_sensor_that_tells_nothing_keeps_its_own_mode() -> None:
    assert full_view([], WantedMode()) is None
    assert full_view([{"format": "NV12", "size": (1280, 720)}], WantedMode()) is None
