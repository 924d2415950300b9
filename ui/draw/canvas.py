"""What the screens draw on: units of the layout in, pixels out, and every text remembered."""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pygame

from game.message import Message
from ui.draw.cache import Sprites
from ui.draw.light import glow
from ui.draw.sketch import Sprite
from ui.text import Align, Face, Fitted, Fonts, TextBox
from ui.theme import Color, Layout
from ui.words import Words

Written = Message | str | int
"""What can be written: a message, a player's name, or a number."""


HALO = 0.55
"""How strong the light of an awaited button is while nothing moves."""


class Part(enum.Enum):
    """What may move on a picture that stands still otherwise."""

    LANE = "lane"
    DICE = "dice"
    GOING = "going"
    CUP = "cup"
    PLATE = "plate"
    BANK = "bank"
    TOTAL = "total"
    CHART = "chart"
    BANNER = "banner"
    BOWL = "bowl"
    HALO = "halo"
    FACT = "fact"


PartKey = tuple[Part, Hashable]
"""A part and whose it is: a seat, a button, `None`."""

Place = tuple[float, float, float, float]
"""Left, top, width and height in units."""


class Canvas:
    """One picture in the making. Lengths are units of `layout`; `letters` switched off draws everything but text, which
    shows what lies behind every text (the audit of guide, section 11). `without` leaves parts out, which others draw."""

    def __init__(
        self,
        surface: pygame.Surface,
        layout: Layout,
        words: Words,
        fonts: Fonts,
        sprites: Sprites,
        *,
        time: float = 0.0,
        crops: Mapping[str, pygame.Surface] | None = None,
        letters: bool = True,
        without: frozenset[PartKey] = frozenset(),
        halo: float = HALO,
    ) -> None:
        self.surface = surface
        self.layout = layout
        self.size = layout.size
        self.words = words
        self.fonts = fonts
        self.sprites = sprites
        self.time = time
        self.crops = crops if crops is not None else {}
        self.letters = letters
        self.texts: list[TextBox] = []
        self.without = without
        self.halo = halo
        self.parts: dict[PartKey, Place] = {}
        self._owner: Hashable = None

    def px(self, units: float) -> int:
        """Whole pixels, at least 1 for anything longer than nothing."""
        pixels = self.layout.pixels(units)
        return pixels if units <= 0 else max(1, pixels)

    @contextmanager
    def owned(self, owner: Hashable) -> Iterator[None]:
        """Parts drawn inside belong to `owner`."""
        before, self._owner = self._owner, owner
        try:
            yield
        finally:
            self._owner = before

    def part(self, part: Part, x: float, y: float, width: float, height: float, owner: Hashable = None) -> bool:
        """Remembers where a part stands that may move; whether it is to be drawn."""
        key = (part, self._owner if owner is None else owner)
        self.parts[key] = (x, y, width, height)
        return key not in self.without

    def stamp(self, x: float, y: float, key: Hashable, build: Callable[[], Sprite], *, alpha: float = 1.0) -> None:
        """Draws the cached sprite of `key` with its anchor at (`x`, `y`)."""
        sprite = self.sprites.get(key, build)
        place = (self.layout.pixels(x) + sprite.dx, self.layout.pixels(y) + sprite.dy)
        if alpha >= 1.0:
            self.surface.blit(sprite.surface, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        elif alpha > 0.0:
            faded = sprite.surface.copy()
            level = round(255 * alpha)
            faded.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
            self.surface.blit(faded, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def fill(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """A plain rectangle."""
        left, top = self.layout.pixels(x), self.layout.pixels(y)
        right, bottom = self.layout.pixels(x + width), self.layout.pixels(y + height)
        self.surface.fill(color, pygame.Rect(left, top, right - left, max(1, bottom - top)))

    def glow(self, x: float, y: float, radius_x: float, radius_y: float, color: Color, alpha: float) -> None:
        """An ellipse of light around (`x`, `y`)."""
        wide, high = self.px(radius_x), self.px(radius_y)
        self.stamp(x, y, ("glow", wide, high, color, alpha), lambda: glow(wide, high, color, alpha))

    def fit(
        self, written: Written, face: Face, size: float, width: float, *, lines: int = 1, smallest: float | None = None
    ) -> Fitted:
        """How a text fits into `width` units: smaller, short, in a narrower face, with an ellipsis, in this order."""
        least = self.px(self.size.smallest if smallest is None else smallest)
        forms = self.words.forms(written)
        return self.fonts.fit(forms, face, self.px(size), max(1, self.layout.pixels(width)), least, lines)

    def measure(self, written: Written, face: Face, size: float) -> float:
        """The natural width of a text in units."""
        return self.fonts.width(self.words.text(written), face, self.px(size)) / self.layout.scale

    def text(
        self,
        x: float,
        y: float,
        written: Written,
        size: float,
        color: Color,
        face: Face,
        *,
        align: Align = Align.LEFT,
        width: float | None = None,
        smallest: float | None = None,
    ) -> float:
        """Writes one line with its baseline at `y`, fitted into `width` if given; returns the width it took in units."""
        if width is None:
            line, pixels, cut = self.words.text(written), self.px(size), False
        else:
            fitted = self.fit(written, face, size, width, smallest=smallest)
            line, face, pixels, cut = fitted.lines[0], fitted.face, fitted.pixels, fitted.cut
        return self._write(x, y, line, pixels, color, face, align, cut) / self.layout.scale

    def paragraph(
        self,
        x: float,
        y: float,
        written: Written,
        size: float,
        color: Color,
        face: Face,
        *,
        width: float,
        lines: int,
        align: Align = Align.LEFT,
        lead: float = 1.24,
        middle: bool = False,
        smallest: float | None = None,
    ) -> float:
        """Writes up to `lines` lines, the first with its baseline at `y`, or all around it when `middle`; returns the
        baseline of the last."""
        fitted = self.fit(written, face, size, width, lines=lines, smallest=smallest)
        step = fitted.pixels / self.layout.scale * lead
        if middle:
            y -= step * (len(fitted.lines) - 1) / 2
        for index, line in enumerate(fitted.lines):
            self._write(x, y + index * step, line, fitted.pixels, color, fitted.face, align, fitted.cut)
        return y + (len(fitted.lines) - 1) * step

    def shift_texts(self, dx: int, dy: int) -> None:
        """Corrects the record of texts after the whole picture was moved by pixels."""
        self.texts[:] = [
            replace(box, rect=(box.rect[0] + dx, box.rect[1] + dy, box.rect[2], box.rect[3])) for box in self.texts
        ]

    def hide_texts(self, x: float, y: float, width: float, height: float) -> None:
        """Drops the record of the texts that a box, in units, is going to cover at least in part."""
        box = pygame.Rect(self.px(x), self.px(y), self.px(width), self.px(height))
        self.texts[:] = [text for text in self.texts if not box.colliderect(text.rect)]

    def forget_texts(self) -> None:
        """Drops the record of texts: something was laid over all of them."""
        self.texts.clear()

    def _write(self, x: float, y: float, line: str, pixels: int, color: Color, face: Face, align: Align, cut: bool) -> int:
        if not line:
            return 0
        font = self.fonts.font(face, pixels)
        sprite = self.sprites.get(
            ("text", line, face, pixels, color), lambda: Sprite(font.render(line, True, color), 0, -font.get_ascent())
        )
        width = sprite.surface.get_width()
        place = (self.layout.pixels(x) - round(width * align.value), self.layout.pixels(y) + sprite.dy)
        left, top, wide, high = self.fonts.ink(line, face, pixels)
        self.texts.append(TextBox(line, (place[0] + left, place[1] + top, wide, high), face, pixels, color, cut))
        if self.letters:
            self.surface.blit(sprite.surface, place)
        return width
