"""Correcting a die: the camera's picture, the likeliest value large, the next guesses, and the hand it belongs to."""

from __future__ import annotations

from game.message import Message, say
from game.view import CorrectionView, View
from ui.draw import dice, panels, photo
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens import cards, frame
from ui.text import Align, Face
from ui.theme import BONE, FOG, LARGE, MIST, PORTRAIT, SAND


def draw(canvas: Canvas, view: View) -> None:
    """The question in the light, the hand as it stands in the tray below."""
    frame.background(canvas)
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    gap = 14.0 if portrait else 8.0 if large else 5.0
    low = 330.0 if portrait else 136.0 if large else 92.0
    whole = layout.right - layout.left
    correction = view.correction
    hand = Box(layout.left, layout.bottom - low, whole, low)
    box = Box(layout.left, layout.top, whole, hand.y - gap - layout.top)
    if correction is not None and not correction.hand:
        # A question about the whole table: everybody's cards stand below it.
        low = layout.bottom - cards.height_of(canvas, len(view.lanes)) - layout.top
        box = Box(layout.left, layout.top, whole, min(low, 760.0) if portrait else low)
        cards.draw(canvas, view.lanes)
    else:
        panels.panel(canvas, hand)
    panels.lamp(canvas, box)
    panels.lit(canvas, box)
    frame.header(canvas, view.headline, view.facts)
    asked = say("What does it show?")
    if correction is not None:
        _question(canvas, correction, box, None if correction.proposed is None else asked)
        if correction.hand:
            _hand(canvas, correction, hand)
    frame.footer(canvas, view.footer)


def _question(canvas: Canvas, correction: CorrectionView, box: Box, asked: Message | None) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    pad = 34.0 if portrait else 26.0 if large else 14.0
    left, right, top = box.x + pad, box.right - pad, box.y + pad
    crop = canvas.crops.get(correction.crop) if correction.crop is not None else None
    bottom = box.bottom - pad
    if crop is not None:
        square = min(460.0 if portrait else 420.0, bottom - top)
        photo.photo(canvas, Box(left, top, square, square), crop)
        if portrait:
            top += square + 20
        else:
            left += square + (40 if large else 18)
    ask, why, label = {PORTRAIT.name: (58.0, 44.0, 40.0), LARGE.name: (40.0, 30.0, 28.0)}.get(size.name, (27.0, 22.0, 22.0))
    if correction.proposed is None:
        _statement(canvas, correction, Box(left, top, right - left, bottom - top), ask)
        return
    y = top
    if asked is not None:
        y += ask * (0.9 if not portrait else 1.0)
        canvas.text(left, y, asked, ask, BONE, Face.NAME_700, width=right - left)
    if correction.why is not None:
        lines = 1 if large else 2
        y = canvas.paragraph(
            left, y + why * 1.4, correction.why, why, SAND, Face.FACT_600, width=right - left, lines=lines, lead=1.16
        )
    _guesses(canvas, correction, Box(left, y + why * 0.5, right - left, bottom - y - why * 0.5), label)


def _statement(canvas: Canvas, correction: CorrectionView, box: Box, size: float) -> None:
    """Before a value is proposed: the die that the cursor is on, or the hand, large; or only the reason in words."""
    at = next((die for die in correction.hand if die.cursor), None)
    shown = (at,) if at is not None else correction.hand
    size *= 1.0 if shown else 1.3
    y = box.middle
    if shown:
        room = box.height - (size * 1.8 if correction.why is not None else 0.0)
        side = min(room / (dice.DEPTH + 0.3), box.width / (len(shown) * 1.16), 260.0)
        wide = dice.row_width(side, side * 0.14, len(shown))
        x = box.x + (box.width - wide) / 2
        top = box.y + (room - side * dice.DEPTH) / 2
        for index, die in enumerate(shown):
            dice.one(canvas, x + index * side * 1.14, top, side, die, correction.tint, index=index)
        y = box.bottom - size * 0.3
    if correction.why is not None:
        middle = box.x + box.width / 2
        lines = 1 if shown else 2
        canvas.paragraph(
            middle,
            y + (0.0 if shown else size * 0.35),
            correction.why,
            size,
            BONE,
            Face.NAME_600,
            width=box.width,
            lines=lines,
            align=Align.MIDDLE,
            middle=not shown,
        )


def _guesses(canvas: Canvas, correction: CorrectionView, box: Box, label: float) -> None:
    """The proposed die in its ring, the others smaller beside it, their label below."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    ring = 28.0 if portrait else 16.0 if large else 14.0
    guesses = correction.guesses[:5]
    most = 230.0 if portrait else 152.0 if large else 84.0
    count = len(guesses)
    arrow = most * 0.22
    side = min(most, (box.height - arrow - ring * 2) / dice.DEPTH)
    while side > 30 and side * 1.05 + ring * 2 + 30 + count * side * 0.9 > box.width:
        side *= 0.97
    top = box.bottom - ring - side * dice.DEPTH - max(0.0, box.height - arrow - 2 * ring - side * dice.DEPTH) / 2
    x = box.x + ring
    if correction.proposed is not None:
        dice.die(canvas, x, top, side, correction.proposed, correction.tint)
        dice.cursor(canvas, x, top, side, arrow=True)
        x += side + ring * 2.4 + (34 if large or portrait else 8)
    small, gap = side * 0.74, side * 0.16
    if count:
        small = min(small, (box.right - x - (count - 1) * gap) / count)
        lift = (side - small) * 0.12
        for index, value in enumerate(guesses):
            dice.die(canvas, x + index * (small + gap), top + lift, small, value, correction.tint, dim=True)
        below = top + lift + small * 1.1 + label * 1.06
        said: Message = say("next guesses, likeliest first")
        canvas.text(x, min(below, box.bottom + 4), said, label, SAND, Face.FACT_600, width=box.right - x)


def _hand(canvas: Canvas, correction: CorrectionView, box: Box) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    left, right = box.x + size.pad_left, box.right - size.pad_right
    name_size = 42.0 if large else float(size.name_shade)
    occasion = 28.0 if large else float(size.detail)
    if portrait:
        x, top, side = left, box.y + 120, 130.0
        name_room, y = (right - left) * 0.5, box.y + 68
        canvas.text(left, y, correction.name, name_size, FOG, Face.NAME_600, width=name_room)
        if correction.occasion is not None:
            canvas.text(left + name_room + 10, y, correction.occasion, 40, MIST, Face.FACT_600, width=name_room - 10)
    else:
        x = box.x + (260 if large else 126)
        if correction.occasion is not None:
            needed = canvas.measure(correction.occasion, Face.FACT_600, size.smallest)
            x = min(x + (40 if large else 56), max(x, left + needed + 18))
        side = min(78.0, box.height - 52) if large else 36.0
        top = box.middle - side * dice.DEPTH / 2
        y = box.middle - (6 if large else 4)
        canvas.text(left, y, correction.name, name_size, FOG, Face.NAME_600, width=x - left - 20)
        if correction.occasion is not None:
            canvas.text(
                left, y + (40 if large else 28), correction.occasion, occasion, MIST, Face.FACT_600, width=x - left - 16
            )
    gap = 16.0 if large else 20.0 if portrait else 13.0
    for index, die in enumerate(correction.hand):
        place = x + index * (side + gap)
        dice.one(canvas, place, top, side, die, correction.tint, index=index, dim=not die.cursor)
        if die.cursor:
            dice.cursor(canvas, place, top, side, arrow=False)
    if portrait:
        text = ", ".join(canvas.words.text(part) for part in (correction.hand_name, correction.effect) if part is not None)
        canvas.text(left, box.bottom - 26, text, 42, FOG, Face.FACT_600, width=right - left)
        return
    x += 5 * side + 4 * gap + (34 if large else 20)
    first, second = (36.0, 30.0) if large else (23.0, 22.0)
    middle = correction.effect is None
    if correction.hand_name is not None:
        y = box.middle + (first * 0.35 if middle else -6 if large else -4)
        canvas.text(x, y, correction.hand_name, first, FOG, Face.NAME_500, width=right - x)
    if correction.effect is not None:
        y = box.middle + (36 if large else 24)
        canvas.text(x, y, correction.effect, second, FOG, Face.FACT_600, width=right - x)
