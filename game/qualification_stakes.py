"""What is won and lost in Qualification Dice, and what a Boss who cannot pay pays (rules D9 to D11; D-j to D-l, D-n, D-o)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from fractions import Fraction

from game.game import Event, EventKind, Points
from game.qualification_options import BluffPays, BossBank, QualificationOptions, Rounding, StandPayoutBase
from game.requirements import Requirement


class QualificationResult(enum.Enum):
    """How a round ended for a player; `OUT` sat out with an ante of 0 (reading D-p)."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    CONCEDE = "concede"
    OUT = "out"


def payout(options: QualificationOptions, requirement: Requirement, ante: int, stand: bool) -> Points:
    """What a player with this ante wins: the payout of the requirement (D9), after a stand double (D10, D-j).

    >>> payout(QualificationOptions(), Requirement.NEVADA, 5, stand=False)
    7
    """
    times = 1
    if stand:
        times = 6 if options.stand_payout_base is StandPayoutBase.TRIPLED else 2
    return rounded(ante * times * requirement.payout, options.rounding)


def bluff_payout(options: QualificationOptions, requirement: Requirement, ante: int, stand: bool) -> Points:
    """What a caught bluff pays to a player with this ante (D11, D-k).

    Without a stand, when the Boss announced what the hand does not meet, nobody has tripled the ante: double the payout of
    the ante itself.
    """
    if options.bluff_pays is BluffPays.DOUBLE_ANTE:
        return 2 * ante
    if stand:
        return payout(options, requirement, ante, stand=True)
    return rounded(2 * ante * requirement.payout, options.rounding)


def at_risk(ante: int, bank: Points, stand: bool) -> Points:
    """What a player with this ante loses: the ante, after a stand three of them or the whole bank (D10, D-o)."""
    return min(3 * ante, bank) if stand else ante


def rounded(amount: Points, rounding: Rounding) -> Points:
    """An amount after the one rounding at the end of its reckoning (D-l)."""
    if rounding is Rounding.FLOOR:
        return amount // 1
    if rounding is Rounding.CEIL:
        return -(-amount // 1)
    return whole_if_possible(amount)


def whole_if_possible(amount: Points) -> Points:
    """The same amount, as an `int` unless there is half a point."""
    return int(amount) if amount == int(amount) else amount


def settle(
    options: QualificationOptions,
    banks: tuple[Points, ...],
    boss: int,
    lost: Mapping[int, Points],
    owed: Mapping[int, Points],
) -> tuple[tuple[Points, ...], tuple[Event, ...]]:
    """The banks after the losers have paid the Boss and then the Boss the winners, and the payments as events.

    A Boss who cannot pay shares out the bank, or goes below zero where the house rules say so (D-n). Protected banks come to
    that only after an announcement without a stand that the Boss' hand did not meet.
    """
    after, events = list(banks), []
    for seat, amount in lost.items():
        after[seat] = whole_if_possible(after[seat] - amount)
        after[boss] = whole_if_possible(after[boss] + amount)
        events.append(Event(EventKind.PAID, seat=seat, other=boss, amount=amount))
    if sum(owed.values()) > after[boss] and options.boss_bank is not BossBank.NEGATIVE:
        owed = shared(after[boss], owed, options.rounding)
    for seat, amount in owed.items():
        after[seat] = whole_if_possible(after[seat] + amount)
        after[boss] = whole_if_possible(after[boss] - amount)
        events.append(Event(EventKind.PAID, seat=boss, other=seat, amount=amount))
    return tuple(after), tuple(event for event in events if event.amount)


def shared(available: Points, owed: Mapping[int, Points], rounding: Rounding) -> dict[int, Points]:
    """Pays `owed` (seat to amount, in seat order) out of a bank that does not cover it, in proportion.

    Shares are cut to whole points (half points where they are paid); what is left then goes out piece by piece in seat
    order, so nothing stays behind.
    """
    unit = Fraction(1, 2) if rounding is Rounding.EXACT else Fraction(1)
    total = sum(owed.values())
    shares = {seat: Fraction(amount * available, total) // unit * unit for seat, amount in owed.items()}
    left = available - sum(shares.values())
    for seat in owed:
        if left < unit:
            break
        shares[seat] += unit
        left -= unit
    return {seat: whole_if_possible(share) for seat, share in shares.items()}
