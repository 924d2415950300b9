"""From a `View` to a picture: the same view, size, language and time always give the same pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.view import Screen, View
from ui.draw.cache import LIMIT, Sprites
from ui.draw.canvas import Canvas
from ui.screens import (
    attract,
    boss,
    correction,
    elimination,
    fault,
    qualification,
    reveal,
    settlement,
    setup,
    throws,
    unclear,
    winner,
)
from ui.text import Fonts, TextBox
from ui.theme import layout
from ui.words import Words


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A painted screen and every text on it."""

    surface: pygame.Surface
    texts: tuple[TextBox, ...]


class Painter:
    """Paints screens of one size in one language; keeps fonts and finished parts between pictures, at most `cache` bytes.

    `size` is width and height in pixels. Needs no display: surfaces lie in memory.
    """

    def __init__(self, size: tuple[int, int], language: str, *, cache: int = LIMIT) -> None:
        self._layout = layout(*size)
        self._size = size
        self._words = Words(language)
        self._fonts = Fonts()
        self._sprites = Sprites(cache)

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def cached_bytes(self) -> int:
        """What finished parts take in memory now."""
        return self._sprites.bytes

    @property
    def words(self) -> Words:
        return self._words

    def paint(self, view: View, crops: Mapping[str, pygame.Surface] | None = None, time: float = 0.0) -> pygame.Surface:
        """The picture of `view`, `time` seconds after its screen came up; `crops` are camera pictures by their key."""
        return self.compose(view, crops, time).surface

    def compose(
        self,
        view: View,
        crops: Mapping[str, pygame.Surface] | None = None,
        time: float = 0.0,
        *,
        letters: bool = True,
    ) -> Picture:
        """As `paint`, with a record of all texts; without `letters` their places stay empty."""
        surface = pygame.Surface(self._size, 0, 32)
        canvas = Canvas(surface, self._layout, self._words, self._fonts, self._sprites, time=time, crops=crops, letters=letters)
        draw(canvas, view)
        return Picture(surface, tuple(canvas.texts))


def paint(
    view: View,
    size: tuple[int, int],
    language: str,
    crops: Mapping[str, pygame.Surface] | None = None,
    time: float = 0.0,
) -> pygame.Surface:
    """One picture without keeping anything; a `Painter` is faster for more than one."""
    return Painter(size, language).paint(view, crops, time)


def draw(canvas: Canvas, view: View) -> None:
    """Draws a view on a canvas: its screen, and its banner over that."""
    match view.screen:
        case Screen.ATTRACT:
            attract.draw(canvas, view)
        case Screen.SETUP:
            setup.draw(canvas, view)
        case Screen.UNCLEAR:
            unclear.draw(canvas, view)
        case Screen.BOSS | Screen.CALL:
            boss.draw(canvas, view)
        case Screen.REVEAL:
            reveal.draw(canvas, view)
        case Screen.SETTLEMENT:
            settlement.draw(canvas, view)
        case Screen.ELIMINATION:
            elimination.draw(canvas, view)
        case Screen.WINNER:
            winner.draw(canvas, view)
        case Screen.CORRECTION:
            correction.draw(canvas, view)
        case Screen.QUALIFICATION:
            qualification.draw(canvas, view)
        case Screen.THROWS | Screen.CHALLENGERS | Screen.MATCH | Screen.FAULT:
            throws.draw(canvas, view)
    if view.banner is not None:
        fault.draw(canvas, view, view.banner)
