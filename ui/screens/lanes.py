"""The lanes of the tray on the screen: how high each is, their panels, and the columns that all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.view import LaneView, View
from ui.draw import chips, marks, panels
from ui.draw.canvas import Canvas, Part
from ui.draw.panels import Box
from ui.text import Align, Face
from ui.theme import BONE, BRASS, FOG, LARGE, MIST, PORTRAIT, SMALL, Color, Layout, SizeClass


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns of a size class (guide, section 4), from the lane's left edge; chips are (width, thickness, gap)."""

    dice: float
    die_lit: float
    die_lit_gap: float
    die_shade: float
    die_shade_gap: float
    hand_gap: float
    chip_lit: tuple[float, float, float]
    chip_shade: tuple[float, float, float] | None
    bank_lit: float
    bank_shade: float
    pill: float
    stack_room: float
    channel_gap: float
    pill_gap: float


GRIDS = {
    LARGE.name: Grid(268, 108, 14, 62, 10, 26, (48, 8, 1.5), (38, 5, 1), 146, 104, 34, 84, 26, 41),
    SMALL.name: Grid(130, 74, 9, 42, 6, 14, (30, 5, 1.5), None, 100, 58, 27, 0, 15, 17),
    PORTRAIT.name: Grid(34, 164, 22, 130, 18, 30, (60, 9, 1.5), (52, 7, 1), 204, 190, 44, 112, 44, 0),
}


def grid_of(size: SizeClass) -> Grid:
    return GRIDS[size.name]


def boxes(
    layout: Layout, lanes: Sequence[LaneView], *, feature: bool = False, top: float | None = None, gap: float | None = None
) -> list[Box]:
    """The lanes from top to bottom: a lit lane takes two parts, a lane in the shade one (guide, section 4).

    A `feature` is a lit lane with more to show: the Boss' decision. A Boss in the shade has a quarter more than the others,
    for the plate.
    """
    count = len(lanes)
    if count == 0:
        return []
    small, portrait = layout.size is SMALL, layout.size is PORTRAIT
    if gap is None:
        gap = (14.0 if count <= 4 else 12.0) if portrait else (5.0 if count <= 4 else 4.0) if small else _large_gap(count)
    start = layout.top if top is None else top
    room = layout.bottom - start - gap * (count - 1)
    lit = sum(lane.lit for lane in lanes)
    named = any(lane.lit and lane.hand is not None for lane in lanes)
    if portrait:
        parts, most_lit, most_shade = (1.6 if feature or named or count > 4 else 1.32), 700.0, 600.0
        if count > 4:
            parts += 0.3 if feature else 0.15
    elif small:
        parts, most_lit, most_shade = (2.6 if feature else 2.1), 160.0, 150.0
    else:
        parts, most_lit, most_shade = (3.0 if feature else 2.0 if count <= 4 else 1.77), 264.0, 236.0
    shade = [1.0 if portrait or not lane.boss else 1.25 for lane in lanes if not lane.lit]
    share = room / (sum(shade) + parts * lit)
    lit_height = min(parts * share, most_lit) if lit else 0.0
    shade_height = min((room - lit * lit_height) / sum(shade), most_shade) if shade else 0.0
    placed: list[Box] = []
    y = start
    for lane in lanes:
        height = lit_height if lane.lit else shade_height * (1.25 if lane.boss and not portrait else 1.0)
        placed.append(Box(layout.left, y, layout.right - layout.left, height))
        y += height + gap
    return placed


def _large_gap(count: int) -> float:
    return 10.0 if count <= 3 else 8.0 if count == 4 else 6.0


def lay_panels(canvas: Canvas, lanes: Sequence[LaneView], places: Sequence[Box]) -> None:
    """The panels of all lanes and the light; the lit one last, so that its glow falls on its neighbours."""
    for lane, box in zip(lanes, places, strict=True):
        canvas.part(Part.LANE, box.x, box.y, box.width, box.height, lane.seat)
        if not lane.lit:
            panels.panel(canvas, box)
            if lane.boss:
                panels.frame(canvas, box, BRASS)
    for lane, box in zip(lanes, places, strict=True):
        if lane.lit:
            panels.lamp(canvas, box)
            panels.lit(canvas, box)
            down = 84.0 if canvas.size is PORTRAIT else box.height / 2
            turn(canvas, box, down)


def turn(canvas: Canvas, box: Box, down: float) -> None:
    """The wedge on the left edge of a lit box, `down` from its top."""
    marks.wedge(canvas, box.x - canvas.size.wedge_out, box.y + down, canvas.size.wedge)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand in all lanes of one screen, so that they stand under each other. Screen x, in units."""

    name: float
    dice: float
    right: float
    stack_lit: float
    stack_shade: float
    chip_lit: float
    chip_shade: float
    pill_right: float
    channel: float
    bright: bool
    starting_bank: int
    settles: bool
    rails: bool
    hand_room: float

    def text_end(self, canvas: Canvas, lane: LaneView) -> float:
        """Where a text in the lane has to end: before the pill, the chips or the bank."""
        grid = grid_of(canvas.size)
        if lane.pill is not None and canvas.size is not PORTRAIT:
            return self.pill_right - marks.pill_width(canvas, grid.pill, lane.pill) - 10
        if lane.bank is None:
            return self.right
        count = chips.count_of(lane.bank, self.starting_bank)
        if lane.lit:
            return self.stack_lit - chips.stack_width(count, self.chip_lit) - 16
        if grid.chip_shade is None:
            return self.stack_shade
        return self.stack_shade - chips.stack_width(count, self.chip_shade) - 12


def columns(canvas: Canvas, view: View, *, bright: bool = False) -> Columns:
    """The columns of a screen; `bright` when the dice of the lanes in the shade are not dimmed (a finished hand)."""
    size, grid = canvas.size, grid_of(canvas.size)
    left, right = canvas.layout.left, canvas.layout.right - size.pad_right
    dice = left + grid.dice
    if size is not PORTRAIT:
        needed = max((_least_names(canvas, lane) for lane in view.lanes), default=0.0)
        dice = max(dice, min(left + size.pad_left + needed + 17, dice + (40 if size is SMALL else 30)))
    lit_banks = [lane.bank for lane in view.lanes if lane.bank is not None and lane.lit]
    shade_banks = [lane.bank for lane in view.lanes if lane.bank is not None and not lane.lit]
    wide_lit = max((canvas.measure(bank, Face.FACT_700, size.bank_lit) for bank in lit_banks), default=0.0)
    wide_shade = max((canvas.measure(bank, Face.FACT_700, size.bank_shade) for bank in shade_banks), default=0.0)
    stack_lit = right - max(grid.bank_lit, wide_lit + 20)
    stack_shade = right - max(grid.bank_shade, wide_shade + (76 if size is PORTRAIT else 14))
    settles = any(lane.pill is not None for lane in view.lanes)
    most_lit = max((chips.columns_of(chips.count_of(bank, view.starting_bank)) for bank in lit_banks), default=1)
    most_shade = max((chips.columns_of(chips.count_of(bank, view.starting_bank)) for bank in shade_banks), default=1)
    shade_room = grid.stack_room if settles or size is PORTRAIT else grid.stack_room + 40
    chip_shade = chips.width_for(most_shade, shade_room, grid.chip_shade[0]) if grid.chip_shade else 0.0
    if size is PORTRAIT:
        channel, pill_right = stack_shade + grid.channel_gap, right
    else:
        channel = stack_shade - grid.stack_room - grid.channel_gap
        pill_right = channel - grid.pill_gap
    lit_room = {LARGE.name: 156.0, SMALL.name: 70.0, PORTRAIT.name: 220.0}[size.name]
    return Columns(
        name=left + size.pad_left,
        dice=dice,
        right=right,
        stack_lit=stack_lit,
        stack_shade=stack_shade,
        chip_lit=chips.width_for(most_lit, lit_room, grid.chip_lit[0]),
        chip_shade=chip_shade,
        pill_right=pill_right,
        channel=channel,
        bright=bright,
        starting_bank=view.starting_bank,
        settles=settles,
        hand_room=max((_hand_room(canvas, lane) for lane in view.lanes if not lane.lit), default=0.0),
        rails=any(die.kept for lane in view.lanes for die in lane.dice if not lane.lit),
    )


def _least_names(canvas: Canvas, lane: LaneView) -> float:
    """The least room for the name, and for what stands below it in the lit lane."""
    size = canvas.size
    pixels = size.name_lit if lane.lit else size.name_shade
    needed = canvas.measure(lane.name, Face.NAME_700 if lane.lit else Face.NAME_600, max(size.smallest, pixels * 0.7))
    if lane.lit and lane.status is not None:
        needed = max(needed, canvas.measure(lane.status, Face.FACT_600, size.smallest))
    return needed


def _hand_room(canvas: Canvas, lane: LaneView) -> float:
    """The least room for the lines beside the dice of a lane in the shade."""
    size = canvas.size
    detail = lane.hand_detail if lane.hand_detail is not None else lane.status
    first = canvas.measure(lane.hand, Face.NAME_500, size.hand_shade * 0.9) if lane.hand is not None else 0.0
    beside = size is SMALL and lane.hand is not None
    second = canvas.measure(detail, Face.FACT_600, size.smallest) if detail is not None and not beside else 0.0
    return max(first, second)


def bank(canvas: Canvas, columns: Columns, lane: LaneView, middle: float, height: float, *, lit: bool) -> None:
    """The number at the right and its stack of chips beside it, centred on `middle` in a lane of `height`."""
    if lane.bank is None:
        return
    size, grid = canvas.size, grid_of(canvas.size)
    pixels = size.bank_lit if lit else size.bank_shade
    color: Color = BONE if lit else FOG if lane.bank > 0 else MIST
    wide = canvas.text(columns.right, middle + pixels * 0.343, lane.bank, pixels, color, Face.FACT_700, align=Align.RIGHT)
    canvas.part(Part.BANK, columns.right - wide, middle - pixels * 0.35, wide, pixels * 0.7, lane.seat)
    chip = grid.chip_lit if lit else grid.chip_shade
    if chip is None:
        return
    _, thickness, gap = chip
    if size is LARGE:
        if lit and height < 150:
            thickness = 6.2
        elif not lit and height < 88:
            thickness = 4.0 if height >= 76 else 3.4 if height >= 68 else 2.9
    elif height < 110 and lit:
        thickness = 4.0
    elif size is PORTRAIT and lit:
        thickness = 7.0
    width = columns.chip_lit if lit else columns.chip_shade
    if width < chip[0] * 0.25:
        return
    count = chips.count_of(lane.bank, columns.starting_bank)
    base = middle + chips.FULL * (thickness + gap) / 2
    chips.stack(canvas, columns.stack_lit if lit else columns.stack_shade, base, count, width, thickness, gap)
