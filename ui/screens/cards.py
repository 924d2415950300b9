"""The players who wait, as small cards: name, hand, dice where there is room, bank."""

from __future__ import annotations

from collections.abc import Sequence

from game.view import LaneView
from ui.draw import dice, panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.text import Align, Face
from ui.theme import FOG, LARGE, MIST, PORTRAIT, SMALL

_WITH_DICE = 340.0
_ONE_ROW = 3
"""More players than this stand in two rows in landscape."""


def height_of(canvas: Canvas, count: int) -> float:
    """The height that `count` cards take, with the gap above them."""
    if count == 0:
        return 0.0
    if canvas.size is PORTRAIT:
        return count * 88.0 + (count - 1) * 10.0 + 12.0
    if count > _ONE_ROW:
        return 104.0 if canvas.size is SMALL else 142.0
    return 76.0 if canvas.size is SMALL else 134.0


def draw(canvas: Canvas, others: Sequence[LaneView]) -> None:
    """Cards at the foot of the lanes: side by side in landscape, under each other in portrait."""
    if not others:
        return
    layout = canvas.layout
    top = layout.bottom - height_of(canvas, len(others)) + 12.0
    if canvas.size is PORTRAIT:
        for index, lane in enumerate(others):
            _line(canvas, lane, Box(layout.left, top + index * 98.0, layout.right - layout.left, 88.0))
        return
    gap = 6.0 if canvas.size is SMALL else 8.0
    rows = 1 if len(others) <= _ONE_ROW else 2
    across = -(-len(others) // rows)
    width = (layout.right - layout.left - gap * (across - 1)) / across
    height = (layout.bottom - top - gap * (rows - 1)) / rows
    for index, lane in enumerate(others):
        row, column = divmod(index, across)
        box = Box(layout.left + column * (width + gap), top + row * (height + gap), width, height)
        if rows == 1:
            _card(canvas, lane, box)
        else:
            _line(canvas, lane, box)


def _line(canvas: Canvas, lane: LaneView, box: Box) -> None:
    """Name, hand and bank on one line."""
    size = canvas.size
    panels.panel(canvas, box)
    portrait, large = size is PORTRAIT, size is LARGE
    figure, name_size, hand_size = (64.0, 50.0, 42.0) if portrait else (44.0, 32.0, 26.0) if large else (32.0, 24.0, 22.0)
    pad = 34.0 if portrait else 20.0 if large else 12.0
    right = box.right - pad
    wide = 0.0
    if lane.bank is not None:
        color = FOG if lane.bank else MIST
        middle = box.middle + figure * 0.343
        wide = canvas.text(right, middle, lane.bank, figure, color, Face.FACT_700, align=Align.RIGHT) + pad * 0.7
    x, y = box.x + pad, box.middle + name_size * 0.36
    room = right - wide - x
    hand = lane.hand if room > (300.0 if portrait else 200.0 if large else 190.0) else None
    name = canvas.text(x, y, lane.name, name_size, FOG, Face.NAME_600, width=room * (0.48 if hand is not None else 1.0))
    start = x + max(300.0 if portrait else 0.0, name + pad * 0.8)
    face = Face.NAME_500 if portrait else Face.FACT_600
    if hand is not None and not canvas.fit(hand, face, hand_size, right - wide - start).cut:
        canvas.text(start, y, hand, hand_size, FOG, face, width=right - wide - start)


def _card(canvas: Canvas, lane: LaneView, box: Box) -> None:
    large = canvas.size is LARGE
    panels.panel(canvas, box)
    pad = 24.0 if large else 12.0
    left, right = box.x + pad, box.right - pad
    color = FOG if lane.bank is None or lane.bank > 0 else MIST
    if large and box.width >= _WITH_DICE:
        name = canvas.text(left, box.y + 46, lane.name, 34, FOG, Face.NAME_600, width=(right - left) * 0.5)
        if lane.hand is not None:
            room = right - left - name - 16
            canvas.text(right, box.y + 46, lane.hand, 28, FOG, Face.NAME_500, align=Align.RIGHT, width=room)
        wide = 0.0
        if lane.bank is not None:
            wide = canvas.text(right, box.y + 103, lane.bank, 48, color, Face.FACT_700, align=Align.RIGHT) + 14
        side = min(46.0, (right - left - wide - 4 * 8) / 5)
        dice.row(canvas, left, box.y + 62 + (46 - side) / 2, side, 8, lane.dice, lane.tint, dim=True)
        return
    bank_size = 48.0 if large else 36.0
    bank_width = 0.0
    if lane.bank is not None:
        bank_width = 12 + canvas.text(
            right, box.middle + bank_size * 0.343, lane.bank, bank_size, color, Face.FACT_700, align=Align.RIGHT
        )
    room = right - left - bank_width
    name_size, hand_size = (32.0, 26.0) if large else (24.0, 22.0)
    step = 38.0 if large else 27.0
    y = box.middle - (6 if large else 4)
    canvas.text(left, y, lane.name, name_size, FOG, Face.NAME_600, width=room)
    if lane.hand is not None and not canvas.fit(lane.hand, Face.FACT_600, hand_size, room).cut:
        canvas.text(left, y + step, lane.hand, hand_size, FOG, Face.FACT_600, width=room)
