"""The Boss' lane in full: what is kept on its rail, what goes under the cup, and what is at stake."""

from __future__ import annotations

from dataclasses import dataclass

from game.message import Message, say
from game.view import LaneView
from ui.draw import cup, dice, marks
from ui.draw.canvas import Canvas, Part
from ui.draw.panels import Box
from ui.screens.lanes import Columns, bank
from ui.screens.tall import name_line
from ui.screens.wide import names
from ui.text import Align, Face
from ui.theme import BONE, BRASS, LARGE, PORTRAIT, SAND, SMALL

CUP = 1.29
"""Width of the cup in sides of a kept die."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where the parts of a decision stand, in units; widths in sides follow from `side`."""

    side: float
    gap: float
    going: float
    going_gap: float
    space: float
    arrow: float
    cup: float

    def width(self, kept: int, going: int, hidden: bool) -> float:
        wide = dice.row_width(self.side, self.gap, kept)
        if going:
            wide += self.space + dice.row_width(self.going, self.going_gap, going) + self.arrow
        if going or hidden:
            wide += self.space * (0.4 if going else 2.0) + self.cup
        return wide


def draw(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    """The lit lane of a Boss."""
    with canvas.owned(lane.seat):
        (_tall if canvas.size is PORTRAIT else _wide)(canvas, columns, lane, box)


def _wide(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size, large = canvas.size, canvas.size is LARGE
    factor = min(1.0, box.height / (238.0 if large else 142.0))
    start = columns.dice + (4.0 if large else 20.0)
    room = start - columns.name - (26 if large else 16)
    second = lane.status if lane.status is not None else lane.hand if lane.bank is not None else None
    second_size = max(size.smallest, (32 if large else 23) * factor)
    said = _lower(canvas, second) if second is not None else None
    names(
        canvas,
        columns.name,
        box,
        lane,
        room,
        said,
        SAND,
        size=size.name_lit * max(0.75, factor),
        second_size=second_size,
        lead=1.42,
    )
    end = _right_side(canvas, columns, lane, box, factor)
    label_size = max(float(size.smallest), (32 if large else 26) * factor)
    labels = box.height >= 128 if large else box.height >= 150
    foot = label_size * 1.5 + 8 if labels else 6.0
    head = 16.0 * factor
    _parts(canvas, lane, start, end, box.y + head, box.bottom - foot, label_size if labels else 0.0)


def _tall(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size = canvas.size
    end = columns.text_end(canvas, lane)
    name_line(canvas, columns, lane, box.y + 104, end)
    bank(canvas, columns, lane, box.y + 82, box.height, lit=True)
    label_size = float(size.status)
    foot = label_size + 30
    top = box.y + 150
    if lane.bank is None and lane.hand is not None:
        y, room = box.y + 178, columns.right - columns.name
        wide = canvas.text(columns.name, y, lane.hand, size.hand_lit, BONE, Face.NAME_600, width=room)
        if lane.hand_detail is not None and room - wide > 220:
            x = columns.name + wide + 26
            canvas.text(x, y, lane.hand_detail, size.status, SAND, Face.FACT_600, width=room - wide - 26)
        top += 76
    elif lane.notes and box.height >= 560:
        parts = [canvas.words.text(note) for note in lane.notes]
        canvas.text(
            columns.name, box.y + 166, ", ".join(parts), size.status, SAND, Face.FACT_600, width=columns.right - columns.name
        )
        top += 70
    _parts(canvas, lane, columns.name + 10, columns.right, top, box.bottom - foot, label_size)


def _right_side(canvas: Canvas, columns: Columns, lane: LaneView, box: Box, factor: float) -> float:
    """Bank and notes, or without a bank the hand and the notes; returns where they begin."""
    size, large = canvas.size, canvas.size is LARGE
    right = columns.right
    if lane.bank is None:
        return _hand_side(canvas, lane, box, right)
    notes = lane.notes[: 2 if box.height >= (150 if large else 1000) else 1]
    note_size, next_size = (34.0, 28.0) if large else (24.0, 22.0)
    note_size, next_size = max(note_size * factor, size.smallest), max(next_size * factor, size.smallest)
    lines = [(note, note_size if index == 0 else next_size) for index, note in enumerate(notes)]
    low = box.bottom - (16.0 if large else 20.0)
    widest = 0.0
    room = 320.0 if large else 190.0
    for index, (note, pixels) in reversed(list(enumerate(lines))):
        face = Face.FACT_700 if index == 0 and large else Face.FACT_600
        color = BONE if index == 0 and large else SAND
        widest = max(
            widest,
            canvas.text(right, low, note, pixels, color, face, align=Align.RIGHT, width=room),
        )
        low -= pixels * 1.24
    used = box.bottom - low if lines else 0.0
    middle = box.y + (box.height - used * (0.66 if large else 0.9)) / 2 if lines else box.middle - box.height * 0.06
    bank(canvas, columns, lane, middle, box.height, lit=True)
    return min(columns.text_end(canvas, lane), right - widest - 16 if large else right - widest + 20)


def _hand_side(canvas: Canvas, lane: LaneView, box: Box, right: float) -> float:
    size, large = canvas.size, canvas.size is LARGE
    pixels = 42.0 if large else float(size.hand_lit)
    step = 46.0 if large else 28.0
    y = box.y + (84.0 if large and box.height > 200 else step)
    room = 300.0 if large else 235.0
    widest = 0.0
    if lane.hand is not None:
        widest = canvas.text(right, y, lane.hand, pixels, BONE, Face.NAME_600, align=Align.RIGHT, width=room)
    if lane.hand_detail is not None:
        y += step
        widest = max(
            widest,
            canvas.text(right, y, lane.hand_detail, size.status, SAND, Face.FACT_600, align=Align.RIGHT, width=room),
        )
    for index, note in enumerate(lane.notes[-1:] if not large else lane.notes[:2]):
        low = box.bottom - 26 - index * step
        if low - y > step * 0.7:
            widest = max(widest, canvas.text(right, low, note, size.status, BONE, Face.FACT_600, align=Align.RIGHT, width=room))
    return right - widest - 20


def _parts(canvas: Canvas, lane: LaneView, x: float, end: float, top: float, bottom: float, label_size: float) -> None:
    """Rail, dice that go, arrow and cup between `x` and `end`, with their labels below `bottom`."""
    kept = [die for die in lane.dice if not die.going]
    going = [die for die in lane.dice if die.going]
    hidden = lane.cup > 0
    portrait = canvas.size is PORTRAIT
    gap, space, arrow = (22.0, 40.0, 84.0) if portrait else (14.0, 28.0, 72.0) if canvas.size is LARGE else (9.0, 16.0, 44.0)
    high = (bottom - top) / (dice.DEPTH + 0.28)
    most = 192.0 if portrait else 128.0 if canvas.size is LARGE else 82.0
    side = min(high, most) * (0.92 if going else 1.0)
    plan = _planned(side, gap, space, arrow)
    while plan.side > 20 and plan.width(len(kept), len(going), hidden) > end - x:
        plan = _planned(plan.side * 0.98, gap, space, arrow)
    side = plan.side
    dice_top = bottom - side * (dice.DEPTH + 0.16) - max(0.0, (bottom - top - side * (dice.DEPTH + 0.28)) / 2)
    dice.row(canvas, x, dice_top, side, gap, kept, lane.tint)
    label_y = bottom + label_size * 1.12
    keeps, throws, under = say("keeps"), say("throws"), say("under the cup")
    kept_label = keeps if going else say("kept")
    if kept:
        _label(canvas, x + dice.row_width(side, gap, len(kept)) / 2, label_y, kept_label, label_size, brass=True)
    x += dice.row_width(side, gap, len(kept))
    going_middle = x
    if going:
        x += space
        middle = dice_top + side * dice.DEPTH / 2
        wide = dice.row_width(plan.going, plan.going_gap, len(going))
        dice.row(
            canvas,
            x,
            middle - plan.going * dice.DEPTH / 2,
            plan.going,
            plan.going_gap,
            going,
            lane.tint,
            dim=True,
            part=Part.GOING,
        )
        going_middle = x + wide / 2
        x += wide
        marks.arrow(canvas, x + arrow * 0.16, middle, arrow * 0.76, 0.0, side * 0.054, SAND, head=side * 0.145)
        x += arrow + space * 0.4
    elif hidden and kept:
        spare = end - x - space * 2 - plan.cup
        x += space * 2 + max(0.0, min(space * 1.5, spare))
    if going or hidden:
        tall = plan.cup * 1.02
        cup_top = dice_top + side * (dice.DEPTH + 0.18) - tall
        cup.cup(canvas, x, cup_top, plan.cup, tall, None if going else lane.cup)
        said = under if going else say("hidden")
        wide = canvas.measure(said, Face.FACT_700, label_size) if label_size else 0.0
        middle = min(x + plan.cup / 2, end - wide / 2 + 16)
        if label_size:
            _label(canvas, middle, label_y, said, label_size)
            half = canvas.measure(throws, Face.FACT_700, label_size) / 2
            if going and going_middle + half + 8 < middle - wide / 2:
                _label(canvas, going_middle, label_y, throws, label_size)
        elif not going and canvas.size is SMALL and end - x - plan.cup > 90:
            canvas.text(x + plan.cup + 14, dice_top + side * 0.68, said, 26, SAND, Face.FACT_700)


def _planned(side: float, gap: float, space: float, arrow: float) -> _Plan:
    return _Plan(side, gap, side * 0.643, gap * 0.57, space, arrow, side * CUP * (1.0 if side > 0 else 0.0))


def _label(canvas: Canvas, x: float, y: float, said: Message, size: float, *, brass: bool = False) -> None:
    if size:
        canvas.text(x, y, said, size, BRASS if brass else SAND, Face.FACT_700, align=Align.MIDDLE)


def _lower(canvas: Canvas, said: Message) -> str:
    """A hand's name inside a sentence's place: small at its start."""
    text = canvas.words.text(said)
    return text[:1].lower() + text[1:]
