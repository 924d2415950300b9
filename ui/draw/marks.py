"""Small brass and bone marks: the Boss plate, the wedge, result pills, horseshoes, arrows and ticks (guide, section 6)."""

from __future__ import annotations

import math

from game.message import say
from game.view import Pill, PillView
from ui.draw.canvas import Canvas, Part
from ui.draw.sketch import Sketch, Sprite, arc, outline
from ui.text import Align, Face
from ui.theme import BONE, BRASS, FOG, INK, NIGHT, Color
from ui.words import MINUS, number


def plate_size(canvas: Canvas, size: float) -> tuple[float, float]:
    """Width and height of the Boss plate at a type size."""
    return canvas.measure(say("BOSS"), Face.FACT_700, size) + size * 0.9, size * 1.32


def plate(canvas: Canvas, x: float, y: float, size: float) -> float:
    """The Boss' brass plate, the only filled label on a screen; returns its width."""
    width, height = plate_size(canvas, size)
    if not canvas.part(Part.PLATE, x, y, width, height):
        return width
    w, h, rivets = canvas.px(width), canvas.px(height), size >= 30
    unit = canvas.layout.scale

    def build() -> Sprite:
        sketch = Sketch(0, 0, w, h)
        sketch.rect(0, 0, w, h, BRASS, radius=h * 0.2)
        if rivets:
            inset = 3 * unit
            sketch.rect(
                inset, inset, w - 2 * inset, h - 2 * inset, INK, radius=h * 0.15, stroke=max(1.0, 1.5 * unit), alpha=0.5
            )
            for place in (size * unit * 0.2, w - size * unit * 0.2):
                sketch.circle(place, h / 2, size * unit * 0.055, INK, alpha=0.7)
        return sketch.finish()

    canvas.stamp(x, y, ("plate", w, h, rivets), build)
    canvas.text(x + width / 2, y + height / 2 + size * 0.343, say("BOSS"), size, INK, Face.FACT_700, align=Align.MIDDLE)
    return width


def wedge(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Whose turn it is: a brass wedge that points right, its base at `x`, centred on `y`."""
    s = canvas.px(size)

    def build() -> Sprite:
        sketch = Sketch(0, -s, s, s)
        sketch.polygon(((0, -s), (s * 0.95, 0), (0, s)), BRASS)
        return sketch.finish()

    canvas.stamp(x, y, ("wedge", s), build)


def pill_width(canvas: Canvas, size: float, view: PillView) -> float:
    """Width of a result pill at a type size; it grows with the amount."""
    return max(size * 2.75, canvas.measure(_pill_text(view), Face.FACT_700, size) + size * 1.55)


def pill(canvas: Canvas, right: float, middle: float, size: float, view: PillView) -> None:
    """A result: paid (outlined, up), owed (dashed, down), collected (filled, down) or a tie (outlined, two bars)."""
    width, height = pill_width(canvas, size, view), size * 1.48
    text = _pill_text(view)
    x, y = right - width, middle - height / 2
    w, h, k = canvas.px(width), canvas.px(height), canvas.px(size) * 0.27
    unit = canvas.layout.scale
    kind = view.kind
    color = INK if kind is Pill.COLLECTS else FOG if kind is Pill.OWED else BONE

    def build() -> Sprite:
        sketch = Sketch(0, 0, w, h)
        inset, line = 1.5 * unit, max(1.2, 2.5 * unit)
        if kind is Pill.OWED:
            edge = outline(inset, inset, w - 2 * inset, h - 2 * inset, h / 2 - inset)
            sketch.dashes(edge, FOG, line, 9 * unit, 7 * unit)
        elif kind is Pill.COLLECTS:
            sketch.rect(0, 0, w, h, BONE, radius=h / 2)
        else:
            sketch.rect(inset, inset, w - 2 * inset, h - 2 * inset, NIGHT, radius=h / 2)
            sketch.rect(inset, inset, w - 2 * inset, h - 2 * inset, BONE, radius=h / 2, stroke=line)
        x0, y0 = h * 0.55, h / 2
        if kind is Pill.TIE:
            sketch.rect(x0 - k, y0 - k * 0.6, 2 * k, k * 0.4, color)
            sketch.rect(x0 - k, y0 + k * 0.25, 2 * k, k * 0.4, color)
        elif kind is Pill.PAYS:
            sketch.polygon(((x0 - k, y0 + k * 0.7), (x0 + k, y0 + k * 0.7), (x0, y0 - k)), color)
        else:
            sketch.polygon(((x0 - k, y0 - k * 0.7), (x0 + k, y0 - k * 0.7), (x0, y0 + k)), color)
        return sketch.finish()

    canvas.stamp(x, y, ("pill", w, h, kind), build)
    text_middle = (x + height * 0.55 + size * 0.27 + right - height * 0.2) / 2
    canvas.text(text_middle, middle + size * 0.343, text, size, color, Face.FACT_700, align=Align.MIDDLE)


def _pill_text(view: PillView) -> str:
    if view.kind is Pill.TIE:
        return "0"
    sign = MINUS if view.kind is Pill.PAYS else "+"
    return sign + number(abs(view.amount))


def horseshoe(canvas: Canvas, x: float, y: float, radius: float, *, won: bool, edge: Color = FOG) -> None:
    """A horse: filled brass with nail holes when won, an outline when open; the shoe opens downwards."""
    r, line = canvas.px(radius), max(1.5, 2.5 * canvas.layout.scale)

    def build() -> Sprite:
        sketch = Sketch(-r * 1.3, -r * 1.3, r * 1.3, r * 1.3)
        if not won:
            half = r * 0.25 - line / 2
            ends = [(r * math.sin(math.radians(turn)), -r * math.cos(math.radians(turn))) for turn in (140, -140)]
            edge_line = [
                *arc(0, 0, r + half, -140, 140),
                *arc(*ends[0], half, 140 - 90 + 90, 140 + 180),
                *arc(0, 0, r - half, 140, -140),
                *arc(*ends[1], half, -140 - 180, -140),
            ]
            sketch.line([*edge_line, edge_line[0]], edge, line)
            return sketch.finish()
        sketch.line(arc(0, 0, r, -140, 140), BRASS, r * 0.5)
        for angle in (-120, -80, -40, 40, 80, 120):
            turn = math.radians(angle)
            sketch.circle(r * math.sin(turn), -r * math.cos(turn), r * 0.075, INK)
        return sketch.finish()

    canvas.stamp(x, y, ("horseshoe", r, won, edge), build)


def tick(canvas: Canvas, x: float, y: float, size: float, color: Color) -> None:
    """A check mark with its lower corner at (`x`, `y`)."""
    s = canvas.px(size)

    def build() -> Sprite:
        sketch = Sketch(-s * 0.7, -s * 1.4, s * 1.3, s * 0.3)
        sketch.line(((-s * 0.5, -s * 0.5), (0, 0), (s, -s * 1.1)), color, s * 0.25)
        return sketch.finish()

    canvas.stamp(x, y, ("tick", s, color), build)


def arrow(
    canvas: Canvas, x: float, y: float, dx: float, dy: float, thickness: float, color: Color, *, head: float | None = None
) -> None:
    """An arrow from (`x`, `y`) by (`dx`, `dy`); `head` is half the width of its head."""
    unit = canvas.layout.scale
    end_x, end_y, line = dx * unit, dy * unit, thickness * unit
    half = (head if head is not None else thickness * 2.6) * unit
    length = math.hypot(end_x, end_y)
    along_x, along_y = end_x / length, end_y / length
    base_x, base_y = end_x - along_x * half * 1.75, end_y - along_y * half * 1.75

    def build() -> Sprite:
        reach = half + line
        sketch = Sketch(min(0.0, end_x) - reach, min(0.0, end_y) - reach, max(0.0, end_x) + reach, max(0.0, end_y) + reach)
        sketch.line(((0, 0), (base_x + along_x, base_y + along_y)), color, line)
        sketch.polygon(
            (
                (base_x - along_y * half, base_y + along_x * half),
                (end_x, end_y),
                (base_x + along_y * half, base_y - along_x * half),
            ),
            color,
        )
        return sketch.finish()

    canvas.stamp(x, y, ("arrow", round(end_x, 1), round(end_y, 1), round(line, 1), round(half, 1), color), build)


def polyline(
    canvas: Canvas,
    points: tuple[tuple[float, float], ...],
    color: Color,
    thickness: float,
    *,
    alpha: float = 1.0,
    dash: float = 0.0,
    gap: float = 0.0,
) -> None:
    """A line through `points` in units of the screen, dashed when `dash` is more than nothing."""
    unit = canvas.layout.scale
    left, top = min(x for x, _ in points), min(y for _, y in points)
    places = [((x - left) * unit, (y - top) * unit) for x, y in points]

    def build() -> Sprite:
        reach = thickness * unit
        right, bottom = max(x for x, _ in places), max(y for _, y in places)
        sketch = Sketch(-reach, -reach, right + reach, bottom + reach)
        if dash > 0:
            sketch.dashes(places, color, thickness * unit, dash * unit, gap * unit, alpha=alpha, round_ends=True)
        else:
            sketch.line(places, color, thickness * unit, alpha=alpha)
        return sketch.finish()

    key = tuple((round(x - left, 2), round(y - top, 2)) for x, y in points)
    canvas.stamp(left, top, ("line", key, color, thickness, alpha, dash, gap), build)
