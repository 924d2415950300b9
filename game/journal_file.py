"""The file under the journal: its lock, its schema, and what is said when the disk does not do its part."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

SCHEMA_VERSION = 1
FILE_NAME = "journal.sqlite3"
LOCK_NAME = "journal.lock"
CHECKED_BYTES = 32 * 1024 * 1024
"""Larger files are not read through at start, which must stay quick on a memory card."""

_SCHEMA = f"""
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL,
    started REAL NOT NULL,
    ended REAL,
    result TEXT
);
CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'amend')),
    number INTEGER,
    action TEXT,
    reason TEXT,
    at REAL NOT NULL
);
CREATE INDEX steps_of_game ON steps (game, id);
CREATE TRIGGER steps_stay BEFORE UPDATE ON steps BEGIN SELECT RAISE(ABORT, 'steps are only added'); END;
CREATE TRIGGER steps_remain BEFORE DELETE ON steps BEGIN SELECT RAISE(ABORT, 'steps are only added'); END;
PRAGMA user_version = {SCHEMA_VERSION};
"""


class JournalError(ValueError):
    """The journal cannot be opened, read or written; the sentence says what to do."""


class DiskFullError(JournalError):
    """Nothing was written because the disk is full; the journal and the game are as before."""


class DamagedError(JournalError):
    """The file is no journal, or no longer one; the next start sets it aside."""


def _connected(path: Path, timeout: float) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=timeout, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


def locked(folder: Path) -> sqlite3.Connection:
    """Holds an exclusive SQLite lock on an empty file for as long as the connection is open; a killed process lets go of it."""
    path = folder / LOCK_NAME
    try:
        lock = _connected(path, timeout=0)
    except sqlite3.Error as error:
        raise journal_error(error, folder) from error
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalError(f"Another Boss Tray is using the folder {folder}; end it first.") from error
        if _code(error) == sqlite3.SQLITE_NOTADB:
            raise JournalError(f"The file {path} is not Boss Tray's; move it away.") from error
        raise journal_error(error, folder) from error
    return lock


def opened(folder: Path) -> sqlite3.Connection:
    """The checked journal file; raises `DamagedError` when it is none."""
    path = folder / FILE_NAME
    try:
        db = _connected(path, timeout=2)
    except sqlite3.Error as error:
        raise journal_error(error, folder) from error
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise JournalError(f"The journal in {folder} was written by a newer Boss Tray; update this one.")
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and (version < 1 or not {"games", "steps"} <= tables):
            raise _damaged(folder)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if not tables:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
        elif path.stat().st_size <= CHECKED_BYTES and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _damaged(folder)
        # A write proves that the folder can be written, before anybody plays.
        db.execute("BEGIN IMMEDIATE")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
    except sqlite3.Error as error:
        db.close()
        raise journal_error(error, folder) from error
    except BaseException:
        db.close()
        raise
    return db


def set_aside(folder: Path, now: float) -> Path:
    """Renames the damaged file with its companions; nothing is deleted. The new path."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    for number in range(1000):
        aside = folder / f"journal-damaged-{stamp}{f'-{number}' if number else ''}.sqlite3"
        if not aside.exists():
            break
    try:
        for suffix in ("", "-wal", "-shm"):
            part = folder / f"{FILE_NAME}{suffix}"
            if part.exists():
                part.rename(folder / f"{aside.name}{suffix}")
    except OSError as error:
        raise JournalError(f"The damaged journal in {folder} cannot be set aside: {error.strerror}.") from error
    return aside


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _damaged(folder: Path) -> DamagedError:
    return DamagedError(f"The journal in {folder} is damaged; start again, and it is set aside.")


def damage_notice(aside: Path) -> str:
    return f"The journal was damaged; it is kept as {aside.name}, and a new one was begun."


def journal_error(error: sqlite3.Error, folder: Path) -> JournalError:
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return DiskFullError(f"The disk with {folder} is full; free some space, nothing is lost.")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return JournalError(f"The folder {folder} cannot be written; check its owner and the disk.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _damaged(folder)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError(f"Another program holds the journal in {folder}; end it and try again.")
    return JournalError(f"The journal in {folder} cannot be written ({error}); check the disk.")
