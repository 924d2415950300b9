"""Presses of buttons, keys and touches, as one typed event."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Role(enum.Enum):
    """What was pressed: the two arcade buttons, or a request to leave."""

    GREEN = "green"
    RED = "red"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Press:
    """`time` in seconds of the same clock as the frames; `held` when the button was held down for the long press."""

    role: Role
    time: float
    held: bool = False
