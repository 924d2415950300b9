"""A tray that stands for the camera threads: the guests say what lies there, and press what the screen offers."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from guests_at_play import GuestsAtPlay, Lane, Press

from game.menu import Party
from game.sighting import Button
from hardware.frame import Frame
from ui.eyes import Observation
from vision.geometry import Geometry
from vision.geometry import Lane as TrayLane
from vision.lane_state import LaneState
from vision.lanes import LaneReading
from vision.result import Die

PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))
LANES, SIDE = 3, 200
ARRIVES_SECONDS = 20.0
PICTURE_SECONDS = 0.4
PRESS_SECONDS = 0.3
MOST_LOOKS = 20_000


class Stuck(Exception):
    """The evening does not come to its end."""


def geometry() -> Geometry:
    """A tray of which a pixel is a millimetre."""
    lanes = tuple(TrayLane(lane * SIDE, 0.0, (lane + 1) * SIDE, SIDE) for lane in range(LANES))
    return Geometry(SIDE * LANES, SIDE, np.eye(3), (float(SIDE * LANES), float(SIDE)), lanes, die_size=20.0)


class TrayOfGuests:
    """What the kiosk takes for its eyes. `press` presses a button, and `leave` quits when the game is over.

    The clock `now`, in seconds, goes on with the pictures. A press is awaited before the next picture comes.
    """

    def __init__(self, guests: GuestsAtPlay, press: Callable[[Button], None], leave: Callable[[], None]) -> None:
        self.guests, self._send, self._leave = guests, press, leave
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

    def invite(self, guests: GuestsAtPlay) -> None:
        """Other guests come for the next game; the tray is empty."""
        self.guests, self._looks = guests, 0
        self._lanes = {lane: LaneReading(lane, LaneState.EMPTY) for lane in range(LANES)}

    def look(self, deadline: float) -> Observation | None:
        """The next picture of the tray; none while a press is on its way."""
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise Stuck(f"The game does not end; {self.guests.evening.view().headline} is shown.")
        if self._sent is not None and self._on_its_way(self._sent):
            return None
        if self.guests.over:
            self._sent = (time.monotonic(), self.guests.evening.pressed_at)
            self._leave()
            return None
        move = self.guests.next()
        if isinstance(move, Press):
            self.now += PRESS_SECONDS
            self.presses += 1
            self._sent = (time.monotonic(), self.guests.evening.pressed_at)
            self._send(move.button)
            return None
        self.now += PICTURE_SECONDS
        if isinstance(move, Lane):
            self._lanes[move.lane] = LaneReading(move.lane, LaneState(move.state.value), _dice(move))
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


def _dice(move: Lane) -> tuple[Die, ...]:
    found = []
    for place, value in enumerate(move.values):
        x, y = move.lane * SIDE + 30.0 + 30 * place, 100.0
        corners = ((x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10))
        found.append(Die(value, 1.0, (x, y), 20.0, corners, guesses=(value,)))
    return tuple(found)
