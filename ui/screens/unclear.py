"""A die that cannot be read: what was read stays, the place in question is dashed, with the reason and the camera's picture."""

from __future__ import annotations

import pygame

from game.message import say
from game.view import DieState, LaneView, UnclearView, View
from ui.draw import dice, marks, panels, photo
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens import cards, frame, lanes
from ui.text import Align, Face
from ui.theme import BONE, BRASS, LARGE, OAK_LINE, PORTRAIT, SAND


def draw(canvas: Canvas, view: View) -> None:
    """The player in question large, the others as cards below."""
    frame.background(canvas)
    layout = canvas.layout
    lane = next((lane for lane in view.lanes if lane.lit), None)
    others = [other for other in view.lanes if other is not lane]
    bottom = layout.bottom - cards.height_of(canvas, len(others))
    box = Box(layout.left, layout.top, layout.right - layout.left, bottom - layout.top)
    if lane is not None:
        panels.lamp(canvas, box)
        panels.lit(canvas, box)
    frame.header(canvas, view.headline, view.facts)
    if lane is not None:
        down = {LARGE.name: 66.0, PORTRAIT.name: 84.0}.get(canvas.size.name, 44.0)
        lanes.turn(canvas, box, down)
        _lane(canvas, lane, view.unclear, box)
    cards.draw(canvas, others)
    frame.footer(canvas, view.footer)


def _lane(canvas: Canvas, lane: LaneView, unclear: UnclearView | None, box: Box) -> None:
    size = canvas.size
    left = box.x + size.pad_left
    crop = canvas.crops.get(unclear.crop) if unclear is not None and unclear.crop is not None else None
    at = unclear.at if unclear is not None else None
    if size is PORTRAIT:
        end = box.right - size.pad_right
        canvas.text(left, box.y + 96, lane.name, size.name_lit, BONE, Face.NAME_700, width=end - left)
        if lane.status is not None:
            canvas.text(left, box.y + 156, lane.status, size.status, BRASS, Face.FACT_600, width=end - left)
        side = (end - left - 4 * 24) / 5
        _dice(canvas, lane, unclear, left, box.y + 190, min(side, 164.0), 24.0, end)
        top = box.y + 190 + 164 * dice.DEPTH + 130
        room = box.bottom - 34 - top
        if crop is not None:
            square = min(room, 520.0)
            _photo(canvas, Box(left, top, square, square), crop)
            left += square + 50
        if at is not None and unclear is not None and end - left > 180:
            _plan(canvas, Box(left, top + 60, min(end - left, 260.0), min(room - 60, 380.0)), at, unclear)
        return
    large = size is LARGE
    pad = 28.0 if large else 16.0
    square = min(box.height - 2 * pad, 400.0 if large else 232.0)
    plan_width = 148.0
    end = box.right - size.pad_right
    if crop is not None:
        if large and at is not None and unclear is not None:
            end -= plan_width + 2
            _plan(canvas, Box(end, box.y + 84, plan_width, min(210.0, box.height - 124)), at, unclear)
            end -= 32
        _photo(canvas, Box(end - square, box.y + pad, square, box.height - 2 * pad), crop)
        end -= square
    elif at is not None and unclear is not None:
        wide = square * 0.62
        _plan(canvas, Box(end - wide, box.y + pad + 34, wide, square - 40), at, unclear)
        end -= wide
    end -= 44 if large else 20
    alone = crop is None and at is None
    side, gap = (150.0 if alone else 108.0, 16.0) if large else (80.0, 12.0)
    side = min(side, (end - left - 4 * gap) / 5)
    if large:
        canvas.text(left, box.y + 84, lane.name, size.name_lit + 2, BONE, Face.NAME_700, width=end - left)
        if lane.status is not None:
            canvas.text(left, box.y + 126, lane.status, size.status, BRASS, Face.FACT_600, width=end - left)
        top = box.y + 164
    else:
        short = box.height < 240
        baseline = box.y + (46 if short else 56)
        side = min(side, 72.0) if short else side
        name = canvas.text(left + 2, baseline, lane.name, 36, BONE, Face.NAME_700, width=(end - left) * 0.55)
        if lane.status is not None:
            start = left + name + 16
            canvas.text(start, baseline - 1, lane.status, 24, BRASS, Face.FACT_600, width=end - start)
        top = box.y + (68 if short else 88)
    _dice(canvas, lane, unclear, left + (0 if large else 2), top, side, gap, end)


def _dice(
    canvas: Canvas, lane: LaneView, unclear: UnclearView | None, x: float, top: float, side: float, gap: float, end: float
) -> None:
    """The hand and under the place in question the reason, as near to its die as it fits."""
    dice.row(canvas, x, top, side, gap, lane.dice, lane.tint, edge=OAK_LINE)
    place = next((index for index, die in enumerate(lane.dice) if die.state is DieState.UNCLEAR), None)
    if place is None or unclear is None:
        return
    under = x + place * (side + gap) + side / 2
    pixels = {LARGE.name: 34.0, PORTRAIT.name: 48.0}.get(canvas.size.name, 26.0)
    y = top + side * 1.1
    marks.polyline(canvas, ((under, y), (under, y + side * 0.18)), BRASS, side * 0.037)
    fitted = canvas.fit(unclear.reason, Face.FACT_700, pixels, end - x)
    half = canvas.fonts.width(fitted.lines[0], fitted.face, fitted.pixels) / canvas.layout.scale / 2
    middle = min(max(under, x + half), end - half)
    baseline = y + side * 0.18 + pixels * 1.06
    canvas.text(middle, baseline, unclear.reason, pixels, BONE, Face.FACT_700, align=Align.MIDDLE, width=end - x)


def _photo(canvas: Canvas, box: Box, crop: pygame.Surface) -> None:
    photo.photo(canvas, box, crop)
    photo.ring(canvas, box.x + box.width / 2, box.middle, min(box.width, box.height) * 0.304)


def _plan(canvas: Canvas, box: Box, at: tuple[float, float], unclear: UnclearView) -> None:
    size = {LARGE.name: 28.0, PORTRAIT.name: 42.0}.get(canvas.size.name, 22.0)
    middle = box.x + box.width / 2
    canvas.text(middle, box.y - size * 0.6, say("your lane"), size, SAND, Face.FACT_600, align=Align.MIDDLE)
    photo.plan(canvas, box, at, unclear.others)
