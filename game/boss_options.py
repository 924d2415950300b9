"""The house rules of banking Boss Dice (the [config] readings of system A), each with a sentence that explains it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.errors import InvalidOptions
from game.hands import TwoPairTie
from game.message import Message, say
from game.seating import whole

LEAST_PLAYERS, MOST_PLAYERS = 2, 6


class ShortStack(enum.Enum):
    """What a player with less than the wager stands for (readings A-h, A-i)."""

    PAY_ALL_WIN_FULL = "pay_all_win_full"
    TABLE_STAKES = "table_stakes"
    CAP_WAGER = "cap_wager"


class KittyAtEnd(enum.Enum):
    """What becomes of a kitty when nobody can be Boss any more (reading A-j)."""

    WINNER = "winner"
    STAYS = "stays"


class SecondThrows(enum.Enum):
    """Whether challengers throw one after the other or all at once (reading A-n); the rules are the same."""

    IN_TURN = "in_turn"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class BossOptions:
    """House rules, fixed for the whole game; amounts are chips.

    `max_wager` is the agreed maximum (A3, `None`: no limit), `kitty` what waits in the bowl at the start, `target` the total
    that wins at once (A16, A-m, `None`: last player remaining). The second throw of a Boss who may keep extra dice must
    still show his combination (A-b). Raises `InvalidOptions`.
    """

    max_wager: int | None = None
    kitty: int = 0
    target: int | None = None
    short_stack: ShortStack = ShortStack.PAY_ALL_WIN_FULL
    kitty_at_end: KittyAtEnd = KittyAtEnd.WINNER
    two_pair_tie: TwoPairTie = TwoPairTie.LEX
    boss_may_keep_extra: bool = False
    second_throws: SecondThrows = SecondThrows.IN_TURN

    def __post_init__(self) -> None:
        if self.max_wager is not None:
            whole("max_wager", self.max_wager, 1)
        if self.target is not None:
            whole("target", self.target, 1)
        whole("kitty", self.kitty, 0)
        for name, kind in _KINDS:
            if not isinstance(getattr(self, name), kind):
                raise InvalidOptions(f"The option {name} is one of its named choices.")


_KINDS: tuple[tuple[str, type], ...] = (
    ("short_stack", ShortStack),
    ("kitty_at_end", KittyAtEnd),
    ("two_pair_tie", TwoPairTie),
    ("boss_may_keep_extra", bool),
    ("second_throws", SecondThrows),
)


def recommended_bank(players: int, max_wager: int) -> tuple[int, int]:
    """The lowest and highest starting bank that rule A1 recommends, in chips.

    >>> recommended_bank(6, 5)
    (50, 100)
    """
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS or max_wager < 1:
        raise InvalidOptions(f"Boss Dice is for {LEAST_PLAYERS} to {MOST_PLAYERS} players and a wager of at least 1.")
    return 2 * max_wager * (players - 1), 4 * max_wager * (players - 1)


def explain(name: str, value: object) -> Message:
    """One sentence for the set-up screen on the option `name` of `BossOptions` with this value."""
    match name, value:
        case "max_wager", None:
            return say("Any wager may be agreed.")
        case "max_wager", int(amount):
            return say("No wager above {amount} chips.", amount=amount)
        case "kitty", int(amount):
            return say("{amount} chips wait for the first Boss who calls up.", amount=amount)
        case "target", None:
            return say("The last player with chips wins.")
        case "target", int(amount):
            return say("The first bank of {amount} after a settlement wins.", amount=amount)
        case "short_stack", ShortStack.PAY_ALL_WIN_FULL:
            return say("A short player loses what is left and wins the full wager.")
        case "short_stack", ShortStack.TABLE_STAKES:
            return say("A short player wins and loses no more than the bank holds.")
        case "short_stack", ShortStack.CAP_WAGER:
            return say("No wager above the smallest bank.")
        case "kitty_at_end", KittyAtEnd.WINNER:
            return say("A kitty left at the end goes to the winner.")
        case "kitty_at_end", KittyAtEnd.STAYS:
            return say("A kitty left at the end belongs to nobody.")
        case "two_pair_tie", TwoPairTie.LEX:
            return say("With equal higher pairs the lower pair decides.")
        case "two_pair_tie", TwoPairTie.HIGH:
            return say("Equal higher pairs tie.")
        case "boss_may_keep_extra", False:
            return say("The Boss keeps the winning combination and throws all other dice.")
        case "boss_may_keep_extra", True:
            return say("The Boss may keep more dice than the winning combination.")
        case "second_throws", SecondThrows.IN_TURN:
            return say("Challengers throw one after the other, from the left of the Boss.")
        case "second_throws", SecondThrows.TOGETHER:
            return say("Challengers throw all at once.")
    raise InvalidOptions(f"There is no option {name} with the value {value!r}.")
