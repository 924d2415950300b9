"""Recorded tables: what is read from the folder, and what is said of a broken one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.press import Role
from hardware.recording import RecordedCamera, RecordingError, load_recording

TABLE = """version = 1
name = "test"
game = "boss"
players = ["Tom", "Irene"]
tints = ["ivory", "red"]
bank = 10
wager = 5
max_wager = 5
fps = 10
lanes = 2
seat_lanes = [0, 1]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "frames").mkdir()
    (tmp_path / "table.toml").write_text(TABLE)
    rows = ["number,file,time"]
    for number in range(3):
        cv2.imwrite(str(tmp_path / "frames" / f"{number:06d}.png"), np.full((8, 10, 3), number * 50, np.uint8))
        rows.append(f"{number},{number:06d}.png,{number / 10}")
    (tmp_path / "frames.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "presses.csv").write_text("frame,button\n1,green\n1,red\n")
    return tmp_path


def test_a_recording_gives_its_frames_in_order_and_its_presses(folder: Path) -> None:
    recording = load_recording(folder)
    assert recording.players == ("Tom", "Irene")
    assert recording.seat_lanes == (0, 1)
    assert [press.role for press in recording.presses[1]] == [Role.GREEN, Role.RED]
    camera = RecordedCamera(recording)
    frames = [camera.read(1.0) for _ in range(4)]
    assert [frame and (frame.number, frame.time, int(frame.image[0, 0, 0])) for frame in frames] == [
        (0, 0.0, 0),
        (1, 0.1, 50),
        (2, 0.2, 100),
        None,
    ]
    camera.close()


def test_a_recording_goes_on_after_a_given_time(folder: Path) -> None:
    frame = RecordedCamera(load_recording(folder), start=0.1).read(1.0)
    assert frame is not None and frame.number == 2


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("table.toml", None, "no recorded table"),
        ("table.toml", "version = 9\n", "version 9"),
        ("table.toml", "version = [", "damaged"),
        ("table.toml", 'version = 1\nplayers = ["Tom"]\n', "lacks a usable value"),
        ("frames.csv", "number,file\n", "must have the columns"),
        ("frames.csv", "number,file,time\n0,a.png,x\n", "no frame"),
        ("frames.csv", "number,file,time\n1,a.png,0\n0,b.png,1\n", "not in order"),
        ("frames.csv", "number,file,time\n", "no frames"),
        ("presses.csv", "frame,button\n7,green\n", "no press"),
        ("presses.csv", "frame,button\n1,blue\n", "no press"),
        ("presses.csv", None, "cannot be read"),
    ],
)
def test_a_broken_recording_is_refused_in_one_sentence(folder: Path, file: str, content: str | None, says: str) -> None:
    (folder / file).unlink()
    if content is not None:
        (folder / file).write_text(content)
    with pytest.raises(RecordingError, match=says) as caught:
        load_recording(folder)
    assert "\n" not in str(caught.value)


def test_a_missing_or_broken_picture_is_named(folder: Path) -> None:
    recording = load_recording(folder)
    (folder / "frames" / "000000.png").write_bytes(b"not a picture")
    (folder / "frames" / "000001.png").unlink()
    camera = RecordedCamera(recording)
    with pytest.raises(RecordingError, match=r"000000\.png is not a picture"):
        camera.read(1.0)
    with pytest.raises(RecordingError, match=r"000001\.png is missing"):
        camera.read(1.0)


def test_pictures_are_opened_only_inside_the_recording(folder: Path) -> None:
    (folder / "frames.csv").write_text("number,file,time\n0,../../etc/passwd,0\n")
    (folder / "presses.csv").write_text("frame,button\n")
    assert load_recording(folder).frames[0].path == folder / "frames" / "passwd"
