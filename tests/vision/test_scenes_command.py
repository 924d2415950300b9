"""`./tray scenes` where a folder is missing or holds something else: one sentence, at once, and nothing of OpenCV's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from test_rendered_things import blender

ROOT = Path(__file__).resolve().parents[2]


def refused(*arguments: str, python: str = sys.executable) -> str:
    call = [python, "-m", "vision.scenes", *arguments]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1 and done.stdout == "", done.stderr
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_conditions_of_no_frames(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        assert refused("conditions", str(folder)) == (
            f"tray scenes: there are no frames in {folder}; name a folder of ./tray scenes kept."
        )


def test_a_recording_of_what_was_never_drawn(tmp_path: Path) -> None:
    assert refused("record", str(tmp_path / "cache"), str(tmp_path / "to")) == (
        f"tray scenes: nothing is drawn in {tmp_path / 'cache'}; run ./tray scenes draw {tmp_path / 'cache'} first."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_check_of_a_folder_that_is_no_recording(tmp_path: Path) -> None:
    assert refused("check", str(tmp_path)) == f"tray scenes: {tmp_path} is no recorded table, for it has no empty.jpg."


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_check_of_a_picture_that_is_none(content: bytes, tmp_path: Path) -> None:
    python = blender()
    if python is None:
        pytest.skip("bpy is not installed; ./tray scenes sets it up")
    (tmp_path / "empty.jpg").write_bytes(content)
    said = refused("check", str(tmp_path), python=python)
    assert said == f"tray scenes: {tmp_path / 'empty.jpg'} is no picture; name the folder of a recorded table."
