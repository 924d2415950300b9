"""Type: the shipped fonts, fitting a text into its place, and the record of where every text stands."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pygame

from ui.theme import Color

FONTS = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
_BEFORE_A_BREAK = 0.9
"""Where a second line is allowed, one line shrinks no further than this."""

SHRINK = 0.7
"""A text may shrink to this part of its size before it takes its short form."""


class Face(enum.Enum):
    """Besley says who and what; Archivo Narrow counts and explains (guide, section 3)."""

    NAME_500 = "Besley_500Medium.ttf"
    NAME_600 = "Besley_600SemiBold.ttf"
    NAME_700 = "Besley_700Bold.ttf"
    FACT_500 = "ArchivoNarrow_500Medium.ttf"
    FACT_600 = "ArchivoNarrow_600SemiBold.ttf"
    FACT_700 = "ArchivoNarrow_700Bold.ttf"

    @property
    def capital(self) -> float:
        """Height of a capital in em."""
        return 0.75 if self.value.startswith("Besley") else 0.686

    @property
    def narrow(self) -> Face | None:
        """The face of about the same weight that takes less room, if there is one."""
        return _NARROW.get(self)


_NARROW = {Face.NAME_500: Face.FACT_600, Face.NAME_600: Face.FACT_600, Face.NAME_700: Face.FACT_700}


class Align(enum.Enum):
    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text as it was drawn: `rect` is its ink in pixels (left, top, width, height), `pixels` its size."""

    text: str
    rect: tuple[int, int, int, int]
    face: Face
    pixels: int
    color: Color
    cut: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit, with their face and size in pixels; `cut` when an ellipsis was needed."""

    lines: tuple[str, ...]
    face: Face
    pixels: int
    cut: bool = False


class Fonts:
    """Loaded fonts and measured texts of one screen. Owns no device; `pygame.font` is started when it is not."""

    def __init__(self) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.font = lru_cache(maxsize=256)(self._load)
        self.width = lru_cache(maxsize=4096)(self._measure)
        self.ink = lru_cache(maxsize=4096)(self._ink)
        self.fit = lru_cache(maxsize=2048)(self._fit)

    @staticmethod
    def _load(face: Face, pixels: int) -> pygame.font.Font:
        return pygame.font.Font(FONTS / face.value, pixels)

    def _measure(self, text: str, face: Face, pixels: int) -> int:
        return self.font(face, pixels).size(text)[0]

    def _ink(self, text: str, face: Face, pixels: int) -> tuple[int, int, int, int]:
        left, top, width, height = self.font(face, pixels).render(text, True, (255, 255, 255)).get_bounding_rect()
        return left, top, width, height

    def _fit(self, forms: tuple[str, ...], face: Face, pixels: int, width: int, smallest: int, lines: int = 1) -> Fitted:
        """The first of `forms` (full, then short) that fits into `lines` lines of `width` pixels.

        A form shrinks a pixel at a time to 70 % of its size, never below `smallest`. When none fits, a text in Besley is
        tried in the narrow face, and at last cut with an ellipsis (guide, section 3).
        """
        least = min(pixels, max(smallest, round(pixels * SHRINK)))
        faces = (face,) if face.narrow is None else (face, face.narrow)
        for tried in faces:
            for form in forms:
                one_line = least if lines == 1 else max(least, math.ceil(pixels * _BEFORE_A_BREAK))
                for size in range(pixels, one_line - 1, -1):
                    if self.width(form, tried, size) <= width:
                        return Fitted((form,), tried, size)
                for size in range(pixels, least - 1, -1) if lines > 1 else ():
                    wrapped = self.wrap(form, tried, size, width)
                    if len(wrapped) <= lines and all(self.width(line, tried, size) <= width for line in wrapped):
                        return Fitted(tuple(wrapped), tried, size)
        last = faces[-1]
        wrapped = self.wrap(forms[-1], last, least, width)
        kept = [*wrapped[: lines - 1], " ".join(wrapped[lines - 1 :])]
        return Fitted(tuple(self._cut(line, last, least, width) for line in kept if line), last, least, True)

    def wrap(self, text: str, face: Face, pixels: int, width: int) -> list[str]:
        """Lines no wider than `width`, broken at spaces, as few as possible and about equally long."""
        words = text.split(" ")
        wrapped = self._greedy(words, face, pixels, width)
        if len(wrapped) < 2:
            return wrapped
        narrow, wide = 1, width
        while wide - narrow > 4:
            middle = (narrow + wide) // 2
            if len(self._greedy(words, face, pixels, middle)) > len(wrapped):
                narrow = middle
            else:
                wide = middle
        return self._greedy(words, face, pixels, wide)

    def _greedy(self, words: Sequence[str], face: Face, pixels: int, width: int) -> list[str]:
        done: list[str] = []
        line = ""
        for word in words:
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, face, pixels) > width:
                done.append(line)
                line = word
            else:
                line = longer
        return [*done, line]

    def _cut(self, line: str, face: Face, pixels: int, width: int) -> str:
        if self.width(line, face, pixels) <= width:
            return line
        for end in range(len(line) - 1, 0, -1):
            shorter = line[:end].rstrip() + ELLIPSIS
            if self.width(shorter, face, pixels) <= width:
                return shorter
        return ELLIPSIS
