"""Every screen of every game as it is really played, from set-up to winner, fits a small panel in the longer language."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from screen_audit import problems

from game.menu import Menu, Offers, Party
from game.session import Session
from game.sighting import LaneState, SeenDie, Sighting
from game.view import View
from ui.paint import Painter

sys.path.insert(0, str(Path(__file__).parents[1] / "game"))

from guests_at_play import GuestsAtPlay, Lane, Press

PARTY = Party(("Alexandria", "Åsbjørgine", "Kristoffer"), ("ivory", "red", "blue"))
MOST_STEPS = 3000
LANES = 3


def key(view: View) -> tuple[object, ...]:
    """Views alike but for their figures are looked at once."""
    lanes = tuple((lane.lit, lane.boss, lane.out, lane.cup > 0, len(lane.dice), lane.status is None) for lane in view.lanes)
    labels = (view.footer.green.label, view.footer.red.label, view.footer.sentence)
    return view.screen, view.headline.text, lanes, tuple(label and label.text for label in labels)


def played(kind: Menu, seed: int) -> list[View]:
    """One game, every different view of it."""
    chance = random.Random(seed)
    evening = Session(Offers.usual(PARTY, 5, 5, 10), lanes=LANES, chance=chance)
    guests = GuestsAtPlay(evening, kind, chance)
    seen = {lane: Sighting(lane, LaneState.EMPTY) for lane in range(LANES)}
    found: dict[tuple[object, ...], View] = {}
    now = 0.0
    for _ in range(MOST_STEPS):
        if guests.over:
            return list(found.values())
        now += 0.4
        match guests.next():
            case Press(button):
                evening.press(button, now)
            case Lane(lane, state, values):
                seen[lane] = Sighting(lane, state, tuple(SeenDie(value) for value in values))
                evening.see(tuple(seen.values()), now)
            case None:
                evening.see(tuple(seen.values()), now)
        view = evening.view()
        found.setdefault(key(view), view)
    raise AssertionError(f"The game does not end; {evening.view().headline} is shown.")


@pytest.mark.parametrize("kind", list(Menu), ids=lambda kind: kind.value)
def test_every_screen_of_a_whole_game_fits(kind: Menu) -> None:
    painter = Painter((800, 480), "nb")
    views = played(kind, 5)
    assert len(views) > 12
    found = [
        f"{view.screen.value}, {view.headline}: {problem}" for view in views for problem in problems(painter, view, {}, 0.26)
    ]
    assert not found, "\n".join(found)
