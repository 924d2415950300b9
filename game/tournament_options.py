"""How a tournament of two-player matches goes on and ends (rule C7, reading C-f)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from game.duel_options import DuelOptions
from game.errors import InvalidOptions
from game.message import Message, say
from game.seating import whole

MOST_TITLES = 99


class Length(enum.Enum):
    """When the tournament is over."""

    ONCE = "once"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """`match` are the rules of every match. With `Length.ONCE` everybody comes to the table once and the winner of the
    last match wins; with `Length.WINS` losers go to the end of the queue until somebody has won `matches` matches.
    Raises `InvalidOptions`.
    """

    length: Length = Length.ONCE
    matches: int = 3
    match: DuelOptions = field(default_factory=DuelOptions)

    def __post_init__(self) -> None:
        if not isinstance(self.length, Length):
            raise InvalidOptions("The option length is one of its named choices.")
        if whole("matches", self.matches, 1) > MOST_TITLES:
            raise InvalidOptions(f"The matches are a number from 1 to {MOST_TITLES}.")


def explain_tournament(name: str, value: object) -> Message:
    """One sentence for the set-up screen on the option `name` of `TournamentOptions` with this value."""
    match name, value:
        case "length", Length.ONCE:
            return say("Everybody meets the winner once; the winner of the last match wins.")
        case "length", Length.WINS:
            return say("Losers wait at the end of the queue until somebody has won enough matches.")
        case "matches", int(number):
            return say("The first to win {number} matches wins.", number=number)
    raise InvalidOptions(f"There is no option {name} with the value {value!r}.")
