"""The screens of the Boss before the challengers: who is Boss and what is kept, and the call."""

from __future__ import annotations

from game.view import View
from ui.draw.canvas import Canvas
from ui.screens import decision, frame, lanes, tall, wide
from ui.theme import PORTRAIT


def draw(canvas: Canvas, view: View, *, bright: bool = False) -> None:
    """The Boss' lane in full on top, the others below."""
    frame.background(canvas)
    places = lanes.boxes(canvas.layout, view.lanes, feature=True)
    lanes.lay_panels(canvas, view.lanes, places)
    frame.header(canvas, view.headline, view.facts)
    duel = all(lane.bank is None for lane in view.lanes)
    columns = lanes.columns(canvas, view, bright=bright or duel)
    for lane, box in zip(view.lanes, places, strict=True):
        if lane.lit:
            decision.draw(canvas, columns, lane, box)
        elif canvas.size is PORTRAIT:
            tall.draw(canvas, columns, lane, box)
        else:
            wide.draw(canvas, columns, lane, box)
    frame.footer(canvas, view.footer)
