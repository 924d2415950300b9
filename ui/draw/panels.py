"""Lanes and panels: the one lit place, the shade around it, strips (guide, sections 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ui.draw.canvas import Canvas
from ui.draw.light import Plane, Plate, blend, rounded, tinted
from ui.draw.sketch import Sprite
from ui.theme import BLACK, BRASS, LAMP, OAK, OAK_EDGE, SHADE, Color, rgb

LIT_RADIUS = 18.0
SHADE_RADIUS = 14.0
_WARM = rgb("#FFD48A")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        """Half its height down."""
        return self.y + self.height / 2


def lamp(canvas: Canvas, box: Box, *, across: float = 0.38) -> None:
    """The glow around a lit box, its middle `across` of the width from the left; drawn before the box itself."""
    canvas.glow(box.x + box.width * across, box.middle, box.width * 0.62, box.height * 1.25, LAMP, 0.23)


def lit(canvas: Canvas, box: Box) -> None:
    """The lit place: oak, brighter at the left, with a warm edge."""
    w, h = canvas.px(box.width), canvas.px(box.height)
    radius, line = LIT_RADIUS * canvas.layout.scale, max(1.0, 2 * canvas.layout.scale)
    canvas.stamp(box.x, box.y, ("lit", w, h), lambda: _build_lit(w, h, radius, line))


def panel(canvas: Canvas, box: Box, color: Color = SHADE, *, radius: float = SHADE_RADIUS) -> None:
    """A plain rounded panel."""
    w, h, corner = canvas.px(box.width), canvas.px(box.height), radius * canvas.layout.scale

    canvas.stamp(box.x, box.y, ("panel", w, h, color, corner), lambda: tinted(rounded(w, h, corner), color))


def frame(
    canvas: Canvas, box: Box, color: Color = BRASS, *, radius: float = SHADE_RADIUS, line: float = 2.0, alpha: float = 0.8
) -> None:
    """An outline just inside a box."""
    w, h = canvas.px(box.width), canvas.px(box.height)
    corner, stroke = radius * canvas.layout.scale, max(1.0, line * canvas.layout.scale)

    def build() -> Sprite:
        return tinted((rounded(w, h, corner) - rounded(w, h, corner, stroke)) * np.float32(alpha), color)

    canvas.stamp(box.x, box.y, ("frame", w, h, color, corner, stroke, alpha), build)


def _build_lit(w: int, h: int, radius: float, line: float) -> Sprite:
    body = rounded(w, h, radius)
    plate = Plate(w, h)
    across: Plane = ((np.arange(w) + 0.5) / w).astype(np.float32)
    down: Plane = ((np.arange(h) + 0.5) / h).astype(np.float32)
    oak, _ = blend(across, ((0.0, OAK[0], 1.0), (0.55, OAK[1], 1.0), (1.0, OAK[2], 1.0)))
    plate.lay(body, oak[:, None, :])
    warm, strength = blend(down, ((0.0, _WARM, 0.03), (0.5, _WARM, 0.0), (0.5001, BLACK, 0.0), (1.0, BLACK, 0.16)))
    plate.lay(body, warm[None, :, :], strength[None, :])
    plate.lay(body - rounded(w, h, radius, line), OAK_EDGE, 0.75)
    return plate.finish(0, 0)
