"""What the croupier wants written down before it is shown: the rows of the journal, as data."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from game.actions import Action, Json


@dataclass(frozen=True, slots=True)
class Started:
    """A new game: the protocol's name of it, its players and options."""

    kind: str
    players: tuple[str, ...]
    options: tuple[tuple[str, Json], ...]


class Source(enum.Enum):
    """How the dice of an action are known, as the journal writes it beside the action."""

    CAMERA = "seen"
    HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Accepted:
    """One action that counted; `source` says how its dice are known, `None` where there are none or the machine threw them."""

    action: Action
    source: Source | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Undone:
    """The last action was taken back."""

    reason: str


@dataclass(frozen=True, slots=True)
class Amended:
    """The action number `index` of the game was replaced by `action`."""

    index: int
    action: Action
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The game was left for good, won or not."""


Record = Started | Accepted | Undone | Amended | Finished
