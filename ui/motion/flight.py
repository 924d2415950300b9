"""A chip on its way from one stack to another, along the channel left of the stacks (guide, section 6)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.view import View
from ui.draw import chips, marks
from ui.draw.canvas import Canvas, Part, PartKey, Place
from ui.motion.acts import Payment
from ui.motion.ease import in_out
from ui.motion.payments import KITTY
from ui.screens import lanes
from ui.screens.lanes import Columns
from ui.theme import BRASS, LARGE, PORTRAIT, SMALL

_TRAIL = ((0.35, 0.35), (0.18, 0.6), (0.0, 1.0))
"""How far behind the chip its shadows fly, in parts of the way, and how strong they are."""

Points = list[tuple[float, float]]


def fly(canvas: Canvas, view: View, parts: Mapping[PartKey, Place], payment: Payment, done: float) -> None:
    """The chip of `payment` after `done` (0..1) of its time, over the lanes of `view` whose parts stand at `parts`."""
    if payment.payer is None or payment.payee is None:
        bank = parts.get((Part.BANK, payment.payer if payment.payee is None else payment.payee))
        kitty = parts.get((Part.FACT, KITTY))
        if bank is not None and kitty is not None:
            ends = (_middle(bank), _middle(kitty))
            along(canvas, _bow(*(ends if payment.payee is None else ends[::-1]), 0.0), done, payment.amount)
        return
    columns = lanes.columns(canvas, view, bright=True)
    lit = {lane.seat: lane.lit for lane in view.lanes}
    start, end = (
        _foot(canvas, columns, parts[Part.LANE, seat], lit.get(seat, False)) for seat in (payment.payer, payment.payee)
    )
    path = _path(columns.channel, start, end)
    marks.polyline(canvas, tuple(path), BRASS, 3 if canvas.size is not SMALL else 2.5, alpha=0.7, dash=2, gap=10)
    along(canvas, path, done, payment.amount)


def into_bowl(canvas: Canvas, bank: Place, bowl: Place, amount: int, done: float) -> None:
    """A chip from a bank into the tin bowl, in a bow over its rim; gone behind the rim at the end."""
    x, y, width, height = bowl
    along(canvas, _bow(_middle(bank), (x + width / 2, y + height * 0.05), height * 0.9), done, amount)


def _middle(place: Place) -> tuple[float, float]:
    return place[0] + place[2] / 2, place[1] + place[3] / 2


def _bow(start: tuple[float, float], end: tuple[float, float], rise: float) -> Points:
    """A curve that rises above both ends."""
    top = min(start[1], end[1]) - rise
    points = []
    for step in range(61):
        part = step / 60
        x = start[0] + (end[0] - start[0]) * part
        points.append((x, (1 - part) ** 2 * start[1] + 2 * (1 - part) * part * top + part**2 * end[1]))
    return points


def along(canvas: Canvas, path: Points, done: float, amount: int) -> None:
    """A chip and its shadows on a path of many points."""
    radius = {LARGE.name: 18.0, SMALL.name: 13.0, PORTRAIT.name: 25.0}[canvas.size.name]
    at = in_out(done)
    for behind, strength in _TRAIL:
        place = at - behind * math.sin(math.pi * done)
        if place < 0:
            continue
        x, y = path[round(place * (len(path) - 1))]
        flying = behind == 0.0
        shown = amount if flying and canvas.size is not SMALL else None
        chips.chip(canvas, x, y, radius if flying else radius * 0.86, shown, alpha=strength)


def _foot(canvas: Canvas, columns: Columns, place: Place, lit: bool) -> tuple[float, float]:
    """Where a payment leaves or lands: at the foot of the lane's stack."""
    _, top, _, height = place
    bottom = top + height
    if canvas.size is PORTRAIT:
        return (columns.stack_lit + 10, top + 176) if lit else (columns.stack_shade + 6, top + 96)
    if canvas.size is SMALL:
        return (columns.channel - 6, bottom - 26) if lit else (columns.channel + 16, top + height / 2)
    chip = columns.chip_lit if lit else columns.chip_shade
    stack = columns.stack_lit if lit else columns.stack_shade
    return (stack - chip - 6, bottom - 42) if lit else (stack - chip - 10, bottom - 28)


def _path(channel: float, start: tuple[float, float], end: tuple[float, float]) -> Points:
    """From a stack into the channel, along it, and out again to the other stack."""
    points = []
    for step in range(61):
        part = step / 60
        out, into = max(0.0, 1 - part / 0.16), max(0.0, (part - 0.86) / 0.14)
        x = channel + (start[0] - channel) * out**2 + (end[0] - channel) * into**2
        points.append((x, start[1] + (end[1] - start[1]) * part))
    return points
