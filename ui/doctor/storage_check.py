"""Disk and calibration."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.file import Calibration, load, require_mode
from ui.doctor.finding import Finding, error, ok, warning
from ui.folders import calibration_file
from ui.settings import Settings
from ui.state_folder import state_folder

LEAST_BYTES = 50 * 1024 * 1024
FEW_BYTES = 500 * 1024 * 1024


def check_disk(settings: Settings, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free) -> Finding:
    """Whether the folder of the games can be written and has room."""
    item = "disk"
    folder = state_folder(settings.folders.state_path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
            file.write(b"x")
            file.flush()
            os.fsync(file.fileno())
        left = free(folder)
    except OSError as fault:
        return error(
            item,
            f"The folder of the games {folder} cannot be written: {fault.strerror or fault}; "
            "games would be lost by a power cut. Make it writable, or name another with folders.state.",
        )
    size = f"{left / 1e9:.1f} GB"
    if left < LEAST_BYTES:
        return error(item, f"Only {left / 1e6:.0f} MB are free in {folder}; delete something, or games will not be kept.")
    if left < FEW_BYTES:
        return warning(item, f"Only {left / 1e6:.0f} MB are free in {folder}; delete something soon.")
    return ok(item, f"{size} free in {folder}.")


def check_calibration(settings: Settings) -> tuple[Finding, Calibration | None]:
    """Whether the calibration is there and fits the configured camera; and the calibration."""
    item = "calibration"
    path = calibration_file(settings)
    if not path.is_file():
        return error(item, f"This table is not calibrated ({path} is missing); run: bosstray calibrate."), None
    try:
        calibration = load(path)
        require_mode(calibration, settings.camera.width, settings.camera.height)
    except CalibrationError as fault:
        return error(item, f"{fault} Run: bosstray calibrate."), None
    if calibration.die_size is None:
        return warning(item, f"{path} does not know the dice yet; throw five dice in: bosstray calibrate."), calibration
    if calibration.empty is None:
        return warning(item, f"{path} has no picture of the empty tray; run: bosstray calibrate."), calibration
    width, height = calibration.tray
    camera = calibration.camera
    seen = f"{camera.name} at {camera.width}x{camera.height}, a tray of {width:.0f}x{height:.0f} mm"
    return ok(item, f"{seen}, {len(calibration.lanes)} lanes, dice of {calibration.die_size:.1f} mm."), calibration
