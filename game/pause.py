"""The time between two rounds, when results are shown and nothing is thrown."""

from __future__ import annotations

import enum
from dataclasses import dataclass

SETTLEMENT_SECONDS = 1.5
INTERLUDE_SECONDS = 12.0
READING_SECONDS = 5.0
"""How long a settlement stays when there are no dice to take up."""


class Stage(enum.Enum):
    """What is shown after a round has ended, in this order: who pays whom; who is out, or who meets whom; who has won."""

    SETTLEMENT = "settlement"
    ELIMINATION = "elimination"
    MATCH = "match"
    WINNER = "winner"


@dataclass(slots=True)
class Pause:
    """The stage shown since `since`, in seconds; `cleared` once a lane was emptied."""

    stage: Stage
    since: float
    cleared: bool = False

    def waited(self, now: float, alone: bool = False) -> bool:
        """Whether the stage has been shown long enough to go on by itself; the winner stays.

        `alone` when only the machine throws, so that nobody takes dice up while reading.
        """
        match self.stage:
            case Stage.WINNER:
                return False
            case Stage.SETTLEMENT:
                return now - self.since >= (READING_SECONDS if alone else SETTLEMENT_SECONDS)
        return now - self.since >= INTERLUDE_SECONDS
