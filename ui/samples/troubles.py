"""Dice that cannot be read, as views: an unclear one, and a correction (screens 04, 13)."""

from __future__ import annotations

from game.message import say
from game.names import face_name, hand_name, number_word
from game.view import ButtonView, CorrectionView, DieState, DieView, Lamp, Screen, UnclearView, View
from ui.samples.seats import faces, facts, first_throw, footer, lane, lit

LEANING = "sample-leaning"
GLARE = "sample-glare"


def unclear() -> View:
    """Screen 04: Irene's die leans on the rail."""
    known = faces((3, 3, 6, 2))
    dice = (*known[:3], DieView(DieState.UNCLEAR), known[3])
    irene = lane(3, lit=True, dice=dice, status=say("{number} dice read", number=number_word(4)))
    return View(
        Screen.UNCLEAR,
        say("Nudge the die near the rail"),
        facts(),
        (first_throw(0), first_throw(1), first_throw(2), irene),
        footer(say("It counts when it lies flat."), red=ButtonView(Lamp.QUIET, say("Choose it by hand"))),
        starting_bank=60,
        unclear=UnclearView(
            3,
            say("leans on the rail"),
            (0.5, 0.0),
            ((0.26, 0.4), (0.68, 0.48), (0.38, 0.74), (0.77, 0.83)),
            LEANING,
        ),
    )


def correction() -> View:
    """Screen 13: glare hid some pips of John's second die."""
    values = (3, 2, 1, 1, 6)
    hand = tuple(DieView(DieState.FACE, value, cursor=index == 1) for index, value in enumerate(values))
    return View(
        Screen.CORRECTION,
        say("Correct {name}’s {ordinal} die", name="John", ordinal=say("second")),
        facts(),
        footer=footer(
            say("Nobody’s bank changes by this."), lit(say("It is a {value}", value=5)), lit(say("Not a {value}", value=5))
        ),
        correction=CorrectionView(
            "John",
            hand,
            5,
            (3, 4, 6, 1),
            2,
            say("first throw"),
            say("with a {value}: still a pair of {faces}", value=5, faces=face_name(1)),
            say("Glare hid some pips. It was read as a {value}.", value=2),
            GLARE,
            "ivory",
            hand_name(values)[0],
        ),
    )
