"""Faults: a striped banner over the dimmed round, or one lane high when play goes on (guide, screen 14)."""

from __future__ import annotations

import pygame

from game.sighting import Button
from game.view import Banner, Fault, Lamp, Screen, View
from ui.draw import buttons, marks, panels
from ui.draw.canvas import Canvas, Part
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite, outline
from ui.screens import frame, lanes
from ui.text import Face
from ui.theme import BONE, BRASS, FOG, INK, LARGE, PORTRAIT, RAISE, Color, rgb

_VEIL = rgb("#070B0E")
_MARK = rgb("#E9E4D8")
_MARK_INK = rgb("#101010")
_CLOTH = rgb("#2F4038")
_WOOD = rgb("#B98A52")


def veil(canvas: Canvas) -> None:
    """Dims all that was drawn; its texts no longer count."""
    dark = pygame.Surface(canvas.surface.get_size(), 0, 32)
    dark.fill(_VEIL)
    dark.set_alpha(204)
    canvas.surface.blit(dark, (0, 0))
    canvas.forget_texts()


def draw(canvas: Canvas, view: View, banner: Banner) -> None:
    """The banner over what the canvas shows already."""
    if banner.stops_play:
        veil(canvas)
        _stop(canvas, banner)
        frame.footer(canvas, view.footer)
    else:
        _pass(canvas, view, banner)


def _stop(canvas: Canvas, banner: Banner) -> None:
    layout, size = canvas.layout, canvas.size
    portrait, large = size is PORTRAIT, size is LARGE
    top = layout.top + (120 if portrait else 26 if large else 0)
    height = layout.bottom - top - (90 if portrait else 28 if large else 0)
    height = min(height, 1180.0 if portrait else 520.0)
    box = Box(layout.left, top, layout.right - layout.left, height)
    if not canvas.part(Part.BANNER, box.x, box.y, box.width, box.height):
        return
    panels.panel(canvas, box, RAISE, radius=20)
    band = 46.0 if large else 64.0 if portrait else 26.0
    _stripes(canvas, Box(box.x + 4, box.y + 4, box.width - 8, band), along=True)
    panels.frame(canvas, box, BONE, radius=20, line=4, alpha=1.0)
    left = box.x + (44 if not portrait else 50) * (1.0 if large or portrait else 0.6)
    picture_width = 430.0 if large else 0.0 if portrait else 262.0
    right = box.right - (40 if large or portrait else 16) - picture_width
    head, line, kept = (60.0, 40.0, 34.0) if large else (76.0, 54.0, 46.0) if portrait else (36.0, 26.0, 23.0)
    room = right - left
    y = box.y + band + head * (1.55 if large else 1.4 if portrait else 1.6)
    y = canvas.paragraph(left, y, banner.headline, head, BONE, Face.NAME_700, width=room, lines=2 if portrait else 1, lead=1.1)
    y += line * 1.8
    for said in banner.lines:
        y = canvas.paragraph(left, y, said, line, BONE, Face.FACT_600, width=room, lines=2, lead=1.15) + line * 1.45
    if banner.press is not None:
        radius = 32.0 if large else 48.0 if portrait else 21.0
        y += line * 0.45
        wide = canvas.text(left, y, banner.press, line, BONE, Face.FACT_600, width=room - radius * 3)
        buttons.button(canvas, left + wide + radius * 1.45, y - line * 0.34, radius, Button.GREEN, Lamp.LIT)
        y += line * 1.6
    foot = box.bottom - (54 if large else 70 if portrait else 22)
    if banner.kept is not None:
        mark = kept * 0.62
        marks.tick(canvas, left + mark * 0.6, foot - 2, mark, BRASS)
        canvas.text(left + mark * 2.5, foot, banner.kept, kept, FOG, Face.FACT_600, width=room - mark * 2.5)
    if portrait:
        free = Box(left + 60, y + 10, box.width - 220, foot - kept * 1.6 - y - 10)
    else:
        inset = 60.0 if large else 26.0
        free = Box(right + 24, box.y + band + inset, picture_width - 18, height - band - 2 * inset)
    _picture(canvas, banner.fault, free)


def _pass(canvas: Canvas, view: View, banner: Banner) -> None:
    """One lane high at the bottom of the lanes, striped at its left end; never over the lit lane."""
    layout, size = canvas.layout, canvas.size
    portrait, large = size is PORTRAIT, size is LARGE
    height = 200.0 if portrait else 96.0 if large else 66.0
    box = Box(layout.left, layout.bottom - height, layout.right - layout.left, height)
    if view.screen in (Screen.THROWS, Screen.CHALLENGERS, Screen.MATCH, Screen.SETTLEMENT, Screen.BOSS, Screen.CALL):
        feature = view.screen in (Screen.BOSS, Screen.CALL)
        places = zip(view.lanes, lanes.boxes(layout, view.lanes, feature=feature), strict=True)
        box = next((place for lane, place in reversed(list(places)) if not lane.lit), box)
    if not canvas.part(Part.BANNER, box.x, box.y, box.width, box.height):
        return
    canvas.hide_texts(box.x, box.y, box.width, box.height)
    panels.panel(canvas, box, RAISE)
    band = 60.0 if large else 80.0 if portrait else 36.0
    _stripes(canvas, Box(box.x, box.y, band, box.height), along=False)
    panels.frame(canvas, box, BONE, line=3, alpha=1.0)
    left = box.x + band + (26 if large or portrait else 14)
    room = box.right - size.pad_right - left
    head, line = (36.0, 28.0) if large else (56.0, 42.0) if portrait else (25.0, 22.0)
    texts = [*banner.lines, *([banner.kept] if banner.kept is not None else [])]
    beside = box.height < head * 1.2 + line * 1.4 + (0 if large or portrait else 8)
    y = box.middle + head * (0.36 if beside or not texts else -0.14)
    wide = canvas.text(left, y, banner.headline, head, BONE, Face.NAME_700, width=room * (0.5 if beside and texts else 1.0))
    if texts and beside:
        wide += line * 0.9
        canvas.text(left + wide, y, texts[0], line, FOG, Face.FACT_600, width=room - wide)
    elif texts:
        step = min(line * 1.32, box.height / 2 - line * 0.3)
        canvas.text(left, y + step, texts[0], line, FOG, Face.FACT_600, width=room)


def _stripes(canvas: Canvas, box: Box, *, along: bool) -> None:
    """Brass and ink stripes, rounded where the box of the banner is."""
    w, h, unit = canvas.px(box.width), canvas.px(box.height), canvas.layout.scale
    corner = 16 * unit
    step = (19.0 if h > 24 * unit else 12.0) * unit

    def build() -> Sprite:
        sketch = Sketch(0, 0, w, h)
        sketch.rect(0, 0, w, h, BRASS)
        reach = h * 0.87 if along else w * 0.87
        length = w if along else h
        for index in range(-round(reach / step / 2) - 2, round(length / step / 2) + 2):
            at = index * 2 * step
            if along:
                sketch.polygon(((at, h), (at + step, h), (at + step + reach, 0), (at + reach, 0)), INK)
            else:
                sketch.polygon(((0, at + reach), (0, at + step + reach), (w, at + step), (w, at)), INK)
        mask = sketch.blank()
        if along:
            mask.rect(0, 0, w, h + corner * 2, (255, 255, 255), radius=corner)
        else:
            mask.rect(0, 0, w + corner * 2, h, (255, 255, 255), radius=corner * 0.85)
        sketch.keep(mask)
        return sketch.finish()

    canvas.stamp(box.x, box.y, ("stripes", w, h, along), build)


def _picture(canvas: Canvas, fault: Fault, box: Box) -> None:
    """What is wrong, as a picture; as large as the box allows."""
    if box.width < 80 or box.height < 60:
        return
    wide, high = {
        Fault.TRAY_MOVED: (424.0, 330.0),
        Fault.CAMERA_MOVED: (400.0, 320.0),
    }.get(fault, (320.0, 300.0))
    grow = min(box.width / wide, box.height / high)
    w, h = canvas.px(wide * grow), canvas.px(high * grow)
    x, y = box.x + (box.width - wide * grow) / 2, box.y + (box.height - high * grow) / 2
    builders = {
        Fault.TRAY_MOVED: _tray,
        Fault.CAMERA_MOVED: _camera_moved,
        Fault.CAMERA_SILENT: _camera_silent,
        Fault.CAMERA_STARTING: _camera,
        Fault.TOO_DARK: _bulb,
        Fault.DISK_FULL: _disk,
    }
    build = builders[fault]
    unit = w / wide

    def built() -> Sprite:
        sketch = Sketch(-20 * unit, -20 * unit, w + 20 * unit, h + 20 * unit)
        build(sketch, unit)
        return sketch.finish()

    canvas.stamp(x, y, ("fault", fault, w, h), built)
    if fault is Fault.TRAY_MOVED:
        canvas.stamp(x + 232 * grow, y + 184 * grow, ("fault-tray", w), lambda: _loose_tray(unit))
        marks.arrow(canvas, x + 294 * grow, y + 220 * grow, -136 * grow, -82 * grow, 9 * grow, BONE, head=23 * grow)


def _tags(sketch: Sketch, u: float) -> None:
    for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = (26 + across * 340) * u, (36 + down * 250) * u
        sketch.rect(x - 26 * u, y - 26 * u, 52 * u, 52 * u, _MARK)
        sketch.rect(x - 18 * u, y - 18 * u, 36 * u, 36 * u, _MARK_INK)
        sketch.rect(x + (across * 6 - 8) * u, y - (8 + down * 4) * u, 12 * u, 12 * u, _MARK)


def _tray(sketch: Sketch, u: float) -> None:
    _tags(sketch, u)
    edge = outline(26 * u, 36 * u, 340 * u, 250 * u, 12 * u)
    sketch.dashes([*edge, edge[0]], FOG, 4 * u, 16 * u, 12 * u)


def _loose_tray(u: float) -> Sprite:
    sketch = Sketch(-190 * u, -145 * u, 190 * u, 145 * u)
    sketch.rect(-170 * u, -125 * u, 340 * u, 250 * u, _CLOTH, radius=12 * u, alpha=0.9)
    sketch.rect(-170 * u, -125 * u, 340 * u, 250 * u, _WOOD, radius=12 * u, stroke=12 * u, alpha=0.95)
    return sketch.finish(7.0)


def _body(sketch: Sketch, x: float, y: float, u: float, color: Color) -> None:
    sketch.rect(x, y, 200 * u, 130 * u, RAISE, radius=20 * u)
    sketch.rect(x, y, 200 * u, 130 * u, color, radius=20 * u, stroke=9 * u)
    sketch.rect(x + 30 * u, y - 26 * u, 60 * u, 26 * u, color, radius=6 * u)
    sketch.circle(x + 100 * u, y + 65 * u, 40 * u, color, stroke=9 * u)
    sketch.circle(x + 100 * u, y + 65 * u, 14 * u, color)


def _camera(sketch: Sketch, u: float) -> None:
    _body(sketch, 60 * u, 90 * u, u, FOG)


def _camera_silent(sketch: Sketch, u: float) -> None:
    _camera(sketch, u)
    sketch.line(((40 * u, 262 * u), (280 * u, 50 * u)), RAISE, 30 * u)
    sketch.line(((40 * u, 262 * u), (280 * u, 50 * u)), BRASS, 12 * u)


def _camera_moved(sketch: Sketch, u: float) -> None:
    edge = outline(50 * u, 120 * u, 200 * u, 130 * u, 20 * u)
    sketch.dashes([*edge, edge[0]], FOG, 5 * u, 16 * u, 12 * u)
    _body(sketch, 160 * u, 60 * u, u, FOG)
    sketch.line(((150 * u, 286 * u), (70 * u, 286 * u)), BRASS, 10 * u)
    sketch.polygon(((74 * u, 262 * u), (30 * u, 286 * u), (74 * u, 310 * u)), BRASS)


def _bulb(sketch: Sketch, u: float) -> None:
    sketch.circle(160 * u, 120 * u, 84 * u, FOG, stroke=9 * u)
    sketch.rect(124 * u, 196 * u, 72 * u, 20 * u, RAISE)
    for index in range(3):
        sketch.rect(122 * u, (206 + index * 26) * u, 76 * u, 14 * u, FOG, radius=7 * u)
    sketch.line(
        ((130 * u, 196 * u), (146 * u, 130 * u), (160 * u, 150 * u), (174 * u, 130 * u), (190 * u, 196 * u)), FOG, 7 * u
    )
    sketch.line(((40 * u, 270 * u), (280 * u, 30 * u)), RAISE, 30 * u)
    sketch.line(((40 * u, 270 * u), (280 * u, 30 * u)), BRASS, 12 * u)


def _disk(sketch: Sketch, u: float) -> None:
    sketch.rect(40 * u, 60 * u, 240 * u, 200 * u, FOG, radius=18 * u, stroke=9 * u)
    for index in range(4):
        sketch.rect(68 * u, (214 - index * 40) * u, 184 * u, 26 * u, BRASS, radius=6 * u)
