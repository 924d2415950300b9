"""The leather cup that hides dice: one cup for all of them, standing on its mouth (guide, section 5)."""

from __future__ import annotations

from ui.draw.canvas import Canvas, Part
from ui.draw.sketch import Point, Sketch, Sprite
from ui.text import Align, Face
from ui.theme import BLACK, BONE, WHITE, rgb

_LEATHER = (
    (0.0, rgb("#3A1E10"), 1.0),
    (0.16, rgb("#A06437"), 1.0),
    (0.27, rgb("#74441F"), 1.0),
    (0.62, rgb("#6C3F1E"), 1.0),
    (0.84, rgb("#4C2A13"), 1.0),
    (1.0, rgb("#2A150B"), 1.0),
)
_DARK = rgb("#2A150B")
_STITCH = rgb("#E9C08A")
_TAPER = 0.16


def cup(canvas: Canvas, x: float, y: float, width: float, height: float, hidden: int | None, *, alpha: float = 1.0) -> None:
    """A cup in the box with the top left corner (`x`, `y`); `hidden` is the number on it, `None` for none."""
    if not canvas.part(Part.CUP, x, y, width, height):
        return
    w, h = canvas.px(width), canvas.px(height)
    if alpha >= 1.0:
        canvas.glow(x + width / 2, y + height * 0.98, width * 0.72, height * 0.13, BLACK, 0.8)
    canvas.stamp(x, y, ("cup", w, h), lambda: _build(w, h), alpha=alpha)
    if hidden is not None and alpha >= 1.0:
        canvas.text(x + width / 2, y + height * 0.66, hidden, height * 0.5, BONE, Face.FACT_700, align=Align.MIDDLE)


def _build(w: int, h: int) -> Sprite:
    sketch = Sketch(0, 0, w, h * 1.04)
    body = sketch.blank()
    corner = h * 0.07
    top_left, top_right = w * _TAPER, w * (1 - _TAPER)
    edge: list[Point] = [
        *_curve((top_left, corner), (top_left, 0), (top_left + corner * 1.4, 0)),
        *_curve((top_right - corner * 1.4, 0), (top_right, 0), (top_right, corner)),
        *_curve((w, h * 0.97), (w / 2, h * 1.03), (0, h * 0.97)),
    ]
    body.polygon(edge, WHITE)
    sketch.gradient(body, _LEATHER, 0, w, across=True)

    def side(down: float) -> tuple[float, float]:
        inset = w * _TAPER * (1 - down)
        return inset, w - inset

    (upper_left, upper_right), (lower_left, lower_right) = side(0.84), side(0.97)
    sketch.polygon(
        ((upper_left, h * 0.84), (upper_right, h * 0.84), (lower_right, h * 0.97), (lower_left, h * 0.97)),
        _DARK,
        alpha=0.55,
    )
    left, right = side(0.90)
    seam = ((left + w * 0.04, h * 0.905), (right - w * 0.04, h * 0.905))
    sketch.dashes(seam, _STITCH, max(1.2, h * 0.012), h * 0.045, h * 0.035, alpha=0.8)
    left, right = side(0.12)
    sketch.line(
        ((left + w * 0.05, h * 0.12), (right - w * 0.05, h * 0.12)), _DARK, max(1.2, h * 0.014), alpha=0.6, round_ends=False
    )
    return sketch.finish()


def _curve(start: Point, control: Point, end: Point) -> list[Point]:
    """A quadratic Bezier curve."""
    places = (step / 12 for step in range(13))
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * (1 - t) * t * control[0] + t**2 * end[0],
            (1 - t) ** 2 * start[1] + 2 * (1 - t) * t * control[1] + t**2 * end[1],
        )
        for t in places
    ]
