"""The printable sheets: four tags for the corners of the tray with a scale bar, and a board of tags for measuring the lens."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from calibration.errors import CalibrationError
from calibration.markers import PLACES, tag_cells
from vision.geometry import Points

TAG_MM: Final = 40.0
BAR_MM: Final = 100.0

_PAGE_MM = (210.0, 297.0)
_QUIET_MM = 6.0
_HOW_TO = (
    "1. Print this page at 100 %, not fitted to the page, on matt paper. Check the bar below with a ruler.",
    "2. Cut along the grey lines. Glue the tags flat round the tray, level with its felt: 0 at the top left as the",
    "    camera sees it, then 1, 2 and 3 clockwise. Straight or not does not matter; the white edge must stay.",
    "3. They must make a rectangle whose middle is the middle of the tray. Measure from centre to centre:",
    "    0 to 1 (across) and 0 to 3 (down).  bosstray calibrate  asks for both.",
)


@dataclass(frozen=True, slots=True)
class LensBoard:
    """A grid of tags on one page, for pictures from several sides: `columns` by `rows` tags of `tag` mm, `gap` mm apart, ids
    from `first` row by row."""

    columns: int = 5
    rows: int = 7
    tag: float = 24.0
    gap: float = 8.0
    first: int = 10

    def corners(self) -> dict[int, Points]:
        """The corners of each tag in mm from the top left of the board, y down, in OpenCV's order; shape (4, 2)."""
        square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * self.tag
        step = self.tag + self.gap
        return {
            self.first + row * self.columns + column: square + np.array([column, row]) * step
            for row in range(self.rows)
            for column in range(self.columns)
        }


LENS_BOARD: Final = LensBoard()


def marker_sheets(compress: bool = True) -> bytes:
    """Both pages as a PDF of A4 size. Raises `CalibrationError` when reportlab is not installed."""
    try:
        from reportlab.lib.units import mm
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise CalibrationError(
            "The sheets need reportlab: sudo apt install python3-reportlab on a Raspberry Pi, pip install reportlab elsewhere."
        ) from error
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(_PAGE_MM[0] * mm, _PAGE_MM[1] * mm), pageCompression=int(compress))
    canvas.setTitle("Boss Tray: markers")
    canvas.setAuthor("Boss Tray")
    page = _Page(canvas, mm)
    _corner_tags(page)
    canvas.showPage()
    _lens_board(page, LENS_BOARD)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


class _Page:
    """Draws in millimetres from the top left of the page."""

    def __init__(self, canvas: Any, unit: float) -> None:
        self._canvas, self._unit = canvas, unit

    def box(self, x: float, y: float, width: float, height: float, gray: float) -> None:
        unit = self._unit
        self._canvas.setFillGray(gray)
        self._canvas.rect(x * unit, (_PAGE_MM[1] - y - height) * unit, width * unit, height * unit, stroke=0, fill=1)

    def frame(self, x: float, y: float, width: float, height: float) -> None:
        unit = self._unit
        self._canvas.setStrokeGray(0.6)
        self._canvas.setLineWidth(0.2 * unit)
        self._canvas.rect(x * unit, (_PAGE_MM[1] - y - height) * unit, width * unit, height * unit, stroke=1, fill=0)

    def text(self, x: float, y: float, words: str, size: float = 10.0, bold: bool = False) -> None:
        self._canvas.setFillGray(0.0)
        self._canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        self._canvas.drawString(x * self._unit, (_PAGE_MM[1] - y) * self._unit, words)

    def tag(self, number: int, x: float, y: float, size: float) -> None:
        """A tag with its black border, drawn as a black square with white runs, so that no hairlines show between cells."""
        self.box(x, y, size, size, 0.0)
        cells = tag_cells(number)
        cell = size / cells.shape[0]
        for row, line in enumerate(cells):
            column = 0
            while column < len(line):
                run = column
                while run < len(line) and line[run]:
                    run += 1
                if run > column:
                    self.box(x + column * cell, y + row * cell, (run - column) * cell, cell, 1.0)
                column = max(run, column + 1)


def _corner_tags(page: _Page) -> None:
    page.text(20.0, 22.0, "Boss Tray: the four markers", 18.0, bold=True)
    for line, words in enumerate(_HOW_TO):
        page.text(20.0, 32.0 + 5.5 * line, words)
    edge = TAG_MM + 2 * _QUIET_MM
    for tag, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        x, y = 36.0 + column * (edge + 34.0), 78.0 + row * (edge + 24.0)
        page.frame(x, y, edge, edge)
        page.tag(tag, x + _QUIET_MM, y + _QUIET_MM, TAG_MM)
        page.text(x, y + edge + 6.0, f"{tag}: {PLACES[tag]}", 11.0, bold=True)
    _scale_bar(page, 55.0, 250.0)


def _scale_bar(page: _Page, x: float, y: float) -> None:
    for centimeter in range(int(BAR_MM) // 10):
        page.box(x + 10.0 * centimeter, y, 10.0, 4.0, 0.0 if centimeter % 2 == 0 else 0.8)
    page.text(x, y + 10.0, f"This bar is exactly {BAR_MM:g} mm long, and the black square of each tag {TAG_MM:g} mm.")


def _lens_board(page: _Page, board: LensBoard) -> None:
    page.text(20.0, 18.0, "Boss Tray: the lens board", 18.0, bold=True)
    page.text(20.0, 26.0, "Glue it onto something flat. Take ten pictures of it with the tray's camera: tilted to every side,")
    page.text(
        20.0, 31.5, f"near each edge of the picture once, always sharp. Tags are {board.tag:g} mm wide, {board.gap:g} mm apart."
    )
    left = (_PAGE_MM[0] - board.columns * (board.tag + board.gap) + board.gap) / 2
    for number, corners in board.corners().items():
        page.tag(number, left + float(corners[0, 0]), 48.0 + float(corners[0, 1]), board.tag)
