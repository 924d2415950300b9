"""Draws the cards as a PDF: one page each, two columns, dice as shapes, in the fonts of the screen."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from reportlab.lib.colors import Color as Ink
from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Spacer, Table
from reportlab.platypus import Paragraph as Words

from ui import theme
from ui.cards.text import Block, Card, CardError, DiceRun, Heading, Item, Paragraph, Rows, dice_in
from ui.draw.dice import PIPS
from ui.text import FONTS

PAPERS = {"a4": A4, "a5": A5}
"""The page sizes; the drawing is that of A4, made smaller."""

WIDTH, HEIGHT = A4
MARGIN = 34.0
BAND = 92.0
GUTTER = 20.0
RIGHT = 218.0
LEFT = WIDTH - 2 * MARGIN - GUTTER - RIGHT
TOP = HEIGHT - BAND - 46
BOTTOM = 34.0
SIZES = tuple(size / 4 for size in range(54, 35, -1))
"""Letters of the text that are tried, the largest first."""
GREEN, RED = "#0B7A43", "#B3261E"
FONT_FILES = {
    "Text": "ArchivoNarrow_500Medium",
    "Strong": "ArchivoNarrow_700Bold",
    "Title": "Besley_700Bold",
    "Head": "Besley_600SemiBold",
}


def card_sheets(cards: Sequence[Card], green: str, red: str, paper: str = "a4") -> bytes:
    """The cards as a PDF, a page each. `green` and `red` are what the two buttons are called: those words get their colours.

    Raises `CardError` when a card does not fit its page.
    """
    for name, file in FONT_FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{file}.ttf")))
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle("Boss Tray")
    canvas.setAuthor("Boss Tray")
    for number, card in enumerate(cards, start=1):
        scale = PAPERS[paper][0] / WIDTH
        canvas.scale(scale, scale)
        _page(canvas, card, {green: GREEN, red: RED}, f"{number}/{len(cards)}")
        canvas.bookmarkPage(card.title)
        canvas.addOutlineEntry(card.title, card.title)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _page(canvas: Any, card: Card, colours: dict[str, str], number: str) -> None:
    _band(canvas, card)
    inner = WIDTH - 2 * MARGIN
    aim = Words(_marked(card.aim, colours), _style("Head", 13.5))
    aim.wrapOn(canvas, inner, 60)
    aim.drawOn(canvas, MARGIN, HEIGHT - BAND - 30)
    canvas.setStrokeColor(_ink(theme.OAK_EDGE))
    canvas.setLineWidth(1.2)
    canvas.line(MARGIN, TOP + 7, WIDTH - MARGIN, TOP + 7)
    canvas.setLineWidth(0.5)
    middle = MARGIN + LEFT + GUTTER / 2
    canvas.line(middle, TOP - 4, middle, BOTTOM + 8)
    for flowables, x, width in _fitted(card, colours):
        frame = Frame(x, BOTTOM, width, TOP - BOTTOM, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
        frame.addFromList(flowables, canvas)
    canvas.setFont("Strong", 9)
    canvas.setFillColor(_ink(theme.OAK_LINE))
    canvas.drawString(MARGIN, 20, "Boss Tray")
    canvas.drawRightString(WIDTH - MARGIN, 20, number)


def _band(canvas: Any, card: Card) -> None:
    """The dark head of the page: title, facts and three dice under the lamp."""
    canvas.setFillColor(_ink(theme.NIGHT))
    canvas.rect(0, HEIGHT - BAND, WIDTH, BAND, stroke=0, fill=1)
    canvas.setFillColor(_ink(theme.BRASS))
    canvas.rect(0, HEIGHT - BAND, WIDTH, 2.4, stroke=0, fill=1)
    for x, tilt, value, tint in ((WIDTH - 152, 9.0, 6, "ivory"), (WIDTH - 110, -12.0, 6, "red"), (WIDTH - 68, 5.0, 1, "blue")):
        canvas.saveState()
        canvas.translate(x + 16, HEIGHT - BAND / 2)
        canvas.rotate(tilt)
        _die(canvas, -16, -16, 32, value, tint)
        canvas.restoreState()
    size = 30.0
    while pdfmetrics.stringWidth(card.title, "Title", size) > WIDTH - MARGIN - 172:
        size -= 0.5
    canvas.setFillColor(_ink(theme.BONE))
    canvas.setFont("Title", size)
    canvas.drawString(MARGIN, HEIGHT - 50, card.title)
    canvas.setFillColor(_ink(theme.SAND))
    canvas.setFont("Text", 12)
    canvas.drawString(MARGIN, HEIGHT - 72, card.facts)


def _fitted(card: Card, colours: dict[str, str]) -> list[tuple[list[Flowable], float, float]]:
    """Both columns in the largest letters that fit: what is in them, the left edge, the width."""
    for size in SIZES:
        columns = []
        for blocks, x, width in ((card.left, MARGIN, LEFT), (card.right, MARGIN + LEFT + GUTTER, RIGHT)):
            flowables = [part for block in blocks for part in _flowables(block, width, size, colours)]
            if sum(part.wrap(width, HEIGHT)[1] for part in flowables) > TOP - BOTTOM - 10:
                break
            columns.append((flowables, x, width))
        else:
            return columns
    raise CardError(f"The card {card.title} does not fit on its page.")


def _flowables(block: Block, width: float, size: float, colours: dict[str, str]) -> list[Flowable]:
    gap = Spacer(0, 0.34 * size)
    match block:
        case Heading():
            return [Spacer(0, 0.5 * size), Words(escape(block.text), _style("Head", 1.2 * size, colour="#6B4514")), gap]
        case Paragraph():
            return [Words(_marked(block.text, colours), _style("Text", size)), Spacer(0, 0.5 * size)]
        case Item(mark="-"):
            return [Words(_marked(block.text, colours), _style("Text", size, indent=size), bulletText="•"), gap]
        case Item():
            style = _style("Text", size, indent=1.55 * size)
            return [Words(_marked(block.text, colours), style, bulletText=block.mark.rstrip(".")), gap]
        case Rows():
            return [_table(block, width, size, colours), Spacer(0, 0.6 * size)]


def _table(rows: Rows, width: float, size: float, colours: dict[str, str]) -> Table:
    head, *body = rows.cells
    small = len(head) > 2
    # A table of many columns, with its dice, keeps its size: the page does not get wider.
    letters, side = (min(0.9 * size, 9.6), 9.8) if small else (0.98 * size, 1.18 * size)
    label = _style("Strong", 0.83 * letters + 0.5, colour="#6B5332")
    cells: list[list[Flowable]] = [[Words(escape(cell), label) for cell in head]]
    for row in body:
        cells.append([_cell(cell, side, _style("Text", letters), colours) for cell in row])
    columns = [_column_width(cells, place) for place in range(len(head))]
    wide = max(range(len(head)), key=lambda place: columns[place] if not isinstance(cells[1][place], DiceRow) else 0.0)
    columns[wide] = width - sum(part for place, part in enumerate(columns) if place != wide)
    table = Table(cells, colWidths=columns, hAlign="LEFT")
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
            ("TOPPADDING", (0, 0), (-1, -1), 0.25 * size),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.25 * size),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, _ink(theme.OAK_EDGE)),
            ("LINEBELOW", (0, 1), (-1, -2), 0.3, _ink(theme.SAND)),
        ]
    )
    return table


def _cell(text: str, side: float, style: ParagraphStyle, colours: dict[str, str]) -> Flowable:
    run = dice_in(text)
    return Words(_marked(text, colours), style) if run is None else DiceRow(run, side)


def _column_width(cells: list[list[Flowable]], place: int) -> float:
    widths = []
    for row in cells:
        part = row[place]
        widths.append(part.wide if isinstance(part, DiceRow) else part.minWidth() if len(row) > 2 else _natural(part))
    return max(widths) + 5.5


def _natural(part: Any) -> float:
    return float(pdfmetrics.stringWidth(part.getPlainText(), part.style.fontName, part.style.fontSize))


class DiceRow(Flowable):  # type: ignore[misc]  # reportlab has no types
    """Some dice in a row; a brass rail lies under those that are kept."""

    def __init__(self, run: DiceRun, side: float) -> None:
        super().__init__()
        self.run, self.side, self.step = run, side, side * 1.14
        self.wide = self.step * len(run.values)

    def wrap(self, width: float, height: float) -> tuple[float, float]:  # noqa: ARG002
        return self.wide, self.side + (self.side * 0.26 if any(self.run.kept) else 0.0)

    def draw(self) -> None:
        base = self.side * 0.26 if any(self.run.kept) else 0.0
        for place, (value, kept) in enumerate(zip(self.run.values, self.run.kept, strict=True)):
            x = place * self.step
            _die(self.canv, x, base, self.side, value, "ivory")
            if kept:
                self.canv.setFillColor(_ink(theme.OAK_EDGE))
                joined = place + 1 < len(self.run.kept) and self.run.kept[place + 1]
                self.canv.rect(x, 0, self.step if joined else self.side, self.side * 0.14, stroke=0, fill=1)


def _die(canvas: Any, x: float, y: float, side: float, value: int, tint: str) -> None:
    colours = theme.TINTS[tint]
    canvas.setFillColor(_ink(colours.face))
    canvas.setStrokeColor(_ink(theme.OAK_LINE if colours.pale else colours.side))
    canvas.setLineWidth(side * 0.045)
    canvas.roundRect(x, y, side, side, side * 0.2, stroke=1, fill=1)
    canvas.setFillColor(_ink(colours.pip))
    for across, down in PIPS[value]:
        canvas.circle(x + across * side, y + (1 - down) * side, side * 0.095, stroke=0, fill=1)


def _style(font: str, size: float, *, indent: float = 0.0, colour: str = "#171008") -> ParagraphStyle:
    return ParagraphStyle(
        f"{font}-{size}-{indent}",
        fontName=font,
        fontSize=size,
        leading=1.27 * size,
        textColor=colour,
        leftIndent=indent,
        bulletFontName="Strong",
        bulletFontSize=size,
        bulletColor="#9A6A1F",
    )


def _marked(text: str, colours: dict[str, str]) -> str:
    """Bold words in reportlab's own mark-up; the names of the buttons in the colours of their lamps."""

    def strong(found: re.Match[str]) -> str:
        words = found[1]
        colour = colours.get(words)
        inner = escape(words) if colour is None else f'<font color="{colour}">{escape(words)}</font>'
        return f'<font name="Strong">{inner}</font>'

    parts = re.split(r"(\*\*.+?\*\*)", text)
    return "".join(re.sub(r"\*\*(.+?)\*\*", strong, part) if part.startswith("**") else escape(part) for part in parts)


def _ink(colour: theme.Color) -> Ink:
    return Ink(*(part / 255 for part in colour))
