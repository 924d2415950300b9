"""How a camera does, as a type and in one sentence."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from hardware.frame import CameraError


class Condition(enum.Enum):
    """What can be said of a camera. `FINE`, `TOO_DARK` and `OUT_OF_FOCUS` deliver pictures, the others do not."""

    STARTING = "starting"
    FINE = "fine"
    NOT_DETECTED = "not detected"
    BUSY = "busy"
    NOT_PERMITTED = "not permitted"
    STALLED = "stalled"
    FAILED = "failed"
    TOO_DARK = "too dark"
    OUT_OF_FOCUS = "out of focus"


@dataclass(frozen=True, slots=True)
class Health:
    """The condition of a camera since the time `since`; `sentence` says what to do, "" when all is well.

    `rebuilds` counts how often the camera was opened again since it was last well for long; `stuck` are calls into its driver
    that never came back (each holds a thread until the program ends).
    """

    condition: Condition
    sentence: str
    since: float
    rebuilds: int = 0
    stuck: int = 0

    @property
    def delivers(self) -> bool:
        """Whether pictures come."""
        return self.condition in (Condition.FINE, Condition.TOO_DARK, Condition.OUT_OF_FOCUS)


class CameraFault(CameraError):
    """A camera that does not deliver, with its condition; a supervised camera may be read again after it."""

    def __init__(self, condition: Condition, sentence: str) -> None:
        super().__init__(sentence)
        self.condition = condition


class NoPicture(CameraFault):
    """A camera that is open, but has delivered nothing within the deadline."""

    def __init__(self, deadline: float) -> None:
        super().__init__(Condition.STALLED, f"The camera has delivered no picture for {deadline:g} seconds.")
