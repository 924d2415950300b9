"""What the doctor finds."""

from __future__ import annotations

import enum
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


class Status(enum.Enum):
    """`WARNING`: it can be played, but not as it should; `ERROR`: it cannot."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """One item: its name, its status, and the sentence that tells how it is and what to do."""

    item: str
    status: Status
    message: str

    def to_json(self) -> dict[str, str]:
        """The line of `doctor --json`."""
        return {"item": self.item, "status": self.status.value, "message": self.message}


def ok(item: str, message: str) -> Finding:
    return Finding(item, Status.OK, message)


def warning(item: str, message: str) -> Finding:
    return Finding(item, Status.WARNING, message)


def error(item: str, message: str) -> Finding:
    return Finding(item, Status.ERROR, message)


@dataclass(frozen=True, slots=True)
class Answer:
    """What another program said; `code` is `None` when it is not there or did not answer in time."""

    code: int | None
    out: str = ""
    err: str = ""


def ask(arguments: Sequence[str], seconds: float = 10.0, environment: Mapping[str, str] | None = None) -> Answer:
    """Runs another program and waits at most `seconds` for it."""
    program = shutil.which(arguments[0])
    if program is None:
        return Answer(None, err=f"{arguments[0]} is not there")
    merged = {**os.environ, **(environment or {})}
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs, no shell
            [program, *arguments[1:]],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            env=merged,
        )
    except subprocess.TimeoutExpired:
        return Answer(None, err=f"{arguments[0]} did not answer in {seconds:g} seconds")
    except OSError as failure:
        return Answer(None, err=f"{arguments[0]}: {failure.strerror}")
    return Answer(done.returncode, done.stdout, done.stderr)
