"""What the journal says and does when the disk, the folder or another process is in the way."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from journal_table import PLAYERS, START, actions, started

from game.actions import Wager
from game.history import History
from game.journal import DiskFullError, Journal, JournalError
from game.journal_file import FILE_NAME, LOCK_NAME


def test_a_second_process_is_told_in_one_sentence(tmp_path: Path) -> None:
    script = (
        "import sys; from game.journal import Journal, JournalError\n"
        "try: Journal.open(sys.argv[1], 1.0)\n"
        "except JournalError as error: print(error)"
    )
    with started(tmp_path) as journal:
        said = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, timeout=60)
        assert said.stdout == f"Another Boss Tray is using the folder {tmp_path}; end it first.\n"
        with pytest.raises(JournalError, match="Another Boss Tray"):
            Journal.open(tmp_path, 1.0)
        journal.append(Wager(5), 2.0)
    with Journal.open(tmp_path, 3.0) as journal:
        assert journal.resume() is not None


def test_two_folders_do_not_meet(tmp_path: Path) -> None:
    with started(tmp_path / "a"), started(tmp_path / "b"):
        pass


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(JournalError, match=r"cannot be made: .+\.$"):
        Journal.open(tmp_path / "state", 1.0)
    with pytest.raises(JournalError, match="cannot be made"):
        Journal.open(tmp_path / "state" / "below", 1.0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(JournalError, match="cannot be written"):
            Journal.open(tmp_path, 1.0)
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", [FILE_NAME, LOCK_NAME])
def test_a_file_that_cannot_be_opened_is_said_in_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(JournalError, match="cannot be written"):
        Journal.open(tmp_path, 1.0)


def test_a_full_disk_writes_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class SmallDisk(sqlite3.Connection):
        """SQLite itself says that the disk is full when a file would grow beyond its allowed pages."""

    made: list[SmallDisk] = []

    def connect(path: str, **options: object) -> SmallDisk:
        made.append(sqlite3.Connection.__new__(SmallDisk))
        made[-1].__init__(path, **options)  # type: ignore[misc]
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", connect)
    with started(tmp_path) as journal:
        pages = made[-1].execute("PRAGMA page_count").fetchone()[0]
        made[-1].execute(f"PRAGMA max_page_count = {pages + 1}")
        written = 0
        with pytest.raises(DiskFullError, match="is full; free some space"):
            for _ in range(500):
                journal.append(Wager(5), 1.0)
                written += 1
                journal.undo("again", 1.0)
                written += 1
        assert written > 0
        full = journal.history
        assert len(journal.rows()) == written
        made[-1].execute("PRAGMA max_page_count = 100000")
        journal.undo("space again", 2.0) if written % 2 else journal.append(Wager(6), 2.0)
        assert journal.history != full
        after = journal.history
    with Journal.open(tmp_path, 3.0) as journal:
        assert journal.resume() == after


def aside(folder: Path) -> list[Path]:
    return sorted(folder.glob("journal-damaged-*.sqlite3"))


@pytest.mark.parametrize(
    "damage",
    [b"this is no database" * 300, b"\0" * 8192, b"SQLite format 3\0" + b"\x7f" * 4000],
    ids=["text", "zeros", "header"],
)
def test_a_damaged_file_is_set_aside_and_kept(tmp_path: Path, damage: bytes) -> None:
    with started(tmp_path):
        pass
    (tmp_path / FILE_NAME).write_bytes(damage)
    with Journal.open(tmp_path, 0.0) as journal:
        assert [path.name for path in aside(tmp_path)] == ["journal-damaged-19700101-000000.sqlite3"]
        assert aside(tmp_path)[0].read_bytes() == damage
        assert journal.notice is not None
        assert "kept as journal-damaged-19700101-000000.sqlite3" in journal.notice
        assert journal.resume() is None
        journal.start("boss", PLAYERS, {}, 1.0)
    (tmp_path / FILE_NAME).write_bytes(damage)
    with Journal.open(tmp_path, 0.0):
        assert len(aside(tmp_path)) == 2
    with Journal.open(tmp_path, 0.0) as journal:
        assert journal.notice is None


def test_damage_in_the_middle_is_found(tmp_path: Path) -> None:
    with started(tmp_path) as journal:
        for action in actions(6, 200):
            journal.append(action, 1.0)
    path = tmp_path / FILE_NAME
    whole = bytearray(path.read_bytes())
    for page in range(2, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 400] = b"\xff" * 400
    path.write_bytes(whole)
    with Journal.open(tmp_path, 0.0) as journal:
        assert journal.notice is not None
        assert len(aside(tmp_path)) == 1


def test_damage_that_only_shows_when_resuming_is_set_aside_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with started(tmp_path) as journal:
        for action in actions(6, 200):
            journal.append(action, 1.0)
    path = tmp_path / FILE_NAME
    whole = bytearray(path.read_bytes())
    for page in range(2, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 400] = b"\xff" * 400
    path.write_bytes(whole)
    monkeypatch.setattr("game.journal_file.CHECKED_BYTES", 0)
    with Journal.open(tmp_path, 0.0) as journal:
        assert journal.notice is None
        assert journal.resume() is None
        assert journal.notice is not None
        assert len(aside(tmp_path)) == 1
        journal.start("boss", PLAYERS, {}, 1.0)


def test_a_foreign_database_is_set_aside(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with Journal.open(tmp_path, 0.0) as journal:
        assert journal.notice is not None
    with contextlib.closing(sqlite3.connect(aside(tmp_path)[0])) as db:
        assert db.execute("SELECT name FROM recipes").fetchall() == []


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="newer Boss Tray; update this one"):
        Journal.open(tmp_path, 1.0)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert aside(tmp_path) == []


def tamper(folder: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as db:
        db.execute("DROP TRIGGER steps_stay")
        db.execute(statement, values)
        db.commit()


@pytest.mark.parametrize(
    "action",
    ["{", "[]", "null", '{"type": "stay"}', '{"type": "throw", "seat": 9, "dice": [1, 1, 1, 1, 1]}', '{"type": "no"}'],
)
def test_a_row_that_cannot_be_replayed_costs_only_what_follows_it(tmp_path: Path, action: str) -> None:
    todo = actions(8, 20)
    with started(tmp_path) as journal:
        for step in todo:
            journal.append(step, 1.0)
    tamper(tmp_path, "UPDATE steps SET action = ? WHERE id = 13", action)
    with Journal.open(tmp_path, 30.0) as journal:
        assert journal.resume() == History(START, todo[:12])
        assert journal.notice == "8 steps of the unfinished game could not be read; they are kept in the journal."
        assert len(journal.rows(1)) == 20
        journal.append(todo[12], 31.0)
    with Journal.open(tmp_path, 32.0) as journal:
        assert journal.resume() == History(START, todo[:13])
        assert journal.notice is None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET kind = 'nonsense'",
        "UPDATE games SET players = '[1, 2]'",
        "UPDATE games SET options = '{'",
        "UPDATE games SET options = 'null', players = 'null'",
    ],
)
def test_a_game_that_cannot_be_begun_again_is_kept_and_left(tmp_path: Path, statement: str) -> None:
    with started(tmp_path):
        pass
    tamper(tmp_path, statement)
    with Journal.open(tmp_path, 30.0) as journal:
        assert journal.resume() is None
        assert journal.notice is not None
        assert "kept in the journal" in journal.notice
    with Journal.open(tmp_path, 31.0) as journal:
        assert journal.resume() is None
        assert journal.notice is None


def test_rows_cannot_be_changed_or_deleted(tmp_path: Path) -> None:
    with started(tmp_path) as journal:
        journal.append(Wager(5), 1.0)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        for statement in ("UPDATE steps SET at = 0", "DELETE FROM steps"):
            with pytest.raises(sqlite3.IntegrityError, match="only added"):
                db.execute(statement)
