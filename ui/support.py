"""What belongs into one file for a question about a fault: no names of players in it, and nothing that need not be."""

from __future__ import annotations

import errno
import json
import os
import platform
import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from hardware.last_frames import last_frames
from ui.config import to_toml
from ui.doctor.finding import Answer, Finding
from ui.doctor.machine_check import MODEL
from ui.doctor.machine_check import version as library_version
from ui.settings import Settings

LIBRARIES = ("numpy", "cv2", "pygame", "gpiozero", "click", "lgpio", "picamera2")
LOG_LINES = 3000
UNIT = "bosstray"
EMPTY = "empty*.jpg"

Asker = Callable[[Sequence[str], float], Answer]


class SupportError(ValueError):
    """The file cannot be written, in one sentence."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file inside the file: its name, what it is in words, and its bytes."""

    name: str
    about: str
    data: bytes


class Scrubber:
    """Replaces names of players, and the home folder, by what says nothing about people."""

    def __init__(self, names: Iterable[str], home: Path | None = None) -> None:
        distinct = dict.fromkeys(name for name in names if name.strip())
        self._numbers = {name.casefold(): f"player-{number}" for number, name in enumerate(distinct, start=1)}
        longest = sorted(distinct, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest) or r"(?!)", re.IGNORECASE)
        self._home = str(home) if home is not None and str(home) != "/" else None

    def clean(self, text: str) -> str:
        """`text` without them."""
        plain = text.replace(self._home, "~") if self._home else text
        return self._pattern.sub(lambda found: self._numbers[found.group().casefold()], plain)


def gathered(
    settings: Settings,
    source: str,
    findings: Iterable[Finding],
    calibration: Path,
    runtime: Path,
    scrubber: Scrubber,
    asker: Asker,
    model: Path = MODEL,
) -> tuple[Entry, ...]:
    """Everything, ready to be shown and written. What cannot be had is left out."""
    entries = [
        _text("versions.txt", "versions of the program, the libraries and the system", versions(model), scrubber),
        _text("config.toml", "the configuration, without names", _configuration(settings, source), scrubber),
        _text(
            "doctor.jsonl",
            "what the doctor found",
            "".join(json.dumps(finding.to_json(), ensure_ascii=False) + "\n" for finding in findings),
            scrubber,
        ),
    ]
    log = asker(("journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--output", "short-iso"), 20.0)
    if log.code == 0 and log.out.strip():
        entries.append(_text("log.txt", "the log of the service, without names", log.out, scrubber))
    entries += _file(calibration, "calibration.toml", "the calibration")
    for path in sorted(calibration.parent.glob(EMPTY)):
        entries += _file(path, f"calibration-{path.name}", "the picture of the empty tray")
    for path in last_frames(runtime):
        entries += _file(path, f"frames/{path.name}", "one of the last pictures of the camera")
    return tuple(entries)


def write(target: Path, entries: Iterable[Entry]) -> None:
    """Writes them as one zip file, wholly or not at all; raises `SupportError`."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        with partial.open("wb") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                for entry in entries:
                    archive.writestr(entry.name, entry.data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror or str(error)
        raise SupportError(f"{target} cannot be written: {why}.") from error


def versions(model: Path = MODEL) -> str:
    """One line each: the program, Python, the libraries, the system, the machine."""
    lines = [f"bosstray {version('bosstray')}", f"Python {platform.python_version()}"]
    lines += [f"{name} {library_version(name)}" for name in LIBRARIES]
    try:
        release = platform.freedesktop_os_release().get("PRETTY_NAME", "?")
    except OSError:
        release = platform.system()
    lines += [f"system {release}", f"kernel {platform.release()} {platform.machine()}"]
    if model.is_file():
        lines.append(f"machine {model.read_text(encoding='utf-8', errors='replace').strip(chr(0))}")
    return "\n".join(lines) + "\n"


def _configuration(settings: Settings, source: str) -> str:
    names = tuple(f"player-{number}" for number in range(1, len(settings.table.names) + 1))
    return to_toml(replace(settings, table=replace(settings.table, names=names)), source)


def _text(name: str, about: str, text: str, scrubber: Scrubber) -> Entry:
    return Entry(name, about, scrubber.clean(text).encode())


def _file(path: Path, name: str, about: str) -> list[Entry]:
    try:
        return [Entry(name, about, path.read_bytes())]
    except OSError:
        return []
