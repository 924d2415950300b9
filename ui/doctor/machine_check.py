"""Clock, power and the libraries."""

from __future__ import annotations

import datetime
import importlib
import importlib.metadata
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ui.doctor.finding import Answer, Finding, ask, error, ok, warning

Asker = Callable[[Sequence[str], float], Answer]

OLDEST = datetime.date(2026, 1, 1)
"""A clock before this date has lost its time."""
HOT_CELSIUS = 80.0
UNDER_VOLTAGE, CAPPED, THROTTLED, HOT = 0x1, 0x2, 0x4, 0x8
SINCE_BOOT = 16
LIBRARIES = ("numpy", "cv2", "pygame", "gpiozero")
FROM_APT = ("numpy", "cv2", "pygame", "lgpio", "picamera2", "libcamera")
PIP_FOLDERS = ("site-packages",)
MODEL = Path("/proc/device-tree/model")

PICAMERA_PROBE = """
import importlib.util
if importlib.util.find_spec("picamera2") is None:
    print("absent")
else:
    import picamera2
    print("well")
"""


def check_time(now: Callable[[], datetime.datetime] = datetime.datetime.now, asker: Asker = ask) -> Finding:
    """Whether the clock can be right: a Raspberry Pi has none of its own that runs without power."""
    item = "time"
    today = now()
    if today.date() < OLDEST:
        return error(
            item, f"The clock says {today:%Y-%m-%d}, so the dates of games are wrong; connect a network or a clock module."
        )
    answer = asker(("timedatectl", "show", "--property=NTPSynchronized", "--value"), 5.0)
    if answer.code == 0 and answer.out.strip() == "no":
        return warning(
            item,
            f"The clock says {today:%Y-%m-%d %H:%M}, not set from the network; connect it once, or look whether it is right.",
        )
    set_by = " and is set from the network" if answer.code == 0 else ""
    return ok(item, f"The clock says {today:%Y-%m-%d %H:%M}{set_by}.")


def check_power(
    asker: Asker = ask,
    model: Path = MODEL,
    thermal: Path = Path("/sys/class/thermal/thermal_zone0/temp"),
) -> Finding:
    """Under-voltage, heat and throttling of a Raspberry Pi."""
    item = "power"
    answer = asker(("vcgencmd", "get_throttled"), 5.0)
    if answer.code != 0:
        if model.is_file():
            return warning(
                item, "Under-voltage cannot be seen, for vcgencmd does not answer; run: sudo apt install raspi-utils-core."
            )
        return ok(item, "Not measured: this is no Raspberry Pi.")
    try:
        flags = int(answer.out.strip().partition("=")[2], 16)
    except ValueError:
        return warning(item, f"vcgencmd says {answer.out.strip()!r}, which cannot be understood.")
    before = flags >> SINCE_BOOT
    if flags & UNDER_VOLTAGE:
        return error(
            item, "The voltage is too low now: camera and disk may fail. Use the official power supply and a short cable."
        )
    if flags & (THROTTLED | HOT):
        return warning(item, "The processor is slowed down by heat now; give it a heat sink, a fan or more air.")
    if before & UNDER_VOLTAGE:
        return warning(item, "The voltage was too low since the start; use the official power supply and a short cable.")
    if before & (THROTTLED | HOT):
        return warning(item, "The processor was slowed down by heat since the start; give it more air.")
    celsius = _celsius(thermal)
    if celsius is not None and celsius >= HOT_CELSIUS:
        return warning(item, f"The processor has {celsius:.0f} °C; give it a heat sink, a fan or more air.")
    return ok(item, "The voltage is right" + (f", the processor has {celsius:.0f} °C." if celsius is not None else "."))


def check_libraries(asker: Asker = ask, model: Path = MODEL, places: Callable[[str], str | None] | None = None) -> Finding:
    """Whether the libraries load, and on a Raspberry Pi whether they come from apt."""
    item = "libraries"
    place = places or _place
    for name in LIBRARIES:
        if place(name) is None:
            return error(item, f"The library {name} cannot be loaded; run the installer again.")
    answer = asker((sys.executable, "-c", PICAMERA_PROBE), 20.0)
    said = answer.err.strip().splitlines()[-1:] or [""]
    if answer.code not in (0, None):
        if "numpy" in said[0]:
            return error(
                item,
                "picamera2 and numpy do not fit, because pip has replaced apt's numpy; "
                "run: pip uninstall numpy opencv-python-headless.",
            )
        return error(item, f"picamera2 cannot be loaded: {said[0]}; run: sudo apt install --reinstall python3-picamera2.")
    if model.is_file():
        strangers = [name for name in FROM_APT if any(folder in (place(name) or "") for folder in PIP_FOLDERS)]
        if strangers:
            return warning(
                item,
                f"{', '.join(strangers)} came by pip; on a Raspberry Pi take apt's, or the camera breaks with the next update: "
                f"pip uninstall {' '.join(strangers)}.",
            )
    return ok(item, f"Python {sys.version.split()[0]}, {', '.join(f'{name} {version(name)}' for name in LIBRARIES)}.")


def version(name: str) -> str:
    """The version of a library by the name it is imported by; "?" when it does not tell."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        told = getattr(sys.modules.get(name), "__version__", "?")
        return told if isinstance(told, str) else "?"


def _place(name: str) -> str | None:
    try:
        module = importlib.import_module(name)
    except (ImportError, ValueError, AttributeError):
        return None
    return module.__file__ or ""


def _celsius(path: Path) -> float | None:
    try:
        return int(path.read_text()) / 1000
    except (OSError, ValueError):
        return None
