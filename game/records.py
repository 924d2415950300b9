"""What the croupier wants written down before it is shown: the rows of the journal, as data."""

from __future__ import annotations

from dataclasses import dataclass

from game.actions import Action, Json


@dataclass(frozen=True, slots=True)
class Started:
    """A new game: the protocol's name of it, its players and options."""

    kind: str
    players: tuple[str, ...]
    options: tuple[tuple[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """One action that counted."""

    action: Action


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
