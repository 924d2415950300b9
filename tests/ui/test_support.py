"""The file for a question: all that is needed, no names, said before it is written."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from game.journal import Journal
from ui.cli import command as bosstray
from ui.commands import support as command_module
from ui.doctor.finding import Answer, ok, warning
from ui.settings import Settings, TableSettings
from ui.support import Entry, Scrubber, SupportError, gathered, write

LOG = "2027-05-01T20:15:00 bar bosstray[7]: round 3: Åse 65331, Bo 66542; Bo is Boss\nboxing Åsegård, ÅSE wins in /home/bar/x\n"
NAMES = ("Åse", "Bo")


def settings() -> Settings:
    return Settings(table=TableSettings(names=NAMES, tints=("red", "blue")))


def entries(tmp_path: Path) -> dict[str, Entry]:
    run = tmp_path / "run"
    run.mkdir()
    (run / "last-00.jpg").write_bytes(b"picture")
    (tmp_path / "calibration.toml").write_text("version = 1\n")
    (tmp_path / "empty.jpg").write_bytes(b"tray")
    found = gathered(
        settings(),
        "Read from /home/bar/config.toml.",
        [ok("camera", "Fine."), warning("disk", "Bo has little room in /home/bar.")],
        tmp_path / "calibration.toml",
        run,
        Scrubber(NAMES, Path("/home/bar")),
        lambda arguments, seconds: Answer(0, LOG),
        tmp_path / "model",
    )
    return {entry.name: entry for entry in found}


def test_everything_is_there(tmp_path: Path) -> None:
    found = entries(tmp_path)
    assert set(found) == {
        "versions.txt",
        "config.toml",
        "doctor.jsonl",
        "log.txt",
        "calibration.toml",
        "calibration-empty.jpg",
        "frames/last-00.jpg",
    }
    assert found["frames/last-00.jpg"].data == b"picture"
    assert b"bosstray " in found["versions.txt"].data and b"numpy " in found["versions.txt"].data
    lines = [json.loads(line) for line in found["doctor.jsonl"].data.splitlines()]
    assert [line["status"] for line in lines] == ["ok", "warning"]


def test_no_name_of_a_player_is_in_it(tmp_path: Path) -> None:
    found = entries(tmp_path)
    for entry in found.values():
        text = entry.data.decode()
        assert "/home/bar" not in text
        assert "Bo " not in text and "Åse " not in text and '"Bo"' not in text and "ÅSE" not in text, entry.name
    log = found["log.txt"].data.decode()
    assert "round 3: player-1 65331, player-2 66542; player-2 is Boss" in log
    # Words that only contain a name stay.
    assert "boxing Åsegård" in log
    assert 'names = ["player-1", "player-2"]' in found["config.toml"].data.decode()


def test_what_cannot_be_had_is_left_out(tmp_path: Path) -> None:
    found = gathered(
        Settings(),
        "",
        [],
        tmp_path / "none.toml",
        tmp_path / "none",
        Scrubber(()),
        lambda a, s: Answer(None),
        tmp_path / "model",
    )
    assert [entry.name for entry in found] == ["versions.txt", "config.toml", "doctor.jsonl"]


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SupportError, match="cannot be written: the disk is full"):
        write(tmp_path / "a.zip", [Entry("a", "b", b"c")])
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    monkeypatch.setattr(command_module, "all_findings", lambda config: [ok("camera", "Fine.")])
    monkeypatch.setattr(command_module, "ask", lambda arguments, seconds: Answer(0, LOG))
    config = tmp_path / "config.toml"
    config.write_text(f'[table]\nnames = ["Åse", "Bo"]\ntints = ["red", "blue"]\n[folders]\nstate = "{tmp_path}"\n')
    return {"BOSSTRAY_CONFIG": str(config), "XDG_RUNTIME_DIR": str(tmp_path)}


def invoke(target: Path, environment: dict[str, str], *arguments: str, typed: str | None = None) -> Any:
    return CliRunner().invoke(bosstray, ["support", str(target), *arguments], env=environment, input=typed)


def test_what_is_inside_is_said_before_it_is_written(quick: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "s.zip"
    refused = invoke(target, quick, typed="n\n")
    assert refused.exit_code == 1 and not target.exists()
    assert "log.txt" in refused.stdout and "no names of players" in refused.stdout
    assert "Nothing was written." in refused.stderr
    assert invoke(target, quick).exit_code == 1 and not target.exists()
    done = invoke(target, quick, typed="\n")
    assert done.exit_code == 0 and done.stdout.endswith(f"{target} is written.\n")
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        assert "doctor.jsonl" in archive.namelist()
        assert "Bo " not in archive.read("log.txt").decode()


def test_a_broken_configuration_does_not_prevent_it(quick: dict[str, str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[camera]\nfps = 0\n")
    target = tmp_path / "s.zip"
    assert invoke(target, quick, "--yes", "--config", str(bad)).exit_code == 0
    with zipfile.ZipFile(target) as archive:
        assert "camera.fps is 0" in archive.read("config.toml").decode()


def test_names_that_were_typed_at_the_table_are_left_out(
    quick: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path, 1.0) as journal:
        journal.start("duel", ("Sigrid", "Bo"), {}, 1.0)
    monkeypatch.setattr(command_module, "ask", lambda arguments, seconds: Answer(0, "round 1: Sigrid 66421, Bo 55321\n"))
    target = tmp_path / "s.zip"
    assert invoke(target, quick, "--yes").exit_code == 0
    with zipfile.ZipFile(target) as archive:
        told = archive.read("log.txt").decode()
    assert "Sigrid" not in told and "66421" in told
