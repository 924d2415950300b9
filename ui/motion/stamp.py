"""The Boss' answer, stamped over the lane while the pressed button flares (guide, section 9)."""

from __future__ import annotations

import pygame

from game.message import Message, say
from game.sighting import Button
from ui.draw.canvas import Canvas, Place
from ui.draw.sketch import Sprite
from ui.motion.ease import out, part
from ui.text import Face
from ui.theme import BRASS, INK, PORTRAIT, SMALL

FLARE_SECONDS = 0.12
_FADE = 0.8
"""From this part of its time the stamp fades."""

ANGLE = 4.0


def words(button: Button) -> Message:
    return say("Come up!") if button is Button.GREEN else say("Pick them up")


def stamp(canvas: Canvas, button: Button, lane: Place, done: float, seconds: float) -> None:
    """The stamp in the middle of the lane's right half, after `done` (0..1) of its `seconds`."""
    came = part(done * seconds, 0.0, FLARE_SECONDS)
    alpha = min(came, 1.0 if done < _FADE else (1 - done) / (1 - _FADE))
    size = 96.0 if canvas.size is PORTRAIT else 40.0 if canvas.size is SMALL else 68.0
    pixels = canvas.px(size)
    text = canvas.words.text(words(button))
    x, y, width, height = lane
    place = (x + width * (0.5 if canvas.size is PORTRAIT else 0.62), y + height / 2 - (1 - out(came)) * 24)
    canvas.stamp(*place, ("stamp", text, pixels), lambda: _build(canvas, text, pixels), alpha=alpha)


def _build(canvas: Canvas, text: str, pixels: int) -> Sprite:
    letters = canvas.fonts.font(Face.NAME_700, pixels).render(text, True, INK)
    pad, line = round(pixels * 0.5), max(2, round(pixels * 0.06))
    width, height = letters.get_width() + 2 * pad, round(pixels * 1.5)
    plate = pygame.Surface((width + 2 * line, height + 2 * line), pygame.SRCALPHA, 32)
    box = pygame.Rect(line, line, width, height)
    radius = round(height * 0.2)
    pygame.draw.rect(plate, (*BRASS, 255), box, border_radius=radius)
    pygame.draw.rect(plate, (*INK, 255), box.inflate(-4 * line, -4 * line), line, border_radius=radius)
    plate.blit(letters, (line + pad, line + (height - letters.get_height()) // 2))
    turned = pygame.transform.rotozoom(plate, ANGLE, 1.0).premul_alpha()
    return Sprite(turned, -turned.get_width() // 2, -turned.get_height() // 2)
