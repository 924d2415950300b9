"""The screens on which somebody throws: first throws and challengers, every lane in its seat's place."""

from __future__ import annotations

from game.view import View
from ui.draw.canvas import Canvas
from ui.screens import frame, lanes, tall, wide
from ui.theme import PORTRAIT


def draw(canvas: Canvas, view: View, *, bright: bool = False) -> None:
    """Header, all lanes, footer; `bright` when the dice of the lanes in the shade are not dimmed."""
    frame.background(canvas)
    places = lanes.boxes(canvas.layout, view.lanes)
    lanes.lay_panels(canvas, view.lanes, places)
    frame.header(canvas, view.headline, view.facts)
    columns = lanes.columns(canvas, view, bright=bright)
    for lane, box in zip(view.lanes, places, strict=True):
        if canvas.size is PORTRAIT:
            tall.draw(canvas, columns, lane, box)
        else:
            wide.draw(canvas, columns, lane, box)
    frame.footer(canvas, view.footer)
