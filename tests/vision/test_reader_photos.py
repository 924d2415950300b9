"""The promise measured on other people's photographs, with the score tool that everyone uses."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).parents[3] / "shared"
LABELS = SHARED / "photos" / "labels.json"
SCORE = SHARED / "tools" / "score_reader.py"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.slow,
    pytest.mark.skipif(not (LABELS.exists() and SCORE.exists()), reason="needs ../shared with the labelled photographs"),
]


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """One verdict for each photograph that has an exact answer."""
    program = Path(sys.executable).parent / "bosstray"
    if shutil.which(str(program)) is None:
        pytest.skip("bosstray is not installed beside this Python")
    out = tmp_path_factory.mktemp("score") / "verdicts.json"
    call = [sys.executable, str(SCORE), str(LABELS), "--reader", f"{program} read --json", "--json", str(out)]
    subprocess.run(call, check=True, capture_output=True, timeout=540)
    rows: list[dict[str, Any]] = json.loads(out.read_text())
    return rows


def source(row: dict[str, Any]) -> str:
    return sources()[row["file"]]["source_repo"]


def sources() -> dict[str, dict[str, Any]]:
    return {entry["file"]: entry for entry in json.loads(LABELS.read_text())}


def test_hands_of_five_white_dice_under_a_webcam(verdicts: list[dict[str, Any]]) -> None:
    mine = [row["verdict"] for row in verdicts if source(row) == "seanwieser/Auto-Yahtzee"]
    assert len(mine) >= 69
    assert mine.count("right") >= 0.95 * len(mine)
    assert mine.count("misread") == 0
    assert mine.count("failed") == 0


def test_silent_misreads_are_rare_everywhere(verdicts: list[dict[str, Any]]) -> None:
    assert len(verdicts) > 250
    assert sum(row["verdict"] == "misread" for row in verdicts) <= 0.005 * len(verdicts)
    assert sum(row["verdict"] == "failed" for row in verdicts) == 0


def test_pictures_without_dice_are_never_read_as_dice(verdicts: list[dict[str, Any]]) -> None:
    without = {file for file, entry in sources().items() if "no_dice" in entry["conditions"]}
    assert len(without) >= 5
    assert [row for row in verdicts if row["file"] in without and row["verdict"] == "misread"] == []
