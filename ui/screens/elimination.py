"""Somebody is out: with what sum, what became of the bank, and the kitty's bowl beside it."""

from __future__ import annotations

from game.message import say
from game.view import LaneView, OutView, View
from ui.draw import chips, dice, marks, panels
from ui.draw.canvas import Canvas, Part
from ui.draw.panels import Box
from ui.screens import frame, lanes, tall, wide
from ui.text import Align, Face
from ui.theme import BONE, FOG, LARGE, PORTRAIT, SAND


def draw(canvas: Canvas, view: View) -> None:
    """The lit box of who is out, the kitty's box, and the lanes of the others."""
    frame.background(canvas)
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    lane = next((lane for lane in view.lanes if lane.lit), None)
    others = [other for other in view.lanes if other is not lane]
    out = view.out
    crowded = len(others) > 3
    height = 520.0 if portrait else (206.0 if crowded else 252.0) if large else (132.0 if crowded else 160.0)
    whole = layout.right - layout.left
    kitty = out.kitty if out is not None else 0
    kitty_box = None
    box = Box(layout.left, layout.top, whole, height)
    if kitty > 0 and portrait:
        kitty_box = Box(layout.left, box.bottom + 14, whole, 230.0)
    elif kitty > 0:
        wide_part = 780.0 if large else 500.0
        kitty_box = Box(layout.left + wide_part + 12, layout.top, whole - wide_part - 12, height)
        box = Box(layout.left, layout.top, wide_part, height)
    below = (kitty_box.bottom if portrait and kitty_box is not None else box.bottom) + (14 if portrait else 8 if large else 5)
    places = lanes.boxes(layout, others, top=below, gap=12.0 if portrait else 6.0 if large else 4.0)
    lanes.lay_panels(canvas, others, places)
    if kitty_box is not None:
        panels.panel(canvas, kitty_box)
    panels.lamp(canvas, box)
    panels.lit(canvas, box)
    frame.header(canvas, view.headline, view.facts)
    columns = lanes.columns(canvas, view, bright=True)
    for other, place in zip(others, places, strict=True):
        (tall if portrait else wide).draw(canvas, columns, other, place)
    if lane is not None and out is not None:
        lanes.turn(canvas, box, 84.0 if portrait else 58.0 if large else 34.0)
        _who(canvas, lane, out, box)
        if kitty_box is not None:
            _kitty(canvas, kitty, kitty_box)
    frame.footer(canvas, view.footer)


def _who(canvas: Canvas, lane: LaneView, out: OutView, box: Box) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    left, right = box.x + size.pad_left, box.right - size.pad_right - (6 if large else 0)
    y = box.y + (96 if portrait else 58 if large else 36)
    plate = 46.0 if portrait else 34.0 if large else 20.0
    room = right - left
    hand_room = room * 0.42 if lane.hand is not None else 0.0
    plate_room = marks.plate_size(canvas, plate)[0] + 22 if lane.boss else 0.0
    name = canvas.text(left, y, lane.name, size.name_lit, BONE, Face.NAME_700, width=room - hand_room - plate_room - 16)
    if lane.boss:
        marks.plate(canvas, left + name + 22, y - size.name_lit * 0.375 - plate * 0.66, plate)
    if lane.hand is not None:
        canvas.text(right, y, lane.hand, size.hand_lit, BONE, Face.NAME_600, align=Align.RIGHT, width=hand_room)
    foot = 46.0 if portrait else (20.0 if box.height < 230 else 26.0) if large else 14.0
    sentence = {PORTRAIT.name: 44.0, LARGE.name: 32.0}.get(size.name, 23.0)
    bottom = box.bottom - foot - sentence * 1.1 if out.sentence is not None else box.bottom - foot
    if out.sentence is not None:
        canvas.text(left, box.bottom - foot, out.sentence, sentence, BONE, Face.FACT_600, width=room)
    rail = any(die.kept for die in lane.dice)
    top = y + (40 if portrait else 20 if large else 12)
    most = 104.0 if portrait else 78.0 if large else 46.0
    side = min(most, (bottom - top) / (dice.DEPTH + (0.16 if rail else 0.02)))
    dice_top = top + (bottom - top - side * (dice.DEPTH + (0.14 if rail else 0.0))) / 2
    dice.row(canvas, left, dice_top, side, side * 0.154, lane.dice, lane.tint)
    figure = {PORTRAIT.name: 150.0, LARGE.name: 108.0}.get(size.name, 64.0)
    middle = dice_top + side * 0.5
    bank = lane.bank if lane.bank is not None else 0
    wide_ = canvas.text(right, middle + figure * 0.343, bank, figure, BONE, Face.FACT_700, align=Align.RIGHT)
    canvas.part(Part.BANK, right - wide_, middle - figure * 0.35, wide_, figure * 0.7, lane.seat)
    words = {PORTRAIT.name: 46.0, LARGE.name: 32.0}.get(size.name, 22.0)
    x = right - wide_ - (28 if large or portrait else 16)
    space = x - (left + dice.row_width(side, side * 0.154, 5)) - 8
    had, owed = say("had {amount}", amount=out.had), say("owed {amount}", amount=out.owed)
    if canvas.fit(had, Face.FACT_600, words, space).cut or canvas.fit(owed, Face.FACT_600, words, space).cut:
        return
    for line, lift in ((had, -0.2), (owed, 0.98)):
        canvas.text(x, middle + words * lift, line, words, SAND, Face.FACT_600, align=Align.RIGHT, width=space)


def _kitty(canvas: Canvas, kitty: int, box: Box) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    left, right = box.x + size.pad_left, box.right - size.pad_right
    label = {PORTRAIT.name: 56.0, LARGE.name: 40.0}.get(size.name, 26.0)
    figure = {PORTRAIT.name: 150.0, LARGE.name: 132.0}.get(size.name, 72.0)
    sentence = {PORTRAIT.name: 42.0, LARGE.name: 32.0}.get(size.name, 22.0)
    foot = 34.0 if portrait else (20.0 if box.height < 230 else 26.0) if large else 14.0
    said = say("to the next Boss who calls up")
    lines = 1 if portrait or large else 2
    fitted = canvas.fit(said, Face.FACT_600, sentence, right - left, lines=lines)
    low = box.bottom - foot - (len(fitted.lines) - 1) * sentence * 1.15
    canvas.paragraph(left, low, said, sentence, BONE, Face.FACT_600, width=right - left, lines=lines, lead=1.15)
    head = label * 1.42 if not portrait else 76.0
    canvas.text(left, box.y + head, say("Kitty"), label, FOG, Face.NAME_600)
    bottom = low - sentence * 1.0
    if figure * 0.72 > bottom - box.y - 16:
        figure = (bottom - box.y - 16) / 0.72
    middle = (box.y + bottom) / 2 + (6 if large else 2)
    wide_ = canvas.text(right, middle + figure * 0.343, kitty, figure, BONE, Face.FACT_700, align=Align.RIGHT)
    bowl_width = {PORTRAIT.name: 200.0, LARGE.name: 210.0}.get(size.name, 96.0)
    bowl_width = min(bowl_width, right - wide_ - 24 - left)
    bowl_height = bowl_width * 0.438
    x = right - wide_ - 26 - bowl_width
    if portrait:
        x = left + 300
    chips.bowl(canvas, x, bottom - bowl_height - (2 if large else 4), bowl_width, bowl_height, 3 if kitty >= 15 else 1)
