"""Camera pictures on the screen, and the small plan of a lane that says where a die lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame

from ui.draw import marks, panels
from ui.draw.canvas import Canvas
from ui.draw.light import rounded
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite, arc, outline
from ui.theme import BRASS, EDGE, rgb

_GROUND = rgb("#0E1512")
_RAIL = rgb("#9A744A")
_OTHER = rgb("#9DADB3")


def photo(canvas: Canvas, box: Box, picture: pygame.Surface) -> None:
    """A camera picture that fills the box, cut where it is too wide or too high, with rounded corners."""
    w, h = canvas.px(box.width), canvas.px(box.height)
    corner = panels.SHADE_RADIUS * canvas.layout.scale
    wide, high = picture.get_size()
    grow = max(w / wide, h / high)
    whole = pygame.transform.smoothscale(picture, (max(w, round(wide * grow)), max(h, round(high * grow))))
    cut = pygame.Surface((w, h), pygame.SRCALPHA, 32)
    cut.blit(whole, ((w - whole.get_width()) // 2, (h - whole.get_height()) // 2))
    pygame.surfarray.pixels_alpha(cut)[:] = np.rint(rounded(w, h, corner) * 255).astype(np.uint8)
    canvas.surface.blit(cut, (canvas.layout.pixels(box.x), canvas.layout.pixels(box.y)))
    panels.frame(canvas, box, EDGE, alpha=1.0)


def ring(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """The dashed circle around the die in question."""
    r, unit = canvas.px(radius), canvas.layout.scale
    line = max(2.0, radius * 0.052 * unit)

    def build() -> Sprite:
        sketch = Sketch(-r - line, -r - line, r + line, r + line)
        sketch.dashes(arc(0, 0, r, 0, 360), BRASS, line, r * 0.19, r * 0.125)
        return sketch.finish()

    canvas.stamp(x, y, ("ring", r, line), build)


def plan(canvas: Canvas, box: Box, at: tuple[float, float], others: Sequence[tuple[float, float]]) -> None:
    """The lane from above: its rail, the dice that were read, and an arrow to the one in question; places are 0..1."""
    w, h, unit = canvas.px(box.width), canvas.px(box.height), canvas.layout.scale
    rail = max(3.0, 8 * unit)
    small, big = w * 0.07, w * 0.095
    inner_w, inner_h = w - 2 * rail, h - 2 * rail

    def place(point: tuple[float, float], half: float) -> tuple[float, float]:
        return (
            rail + half + min(max(point[0], 0.0), 1.0) * (inner_w - 2 * half),
            rail + half + min(max(point[1], 0.0), 1.0) * (inner_h - 2 * half),
        )

    def build() -> Sprite:
        sketch = Sketch(0, 0, w, h)
        sketch.rect(rail / 2, rail / 2, w - rail, h - rail, _GROUND, radius=10 * unit)
        sketch.rect(rail / 2, rail / 2, w - rail, h - rail, _RAIL, radius=10 * unit, stroke=rail)
        for other in others:
            x, y = place(other, small)
            sketch.rect(x - small, y - small, 2 * small, 2 * small, _OTHER, radius=small * 0.4)
        x, y = place(at, big)
        edge = outline(x - big, y - big, 2 * big, 2 * big, big * 0.38)
        sketch.dashes(edge, BRASS, max(2.0, big * 0.3), big * 0.54, big * 0.38)
        return sketch.finish()

    key = ("plan", w, h, at, tuple(others))
    canvas.stamp(box.x, box.y, key, build)
    x, y = place(at, big)
    down = y < h / 2
    reach, length = (big * 1.5) / unit, h * 0.2 / unit
    start = y / unit + (reach + length if down else -reach - length)
    marks.arrow(
        canvas,
        box.x + x / unit,
        box.y + start,
        0.0,
        -length if down else length,
        5 * box.width / 142,
        BRASS,
        head=11 * box.width / 142,
    )
