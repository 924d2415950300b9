"""The journal: every accepted action is one committed row before it is shown, and recovery is replay.

An SQLite file in WAL mode with `synchronous=FULL`, so that a row is on the disk when `append` returns. Rows are only ever
added: taking back and correcting are rows, too. Times are seconds since 1970 and are passed in.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from game.actions import Action, Json, action_from_json, action_to_json
from game.errors import RulesError
from game.game import Game
from game.games import new_game
from game.history import History
from game.journal_file import DamagedError, DiskFullError, JournalError, damage_notice, journal_error, locked, opened, set_aside
from game.journal_rows import GameRecord, JournalRow, game_records, journal_rows

__all__ = ["DamagedError", "DiskFullError", "GameRecord", "Journal", "JournalError", "JournalRow"]


class Journal:
    """The journal of one state folder, for one process at a time.

    `history` is the running game, `None` before `start` or `resume`. `notice` is a sentence for the people at the table when
    something had to be set aside or left out, else `None`. Every method raises `JournalError` when the disk does not do its
    part, and `RulesError` when the rules refuse an action; then nothing was written.
    """

    def __init__(self, folder: Path, lock: sqlite3.Connection, db: sqlite3.Connection, opened: float) -> None:
        self.folder = folder
        self.history: History[Game] | None = None
        self.notice: str | None = None
        self._lock = lock
        self._db: sqlite3.Connection | None = db
        self._opened = opened
        self._game: int | None = None

    @classmethod
    def open(cls, folder: Path | str, now: float) -> Journal:
        """Opens the journal in `folder`, which is made when it is missing.

        A damaged file is set aside under another name and a new one begun; `notice` says so. Raises `JournalError` when
        another process uses the folder, when it cannot be written, or when a newer version wrote the journal.
        """
        folder = Path(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"The folder {folder} cannot be made: {error.strerror}.") from error
        lock = locked(folder)
        try:
            try:
                return cls(folder, lock, opened(folder), now)
            except DamagedError:
                aside = set_aside(folder, now)
                journal = cls(folder, lock, opened(folder), now)
                journal.notice = damage_notice(aside)
                return journal
        except BaseException:
            lock.close()
            raise

    def start(self, kind: str, players: Sequence[str], options: Mapping[str, Json], now: float) -> History[Game]:
        """Begins a game; one that was still open ends here. Raises `InvalidOptions` when there can be no such game."""
        history = History(new_game(kind, list(players), dict(options)))
        with self._writing() as db:
            db.execute("UPDATE games SET ended = ?, result = ? WHERE ended IS NULL", (now, self._result()))
            self._game = db.execute(
                "INSERT INTO games (kind, players, options, started) VALUES (?, ?, ?, ?)",
                (kind, json.dumps(list(players)), json.dumps(dict(options)), now),
            ).lastrowid
        self.history = history
        return history

    def append(self, action: Action, now: float, source: str | None = None) -> History[Game]:
        """Writes one action that the rules allow, and how its dice are known; it is on the disk when this returns."""
        after = self._running().push(action)
        return self._step(after, "act", None, action, source, now)

    def undo(self, reason: str, now: float) -> History[Game]:
        """Takes the last action back and writes why."""
        after = self._running().undo()
        return self._step(after, "undo", None, None, reason, now)

    def amend(self, index: int, action: Action, reason: str, now: float) -> History[Game]:
        """Replaces action number `index`; `dropped` of the history says how many later actions went with it."""
        after = self._running().amend(index, action)
        return self._step(after, "amend", index, action, reason, now)

    def finish(self, now: float) -> None:
        """Ends the running game, won or left, with its last state as the result."""
        self._running()
        with self._writing() as db:
            db.execute("UPDATE games SET ended = ?, result = ? WHERE id = ?", (now, self._result(), self._game))
        self._game, self.history = None, None

    def resume(self) -> History[Game] | None:
        """The last unfinished game, replayed; `None` when there is none.

        A row that cannot be replayed ends that game: a new one goes on from what could be, and `notice` says how many
        steps are missing. Nothing is deleted.
        """
        try:
            found, steps = self._unfinished()
        except DamagedError:
            self._replace()
            return None
        if found is None:
            return None
        try:
            history = History(new_game(found["kind"], json.loads(found["players"]), json.loads(found["options"])))
        except (ValueError, TypeError):
            with self._writing() as db:
                db.execute("UPDATE games SET ended = ? WHERE id = ?", (self._opened, found["id"]))
            self.notice = "The unfinished game could not be read; it is kept in the journal, and a new one can be started."
            return None
        self._game, self.history = found["id"], history
        for count, step in enumerate(steps):
            try:
                self.history = _replayed(self.history, step)
            except ValueError:
                self._rescue(found, len(steps) - count)
                break
        return self.history

    def games(self) -> tuple[GameRecord, ...]:
        """All games, oldest first."""
        with self._reading() as db:
            return game_records(db)

    def rows(self, game: int | None = None) -> tuple[JournalRow, ...]:
        """All rows in the order they were written, or those of one game."""
        with self._reading() as db:
            return tuple(journal_rows(db, game))

    def close(self) -> None:
        """Closes the file and lets another process have the folder; may be called again."""
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close()
            finally:
                self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _unfinished(self) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
        with self._reading() as db:
            found = db.execute("SELECT * FROM games WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
            if found is None:
                return None, []
            return found, db.execute("SELECT * FROM steps WHERE game = ? ORDER BY id", (found["id"],)).fetchall()

    def _replace(self) -> None:
        """Sets the damaged file aside and goes on with a new one."""
        if self._db is not None:
            self._db.close()
            self._db = None
        aside = set_aside(self.folder, self._opened)
        self._db = opened(self.folder)
        self.notice = damage_notice(aside)

    def _running(self) -> History[Game]:
        if self.history is None:
            raise JournalError("No game is running; start or resume one first.")
        return self.history

    def _result(self) -> str | None:
        return None if self.history is None else json.dumps(self.history.game.state())

    def _step(
        self, after: History[Game], kind: str, number: int | None, action: Action | None, reason: str | None, now: float
    ) -> History[Game]:
        with self._writing() as db:
            _write_step(db, self._game, kind, number, action, reason, now)
        self.history = after
        return after

    def _rescue(self, found: sqlite3.Row, missing: int) -> None:
        """Goes on in a new game with all that could be replayed, so that the rows after it are never in the way."""
        with self._writing() as db:
            db.execute("UPDATE games SET ended = ? WHERE id = ?", (self._opened, found["id"]))
            self._game = db.execute(
                "INSERT INTO games (kind, players, options, started) VALUES (?, ?, ?, ?)",
                (found["kind"], found["players"], found["options"], found["started"]),
            ).lastrowid
            for action in self._running().actions:
                _write_step(db, self._game, "act", None, action, f"from game {found['id']}", self._opened)
        self.notice = f"{missing} steps of the unfinished game could not be read; they are kept in the journal."

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        if self._db is None:
            raise JournalError("The journal is closed.")
        try:
            yield self._db
        except sqlite3.Error as error:
            raise journal_error(error, self.folder) from error

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: everything in it is on the disk afterwards, or nothing."""
        with self._reading() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise


def _write_step(
    db: sqlite3.Connection,
    game: int | None,
    kind: str,
    number: int | None,
    action: Action | None,
    reason: str | None,
    now: float,
) -> None:
    written = None if action is None else json.dumps(action_to_json(action))
    db.execute(
        "INSERT INTO steps (game, kind, number, action, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
        (game, kind, number, written, reason, now),
    )


def _replayed(history: History[Game], step: sqlite3.Row) -> History[Game]:
    if step["kind"] == "undo":
        return history.undo()
    action = action_from_json(json.loads(step["action"] or "null"))
    if step["kind"] == "amend":
        if step["number"] is None:
            raise RulesError("A correction without a number.")
        return history.amend(step["number"], action)
    return history.push(action)
