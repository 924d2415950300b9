"""The settlement: every finished hand with its result, and one chip at a time on its way along the channel."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.view import View
from ui.draw import chips, marks
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens import frame, lanes, tall, wide
from ui.screens.lanes import Columns
from ui.theme import BRASS, LARGE, PORTRAIT, SMALL

FLIGHT = 0.48
"""Seconds in which one payment lands (guide, section 9)."""

_TRAIL = ((0.35, 0.35), (0.18, 0.6), (0.0, 1.0))
"""How far behind the chip its shadows fly, in parts of the way, and how strong they are."""


def draw(canvas: Canvas, view: View) -> None:
    """All lanes with their results; the payment of the view flies while it is under way."""
    frame.background(canvas)
    places = lanes.boxes(canvas.layout, view.lanes)
    lanes.lay_panels(canvas, view.lanes, places)
    frame.header(canvas, view.headline, view.facts)
    columns = lanes.columns(canvas, view, bright=True)
    for lane, box in zip(view.lanes, places, strict=True):
        if canvas.size is PORTRAIT:
            tall.draw(canvas, columns, lane, box)
        else:
            wide.draw(canvas, columns, lane, box)
    _flight(canvas, columns, view, places)
    frame.footer(canvas, view.footer)


def _flight(canvas: Canvas, columns: Columns, view: View, places: Sequence[Box]) -> None:
    payment = view.payment
    if payment is None:
        return
    done = min(1.0, canvas.time / FLIGHT)
    if done >= 1.0:
        return
    boxes = {lane.seat: (box, lane.lit) for lane, box in zip(view.lanes, places, strict=True)}
    ends = [boxes.get(seat) if seat is not None else None for seat in (payment.payer, payment.payee)]
    start, end = (_end(canvas, columns, *found) if found is not None else None for found in ends)
    edge = canvas.size.header * 0.9
    start = start if start is not None else (columns.channel, edge)
    end = end if end is not None else (columns.channel, edge)
    path = _path(columns.channel, start, end)
    marks.polyline(canvas, tuple(path), BRASS, 3 if canvas.size is not SMALL else 2.5, alpha=0.7, dash=2, gap=10)
    radius = {LARGE.name: 18.0, SMALL.name: 13.0, PORTRAIT.name: 25.0}[canvas.size.name]
    at = (1 - math.cos(math.pi * done)) / 2
    for behind, strength in _TRAIL:
        place = at - behind * math.sin(math.pi * done)
        if place < 0:
            continue
        x, y = path[round(place * (len(path) - 1))]
        flying = behind == 0.0
        amount = payment.amount if flying and canvas.size is not SMALL else None
        chips.chip(canvas, x, y, radius if flying else radius * 0.86, amount, alpha=strength)


def _end(canvas: Canvas, columns: Columns, box: Box, lit: bool) -> tuple[float, float]:
    """Where a payment leaves or lands: at the foot of the lane's stack."""
    if canvas.size is PORTRAIT:
        return (columns.stack_lit + 10, box.y + 176) if lit else (columns.stack_shade + 6, box.y + 96)
    if canvas.size is SMALL:
        return (columns.channel - 6, box.bottom - 26) if lit else (columns.channel + 16, box.middle)
    chip = columns.chip_lit if lit else columns.chip_shade
    stack = columns.stack_lit if lit else columns.stack_shade
    return (stack - chip - 6, box.bottom - 42) if lit else (stack - chip - 10, box.bottom - 28)


def _path(channel: float, start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """From a stack into the channel, along it, and out again to the other stack."""
    points = []
    for step in range(61):
        part = step / 60
        out, into = max(0.0, 1 - part / 0.16), max(0.0, (part - 0.86) / 0.14)
        x = channel + (start[0] - channel) * out**2 + (end[0] - channel) * into**2
        points.append((x, start[1] + (end[1] - start[1]) * part))
    return points
