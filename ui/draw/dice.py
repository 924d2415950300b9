"""Dice as the guide draws them (section 5): real ones solid, the machine's hollow, unread ones without pips."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from game.view import DieState, DieView
from ui.draw.canvas import Canvas, Part
from ui.draw.sketch import Sketch, Sprite, outline
from ui.text import Align, Face
from ui.theme import BLACK, BRASS, LINE, NIGHT, WHITE, Color, tint_of

DEPTH = 1.06
"""Height of a die in sides: the face and what shows of its side."""

PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0.5, 0.5),),
    ((0.27, 0.27), (0.73, 0.73)),
    ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    ((0.27, 0.25), (0.27, 0.5), (0.27, 0.75), (0.73, 0.25), (0.73, 0.5), (0.73, 0.75)),
)
ROLLING_ANGLES = (14.0, -21.0, 33.0, -9.0, 24.0)
ROLLING_LIFTS = (-0.037, 0.046, -0.018, 0.055, 0.0)


def die(
    canvas: Canvas,
    x: float,
    y: float,
    side: float,
    value: int,
    tint: str,
    *,
    dim: bool = False,
    angle: float = 0.0,
    alpha: float = 1.0,
) -> None:
    """A real die with its top left corner at (`x`, `y`); `value` 0 is blank (still rolling)."""
    pixels = canvas.px(side)
    key = ("die", pixels, value, tint, dim, angle)
    canvas.stamp(x, y, key, lambda: _build_die(pixels, value, tint, dim, angle), alpha=alpha)


def well(canvas: Canvas, x: float, y: float, side: float, edge: Color = LINE) -> None:
    """An empty place for a die that is to be thrown."""
    s, line = canvas.px(side), max(1.0, 2 * canvas.layout.scale)

    def build() -> Sprite:
        sketch = Sketch(0, 0, s, s)
        inset = line * 0.75
        sketch.rect(inset, inset, s - 2 * inset, s - 2 * inset, BLACK, radius=s * 0.2, alpha=0.35)
        sketch.rect(inset, inset, s - 2 * inset, s - 2 * inset, edge, radius=s * 0.2, stroke=line, alpha=0.9)
        return sketch.finish()

    canvas.stamp(x, y, ("well", s, line, edge), build)


def unclear(canvas: Canvas, x: float, y: float, side: float) -> None:
    """The place of a die that cannot be read."""
    s = canvas.px(side)

    def build() -> Sprite:
        line = max(3.0 * min(1.0, canvas.layout.scale), s * 0.045)
        sketch = Sketch(-line, -line, s + line, s + line)
        sketch.rect(0, 0, s, s, BLACK, radius=s * 0.2, alpha=0.35)
        sketch.dashes(outline(0, 0, s, s, s * 0.2), BRASS, line, s * 0.13, s * 0.1)
        return sketch.finish()

    canvas.stamp(x, y, ("unclear", s), build)
    canvas.text(x + side / 2, y + side * 0.69, "?", side * 0.58, BRASS, Face.NAME_700, align=Align.MIDDLE)


def house(canvas: Canvas, x: float, y: float, side: float, value: int, *, angle: float = 0.0, alpha: float = 1.0) -> None:
    """A die that the machine threw: hollow, so that it can never pass for a real one; `value` 0 is still rolling."""
    s = canvas.px(side)

    def build() -> Sprite:
        line = max(2.0, s * 0.03)
        wide = s * 0.3 if angle else 0.0
        sketch = Sketch(-line - wide, -s * 0.12 - wide, s + line + wide, s + line + wide)
        sketch.rect(2, 2, s - 4, s - 4, NIGHT, radius=s * 0.2)
        sketch.rect(2, 2, s - 4, s - 4, BRASS, radius=s * 0.2, stroke=line)
        sketch.polygon(((s * 0.36, 2), (s * 0.5, -s * 0.09), (s * 0.64, 2)), BRASS)
        for across, down in PIPS[value]:
            sketch.circle(across * s, down * s, s * 0.085, BRASS, stroke=max(1.5, s * 0.035))
        return sketch.finish(angle)

    canvas.stamp(x, y, ("house", s, value, angle), build, alpha=alpha)


def rail(canvas: Canvas, x: float, y: float, width: float, side: float) -> None:
    """The brass rail of kept dice: (`x`, `y`) is the top left corner of the first die, `width` that of all kept dice."""
    w, s = canvas.px(width), canvas.px(side)

    def build() -> Sprite:
        thick = max(4.0 * canvas.layout.scale, s * 0.065)
        tick = max(8.0 * canvas.layout.scale, s * 0.16)
        reach = s * 0.07
        sketch = Sketch(-reach, -tick, w + reach, thick + 1)
        sketch.rect(-reach, 0, w + 2 * reach, thick, BRASS, radius=thick / 2)
        sketch.rect(-reach, -tick, thick, tick + thick, BRASS, radius=thick / 2)
        sketch.rect(w + reach - thick, -tick, thick, tick + thick, BRASS, radius=thick / 2)
        return sketch.finish()

    canvas.stamp(x, y + side * (DEPTH + 0.07), ("rail", w, s), build)


def cursor(canvas: Canvas, x: float, y: float, side: float, *, arrow: bool) -> None:
    """The brass ring around a die that is being corrected, and the arrow above it."""
    s = canvas.px(side)
    line = canvas.px(7 if arrow else 5)
    away = canvas.px(14 if arrow else 9)

    def build() -> Sprite:
        high = s * DEPTH + 2 * away
        sketch = Sketch(-away - line, -away - line - s * 0.2, s + away + line, s * DEPTH + away + line)
        sketch.rect(-away, -away, s + 2 * away, high, BRASS, radius=s * 0.2 + away * 0.7, stroke=line)
        if arrow:
            top, half = -away - s * 0.145, s * 0.13
            sketch.polygon(((s / 2 - half, top), (s / 2 + half, top), (s / 2, -away)), BRASS)
        return sketch.finish()

    canvas.stamp(x, y, ("cursor", s, line, away, arrow), build)


def row_width(side: float, gap: float, count: int) -> float:
    """Width of `count` dice in a row."""
    return count * side + max(0, count - 1) * gap


def row(
    canvas: Canvas,
    x: float,
    y: float,
    side: float,
    gap: float,
    dice: Sequence[DieView],
    tint: str,
    *,
    dim: bool = False,
    edge: Color = LINE,
    part: Part = Part.DICE,
) -> None:
    """The dice of one hand from left to right, the kept ones on their rail; as a `part` they may be left out."""
    if not canvas.part(part, x, y, row_width(side, gap, len(dice)), side):
        return
    for index, view in enumerate(dice):
        one(canvas, x + index * (side + gap), y, side, view, tint, index=index, dim=dim and not view.kept, edge=edge)
    for kept, group in groupby(range(len(dice)), key=lambda index: dice[index].kept):
        if kept:
            run = list(group)
            rail(canvas, x + run[0] * (side + gap), y, row_width(side, gap, len(run)), side)


def one(
    canvas: Canvas,
    x: float,
    y: float,
    side: float,
    view: DieView,
    tint: str,
    *,
    index: int = 0,
    dim: bool = False,
    edge: Color = LINE,
) -> None:
    """One place of a hand in its state; `index` varies how rolling dice are turned."""
    match view.state:
        case DieState.FACE if view.value is not None:
            if view.house:
                house(canvas, x, y, side, view.value)
            else:
                die(canvas, x, y, side, view.value, tint, dim=dim)
        case DieState.ROLLING:
            turn = index % len(ROLLING_ANGLES)
            rolling(canvas, x, y + side * ROLLING_LIFTS[turn], side, tint, ROLLING_ANGLES[turn], house_die=view.house)
        case DieState.UNCLEAR:
            unclear(canvas, x, y, side)
        case _:
            well(canvas, x, y, side, edge)


def rolling(canvas: Canvas, x: float, y: float, side: float, tint: str, angle: float, *, house_die: bool) -> None:
    """A die that has not come to rest: blank, a little smaller, turned by `angle` degrees."""
    if house_die:
        house(canvas, x + side * 0.1, y + side * 0.1, side * 0.8, 0, angle=angle)
    else:
        die(canvas, x + side * 0.1, y + side * 0.1, side * 0.8, 0, tint, angle=angle)


def _build_die(s: int, value: int, tint: str, dim: bool, angle: float) -> Sprite:
    colors = tint_of(tint)
    radius = s * 0.2
    sketch = Sketch(-s * 0.3, -s * 0.3, s * 1.3, s * 1.3) if angle else Sketch(-2, -2, s * 1.04 + 1, s * 1.11 + 1)
    sketch.rect(s * 0.03, s * 0.11, s, s, BLACK, radius=radius, alpha=0.45)
    sketch.rect(0, s * 0.06, s, s, colors.side, radius=radius)
    sketch.rect(0, 0, s, s, colors.face, radius=radius)
    gloss = sketch.blank()
    gloss.rect(s * 0.03, s * 0.025, s * 0.94, s * 0.5, WHITE, radius=radius * 0.9)
    strength = 0.26 if colors.pale else 0.13
    sketch.gradient(gloss, ((0.0, WHITE, strength), (1.0, WHITE, 0.0)), s * 0.025, s * 0.525)
    rim = max(1.2, s * 0.018)
    sketch.rect(1, 1, s - 2, s - 2, WHITE, radius=radius - 1, stroke=rim, alpha=0.22 if colors.pale else 0.42)
    pip = s * (0.125 if value == 1 else 0.092)
    for across, down in PIPS[value]:
        sketch.circle(across * s, down * s + s * 0.012, pip, WHITE, alpha=0.16)
        sketch.circle(across * s, down * s, pip, colors.pip)
    if dim:
        sketch.rect(-1, -1, s + 2, s * 1.08 + 2, NIGHT, radius=radius, alpha=0.27)
    return sketch.finish(angle)
