"""Dice that cannot be read, as views: an unclear one, and a correction (screens 04, 13)."""

from __future__ import annotations

from dataclasses import replace

from game.correction import Candidate, Correction, Stage
from game.message import say
from game.names import hand_name, number_word
from game.sighting import SeenDie
from game.view import ButtonView, DieState, DieView, Lamp, Screen, UnclearView, View
from ui.samples.rounds import first_throws
from ui.samples.seats import faces, facts, first_throw, footer, lane

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
    effect = say("with a {value}: {effect}", value=5, effect=hand_name((1, 1, 6, 5, 3))[0])
    return replace(_asked(), stage=Stage.VALUE, die=1).view(first_throws(), effect)


def corrections() -> dict[str, View]:
    """The questions before and after it, by the name of their picture."""
    asked = _asked()
    others = (
        "13-correction-go-on",
        "13-correction-take-back",
        "13-correction-end-game",
        "13-correction-sound",
    )
    return {
        "13-correction": correction(),
        "13-correction-which-die": replace(asked, die=1).view(first_throws()),
        "13-correction-which-hand": replace(asked, stage=Stage.HAND).view(first_throws()),
        **{
            name: replace(asked, stage=Stage.HAND, hand=1 + number).view(first_throws(), sound=say("Sound middle"))
            for number, name in enumerate(others)
        },
    }


def _asked() -> Correction:
    glare = SeenDie(2, guesses=(5, 3, 4, 6, 1), crop=GLARE)
    others = {place: SeenDie(value) for place, value in ((0, 3), (2, 1), (3, 1), (4, 6))}
    hand = tuple(others.get(place, glare) for place in range(5))
    candidate = Candidate(0, "John", hand, 0, occasion=say("first throw"))
    return Correction.start((candidate,), say("{name} threw.", name="Barbara"), has_sound=True)
