"""The time between two rounds, when results are shown and nothing is thrown."""

from __future__ import annotations

import enum
from dataclasses import dataclass

SETTLEMENT_SECONDS = 1.5
INTERLUDE_SECONDS = 12.0


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

    def waited(self, now: float) -> bool:
        """Whether the stage has been shown long enough to go on by itself; the winner stays."""
        if self.stage is Stage.WINNER:
            return False
        return now - self.since >= (SETTLEMENT_SECONDS if self.stage is Stage.SETTLEMENT else INTERLUDE_SECONDS)
