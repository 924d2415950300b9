"""`bosstray history`: what it prints, what it writes for other programs, whom it forgets, and what it never knows."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.actions import Action, CallOff, CallUp, Dice, Reveal, Throw, Wager
from game.boss import BossGame
from game.journal import Journal
from game.journal_file import JournalError
from game.journal_reader import JournalReader, forget
from game.menu_lines import Offers, Party
from game.session import Session
from game.setup import Agreed
from game.sighting import Button, LaneState, Sighting
from ui.cli import command
from ui.commands.history import ACTION_COLUMNS, DICE_COLUMNS, GAME_COLUMNS, REGULAR_COLUMNS
from ui.ledger import Ledger

NAMES = ("Tom", "Irene", "Åse")
OPTIONS = {"banks": [10, 10, 10], "max_wager": 5, "tints": ["ivory", "red", "blue"]}
START = 1_790_000_000.0
ROUND: tuple[Action, ...] = (
    Wager(5),
    Throw(0, (5, 5, 5, 2, 1)),
    Throw(1, (4, 4, 3, 6, 2)),
    Throw(2, (2, 2, 6, 1, 3)),
    CallUp(),
    Throw(1, (4, 4, 4, 2, 1), (4, 4)),
    Throw(2, (2, 2, 2, 1, 3), (2, 2)),
    Reveal(0, (5, 5, 5, 4, 3)),
)


def history(folder: Path, *arguments: str) -> str:
    done = CliRunner().invoke(command, ["history", *arguments, "--state-dir", str(folder)])
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(folder: Path, *arguments: str) -> str:
    done = CliRunner().invoke(command, ["history", *arguments, "--state-dir", str(folder)])
    assert done.exit_code == 1 and "Traceback" not in done.output
    return done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games: one left after a round, with a correction and a step taken back; one still open."""
    with Journal.open(tmp_path, START) as journal:
        journal.start("boss", NAMES, OPTIONS, START)
        for at, action in enumerate(ROUND):
            seen = "seen" if isinstance(action, Throw | Reveal) else None
            journal.append(action, START + at, seen)
        journal.amend(2, Throw(1, (4, 4, 3, 6, 1)), "misread", START + 20)
        journal.append(Wager(5), START + 30)
        journal.append(Throw(0, (1, 2, 3, 4, 6)), START + 31, "by hand")
        journal.undo("taken back at the table", START + 32)
        journal.finish(START + 40)
        journal.start("duel", ("Irene", "Bjørn"), {}, START + 86_400 * 40)
        journal.append(Throw(0, (6, 6, 5, 4, 3)), START + 86_400 * 40, "seen")
    return tmp_path


def test_the_games_are_listed_with_the_latest_first(folder: Path) -> None:
    lines = history(folder).splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["2", "1"]
    assert "Irene, Bjørn" in lines[1] and "not finished" in lines[1]
    assert "Tom, Irene, Åse" in lines[2] and lines[2].rstrip().endswith("2")
    assert len(history(folder, "--since", "2026-10-20").splitlines()) == 2


def test_a_game_is_told_with_keeps_and_corrections(folder: Path) -> None:
    lines = history(folder, "show", "1").splitlines()
    assert lines[1] == "players: Tom, Irene, Åse"
    assert lines[2].startswith("round 1: Tom 55521, Irene 64431, Åse 63221; Tom is Boss, keeps 555, calls up, shows 55543;")
    assert lines[3] == "    Irene keeps 44, Åse keeps 22"
    assert lines[4:] == [
        "left before its end",
        "corrections:",
        "    round 1: Irene 64432 became 64431 (misread)",
        "    round 2: Tom 64321 was undone (taken back at the table)",
    ]
    assert refused(folder, "show", "9") == "bosstray: There is no game 9; bosstray history lists them.\n"


def test_regulars_and_dice_in_a_terminal(folder: Path) -> None:
    table = history(folder, "regulars")
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["Irene", "Tom", "Åse", "Bjørn"] or "Tom" in table
    dice = history(folder, "dice").splitlines()
    assert any(line == "all: 15 dice are too few to say; 60 are the least." for line in dice)
    assert "1 first throw was set or put right by hand and left out." in dice


def test_measured_dice_are_called_by_the_colour_that_everybody_would_say(tmp_path: Path) -> None:
    tints = ["#8f2b26/light", "#c21f2a/light", "#2a5a8c/light"]
    with Journal.open(tmp_path, START) as journal:
        journal.start("boss", NAMES, {**OPTIONS, "tints": tints}, START)
        for action in ROUND:
            journal.append(action, START, "seen" if isinstance(action, Throw) else None)
        journal.finish(START)
    assert [line.split(":")[0] for line in history(tmp_path, "dice").splitlines() if "too few" in line] == [
        "all", "red #8f2b26", "red #c21f2a", "blue"
    ]  # fmt: skip
    norwegian = history(tmp_path, "dice", "--language", "nb")
    assert "rød #8f2b26" in norwegian and "blå:" in norwegian
    assert [one["dice"] for one in json.loads(history(tmp_path, "dice", "--json"))["dice"]] == ["all", *tints]


def test_it_speaks_the_language_of_the_table_and_programs_read_the_same(folder: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('language = "nb"\n')
    norwegian = ("--config", str(config))
    games = history(folder, *norwegian).splitlines()
    assert games[0].split() == ["Spill", "Begynte", "Spillere", "Vinner", "Runder", "Endringer"]
    assert "ikke ferdig" in games[1] and "avbrutt" in games[2]
    lines = history(folder, "show", "1", *norwegian).splitlines()
    assert lines[1] == "spillere: Tom, Irene, Åse"
    assert lines[2] == (
        "runde 1: Tom 55521, Irene 64431, Åse 63221; Tom er Boss, beholder 555, kaller opp, viser 55543; "
        "Irene 44421 taper, Åse 32221 taper; banker Tom 20, Irene 5, Åse 5, pott 0"
    )
    assert lines[3:] == [
        "    Irene beholder 44, Åse beholder 22",
        "avbrutt før slutten",
        "rettelser:",
        "    runde 1: Irene 64432 ble til 64431 (lest feil)",
        "    runde 2: Tom 64321 ble tatt tilbake (tatt tilbake ved bordet)",
    ]
    assert history(folder, "show", "1", *norwegian, "--language", "en") == history(folder, "show", "1")
    assert "Beste hånd" in history(folder, "regulars", *norwegian)
    assert "alle: 15 terninger er for få til å si noe" in history(folder, "dice", *norwegian)
    for view in ((), ("show", "1"), ("regulars",), ("dice",)):
        for form in ("--json", "--csv"):
            assert history(folder, *view, form, *norwegian) == history(folder, *view, form)


def test_csv_has_its_header_and_one_row_a_thing(folder: Path) -> None:
    wanted = {(): GAME_COLUMNS, ("regulars",): REGULAR_COLUMNS, ("dice",): DICE_COLUMNS, ("show", "1"): ACTION_COLUMNS}
    for arguments, columns in wanted.items():
        rows = list(csv.reader(io.StringIO(history(folder, *arguments, "--csv"))))
        assert tuple(rows[0]) == columns
        assert rows[1:] and all(len(row) == len(columns) for row in rows)
    games = list(csv.DictReader(io.StringIO(history(folder, "--csv"))))
    assert (games[1]["players"], games[1]["state"], games[1]["changes"]) == ("Tom+Irene+Åse", "left", "2")


def test_a_name_is_never_a_formula(tmp_path: Path) -> None:
    with Journal.open(tmp_path, START) as journal:
        journal.start("duel", ("=1+1", "@Bob"), {}, START)
        journal.finish(START + 1)
    rows = list(csv.DictReader(io.StringIO(history(tmp_path, "regulars", "--csv"))))
    assert {row["name"] for row in rows} == {"'=1+1", "'@Bob"}


def test_json_is_one_document_with_a_version(folder: Path) -> None:
    games = json.loads(history(folder, "--json"))
    assert games["version"] == 1 and [game["id"] for game in games["games"]] == [2, 1]
    assert set(games["games"][0]) == set(GAME_COLUMNS)
    assert games["games"][1]["started"] == "2026-09-21T14:13:20+00:00"
    game = json.loads(history(folder, "show", "1", "--json"))["game"]
    assert game["changed"][0] == {
        "round": "round 1",
        "time": "2026-09-21T14:13:40+00:00",
        "reason": "misread",
        "player": "Irene",
        "before": {"type": "throw", "seat": 1, "dice": [4, 4, 3, 6, 2]},
        "after": {"type": "throw", "seat": 1, "dice": [4, 4, 3, 6, 1]},
        "dropped": 0,
    }
    assert [action["source"] for action in game["actions"][:4]] == [None, "seen", "corrected", "seen"]
    people = json.loads(history(folder, "regulars", "--json"))["regulars"]
    assert set(people[0]) == set(REGULAR_COLUMNS) and {one["name"] for one in people} == {"Tom", "Irene", "Åse", "Bjørn"}
    dice = json.loads(history(folder, "dice", "--json"))["dice"]
    assert dice[0]["dice"] == "all" and dice[0]["counted"] == 15 == sum(dice[0][str(face)] for face in range(1, 7))
    assert set(dice[0]) == set(DICE_COLUMNS)


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01", "-1d", "2026-11-30T10:00", "99999999d"])
def test_a_day_that_is_none(folder: Path, since: str) -> None:
    done = CliRunner().invoke(command, ["history", "--since", since, "--state-dir", str(folder)])
    assert done.exit_code == 2 and "Traceback" not in done.output


def test_options_go_after_the_view(folder: Path) -> None:
    done = CliRunner().invoke(command, ["history", "--since", "30d", "regulars", "--state-dir", str(folder)])
    assert done.exit_code == 2 and "Options go after the view" in done.stderr


def test_without_a_journal_one_sentence(tmp_path: Path) -> None:
    assert "There is no journal in" in refused(tmp_path)
    (tmp_path / "journal.sqlite3").write_bytes(b"nothing of the kind" * 100)
    assert "The journal in" in refused(tmp_path)


def test_the_history_is_read_while_the_kiosk_writes(folder: Path) -> None:
    with Journal.open(folder, START) as journal:
        journal.resume()
        journal.append(Throw(1, (5, 5, 1, 2, 3)), START + 86_400 * 41, "seen")
        assert "Bjørn,throw,55123" in history(folder, "show", "2", "--csv")
        assert "Another Boss Tray is using the folder" in refused(folder, "forget", "Tom", "--yes")


def test_a_person_is_forgotten_and_no_byte_is_left(folder: Path) -> None:
    with pytest.raises(JournalError, match="not finished"):
        forget(folder, "irene")
    assert history(folder, "forget", "tom", "--yes") == "tom is forgotten in 1 game.\n"
    assert history(folder, "forget", "ÅSE", "--yes") == "ÅSE is forgotten in 1 game.\n"
    with JournalReader.open(folder) as reader:
        assert [record.players for record in reader.games()] == [("Guest", "Irene", "Guest 2"), ("Irene", "Bjørn")]
    told = history(folder, "show", "1")
    assert "Guest is Boss" in told and "Tom" not in told
    assert "Guest" not in history(folder, "regulars")
    for file in folder.iterdir():
        content = file.read_bytes()
        assert b"Tom" not in content and "Åse".encode() not in content and b"\\u00c5se" not in content
    assert "Nobody called Tom has played here." in refused(folder, "forget", "Tom", "--yes")


def test_who_is_asked_may_still_say_no(folder: Path) -> None:
    done = CliRunner().invoke(command, ["history", "forget", "Tom", "--state-dir", str(folder)], input="n\n")
    assert done.exit_code == 1
    assert "Tom" in history(folder)


def test_nobody_is_asked_when_there_is_nothing_to_forget(folder: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    for where, said in (
        (nowhere, f"There is no journal in {nowhere} yet; nobody is remembered."),
        (folder, "Nobody called Eve"),
    ):
        done = CliRunner().invoke(command, ["history", "forget", "Eve", "--state-dir", str(where)], input="y\n")
        assert (done.exit_code, done.stdout) == (1, "") and said in done.stderr
    assert not nowhere.exists()


# What nobody has seen


def evening_of_the_house(folder: Path, seed: int, kind: str, strength: str) -> Iterator[tuple[int, Dice]]:
    """The house plays a game against itself; every hand it had under a cup, and the journal of it in `folder`."""
    evening = Session(Offers.usual(Party(NAMES, ("ivory", "red", "blue"))), lanes=2, chance=random.Random(seed))
    options = {"boss": (("banks", [20] * 3), ("max_wager", 5)), "qualification": (("rotations", 2),)}[kind]
    agreed = Agreed(kind, Party(NAMES, ("ivory",) * 3, (0, 1, 2)), (*options, ("house", [strength] * 3)), 5)
    empty = [Sighting(lane, LaneState.EMPTY) for lane in range(2)]
    with Journal.open(folder, 0.0) as journal:
        ledger = Ledger(journal)
        ledger.write(evening.start(agreed), 0.0)
        for step in range(600):
            ledger.write(evening.see(empty, float(step)), float(step))
            if evening.house is not None:
                yield from evening.house.cups.items()  # type: ignore[misc]
            if evening.croupier is None or evening.croupier.at_the_end:
                break
            ledger.write(evening.press(Button.GREEN, step + 0.5), step + 0.5)


@pytest.mark.parametrize(
    ("kind", "strength", "seed"), [("boss", "regular", 2), ("boss", "equilibrium", 1), ("qualification", "equilibrium", 1)]
)
def test_a_throw_that_was_never_shown_is_in_no_history(tmp_path: Path, kind: str, strength: str, seed: int) -> None:
    cups = {dice for _, dice in evening_of_the_house(tmp_path, seed, kind, strength)}
    with JournalReader.open(tmp_path) as reader:
        (past,) = reader.past()
    shown = {tuple(sorted(one.dice)) for one in past.history.actions if isinstance(one, Throw | Reveal)}
    secret = {tuple(sorted(dice)) for dice in cups} - shown
    assert secret, "Every hidden hand was shown; the test shows nothing."
    views = (["show", "1"], ["regulars"], ["dice"], [])
    for arguments in views:
        for form in ([], ["--json"], ["--csv"]):
            told = history(tmp_path, *arguments, *form)
            for dice in secret:
                spellings = {"".join(map(str, order)) for order in (dice, dice[::-1])}
                spellings |= {", ".join(map(str, order)) for order in (dice, dice[::-1])}
                assert not any(spelling in " ".join(told.split()) for spelling in spellings), (arguments, form, dice)
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for dice in secret:
        assert json.dumps(list(dice)).encode() not in raw


def test_a_hand_that_was_called_off_is_not_told(tmp_path: Path) -> None:
    with Journal.open(tmp_path, START) as journal:
        journal.start("boss", NAMES, OPTIONS, START)
        for action in (*ROUND[:4], CallOff()):
            journal.append(action, START)
        assert isinstance(journal.history and journal.history.game, BossGame)
    assert "Tom is Boss, keeps 555, calls off; banks" in history(tmp_path, "show", "1")
