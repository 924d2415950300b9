"""`bosstray doctor` from outside: the contract of its lines and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ui.cli import command as bosstray

ITEMS = {"camera", "gpio", "display", "sound", "fonts", "calibration", "disk", "time", "power"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    config = tmp_path / "config.toml"
    config.write_text(
        f'[camera]\nsource = "/dev/video97"\n[buttons]\nuse = "never"\n[folders]\nstate = "{tmp_path / "state"}"\n',
        encoding="utf-8",
    )
    return {"BOSSTRAY_CONFIG": str(config), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def test_json_has_one_line_for_each_item(environment: dict[str, str]) -> None:
    result = CliRunner().invoke(bosstray, ["doctor", "--json"], env=environment)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert {entry["item"] for entry in found} >= ITEMS
    assert all(set(entry) == {"item", "status", "message"} for entry in found)
    assert {entry["status"] for entry in found} <= {"ok", "warning", "error"}
    by_item = {entry["item"]: entry for entry in found}
    assert by_item["camera"]["status"] == "error" and "There is no /dev/video97" in by_item["camera"]["message"]
    assert by_item["gpio"]["status"] == "ok"
    assert by_item["fonts"]["status"] == "ok"
    assert result.exit_code == 1


def test_people_get_words_and_a_broken_configuration_is_not_the_end(environment: dict[str, str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[camera]\nfps = 0\n")
    arguments = ["doctor", "--config", str(bad)]
    result = CliRunner().invoke(bosstray, arguments, env={**environment, "COLUMNS": "200", "XDG_STATE_HOME": str(tmp_path)})
    lines = result.stdout.splitlines()
    assert lines[0].split()[:2] == ["error", "configuration"] and "camera.fps is 0" in lines[0]
    assert len(lines) >= 12
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_doctor_camera_without_a_camera_says_why(environment: dict[str, str]) -> None:
    result = CliRunner().invoke(bosstray, ["doctor", "camera", "--headless", "--seconds", "1"], env=environment)
    assert result.exit_code == 1
    assert "There is no /dev/video97" in result.stderr


def test_doctor_buttons_without_buttons_listens_to_keys(environment: dict[str, str]) -> None:
    result = CliRunner().invoke(bosstray, ["doctor", "buttons", "--seconds", "0.2"], env=environment)
    assert result.exit_code == 0
    assert "only keys are told" in result.stderr
