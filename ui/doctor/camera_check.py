"""Is there a camera, and does it see well?"""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.condition import CameraFault, Condition
from hardware.frame import CameraError, Frame
from hardware.inspection import inspect
from hardware.open_camera import open_camera
from hardware.supervisor import SupervisedCamera
from ui.doctor.finding import Finding, error, ok, warning
from ui.settings import Settings

ITEM = "camera"
SECONDS = 25.0
FRAMES = 30
HOPELESS = (Condition.NOT_DETECTED, Condition.BUSY, Condition.NOT_PERMITTED, Condition.FAILED)
GLARE_SHARE = 0.02
OWN = "in use by bosstray"


def check_camera(
    settings: Settings,
    focus: float | None = None,
    opener: Callable[[], SupervisedCamera] | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Finding:
    """Opens the configured camera for a moment; at most `seconds`."""
    try:
        camera = opener() if opener else open_camera(settings.camera.source, settings.camera.wanted(focus), clock)
    except CameraError as fault:
        return error(ITEM, str(fault))
    try:
        return _watched(camera, settings, seconds, clock)
    finally:
        camera.close()


def _watched(camera: SupervisedCamera, settings: Settings, seconds: float, clock: Callable[[], float]) -> Finding:
    begun = clock()
    times: list[float] = []
    last: Frame | None = None
    while len(times) < FRAMES and clock() - begun < seconds:
        try:
            frame = camera.read(1.0)
        except CameraFault as fault:
            if fault.condition in HOPELESS:
                said = str(fault)
                return warning(ITEM, f"{said} The kiosk is running.") if OWN in said else error(ITEM, said)
            continue
        if frame is not None:
            times.append(frame.time)
            last = frame
    health = camera.health
    if last is None:
        return error(ITEM, health.sentence or f"The camera has delivered no picture in {seconds:g} seconds; check its cable.")
    if health.condition not in (Condition.FINE, Condition.STARTING):
        return warning(ITEM, health.sentence)
    return _judged(camera, settings, last, times)


def _judged(camera: SupervisedCamera, settings: Settings, frame: Frame, times: list[float]) -> Finding:
    nature, last = camera.nature, inspect(frame.image, sharpness=True)
    height, width = frame.image.shape[:2]
    name = nature.name if nature is not None else settings.camera.source
    wanted = settings.camera
    if (width, height) != (wanted.width, wanted.height):
        return warning(
            ITEM,
            f"{name} delivers {width}x{height} instead of {wanted.width}x{wanted.height}; "
            f"set camera.width = {width} and camera.height = {height}, and calibrate again.",
        )
    took = times[-1] - times[0]
    fps = (len(times) - 1) / took if took > 0 else 0.0
    if len(times) > 2 and fps < wanted.fps / 2:
        return warning(
            ITEM, f"{name} delivers {fps:.1f} pictures a second instead of {wanted.fps:g}; use another USB port or more light."
        )
    if last.dark:
        return warning(ITEM, f"{name} sees too little light to read the dice; turn up the lamp above the tray.")
    if last.blurred:
        return warning(ITEM, f"{name} is out of focus; clean the lens, or focus it with: bosstray calibrate.")
    if last.glare > GLARE_SHARE:
        return warning(
            ITEM,
            f"{name} sees glare on {last.glare:.0%} of the picture; move the lamp aside, or hang a sheet of paper before it.",
        )
    locked = f"; locked: {', '.join(nature.locked)}" if nature is not None and nature.locked else ""
    return ok(ITEM, f"{name}, {width}x{height}, {fps:.1f} pictures a second{locked}.")
