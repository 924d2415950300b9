"""A lane in portrait: name and hand above left, chips and bank above right, the dice below."""

from __future__ import annotations

from game.view import LaneView
from ui.draw import cup, dice, marks
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens.lanes import Columns, bank, grid_of
from ui.text import Face
from ui.theme import BONE, BRASS, FOG, LINE, MIST, OAK_LINE, SAND

_PLATE = 46.0
_COMPACT = 270.0
"""Below this height the hand stands beside the name instead of under it."""


def draw(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    """The contents of one lane; its panel is there already."""
    with canvas.owned(lane.seat):
        if lane.lit:
            _lit(canvas, columns, lane, box)
        else:
            _shade(canvas, columns, lane, box)


def name_line(canvas: Canvas, columns: Columns, lane: LaneView, y: float, end: float) -> float:
    """Name, Boss plate and horses on one line with its baseline at `y`; returns where they end."""
    size = canvas.size
    pixels = size.name_lit if lane.lit else size.name_shade
    face = Face.NAME_700 if lane.lit else Face.NAME_600
    color = BONE if lane.lit else MIST if lane.out else FOG
    extra = marks.plate_size(canvas, _PLATE)[0] + 26 if lane.boss else 0.0
    extra += len(lane.horses) * pixels * 1.05
    x = columns.name + canvas.text(columns.name, y, lane.name, pixels, color, face, width=end - columns.name - extra)
    middle = y - pixels * 0.36
    if lane.boss:
        x += 26
        x += marks.plate(canvas, x, middle - _PLATE * 0.66, _PLATE)
    radius = pixels * 0.36
    for won in lane.horses:
        x += radius * 2.9
        edge = SAND if lane.lit else FOG
        marks.horseshoe(canvas, x - radius, middle, radius, won=won, edge=edge)
    return x


def _lit(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size, grid = canvas.size, grid_of(canvas.size)
    end = columns.text_end(canvas, lane)
    name_line(canvas, columns, lane, box.y + 92, end)
    bank(canvas, columns, lane, box.y + 96, box.height, lit=True)
    under = lane.hand is not None and box.height >= 380
    second = lane.status if under or lane.hand is None else lane.hand
    if second is not None:
        canvas.text(
            columns.name,
            box.y + 92 + size.status * 1.32,
            second,
            size.status,
            BRASS,
            Face.FACT_600,
            width=end - columns.name,
        )
    kept = sum(die.kept for die in lane.dice)
    head = 160.0 if second is not None else 130.0
    foot = 96.0 if under else 44.0
    most = 136.0 if columns.settles else grid.die_lit
    side = min(most, (box.height - head - foot - 16) / dice.DEPTH)
    top = box.bottom - foot - side * dice.DEPTH
    if not under:
        top = max(box.y + head, top - (box.height - head - foot - side * dice.DEPTH) / 3)
    _hand(canvas, columns, lane, top, side, grid.die_lit_gap, dim=False, lit=True)
    if lane.pill is not None:
        marks.pill(canvas, columns.right, top + side * 0.5, grid.pill, lane.pill)
    if lane.hand is not None and under:
        room = box.right - size.pad_right - columns.name
        start = columns.name + (kept * (side + grid.die_lit_gap) + side * 0.12 if 0 < kept < 5 else 0.0)
        width = canvas.measure(lane.hand, Face.NAME_600, size.hand_lit)
        if start + width > columns.name + room:
            start = columns.name
        y = box.bottom - (26 if start == columns.name and kept else 30)
        start += canvas.text(start, y, lane.hand, size.hand_lit, BONE, Face.NAME_600, width=columns.name + room - start)
        rest = columns.name + room - start - 24
        if lane.hand_detail is not None and rest > 200:
            canvas.text(start + 24, y, lane.hand_detail, size.detail, SAND, Face.FACT_600, width=rest)


def _shade(canvas: Canvas, columns: Columns, lane: LaneView, box: Box) -> None:
    size, grid = canvas.size, grid_of(canvas.size)
    end = columns.text_end(canvas, lane)
    compact = box.height < _COMPACT
    baseline = box.y + (58 if compact else 64)
    beside = 0.0
    if compact:
        said = lane.hand if lane.hand is not None else lane.status
        beside = canvas.measure(said, Face.NAME_500, size.smallest) + 44 if said is not None else 0.0
    name_end = name_line(canvas, columns, lane, baseline, max(columns.name + 200, end - beside))
    bank(canvas, columns, lane, box.y + (62 if compact else 72), box.height, lit=False)
    x, y = (name_end + 28, baseline) if compact else (columns.name, baseline + 53)
    color = MIST if lane.out else FOG
    if lane.hand is not None:
        detail = lane.hand_detail if lane.hand_detail is not None else lane.status
        both = canvas.words.text(lane.hand) + (f", {canvas.words.text(detail)}" if detail is not None else "")
        fits = not canvas.fit(both, Face.NAME_500, size.hand_shade, end - x).cut
        canvas.text(x, y, both if fits else lane.hand, size.hand_shade, color, Face.NAME_500, width=end - x)
    elif lane.status is not None:
        canvas.text(x, y, lane.status, size.status, MIST, Face.FACT_600, width=end - x)
    head = (baseline if compact else baseline + 53) - box.y + 16
    kept = any(die.kept for die in lane.dice)
    foot = (26.0 if not compact else 20.0) + (12.0 if kept else 0.0)
    if lane.cup:
        head += grid.die_shade * 0.14
    roomy = box.height > 350 and not columns.settles
    side = min(grid.die_shade * (1.2 if roomy else 1.0), (box.height - head - foot) / dice.DEPTH)
    top = box.bottom - foot - side * dice.DEPTH - max(0.0, box.height - head - foot - side * dice.DEPTH) / 4
    dim = not (kept or columns.bright)
    _hand(canvas, columns, lane, top, side, grid.die_shade_gap, dim=dim, lit=False)
    if lane.pill is not None:
        below_bank = box.y + (62 if compact else 72) + size.bank_shade * 0.35 + 8 + grid.pill * 0.74
        marks.pill(canvas, columns.right, max(top + side * 0.5, below_bank), grid.pill, lane.pill)


def _hand(
    canvas: Canvas,
    columns: Columns,
    lane: LaneView,
    top: float,
    side: float,
    gap: float,
    *,
    dim: bool,
    lit: bool,
) -> None:
    x = columns.name
    dice.row(canvas, x, top, side, gap, lane.dice, lane.tint, dim=dim, edge=OAK_LINE if lit else LINE)
    if lane.cup:
        count = len(lane.dice)
        x += dice.row_width(side, gap, count) + (gap * 2.5 if count else 0.0)
        cup.cup(canvas, x, top - side * 0.14, side * 1.25, side * 1.26, lane.cup)
