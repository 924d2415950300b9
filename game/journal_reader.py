"""The journal read from outside, also while a kiosk writes it; and a person's name taken out of it for good."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from game.journal_file import FILE_NAME, SCHEMA_VERSION, JournalError, journal_error, locked
from game.journal_rows import GameRecord, JournalRow, game_records, journal_rows
from game.past_game import PastGame, past_game
from game.remembered import GUEST

RESCUED = "from game "
"""How the reason of a row begins that was copied out of a game which could not be replayed to its end."""


class JournalReader:
    """The games of a state folder, read only; a context manager. Every method raises `JournalError`."""

    def __init__(self, folder: Path, db: sqlite3.Connection) -> None:
        self.folder = folder
        self._db = db

    @classmethod
    def open(cls, folder: Path) -> JournalReader:
        """Opens the journal in `folder`; raises `JournalError` when there is none, or it cannot be read."""
        path = folder / FILE_NAME
        if not path.is_file():
            raise JournalError(f"There is no journal in {folder} yet; it begins with the first game.")
        try:
            db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", timeout=2, isolation_level=None, uri=True)
        except sqlite3.Error as error:
            raise _unreadable(error, folder) from error
        db.row_factory = sqlite3.Row
        try:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version != SCHEMA_VERSION:
                raise JournalError(f"The journal in {folder} was written by another version of Boss Tray.")
        except sqlite3.Error as error:
            db.close()
            raise _unreadable(error, folder) from error
        except BaseException:
            db.close()
            raise
        return cls(folder, db)

    def games(self, since: float = 0.0) -> tuple[GameRecord, ...]:
        """The games that began at `since` (seconds since 1970) or later, oldest first.

        One that went on as another game after a damage is left to that one.
        """
        try:
            rescued = {
                int(number)
                for (reason,) in self._db.execute("SELECT DISTINCT reason FROM steps WHERE reason LIKE 'from game %'")
                if (number := reason.removeprefix(RESCUED)).isdecimal()
            }
            return tuple(record for record in game_records(self._db, since) if record.id not in rescued)
        except sqlite3.Error as error:
            raise _unreadable(error, self.folder) from error

    def rows(self, game: int) -> tuple[JournalRow, ...]:
        """The rows of one game in the order they were written."""
        try:
            return tuple(journal_rows(self._db, game))
        except sqlite3.Error as error:
            raise _unreadable(error, self.folder) from error

    def past(self, since: float = 0.0) -> Iterator[PastGame]:
        """The games that can be replayed, oldest first, one at a time."""
        for record in self.games(since):
            past = past_game(record, self.rows(record.id))
            if past is not None:
                yield past

    def close(self) -> None:
        """Closes the file; may be called again."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def games_with(folder: Path, name: str) -> int:
    """In how many games a person sits, whose name is compared as by `forget`; raises `JournalError`, also without a journal."""
    _must_be_there(folder)
    with JournalReader.open(folder) as reader:
        try:
            return sum(bool(_seats(record, name)) for record in game_records(reader._db))
        except sqlite3.Error as error:
            raise _unreadable(error, folder) from error


def forget(folder: Path, name: str) -> int:
    """Replaces a person's name in every finished game by a guest's, and wipes it from the file; says in how many games.

    Names are compared without regard to case. The moves stay, so that the games of the others remain whole. Raises
    `JournalError` when a kiosk uses the folder, and when the person sits in a game that is not finished.
    """
    _must_be_there(folder)
    lock = locked(folder)
    try:
        db = sqlite3.connect(folder / FILE_NAME, timeout=2, isolation_level=None)
        try:
            db.row_factory = sqlite3.Row
            return _forgotten(db, name)
        finally:
            db.close()
    except sqlite3.Error as error:
        raise journal_error(error, folder) from error
    finally:
        lock.close()


def _forgotten(db: sqlite3.Connection, name: str) -> int:
    """Wipes the name; `secure_delete` and `VACUUM` leave no copy of it in free pages or in the log."""
    changed = 0
    db.execute("PRAGMA secure_delete = ON")
    db.execute("BEGIN IMMEDIATE")
    try:
        for record in game_records(db):
            seats = _seats(record, name)
            if not seats:
                continue
            if record.ended is None:
                raise JournalError(f"{name} sits in a game that is not finished; finish it first.")
            players = list(record.players)
            for seat in seats:
                players[seat] = _guest(players)
            db.execute("UPDATE games SET players = ? WHERE id = ?", (json.dumps(players), record.id))
            changed += 1
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    if changed:
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return changed


def _seats(record: GameRecord, name: str) -> tuple[int, ...]:
    wanted = name.strip().casefold()
    return tuple(seat for seat, player in enumerate(record.players) if player.casefold() == wanted)


def _must_be_there(folder: Path) -> None:
    if not (folder / FILE_NAME).is_file():
        raise JournalError(f"There is no journal in {folder} yet; nobody is remembered.")


def _guest(players: list[str]) -> str:
    taken = {player.casefold() for player in players}
    names = (f"{GUEST} {number}" if number > 1 else GUEST for number in range(1, len(players) + 2))
    return next(name for name in names if name.casefold() not in taken)


def _unreadable(error: sqlite3.Error, folder: Path) -> JournalError:
    """What to do about a journal that cannot be read."""
    said = journal_error(error, folder)
    if (int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return JournalError(f"The journal in {folder} cannot be read; use the account that the kiosk runs under.")
    return said
