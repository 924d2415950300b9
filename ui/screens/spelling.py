"""Spelling a name: the letters so far above, groups of letters below, the one in question in the light; every letter can be
touched."""

from __future__ import annotations

from dataclasses import dataclass

from game.spelling import CANCEL, DELETE, DONE, word_of
from game.view import SpellingView, View
from ui.draw import panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens import frame
from ui.text import Align, Face
from ui.theme import BONE, BRASS, EDGE, FOG, INK, LARGE, PORTRAIT, SAND, Layout

WORDS = (DONE, DELETE, CANCEL)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be touched: `what` it stands for, in row `row` of the view at `place`, `None` for a whole row."""

    box: Box
    what: str
    row: int
    place: int | None


def draw(canvas: Canvas, view: View) -> None:
    """The name in the making, and what can be chosen next."""
    frame.background(canvas)
    frame.header(canvas, view.headline, view.facts)
    if view.spelling is not None:
        _name(canvas, view.spelling)
        _rows(canvas, view.spelling)
    frame.footer(canvas, view.footer)


def touched(layout: Layout, spelling: SpellingView, x: float, y: float) -> str | None:
    """The letter or the word at a place in units, `None` beside all of them."""
    for cell in cells(layout, spelling):
        box = cell.box
        if box.x <= x < box.right and box.y <= y < box.bottom:
            return cell.what
    return None


def cells(layout: Layout, spelling: SpellingView) -> tuple[Cell, ...]:
    """All places that can be touched."""
    found: list[Cell] = []
    for row, box in enumerate(_boxes(layout, spelling)):
        letters = spelling.rows[row]
        if letters in WORDS:
            found.append(Cell(box, letters, row, None))
            continue
        pad = min(10.0, box.height * 0.08)
        width = (box.width - 2 * pad) / 5
        for place, letter in enumerate(letters):
            cell = Box(box.x + pad + place * width, box.y + pad, width, box.height - 2 * pad)
            found.append(Cell(cell, letter, row, place))
    return tuple(found)


def _top(layout: Layout) -> tuple[float, float]:
    """Where the name begins and ends, from top to bottom."""
    high = {PORTRAIT.name: 220.0, LARGE.name: 112.0}.get(layout.size.name, 70.0)
    return layout.top, layout.top + high


def _boxes(layout: Layout, spelling: SpellingView) -> list[Box]:
    """One box for every row: the groups of letters in columns, the words below them."""
    portrait, large = layout.size is PORTRAIT, layout.size is LARGE
    gap = 14.0 if portrait else 10.0 if large else 6.0
    across = 2 if portrait else 3
    _, top = _top(layout)
    top += gap
    groups = sum(row not in WORDS for row in spelling.rows)
    lines = -(-groups // across) + 1
    width = (layout.right - layout.left - gap * (across - 1)) / across
    high = min((layout.bottom - top - gap * (lines - 1)) / lines, 210.0)
    boxes = []
    for row in range(groups):
        down, column = divmod(row, across)
        boxes.append(Box(layout.left + column * (width + gap), top + down * (high + gap), width, high))
    words = len(spelling.rows) - groups
    below = top + (lines - 1) * (high + gap)
    wide = (layout.right - layout.left - gap * 2) / 3
    boxes += [Box(layout.left + place * (wide + gap), below, wide, high) for place in range(words)]
    return boxes


def _name(canvas: Canvas, spelling: SpellingView) -> None:
    """The letters so far on their places."""
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    top, bottom = _top(layout)
    box = Box(layout.left, top, layout.right - layout.left, bottom - top)
    panels.panel(canvas, box)
    size = 120.0 if portrait else 74.0 if large else 46.0
    pad = 30.0 if portrait else 28.0 if large else 14.0
    step = (box.width - 2 * pad) / spelling.most
    base = box.middle + size * 0.2
    for place in range(spelling.most):
        x = box.x + pad + place * step
        written = place < len(spelling.text)
        canvas.fill(x + step * 0.08, base + size * 0.36, step * 0.84, 4 if large or portrait else 3, BRASS if written else EDGE)
        if written and spelling.text[place] != " ":
            middle = x + step / 2
            canvas.text(middle, base, spelling.text[place], size, BONE, Face.NAME_700, align=Align.MIDDLE, width=step)


def _rows(canvas: Canvas, spelling: SpellingView) -> None:
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    boxes = _boxes(canvas.layout, spelling)
    for row, box in enumerate(boxes):
        if row != spelling.row:
            panels.panel(canvas, box)
    lit = boxes[spelling.row]
    panels.lamp(canvas, lit, across=0.5)
    panels.lit(canvas, lit)
    size = 76.0 if portrait else 54.0 if large else 34.0
    for cell in cells(canvas.layout, spelling):
        box, on = cell.box, cell.row == spelling.row
        chosen = on and cell.place is not None and cell.place == spelling.place
        if chosen:
            panels.panel(canvas, box, BRASS, radius=12)
        color = INK if chosen else BONE if on else FOG
        middle = box.x + box.width / 2
        if cell.place is None:
            said = size * 0.72
            color = SAND if on and cell.what == CANCEL else color
            canvas.text(
                middle,
                box.middle + said * 0.34,
                word_of(cell.what),
                said,
                color,
                Face.NAME_600,
                align=Align.MIDDLE,
                width=box.width - 20,
            )
        else:
            canvas.text(middle, box.middle + size * 0.34, cell.what, size, color, Face.FACT_700, align=Align.MIDDLE)
