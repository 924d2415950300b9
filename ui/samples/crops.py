"""Drawings that stand for camera pictures in the samples: a die that leans, and one under glare."""

from __future__ import annotations

import pygame

from ui.draw.dice import PIPS
from ui.draw.light import glow
from ui.draw.sketch import Sketch
from ui.samples.troubles import GLARE, LEANING
from ui.theme import BLACK, Color, rgb

SIDE = 320


def crops() -> dict[str, pygame.Surface]:
    """The crops that the sample views name."""
    return {LEANING: _leaning(), GLARE: _glare()}


def _ground() -> pygame.Surface:
    surface = pygame.Surface((SIDE, SIDE), 0, 32)
    top, bottom = rgb("#46534D"), rgb("#222B27")
    for y in range(SIDE):
        part = y / SIDE
        red, green, blue = (round(a + (b - a) * part) for a, b in zip(top, bottom, strict=True))
        surface.fill((red, green, blue), (0, y, SIDE, 1))
    return surface


def _leaning() -> pygame.Surface:
    surface = _ground()
    surface.fill(rgb("#7A5230"), (0, 0, SIDE, round(SIDE * 0.3)))
    surface.fill(rgb("#8F6440"), (0, 0, SIDE, round(SIDE * 0.08)))
    surface.fill(rgb("#4A2F18"), (0, round(SIDE * 0.27), SIDE, round(SIDE * 0.05)))
    s = SIDE * 0.40
    sketch = Sketch(-s, -s, s, s)
    sketch.rect(-s * 0.56, -s * 0.40, s * 1.2, s * 1.3, BLACK, radius=s * 0.2, alpha=0.4)
    sketch.rect(-s * 0.5, -s * 0.5, s, s * 1.2, rgb("#17181A"), radius=s * 0.18)
    sketch.rect(-s * 0.5, -s * 0.5, s, s * 0.62, rgb("#3C4045"), radius=s * 0.16)
    for across, down in ((0.27, 0.17), (0.73, 0.17), (0.27, 0.47), (0.73, 0.47)):
        _flat(sketch, (across - 0.5) * s, (down - 0.5) * s, s * 0.09, rgb("#E9DFCC"))
    for across, down in ((0.27, 0.8), (0.5, 0.93), (0.73, 1.06)):
        _flat(sketch, (across - 0.5) * s, (down - 0.5) * s, s * 0.085, rgb("#B9B1A2"))
    _lay(surface, sketch, SIDE * 0.5, SIDE * 0.44, -17.0)
    return _soft(surface)


def _glare() -> pygame.Surface:
    surface = _ground()
    s = SIDE * 0.56
    sketch = Sketch(-s, -s, s, s)
    sketch.rect(-s * 0.44, -s * 0.36, s, s, BLACK, radius=s * 0.2, alpha=0.45)
    sketch.rect(-s * 0.5, -s * 0.44, s, s, rgb("#B79F77"), radius=s * 0.18)
    sketch.rect(-s * 0.5, -s * 0.5, s, s, rgb("#E4D5B6"), radius=s * 0.18)
    shades = (rgb("#2B2117"), rgb("#8C7A5C"), rgb("#6B5C44"), rgb("#8C7A5C"), rgb("#2B2117"))
    for (across, down), shade in zip(PIPS[5], shades, strict=True):
        sketch.circle((across - 0.5) * s, (down - 0.5) * s, s * 0.09, shade)
    _lay(surface, sketch, SIDE * 0.5, SIDE * 0.5, 11.0)
    shine = glow(round(s * 0.46), round(s * 0.36), rgb("#FFFDF2"), 0.8)
    place = (round(SIDE * 0.53) + shine.dx, round(SIDE * 0.48) + shine.dy)
    surface.blit(shine.surface, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    return _soft(surface)


def _flat(sketch: Sketch, x: float, y: float, radius: float, color: Color) -> None:
    sketch.rect(x - radius, y - radius * 0.7, 2 * radius, radius * 1.4, color, radius=radius * 0.7)


def _lay(surface: pygame.Surface, sketch: Sketch, x: float, y: float, angle: float) -> None:
    sprite = sketch.finish(angle)
    surface.blit(sprite.surface, (round(x) + sprite.dx, round(y) + sprite.dy), special_flags=pygame.BLEND_PREMULTIPLIED)


def _soft(surface: pygame.Surface) -> pygame.Surface:
    """As from a small camera: halved and enlarged again."""
    small = pygame.transform.smoothscale(surface, (SIDE // 2, SIDE // 2))
    return pygame.transform.smoothscale(small, (SIDE, SIDE))
