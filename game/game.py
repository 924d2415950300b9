"""The shape that all games share: immutable states, what may happen next, and what an action leads to."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from game.actions import Action, Json

Points = int | Fraction
"""Chips or points; halves exist only where a house rule pays them (reading D-l) and are `Fraction`s, all else is `int`."""


def points_to_json(points: Points) -> int | float:
    """A whole number, or a half as `0.5`."""
    return points if isinstance(points, int) else float(points)


@dataclass(frozen=True, slots=True)
class Expectation:
    """An action that is legal now, as far as it is known beforehand.

    `count` is the number of dice in the action; `least` and `most` bound an amount, which is a multiple of `step`; `choices`
    are the values of a `requirement`, `stand` whether the announcement is a stand.
    """

    type: str
    seat: int | None = None
    count: int | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    step: int | None = None
    stand: bool | None = None

    def to_json(self) -> dict[str, Json]:
        """The partly filled action of the referee protocol, e.g. `{"type": "throw", "seat": 1, "count": 5}`."""
        shown: dict[str, Json] = {"type": self.type}
        for name in ("seat", "count", "least", "most", "step", "stand"):
            value = getattr(self, name)
            if value is not None:
                shown[name] = value
        if self.choices:
            shown["choices"] = list(self.choices)
        return shown


class EventKind(enum.Enum):
    """What an action led to, for people and logs."""

    ROUND = "round"
    THROWN = "thrown"
    BOSS = "boss"
    KEPT = "kept"
    PUSH = "push"
    VOID = "void"
    CALLED_UP = "called_up"
    CALLED_OFF = "called_off"
    KITTY_TAKEN = "kitty_taken"
    REVEALED = "revealed"
    PAID = "paid"
    BUST = "bust"
    KITTY = "kitty"
    OUT = "out"
    SCORED = "scored"
    POINT = "point"
    COVER = "cover"
    ANTE = "ante"
    ANNOUNCED = "announced"
    CONCEDED = "conceded"
    CHALLENGED = "challenged"
    BLUFF = "bluff"
    STAYED = "stayed"
    PUSH_OFFERED = "push_offered"
    PUSH_ACCEPTED = "push_accepted"
    PUSH_REFUSED = "push_refused"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Event:
    """`seat` is who it is about, `other` the second party, `amount` chips or points, `dice` what was shown."""

    kind: EventKind
    seat: int | None = None
    other: int | None = None
    amount: Points | None = None
    dice: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Json]:
        shown: dict[str, Json] = {"event": self.kind.value}
        for name in ("seat", "other", "amount"):
            value = getattr(self, name)
            if value is not None:
                shown[name] = points_to_json(value)
        if self.dice:
            shown["dice"] = list(self.dice)
        return shown


class Game(Protocol):
    """A game at one moment; never changes. Every class also has `new(players, **options)`."""

    @property
    def name(self) -> str:
        """The name in the referee protocol: boss, duel, qualification, progressive."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def over(self) -> bool: ...

    def expects(self) -> tuple[Expectation, ...]:
        """All legal next actions; empty exactly when the game is over."""

    def apply(self, action: Action) -> Step[Game]:
        """The game after `action` and what happened; raises `IllegalAction` and changes nothing when it is not allowed."""

    def state(self) -> dict[str, Json]:
        """The `state` of the referee protocol."""


G = TypeVar("G", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[G]):
    """The outcome of one action."""

    game: G
    events: tuple[Event, ...] = field(default=())
