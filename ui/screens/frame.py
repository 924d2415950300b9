"""What every screen has: the night behind it, the header with the headline and the facts, the footer with the two buttons."""

from __future__ import annotations

from collections.abc import Sequence

from game.message import Message
from game.sighting import Button
from game.view import ButtonView, Fact, Footer, Lamp
from ui.draw import buttons
from ui.draw.canvas import Canvas, Part
from ui.text import Align, Face
from ui.theme import BONE, FOG, FOOT, FOOT_LINE, MIST, NIGHT, PORTRAIT, SMALL

_CENTERED = 150
"""Half the width in which a sentence is still centred on the screen; else it stands between the labels."""


def background(canvas: Canvas) -> None:
    """The night."""
    canvas.surface.fill(NIGHT)


def header(canvas: Canvas, headline: Message, facts: Sequence[Fact] = ()) -> None:
    """The headline at the left and up to three facts at the right; in portrait the facts stand above.

    When a long headline needs the room, the later facts give way.
    """
    size, left, right = canvas.size, canvas.layout.left, canvas.layout.right
    shown = list(facts[:3])
    if size is PORTRAIT:
        x = left
        for fact in shown:
            x += canvas.text(x, size.facts_y, fact.label, size.fact_label, MIST, Face.FACT_600)
            if fact.value != "":
                x += 12
                wide = canvas.text(x, size.facts_y, fact.value, size.fact_value, BONE, Face.FACT_700)
                canvas.part(Part.FACT, x, size.facts_y - size.fact_value, wide, size.fact_value, fact.label)
                x += wide
            x += 54
        canvas.text(left, size.headline_y, headline, size.headline, BONE, Face.NAME_700, width=right - left)
        return
    wanted = canvas.measure(headline, Face.NAME_700, size.headline)
    gap = 18.0 if size is SMALL else 34.0
    while len(shown) > 1 and wanted + sum(_fact_width(canvas, fact) + gap for fact in shown) > right - left:
        shown.pop()
    x = right
    for fact in reversed(shown):
        if fact.value != "":
            wide = canvas.text(x, size.facts_y, fact.value, size.fact_value, BONE, Face.FACT_700, align=Align.RIGHT)
            canvas.part(Part.FACT, x - wide, size.facts_y - size.fact_value, wide, size.fact_value, fact.label)
            x -= wide + 9
        x -= canvas.text(x, size.facts_y, fact.label, size.fact_label, MIST, Face.FACT_600, align=Align.RIGHT) + gap
    canvas.text(left, size.headline_y, headline, size.headline, BONE, Face.NAME_700, width=x - left)


def footer(canvas: Canvas, view: Footer) -> None:
    """The two buttons, their labels inwards, the sentence between them (portrait: above); never moves."""
    layout, size = canvas.layout, canvas.size
    top = layout.height - size.footer
    canvas.fill(0, top, layout.width, size.footer, FOOT)
    canvas.fill(0, top, layout.width, 2, FOOT_LINE)
    radius = size.button
    y = layout.height - radius - 46 if size is PORTRAIT else top + size.footer / 2
    green_x, red_x = layout.left + radius + 4, layout.right - radius - 4
    for which, part, x in ((Button.GREEN, view.green, green_x), (Button.RED, view.red, red_x)):
        reach = radius * 2.1
        if part.lamp is Lamp.LIT and canvas.part(Part.HALO, x - reach, y - reach, 2 * reach, 2 * reach, which):
            buttons.halo(canvas, x, y, radius, which, alpha=canvas.halo)
    green = _button(canvas, green_x, y, Button.GREEN, view.green)
    red = _button(canvas, red_x, y, Button.RED, view.red)
    if view.sentence is None:
        return
    if size is PORTRAIT:
        canvas.paragraph(
            layout.width / 2,
            top + 74,
            view.sentence,
            size.sentence,
            FOG,
            Face.FACT_600,
            width=layout.right - layout.left,
            lines=1,
            align=Align.MIDDLE,
        )
        return
    start, end = green_x + green + 22, red_x - red - 22
    half = min(layout.width / 2 - start, end - layout.width / 2)
    middle, room = (layout.width / 2, 2 * half) if half > _CENTERED else ((start + end) / 2, end - start)
    canvas.paragraph(
        middle,
        y + size.sentence * 0.34,
        view.sentence,
        size.sentence,
        FOG,
        Face.FACT_600,
        width=room,
        lines=2,
        align=Align.MIDDLE,
        middle=True,
    )


def _fact_width(canvas: Canvas, fact: Fact) -> float:
    value = canvas.measure(fact.value, Face.FACT_700, canvas.size.fact_value) + 9 if fact.value != "" else 0.0
    return value + canvas.measure(fact.label, Face.FACT_600, canvas.size.fact_label)


def _button(canvas: Canvas, x: float, y: float, which: Button, view: ButtonView) -> float:
    """Draws a button and its label; returns how far they reach inwards from the button's centre."""
    size, radius = canvas.size, canvas.size.button
    buttons.button(canvas, x, y, radius, which, view.lamp, halo_too=False)
    if view.label is None or view.lamp is Lamp.DARK:
        return radius
    lit = view.lamp is Lamp.LIT
    pixels = size.button_lit if lit else size.button_quiet
    inwards = 1 if which is Button.GREEN else -1
    width = canvas.text(
        x + inwards * (radius + size.label_gap),
        y + pixels * 0.34,
        view.label,
        pixels,
        BONE if lit else FOG,
        Face.NAME_700 if lit else Face.NAME_500,
        align=Align.LEFT if which is Button.GREEN else Align.RIGHT,
        width=size.label_width,
        smallest=min(size.smallest, pixels),
    )
    return radius + size.label_gap + width
