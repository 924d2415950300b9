"""From a `View` to a picture: the same view, size, language and time always give the same pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from game.sighting import Button
from game.view import Screen, View
from ui.draw.cache import LIMIT, Sprites
from ui.draw.canvas import HALO, Canvas, PartKey, Place
from ui.guide_view import GuideView
from ui.motion.acts import Timeline
from ui.motion.film import moment
from ui.screens import (
    attract,
    boss,
    correction,
    elimination,
    fault,
    guide,
    qualification,
    reveal,
    setup,
    spelling,
    throws,
    unclear,
    winner,
)
from ui.text import Fonts, TextBox
from ui.theme import Layout, layout
from ui.words import Words

STILLS_BYTES = 40 * 1024 * 1024
STILLS_LEAST = 4
"""Still pictures that are kept: what an act needs at once, and more where they are small."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A painted screen, every text on it, and the places of what may move."""

    surface: pygame.Surface
    texts: tuple[TextBox, ...]
    parts: Mapping[PartKey, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A still picture and what it was painted from."""

    view: View
    without: frozenset[PartKey]
    halo: float
    age: object
    crop: pygame.Surface | None
    picture: Picture


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
        self._stills: list[_Kept] = []
        self._crops: Mapping[str, pygame.Surface] | None = None
        self._age = 0.0

    @property
    def layout(self) -> Layout:
        return self._layout

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def cached_bytes(self) -> int:
        """What finished parts and pictures take in memory now."""
        return self._sprites.bytes + len(self._stills) * self._size[0] * self._size[1] * 4

    @property
    def words(self) -> Words:
        return self._words

    def paint(
        self, view: View | GuideView, crops: Mapping[str, pygame.Surface] | None = None, time: float = 0.0
    ) -> pygame.Surface:
        """The picture of `view`, `time` seconds after its screen came up; `crops` are camera pictures by their key."""
        return self.compose(view, crops, time).surface

    def compose(
        self,
        view: View | GuideView,
        crops: Mapping[str, pygame.Surface] | None = None,
        time: float = 0.0,
        *,
        letters: bool = True,
        without: frozenset[PartKey] = frozenset(),
        halo: float = HALO,
    ) -> Picture:
        """As `paint`, with a record of all texts; without `letters` their places stay empty, and so do those of the parts in
        `without`. `halo` is the strength of the light around awaited buttons."""
        surface = pygame.Surface(self._size, 0, 32)
        canvas = Canvas(
            surface,
            self._layout,
            self._words,
            self._fonts,
            self._sprites,
            time=time,
            crops=crops,
            letters=letters,
            without=without,
            halo=halo,
        )
        draw(canvas, view)
        return Picture(surface, tuple(canvas.texts), canvas.parts)

    def moment(
        self,
        view: View,
        crops: Mapping[str, pygame.Surface] | None,
        acts: Timeline,
        time: float,
        *,
        age: float = 0.0,
        halos: Mapping[Button, float] | None = None,
        rolls: bool = True,
    ) -> pygame.Surface:
        """The picture `time` seconds after the change to `view` by `acts`; it may be kept, so nobody draws on it.

        `age` is how long the screen that waits has been there, or had been when it was left; `halos` are the lights of the
        awaited buttons; dice that roll are turned when `rolls`.
        """
        self._crops, self._age = crops, age
        return moment(self, view, acts, time, dict(halos or {}), rolls)

    def still(self, view: View, without: frozenset[PartKey] = frozenset(), halo: float = HALO) -> Picture:
        """The picture of a view in which nothing moves, kept for the next time; nobody draws on it."""
        age: object = attract.phase(self._age, bool(view.last_winners)) if view.screen is Screen.ATTRACT else None
        crop = self._crop_of(view)
        for kept in self._stills:
            same = kept.view is view and kept.halo == halo and kept.age == age and kept.crop is crop
            if same and kept.without == without:
                self._stills.remove(kept)
                self._stills.append(kept)
                return kept.picture
        picture = self.compose(view, self._crops, self._age, without=without, halo=halo)
        self._stills.append(_Kept(view, without, halo, age, crop, picture))
        room = max(STILLS_LEAST, STILLS_BYTES // (self._size[0] * self._size[1] * 4))
        del self._stills[: max(0, len(self._stills) - room)]
        return picture

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas to draw on a picture of this size."""
        return Canvas(surface, self._layout, self._words, self._fonts, self._sprites, crops=self._crops)

    def _crop_of(self, view: View) -> pygame.Surface | None:
        """The camera's picture that this view shows, if it shows one."""
        shown = view.unclear or view.correction
        return None if shown is None or shown.crop is None else (self._crops or {}).get(shown.crop)


def paint(
    view: View,
    size: tuple[int, int],
    language: str,
    crops: Mapping[str, pygame.Surface] | None = None,
    time: float = 0.0,
) -> pygame.Surface:
    """One picture without keeping anything; a `Painter` is faster for more than one."""
    return Painter(size, language).paint(view, crops, time)


def draw(canvas: Canvas, view: View | GuideView) -> None:
    """Draws a view on a canvas: its screen, and its banner over that; or a page of the guided calibration."""
    if isinstance(view, GuideView):
        guide.draw(canvas, view)
        return
    match view.screen:
        case Screen.ATTRACT:
            attract.draw(canvas, view)
        case Screen.SETUP:
            setup.draw(canvas, view)
        case Screen.SPELLING:
            spelling.draw(canvas, view)
        case Screen.UNCLEAR:
            unclear.draw(canvas, view)
        case Screen.BOSS | Screen.CALL:
            boss.draw(canvas, view)
        case Screen.REVEAL:
            reveal.draw(canvas, view)
        case Screen.SETTLEMENT:
            throws.draw(canvas, view, bright=True)
        case Screen.ELIMINATION:
            elimination.draw(canvas, view)
        case Screen.WINNER:
            winner.draw(canvas, view)
        case Screen.CORRECTION:
            correction.draw(canvas, view)
        case Screen.QUALIFICATION:
            qualification.draw(canvas, view)
        case Screen.THROWS | Screen.CHALLENGERS | Screen.MATCH:
            throws.draw(canvas, view)
    if view.banner is not None:
        fault.draw(canvas, view, view.banner)
