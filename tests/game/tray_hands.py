"""Hands, dice and cups at a table: they show sightings to a croupier and keep what it writes down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.actions import Action
from game.records import Accepted, Record
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.tableside import Tableside
from game.view import LaneView, Screen, View

PLACES = (
    (0.1, 0.2),
    (0.3, 0.2),
    (0.5, 0.2),
    (0.7, 0.2),
    (0.9, 0.2),
    (0.1, 0.6),
    (0.3, 0.6),
    (0.5, 0.6),
    (0.7, 0.6),
    (0.9, 0.6),
)
GREEN, RED = Button.GREEN, Button.RED


def dice(values: str, start: int = 0, shift: float = 0.0) -> tuple[SeenDie, ...]:
    """Dice in the open, from place number `start` on; `?` is one that cannot be read."""
    return tuple(
        SeenDie(None if value == "?" else int(value), (x + shift, y), guesses=(5, 3) if value == "?" else ())
        for value, (x, y) in zip(values, PLACES[start:], strict=False)
    )


@dataclass
class TrayHands:
    """Drives a croupier; `lane` numbers are the table's."""

    croupier: Tableside[Any]
    now: float = 0.0
    records: list[Record] = field(default_factory=list)

    def show(self, lane: int, state: LaneState, seen: tuple[SeenDie, ...] = ()) -> None:
        self.now += 0.4
        self.records += self.croupier.see([Sighting(lane, state, seen)], self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.records += self.croupier.see([watch.sighting for watch in self.croupier.watches], self.now)

    def take_up(self, *lanes: int) -> None:
        for lane in lanes:
            self.show(lane, LaneState.OBSTRUCTED)
            self.show(lane, LaneState.EMPTY)

    def cover(self, *lanes: int) -> None:
        """Throws under the cup; nothing lies in the open."""
        for lane in lanes:
            self.show(lane, LaneState.OBSTRUCTED)
            self.show(lane, LaneState.COVERED)

    def cover_beside(self, lane: int, kept: str) -> None:
        """Throws the rest under the cup; the dice of `kept` lie beside it."""
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.COVERED, dice(kept))

    def lift(self, lane: int, values: str) -> None:
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.SETTLED, dice(values))

    def throw(self, lane: int, values: str) -> None:
        """All five dice, from a cleared lane."""
        self.take_up(lane)
        self.show(lane, LaneState.MOVING)
        self.show(lane, LaneState.SETTLED, dice(values))

    def throw_rest(self, lane: int, kept: str, values: str) -> None:
        """Some dice stay, the others are taken up and thrown."""
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.SETTLED, dice(kept))
        self.show(lane, LaneState.MOVING)
        self.show(lane, LaneState.SETTLED, dice(values))

    def press(self, *buttons: Button, held: bool = False) -> None:
        for button in buttons:
            self.now += 0.5
            self.records += self.croupier.press(button, self.now, held)

    @property
    def view(self) -> View:
        return self.croupier.view()

    @property
    def screen(self) -> Screen:
        return self.view.screen

    @property
    def headline(self) -> str:
        return str(self.view.headline)

    @property
    def sentence(self) -> str:
        return str(self.view.footer.sentence)

    @property
    def labels(self) -> tuple[str, str]:
        footer = self.view.footer
        return str(footer.green.label), str(footer.red.label)

    @property
    def lit(self) -> LaneView:
        (lane,) = [lane for lane in self.view.lanes if lane.lit]
        return lane

    @property
    def actions(self) -> list[Action]:
        return [record.action for record in self.records if isinstance(record, Accepted)]
