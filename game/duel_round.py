"""The summary of a finished round of two-player Boss Dice."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.actions import Dice, Json


class DuelOutcome(enum.Enum):
    """How a round ended; only `WON` scores (rules B2, B5, B6, C2, C4)."""

    VOID = "void"
    TIE_FIRST = "tie_first"
    CALLED_OFF = "called_off"
    TIE_SECOND = "tie_second"
    WON = "won"


@dataclass(frozen=True, slots=True)
class DuelRound:
    """A finished round. `first` are the first throws and `hands` what both had at last, one a seat; the Boss' hidden dice are
    there only after a reveal. `score` counts the rounds won, this one included."""

    number: int
    outcome: DuelOutcome
    first: tuple[Dice | None, ...]
    hands: tuple[Dice | None, ...]
    score: tuple[int, ...]
    boss: int | None = None
    winner: int | None = None
    kept: Dice = ()
    revealed: bool = False

    @property
    def boss_hand(self) -> Dice | None:
        """The Boss' hand at last, once it was shown."""
        return self.hands[self.boss] if self.revealed and self.boss is not None else None

    @property
    def challenger_hand(self) -> Dice | None:
        """The challenger's hand at last, once the round was played out."""
        return self.hands[1 - self.boss] if self.revealed and self.boss is not None else None

    def to_json(self) -> dict[str, Json]:
        """The `last_round` of the referee protocol."""
        return {
            "outcome": self.outcome.value,
            "boss": self.boss,
            "winner": self.winner,
            "boss_hand": None if self.boss_hand is None else list(self.boss_hand),
            "challenger_hand": None if self.challenger_hand is None else list(self.challenger_hand),
        }
