"""A game with all that led to it: undo and corrections by replay, so both are exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar, cast

from game.actions import Action
from game.errors import IllegalAction, RulesError
from game.game import Event, Game

G = TypeVar("G", bound=Game)


class History(Generic[G]):
    """The start of a game and its actions; never changes, every change is a new history.

    `History(start, actions)` replays; it raises the `RulesError` of the first action that the rules refuse.
    """

    __slots__ = ("_events", "_games", "actions", "dropped", "start")

    start: G
    actions: tuple[Action, ...]
    dropped: int
    """How many later actions the last `amend` had to drop; 0 in every other history."""

    def __init__(self, start: G, actions: Iterable[Action] = ()) -> None:
        self.start = start
        self.dropped = 0
        self.actions = ()
        self._games: tuple[G, ...] = (start,)
        self._events: tuple[tuple[Event, ...], ...] = ((),)
        self._extend(actions)

    @property
    def game(self) -> G:
        """The game now."""
        return self._games[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action led to; empty at the start."""
        return self._events[-1]

    def __len__(self) -> int:
        return len(self.actions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return bool(self.start == other.start and self.actions == other.actions)

    def __hash__(self) -> int:
        return hash((self.start, self.actions))

    def __repr__(self) -> str:
        return f"History({self.start!r}, {self.actions!r})"

    def push(self, action: Action) -> History[G]:
        """The history with one more action; raises the `RulesError` of the rules."""
        after = self._first(len(self.actions))
        after._extend((action,))
        return after

    def undo(self) -> History[G]:
        """The history without its last action; raises `IllegalAction` at the start."""
        if not self.actions:
            raise IllegalAction("There is nothing to take back.")
        return self._first(len(self.actions) - 1)

    def amend(self, index: int, action: Action) -> History[G]:
        """The history in which action number `index` was `action`, all later ones replayed.

        The first later action that the rules no longer allow is dropped with everything after it; `dropped` of the new
        history says how many. Raises `IllegalAction` when there is no such action, and the `RulesError` of the rules when
        `action` itself was not allowed there.
        """
        if not 0 <= index < len(self.actions):
            raise IllegalAction("There is no such action to correct.")
        after = self._first(index)
        after._extend((action,))
        for later in self.actions[index + 1 :]:
            try:
                after._extend((later,))
            except RulesError:
                break
        after.dropped = len(self.actions) - len(after.actions)
        return after

    def steps(self) -> Iterator[G]:
        """The game after every action, in order; `start` is not among them."""
        return iter(self._games[1:])

    def _first(self, count: int) -> History[G]:
        """The history of the first `count` actions, without replaying them."""
        short = History(self.start)
        short.actions = self.actions[:count]
        short._games = self._games[: count + 1]
        short._events = self._events[: count + 1]
        return short

    def _extend(self, actions: Iterable[Action]) -> None:
        games, events, done = list(self._games), list(self._events), list(self.actions)
        for action in actions:
            step = games[-1].apply(action)
            games.append(cast(G, step.game))
            events.append(step.events)
            done.append(action)
        self._games, self._events, self.actions = tuple(games), tuple(events), tuple(done)
