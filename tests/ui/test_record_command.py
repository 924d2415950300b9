"""`bosstray record` from outside."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hardware.recorder import partial_of
from hardware.recording import load_recording
from ui.cli import command as bosstray
from ui.terminal_keys import TerminalKeys, terminal_keys


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(60):
        cv2.imwrite(str(folder / f"p-{number:03d}.png"), np.full((24, 32, 3), number, np.uint8))
    return folder


def record(*arguments: str, **environment: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(bosstray, ["record", *arguments], env={"BOSSTRAY_CONFIG": "", **environment})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_any_source_becomes_a_recorded_table_without_loss(tmp_path: Path, pictures: Path) -> None:
    config, calibration = tmp_path / "config.toml", tmp_path / "c.toml"
    config.write_text('[table]\nnames = ["Åse", "Bo"]\ntints = ["red", "blue"]\nlanes = 1\n')
    calibration.write_text("version = 1\n")
    target = tmp_path / "friday"
    arguments = ("--source", str(pictures), "--config", str(config), "--calibration", str(calibration))
    code, out, _ = record(str(target), *arguments)
    assert (code, out) == (0, f"{target}: 60 pictures.\n")
    recording = load_recording(target)
    assert (recording.name, recording.players, recording.seat_lanes) == ("friday", ("Åse", "Bo"), (0, 0))
    assert [frame.number for frame in recording.frames] == list(range(60))
    assert (recording.bank, recording.wager) == (10, 5)
    assert recording.calibration.is_file()
    again = record(str(tmp_path / "copy"), "--source", f"recording:{target}")
    assert again[0] == 0 and len(load_recording(tmp_path / "copy").frames) == 60


def test_what_cannot_be_recorded_is_one_sentence(tmp_path: Path, pictures: Path) -> None:
    code, out, err = record(str(pictures), "--source", str(pictures))
    assert (code, out) == (1, "") and err == f"bosstray: {pictures} exists already; name another folder for the recording.\n"
    code, _, err = record(str(tmp_path / "t"), "--source", "none.mp4")
    assert code == 1 and "There is no none.mp4" in err
    code, _, err = record(str(tmp_path / "t"), "--source", str(pictures), "--calibration", "none.toml")
    assert code == 1 and "There is no calibration none.toml." in err
    assert not partial_of(tmp_path / "t").exists()


def test_an_interrupted_recording_is_rescued(tmp_path: Path, pictures: Path) -> None:
    target = tmp_path / "t"
    assert record(str(target), "--source", str(pictures))[0] == 0
    target.rename(partial_of(target))
    code, _, err = record(str(target), "--source", str(pictures))
    assert code == 1 and "was left by an interrupted recording" in err
    assert record(str(target), "--rescue")[:2] == (0, f"{target} is whole again.\n")
    assert len(load_recording(target).frames) == 60


def test_without_a_camera_nothing_is_left(tmp_path: Path) -> None:
    code, _, err = record(str(tmp_path / "t"), "--source", "/dev/video97", "--seconds", "1")
    assert code == 1 and "No picture came" in err
    assert not partial_of(tmp_path / "t").exists()


def test_keys_of_a_real_terminal_are_presses_and_the_terminal_is_left_as_it_was() -> None:
    termios = pytest.importorskip("termios")
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    with os.fdopen(slave, "r") as stream:
        with terminal_keys(stream) as keys:
            assert termios.tcgetattr(stream)[3] & termios.ICANON == 0
            os.write(master, b"gxR ")
            found = keys.presses(2.5)
            assert [(press.role.value, press.time) for press in found] == [("green", 2.5), ("red", 2.5), ("green", 2.5)]
            assert keys.presses(3.0) == []
            os.write(master, b"q")
            assert [press.role.value for press in keys.presses(3.0)] == ["quit"]
        assert termios.tcgetattr(stream) == before
    os.close(master)
    assert TerminalKeys(None).presses(1.0) == []
