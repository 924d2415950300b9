"""The summary of a finished round of Qualification Dice."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import Dice, Direction, Json
from game.game import Points, points_to_json
from game.qualification_stakes import QualificationResult
from game.requirements import Requirement


@dataclass(frozen=True, slots=True)
class QualificationRound:
    """A finished round. Tuples have one place a seat, `None` where it does not apply.

    `requirement` and `direction` are `None` when nobody anted and nothing was announced. `bluff` says that the Boss was
    caught with a hand that does not meet the requirement, `boss_qualified` whether it met it; `None` when the hand stayed
    under the cup (reading D-u), so an unseen bluff is none here. `point` is the Boss' last Point, `points` are the players'.
    `payments` are the players' points, + received. `eliminated` are the seats that went out in this round.
    """

    number: int
    boss: int
    cover: int
    antes: tuple[int | None, ...]
    requirement: Requirement | None
    direction: Direction | None
    stand: bool
    bluff: bool
    boss_qualified: bool | None
    point: int | None
    points: tuple[int | None, ...]
    hands: tuple[Dice | None, ...]
    results: tuple[QualificationResult | None, ...]
    payments: tuple[Points, ...]
    banks_before: tuple[Points, ...]
    banks_after: tuple[Points, ...]
    eliminated: tuple[int, ...]

    def to_json(self) -> dict[str, Json]:
        """The `last_round` of the referee protocol."""
        met = [seat for seat, result in enumerate(self.results) if result is not None]
        hand = self.hands[self.boss]
        return {
            "boss": self.boss,
            "boss_hand": None if hand is None else list(hand),
            "requirement": None if self.requirement is None else self.requirement.value,
            "direction": None if self.direction is None else self.direction.value,
            "stand": self.stand,
            "bluff": self.bluff,
            "boss_qualified": self.boss_qualified,
            "point": self.point,
            "points": list(self.points),
            "results": {str(seat): result.value for seat, result in enumerate(self.results) if result is not None},
            "payments": {str(seat): points_to_json(self.payments[seat]) for seat in met},
            "eliminated": list(self.eliminated),
        }
