"""A page of the guided calibration: the live picture with its marks in the light, beside it how it stands and what to do."""

from __future__ import annotations

import numpy as np
import pygame

from game.message import say
from ui.draw import dice, marks, overlay, panels
from ui.draw.canvas import Canvas
from ui.draw.light import rounded
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite, arc
from ui.guide_view import Gauge, GuideRow, GuideView, MarkKind, PictureMark
from ui.screens import frame
from ui.text import Align, Face
from ui.theme import BONE, BRASS, EDGE, FOG, INK, LARGE, MIST, NIGHT, OAK_EDGE, PORTRAIT, SAND, rgb

_LABELLED = (MarkKind.TAG, MarkKind.MISSING, MarkKind.LANE)
_ROW = rgb("#0E1418")


def draw(canvas: Canvas, view: GuideView) -> None:
    """The steps on top, the lit panel below."""
    frame.background(canvas)
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    high = 64.0 if portrait else 46.0 if large else 32.0
    top = layout.top + (4.0 if portrait else -2.0)
    below = top + high + (20.0 if portrait else 10.0 if large else 6.0) if view.step >= 0 else layout.top
    box = Box(layout.left, below, layout.right - layout.left, layout.bottom - below)
    panels.lamp(canvas, box)
    panels.lit(canvas, box)
    frame.header(canvas, view.headline)
    if view.step >= 0:
        _steps(canvas, view, top, high)
    pad = 34.0 if portrait else 20.0 if large else 11.0
    if portrait:
        inset, gap = 14.0, 36.0
        height = min((box.width - 2 * inset) / view.aspect, box.height * 0.48)
        shown = Box(box.x + (box.width - height * view.aspect) / 2, box.y + inset, height * view.aspect, height)
        column = Box(box.x + pad, shown.bottom + gap, box.width - 2 * pad, box.bottom - shown.bottom - gap - pad)
    else:
        height = min(box.height - 2 * pad, box.width * 0.6 / view.aspect)
        shown = Box(box.x + pad, box.y + (box.height - height) / 2, height * view.aspect, height)
        gap = 30.0 if large else 16.0
        right = box.right - pad - (8.0 if large else 4.0)
        column = Box(shown.right + gap, box.y + pad, right - shown.right - gap, box.height - 2 * pad)
    _picture(canvas, view, shown)
    _column(canvas, view, column)
    frame.footer(canvas, view.footer)


def _steps(canvas: Canvas, view: GuideView, top: float, high: float) -> None:
    """A disc for every step: ticked when done, brass with its name now, a number when it is to come."""
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    pixels = 38.0 if portrait else 28.0 if large else 22.0
    name = canvas.measure(view.name, Face.FACT_700, pixels)
    wide = high + name + high * 0.55
    gap = min((layout.right - layout.left - wide - high * (view.steps - 1)) / (view.steps - 1), high * 0.62)
    x = layout.left
    for index in range(view.steps):
        width = wide if index == view.step else high
        box = Box(x, top, width, high)
        y = box.middle + pixels * 0.343
        if index == view.step:
            panels.panel(canvas, box, BRASS, radius=high / 2)
            canvas.text(x + high * 0.5, y, index + 1, pixels, INK, Face.FACT_700, align=Align.MIDDLE)
            canvas.text(x + high * 0.95, y, view.name, pixels, INK, Face.FACT_700)
        else:
            panels.frame(canvas, box, EDGE, radius=high / 2, alpha=1.0)
            if index < view.step:
                marks.tick(canvas, x + high * 0.42, box.middle + high * 0.17, high * 0.36, SAND)
            else:
                canvas.text(x + high * 0.5, y, index + 1, pixels, MIST, Face.FACT_700, align=Align.MIDDLE)
        x += width
        if index + 1 < view.steps:
            marks.polyline(canvas, ((x + gap * 0.22, box.middle), (x + gap * 0.78, box.middle)), EDGE, 3)
        x += gap


def _picture(canvas: Canvas, view: GuideView, box: Box) -> None:
    picture = canvas.crops.get(view.picture) if view.picture is not None else None
    corner = 12.0
    if picture is None:
        panels.panel(canvas, box, NIGHT, radius=corner)
        panels.frame(canvas, box, OAK_EDGE, radius=corner, alpha=0.7)
        pixels = float(canvas.size.status)
        waits = say("Waiting for the camera")
        canvas.text(
            box.x + box.width / 2, box.middle, waits, pixels, BONE, Face.FACT_600, align=Align.MIDDLE, width=box.width - 20
        )
        return
    w, h, scale = canvas.px(box.width), canvas.px(box.height), canvas.layout.scale
    unit = max(0.7, h / 420.0)
    shown = overlay.marked(picture, (w, h), view.marks, unit)
    cut = pygame.Surface((w, h), pygame.SRCALPHA, 32)
    cut.blit(shown, (0, 0))
    pygame.surfarray.pixels_alpha(cut)[:] = np.rint(rounded(w, h, corner * scale) * 255).astype(np.uint8)
    canvas.surface.blit(cut, (canvas.layout.pixels(box.x), canvas.layout.pixels(box.y)))
    panels.frame(canvas, box, OAK_EDGE, radius=corner, alpha=0.7)
    for mark in view.marks:
        if mark.kind in _LABELLED and mark.label:
            _label(canvas, mark, box)


def _label(canvas: Canvas, mark: PictureMark, box: Box) -> None:
    """A brass disc with a number: on a tag, or in the middle of a lane; hollow where something is missing."""
    lane = mark.kind is MarkKind.LANE
    pixels = {LARGE.name: 38.0 if lane else 25.0, PORTRAIT.name: 60.0 if lane else 36.0}.get(
        canvas.size.name, 30.0 if lane else 22.0
    )
    radius = pixels * 0.72
    x = box.x + box.width * sum(x for x, _ in mark.points) / len(mark.points)
    y = box.y + box.height * sum(y for _, y in mark.points) / len(mark.points)
    x = min(max(x, box.x + radius + 4), box.right - radius - 4)
    y = min(max(y, box.y + radius + 4), box.bottom - radius - 4)
    r = canvas.px(radius)
    missing = mark.kind is MarkKind.MISSING

    def build() -> Sprite:
        sketch = Sketch(-r - 2, -r - 2, r + 2, r + 2)
        sketch.circle(0, 0, r, INK)
        sketch.circle(0, 0, r * 0.9, INK if missing else BRASS)
        return sketch.finish()

    canvas.stamp(x, y, ("guide-disc", r, missing), build)
    said = "?" if missing else mark.label
    canvas.text(x, y + pixels * 0.343, said, pixels, BONE if missing else INK, Face.FACT_700, align=Align.MIDDLE)


def _column(canvas: Canvas, view: GuideView, box: Box) -> None:
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    roomy = portrait and len(view.rows) < 4
    status, advice = (80.0, 58.0) if roomy else (60.0, 44.0) if portrait else (38.0, 29.0) if large else (25.0, 22.0)
    radius = status * 0.52
    begin = box.x + radius * 2 + status * 0.42
    foot = box.bottom
    if view.rows:
        foot = _rows(canvas, view.rows, box)
    if view.dice:
        foot = _dice(canvas, view, box)
    gauge = 116.0 if large else 170.0 if portrait else 84.0
    y = box.y + status * 0.95
    if roomy:
        told = canvas.fit(view.status, Face.NAME_700, status, box.right - begin, lines=3).lines
        advised = [canvas.fit(said, Face.FACT_600, advice, box.width, lines=4).lines for said in view.advice]
        high = status * 1.16 * len(told) + sum(advice * (1.18 * len(some) + 0.5) for some in advised)
        y += max(0.0, foot - (gauge if view.gauge is not None else 0.0) - box.y - high) * 0.42
    _sign(canvas, view, box.x + radius, y - status * 0.34, radius)
    y = canvas.paragraph(begin, y, view.status, status, BONE, Face.NAME_700, width=box.right - begin, lines=3, lead=1.16)
    y += advice * (1.75 if large or portrait else 1.5)
    for said in view.advice:
        room = foot - (gauge if view.gauge is not None else 0.0) - y
        lines = max(1, min(4, 1 + int(room / (advice * 1.2))))
        if room < -advice * 0.2:
            break
        y = canvas.paragraph(box.x, y, said, advice, SAND, Face.FACT_600, width=box.width, lines=lines, lead=1.18)
        y += advice * 1.6
    if view.gauge is not None:
        _gauge(canvas, view.gauge, Box(box.x, foot - gauge, box.width, gauge))


def _sign(canvas: Canvas, view: GuideView, x: float, y: float, radius: float) -> None:
    """How it stands as a shape: a tick, a question mark, three dots while it takes time, else a broken ring with a mark."""
    r = canvas.px(radius)
    kind = "met" if view.met else "asks" if view.asks else "busy" if view.busy else "open"

    def build() -> Sprite:
        sketch = Sketch(-r - 2, -r - 2, r + 2, r + 2)
        line = max(1.5, r * 0.15)
        if kind == "met":
            sketch.circle(0, 0, r, BRASS)
            sketch.line(((-r * 0.46, r * 0.02), (-r * 0.12, r * 0.36), (r * 0.48, -r * 0.36)), INK, r * 0.24)
        elif kind == "asks":
            sketch.circle(0, 0, r, BRASS)
        elif kind == "busy":
            sketch.circle(0, 0, r - line / 2, SAND, stroke=line)
            for place in (-0.42, 0.0, 0.42):
                sketch.circle(place * r, 0, r * 0.12, SAND)
        else:
            sketch.dashes(arc(0, 0, r - line / 2, 0, 360), BRASS, line, r * 0.5, r * 0.32)
            sketch.line(((0, -r * 0.48), (0, r * 0.08)), BONE, r * 0.2)
            sketch.circle(0, r * 0.46, r * 0.13, BONE)
        return sketch.finish()

    canvas.stamp(x, y, ("guide-sign", r, kind), build)
    if kind == "asks":
        pixels = radius * 1.5
        canvas.text(x, y + pixels * 0.35, "?", pixels, INK, Face.NAME_700, align=Align.MIDDLE)


def _rows(canvas: Canvas, rows: tuple[GuideRow, ...], box: Box) -> float:
    """Values at the foot of the column, the one that is asked on brass; returns where they begin."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    pixels = 44.0 if portrait else 29.0 if large else 22.0
    high = pixels * (1.7 if portrait or large else 1.42)
    gap = 10.0 if portrait else 6.0 if large else 3.0
    top = box.bottom - len(rows) * (high + gap) + gap
    pad = 24.0 if portrait else 16.0 if large else 9.0
    for index, row in enumerate(rows):
        place = Box(box.x, top + index * (high + gap), box.width, high)
        panels.panel(canvas, place, BRASS if row.lit else _ROW, radius=10)
        y = place.middle + pixels * 0.343
        right = place.right - pad
        if row.done:
            size = pixels * 0.5
            marks.tick(canvas, right - size, place.middle + size * 0.45, size, SAND)
        right -= pixels * 1.15
        shown = row.lit or row.done
        wide = 0.0
        if row.value is not None and shown:
            ink = INK if row.lit else BONE
            wide = canvas.text(right, y, row.value, pixels, ink, Face.FACT_700, align=Align.RIGHT, width=box.width * 0.5)
        room = right - wide - place.x - pad - 10
        canvas.text(place.x + pad, y, row.label, pixels, INK if row.lit else FOG, Face.FACT_600, width=room)
    return top - gap


def _dice(canvas: Canvas, view: GuideView, box: Box) -> float:
    """The throw as it was read, in the colours that were measured."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    most = 160.0 if portrait else 64.0 if large else 42.0
    gap = most * 0.18
    side = min(most, (box.width - gap * 4) / 5)
    top = box.bottom - side * dice.DEPTH - 6
    for index, die in enumerate(view.dice):
        tint = view.tints[index] if index < len(view.tints) else "ivory"
        dice.one(canvas, box.x + index * (side + gap), top, side, die, tint, index=index)
    return top - side * 0.2


def _gauge(canvas: Canvas, gauge: Gauge, box: Box) -> None:
    """The sharpness as a bar; a wedge above holds the best, a notch below says from where on it is enough."""
    portrait, large = canvas.size is PORTRAIT, canvas.size is LARGE
    pixels = 38.0 if portrait else 25.0 if large else 22.0
    high = 46.0 if portrait else 32.0 if large else 20.0
    bar = Box(box.x, box.y + pixels * 1.35, box.width, high)
    panels.panel(canvas, bar, NIGHT, radius=high * 0.3)
    inset = 4.0
    inner = bar.width - 2 * inset
    filled = round(max(0.0, min(1.0, gauge.value)) * 60) / 60 * inner
    if filled > high * 0.5:
        panels.panel(canvas, Box(bar.x + inset, bar.y + inset, filled, high - 2 * inset), BRASS, radius=high * 0.2)
    panels.frame(canvas, bar, SAND, radius=high * 0.3, alpha=0.8)
    need = bar.x + inset + inner * gauge.need
    marks.polyline(canvas, ((need, bar.y - 4), (need, bar.bottom + 6)), BONE, 3.0)
    canvas.text(
        need, bar.bottom + 6 + pixels * 0.95, say("enough"), pixels, SAND, Face.FACT_600, align=Align.MIDDLE, smallest=pixels
    )
    if gauge.best > 0:
        best = bar.x + inset + inner * round(min(1.0, gauge.best) * 60) / 60
        half = pixels * 0.3
        _pointer(canvas, best, bar.y - 3, half)
        said = canvas.measure(say("best"), Face.FACT_600, pixels) / 2
        middle = min(max(best, box.x + said), box.right - said)
        canvas.text(middle, bar.y - half * 1.35 - 5, say("best"), pixels, SAND, Face.FACT_600, align=Align.MIDDLE)


def _pointer(canvas: Canvas, x: float, y: float, half: float) -> None:
    h = canvas.px(half)

    def build() -> Sprite:
        sketch = Sketch(-h, -h * 1.1, h, 1)
        sketch.polygon(((-h, -h), (h, -h), (0, 0)), BONE)
        return sketch.finish()

    canvas.stamp(x, y, ("guide-pointer", h), build)
