"""Presses of buttons, keys and touches, as one typed event."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Role(enum.Enum):
    """What was pressed: the two arcade buttons, or a key for the program itself: to leave, or for the sound."""

    GREEN = "green"
    RED = "red"
    QUIT = "quit"
    MUTE = "mute"
    LOUDER = "louder"
    SOFTER = "softer"


@dataclass(frozen=True, slots=True)
class Press:
    """`time` in seconds of the same clock as the frames; `held` when the button was held down for the long press."""

    role: Role
    time: float
    held: bool = False
