"""The end of a game: the winner with all the chips in the light, the banks round by round beside."""

from __future__ import annotations

from game.message import say
from game.view import View, WinnerView
from ui.draw import chart, chips, panels
from ui.draw.canvas import Canvas, Part
from ui.draw.panels import Box
from ui.screens import frame
from ui.text import Face
from ui.theme import BONE, BRASS, FOG, LARGE, PORTRAIT, SAND


def draw(canvas: Canvas, view: View) -> None:
    """No header: the winner's name is the headline."""
    frame.background(canvas)
    layout, portrait, large = canvas.layout, canvas.size is PORTRAIT, canvas.size is LARGE
    top = 40.0 if portrait else 28.0 if large else 16.0
    whole = Box(layout.left, top, layout.right - layout.left, layout.bottom - top)
    if portrait:
        lit = Box(whole.x, top, whole.width, min(760.0, whole.height * 0.5))
        rest = Box(whole.x, lit.bottom + 14, whole.width, whole.bottom - lit.bottom - 14)
    else:
        wide = 388.0 if large else 264.0
        lit = Box(whole.x, top, wide, whole.height)
        rest = Box(lit.right + 12, top, whole.right - lit.right - 12, whole.height)
    panels.panel(canvas, rest)
    panels.lamp(canvas, lit, across=0.5)
    panels.lit(canvas, lit)
    if view.winner is not None:
        _winner(canvas, view.winner, lit)
        _chart(canvas, view.winner, rest)
    frame.footer(canvas, view.footer)


def _winner(canvas: Canvas, winner: WinnerView, box: Box) -> None:
    size, portrait, large = canvas.size, canvas.size is PORTRAIT, canvas.size is LARGE
    pad = 34.0 if portrait else 32.0 if large else 18.0
    left, room = box.x + pad, box.width - 2 * pad
    name, wins, total, detail, last = {
        PORTRAIT.name: (128.0, 78.0, 200.0, 48.0, 46.0),
        LARGE.name: (84.0, 52.0, 132.0, 34.0, 32.0),
    }.get(size.name, (56.0, 34.0, 88.0, 23.0, 22.0))
    y = box.y + name * 1.22
    canvas.text(left, y, winner.name, name, BONE, Face.NAME_700, width=room)
    y += wins * 1.24
    canvas.text(left, y, say("wins"), wins, BRASS, Face.NAME_600)
    low = box.bottom - (54.0 if portrait else 32.0 if large else 16.0)
    if winner.sentence is not None:
        canvas.text(left, low, winner.sentence, last, BONE, Face.FACT_600, width=room)
        low -= last * 1.56
    figure = min(total, total * room * 0.58 / max(1.0, canvas.measure(winner.total, Face.FACT_700, total)))
    x = left + canvas.text(left, low, winner.total, figure, BONE, Face.FACT_700) + (18 if large or portrait else 12)
    rest = box.right - 12 - x
    for line, lift in ((winner.unit or say("chips"), 1.36), (say("{count} rounds", count=winner.rounds), 0.1)):
        canvas.text(x, low - detail * lift, line, detail, SAND, Face.FACT_600, width=rest)
    _stacks(canvas, winner, Box(left, y + wins * 0.6, room, low - figure * 0.72 - y - wins * 1.2))


def _stacks(canvas: Canvas, winner: WinnerView, box: Box) -> None:
    """All chips of the game, one full stack for every starting bank; more than four stacks stand in two rows."""
    if not canvas.part(Part.TOTAL, box.x, box.y, box.width, box.height):
        return
    count = chips.count_of(winner.total, winner.starting_bank)
    columns = chips.columns_of(count)
    rows = 1 if columns <= 4 else 2
    across = -(-columns // rows)
    most = 120.0 if canvas.size is PORTRAIT else 70.0
    width = chips.width_for(across, box.width, most)
    thickness = min(width * 0.157, box.height / rows / chips.FULL * 0.78)
    gap = thickness * 0.18
    height = chips.FULL * (thickness + gap)
    spare = box.height - rows * height
    for row in range(rows):
        here = min(count - row * across * chips.FULL, across * chips.FULL)
        base = box.y + spare / 2 + (row + 1) * height + (row - (rows - 1) / 2) * min(14.0, spare / 2)
        right = box.x + chips.stack_width(here, width)
        chips.stack(canvas, right, base, here, width, thickness, gap)


def _chart(canvas: Canvas, winner: WinnerView, box: Box) -> None:
    size = canvas.size
    head, type_size, pad = {PORTRAIT.name: (42.0, 36.0, 34.0), LARGE.name: (30.0, 26.0, 24.0)}.get(
        size.name, (24.0, 22.0, 14.0)
    )
    title = winner.chart or say("The banks, round by round")
    canvas.text(box.x + pad, box.y + head * 1.54, title, head, FOG, Face.FACT_600, width=box.width - 2 * pad)
    top = head * 2.2
    plot = Box(box.x + pad, box.y + top, box.width - 2 * pad, box.height - top - pad * 0.4)
    if canvas.part(Part.CHART, plot.x, plot.y, plot.width, plot.height):
        chart.chart(canvas, plot, winner.lines, winner.starting_bank, winner.kitties, size=type_size)
