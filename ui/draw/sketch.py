"""Smooth shapes: drawn four times too large with pygame's own shapes, then scaled down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from ui.theme import Color

OVERSAMPLING = 4

Point = tuple[float, float]
Stop = tuple[float, Color, float]
"""Place 0..1, colour, opacity 0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A finished picture with premultiplied alpha; its top left corner lies at (`dx`, `dy`) from the anchor, in pixels."""

    surface: pygame.Surface
    dx: int
    dy: int

    @property
    def bytes(self) -> int:
        return self.surface.get_width() * self.surface.get_height() * 4


class Sketch:
    """A box of pixels around an anchor at (0, 0); shapes are given in pixels from the anchor, fractions allowed.

    Strokes lie centred on the edge of their shape.
    """

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self._left, self._top = math.floor(left), math.floor(top)
        self._width = max(1, math.ceil(right) - self._left)
        self._height = max(1, math.ceil(bottom) - self._top)
        self._big = self._layer()

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        color: Color,
        *,
        radius: float = 0.0,
        stroke: float = 0.0,
        alpha: float = 1.0,
    ) -> None:
        """A rectangle with rounded corners; only its outline when `stroke` is the width of one."""
        grow = stroke / 2
        box = self._box(x - grow, y - grow, width + stroke, height + stroke)
        round_ = max(0, round((radius + grow) * OVERSAMPLING)) if radius > 0 else 0
        line = max(1, round(stroke * OVERSAMPLING)) if stroke > 0 else 0
        self._paint(
            lambda surface, paint: pygame.draw.rect(surface, paint, box, line, border_radius=round_),
            color,
            alpha,
        )

    def circle(self, x: float, y: float, radius: float, color: Color, *, stroke: float = 0.0, alpha: float = 1.0) -> None:
        """A disc, or a ring of the width `stroke`."""
        center = self._point((x, y))
        big = (radius + stroke / 2) * OVERSAMPLING
        line = max(1, round(stroke * OVERSAMPLING)) if stroke > 0 else 0
        self._paint(lambda surface, paint: pygame.draw.circle(surface, paint, center, big, line), color, alpha)

    def polygon(self, points: Sequence[Point], color: Color, *, alpha: float = 1.0) -> None:
        corners = [self._point(point) for point in points]
        self._paint(lambda surface, paint: pygame.draw.polygon(surface, paint, corners), color, alpha)

    def line(self, points: Sequence[Point], color: Color, width: float, *, alpha: float = 1.0, round_ends: bool = True) -> None:
        """A polyline of any width; joints are always round, ends when `round_ends`."""
        places = [self._point(point) for point in points]
        half = width * OVERSAMPLING / 2

        def draw(surface: pygame.Surface, paint: tuple[int, int, int, int]) -> None:
            for (x0, y0), (x1, y1) in itertools.pairwise(places):
                length = math.hypot(x1 - x0, y1 - y0)
                if length == 0:
                    continue
                nx, ny = (y0 - y1) / length * half, (x1 - x0) / length * half
                pygame.draw.polygon(
                    surface, paint, ((x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny))
                )
            for joint in places if round_ends else places[1:-1]:
                pygame.draw.circle(surface, paint, joint, half)

        self._paint(draw, color, alpha)

    def dashes(
        self,
        points: Sequence[Point],
        color: Color,
        width: float,
        dash: float,
        gap: float,
        *,
        alpha: float = 1.0,
        round_ends: bool = False,
    ) -> None:
        """A broken polyline."""
        for piece in broken(points, dash, gap):
            self.line(piece, color, width, alpha=alpha, round_ends=round_ends)

    def blank(self) -> Sketch:
        """An empty sketch of the same box, to draw a mask on."""
        return Sketch(self._left, self._top, self._left + self._width, self._top + self._height)

    def gradient(self, mask: Sketch, stops: Sequence[Stop], start: float, end: float, *, across: bool = False) -> None:
        """Fills what is white on `mask` with a gradient from `start` to `end` downwards, or to the right when `across`.

        The mask is used up.
        """
        origin = self._left if across else self._top
        count = (self._width if across else self._height) * OVERSAMPLING
        places = ((np.arange(count) + 0.5) / OVERSAMPLING + origin - start) / max(end - start, 1e-6)
        offsets = [stop[0] for stop in stops]
        alpha = np.interp(places, offsets, [stop[2] for stop in stops])
        colors = np.stack([np.interp(places, offsets, [stop[1][i] for stop in stops]) * alpha for i in range(3)], axis=1)
        strip = pygame.Surface((count, 1) if across else (1, count), pygame.SRCALPHA, 32)
        shape = (count, 1) if across else (1, count)
        pygame.surfarray.pixels3d(strip)[:] = np.rint(colors).astype(np.uint8).reshape(*shape, 3)
        pygame.surfarray.pixels_alpha(strip)[:] = np.rint(alpha * 255).astype(np.uint8).reshape(shape)
        fill = pygame.transform.scale(strip, mask._big.get_size())
        mask._big.blit(fill, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._big.blit(mask._big, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    def keep(self, mask: Sketch) -> None:
        """Clears what is not white on `mask`."""
        self._big.blit(mask._big, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)

    def finish(self, angle: float = 0.0) -> Sprite:
        """The picture at its true size, turned clockwise by `angle` degrees about the middle of the box."""
        if angle == 0.0:
            return Sprite(pygame.transform.smoothscale(self._big, (self._width, self._height)), self._left, self._top)
        turned = pygame.transform.rotate(self._big, -angle)
        width = math.ceil(turned.get_width() / OVERSAMPLING)
        height = math.ceil(turned.get_height() / OVERSAMPLING)
        framed = pygame.Surface((width * OVERSAMPLING, height * OVERSAMPLING), pygame.SRCALPHA, 32)
        framed.blit(turned, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        middle_x = self._left + self._width / 2 - turned.get_width() / OVERSAMPLING / 2
        middle_y = self._top + self._height / 2 - turned.get_height() / OVERSAMPLING / 2
        return Sprite(pygame.transform.smoothscale(framed, (width, height)), round(middle_x), round(middle_y))

    def _layer(self) -> pygame.Surface:
        return pygame.Surface((self._width * OVERSAMPLING, self._height * OVERSAMPLING), pygame.SRCALPHA, 32)

    def _point(self, point: Point) -> Point:
        return (point[0] - self._left) * OVERSAMPLING, (point[1] - self._top) * OVERSAMPLING

    def _box(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        left, top = self._point((x, y))
        right, bottom = self._point((x + width, y + height))
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def _paint(self, draw: Callable[[pygame.Surface, tuple[int, int, int, int]], object], color: Color, alpha: float) -> None:
        if alpha >= 1.0:
            draw(self._big, (*color, 255))
            return
        layer = self._layer()
        red, green, blue = (round(value * alpha) for value in color)
        draw(layer, (red, green, blue, round(255 * alpha)))
        self._big.blit(layer, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def outline(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The edge of a rounded rectangle as a closed polyline, clockwise from the left end of its top edge."""
    points: list[Point] = []
    corners = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    points.append((x + radius, y))
    for center_x, center_y, start in corners:
        for step in range(9):
            angle = math.radians(start + step * 90 / 8)
            points.append((center_x + radius * math.cos(angle), center_y + radius * math.sin(angle)))
    return points


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Points of a circle from `start` to `end` degrees, clockwise from the top."""
    steps = max(4, math.ceil(abs(end - start) / 6))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles]


def broken(points: Sequence[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """The pieces of a polyline that a dashed line draws."""
    drawing, left = True, dash
    piece: list[Point] = [points[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > left:
            done += left
            place = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if drawing:
                piece.append(place)
                yield piece
            piece = [place]
            drawing = not drawing
            left = dash if drawing else gap
        left -= length - done
        if drawing:
            piece.append((x1, y1))
    if drawing and len(piece) > 1:
        yield piece
