"""Two pages of the waiting screen: who has played how often and how well, and whether the dice are fair."""

from __future__ import annotations

from collections.abc import Sequence

from game.colours import colour_name
from game.message import Message, say
from game.names import arrange
from game.view import FacesView, RegularRow
from ui.draw import dice, panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.text import Align, Face
from ui.theme import BONE, BRASS, FOG, INK, LARGE, MIST, PORTRAIT, SAND


def regulars(canvas: Canvas, headline: Message, rows: Sequence[RegularRow]) -> None:
    """Everybody's games, wins, hands called up and best hand, those with most wins first."""
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    top = _title(canvas, headline, say("Regulars"))
    small = 36.0 if portrait else 28.0 if large else 22.0
    size = 52.0 if portrait else 38.0 if large else 27.0
    high, gap = (124.0, 12.0) if portrait else (62.0, 7.0) if large else (42.0, 5.0)
    whole = layout.right - layout.left
    pad = canvas.size.pad_left
    name_room = whole * (0.31 if portrait else 0.3)
    side = size * (0.82 if portrait else 1.0)
    step = side * 1.16
    best_x = layout.right - canvas.size.pad_right - 5 * step + step * 0.16
    first = layout.left + pad + name_room
    columns = (say("games"), say("won"), say("calls"))
    wide = (best_x - first) / len(columns)
    places = [first + (index + 0.5) * wide for index in range(len(columns))]
    y = top + small
    for place, said in zip(places, columns, strict=True):
        canvas.text(place, y, said, small, MIST, Face.FACT_600, align=Align.MIDDLE, width=wide - 6)
    canvas.text(best_x, y, say("best hand"), small, MIST, Face.FACT_600, width=5 * step)
    top = y + small * 0.5
    fits = max(1, int((layout.bottom - top + gap) / (high + gap)))
    for index, row in enumerate(rows[:fits]):
        box = Box(layout.left, top + index * (high + gap), whole, high)
        panels.panel(canvas, box)
        base = box.middle + size * 0.34
        canvas.text(box.x + pad, base, row.name, size, BONE, Face.NAME_600, width=name_room - 16)
        for place, value, strong in zip(places, (row.games, row.wins, row.calls), (False, True, False), strict=True):
            face = Face.FACT_700 if strong else Face.FACT_600
            canvas.text(place, base, value, size, BONE if strong else FOG, face, align=Align.MIDDLE, width=wide - 6)
        for order, at in enumerate(arrange(row.best)):
            dice.die(canvas, best_x + order * step, box.middle - side * 0.53, side, row.best[at], "ivory", dim=True)


def faces(canvas: Canvas, headline: Message, view: FacesView) -> None:
    """How often every face came, beside what was to be expected, and the sentence."""
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    top = _title(canvas, headline, say("Are these dice fair?"))
    small = 40.0 if portrait else 28.0 if large else 22.0
    said = 50.0 if portrait else 36.0 if large else 25.0
    tint = view.tint or "ivory"
    whose = say("all dice") if view.tint is None else colour_name(view.tint)
    canvas.text(layout.left, top + small, whose, small, MIST, Face.FACT_600)
    note = say("first throws, read by the camera")
    canvas.text(layout.right, top + small, note, small, MIST, Face.FACT_600, align=Align.RIGHT)
    lines = 2 if portrait else 1
    foot = said * 1.3 * lines + small * 1.5
    box = Box(layout.left, top + small * 1.6, layout.right - layout.left, layout.bottom - foot - top - small * 1.9)
    panels.panel(canvas, box)
    width = box.width / 6
    side = min(width * 0.42, box.height * 0.2)
    figure = min(56.0 if portrait else 46.0 if large else 32.0, box.height * 0.15)
    low = box.bottom - side * 1.4
    room = low - box.y - figure * 0.5
    expected = sum(view.counts) / 6
    most = max(max(view.counts), expected, 1)
    for face, count in enumerate(view.counts, start=1):
        middle = box.x + (face - 0.5) * width
        dice.die(canvas, middle - side / 2, low + side * 0.16, side, face, tint)
        high = room * count / most
        bar = Box(middle - width * 0.24, low - high, width * 0.48, max(2.0, high))
        panels.panel(canvas, bar, BRASS if face == view.face else FOG, radius=6)
        inside = high > figure * 1.2
        base, color = (low - figure * 0.3, INK) if inside else (bar.y - figure * 0.3, BONE)
        canvas.text(middle, base, count, figure, color, Face.FACT_700, align=Align.MIDDLE, width=width * 0.48 - 4)
    line = low - room * expected / most
    canvas.fill(box.x + 12, line, box.width - 24, 3 if large or portrait else 2, SAND)
    y = box.bottom + said * 1.25
    canvas.paragraph(layout.left, y, view.sentence, said, BONE, Face.FACT_600, width=box.width, lines=lines, lead=1.2)
    if view.needed and not view.face:
        more = say("{dice} more dice would show a face that comes a fifth too often.", dice=view.needed)
        canvas.text(layout.left, layout.bottom - small * 0.3, more, small, FOG, Face.FACT_600, width=box.width)


def _title(canvas: Canvas, headline: Message, what: Message) -> float:
    """The wordmark, and what this page is about; returns where the rest begins."""
    layout, large = canvas.layout, canvas.size is LARGE
    if canvas.size is PORTRAIT:
        canvas.text(layout.left, 150, headline, 118, BONE, Face.NAME_700, width=layout.right - layout.left)
        canvas.text(layout.left, 236, what, 54, FOG, Face.FACT_600, width=layout.right - layout.left)
        return 262.0
    size, line, y = (68.0, 40.0, 84.0) if large else (44.0, 27.0, 54.0)
    x = layout.left + canvas.text(layout.left, y, headline, size, BONE, Face.NAME_700)
    canvas.text(layout.right, y - 2, what, line, FOG, Face.FACT_600, align=Align.RIGHT, width=layout.right - x - 40)
    return 104.0 if large else 66.0
