"""What the tray shows, as the rules see it: the croupier's only window onto the camera."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.message import Message


class LaneState(enum.Enum):
    """The states of a lane over time (contract of `bosstray watch`)."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLED = "settled"
    UNSURE = "unsure"
    COVERED = "covered"
    OBSTRUCTED = "obstructed"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in the open: `value` 1..6 or `None` when it cannot be read; `at` its place in the lane, 0..1 each way; `tint`
    the name or `#rrggbb` of its colour, with `/light` or `/dark` for its pips where they were seen; `guesses` values by
    likelihood; `reason` why it is unclear."""

    value: int | None
    at: tuple[float, float] = (0.5, 0.5)
    tint: str | None = None
    guesses: tuple[int, ...] = ()
    reason: Message | None = None
    crop: str | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """The state of one lane at one moment. `dice` are those in the open, in reading order; empty unless the lane is at rest."""

    lane: int
    state: LaneState
    dice: tuple[SeenDie, ...] = ()

    @property
    def values(self) -> tuple[int, ...] | None:
        """The sorted values of the dice in the open, or `None` when the lane is not at rest or one die cannot be read."""
        if self.state not in (LaneState.SETTLED, LaneState.COVERED, LaneState.EMPTY):
            return None
        values = [die.value for die in self.dice if die.value is not None]
        return tuple(sorted(values)) if len(values) == len(self.dice) else None


class Button(enum.Enum):
    """The two arcade buttons on the table."""

    GREEN = "green"
    RED = "red"
