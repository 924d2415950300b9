"""The Raspberry Pi camera through picamera2: opened once, in one mode, and locked once it has settled."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hardware.condition import CameraFault, Condition
from hardware.exposure import Exposure, half_period, locked
from hardware.holders import described, holders
from hardware.mode import WantedMode
from hardware.pixels import FORMATS, to_bgr
from hardware.threaded import DRIVER_ERRORS, Nature, Shot

MISSING = "picamera2 is not installed; on Raspberry Pi OS: sudo apt install --no-install-recommends python3-picamera2."
NONE_FOUND = "No camera is detected; power off, check the ribbon cable at both ends, then try: rpicam-hello --list-cameras."
CAPTURE_SECONDS = 3.0
SETTLE_SECONDS = 4.0
FOCUS_SECONDS = 5.0
STEADY_FRAMES = 4
STEADY_SHARE = 0.02
AF_MANUAL, AF_AUTO, AF_START = 0, 1, 0
AF_FOCUSED, AF_FAILED = 2, 3
FAST_NOISE_REDUCTION = 1
FULL_RANGES = ("sYCC", "Full", "Jpeg")


def picamera2_class() -> Any:
    """The class `Picamera2`; raises `CameraFault` when it is not installed."""
    try:
        from picamera2 import Picamera2
    except (ImportError, OSError, AttributeError) as error:
        raise CameraFault(Condition.NOT_DETECTED, MISSING) from error
    return Picamera2


def picamera_names(driver: Any = None) -> tuple[str, ...]:
    """The models of the cameras that libcamera finds, by number; raises `CameraFault` when picamera2 is missing."""
    found = (driver or picamera2_class()).global_camera_info()
    return tuple(str(info.get("Model", "camera")) for info in found)


class PicameraDriver:
    """A blocking driver for `ThreadedCamera`. `driver` is the class `Picamera2` or one made from it. Raises `CameraFault`."""

    def __init__(
        self,
        mode: WantedMode,
        number: int = 0,
        driver: Any = None,
        clock: Callable[[], float] = time.monotonic,
        devices: Path = Path("/dev"),
    ) -> None:
        self._clock = clock
        self._mode = mode
        made = driver or picamera2_class()
        names = picamera_names(made)
        if not names:
            raise CameraFault(Condition.NOT_DETECTED, NONE_FOUND)
        if number >= len(names):
            raise CameraFault(Condition.NOT_DETECTED, f"There is no camera {number}; found: {', '.join(names)}.")
        try:
            self._camera = made(number)
        except DRIVER_ERRORS as error:
            raise _refused(error, devices) from error
        try:
            self._start(names[number])
        except DRIVER_ERRORS as error:
            self.close()
            raise _refused(error, devices) from error

    def _start(self, name: str) -> None:
        camera, mode = self._camera, self._mode
        available: Mapping[str, Any] = camera.camera_controls
        controls: dict[str, Any] = {}
        if "NoiseReductionMode" in available:
            controls["NoiseReductionMode"] = FAST_NOISE_REDUCTION
        if "FrameDurationLimits" in available:
            controls["FrameDurationLimits"] = (round(1e6 / mode.fps),) * 2
        extra: dict[str, Any] = {}
        sensor = full_view(_sensor_modes(camera), mode)
        if sensor is not None:
            extra["sensor"] = {"output_size": sensor["size"], "bit_depth": sensor["bit_depth"]}
        camera.configure(
            camera.create_preview_configuration(
                main={"size": (mode.width, mode.height), "format": "RGB888"},
                buffer_count=4,
                queue=False,
                controls=controls,
                **extra,
            )
        )
        got = camera.camera_configuration()["main"]
        self._full_range = any(word in str(camera.camera_configuration().get("colour_space")) for word in FULL_RANGES)
        self._format, (self._width, self._height) = str(got["format"]), got["size"]
        if self._format not in FORMATS:
            raise CameraFault(Condition.FAILED, f"The camera delivers {self._format}, which this program cannot read.")
        camera.start()
        settled = self._settled(available)
        said, focus = [], None
        if settled is not None:
            said.append(self._lock_light(available, settled))
        ranges = available.get("LensPosition")
        if ranges is not None:
            focus = self._lock_focus(available)
            said.append(f"focus {focus:.2f} dioptres")
        reach = (float(ranges[0]), float(ranges[1])) if ranges is not None else None
        self.nature = Nature(name, self._width, self._height, self._format, tuple(said), focus, reach)

    def grab(self) -> Shot:
        """The next picture."""
        request = self._camera.capture_request(wait=CAPTURE_SECONDS)
        try:
            pixels = request.make_array("main")
            stamp = request.get_metadata().get("SensorTimestamp")
        finally:
            request.release()
        image = to_bgr(pixels, self._format, self._width, self._height, self._full_range)
        return Shot(image, time=None if stamp is None else stamp / 1e9)

    def focus(self, dioptres: float) -> None:
        """Moves the lens within its range; does nothing where it cannot move."""
        if self.nature.focus_range is not None:
            low, high = self.nature.focus_range
            place = min(max(dioptres, low), high)
            self._camera.set_controls({"AfMode": AF_MANUAL, "LensPosition": place})
            self.nature = replace(self.nature, focus=place)

    def close(self) -> None:
        """Stops and frees the camera."""
        self._camera.close()

    def _metadata(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._camera.capture_metadata(wait=CAPTURE_SECONDS)
        return found

    def _settled(self, available: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The metadata once exposure and colours stand still; `None` for a camera that tells nothing of its exposure."""
        if "AeEnable" not in available or "ExposureTime" not in available:
            return None
        start: dict[str, Any] = {"AeEnable": True}
        if "AwbEnable" in available:
            start["AwbEnable"] = True
        if "AeFlickerMode" in available and "AeFlickerPeriod" in available:
            start |= {"AeFlickerMode": 1, "AeFlickerPeriod": round(half_period(self._mode.mains))}
        self._camera.set_controls(start)
        end = self._clock() + SETTLE_SECONDS
        before, steady = self._metadata(), 0
        while steady < STEADY_FRAMES and self._clock() < end:
            now = self._metadata()
            steady = steady + 1 if _steady(before, now) else 0
            before = now
        return before if "ExposureTime" in before else None

    def _lock_light(self, available: Mapping[str, Any], settled: Mapping[str, Any]) -> str:
        gains = available.get("AnalogueGain", (1.0, 16.0, 1.0))
        exposure = locked(
            Exposure(
                int(settled["ExposureTime"]), float(settled.get("AnalogueGain", 1.0)) * float(settled.get("DigitalGain", 1.0))
            ),
            self._mode.mains,
            min(float(available["ExposureTime"][1] or 1e6), 1e6 / self._mode.fps),
            (float(gains[0] or 1.0), float(gains[1] or 16.0)),
        )
        controls: dict[str, Any] = {"AeEnable": False, "ExposureTime": exposure.microseconds}
        if "AnalogueGain" in available:
            controls["AnalogueGain"] = exposure.gain
        colours = settled.get("ColourGains")
        if colours is not None and "ColourGains" in available:
            controls["ColourGains"] = tuple(colours)
            if "AwbEnable" in available:
                controls["AwbEnable"] = False
        self._camera.set_controls(controls)
        return f"exposure {exposure.microseconds} µs at gain {exposure.gain:.2f}"

    def _lock_focus(self, available: Mapping[str, Any]) -> float:
        low, high, usual = (float(value) for value in available["LensPosition"])
        place = self._mode.focus
        if place is None:
            place = self._found_focus(available, usual)
        place = min(max(place, low), high)
        self._camera.set_controls({"AfMode": AF_MANUAL, "LensPosition": place})
        return place

    def _found_focus(self, available: Mapping[str, Any], usual: float) -> float:
        if "AfTrigger" not in available:
            return usual
        self._camera.set_controls({"AfMode": AF_AUTO, "AfTrigger": AF_START})
        end = self._clock() + FOCUS_SECONDS
        place = usual
        while self._clock() < end:
            found = self._metadata()
            place = float(found.get("LensPosition", place))
            if found.get("AfState") in (AF_FOCUSED, AF_FAILED):
                break
        return place


def full_view(modes: list[dict[str, Any]], mode: WantedMode) -> dict[str, Any] | None:
    """The sensor's mode that sees most of the tray, has enough pixels and is fast enough, the smallest of those; `None` when
    the sensor tells nothing of its modes. A cropped mode would see less than what was calibrated."""
    told = [entry for entry in modes if {"size", "bit_depth", "crop_limits", "fps"} <= entry.keys()]
    if not told:
        return None

    def area(entry: dict[str, Any]) -> int:
        return int(entry["crop_limits"][2]) * int(entry["crop_limits"][3])

    able = [entry for entry in told if entry["size"][0] >= mode.width and entry["size"][1] >= mode.height]
    able = [entry for entry in able if entry["fps"] >= mode.fps] or able or told
    widest = max(area(entry) for entry in able)
    full = [entry for entry in able if area(entry) >= 0.98 * widest]
    return min(full, key=lambda entry: (entry["size"][0] * entry["size"][1], -entry["bit_depth"]))


def _sensor_modes(camera: Any) -> list[dict[str, Any]]:
    try:
        return list(camera.sensor_modes)
    except DRIVER_ERRORS:
        return []


def _steady(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    def values(metadata: Mapping[str, Any]) -> list[float]:
        colours = metadata.get("ColourGains") or (1.0, 1.0)
        light = float(metadata.get("ExposureTime", 1)) * float(metadata.get("AnalogueGain", 1.0))
        return [light, float(colours[0]), float(colours[1])]

    return all(
        abs(new - old) <= STEADY_SHARE * max(abs(old), 1e-6) for old, new in zip(values(before), values(now), strict=True)
    )


def _refused(error: BaseException, devices: Path) -> CameraFault:
    if isinstance(error, CameraFault):
        return error
    told: BaseException | None = error
    text = ""
    while told is not None:
        text += f" {told}"
        told = told.__cause__
    low = text.lower()
    nodes = [*devices.glob("media*"), *devices.glob("video*")]
    who = holders(nodes)
    if "busy" in low or "in use" in low or "failed to acquire" in low or (who and "__init__ sequence" in low):
        return CameraFault(Condition.BUSY, f"The camera is in use by {described(who)}; end it, only one program can have it.")
    if "not found" in low or "no camera" in low or "out of range" in low:
        return CameraFault(Condition.NOT_DETECTED, NONE_FOUND)
    if "permission" in low:
        return CameraFault(
            Condition.NOT_PERMITTED,
            "The camera is not permitted to this user; run: sudo usermod -aG video $USER, and log in again.",
        )
    if "memory" in low:
        return CameraFault(
            Condition.FAILED, "There is no memory left for the camera; end other programs, or restart the machine."
        )
    return CameraFault(Condition.FAILED, f"The camera cannot be started: {str(error).strip() or type(error).__name__}.")
