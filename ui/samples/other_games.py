"""A match for horses and Qualification Dice, as views (screens 11, 12)."""

from __future__ import annotations

from game.message import Message, say
from game.view import Fact, QualificationView, RequirementView, Screen, View
from ui.samples.seats import faces, finished, footer, lane, lit

REQUIREMENTS = (
    ("One Reno", 2, 91, "1:1"),
    ("One Vegas", 2, 84, "1:1"),
    ("Three to Make Ten", 3, 64, "3:2"),
    ("Nevada", 4, 56, "3:2"),
    ("Two to Make Ten", 2, 49, "2:1"),
    ("Two Vegas", 4, 32, "2:1"),
    ("Ship, Captain, Crew", 3, 32, "3:1"),
    ("Two Reno", 4, 29, "3:1"),
    ("Monterey", 3, 25, "3:1"),
    ("Four to Make Ten", 4, 22, "4:1"),
    ("Three to Make Five", 3, 18, "5:1"),
    ("Three to Make Sixteen", 3, 18, "5:1"),
)


def match() -> View:
    """Screen 11: a match of two players for horses, without banks."""
    john = finished(
        0,
        (5, 5),
        dice=faces((5, 5), kept=2),
        hand_detail=say("of two pair, one is kept"),
        lit=True,
        boss=True,
        cup=3,
        bank=None,
        horses=(True, False),
        notes=(say("one more horse wins"),),
    )
    barbara = finished(1, (6, 4, 3, 2, 1), bank=None, horses=(True, False), notes=(say("one more horse wins"),))
    return View(
        Screen.CALL,
        say("{name} decides", name="John"),
        (Fact(say("Best of three")), Fact(say("Horse"), 3)),
        (john, barbara),
        footer(say("{name}, look under the cup and press.", name="John"), lit(say("Come up!")), lit(say("Pick them up"))),
    )


def next_match() -> View:
    """Between two matches of winner-stays-on: Tom comes to the table, Barbara stays."""
    lanes = (
        lane(2, bank=None, lit=True, horses=(False, False)),
        lane(1, bank=None, horses=(False, False), hand=say("one match won")),
    )
    return View(
        Screen.MATCH,
        say("{one} meets {other}", one="Tom", other="Barbara"),
        (Fact(say("Match"), 2), Fact(say("Best of {number}", number=say("three")))),
        lanes,
        footer(say("{name} comes to the table.", name="Tom"), lit(say("Start"))),
    )


def qualification() -> View:
    """Screen 12: Barbara chooses a requirement."""
    rows = tuple(RequirementView(Message(name), dice, odds, pays) for name, dice, odds, pays in REQUIREMENTS)
    return View(
        Screen.QUALIFICATION,
        say("{name}, choose", name="Barbara"),
        (Fact(say("Round"), 3), Fact(say("Antes"), 210), Fact(say("Bank"), 1060)),
        footer=footer(say("Odds are for any five dice. Your hand stays secret."), lit(say("Take it")), lit(say("Another"))),
        qualification=QualificationView(
            (say("Requirement"), say("Higher or lower"), say("Stand or not")),
            rows,
            0,
            6,
            ((6, 5, 4), (1, 2, 3)),
            (
                say(
                    "Pays {pays} on antes of {antes}: at most {most} of your {bank}.",
                    pays="3:1",
                    antes=210,
                    most=630,
                    bank=1060,
                ),
                say("Stand doubles it to {most}: more than the bank, not allowed.", most=1260),
            ),
        ),
    )
