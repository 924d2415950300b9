"""A lane in landscape: name, dice, hand, result, chips and bank from left to right."""

from __future__ import annotations

from unicodedata import normalize

from game.view import LaneView, Pill, PillView
from ui.draw import cup, dice, marks
from ui.draw.canvas import Canvas, Written
from ui.draw.panels import Box
from ui.screens.lanes import Columns, bank, grid_of
from ui.text import Align, Face
from ui.theme import BONE, BRASS, FOG, LARGE, LINE, MIST, OAK_LINE, SAND, SMALL, Color

_EDGE = 6.0


def draw(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    """The contents of one lane; its panel is there already."""
    with canvas.owned(lane.seat):
        if lane.lit:
            _lit(canvas, columns, lane, box)
        else:
            _shade(canvas, columns, lane, box)


def names(
    canvas: Canvas,
    x: float,
    box: Box,
    lane: LaneView,
    room: float,
    second: Written | None,
    second_color: Color,
    *,
    size: float,
    second_size: float,
    lead: float = 1.32,
) -> bool:
    """Plate, name and a second line under each other, centred in the box; returns whether the plate found its place."""
    face = Face.NAME_700 if lane.lit else Face.NAME_600
    color = BONE if lane.lit else MIST if lane.out else FOG
    fitted = canvas.fit(lane.name, face, size, room)
    cap = fitted.pixels / canvas.layout.scale * fitted.face.capital
    small = canvas.size is SMALL
    plate_size = 20.0 if small else 26.0 if box.height < 210 else 36.0
    plate_high = plate_size * 1.32
    horses = bool(lane.horses) and not _idle(lane) and box.height >= (110 if small else 150)
    step = second_size * lead
    below = (step if second is not None else 0.0) + (canvas.size.name_lit * 1.7 if horses else 0.0)
    loose, tight = (8.0, 7.0) if small else (19.0, 10.0)
    gap = loose if box.height - plate_high - cap - below > 52 else tight
    if normalize("NFD", lane.name) != lane.name:
        # The ring of an Å stands above the other capitals.
        gap = max(gap, cap * 0.36)
    if lane.boss and second is not None and box.height < plate_high + gap + cap + below + 2 * _EDGE:
        second, below = None, below - step
    plate = lane.boss and box.height >= plate_high + gap + cap + below + 2 * _EDGE
    top = box.middle - ((plate_high + gap if plate else 0.0) + cap + below) / 2
    if plate:
        marks.plate(canvas, x, top, plate_size)
        top += plate_high + gap
    y = top + cap
    canvas.text(x, y, lane.name, size, color, face, width=room)
    if second is not None:
        y += step
        canvas.text(x, y, second, second_size, second_color, Face.FACT_600, width=room)
    if horses:
        radius = canvas.size.name_lit * 0.6
        _shoes(canvas, x, y + radius * 2.15, radius, lane)
    return plate or not lane.boss


def _idle(lane: LaneView) -> bool:
    """Nothing lies in the lane: there is room for the horses where the dice would be."""
    return not lane.dice and not lane.cup


def _horses(canvas: Canvas, x: float, box: Box, lane: LaneView) -> float:
    """Horses in the place of the dice; returns where they end."""
    if not lane.horses:
        return x
    radius = min(box.height * 0.28, canvas.size.name_lit * 0.8)
    return _shoes(canvas, x, box.middle + radius * 0.12, radius, lane) + grid_of(canvas.size).hand_gap


def _shoes(canvas: Canvas, x: float, y: float, radius: float, lane: LaneView) -> float:
    for index, won in enumerate(lane.horses):
        place = x + radius * (1.25 + index * 2.8)
        marks.horseshoe(canvas, place, y, radius, won=won, edge=SAND if lane.lit else FOG)
    return x + radius * (2.5 + (len(lane.horses) - 1) * 2.8)


def _lit(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size, grid = canvas.size, grid_of(canvas.size)
    large = size is LARGE
    names(
        canvas,
        columns.name,
        box,
        lane,
        columns.dice - columns.name - 14,
        lane.status,
        BRASS,
        size=size.name_lit,
        second_size=size.status,
    )
    bank(canvas, columns, lane, box.middle, box.height, lit=True)
    end = columns.text_end(canvas, lane)
    count = max(5, len(lane.dice))
    text_high = size.hand_lit * 1.25
    under = lane.hand is not None and box.height - text_high >= (105.0 if large else 84.0)
    room = box.height - (text_high if under else 0.0) - (40.0 if large else 24.0)
    by_width = (end - columns.dice + 10 - (count - 1) * grid.die_lit_gap) / count
    side = min(room / dice.DEPTH, grid.die_lit * (1.15 if box.height > 220 else 1.0), by_width)
    if not under and lane.hand is not None:
        needed = canvas.measure(lane.hand, Face.FACT_600, size.smallest) + grid.hand_gap + 6
        beside = (end - columns.dice - needed - (count - 1) * grid.die_lit_gap) / count
        side = min(side, grid.die_lit * 0.78, max(beside, grid.die_lit * 0.5))
    top = box.y + (box.height - side * dice.DEPTH - (text_high if under else 0.0)) / 2
    x = _hand(canvas, columns.dice, top, side, grid.die_lit_gap, lane, dim=False, edge=OAK_LINE)
    if _idle(lane):
        _horses(canvas, x, box, lane)
    if lane.pill is not None:
        marks.pill(canvas, columns.pill_right, box.middle, grid.pill, lane.pill)
    if lane.hand is None:
        return
    if not under:
        _two_lines(canvas, x + grid.hand_gap, box, lane.hand, lane.hand_detail, end, lit=True)
        return
    kept = sum(die.kept for die in lane.dice)
    start = columns.dice + (kept * (side + grid.die_lit_gap) + side * 0.12 if 0 < kept < 5 else 0.0)
    y = box.bottom - (box.height - side * dice.DEPTH - text_high) / 2 + 2
    if 0 < kept < 5 and canvas.measure(lane.hand, Face.NAME_600, size.hand_lit) > end - start:
        start = columns.dice
    if start == columns.dice and kept:
        y += side * 0.07
    width = canvas.text(start, y, lane.hand, size.hand_lit, BONE, Face.NAME_600, width=end - start)
    if lane.hand_detail is not None and large and end - start - width > 140:
        start += width + 18
        canvas.text(start, y, lane.hand_detail, size.detail, SAND, Face.FACT_600, width=end - start)


def _shade(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size, grid = canvas.size, grid_of(canvas.size)
    large = size is LARGE
    grow = max(1.0, min(1.28, box.height / 96)) if large else 1.0
    placed = names(
        canvas,
        columns.name,
        box,
        lane,
        columns.dice - columns.name - 14,
        None,
        MIST,
        size=size.name_shade * grow,
        second_size=size.status,
    )
    bank(canvas, columns, lane, box.middle, box.height, lit=False)
    end = columns.text_end(canvas, lane)
    kept = any(die.kept for die in lane.dice)
    room = box.height - (8.0 if columns.rails else 0.0) - ((7.0 + 0.19 * box.height) if large else 10.0)
    text_room = max(250.0 if large else 165.0, columns.hand_room + 12) if not columns.settles else columns.hand_room + 12
    start = columns.pill_right - marks.pill_width(canvas, grid.pill, PillView(Pill.PAYS, 10)) - 10 if columns.settles else end
    by_width = (start - columns.dice - grid.hand_gap - text_room - 4 * grid.die_shade_gap) / 5
    least = min(grid.die_shade * 0.84, room / dice.DEPTH)
    by_height = grid.die_shade if room / dice.DEPTH >= grid.die_shade else room / dice.DEPTH
    side = max(least, min(by_width, max(by_height, min(grid.die_shade * 1.7, (box.height - 34) / dice.DEPTH * 0.85))))
    if lane.bank is None and large:
        side = max(side, min(104.0, (box.height - 60) / dice.DEPTH))
    top = box.y + (box.height - side * dice.DEPTH) / 2 - (4.0 if kept else 0.0)
    gap = grid.die_shade_gap * max(1.0, side / grid.die_shade)
    x = _hand(canvas, columns.dice, top, side, gap, lane, dim=not (kept or columns.bright), edge=LINE)
    if _idle(lane):
        x = _horses(canvas, x, box, lane)
    else:
        x += grid.hand_gap
    if not placed:
        x += marks.plate(canvas, x, box.middle - 20 * 0.66, 20.0) + 12
    if lane.pill is not None:
        marks.pill(canvas, columns.pill_right, box.middle, grid.pill, lane.pill)
    first, detail = lane.hand, lane.hand_detail if lane.hand_detail is not None else lane.status
    if lane.bank is None and large and box.height >= 150 and first is not None:
        _at_the_right(canvas, columns.right, box, lane, detail, end - x)
    elif first is not None:
        _two_lines(canvas, x, box, first, detail, end, lit=False, color=MIST if lane.out else FOG)
    elif detail is not None:
        pixels = size.detail + (2 if large else 1)
        canvas.text(x, box.middle + pixels * 0.34, detail, pixels, MIST, Face.FACT_600, width=end - x)


def _two_lines(
    canvas: Canvas,
    x: float,
    box: Box,
    first: Written,
    detail: Written | None,
    end: float,
    *,
    lit: bool,
    color: Color = FOG,
) -> None:
    """The hand's two lines right of the dice; the second only where the lane is high enough."""
    size = canvas.size
    pixels = size.hand_lit if lit else size.hand_shade
    face = Face.NAME_600 if lit else Face.NAME_500
    ink = BONE if lit else color
    if detail is None or size is SMALL or box.height < 68:
        width = canvas.text(x, box.middle + pixels * 0.35, first, pixels, ink, face, width=end - x)
        rest = end - x - width - 14
        if detail is not None and rest > 40 and not canvas.fit(detail, Face.FACT_600, size.detail, rest).cut:
            y = box.middle + pixels * 0.35
            canvas.text(x + width + 14, y, detail, size.detail, SAND if lit else MIST, Face.FACT_600, width=rest)
        return
    spread = min(8.0, max(0.0, (box.height - 70) / 12))
    canvas.text(x, box.middle - 4 - spread / 2, first, pixels, ink, face, width=end - x)
    low = box.middle + size.detail + 1 + spread / 2
    canvas.text(x, low, detail, size.detail, SAND if lit else color, Face.FACT_600, width=end - x)


def _at_the_right(canvas: Canvas, right: float, box: Box, lane: LaneView, detail: Written | None, room: float) -> None:
    """Without a bank there is room for the hand in large letters and a note below it."""
    notes = lane.notes[:1]
    y = box.middle - (33 if notes else 5)
    if lane.hand is not None:
        canvas.text(right, y, lane.hand, 42, FOG, Face.NAME_600, align=Align.RIGHT, width=room)
    if detail is not None:
        canvas.text(right, y + 44, detail, 30, MIST, Face.FACT_600, align=Align.RIGHT, width=room)
    for note in notes:
        canvas.text(right, box.bottom - 32, note, 30, FOG, Face.FACT_600, align=Align.RIGHT, width=room)


def _hand(canvas: Canvas, x: float, top: float, side: float, gap: float, lane: LaneView, *, dim: bool, edge: Color) -> float:
    """Dice and cup; returns where they end."""
    dice.row(canvas, x, top, side, gap, lane.dice, lane.tint, dim=dim, edge=edge)
    count = len(lane.dice)
    if lane.cup == 0:
        return x + dice.row_width(side, gap, max(count, 5)) if count else x
    x += dice.row_width(side, gap, count) + (gap * 2.5 if count else 0.0)
    high = side * 1.26
    cup.cup(canvas, x, top - side * 0.13, side * 1.25, high, lane.cup)
    return x + side * 1.25
