"""The calibration of the live table: is there one that fits, what is known when there is none, and how a new one is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, CameraMode, load, require_mode
from calibration.guide import Guide
from calibration.measures import Line
from calibration.measuring import Known
from ui.settings import Settings


def fitting(path: Path, settings: Settings, source: str) -> Calibration:
    """The calibration in `path` when it is for this camera and mode; raises `CalibrationError` with the reason."""
    if not path.exists():
        raise CalibrationError(f"There is no calibration {path} yet; make one with bosstray calibrate.", Reason.NONE_YET)
    calibration = load(path)
    require_mode(calibration, settings.camera.width, settings.camera.height, source)
    return calibration


def known_before(
    path: Path,
    settings: Settings,
    source: str,
    measures: Mapping[Line, float] | None = None,
    tag: float | None = None,
    lanes: int | None = None,
    divider: float | None = None,
) -> Known:
    """What a new calibration begins with: what was given, then what an old one of the same camera tells."""
    known = Known(lanes=settings.table.lanes)
    try:
        old = load(path) if path.exists() else None
    except CalibrationError:
        old = None
    if old is not None:
        known = Known.of(old)
        if (old.camera.name, old.camera.width, old.camera.height) != (source, settings.camera.width, settings.camera.height):
            known = Known(known.measures, known.tag, None, known.lanes, known.divider)
    return Known(
        {**known.measures, **(measures or {})},
        known.tag if tag is None else tag,
        known.lens,
        known.lanes if lanes is None else lanes,
        known.divider if divider is None else divider,
    )


def guide_maker(
    settings: Settings, source: str, known: Callable[[], Known], why: CalibrationError | None = None
) -> Callable[[], Guide]:
    """Makes a guide for the configured camera, anew each time; `why` is said on its first page, without it there is none."""
    camera = CameraMode(source, settings.camera.width, settings.camera.height)
    return lambda: Guide(camera, known(), why=why)
