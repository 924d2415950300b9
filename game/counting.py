"""Dice in the open that become actions: which lane waits for whom, what is a new throw, and what was kept for it.

Sightings go in, records for the journal come out. Time is passed in, in seconds of one clock. What has counted is never
changed by the camera again, only by a correction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from game.actions import Action, Dice, Reveal, Throw
from game.dice_tints import tint_of_dice
from game.errors import IllegalAction
from game.game import Game
from game.history import History
from game.keeping import among
from game.message import Message, say
from game.pause import Pause, Stage
from game.records import Accepted, Record, Source
from game.sighting import SeenDie, Sighting
from game.table import LaneWatch, Table, moved

STILL_THERE = 3
"""So many dice of a hand that counted must lie where they lay to be passed over; fewer may be another throw by chance."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a seat played by the house is about to do with its dice in the open: `kept` stay, the others are thrown; `rolling`
    while the machine throws them."""

    seat: int
    kept: Dice
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class HouseSeats:
    """The seats that are played by the house, as the table sees them; nothing hidden is in here.

    `machine` are those whose dice never lie on the tray, `down` those whose cup stands on the screen, `intent` what one of
    them is about to do.
    """

    seats: frozenset[int] = frozenset()
    machine: frozenset[int] = frozenset()
    down: frozenset[int] = frozenset()
    intent: Intent | None = None


class TableGame(Game, Protocol):
    """A game that goes from round to round: `last_round` is another object when a round has ended."""

    @property
    def last_round(self) -> object: ...


G = TypeVar("G", bound=TableGame)


@dataclass(slots=True)
class Counting(ABC, Generic[G]):
    """Watches the lanes of one table and writes down what counts; a croupier says what its game waits for.

    `seen` are the dice of actions as they lay, by index in the history; `lying` the lane and the dice of seats whose last
    throw has not been taken up. `house` are the seats that people do not play. `tints` are the colours of everybody's dice: as
    agreed until the camera has seen them.
    """

    history: History[G]
    table: Table
    tints: tuple[str, ...]
    now: float = 0.0
    watches: tuple[LaneWatch, ...] = ()
    pause: Pause | None = None
    seen: dict[int, tuple[SeenDie, ...]] = field(default_factory=dict)
    lying: dict[int, tuple[int, tuple[SeenDie, ...]]] = field(default_factory=dict)
    note: Message | None = None
    house: HouseSeats = field(default_factory=HouseSeats)

    def __post_init__(self) -> None:
        self.start_watching()

    def start_watching(self) -> None:
        """Also in a game that goes on after a power cut: dice that counted and still lie there are no new throw."""
        self.watches = tuple(LaneWatch(lane) for lane in range(self.table.lanes))
        for game, action in zip(self.games(), self.history.actions, strict=False):
            if isinstance(action, Throw | Reveal) and action.seat not in self.house.machine:
                self.watches[self.lane_in(game, action.seat)].resume(action.dice)

    @property
    def game(self) -> G:
        return self.history.game

    def games(self) -> tuple[G, ...]:
        """The game at the start and after every action."""
        games: list[G] = [self.history.start]
        games.extend(self.history.steps())
        return tuple(games)

    # What a croupier adds

    @abstractmethod
    def throwers(self) -> Sequence[int]:
        """The seats whose dice the table waits for now, whose turn it is first; empty while nothing lies in the open."""

    @abstractmethod
    def due(self, lane: int, seat: int, values: Dice) -> Action | None:
        """The action that five dice of an awaited seat in the open amount to, or `None` when they are not new."""

    @abstractmethod
    def hand_in(self, game: G, seat: int) -> Dice | None:
        """The dice that this seat has shown last in the round of `game`, `None` before its first throw."""

    @abstractmethod
    def present(self) -> Sequence[int]:
        """The seats that play in this round."""

    @abstractmethod
    def asked_anew(self) -> None:
        """Another action was accepted, taken back or corrected: open questions begin anew."""

    def lane_in(self, game: G, seat: int) -> int:  # noqa: ARG002
        """The lane in which `seat` throws at the moment of `game`."""
        return self.table.lane(seat)

    def may_stay(self, seat: int, left: Dice) -> bool:  # noqa: ARG002
        """Whether the rules let this seat keep just the dice that were left in the lane."""
        return True

    # Dice in the open

    def awaited(self) -> dict[int, int]:
        """Which seat's dice each lane waits for now."""
        lanes: dict[int, int] = {}
        if self.pause is None:
            for seat in self.throwers():
                if seat in self.house.machine:
                    continue
                lanes.setdefault(self.lane_in(self.game, seat), seat)
        return lanes

    def open_dice(self, lane: int) -> tuple[SeenDie, ...]:
        """The dice in the open of the seat awaited in `lane`: not those of others that still lie where they counted."""
        dice = list(self.watches[lane].sighting.dice)
        seat = self.awaited().get(lane)
        for other, (place, counted) in self.lying.items():
            if place != lane or other == seat:
                continue
            rest = list(dice)
            for old in counted:
                still = next((die for die in rest if not moved((old,), (die,))), None)
                if still is not None:
                    rest.remove(still)
            if len(dice) - len(rest) >= STILL_THERE:
                dice = rest
        return tuple(dice)

    def watch(self, sightings: Iterable[Sighting], now: float) -> None:
        """Takes the newest sightings of the lanes."""
        self.now = now
        for sighting in sightings:
            if sighting.lane < len(self.watches):
                self.watches[sighting.lane].see(sighting, now)
        cleared = {watch.lane for watch in self.watches if watch.fresh}
        self.lying = {seat: dice for seat, dice in self.lying.items() if dice[0] not in cleared}

    def count(self) -> tuple[Record, ...]:
        """All that lies in the open and is due now, at most one action a lane."""
        records: list[Record] = []
        for _ in range(len(self.watches) + 1):
            counted = self._count_one()
            if not counted:
                break
            records += counted
            if self.pause is not None:
                break
        return tuple(records)

    def _count_one(self) -> tuple[Record, ...]:
        for lane, seat in self.awaited().items():
            dice = self.open_dice(lane)
            values = tuple(die.value for die in dice if die.value is not None)
            if self.watches[lane].sighting.values is None or len(values) != 5 or len(dice) != 5:
                continue
            action = self.due(lane, seat, values)
            records = () if action is None else self.accept_seen(action, lane, seat, dice, Source.CAMERA)
            if records:
                return records
        return ()

    def accept_seen(
        self, action: Action, lane: int, seat: int, dice: tuple[SeenDie, ...], source: Source
    ) -> tuple[Record, ...]:
        """Writes an action down that dice in a lane amount to; they are no new throw after that."""
        records = self.accept(action, source)
        if records:
            self.seen[len(self.history.actions) - 1] = dice
            self.tints = tuple(tint_of_dice(dice, tint) if one == seat else tint for one, tint in enumerate(self.tints))
            if self.pause is None:
                self.lying[seat] = (lane, dice)
            self.watches[lane].count()
        return records

    def thrown_anew(self, lane: int, seat: int) -> bool:
        """Whether the dice of this seat are a new throw: dice were taken up, or a hand was here and a die lies elsewhere."""
        watch = self.watches[lane]
        _, before = self.lying.get(seat, (lane, ()))
        return watch.thrown_again() or (watch.touched and bool(before) and moved(before, self.open_dice(lane)))

    def kept_in(self, lane: int, seat: int, values: Dice) -> Dice | None:
        """The dice that this seat left in the lane while the others were taken up, or `None` when that was not seen well.

        Dice are picked up one after the other, and the camera may have seen the lane at rest too early.
        """
        intent = self.house.intent
        if intent is not None and intent.seat == seat:
            return intent.kept
        hand, left = self.hand_in(self.game, seat), self.watches[lane].left
        if hand is None or not left or len(left) == 5 or not among(left, hand) or not among(left, values):
            return None
        return left if self.may_stay(seat, left) else None

    def accept(self, action: Action, source: Source | None = None) -> tuple[Record, ...]:
        """Writes an action down; what the rules refuse becomes a sentence on the screen."""
        before = self.game
        try:
            self.history = self.history.push(action)
        except IllegalAction as refusal:
            self.note = say("{reason}", reason=str(refusal))
            return ()
        self.note = None
        if self.game.last_round is not before.last_round:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
            self.lying = {}
        self.asked_anew()
        return (Accepted(action, source),)
