"""Every stage of a set-up by name fits its screen, in both languages and all shapes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from screen_audit import problems

from game.menu_lines import Line, Menu, Offers, Party
from game.setup import Setup
from game.sighting import Button
from game.view import View
from ui.paint import Painter

PARTY = Party(
    ("Alexandria", "Wilhelmina", "Margarethe", "Bartholomé", "Kristoffer", "Bernhardin"), ("ivory", "red", "blue", "black") * 2
)
OFFERS = replace(Offers.usual(PARTY, 5, 5, 50), house=True, people=(("Kristianse", "amber"), ("Å", "black")))


def stages(game: Menu) -> list[View]:
    """The set-up of a game with everything chosen by itself, line by line."""
    chosen = {Line.GAME: list(Menu).index(game), Line.COLOURS: 1}
    setup = Setup(OFFERS, chosen=chosen)
    most = game.seats[1] - game.seats[0]
    chosen |= {Line.PLAYERS: len(OFFERS.parties_for(game)), Line.COUNT: most}
    setup = replace(setup, chosen=chosen)
    for line in (Line.BANK, Line.RULES):
        last = next((len(question.offers) - 1 for question in setup.questions if question.line is line), 0)
        setup = replace(setup, chosen={**setup.chosen, line: last if game is Menu.BANKING or line is Line.RULES else 0})
    found = []
    for _ in range(60):
        found.append(setup.view())
        if setup.step == len(setup.questions):
            return found
        following = setup.press(Button.GREEN)
        assert isinstance(following, Setup)
        setup = following
    raise AssertionError("The set-up does not end.")


@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1080, 1920)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_line_of_a_long_set_up_fits(size: tuple[int, int], language: str) -> None:
    painter = Painter(size, language)
    found = []
    for game in (Menu.BANKING, Menu.QUALIFICATION):
        for number, view in enumerate(stages(game)):
            found += [f"{game.value} {number}: {problem}" for problem in problems(painter, view, {}, 0.26)]
    assert not found, "\n".join(found)
