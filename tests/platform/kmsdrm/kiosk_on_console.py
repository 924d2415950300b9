"""The kiosk with an empty tray on whatever screen SDL finds; tells each screen that it shows, and ends with the escape key."""

from __future__ import annotations

import pathlib
import sys
import tempfile
import time

import numpy as np
import pygame

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from game.journal import Journal
from game.menu import Offers, Party
from game.session import Session
from hardware.frame import Frame
from ui.display import WindowDisplay
from ui.eyes import Observation
from ui.kiosk import Kiosk
from ui.ledger import Ledger
from vision.geometry import Geometry
from vision.lane_state import LaneState
from vision.lanes import LaneReading

SIDE = 64


class EmptyTray:
    """Stands for the camera threads: the same empty tray again and again."""

    def __init__(self) -> None:
        self.looks = 0

    @property
    def beats(self) -> tuple[int, int]:
        return self.looks, self.looks

    def look(self, deadline: float) -> Observation:
        time.sleep(deadline)
        self.looks += 1
        frame = Frame(np.zeros((SIDE, SIDE, 3), np.uint8), self.looks, time.monotonic())
        return Observation(frame, (LaneReading(0, LaneState.EMPTY),))


class ToldDisplay(WindowDisplay):
    """A window that tells which screen of the session stands in it, once it does."""

    session: Session | None = None
    pictures = 0
    told = ""

    def show(self, surface: pygame.Surface) -> None:
        super().show(surface)
        self.pictures += 1
        shown = "" if self.session is None else self.session.view().screen.value
        if shown != self.told:
            self.told = shown
            print(f"CONSOLE shows {shown}", flush=True)


def main() -> None:
    """Until escape."""
    display = ToldDisplay(None, fullscreen=True)
    print(
        f"CONSOLE pygame {pygame.version.ver}, {pygame.display.get_driver()}, {display.size[0]}x{display.size[1]}", flush=True
    )
    display.session = session = Session(Offers.usual(Party(("Tom", "Irene"), ("ivory", "red"))), lanes=1)
    with tempfile.TemporaryDirectory() as folder, Journal.open(folder, time.time()) as journal:
        Kiosk(session, Ledger(journal), EmptyTray(), display, Geometry.whole(SIDE, SIDE)).run()  # type: ignore[arg-type]
    display.close()
    print(f"CONSOLE left after {display.pictures} pictures", flush=True)


if __name__ == "__main__":
    main()
