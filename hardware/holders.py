"""Who else holds a device file open, as far as this user may see."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holder:
    """A process by its number and its name, e.g. `Holder(412, "libcamera-vid")`."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holders(devices: Iterable[Path], proc: Path = PROC) -> tuple[Holder, ...]:
    """The processes, this one apart, that have one of `devices` open, by number.

    Only root sees the processes of other users.
    """
    wanted = {os.path.realpath(device) for device in devices}
    found = []
    for folder in sorted(proc.glob("[0-9]*"), key=lambda folder: int(folder.name) if folder.name.isdecimal() else 0):
        if not folder.name.isdecimal() or int(folder.name) == os.getpid():
            continue
        if any(target in wanted for target in _open_files(folder)):
            found.append(Holder(int(folder.name), _name(folder)))
    return tuple(found)


def described(found: tuple[Holder, ...]) -> str:
    """`rpicam-hello (process 412)`, `a (process 1) and b (process 2)`; "another program" when none could be seen."""
    return " and ".join(str(holder) for holder in found) or "another program"


def _open_files(folder: Path) -> list[str]:
    try:
        links = list((folder / "fd").iterdir())
    except OSError:
        return []
    targets = []
    for link in links:
        try:
            targets.append(str(link.readlink()))
        except OSError:
            continue
    return targets


def _name(folder: Path) -> str:
    try:
        return (folder / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a program"
    except OSError:
        return "a program"
