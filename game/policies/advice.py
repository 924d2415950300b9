"""What the coach says of one decision, and how dice and chances stand in its sentences."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

from game.actions import Dice
from game.keeping import spelt
from game.message import Message, say


class Subject(enum.Enum):
    """What was decided."""

    CALL = "call"
    KEEP = "keep"
    ANNOUNCEMENT = "announcement"
    CHALLENGE = "challenge"
    BOSS_THROW = "boss_throw"


@dataclass(frozen=True, slots=True)
class Advice:
    """One decision of a finished round. `cost` is what it gave away on average against the best one, 0 when it was right: in
    wagers, hands, antes or parts of the award, as the game counts."""

    seat: int
    subject: Subject
    cost: float
    message: Message

    @property
    def right(self) -> bool:
        """Whether nothing better could have been done."""
        return self.cost == 0


def as_dice(dice: Dice) -> str | Message:
    """Dice in a sentence, `6-6-2`; none as a word that is translated."""
    return spelt(dice) if dice else say("nothing")


def in_percent(chance: Fraction | float) -> int:
    """A chance in whole per cent."""
    return round(100 * float(chance))


def hundredths(amount: float) -> str:
    """An amount to two places, `0.31`."""
    return f"{amount:.2f}"
