"""A game as the journal has it: its rounds, how every die is known, and what was taken back or corrected, with the reason.

Nothing is in here that was not written down, and a throw under a cup is written down when the cup has been lifted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from game.actions import Action, action_from_json
from game.errors import RulesError
from game.game import Game
from game.games import house_seats, new_game
from game.history import History
from game.journal_rows import GameRecord, JournalRow

CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was taken back (`after` is `None`) or corrected; `before` is the action as it stood.

    `game` is the game in which the action was done; `dropped` says how many later actions fell with it; `at` is in seconds
    since 1970.
    """

    at: float
    reason: str
    game: Game
    before: Action
    after: Action | None
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the journal, replayed as far as it can be; `missing` rows could not.

    `sources` and `times` have one place for every action that still stands: how its dice are known (the `Source` of
    `game.records` as written, or `corrected`), and when it was done.
    """

    record: GameRecord
    history: History[Game]
    sources: tuple[str | None, ...]
    times: tuple[float, ...]
    changes: tuple[Change, ...]
    missing: int = 0

    @property
    def game(self) -> Game:
        """The game at its end, or as it was left."""
        return self.history.game

    @property
    def won(self) -> bool:
        """Whether it was played to its end."""
        return self.game.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none in a game that was left."""
        return winners(self.game)

    @property
    def house(self) -> frozenset[int]:
        """The seats that the house played."""
        return frozenset(house_of(self.record))

    @property
    def games(self) -> tuple[Game, ...]:
        """The game at the start and after every action."""
        return (self.history.start, *self.history.steps())

    @property
    def rounds(self) -> tuple[Game, ...]:
        """The game at the end of every finished round, so that its `last_round` is that round."""
        games = self.games
        return tuple(after for before, after in itertools.pairwise(games) if _last(after) is not _last(before))


def past_game(record: GameRecord, rows: Iterable[JournalRow]) -> PastGame | None:
    """Replays the rows of one game; `None` when not even its start can be read."""
    rows = tuple(rows)
    try:
        history: History[Game] = History(new_game(record.kind, list(record.players), record.options))
    except (ValueError, TypeError):
        return None
    sources: list[str | None] = []
    times: list[float] = []
    changes: list[Change] = []
    for count, row in enumerate(rows):
        try:
            history, change = _replayed(history, row)
        except ValueError:
            return PastGame(record, history, tuple(sources), tuple(times), tuple(changes), len(rows) - count)
        if change is None:
            sources.append(row.reason)
            times.append(row.at)
            continue
        changes.append(change)
        if row.number is not None:
            sources[row.number] = CORRECTED
        length = len(history.actions)
        sources, times = sources[:length], times[:length]
    return PastGame(record, history, tuple(sources), tuple(times), tuple(changes))


def winners(game: Game) -> tuple[int, ...]:
    """The seats that have won this game."""
    found = getattr(game, "winners", None)
    if found is None:
        winner = getattr(game, "winner", None)
        found = () if winner is None else (winner,)
    return tuple(found) if game.over else ()


def house_of(record: GameRecord) -> tuple[int, ...]:
    """The seats that the house played in this game."""
    try:
        return tuple(house_seats(record.options, len(record.players)))
    except RulesError:
        return ()


def _replayed(history: History[Game], row: JournalRow) -> tuple[History[Game], Change | None]:
    reason = row.reason or ""
    if row.kind == "undo":
        after = history.undo()
        return after, Change(row.at, reason, after.game, history.actions[-1], None)
    action = action_from_json(row.action)
    if row.kind != "amend":
        return history.push(action), None
    if row.number is None:
        raise RulesError("A correction without a number.")
    after = history.amend(row.number, action)
    games = (history.start, *history.steps())
    change = Change(row.at, reason, games[row.number], history.actions[row.number], action, after.dropped)
    return after, change


def _last(game: Game) -> object:
    return getattr(game, "last_round", None)
