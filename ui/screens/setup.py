"""Setting up a table: one line a question, the one being asked in the light with its choices (guide, screen 02)."""

from __future__ import annotations

from game.message import say
from game.view import SetupLine, View
from ui.draw import chips, dice, marks, panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite
from ui.screens import frame, lanes
from ui.text import Align, Face
from ui.theme import BONE, BRASS, FOG, INK, LARGE, PORTRAIT, SAND, rgb

_CHOICE = rgb("#0E1418")


def draw(canvas: Canvas, view: View) -> None:
    """All lines from top to bottom."""
    frame.background(canvas)
    boxes = _boxes(canvas, view.setup)
    for line, box in zip(view.setup, boxes, strict=True):
        if not line.lit:
            panels.panel(canvas, box)
    for line, box in zip(view.setup, boxes, strict=True):
        if line.lit:
            panels.lamp(canvas, box)
            panels.lit(canvas, box)
    frame.header(canvas, view.headline, view.facts)
    x = _value_x(canvas, view.setup)
    for line, box in zip(view.setup, boxes, strict=True):
        if line.lit:
            lanes.turn(canvas, box, box.height / 2)
            _lit(canvas, line, box, x)
        else:
            _shade(canvas, line, box, x)
    frame.footer(canvas, view.footer)


def _boxes(canvas: Canvas, lines: tuple[SetupLine, ...]) -> list[Box]:
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    gap = 14.0 if portrait else 8.0 if large else 5.0
    count = len(lines)
    room = layout.bottom - layout.top - gap * max(0, count - 1)
    lit = sum(line.lit for line in lines)
    parts, most_lit, most = (2.6, 470.0, 200.0) if portrait else (2.38, 210.0, 92.0) if large else (2.5, 150.0, 64.0)
    share = room / (count - lit + parts * lit) if count else 0.0
    tall = min(parts * share, most_lit)
    flat = min((room - tall * lit) / (count - lit), most) if count > lit else 0.0
    placed, y = [], layout.top
    for line in lines:
        height = tall if line.lit else flat
        placed.append(Box(layout.left, y, layout.right - layout.left, height))
        y += height + gap
    return placed


def _value_x(canvas: Canvas, lines: tuple[SetupLine, ...]) -> float:
    """Where the values begin: right of the longest label, at least where the guide has them."""
    usual, size, gap = {PORTRAIT.name: (380.0, 52.0, 30.0), LARGE.name: (312.0, 34.0, 26.0)}.get(
        canvas.size.name, (160.0, 25.0, 14.0)
    )
    widest = max((canvas.measure(line.label, Face.NAME_600, size) for line in lines), default=0.0)
    most = usual * 1.25
    return canvas.layout.left + max(usual, min(most, canvas.size.pad_left + widest + gap))


def _shade(canvas: Canvas, line: SetupLine, box: Box, x: float) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    left = box.x + size.pad_left
    pixels = 34.0 if large else 52.0 if portrait else 25.0
    value = 34.0 if large else 46.0 if portrait else 24.0
    y = box.middle + pixels * 0.34
    canvas.text(left, y, line.label, pixels, FOG, Face.NAME_600, width=x - left - 16)
    mark = 20.0 if large else 30.0 if portrait else 14.0
    right = box.right - size.pad_right
    if line.done:
        marks.tick(canvas, right - mark * 1.6, box.middle + mark * 0.5, mark, FOG)
        right -= mark * 2.6
    if line.players:
        _players(canvas, line.players, x, right, box)
    elif line.value is not None:
        canvas.text(x, y, line.value, value, BONE, Face.FACT_700, width=right - x)


def _players(canvas: Canvas, players: tuple[tuple[str, str], ...], x: float, right: float, box: Box) -> None:
    """A little die in each player's tint, and the name; more rows where one is too narrow."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    pixels, side = (34.0, 32.0) if large else (44.0, 44.0) if portrait else (23.0, 22.0)
    smallest = float(canvas.size.smallest)
    widest = max(canvas.measure(name, Face.FACT_700, pixels) for name, _ in players)
    rows = 1 if (widest + side * 1.44 + 14) * len(players) <= right - x else 2
    if rows == 2 and (widest * 0.72 + side * 1.44 + 14) * -(-len(players) // 2) > right - x:
        rows = 3
    across = -(-len(players) // rows)
    width = (right - x) / across
    if rows == 1:
        width = min(width, 218.0 if large else width)
    elif box.height / rows < pixels:
        pixels, side = max(smallest * 0.9, box.height / rows * 0.9), box.height / rows * 0.76
    step = min(box.height / rows, pixels * 1.3)
    for index, (name, tint) in enumerate(players):
        row, column = divmod(index, across)
        middle = box.middle + (row - (rows - 1) / 2) * step
        place = x + column * width
        dice.die(canvas, place, middle - side * 0.53, side, 5, tint)
        start = place + side * 1.38
        canvas.text(
            start, middle + pixels * 0.34, name, pixels, BONE, Face.FACT_700, width=width - side * 1.38 - 10, smallest=20
        )


def _lit(canvas: Canvas, line: SetupLine, box: Box, x: float) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    left, right = box.x + size.pad_left, box.right - size.pad_right
    label = 46.0 if large else 64.0 if portrait else 29.0
    detail = 30.0 if large else 44.0 if portrait else 23.0
    if portrait:
        canvas.text(left, box.y + 88, line.label, label, BONE, Face.NAME_700, width=right - left)
        if line.detail is not None:
            canvas.text(left, box.y + 148, line.detail, detail, SAND, Face.FACT_600, width=right - left)
        x, top = left, box.y + 182
    else:
        shift = 0.0 if line.detail is not None else detail * 0.7
        y = box.y + (72 if large else 40) + shift
        canvas.text(left, y, line.label, label, BONE, Face.NAME_700, width=x - left - 16)
        if line.detail is not None:
            canvas.text(left, y + detail * 1.33, line.detail, detail, SAND, Face.FACT_600, width=x - left - 14)
        top = box.y + (26 if large else 12)
    end = right
    if line.chips:
        end = _stack(canvas, line.chips, box, right)
    explained = line.explanation is not None
    text = 28.0 if large else 40.0 if portrait else 22.0
    foot = (text * 2.1 if large else text * 2.6 if portrait else text * 1.9) if explained else 24.0
    high = min(box.bottom - foot - top - (14 if large else 10), 120.0 if portrait else 92.0 if large else 60.0)
    if line.players:
        _players(canvas, line.players, x, end, Box(x, top, end - x, high))
    _choices(canvas, line, Box(x, top, end - x, high))
    if line.explanation is not None:
        y = box.bottom - (20 if large else 34 if portrait else 12)
        room = (end if not portrait else right) - x
        lines = 2 if portrait else 1
        fitted = canvas.fit(line.explanation, Face.FACT_600, text, room, lines=lines)
        y -= (len(fitted.lines) - 1) * text * 1.2
        canvas.paragraph(x, y, line.explanation, text, BONE, Face.FACT_600, width=room, lines=lines, lead=1.2)


def _choices(canvas: Canvas, line: SetupLine, box: Box) -> None:
    """The choices as boxes, the chosen one filled with an arrow below it."""
    count = len(line.choices)
    if count == 0:
        return
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    figure = min(54.0 if large else 64.0 if portrait else 36.0, box.height * 0.66)
    gap, pad = (14.0, 22.0) if large else (20.0, 30.0) if portrait else (8.0, 12.0)
    face = Face.FACT_700
    natural = [
        max(132.0 if large else 150.0 if portrait else 74.0, canvas.measure(choice, face, figure) + 2 * pad)
        for choice in line.choices
    ]
    room = box.width - gap * (count - 1)
    if sum(natural) > room:
        figure *= max(0.55, min(1.0, room / sum(natural)))
        natural = [canvas.measure(choice, face, figure) + pad for choice in line.choices]
        shrink = min(1.0, room / sum(natural))
        natural = [width * shrink for width in natural]
    x = box.x
    for index, (choice, width) in enumerate(zip(line.choices, natural, strict=True)):
        place = Box(x, box.y, width, box.height)
        chosen = index == line.chosen
        panels.panel(canvas, place, BRASS if chosen else _CHOICE, radius=12)
        if chosen:
            _pointer(canvas, x + width / 2, box.bottom + 3, 14.0 if large else 18.0 if portrait else 9.0)
        else:
            panels.frame(canvas, place, SAND, radius=12, line=3, alpha=1.0)
        canvas.text(
            x + width / 2,
            box.middle + figure * 0.343,
            choice,
            figure,
            INK if chosen else BONE,
            face,
            align=Align.MIDDLE,
            width=width - 10,
        )
        x += width + gap


def _pointer(canvas: Canvas, x: float, y: float, half: float) -> None:
    h = canvas.px(half)

    def build() -> Sprite:
        sketch = Sketch(-h, 0, h, h)
        sketch.polygon(((-h, h * 0.7), (h, h * 0.7), (0, 0)), BRASS)
        return sketch.finish()

    canvas.stamp(x, y, ("pointer", h), build)


def _stack(canvas: Canvas, count: int, box: Box, right: float) -> float:
    """A stack at the right of the choices with its caption; returns where it begins."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    width, thickness, gap = (62.0, 6.4, 1.3) if large else (96.0, 9.0, 2.0) if portrait else (34.0, 4.2, 1.2)
    flat = large and box.height < 175
    if flat:
        width, thickness, gap = 46.0, 5.0, 1.2
    high = chips.FULL * (thickness + gap)
    caption = 28.0 if large else 38.0 if portrait else 22.0
    said = say("one full stack")
    text = canvas.measure(said, Face.FACT_600, caption)
    captioned = count == chips.FULL and (large or portrait) and not flat
    span = max(text if captioned else 0.0, chips.stack_width(count, width))
    middle = right - span / 2 - (30 if large else 0)
    base = box.y + (118 if large and not flat else 60 + high if portrait else box.height / 2 + high / 2)
    chips.stack(canvas, middle + chips.stack_width(count, width) / 2, base, count, width, thickness, gap)
    if captioned:
        y = base + caption * 1.36 if portrait else box.bottom - 20
        canvas.text(middle, y, said, caption, SAND, Face.FACT_600, align=Align.MIDDLE)
    return middle - span / 2 - (30 if large else 24)
