"""A small SVG sheet: shapes and words in the colours of the diagrams, written line by line so that changes can be read."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

PAPER, INK, SOFT, PALE = "#FFFDF8", "#171008", "#5E6B70", "#E6E0D2"
FELT, OAK, OAK_EDGE, BRASS = "#1E5B45", "#8A5A2B", "#5B3818", "#C98A1B"
GREEN, RED, BLUE, BLACK = "#159A57", "#C2352A", "#2B65A8", "#26292B"
FONT = "Archivo Narrow, Arial Narrow, Liberation Sans Narrow, Arial, Helvetica, sans-serif"

Point = tuple[float, float]


class Sheet:
    """A drawing of `width` by `height` units, shown `zoom` pixels large each."""

    def __init__(self, width: float, height: float, title: str, zoom: float = 1.0) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width * zoom:g}" height="{height * zoom:g}" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
        ]
        self.box(0, 0, width, height, fill=PAPER)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        line: float = 1.0,
        radius: float = 0.0,
        dash: str = "",
    ) -> None:
        look = _radius(radius) + _paint(fill, stroke, line, dash)
        self._lines.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{look}/>')

    def circle(self, x: float, y: float, r: float, *, fill: str = "none", stroke: str = "none", line: float = 1.0) -> None:
        self._lines.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"{_paint(fill, stroke, line, "")}/>')

    def path(
        self,
        points: Sequence[Point],
        *,
        stroke: str = INK,
        line: float = 1.0,
        fill: str = "none",
        closed: bool = False,
        dash: str = "",
    ) -> None:
        steps = " ".join(f"{'M' if place == 0 else 'L'}{x:g} {y:g}" for place, (x, y) in enumerate(points))
        end = " Z" if closed else ""
        self._lines.append(f'<path d="{steps}{end}"{_paint(fill, stroke, line, dash)} stroke-linejoin="round"/>')

    def curve(self, d: str, *, stroke: str = INK, line: float = 1.0, fill: str = "none", dash: str = "") -> None:
        """A path in SVG's own letters."""
        self._lines.append(f'<path d="{d}"{_paint(fill, stroke, line, dash)} stroke-linejoin="round"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12.0,
        *,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
        turn: float = 0.0,
    ) -> None:
        turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
        weight = ' font-weight="700"' if bold else ""
        look = f'font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"{weight}{turned}'
        self._lines.append(f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>')

    def lines(
        self, x: float, y: float, words: Sequence[str], size: float = 12.0, *, anchor: str = "start", fill: str = INK
    ) -> None:
        """Several lines of text, the first on `y`."""
        for number, line in enumerate(words):
            self.text(x, y + number * size * 1.3, line, size, anchor=anchor, fill=fill)

    def arrow(
        self, start: Point, end: Point, *, stroke: str = INK, line: float = 1.6, head: float = 7.0, dash: str = ""
    ) -> None:
        """A straight arrow."""
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        neck = (end[0] - ux * head, end[1] - uy * head)
        self.path((start, neck), stroke=stroke, line=line, dash=dash)
        side = head * 0.48
        self.path(
            (end, (neck[0] - uy * side, neck[1] + ux * side), (neck[0] + uy * side, neck[1] - ux * side)),
            stroke="none",
            fill=stroke,
            closed=True,
        )

    def measure(
        self, start: Point, end: Point, words: str, *, size: float = 9.0, off: float = 3.0, reach: Sequence[Point] = ()
    ) -> None:
        """A dimension: a line with ticks, its number above it; `reach` are the points that it measures."""
        for point, place in zip(reach, (start, end), strict=False):
            self.path((point, place), stroke=SOFT, line=0.4)
        self.path((start, end), stroke=SOFT, line=0.7)
        tick = size * 0.32
        for x, y in (start, end):
            self.path(((x - tick, y + tick), (x + tick, y - tick)), stroke=SOFT, line=0.9)
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if abs(start[0] - end[0]) < abs(start[1] - end[1]):
            self.text(middle[0] - off, middle[1], words, size, anchor="middle", turn=-90)
        else:
            self.text(middle[0], middle[1] - off, words, size, anchor="middle")

    def finish(self) -> str:
        return "\n".join((*self._lines, "</svg>", ""))


def _paint(fill: str, stroke: str, line: float, dash: str) -> str:
    outlined = f' stroke="{stroke}" stroke-width="{line:g}"' if stroke != "none" else ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f' fill="{fill}"{outlined}{dashed}'


def _radius(radius: float) -> str:
    return f' rx="{radius:g}"' if radius else ""
