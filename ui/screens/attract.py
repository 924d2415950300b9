"""The screen that waits: how a round goes in five pictures, the light moving on, and the last winners (guide, section 9)."""

from __future__ import annotations

import enum
import math

import pygame

from game.message import Message, say
from game.sighting import Button
from game.view import Lamp, View, WinnerRow
from ui.draw import buttons, chips, cup, dice, marks, panels
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.screens import frame, records
from ui.text import Align, Face
from ui.theme import BLACK, BONE, BRASS, FOG, LARGE, MIST, NIGHT, PORTRAIT, SAND

STEP_SECONDS = 6.0
PAGE_SECONDS = 36.0
FADE_SECONDS = 0.6
DRIFT_SECONDS = 240.0
DRIFT_PIXELS = 12
DIM_AFTER = 600.0
ALONE_AFTER = 3600.0
_DIM = 0.6

STEPS = 5


def steps() -> tuple[Message, ...]:
    """The five sentences of a round."""
    return (
        say("All throw, in the open"),
        say("Best pair or better is Boss"),
        say("The rest goes under the cup"),
        say("Call up, or call it off"),
        say("Losers pay, then winners"),
    )


class Page(enum.Enum):
    """What the screen shows in turn, the rules between all others."""

    RULES = "rules"
    WINNERS = "winners"
    REGULARS = "regulars"
    FACES = "faces"


def page_of(view: View, time: float) -> Page:
    """The page `time` seconds after the screen came up."""
    there = ((Page.WINNERS, view.last_winners), (Page.REGULARS, view.regulars), (Page.FACES, view.faces))
    others = [page for page, shown in there if shown]
    turn, away = divmod(int(time / PAGE_SECONDS) + view.attract_page, 2)
    return others[turn % len(others)] if away and others else Page.RULES


def draw(canvas: Canvas, view: View) -> None:
    """The rules and the last winners in turn; shifted a little all the time and darker later, against burn-in."""
    step = (view.attract_step + int(canvas.time / STEP_SECONDS)) % STEPS
    page = page_of(view, canvas.time)
    alone = canvas.time >= ALONE_AFTER
    frame.background(canvas)
    if alone:
        _alone(canvas, step)
    else:
        match page:
            case Page.WINNERS:
                _winners_page(canvas, view)
            case Page.REGULARS:
                records.regulars(canvas, view.headline, view.regulars)
            case Page.FACES if view.faces is not None:
                records.faces(canvas, view.headline, view.faces)
            case _:
                _rules_page(canvas, view, step)
        frame.footer(canvas, view.footer)
    _darken(canvas, bool(view.last_winners))
    _drift(canvas)


def phase(time: float, winners: bool) -> tuple[int, ...]:
    """What the picture depends on at `time`: as long as it stays the same, so does the picture."""
    page = int(time / PAGE_SECONDS) % 2 if winners else 0
    return (int(time / STEP_SECONDS), page, round(40 * _brightness(time, winners)), *_drifted(time), int(time >= ALONE_AFTER))


def darkened(picture: pygame.Surface, bright: float = _DIM) -> pygame.Surface:
    """A copy of a picture at 60 % of its brightness."""
    copy = picture.copy()
    level = round(255 * bright)
    copy.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
    return copy


def _brightness(time: float, winners: bool) -> float:
    """Night while the page changes, and 60 % after ten minutes."""
    into = time % PAGE_SECONDS
    fade = 0.0
    if winners and time >= PAGE_SECONDS - FADE_SECONDS / 2:
        fade = max(0.0, 1 - min(into, PAGE_SECONDS - into) / (FADE_SECONDS / 2))
    return (1 - fade) * (_DIM if time >= DIM_AFTER else 1.0)


def _drifted(time: float) -> tuple[int, int]:
    """How many pixels the picture is off: nothing at first."""
    angle = 2 * math.pi * time / DRIFT_SECONDS
    return round(DRIFT_PIXELS * math.sin(angle)), round(DRIFT_PIXELS * (1 - math.cos(angle)) / 2)


def _darken(canvas: Canvas, winners: bool) -> None:
    bright = _brightness(canvas.time, winners)
    if bright < 1.0:
        veil = pygame.Surface(canvas.surface.get_size(), 0, 32)
        veil.fill(NIGHT)
        veil.set_alpha(round(255 * (1 - bright)))
        canvas.surface.blit(veil, (0, 0))


def _drift(canvas: Canvas) -> None:
    """The whole picture a few pixels off, along a circle; nothing in the first seconds."""
    dx, dy = _drifted(canvas.time)
    if dx or dy:
        canvas.surface.scroll(dx, -dy)
        width, height = canvas.surface.get_size()
        if dx:
            canvas.surface.fill(BLACK, (0 if dx > 0 else width + dx, 0, abs(dx), height))
        if dy:
            canvas.surface.fill(BLACK, (0, height - dy, width, dy))
        canvas.shift_texts(dx, -dy)


def _rules_page(canvas: Canvas, view: View, on: int) -> None:
    layout, large = canvas.layout, canvas.size is LARGE
    if canvas.size is PORTRAIT:
        _rules_tall(canvas, view, on)
        return
    top, gap = (122.0, 12.75) if large else (78.0, 8.0)
    winners = 122.0 if large else 0.0
    height = layout.bottom - top - (winners + 52 if view.last_winners and large else 0.0)
    height = min(height, 300.0 if view.last_winners and large else 420.0 if large else 330.0)
    if not view.last_winners and large:
        top += (layout.bottom - top - height) / 2
    width = (layout.right - layout.left - 4 * gap) / 5
    places = [Box(layout.left + index * (width + gap), top, width, height) for index in range(STEPS)]
    for index, box in enumerate(places):
        if index != on:
            panels.panel(canvas, box)
    panels.lamp(canvas, places[on], across=0.5)
    panels.lit(canvas, places[on])
    _title(canvas, view, 84.0 if large else 54.0)
    for index, (box, said) in enumerate(zip(places, steps(), strict=True)):
        _card(canvas, index, box, said, lit=index == on)
    if view.last_winners and large:
        y = layout.bottom - 126
        canvas.text(layout.left, y, say("Last winners"), 28, MIST, Face.FACT_600)
        _winner_cards(canvas, view.last_winners[:3], y + 16)


def _title(canvas: Canvas, view: View, y: float) -> None:
    large = canvas.size is LARGE
    size, line = (68.0, 34.0) if large else (44.0, 24.0)
    x = canvas.layout.left + canvas.text(canvas.layout.left, y, view.headline, size, BONE, Face.NAME_700)
    room = canvas.layout.right - x - 40
    canvas.text(
        canvas.layout.right,
        y - 2,
        say("Five dice each, two to six players"),
        line,
        FOG,
        Face.FACT_600,
        align=Align.RIGHT,
        width=room,
    )


def _card(canvas: Canvas, index: int, box: Box, said: Message, *, lit: bool) -> None:
    large = canvas.size is LARGE
    figure, text, lead = (46.0, 28.0, 1.18) if large else (30.0, 22.0, 1.1)
    number_x, text_x = (22.0, 54.0) if large else (10.0, 10.0)
    room = box.width - text_x - (18 if large else 8)
    lines = 2 if large else 4
    foot = 112.0 if large else 130.0
    side = min(box.width - (16 if large else 4), (box.height - foot) * 1.12)
    top = box.y + 14 if large else box.y + (box.height - foot - side * 0.8) / 2
    picture(canvas, index, box.x + (box.width - side) / 2, top, side, dim=not lit)
    color = BONE if lit else FOG
    if large:
        y = box.bottom - 60
        canvas.text(box.x + number_x, y + 8, index + 1, figure, BRASS if lit else MIST, Face.FACT_700)
    else:
        y = box.bottom - 100
        canvas.text(box.x + number_x, y + 4, index + 1, figure, BRASS if lit else MIST, Face.FACT_700)
        y += 28
    canvas.paragraph(
        box.x + text_x,
        y,
        said,
        text,
        color,
        Face.FACT_600,
        width=room,
        lines=lines,
        lead=lead,
        smallest=20 if not large else 24,
    )


def _winner_cards(canvas: Canvas, rows: tuple[WinnerRow, ...], top: float) -> None:
    layout = canvas.layout
    gap = 12.0
    width = (layout.right - layout.left - 2 * gap) / 3
    for index, row in enumerate(rows):
        box = Box(layout.left + index * (width + gap), top, width, 96)
        panels.panel(canvas, box)
        score = canvas.text(box.right - 22, top + 66, row.score, 54, BONE, Face.FACT_700, align=Align.RIGHT)
        room = width - 44 - score - 14
        canvas.text(box.x + 22, top + 46, row.name, 40, BONE, Face.NAME_600, width=room)
        said = canvas.words.text(row.game)
        if row.detail is not None:
            both = f"{said}, {canvas.words.text(row.detail)}"
            said = both if not canvas.fit(both, Face.FACT_600, 28, room).cut else said
        canvas.text(box.x + 22, top + 82, said, 28, FOG, Face.FACT_600, width=room)


def _rules_tall(canvas: Canvas, view: View, on: int) -> None:
    layout = canvas.layout
    left, whole = layout.left, layout.right - layout.left
    canvas.text(left, 150, view.headline, 118, BONE, Face.NAME_700, width=whole)
    canvas.text(left, 228, say("Five dice each, two to six players"), 48, FOG, Face.FACT_600, width=whole)
    rows = view.last_winners[:3]
    foot = 22 + 50 + len(rows) * 104 if rows else 0.0
    spare = layout.bottom - 262 - foot - 4 * 12 - (250 + 4 * 160)
    grow = 1 + max(-0.3, min(0.5, spare / (250 + 4 * 160)))
    y = 262.0
    places = []
    for index in range(STEPS):
        height = (250 if index == on else 160) * grow
        places.append(Box(left, y, whole, height))
        y += height + 12
    for index, box in enumerate(places):
        if index != on:
            panels.panel(canvas, box)
    panels.lamp(canvas, places[on])
    panels.lit(canvas, places[on])
    for index, (box, said) in enumerate(zip(places, steps(), strict=True)):
        lit = index == on
        side = min(262.0 if lit else 184.0, box.height * 1.1)
        picture(canvas, index, left + 20 + (262 - side) / 2, box.y + (box.height - side * 0.82) / 2, side, dim=not lit)
        canvas.text(left + 312, box.middle + 26, index + 1, 76, BRASS if lit else MIST, Face.FACT_700)
        text = 54.0 if lit else 46.0
        canvas.paragraph(
            left + 376,
            box.middle + text * 0.34,
            said,
            text,
            BONE if lit else FOG,
            Face.FACT_600,
            width=whole - 376 - 24,
            lines=2,
            middle=True,
        )
    if rows:
        canvas.text(left, y + 38, say("Last winners"), 40, MIST, Face.FACT_600)
        _winner_lines(canvas, rows, y + 60, 94, 10)


def _winner_lines(canvas: Canvas, rows: tuple[WinnerRow, ...], top: float, high: float, gap: float) -> None:
    layout, size = canvas.layout, canvas.size
    portrait, large = size is PORTRAIT, size is LARGE
    name, game, score = (52.0, 42.0, 64.0) if portrait else (40.0, 30.0, 54.0) if large else (28.0, 23.0, 38.0)
    for index, row in enumerate(rows):
        box = Box(layout.left, top + index * (high + gap), layout.right - layout.left, high)
        panels.panel(canvas, box)
        left, right = box.x + size.pad_left, box.right - size.pad_right - 8
        middle = box.x + box.width * (0.34 if portrait else 0.3)
        canvas.text(left, box.middle + name * 0.35, row.name, name, BONE, Face.NAME_600, width=middle - left - 16)
        wide = canvas.text(right, box.middle + score * 0.343, row.score, score, BONE, Face.FACT_700, align=Align.RIGHT)
        said = canvas.words.text(row.game)
        if row.detail is not None and not portrait:
            said = f"{said}, {canvas.words.text(row.detail)}"
        room = right - wide - 20 - middle
        canvas.text(middle, box.middle + game * 0.34, said, game, FOG, Face.FACT_600, width=room)


def _winners_page(canvas: Canvas, view: View) -> None:
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    top, high, gap = (300.0, 120.0, 14.0) if portrait else (150.0, 78.0, 8.0) if large else (98.0, 50.0, 5.0)
    if portrait:
        canvas.text(layout.left, 150, view.headline, 118, BONE, Face.NAME_700, width=layout.right - layout.left)
        canvas.text(layout.left, 256, say("Last winners"), 48, FOG, Face.FACT_600)
    else:
        _title(canvas, view, 84.0 if large else 54.0)
        canvas.text(layout.left, top - (16 if large else 10), say("Last winners"), 28 if large else 22, MIST, Face.FACT_600)
    fits = int((layout.bottom - top + gap) / (high + gap))
    _winner_lines(canvas, view.last_winners[:fits], top, high, gap)


def _alone(canvas: Canvas, step: int) -> None:
    """After an hour only the lit picture, at another place each time."""
    layout = canvas.layout
    turn = int(canvas.time / STEP_SECONDS)
    side = min(layout.width, layout.height) * 0.42
    x = (layout.width - side) * ((turn * 37) % 11) / 10
    y = (layout.height - side) * ((turn * 53) % 7) / 6
    box = Box(x, y, side, side)
    panels.lit(canvas, box)
    picture(canvas, step, x + side * 0.12, y + side * 0.14, side * 0.76, dim=False)


def picture(canvas: Canvas, step: int, x: float, y: float, width: float, *, dim: bool) -> None:
    """One of the five little pictures of a round in a box `width` wide and .82 as high."""
    u = width / 10
    middle = x + width / 2
    if step == 0:
        for across, down, value, angle in (
            (0.4, 2.0, 5, -12.0),
            (3.6, 0.7, 6, 8.0),
            (6.9, 1.6, 2, -5.0),
            (1.8, 5.1, 6, 14.0),
            (5.6, 4.9, 1, -9.0),
        ):
            dice.die(canvas, x + across * u, y + down * u, 2.7 * u, value, "ivory", dim=dim, angle=angle)
    elif step == 1:
        wide, _ = marks.plate_size(canvas, 1.5 * u)
        marks.plate(canvas, middle - wide / 2, y + 0.9 * u, 1.5 * u)
        for index in range(2):
            dice.die(canvas, middle - 3.3 * u + index * 3.5 * u, y + 3.9 * u, 3.1 * u, 6, "ivory", dim=dim)
        dice.rail(canvas, middle - 3.3 * u, y + 3.9 * u, 6.6 * u, 3.1 * u)
    elif step == 2:
        cup.cup(canvas, middle - 2.9 * u, y + 1.0 * u, 5.8 * u, 6.4 * u, 3)
    elif step == 3:
        lamp = Lamp.QUIET if dim else Lamp.LIT
        buttons.button(canvas, middle - 2.35 * u, y + 4.3 * u, 1.95 * u, Button.GREEN, lamp)
        buttons.button(canvas, middle + 2.35 * u, y + 4.3 * u, 1.95 * u, Button.RED, lamp)
    else:
        chips.stack(canvas, x + 3.4 * u, y + 7.4 * u, 5, 2.5 * u, 0.5 * u, 0.1 * u)
        chips.stack(canvas, x + 9.1 * u, y + 7.4 * u, 10, 2.5 * u, 0.5 * u, 0.1 * u)
        marks.arrow(canvas, x + 3.9 * u, y + 3.1 * u, 2.5 * u, 0.0, 0.32 * u, FOG if dim else SAND, head=0.62 * u)
