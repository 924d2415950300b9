"""Presses of buttons, keys and touches, as one typed event."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Role(enum.Enum):
    """What was pressed: the two arcade buttons, a key for the program itself (to leave, for the sound), or, where a name
    is spelt, a letter or a place on the screen."""

    GREEN = "green"
    RED = "red"
    QUIT = "quit"
    MUTE = "mute"
    LOUDER = "louder"
    SOFTER = "softer"
    LETTER = "letter"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class Press:
    """`time` in seconds of the same clock as the frames; `held` when the button was held down for the long press. `letter` is
    what a keyboard wrote (or `done`, `delete`, `cancel`), `at` the touched place in pixels."""

    role: Role
    time: float
    held: bool = False
    letter: str = ""
    at: tuple[int, int] = (0, 0)
