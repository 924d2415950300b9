"""The summary of a finished round of banking Boss Dice."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import Dice, Json
from game.settlement import Outcome, Result


@dataclass(frozen=True, slots=True)
class BossRound:
    """A finished round. Tuples have one place a seat; `None` or 0 where it does not apply.

    `first` are the first throws, `hands` what every player had at last (hidden Boss dice only after a reveal), `kept` what
    the Boss had to keep, `tied` the seats of a push. `transfers` are the challengers' chips, + received. `eliminated` are
    the seats that went out in this round; `banks_after` includes a kitty that went to the winner of the game (A-j).
    """

    number: int
    outcome: Outcome
    wager: int
    first: tuple[Dice | None, ...]
    hands: tuple[Dice | None, ...]
    banks_before: tuple[int, ...]
    banks_after: tuple[int, ...]
    boss: int | None = None
    kept: Dice = ()
    boss_hand: Dice | None = None
    tied: tuple[int, ...] = ()
    results: tuple[Result | None, ...] = ()
    transfers: tuple[int, ...] = ()
    kitty_taken: int = 0
    owed: int = 0
    boss_bust: bool = False
    eliminated: tuple[int, ...] = ()
    kitty_after: int = 0

    def to_json(self) -> dict[str, Json]:
        """The `last_round` of the referee protocol."""
        met = [seat for seat, result in enumerate(self.results) if result is not None]
        return {
            "outcome": self.outcome.value,
            "boss": self.boss,
            "boss_hand": None if self.boss_hand is None else list(self.boss_hand),
            "results": {str(seat): result.value for seat, result in enumerate(self.results) if result is not None},
            "transfers": {str(seat): self.transfers[seat] for seat in met},
            "kitty_taken": self.kitty_taken,
            "boss_bust": self.boss_bust,
            "eliminated": list(self.eliminated),
        }
