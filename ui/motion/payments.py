"""Chips that change hands, one payment after the other, and what everybody has meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.message import say
from game.view import Fact, Pill, PillView, Screen, View
from ui.motion.acts import Payment

KITTY = say("Kitty")
_PLAYED = frozenset(
    {Screen.REVEAL, Screen.CALL, Screen.CHALLENGERS, Screen.THROWS, Screen.UNCLEAR, Screen.BOSS, Screen.QUALIFICATION}
)
"""Where a round is played; from anywhere else a settlement comes back and nobody pays again."""


@dataclass(frozen=True, slots=True)
class Step:
    """`payment` is in the air while `view` stands: it has left the payer and has not reached the payee."""

    payment: Payment
    view: View


def unpaid(before: View, view: View) -> tuple[View, tuple[Step, ...]]:
    """The view as it is before the first chip moves, and the payments in their order; `view` itself when nothing is paid.

    Losers pay first; then the Boss pays, or the bank goes to the kitty. A Boss who has called up takes the kitty.
    """
    payments = _payments(before, view)
    banks = {lane.seat: lane.bank for lane in view.lanes}
    kitty = view.kitty
    for payment in payments:
        kitty = _moved(banks, kitty, payment.payee, -payment.amount)
        kitty = _moved(banks, kitty, payment.payer, payment.amount)
    if not payments or any(bank is not None and bank < 0 for bank in banks.values()) or kitty < 0:
        return view, ()
    waiting = list(payments)
    start = _with(view, banks, kitty, waiting)
    steps = []
    for payment in payments:
        kitty = _moved(banks, kitty, payment.payer, -payment.amount)
        steps.append(Step(payment, _with(view, banks, kitty, waiting)))
        kitty = _moved(banks, kitty, payment.payee, payment.amount)
        waiting.remove(payment)
    return start, tuple(steps)


def _payments(before: View, view: View) -> list[Payment]:
    if before.screen not in _PLAYED:
        return []
    boss = next((lane for lane in view.lanes if lane.boss), None) or next((lane for lane in view.lanes if lane.lit), None)
    if boss is None or boss.bank is None:
        return []
    if view.screen is not Screen.SETTLEMENT:
        had = next((lane.bank for lane in before.lanes if lane.seat == boss.seat), None)
        taken = before.kitty if view.kitty == 0 and before.screen is Screen.CALL else 0
        return [Payment(taken, None, boss.seat)] if taken and had is not None and boss.bank == had + taken else []
    others = [lane for lane in view.lanes if lane.pill is not None and lane.seat != boss.seat and lane.bank is not None]
    paid = [
        Payment(abs(lane.pill.amount), lane.seat, boss.seat) for lane in others if lane.pill and lane.pill.kind is Pill.PAYS
    ]
    won = [Payment(lane.pill.amount, boss.seat, lane.seat) for lane in others if lane.pill and lane.pill.kind is Pill.COLLECTS]
    born = view.kitty if view.kitty > before.kitty and boss.bank == 0 and not won else 0
    kitty = [Payment(born, boss.seat, None)] if born else []
    return [payment for payment in (*paid, *won, *kitty) if payment.amount > 0]


def _moved(banks: dict[int, int | None], kitty: int, seat: int | None, amount: int) -> int:
    """Adds `amount` to a bank or to the kitty, which it returns."""
    if seat is None:
        return kitty + amount
    bank = banks[seat]
    if bank is not None:
        banks[seat] = bank + amount
    return kitty


def _with(view: View, banks: dict[int, int | None], kitty: int, waiting: list[Payment]) -> View:
    """The view with these banks; what winners have not been paid yet is owed."""
    owed = {payment.payee for payment in waiting}
    lanes = []
    for lane in view.lanes:
        pill = lane.pill
        if pill is not None and pill.kind is Pill.COLLECTS and lane.seat in owed:
            pill = PillView(Pill.OWED, pill.amount)
        lanes.append(replace(lane, bank=banks[lane.seat], pill=pill))
    facts = tuple(Fact(fact.label, kitty) if fact.label == KITTY else fact for fact in view.facts)
    return replace(view, lanes=tuple(lanes), kitty=kitty, facts=facts)
