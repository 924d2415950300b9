"""The Boss' choice in Qualification Dice: twelve requirements with their odds, and what the chosen one can cost."""

from __future__ import annotations

from game.message import say
from game.view import QualificationView, RequirementView, View
from ui.draw import dice, marks, panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite
from ui.screens import frame
from ui.text import Align, Face
from ui.theme import BONE, BRASS, EDGE, FOG, INK, LARGE, MIST, PORTRAIT, RAISE, SAND, rgb

_OPEN_LIT = rgb("#B89A6A")


def draw(canvas: Canvas, view: View) -> None:
    """Steps on top, the requirements in two columns (portrait: one), the detail strip at the bottom."""
    frame.background(canvas)
    if view.qualification is None:
        frame.header(canvas, view.headline, view.facts)
    else:
        _body(canvas, view, view.qualification)
    frame.footer(canvas, view.footer)


def _body(canvas: Canvas, view: View, choice: QualificationView) -> None:
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    steps = 64.0 if portrait else 48.0 if large else 34.0
    strip = 250.0 if portrait else 108.0 if large else 62.0
    labels = 54.0 if portrait else 40.0 if large else 0.0
    top = layout.top + (4 if portrait else -2)
    rows_top = top + steps + labels + (10 if portrait else 4)
    columns = 1 if portrait else 2
    count = -(-max(1, len(choice.rows)) // columns)
    gap = 8.0 if portrait else 4.0 if large else 2.0
    foot = layout.bottom - strip - (14 if portrait else 10 if large else 5)
    height = min((foot - rows_top - gap * (count - 1)) / count, 90.0 if portrait else 62.0)
    between = 8.0 if large else 6.0
    width = (layout.right - layout.left - between * (columns - 1)) / columns
    places = [
        Box(layout.left + (index // count) * (width + between), rows_top + (index % count) * (height + gap), width, height)
        for index in range(len(choice.rows))
    ]
    for index, box in enumerate(places):
        if index != choice.chosen:
            panels.panel(canvas, box)
    lit = places[choice.chosen]
    panels.lamp(canvas, lit)
    panels.lit(canvas, lit)
    marks.wedge(canvas, lit.x - 12 * height / 46, lit.middle, 18 * min(1.4, height / 46))
    frame.header(canvas, view.headline, view.facts)
    _steps(canvas, choice, top, steps)
    if labels:
        for column in range(columns):
            _labels(canvas, layout.left + column * (width + between), width, rows_top - 10)
    for index, (row, box) in enumerate(zip(choice.rows, places, strict=True)):
        _row(canvas, index + 1, row, box, lit=index == choice.chosen)
    _strip(canvas, choice, Box(layout.left, layout.bottom - strip, layout.right - layout.left, strip))


def _ends(width: float, *, portrait: bool, large: bool) -> tuple[float, float, float]:
    """Right ends of the columns dice, odds and pays from the left edge of a row."""
    if portrait:
        return width - 290, width - 150, width - 30
    return (width - 152, width - 82, width - 22) if large else (width - 118, width - 58, width - 8)


def _steps(canvas: Canvas, choice: QualificationView, top: float, height: float) -> None:
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    pixels = 38.0 if portrait else 30.0 if large else 22.0
    gap = 28.0 if large else 14.0
    room = canvas.layout.right - canvas.layout.left
    pad = 24.0 if large else 18.0

    def width_of(size: float) -> list[float]:
        return [canvas.measure(said, Face.FACT_700, size) + size + 2 * pad for said in choice.steps]

    while pixels > 16 and sum(width_of(pixels)) + gap * (len(choice.steps) - 1) > room:
        pixels -= 1
    x = canvas.layout.left
    for index, (said, width) in enumerate(zip(choice.steps, width_of(pixels), strict=True)):
        on = index == choice.step
        box = Box(x, top, width, height)
        if on:
            panels.panel(canvas, box, BRASS, radius=height / 2)
        else:
            panels.frame(canvas, box, EDGE, radius=height / 2, alpha=1.0)
        y = box.middle + pixels * 0.343
        canvas.text(x + pad, y, index + 1, pixels, INK if on else MIST, Face.FACT_700)
        canvas.text(x + pad + pixels, y, said, pixels, INK if on else MIST, Face.FACT_700 if on else Face.FACT_600)
        x += width
        if index + 1 < len(choice.steps):
            marks.polyline(canvas, ((x + gap * 0.2, box.middle), (x + gap * 0.8, box.middle)), EDGE, 3)
        x += gap


def _labels(canvas: Canvas, x: float, width: float, y: float) -> None:
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    ends = _ends(width, portrait=portrait, large=large)
    used = ends[0] - (24.0 if portrait else 12.0)
    for said, end in zip((say("dice"), say("odds"), say("pays")), (used, *ends[1:]), strict=True):
        canvas.text(x + end, y, said, 36 if portrait else 26, MIST, Face.FACT_600, align=Align.RIGHT)


def _row(canvas: Canvas, number: int, row: RequirementView, box: Box, *, lit: bool) -> None:
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    name, figure = (44.0, 46.0) if portrait else (28.0, 30.0) if large else (22.0, 22.0)
    color = BONE if lit else FOG
    squares = large or portrait
    used, odds, pays = _ends(box.width, portrait=portrait, large=large)
    y = box.middle + figure * 0.343
    number_end = 76.0 if portrait else 50.0 if large else 28.0
    canvas.text(box.x + number_end, y, number, name, color if lit else MIST, Face.FACT_700, align=Align.RIGHT)
    square = 24.0 if portrait else 14.0 if large else 9.0
    step = square + (6 if portrait else 3 if large else 2)
    dice_x = used - 5 * step + (step - square)
    name_end = dice_x - (20 if portrait else 8) if squares else odds - 62
    start = number_end + (18 if portrait else 16 if large else 8)
    canvas.text(
        box.x + start,
        y,
        row.name,
        name,
        color,
        (Face.NAME_700 if lit else Face.NAME_500) if squares else (Face.FACT_700 if lit else Face.FACT_600),
        width=name_end - start,
        smallest=25 if squares else None,
    )
    for index in range(5 if squares else 0):
        _square(canvas, box.x + dice_x + index * step, box.middle - square / 2, square, full=index < row.dice, lit=lit)
    canvas.text(box.x + odds, y, f"{row.odds} %", figure, color, Face.FACT_700, align=Align.RIGHT)
    canvas.text(box.x + pays, y, row.pays, figure, color, Face.FACT_700, align=Align.RIGHT)


def _square(canvas: Canvas, x: float, y: float, side: float, *, full: bool, lit: bool) -> None:
    s = canvas.px(side)
    color = (SAND if lit else FOG) if full else (_OPEN_LIT if lit else EDGE)

    def build() -> Sprite:
        sketch = Sketch(0, 0, s, s)
        if full:
            sketch.rect(0, 0, s, s, color, radius=s * 0.21)
        else:
            line = max(1.0, s * 0.14)
            sketch.rect(line / 2, line / 2, s - line, s - line, color, radius=s * 0.21, stroke=line)
        return sketch.finish()

    canvas.stamp(x, y, ("square", s, color, full), build)


def _strip(canvas: Canvas, choice: QualificationView, box: Box) -> None:
    """Pictures of the requirement, joined by "or", and what it can cost."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    panels.panel(canvas, box, RAISE)
    side = 84.0 if portrait else 54.0 if large else 30.0
    gap = side * 0.22
    pad = 22.0 if large else 34.0 if portrait else 12.0
    word = 44.0 if portrait else 30.0 if large else 22.0
    x = box.x + pad
    y = box.y + 34 if portrait else box.middle - side * 0.53
    for index, example in enumerate(choice.examples):
        if index:
            x += 4
            x += canvas.text(x, y + side * 0.67, say("or"), word, FOG, Face.FACT_600) + 14
        for value in example:
            dice.die(canvas, x, y, side, value, "ivory")
            x += side + gap
    left = box.x + pad if portrait else x + (24 if large else 10)
    room = box.right - pad - left
    first, second = (40.0, 38.0) if portrait else (30.0, 28.0) if large else (22.0, 22.0)
    y = box.y + 172 if portrait else box.middle - (6 if large else 4)
    for index, said in enumerate(choice.lines[:2]):
        pixels = first if index == 0 else second
        color = BONE if index == 0 else FOG
        canvas.text(left, y, said, pixels, color, Face.FACT_600, width=room)
        y += 52 if portrait else 40 if large else 25
