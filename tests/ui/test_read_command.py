"""`bosstray read` from outside: one line a file in order, exact fields, and a sentence for whatever cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from ui.cli import command

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"
FIELDS = ["file", "status", "values", "reason", "ms", "dice"]
DIE_FIELDS = ["value", "confidence", "center", "size", "corners", "flag"]


def read(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["read", *map(str, arguments)])


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def felt(tmp_path: Path) -> Path:
    noise = np.random.default_rng(3).normal(0, 4, (240, 320, 3))
    path = tmp_path / "felt.png"
    cv2.imwrite(str(path), np.clip(noise + np.array([40, 90, 30]), 0, 255).astype(np.uint8))
    return path


@pytest.fixture
def hand() -> Path:
    return PICTURES / "five.jpg"


def test_a_hand_has_the_fields_of_the_contract(hand: Path) -> None:
    result = read("--json", hand)
    assert result.exit_code == 0
    (answer,) = lines(result)
    assert list(answer) == FIELDS
    assert answer["file"] == str(hand)
    assert answer["status"] == "read"
    assert answer["values"] == json.loads((PICTURES / "five.json").read_text())["values"]
    assert answer["reason"] is None
    assert answer["ms"] > 0
    assert len(answer["dice"]) == 5
    for die in answer["dice"]:
        assert list(die) == DIE_FIELDS
        assert 1 <= die["value"] <= 6
        assert 0.5 < die["confidence"] <= 1
        assert die["flag"] is None
        corners = np.array(die["corners"], float)
        assert corners.shape == (4, 2)
        area = cv2.contourArea(corners.astype(np.float32))
        assert 0.8 < np.sqrt(area) / die["size"] < 1.25
        assert np.hypot(*(corners.mean(axis=0) - die["center"])) < 0.3 * die["size"]
        assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0, "clockwise as seen on the screen"


def test_no_dice_is_empty_and_not_an_error(felt: Path) -> None:
    result = read("--json", felt)
    assert result.exit_code == 0
    (answer,) = lines(result)
    assert (answer["status"], answer["values"], answer["dice"], answer["reason"]) == ("empty", [], [], None)


def test_another_number_of_dice_than_expected_is_unsure(hand: Path, felt: Path) -> None:
    four, five, none = (lines(read("--json", "--expect", n, p))[0] for n, p in ((4, hand), (5, hand), (5, felt)))
    assert (four["status"], four["values"]) == ("unsure", None)
    assert four["reason"] == "Five dice in the open, four expected."
    assert five["status"] == "read"
    assert none["status"] == "unsure"
    assert lines(read("--json", "--expect", "any", hand))[0] == five | {"ms": pytest.approx(five["ms"], abs=1e9)}


@pytest.mark.parametrize("count", ["-1", "five", "2.5", "", "101", "٥"])
def test_a_count_that_is_none_is_a_usage_error(count: str, felt: Path) -> None:
    result = read(f"--expect={count}", felt)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_no_picture_is_a_usage_error() -> None:
    assert read("--json").exit_code == 2


def test_bad_files_do_not_keep_the_others_from_being_read(tmp_path: Path, hand: Path, felt: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("Three sixes.")
    short = tmp_path / "short.jpg"
    short.write_bytes(hand.read_bytes()[:3000])
    files = [text, hand, tmp_path / "missing.png", tmp_path, short, felt]
    result = read("--json", *files)
    assert result.exit_code == 1
    answers = lines(result)
    assert [answer["file"] for answer in answers] == [str(file) for file in files]
    assert [answer["status"] for answer in answers] == ["error", "read", "error", "error", "error", "empty"]
    for answer in answers:
        if answer["status"] == "error":
            assert list(answer) == FIELDS
            assert answer["values"] is None
            assert answer["dice"] == []
            assert answer["reason"].endswith(".")
            assert "Traceback" not in answer["reason"]


def test_a_name_that_is_no_utf8_keeps_the_line_valid(tmp_path: Path) -> None:
    name = tmp_path / "b\udcffse.png"
    (answer,) = lines(read("--json", name))
    assert answer["status"] == "error"


def test_tiny_and_huge_pictures_are_answered(tmp_path: Path) -> None:
    shapes = {"dot.png": (1, 1, 3), "line.png": (1, 5000, 3), "tall.bmp": (3000, 2, 3), "huge.jpg": (10000, 10000, 3)}
    for name, shape in shapes.items():
        cv2.imwrite(str(tmp_path / name), np.full(shape, 80, np.uint8))
    answers = lines(read("--json", *(tmp_path / name for name in shapes)))
    assert [answer["status"] for answer in answers] == ["empty"] * len(shapes)


def test_people_get_words(hand: Path, felt: Path, tmp_path: Path) -> None:
    result = read(hand, felt, tmp_path / "none.png")
    first, second, third = result.stdout.splitlines()
    values = json.loads((PICTURES / "five.json").read_text())["values"]
    assert first == f"{hand}: {' '.join(map(str, values))}"
    assert second == f"{felt}: no dice"
    assert third == f"{tmp_path / 'none.png'}: error There is no such file."
    assert result.exit_code == 1


def test_a_calibration_that_is_none_is_a_configuration_error(tmp_path: Path, felt: Path) -> None:
    result = read("--calibration", tmp_path / "none.toml", felt)
    assert result.exit_code == 78
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
