"""The rows of the journal as data, and how they are read from its file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from game.actions import Json


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game of the journal. `ended` is `None` while it can be resumed; `result` is its last `state`, once it has ended."""

    id: int
    kind: str
    players: tuple[str, ...]
    options: dict[str, Json]
    started: float
    ended: float | None
    result: dict[str, Json] | None


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row: `kind` is act, undo or amend; `number` (amend only) is the index of the action that was replaced."""

    game: int
    kind: str
    number: int | None
    action: dict[str, Json] | None
    reason: str | None
    at: float


def game_records(db: sqlite3.Connection, since: float = 0.0) -> tuple[GameRecord, ...]:
    """All games that began at `since` or later, oldest first."""
    found = db.execute("SELECT * FROM games WHERE started >= ? ORDER BY id", (since,)).fetchall()
    return tuple(_game_record(row) for row in found)


def journal_rows(db: sqlite3.Connection, game: int | None = None) -> Iterator[JournalRow]:
    """All rows in the order they were written, or those of one game."""
    if game is None:
        found = db.execute("SELECT * FROM steps ORDER BY id")
    else:
        found = db.execute("SELECT * FROM steps WHERE game = ? ORDER BY id", (game,))
    for row in found:
        yield JournalRow(row["game"], row["kind"], row["number"], _loaded(row["action"]), row["reason"], row["at"])


def _loaded(text: str | None) -> Any:
    """The JSON of a column; `None` when it cannot be read, so that one bad row does not hide the others."""
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return None


def _game_record(row: sqlite3.Row) -> GameRecord:
    return GameRecord(
        id=row["id"],
        kind=row["kind"],
        players=tuple(_loaded(row["players"]) or ()),
        options=_loaded(row["options"]) or {},
        started=row["started"],
        ended=row["ended"],
        result=_loaded(row["result"]),
    )
