"""The cup is lifted: the Boss' lane in the light, all finished hands bright."""

from __future__ import annotations

from game.view import View
from ui.draw.canvas import Canvas
from ui.screens import boss, throws


def draw(canvas: Canvas, view: View) -> None:
    """As the call while the cup still stands; as a settlement without results once the dice are seen."""
    waits = any(lane.lit and lane.cup > 0 for lane in view.lanes)
    if waits:
        boss.draw(canvas, view, bright=True)
    else:
        throws.draw(canvas, view, bright=True)
