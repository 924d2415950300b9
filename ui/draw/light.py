"""Light and shade: glows, gradients and large rounded panels, computed as arrays and dithered against banding."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from ui.draw.sketch import Sprite, Stop
from ui.theme import Color

Plane = NDArray[np.float32]

_ORDER = np.array(
    [
        [0, 32, 8, 40, 2, 34, 10, 42],
        [48, 16, 56, 24, 50, 18, 58, 26],
        [12, 44, 4, 36, 14, 46, 6, 38],
        [60, 28, 52, 20, 62, 30, 54, 22],
        [3, 35, 11, 43, 1, 33, 9, 41],
        [51, 19, 59, 27, 49, 17, 57, 25],
        [15, 47, 7, 39, 13, 45, 5, 37],
        [63, 31, 55, 23, 61, 29, 53, 21],
    ],
    dtype=np.float32,
)
"""Bayer's 8x8 threshold order."""


class Plate:
    """A field of premultiplied colour, `width` x `height` pixels, built from layers and turned into a sprite."""

    def __init__(self, width: int, height: int) -> None:
        self._color = np.zeros((width, height, 3), np.float32)
        self._alpha = np.zeros((width, height), np.float32)

    def lay(self, mask: Plane, color: Color | NDArray[np.float32], opacity: float | Plane = 1.0) -> None:
        """Lays a colour, one for all or one a pixel (0..255), over what is there; `mask` is 0..1, of shape (width, height)."""
        cover = mask * opacity
        self._color *= (1 - cover)[..., None]
        self._color += np.asarray(color, np.float32) * cover[..., None]
        self._alpha *= 1 - cover
        self._alpha += cover

    def finish(self, dx: int, dy: int) -> Sprite:
        """The sprite with its top left corner at (`dx`, `dy`) from its anchor."""
        width, height = self._alpha.shape
        surface = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        noise = _noise(width, height)
        alpha = np.minimum(np.floor(self._alpha * 255 + noise), 255)
        color = np.minimum(np.floor(self._color + noise[..., None]), alpha[..., None])
        pygame.surfarray.pixels3d(surface)[:] = color.astype(np.uint8)
        pygame.surfarray.pixels_alpha(surface)[:] = alpha.astype(np.uint8)
        return Sprite(surface, dx, dy)


def rounded(width: int, height: int, radius: float, inset: float = 0.0) -> Plane:
    """How much of every pixel a rounded rectangle covers, 0..1, of shape (width, height); `inset` shrinks it on all sides."""
    radius = max(0.0, radius - inset)
    x = np.abs(np.arange(width, dtype=np.float32) + 0.5 - width / 2) - (width / 2 - inset - radius)
    y = np.abs(np.arange(height, dtype=np.float32) + 0.5 - height / 2) - (height / 2 - inset - radius)
    corner = np.hypot(np.maximum(x, 0)[:, None], np.maximum(y, 0)[None, :])
    inside = np.minimum(np.maximum(x[:, None], y[None, :]), 0)
    distance = corner + inside - radius
    covered: Plane = np.clip(0.5 - distance, 0, 1).astype(np.float32)
    return covered


def blend(places: Plane, stops: tuple[Stop, ...]) -> tuple[NDArray[np.float32], Plane]:
    """Colours (0..255) and opacities of a gradient at `places` 0..1."""
    offsets = [stop[0] for stop in stops]
    colors = np.stack([np.interp(places, offsets, [stop[1][i] for stop in stops]) for i in range(3)], axis=-1)
    return colors.astype(np.float32), np.interp(places, offsets, [stop[2] for stop in stops]).astype(np.float32)


def glow(radius_x: int, radius_y: int, color: Color, alpha: float) -> Sprite:
    """An ellipse of light, `alpha` in the middle, a third of it at .55, nothing at its edge; the anchor is its middle."""
    x = (np.arange(radius_x, dtype=np.float32) + 0.5) / radius_x
    y = (np.arange(radius_y, dtype=np.float32) + 0.5) / radius_y
    away = np.hypot(x[:, None], y[None, :])
    inner, outer = 1 - away * (0.68 / 0.55), 0.32 / 0.45 * (1 - away)
    quarter = np.maximum(np.maximum(inner, outer), 0.0) * alpha
    half = np.concatenate([quarter[::-1], quarter])
    strength = np.concatenate([half[:, ::-1], half], axis=1)
    return tinted(strength, color, -radius_x, -radius_y)


def tinted(strength: Plane, color: Color, dx: int = 0, dy: int = 0) -> Sprite:
    """A sprite of one colour with the opacities `strength` (0..1, of shape (width, height)); (`dx`, `dy`) is its corner."""
    surface = pygame.Surface(strength.shape, pygame.SRCALPHA, 32)
    noise = _noise(*strength.shape)
    pygame.surfarray.pixels_alpha(surface)[:] = (strength * 255 + noise).astype(np.uint8)
    channels = pygame.surfarray.pixels3d(surface)
    for channel, value in enumerate(color):
        channels[..., channel] = (strength * value + noise).astype(np.uint8)
    return Sprite(surface, dx, dy)


def _noise(width: int, height: int) -> Plane:
    """Thresholds 0..1 that turn rounding into dither."""
    tiled: Plane = np.tile(((_ORDER + 0.5) / 64).astype(np.float32), (width // 8 + 1, height // 8 + 1))[:width, :height]
    return tiled
