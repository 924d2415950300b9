from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.file import Calibration, CameraMode, Markers, save
from ui.commands import watch

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))
from synthetic_table import HEIGHT, WIDTH, DrawnDiceReader, DrawnDie, Table, draw, geometry

DICE = (DrawnDie(2, 40.0, 60.0, 10.0), DrawnDie(6, 80.0, 90.0, 40.0), DrawnDie(3, 230.0, 120.0, 70.0))


@pytest.fixture
def drawn_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch.Reader, "load", DrawnDiceReader)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(watch.command, [str(argument) for argument in arguments])


def throw_into(folder: Path, first: int = 0) -> None:
    folder.mkdir()
    rng = np.random.default_rng(4)
    rolling = [Table(dice=tuple(replace(die, y=die.y + 9.0 * step, turn=37.0 * step) for die in DICE)) for step in (3, 2, 1)]
    tables = [Table()] * 10 + rolling + [Table(dice=DICE)] * 10
    for number, table in enumerate(tables, first):
        cv2.imwrite(str(folder / f"{number:04d}.png"), draw(table, rng))


def calibration_in(folder: Path) -> Path:
    places = geometry()
    save(
        Calibration(
            CameraMode("drawn", WIDTH, HEIGHT),
            places.tray,
            Markers(30.0, ((0, 0.0, 0.0), (1, 480.0, 0.0), (2, 480.0, 240.0), (3, 0.0, 240.0))),
            places.picture_to_tray,
            places.lanes,
            None,
            16.0,
            places.empty,
        ),
        folder / "calibration.toml",
    )
    return folder / "calibration.toml"


@pytest.mark.usefixtures("drawn_reader")
def test_every_change_of_every_lane_is_one_json_line(tmp_path: Path) -> None:
    throw_into(tmp_path / "frames")
    result = run("--json", "--calibration", calibration_in(tmp_path), "--fps", "10", tmp_path / "frames")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["lane"], line["state"], line["values"], line["reason"]) for line in lines] == [
        (0, "empty", [], None),
        (1, "empty", [], None),
        (2, "empty", [], None),
        (0, "moving", None, None),
        (1, "moving", None, None),
        (0, "settled", [2, 6], None),
        (1, "settled", [3], None),
    ]
    assert list(lines[0]) == ["frame", "t", "lane", "state", "values", "reason"]
    assert lines[3]["frame"] == 10
    assert all(line["t"] == round(line["frame"] / 10, 3) for line in lines)
    assert lines[-1]["t"] <= 1.8


@pytest.mark.usefixtures("drawn_reader")
def test_without_calibration_there_is_one_lane_and_people_can_read_the_lines(tmp_path: Path) -> None:
    throw_into(tmp_path / "frames", first=5)
    result = run(tmp_path / "frames")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[3:] for line in lines] == [["0", "empty"], ["0", "moving"], ["0", "settled", "2", "3", "6"]]
    assert lines[1].split()[0] in {"0.75", "0.80"}


@pytest.mark.usefixtures("drawn_reader")
def test_a_calibration_that_does_not_fit_is_a_configuration_error(tmp_path: Path) -> None:
    throw_into(tmp_path / "frames")
    known = calibration_in(tmp_path)
    small = tmp_path / "small"
    small.mkdir()
    cv2.imwrite(str(small / "0.png"), np.zeros((240, 320, 3), np.uint8))
    result = run("--calibration", known, small)
    assert (result.exit_code, result.stdout) == (78, "")
    assert "is for pictures of 640x360, but these have 320x240" in result.stderr
    known.write_text("version = 7")
    result = run("--calibration", known, tmp_path / "frames")
    assert (result.exit_code, result.stdout) == (78, "")
    assert "has version 7" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.usefixtures("drawn_reader")
def test_what_cannot_be_watched_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("no video")
    damaged = tmp_path / "damaged"
    throw_into(damaged)
    (damaged / "0003.png").write_bytes(b"broken")
    other = tmp_path / "other"
    throw_into(other)
    cv2.imwrite(str(other / "0004.png"), np.zeros((48, 64, 3), np.uint8))
    for source in ("missing", "empty", "text.mp4", "damaged", "other"):
        result = run(tmp_path / source)
        assert result.exit_code == 1, source
        assert len(result.stderr.splitlines()) == 1, source
        assert "Traceback" not in result.stderr
    assert run("--fps", "0", damaged).exit_code == 2
    assert run().exit_code == 2


def test_without_a_camera_its_sentence_stands_there_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    config = tmp_path / "config.toml"
    config.write_text("")
    result = run("--config", config, "/dev/video97")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("There is no /dev/video97") == 1 and len(result.stderr.splitlines()) == 1
    assert caplog.text == ""
