"""No tag to be seen for half a minute: the screen says so, nothing stops, and it goes by itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from calibration.moved import Place
from game.journal import Journal
from game.session import Session
from game.setup import Offers, Party
from game.view import Screen
from hardware.frame import Frame
from hardware.press import Press, Role
from ui.display import MemoryDisplay
from ui.eyes import Eyes, Observation
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from ui.motion.reel import Reel
from vision.geometry import Geometry, Lane
from vision.lane_state import LaneState
from vision.lanes import LaneReading

PICTURE = np.zeros((48, 64, 3), np.uint8)
GEOMETRY = Geometry(64, 48, np.eye(3), (64.0, 48.0), (Lane(0.0, 0.0, 64.0, 48.0),), calibrated=False)


@dataclass
class Covered:
    """Eyes that see an empty lane once a second, and the tags as `places` say."""

    places: list[Place]
    time: float = 0.0
    beats: tuple[int, int] = (0, 0)

    def look(self, deadline: float) -> Observation | None:
        self.time += 1.0
        frame = Frame(PICTURE, int(self.time), self.time)
        return Observation(frame, (LaneReading(0, LaneState.EMPTY),), self.places.pop(0)) if self.places else None


class Guest(MemoryDisplay):
    """Presses green at some second, quits when all was seen, and notes what stood on the screen before."""

    def __init__(self, eyes: Covered, reel: Reel, green: float) -> None:
        super().__init__((320, 192))
        self.eyes, self.reel, self.green = eyes, reel, green
        self.seen: list[tuple[Screen, str]] = []

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        view = self.reel.view
        assert view is not None
        self.seen.append((view.screen, "" if view.banner is None else str(view.banner.headline)))
        if not self.eyes.places:
            return [Press(Role.QUIT, now)]
        return [Press(Role.GREEN, now)] if now == self.green else []


def test_hidden_markers_are_said_while_they_are_hidden_and_nothing_stops(tmp_path: Path) -> None:
    eyes, reel = (
        Covered([Place.FINE, Place.HIDDEN, Place.HIDDEN, Place.FINE, Place.HIDDEN, Place.HIDDEN, Place.FINE]),
        Reel(False),
    )
    guest = Guest(eyes, reel, green=5.0)
    with Journal.open(tmp_path, 0.0) as journal:
        session = Session(Offers.usual(Party(("Tom", "Irene"), ("ivory", "red")), 5, 5, 60), 1)
        clock = Clocks(lambda: eyes.time, lambda: eyes.time)
        Kiosk(session, Ledger(journal), cast(Eyes, eyes), guest, GEOMETRY, clocks=clock, tell=lambda _: None, reel=reel).run()
    hidden = (Screen.ATTRACT, "The markers are hidden")
    # A press leads on, and the questions of the set-up stay in sight.
    assert guest.seen == [
        (Screen.ATTRACT, ""),
        (Screen.ATTRACT, ""),
        hidden,
        hidden,
        (Screen.ATTRACT, ""),
        (Screen.SETUP, ""),
        (Screen.SETUP, ""),
    ]
