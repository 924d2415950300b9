"""The keys of a terminal as presses, for commands that have no window."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Iterator
from typing import TextIO

from hardware.press import Press, Role

try:
    import termios
    import tty
except ImportError:  # no terminal of this kind on this system
    termios = None  # type: ignore[assignment]

KEYS = {"g": Role.GREEN, " ": Role.GREEN, "r": Role.RED, "q": Role.QUIT, "\x03": Role.QUIT, "\x1b": Role.QUIT}


class TerminalKeys:
    """Presses of G (green), R (red) and Q (end) typed into a terminal."""

    def __init__(self, handle: int | None) -> None:
        self._handle = handle

    def presses(self, now: float) -> list[Press]:
        """What was typed since the last call; nothing without a terminal."""
        if self._handle is None:
            return []
        found = []
        while select.select([self._handle], [], [], 0)[0]:
            typed = os.read(self._handle, 64)
            if not typed:
                self._handle = None
                break
            found += [KEYS[key] for key in typed.decode("utf-8", "ignore").lower() if key in KEYS]
        return [Press(role, now) for role in found]


@contextlib.contextmanager
def terminal_keys(stream: TextIO = sys.stdin) -> Iterator[TerminalKeys]:
    """Reads single keys of `stream` while it lasts, if it is a terminal, and leaves the terminal as it was."""
    if termios is None or not stream.isatty():
        yield TerminalKeys(None)
        return
    handle = stream.fileno()
    before = termios.tcgetattr(handle)
    tty.setcbreak(handle)
    try:
        yield TerminalKeys(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
