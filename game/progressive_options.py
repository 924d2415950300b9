"""The house rules of Progressive Qualification (the [config] readings of system E), each with a sentence that explains it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, fields

from game.errors import InvalidOptions
from game.freezing import FREEZING_SENTENCES, Freeze, FreezeRules, UnfrozenThrow, UnqualifiedThrow
from game.message import Message, say
from game.requirements import NUMBERED
from game.seating import whole

LEAST_PLAYERS, MOST_PLAYERS = 2, 6


class TurnOrder(enum.Enum):
    """Who throws first after the first throws (reading E-c)."""

    UNQUALIFIED_FIRST = "unqualified_first"
    SEAT_ORDER = "seat_order"


class FirstSeat(enum.Enum):
    """Where the seat order of a round starts (reading E-c)."""

    ROTATES = "rotates"
    FIXED = "fixed"


class FinalTie(enum.Enum):
    """What happens when the largest total is shared after the last round (reading E-h)."""

    SHARED = "shared"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class ProgressiveOptions:
    """House rules, fixed for the whole game.

    `round` is the round to start with, 1 to 12; `carry_over` adds the points of a push to the next round (reading E-g).
    Raises `InvalidOptions`.
    """

    round: int = 1
    carry_over: bool = False
    turn_order: TurnOrder = TurnOrder.UNQUALIFIED_FIRST
    first_seat: FirstSeat = FirstSeat.ROTATES
    final_tie: FinalTie = FinalTie.SHARED
    freeze: Freeze = Freeze.RECHOOSE
    unqualified_throw: UnqualifiedThrow = UnqualifiedThrow.ANY
    unfrozen_throw: UnfrozenThrow = UnfrozenThrow.ALL

    def __post_init__(self) -> None:
        if whole("round", self.round, 1) > len(NUMBERED):
            raise InvalidOptions(f"The round to start with is a number from 1 to {len(NUMBERED)}.")
        if not isinstance(self.carry_over, bool):
            raise InvalidOptions("The option carry_over is true or false.")
        for field in fields(self):
            if isinstance(field.default, enum.Enum) and not isinstance(getattr(self, field.name), type(field.default)):
                raise InvalidOptions(f"The option {field.name} is one of its named choices.")

    @property
    def freezing(self) -> FreezeRules:
        """The readings about dice that stay when a player throws again."""
        return FreezeRules(self.freeze, self.unqualified_throw, self.unfrozen_throw)


def explain(name: str, value: object) -> Message:
    """One sentence for the set-up screen on the option `name` of `ProgressiveOptions` with this value."""
    if name == "round" and isinstance(value, int):
        return say("The game starts with round {round} of 12.", round=value)
    for option, choice, sentence in _SENTENCES:
        if option == name and choice is value:
            return sentence
    raise InvalidOptions(f"There is no option {name} with the value {value!r}.")


_SENTENCES: tuple[tuple[str, enum.Enum | bool, Message], ...] = (
    ("carry_over", False, say("After a push the points are lost.")),
    ("carry_over", True, say("After a push the points go to the next round.")),
    ("turn_order", TurnOrder.UNQUALIFIED_FIRST, say("Who is not qualified throws first.")),
    ("turn_order", TurnOrder.SEAT_ORDER, say("All throw in seat order.")),
    ("first_seat", FirstSeat.ROTATES, say("Every round another player begins.")),
    ("first_seat", FirstSeat.FIXED, say("The same player begins every round.")),
    ("final_tie", FinalTie.SHARED, say("Equal totals share the win.")),
    ("final_tie", FinalTie.REPEAT, say("Equal totals play the last round again.")),
    *FREEZING_SENTENCES,
)
