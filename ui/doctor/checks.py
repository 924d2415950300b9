"""All checks of the doctor, in the order in which they are told."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

from calibration.errors import CalibrationError
from calibration.file import load as load_calibration
from ui.config import ConfigError, load
from ui.doctor.camera_check import check_camera
from ui.doctor.finding import Finding, error, ok
from ui.doctor.gpio_check import check_gpio
from ui.doctor.machine_check import check_libraries, check_power, check_time
from ui.doctor.screen_check import check_display, check_fonts, check_sound
from ui.doctor.storage_check import check_calibration, check_disk
from ui.folders import calibration_file
from ui.settings import Settings
from vision.network import NetworkError
from vision.reader import Reader


@contextlib.contextmanager
def hushed() -> Iterator[None]:
    """Keeps what the camera's supervisor would log from standing beside the same sentence as a finding."""
    log = logging.getLogger("hardware.supervisor")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def check_configuration(config: Path | None) -> tuple[Finding, Settings]:
    """Whether the configuration can be used, and the settings: the defaults when it cannot."""
    try:
        found = load(config)
    except ConfigError as problems:
        more = f" ({len(problems.problems) - 1} more)" if len(problems.problems) > 1 else ""
        return error("configuration", f"{problems.problems[0]}{more} See: bosstray config check."), Settings()
    said = f"{found.path} is right." if found.path is not None else "No configuration file; the defaults are in use."
    return ok("configuration", said), found.settings


def check_reader() -> Finding:
    """Whether the networks that read the dice are there."""
    try:
        Reader.load()
    except NetworkError as fault:
        return error("reader", f"{fault} Install Boss Tray again.")
    return ok("reader", "The networks that read the dice are loaded.")


def all_findings(config: Path | None = None) -> Iterator[Finding]:
    """One finding after the other, each as soon as it is known."""
    finding, settings = check_configuration(config)
    yield finding
    yield check_libraries()
    yield check_camera(settings, known_focus(settings))
    yield check_gpio(settings)
    yield check_display()
    yield check_sound(settings)
    yield check_fonts()
    yield check_calibration(settings)[0]
    yield check_reader()
    yield check_disk(settings)
    yield check_time()
    yield check_power()


def known_focus(settings: Settings) -> float | None:
    """Where the calibration has left the lens, in dioptres."""
    path = calibration_file(settings)
    if not path.is_file():
        return None
    try:
        return load_calibration(path).camera.focus
    except CalibrationError:
        return None
