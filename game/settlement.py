"""Paying up after a call in banking Boss Dice: losers first, then all winners or none (rules A11 to A14)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from game.actions import Dice
from game.boss_options import ShortStack
from game.hands import TwoPairTie, final_rank


class Outcome(enum.Enum):
    """How a round of banking Boss Dice ended."""

    SETTLED = "settled"
    CALLED_OFF = "called_off"
    PUSH = "push"
    VOID = "void"


class Result(enum.Enum):
    """A challenger's duel with the Boss, from the challenger's view."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a call-up led to. `transfers` are chips, + received, one a seat (0 for the Boss); `owed` is what the Boss owed
    all winners together; `kitty` is the bank of a Boss who could not pay (rule A13), else 0."""

    results: tuple[Result | None, ...]
    transfers: tuple[int, ...]
    banks: tuple[int, ...]
    owed: int
    boss_bust: bool
    kitty: int


def duel(challenger: Dice, boss: Dice, two_pair_tie: TwoPairTie = TwoPairTie.LEX) -> Result:
    """Compares two whole hands by the final ranking (rule A11)."""
    mine, his = final_rank(challenger, two_pair_tie), final_rank(boss, two_pair_tie)
    if mine > his:
        return Result.WIN
    return Result.LOSE if mine < his else Result.TIE


def settle(
    banks: tuple[int, ...],
    boss: int,
    results: Mapping[int, Result],
    wager: int,
    short_stack: ShortStack = ShortStack.PAY_ALL_WIN_FULL,
) -> Settlement:
    """Moves the chips of one round; `banks` already hold the kitty (rule A9), `results` name every challenger.

    Losers pay first (A12), at most what they have (A-h). If the bank then covers all winners (equal is enough, A-f) each is
    paid; if not, nobody is, and the whole bank becomes the kitty (A13, A-e).
    """
    after = list(banks)
    transfers = [0] * len(banks)
    owed = {}
    for seat, result in results.items():
        if result is Result.LOSE:
            paid = min(wager, banks[seat])
            transfers[seat] = -paid
            after[seat] -= paid
            after[boss] += paid
        elif result is Result.WIN:
            owed[seat] = min(wager, banks[seat]) if short_stack is ShortStack.TABLE_STAKES else wager
    total = sum(owed.values())
    bust = total > after[boss]
    kitty = 0
    if bust:
        kitty, after[boss] = after[boss], 0
    else:
        for seat, amount in owed.items():
            transfers[seat] = amount
            after[seat] += amount
        after[boss] -= total
    return Settlement(
        results=tuple(results.get(seat) for seat in range(len(banks))),
        transfers=tuple(transfers),
        banks=tuple(after),
        owed=total,
        boss_bust=bust,
        kitty=kitty,
    )


def reached(banks: tuple[int, ...], target: int) -> int | None:
    """The seat with the largest bank of at least `target`; `None` when it is shared (A-m)."""
    largest = max(banks)
    return banks.index(largest) if largest >= target and banks.count(largest) == 1 else None
