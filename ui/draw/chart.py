"""The banks round by round: one line a player, told apart by dash and marker, named at the line (guide, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.message import Message, say
from game.view import BankLine
from ui.draw import marks
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite
from ui.text import Align, Face
from ui.theme import BRASS, CHART, EDGE, FOG, MIST, SHADE, Color, rgb

Points = NDArray[np.float64]

_GRID = rgb("#2C3A42")
_DASHES = ((0.0, 0.0), (18.0, 9.0), (3.0, 9.0))
_MARKERS = ("ring", "triangle", "square")
_OPEN = 3
"""From this line on the same markers come hollow."""


@dataclass(frozen=True, slots=True)
class _Style:
    color: Color
    line: float
    dash: tuple[float, float]
    marker: str
    hollow: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    """The plot in units and its scales."""

    box: Box
    rounds: int
    most: int

    def x(self, round_: float) -> float:
        return self.box.x + self.box.width * round_ / max(1, self.rounds)

    def y(self, bank: float) -> float:
        return self.box.bottom - self.box.height * bank / max(1, self.most)


def chart(
    canvas: Canvas,
    box: Box,
    lines: Sequence[BankLine],
    starting_bank: int,
    kitties: Sequence[tuple[int, Message]],
    *,
    size: float,
) -> None:
    """Draws the chart into `box`, its type `size` units high; `kitties` are uprights at a round with their text."""
    rounds = max((len(line.banks) - 1 for line in lines), default=1)
    most = max((max(line.banks) for line in lines if line.banks), default=1)
    step = max(1, starting_bank)
    while most / step > 6:
        step *= 2
    top = -(-most // step) * step
    gutter = canvas.measure(top, Face.FACT_600, size) + 16
    plot = Box(box.x + gutter, box.y + size * 0.6, box.width - gutter - 16, box.height - size * 2.2)
    frame = _Frame(plot, rounds, top)
    _grid(canvas, frame, step, size)
    styles = _styles(lines)
    order = sorted(range(len(lines)), key=lambda index: lines[index].winner)
    for index in order:
        _line(canvas, frame, lines[index], styles[index], index, size)
    taken = [_upright(canvas, frame, round_, said, size, lines) for round_, said in kitties]
    dense = [_dense(_points(frame, line)) for line in lines]
    for index in reversed(order):
        rest = [points for at, points in enumerate(dense) if at != index]
        others = np.concatenate(rest) if rest else np.empty((0, 2))
        _name(canvas, frame, lines[index], styles[index], dense[index], others, taken, size)


def _styles(lines: Sequence[BankLine]) -> list[_Style]:
    """The winner solid and wide; the others by how long they stayed."""
    styles = [_Style(BRASS, 7.0, (0.0, 0.0), "disc", False)] * len(lines)
    longest = [(line.out_at if line.out_at is not None else len(line.banks), at) for at, line in enumerate(lines)]
    plain = [at for _, at in sorted(longest, key=lambda stay: (-stay[0], stay[1])) if not lines[at].winner]
    for order, at in enumerate(plain):
        kind = order % len(_DASHES)
        color = CHART[lines[at].seat % len(CHART)]
        styles[at] = _Style(color, 4.0, _DASHES[kind], _MARKERS[kind], order >= _OPEN)
    return styles


def _grid(canvas: Canvas, frame: _Frame, step: int, size: float) -> None:
    box = frame.box
    for bank in range(0, frame.most + 1, step):
        y = frame.y(bank)
        marks.polyline(canvas, ((box.x, y), (box.right, y)), EDGE if bank == 0 else _GRID, 2)
        canvas.text(box.x - 12, y + size * 0.34, bank, size, MIST, Face.FACT_600, align=Align.RIGHT)
    every = next((n for n in (1, 2, 5, 10, 20, 50, 100) if frame.rounds / n <= 6), 200)
    y = box.bottom + size * 1.38
    free = box.x + canvas.measure(say("round"), Face.FACT_600, size) + 14
    canvas.text(box.x, y, say("round"), size, MIST, Face.FACT_600)
    for round_ in range(every, frame.rounds + 1, every):
        half = canvas.measure(round_, Face.FACT_600, size) / 2
        if frame.x(round_) - half > free:
            canvas.text(frame.x(round_), y, round_, size, MIST, Face.FACT_600, align=Align.MIDDLE)


def _points(frame: _Frame, line: BankLine) -> tuple[tuple[float, float], ...]:
    last = line.out_at if line.out_at is not None else len(line.banks) - 1
    return tuple((frame.x(round_), frame.y(bank)) for round_, bank in enumerate(line.banks[: last + 1]))


def _line(canvas: Canvas, frame: _Frame, line: BankLine, style: _Style, index: int, size: float) -> None:
    points = _points(frame, line)
    if len(points) < 2:
        return
    weight = size / 26
    marks.polyline(canvas, points, SHADE, (style.line + 4) * weight, alpha=0.8)
    dash, gap = style.dash
    marks.polyline(canvas, points, style.color, style.line * weight, dash=dash * weight, gap=gap * weight)
    for part in (0.3, 0.55):
        at = round(frame.rounds * part) + index
        if at < len(points) - 1:
            _marker(canvas, *points[at], style, size * 0.35)
    if line.winner:
        _marker(canvas, *points[-1], style, size * 0.42)
    elif line.out_at is not None:
        x, y = points[-1]
        k = size * 0.35
        marks.polyline(canvas, ((x - k, y - k), (x + k, y + k)), style.color, 5 * weight)
        marks.polyline(canvas, ((x - k, y + k), (x + k, y - k)), style.color, 5 * weight)


def _marker(canvas: Canvas, x: float, y: float, style: _Style, radius: float) -> None:
    r = canvas.px(radius)

    def build() -> Sprite:
        sketch = Sketch(-r * 1.4, -r * 1.4, r * 1.4, r * 1.4)
        stroke = max(2.0, r * 0.42)
        hollow = style.hollow or style.marker == "ring"
        if style.marker in ("disc", "ring"):
            sketch.circle(0, 0, r, SHADE if hollow else style.color)
            if hollow:
                sketch.circle(0, 0, r, style.color, stroke=stroke)
        elif style.marker == "square":
            sketch.rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, SHADE if hollow else style.color)
            if hollow:
                sketch.rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, style.color, stroke=stroke)
        else:
            corners = ((0.0, -r * 1.15), (r * 1.1, r * 0.85), (-r * 1.1, r * 0.85))
            sketch.polygon(corners, SHADE if hollow else style.color)
            if hollow:
                sketch.line((*corners, corners[0]), style.color, stroke)
        return sketch.finish()

    canvas.stamp(x, y, ("marker", r, style.marker, style.hollow, style.color), build)


def _upright(canvas: Canvas, frame: _Frame, round_: int, said: Message, size: float, lines: Sequence[BankLine]) -> Box:
    """A dotted line at a round with its text on top of it; returns where the text stands."""
    x = frame.x(round_)
    width = canvas.measure(said, Face.FACT_700, size * 1.08)
    left = x - frame.box.x > frame.box.right - x
    spread = round(width / frame.box.width * frame.rounds) + 1
    covered = range(max(0, round_ - spread), round_ + 3) if left else range(max(0, round_ - 2), round_ + spread)
    above = max((line.banks[at] for line in lines for at in covered if at < len(line.banks)), default=0)
    y = max(frame.box.y + size * 2, frame.y(above) - size * 1.2)
    marks.polyline(canvas, ((x, frame.box.bottom - size * 0.6), (x, y + size * 0.2)), FOG, 2, alpha=0.9, dash=4, gap=6)
    canvas.text(x + (6 if left else -6), y, said, size * 1.08, FOG, Face.FACT_700, align=Align.RIGHT if left else Align.LEFT)
    return Box(x + 6 - width if left else x - 6, y - size, width, size * 1.2)


def _name(
    canvas: Canvas,
    frame: _Frame,
    line: BankLine,
    style: _Style,
    own: Points,
    others: Points,
    taken: list[Box],
    size: float,
) -> None:
    """Writes the name beside its own line where it touches no line and no other text, as far from the others as it finds
    room; the winner's rather late in the game."""
    pixels = size * (1.3 if line.winner else 1.15)
    width, high = canvas.measure(line.name, Face.FACT_700, pixels), pixels * 0.74
    moves = ((-width / 2, -high - 14), (-width / 2, 16.0), (-width - 16, -high / 2), (16.0, -high / 2))
    corners = (own[:, None, :] + np.array(moves)[None]).reshape(-1, 2)
    left, top = corners[:, 0], corners[:, 1]
    free = (left > frame.box.x + 4) & (left + width < frame.box.right)
    free &= (top > frame.box.y) & (top + high < frame.box.bottom - 6)
    for box in taken:
        free &= ~((left < box.right) & (left + width > box.x) & (top < box.bottom) & (top + high > box.y))
    every = np.concatenate([own, others])
    across = (every[:, 0] > left[:, None] - 7) & (every[:, 0] < left[:, None] + width + 7)
    down = (every[:, 1] > top[:, None] - 7) & (every[:, 1] < top[:, None] + high + 7)
    free &= ~(across & down).any(axis=1)
    if not free.any():
        return
    middles = corners + np.array([width / 2, high / 2])
    away = np.full(len(corners), 200.0)
    if len(others):
        away = np.minimum(np.abs(middles[:, None, :] - others[None]).sum(axis=2).min(axis=1), 200.0)
    late = (left - frame.box.x) / frame.box.width * (60.0 if line.winner else 6.0)
    best = int(np.argmax(np.where(free, away + late, -1.0)))
    x, y = float(left[best]), float(top[best])
    taken.append(Box(x - 8, y - 8, width + 16, high + 16))
    canvas.text(x, y + high, line.name, pixels, style.color, Face.FACT_700)


def _dense(points: Sequence[tuple[float, float]]) -> Points:
    """The points of a polyline at even distances of about 8 units."""
    corners = np.array(points, dtype=np.float64).reshape(-1, 2)
    if len(corners) < 2:
        return corners
    steps = np.hypot(*np.diff(corners, axis=0).T)
    walked = np.concatenate([[0.0], np.cumsum(steps)])
    places = np.linspace(0.0, walked[-1], max(2, round(walked[-1] / 8)))
    return np.stack([np.interp(places, walked, corners[:, axis]) for axis in (0, 1)], axis=1)
