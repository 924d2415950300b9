"""The two buttons as pictures of the real ones: green with a triangle, red with a cross (guide, section 7)."""

from __future__ import annotations

from game.sighting import Button
from game.view import Lamp
from ui.draw.canvas import Canvas
from ui.draw.sketch import Sketch, Sprite
from ui.theme import (
    LINE,
    OFF,
    OFF_BODY,
    OFF_SYMBOL,
    UP,
    UP_BODY,
    UP_SYMBOL,
    WHITE,
    rgb,
)

_RING = rgb("#46565E")
_HOLE = rgb("#05090B")
_DARK_BODY = rgb("#10181C")
_DARK_SYMBOL = rgb("#52646D")


def halo(canvas: Canvas, x: float, y: float, radius: float, button: Button, *, alpha: float = 0.55) -> None:
    """The light of a lit button."""
    canvas.glow(x, y, radius * 2.1, radius * 2.1, UP if button is Button.GREEN else OFF, alpha)


def button(canvas: Canvas, x: float, y: float, radius: float, which: Button, lamp: Lamp, *, halo_too: bool = True) -> None:
    """A button around (`x`, `y`), with its halo when lit."""
    if lamp is Lamp.LIT and halo_too:
        halo(canvas, x, y, radius, which)
    r = canvas.px(radius)
    canvas.stamp(x, y, ("button", r, which, lamp), lambda: _build(r, which, lamp))


def _build(r: int, which: Button, lamp: Lamp) -> Sprite:
    green = which is Button.GREEN
    color, body, lit_symbol = (UP, UP_BODY, UP_SYMBOL) if green else (OFF, OFF_BODY, OFF_SYMBOL)
    reach = r * 1.08
    sketch = Sketch(-reach, -reach, reach, reach)
    sketch.circle(0, 0, r, _HOLE)
    sketch.circle(0, 0, r, _RING, stroke=max(1.5, r * 0.07))
    inner = r * 0.82
    if lamp is Lamp.LIT:
        sketch.circle(0, 0, inner, color)
        sketch.circle(0, -r * 0.1, inner * 0.86, WHITE, alpha=0.12)
        symbol = lit_symbol
    elif lamp is Lamp.QUIET:
        sketch.circle(0, 0, inner, body)
        sketch.circle(0, 0, inner, color, stroke=max(2.0, r * 0.08))
        symbol = color
    else:
        sketch.circle(0, 0, inner, _DARK_BODY)
        sketch.circle(0, 0, inner, LINE, stroke=max(1.2, r * 0.05))
        symbol = _DARK_SYMBOL
    k = r * 0.4
    if green:
        corners = ((0.0, -k * 1.05), (k * 1.15, k * 0.75), (-k * 1.15, k * 0.75))
        sketch.polygon(corners, symbol)
        sketch.line((*corners, corners[0]), symbol, r * 0.08)
    else:
        sketch.line(((-k * 0.85, -k * 0.85), (k * 0.85, k * 0.85)), symbol, r * 0.24)
        sketch.line(((-k * 0.85, k * 0.85), (k * 0.85, -k * 0.85)), symbol, r * 0.24)
    return sketch.finish()
