"""Chips: stacks seen from the edge, single ones from above, and the kitty's tin bowl (guide, section 6)."""

from __future__ import annotations

import math

from ui.draw.canvas import Canvas, Part
from ui.draw.sketch import Sketch, Sprite
from ui.text import Align, Face
from ui.theme import BLACK, BRASS, INK, LINE, NOTCH, SHEEN, WHITE, mixed, rgb

FULL = 12
"""Chips in a full stack, which is one starting bank."""

_SHIFTS = (0.0, 0.11, 0.05, 0.15, 0.08)
_TIN = rgb("#8A9AA1")
_TIN_EDGE = rgb("#B9C6CB")
_LIT_BRASS = mixed(BRASS, SHEEN, 0.55)
_LIT_NOTCH = mixed(NOTCH, SHEEN, 0.55)
_COLUMN_GAP = 0.16


def count_of(bank: int, starting_bank: int) -> int:
    """How many chips stand for a bank: twelve for the starting bank, none only for nothing."""
    if bank <= 0 or starting_bank <= 0:
        return 0
    return max(1, round(bank * FULL / starting_bank))


def columns_of(chips: int) -> int:
    return max(1, math.ceil(chips / FULL))


def stack_width(chips: int, width: float) -> float:
    """Width of the stacks of `chips` chips that are `width` wide."""
    columns = columns_of(chips)
    return columns * width + (columns - 1) * width * _COLUMN_GAP


def width_for(columns: int, room: float, most: float) -> float:
    """The widest chip, at most `most`, with which `columns` stacks go into `room`."""
    return min(most, room / (columns + (columns - 1) * _COLUMN_GAP))


def stack(canvas: Canvas, right: float, base: float, chips: int, width: float, thickness: float, gap: float) -> float:
    """Stacks of twelve on a common base line, right-aligned, the unfinished one at the right; returns their width.

    Nothing becomes a line.
    """
    scale = canvas.layout.scale
    w, thick, space = width * scale, max(1.0, thickness * scale), gap * scale
    canvas.stamp(
        right - stack_width(chips, width),
        base,
        ("stack", chips, round(w, 2), round(thick, 2), round(space, 2)),
        lambda: _build_stack(chips, w, thick, space),
    )
    return stack_width(chips, width)


def chip(canvas: Canvas, x: float, y: float, radius: float, amount: int | None = None, *, alpha: float = 1.0) -> None:
    """A chip seen from above, around (`x`, `y`)."""
    r = canvas.px(radius)

    def build() -> Sprite:
        sketch = Sketch(-r, -r, r, r * 1.12)
        sketch.circle(0, r * 0.1, r, BLACK, alpha=0.5)
        sketch.circle(0, 0, r, BRASS)
        for notch in range(8):
            angle, half = notch * math.pi / 4, 0.17
            sketch.polygon(
                [
                    (length * math.cos(angle + turn), length * math.sin(angle + turn))
                    for length, turn in ((r, -half), (r, half), (r * 0.72, half), (r * 0.72, -half))
                ],
                NOTCH,
            )
        sketch.circle(0, 0, r * 0.66, NOTCH, stroke=max(1.2, r * 0.07))
        return sketch.finish()

    canvas.stamp(x, y, ("chip", r), build, alpha=alpha)
    if amount is not None and alpha >= 1.0:
        canvas.text(x, y + radius * 0.33, amount, radius * 0.92, INK, Face.FACT_700, align=Align.MIDDLE)


def bowl(canvas: Canvas, x: float, y: float, width: float, height: float, chips: int) -> None:
    """The tin bowl of the kitty with up to three of its chips showing above the rim."""
    w, h = canvas.px(width), canvas.px(height)
    canvas.glow(x + width / 2, y + height, width * 0.6, height * 0.2, BLACK, 0.8)
    for index in range(min(chips, 3) if canvas.part(Part.BOWL, x, y, width, height) else 0):
        chip(canvas, x + width / 2, y + height * 0.02 - index * width * 0.06, width * 0.2)

    def build() -> Sprite:
        sketch = Sketch(-w * 0.05, 0, w * 1.05, h)
        edge = [
            (w / 2 + w / 2 * math.cos(turn), h * 0.22 + h * 0.76 * math.sin(turn) ** 0.8)
            for turn in (step * math.pi / 32 for step in range(33))
        ]
        sketch.polygon(edge, _TIN)
        shine = sketch.blank()
        shine.polygon(edge, WHITE)
        sketch.gradient(
            shine,
            ((0.0, rgb("#1C262B"), 0.85), (0.3, rgb("#D7E2E5"), 0.35), (0.55, WHITE, 0.1), (1.0, rgb("#0B1115"), 0.85)),
            0,
            w,
            across=True,
        )
        rim = w * 0.038
        sketch.rect(-rim, h * 0.16, w + 2 * rim, h * 0.1, _TIN_EDGE, radius=h * 0.05)
        sketch.rect(-rim, h * 0.16, w + 2 * rim, h * 0.04, WHITE, radius=h * 0.02, alpha=0.35)
        return sketch.finish()

    canvas.stamp(x, y, ("bowl", w, h), build)


def _build_stack(chips: int, w: float, thick: float, gap: float) -> Sprite:
    if chips == 0:
        sketch = Sketch(0, -thick, w, 0)
        line = max(2.0, thick * 0.6)
        sketch.rect(0, -line, w, line, LINE, radius=line / 2)
        return sketch.finish()
    height = min(chips, FULL) * (thick + gap)
    sketch = Sketch(0, -height, stack_width(chips, w), 0)
    for index in range(chips):
        column, level = divmod(index, FULL)
        x, y = column * w * (1 + _COLUMN_GAP), -level * (thick + gap) - thick
        sketch.rect(x, y, w, thick, BRASS, radius=thick * 0.4)
        shift = _SHIFTS[(index * 7 + column) % len(_SHIFTS)]
        shine = max(1.0, thick * 0.22)
        sketch.rect(x + w * 0.03, y, w * 0.94, shine, _LIT_BRASS, radius=thick * 0.1)
        for place in (0.10, 0.40, 0.70):
            sketch.rect(x + w * (place + shift), y, w * 0.10, thick, NOTCH)
            sketch.rect(x + w * (place + shift), y, w * 0.10, shine, _LIT_NOTCH)
    return sketch.finish()
