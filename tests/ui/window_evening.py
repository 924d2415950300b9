"""Plays one game in a real window: guests throw for the camera, and every press is a key or a click that the X server sends.

    DISPLAY=:77 PYTHONPATH=.:tests/game python tests/ui/window_evening.py boss --by touch --size 800x480

Prints how many presses and screens there were. What the camera would have read comes from the guests; the window, its events,
the loop, the journal and the screens are the real ones. The clock is that of the pictures, so a slow machine plays the same.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import numpy as np
from guests_at_play import GuestsAtPlay, Lane, Press

from game.journal import Journal
from game.menu import Menu, Offers, Party
from game.session import Session
from game.sighting import Button
from hardware.frame import Frame
from ui.display import WindowDisplay
from ui.eyes import Observation
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from vision.geometry import Geometry
from vision.geometry import Lane as TrayLane
from vision.lane_state import LaneState
from vision.lanes import LaneReading
from vision.result import Die

PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))
KEYS = {Button.GREEN: "Left", Button.RED: "Right"}
LANES, SIDE = 3, 200
ARRIVES_SECONDS = 20.0
MOST_LOOKS = 20_000


class Stuck(Exception):
    """The evening does not come to its end."""


class WindowedTray:
    """Stands for the camera threads: what the guests do is seen, and what they press is sent to the window."""

    def __init__(self, guests: GuestsAtPlay, by: str, size: tuple[int, int], picture: pathlib.Path | None) -> None:
        self.guests, self._by, self._size, self._picture = guests, by, size, picture
        self.now = 0.0
        self.presses = 0
        self._looks = 0
        self._sent: tuple[float, float] | None = None
        self._image = np.zeros((SIDE, SIDE * LANES, 3), np.uint8)
        self._lanes = {lane: LaneReading(lane, LaneState.EMPTY) for lane in range(LANES)}

    @property
    def beats(self) -> tuple[int, int]:
        """Both threads that this stands for come round with every look."""
        return self._looks, self._looks

    def look(self, deadline: float) -> Observation | None:
        """The next picture of the tray; none while a press is on its way."""
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise Stuck(f"The game does not end; {self.guests.evening.view().headline} is shown.")
        if self._sent is not None and self._on_its_way(self._sent):
            return None
        if self.guests.over:
            self._shoot()
            self._send("Escape")
            self._sent = (time.monotonic(), self.guests.evening.pressed_at)
            return None
        move = self.guests.next()
        if isinstance(move, Press):
            self.now += 0.3
            self._sent = (time.monotonic(), self.guests.evening.pressed_at)
            self._press(move.button)
            return None
        self.now += 0.4
        if isinstance(move, Lane):
            self._lanes[move.lane] = LaneReading(move.lane, LaneState(move.state.value), self._dice(move))
        return Observation(Frame(self._image, self._looks, self.now), tuple(self._lanes.values()))

    def _on_its_way(self, sent: tuple[float, float]) -> bool:
        self.now += 0.01
        at, before = sent
        if self.guests.evening.pressed_at != before:
            self._sent = None
            return False
        if time.monotonic() - at > ARRIVES_SECONDS:
            raise Stuck("A press did not arrive.")
        time.sleep(0.002)
        return True

    def _dice(self, move: Lane) -> tuple[Die, ...]:
        found = []
        for place, value in enumerate(move.values):
            x, y = move.lane * SIDE + 30.0 + 30 * place, 100.0
            corners = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))
            found.append(Die(value, 1.0, (x, y), 20.0, corners, guesses=(value,)))
        return tuple(found)

    def _press(self, button: Button) -> None:
        self.presses += 1
        if self._by == "keys":
            self._send(KEYS[button])
            return
        width, height = self._size
        x = width * (0.2 if button is Button.GREEN else 0.8)
        _xdotool("mousemove", str(round(x)), str(round(height * 0.93)), "click", "1")

    def _send(self, key: str) -> None:
        _xdotool("key", key)

    def _shoot(self) -> None:
        if self._picture is not None:
            subprocess.run(["import", "-window", "root", str(self._picture)], check=True, timeout=60)


def _xdotool(*words: str) -> None:
    subprocess.run(["xdotool", *words], check=True, timeout=60)


def play(kind: Menu, by: str, size: tuple[int, int], seed: int, folder: pathlib.Path, picture: pathlib.Path | None) -> str:
    """From the attract screen to the attract screen; a line that says how it went."""
    session = Session(Offers.usual(PARTY, 5, 5, 10), lanes=LANES)
    tray = WindowedTray(GuestsAtPlay(session, kind, random.Random(seed)), by, size, picture)
    lanes = tuple(TrayLane(lane * SIDE, 0.0, (lane + 1) * SIDE, SIDE) for lane in range(LANES))
    geometry = Geometry(SIDE * LANES, SIDE, np.eye(3), (float(SIDE * LANES), float(SIDE)), lanes, die_size=20.0)
    display = WindowDisplay(size)
    journal = Journal.open(folder, 0.0)
    try:
        clocks = Clocks(lambda: tray.now, lambda: tray.now)
        Kiosk(session, Ledger(journal), tray, display, geometry, clocks=clocks, tell=lambda line: None).run()  # type: ignore[arg-type]
        (game,) = journal.games()
    finally:
        journal.close()
        display.close()
    if game.ended is None:
        raise Stuck("The journal does not say that the game has ended.")
    screens = sorted({screen.value for screen in tray.guests.screens})
    shown = f"{len(tray.guests.screens)} screens of {len(screens)} kinds: {', '.join(screens)}"
    return f"{kind.name.lower()}: by {by}, {tray.presses} presses, {shown}"


def main() -> int:
    """One game, as the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[kind.name.lower() for kind in Menu])
    parser.add_argument("--by", choices=("keys", "touch"), default="keys")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=pathlib.Path)
    wanted = parser.parse_args()
    width, height = wanted.size.split("x")
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(
                play(
                    Menu[wanted.game.upper()],
                    wanted.by,
                    (int(width), int(height)),
                    wanted.seed,
                    pathlib.Path(folder),
                    wanted.picture,
                )
            )
    except Stuck as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
