"""The banks round by round: one line a player, told apart by dash and marker, named at the line (guide, section 6)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from game.message import Message, say
from game.view import BankLine
from ui.draw import marks
from ui.draw.canvas import Canvas
from ui.draw.panels import Box
from ui.draw.sketch import Sketch, Sprite
from ui.text import Align, Face
from ui.theme import BRASS, CHART, EDGE, FOG, MIST, SHADE, Color, rgb

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
    for index in reversed(order):
        _name(canvas, frame, lines, index, styles[index], taken, size)


def _styles(lines: Sequence[BankLine]) -> list[_Style]:
    styles = []
    plain = 0
    for line in lines:
        if line.winner:
            styles.append(_Style(BRASS, 7.0, (0.0, 0.0), "disc", False))
            continue
        kind = plain % len(_DASHES)
        styles.append(_Style(CHART[line.seat % len(CHART)], 4.0, _DASHES[kind], _MARKERS[kind], plain >= _OPEN))
        plain += 1
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
    covered = range(max(0, round_ - round(width / frame.box.width * frame.rounds)) if left else round_, round_ + 1)
    above = max((line.banks[at] for line in lines for at in covered if at < len(line.banks)), default=0)
    y = max(frame.box.y + size * 2, frame.y(above) - size * 1.2)
    marks.polyline(canvas, ((x, frame.box.bottom - size * 0.6), (x, y + size * 0.2)), FOG, 2, alpha=0.9, dash=4, gap=6)
    canvas.text(x + (6 if left else -6), y, said, size * 1.08, FOG, Face.FACT_700, align=Align.RIGHT if left else Align.LEFT)
    return Box(x + 6 - width if left else x - 6, y - size, width, size * 1.2)


def _name(
    canvas: Canvas,
    frame: _Frame,
    lines: Sequence[BankLine],
    index: int,
    style: _Style,
    taken: list[Box],
    size: float,
) -> None:
    """Writes the name where it touches no line and no other text, as near to its own line as it finds room."""
    line = lines[index]
    pixels = size * (1.3 if line.winner else 1.15)
    width = canvas.measure(line.name, Face.FACT_700, pixels)
    high = pixels * 0.74
    own = _points(frame, line)
    others = [point for other in lines for point in _dense(_points(frame, other))]
    best: tuple[float, Box] | None = None
    for x, y in _dense(own):
        for dx, dy in ((-width / 2, -high - 12), (-width / 2, 14.0), (-width - 14, -high / 2), (14.0, -high / 2)):
            place = Box(x + dx, y + dy, width, high)
            if place.x < frame.box.x + 4 or place.right > frame.box.right or place.y < frame.box.y:
                continue
            if place.bottom > frame.box.bottom - 4:
                continue
            grown = Box(place.x - 7, place.y - 7, place.width + 14, place.height + 14)
            if any(grown.x < px < grown.right and grown.y < py < grown.bottom for px, py in others):
                continue
            if any(_touch(grown, other) for other in taken):
                continue
            near = min(
                (abs(px - place.x - width / 2) + abs(py - place.y - high / 2) for px, py in others if (px, py) not in own),
                default=0.0,
            )
            score = min(near, 120.0) - abs(dx + width / 2) * 0.1
            if best is None or score > best[0]:
                best = (score, place)
    if best is None:
        return
    place = best[1]
    taken.append(place)
    canvas.text(place.x, place.bottom, line.name, pixels, style.color, Face.FACT_700)


def _dense(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a polyline, closer together."""
    dense: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        steps = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / 8))
        dense += [(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) for step in range(steps)]
    return [*dense, points[-1]] if points else dense


def _touch(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
