"""What can go wrong, as views: an unclear die, a correction, the faults (screens 04, 13, 14)."""

from __future__ import annotations

from dataclasses import replace

from game.message import say
from game.names import face_name, hand_name, number_word
from game.view import Banner, ButtonView, CorrectionView, DieState, DieView, Fault, Lamp, Screen, UnclearView, View
from ui.samples.rounds import first_throws
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


def tray_moved() -> View:
    """Screen 14: the tray was pushed while Tom throws."""
    return replace(
        first_throws(),
        screen=Screen.FAULT,
        footer=footer(
            say("Nothing is read until the tray is back."), lit(say("Look again")), ButtonView(Lamp.QUIET, say("Calibrate"))
        ),
        banner=Banner(
            Fault.TRAY_MOVED,
            say("The tray has moved"),
            (say("Push it back onto its four marks."),),
            say("Round {round} is kept as it stands.", round=16),
            True,
            say("Then press"),
        ),
    )


def stopped(fault: Fault) -> View:
    """The other faults that stop play."""
    headline, line = {
        Fault.CAMERA_SILENT: (say("The camera is silent"), say("Check its cable; it is started again by itself.")),
        Fault.CAMERA_MOVED: (say("The camera has moved"), say("Turn it back, or calibrate again.")),
        Fault.TOO_DARK: (say("Too dark to read"), say("Switch the lamp on.")),
        Fault.DISK_FULL: (say("The disk is full"), say("Free some space; nothing is lost.")),
        Fault.TRAY_MOVED: (say("The tray has moved"), say("Push it back onto its four marks.")),
    }[fault]
    kept = say("Round {round} is kept as it stands.", round=16)
    return replace(tray_moved(), banner=Banner(fault, headline, (line,), kept, True, say("Then press")))


def passing() -> View:
    """A banner that does not stop play."""
    banner = Banner(Fault.TOO_DARK, say("Too dark to read"), (say("Switch the lamp on."),))
    return replace(first_throws(), banner=banner)
