"""Recording a table: what is written can be read again, whatever happens to the disk or the power."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware import recorder as module
from hardware.frame import Frame
from hardware.press import Press, Role
from hardware.recorder import Description, Recorder, partial_of, rescue
from hardware.recording import RecordedCamera, RecordingError, load_recording

TABLE = Description("friday", ("Åse", 'Bo "B"'), ("ivory", "red"), 60, 5, 10, 2, (0, 1), 10.0)


def frame(number: int, time: float | None = None) -> Frame:
    return Frame(np.full((24, 32, 3), number % 200, np.uint8), number, 100.0 + number / 10 if time is None else time)


def test_what_was_recorded_is_read_back(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    calibration = tmp_path / "calibration.toml"
    calibration.write_text("version = 1\n")
    (tmp_path / "empty.jpg").write_bytes(b"jpeg")
    with Recorder(folder, TABLE, calibration) as recorder:
        recorder.press(Press(Role.GREEN, 99.0))
        for number in (3, 4, 6):
            recorder.frame(frame(number))
            if number == 4:
                recorder.press(Press(Role.RED, 100.45, held=True))
                recorder.press(Press(Role.QUIT, 100.45))
        assert not folder.exists()
    assert recorder.fault is None and recorder.frames == 3
    recording = load_recording(folder)
    assert (recording.players, recording.tints, recording.max_wager) == (("Åse", 'Bo "B"'), ("ivory", "red"), 10)
    assert [(item.number, item.time) for item in recording.frames] == [
        (3, 0.0),
        (4, pytest.approx(0.1)),
        (6, pytest.approx(0.3)),
    ]
    assert {number: [(press.role, press.held) for press in presses] for number, presses in recording.presses.items()} == {
        3: [(Role.GREEN, False)],
        4: [(Role.RED, True)],
    }
    camera = RecordedCamera(recording)
    values = [camera.read(1.0) for _ in range(3)]
    assert [item and int(item.image[0, 0, 0]) for item in values] == pytest.approx([3, 4, 6], abs=2)
    assert recording.calibration.read_text() == "version = 1\n"
    assert (folder / "empty.jpg").read_bytes() == b"jpeg"
    assert not partial_of(folder).exists()


class Source:
    def __init__(self) -> None:
        self.number = -1
        self.closed = False

    def read(self, deadline: float) -> Frame | None:
        self.number += 1
        return frame(self.number) if self.number < 3 else None

    def close(self) -> None:
        self.closed = True


def test_a_tapped_camera_records_what_is_read_from_it(tmp_path: Path) -> None:
    source = Source()
    with Recorder(tmp_path / "t", TABLE) as recorder:
        camera = recorder.tap(source)
        seen = [camera.read(1.0) for _ in range(4)]
        camera.close()
    assert [item and item.number for item in seen] == [0, 1, 2, None]
    assert source.closed
    assert len(load_recording(tmp_path / "t").frames) == 3


def test_an_existing_folder_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    with pytest.raises(RecordingError, match="exists already; name another folder"):
        Recorder(tmp_path / "t", TABLE)


def test_a_recording_without_pictures_leaves_nothing(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "t", TABLE)
    recorder.press(Press(Role.GREEN, 1.0))
    assert recorder.close() is None
    assert recorder.close() is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordingError, match="cannot be written: Not a directory"):
        Recorder(tmp_path / "file" / "t", TABLE)


def test_a_full_disk_ends_the_recording_in_one_sentence_and_keeps_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "t"
    written = Path.write_bytes
    count = 0

    def full(self: Path, data: Any) -> int:
        nonlocal count
        count += 1
        if count > 4:
            written(self, data[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with Recorder(folder, TABLE) as recorder:
        for number in range(10):
            recorder.frame(frame(number))
            recorder.press(Press(Role.GREEN, 1.0))
    monkeypatch.undo()
    assert recorder.fault == f"The disk of {folder} is full; the recording has ended, what it has is kept."
    recording = load_recording(folder)
    assert len(recording.frames) == 4
    assert len(list((folder / "frames").iterdir())) == 4
    camera = RecordedCamera(recording)
    assert all(camera.read(1.0) is not None for _ in range(4))


def test_a_disk_that_is_almost_full_is_left_to_the_games(tmp_path: Path) -> None:
    left = iter([10**9, 10**6])
    with Recorder(tmp_path / "t", TABLE, free=lambda path: next(left)) as recorder:
        for number in range(60):
            recorder.frame(frame(number))
            while recorder.fault is None and recorder.frames < min(number + 1, 50):
                threading.Event().wait(0.005)
    assert recorder.fault is not None and "almost full" in recorder.fault
    assert len(load_recording(tmp_path / "t").frames) == 50


def test_a_row_is_written_wholly_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A file on a disk with room for four more bytes."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("wb", buffering=0)

        def write(self, data: bytes) -> int:
            return self.file.write(data[:4])

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    path = tmp_path / "frames.csv"
    file = Full(path)
    with pytest.raises(OSError, match="No space left"):
        module._append(file, ("1", "000001.jpg", "0.0"))  # type: ignore[arg-type]
    assert path.read_bytes() == b""


def test_a_slow_disk_leaves_pictures_out_and_never_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    written = Path.write_bytes

    def slow(self: Path, data: Any) -> int:
        gate.wait(20)
        return written(self, data)

    monkeypatch.setattr(Path, "write_bytes", slow)
    recorder = Recorder(tmp_path / "t", TABLE)
    for number in range(module.WAITING + 20):
        recorder.frame(frame(number))
    assert recorder.left_out >= 18
    gate.set()
    recorder.close()
    assert recorder.fault is None
    assert len(load_recording(tmp_path / "t").frames) == module.WAITING + 20 - recorder.left_out


def interrupted(folder: Path) -> None:
    """Leaves what a power cut would leave: torn rows, a torn picture."""
    with Recorder(folder, TABLE) as recorder:
        for number in range(5):
            recorder.frame(frame(number))
            recorder.press(Press(Role.GREEN, 1.0))
    partial = partial_of(folder)
    folder.rename(partial)
    (partial / "frames" / "000004.jpg").write_bytes((partial / "frames" / "000004.jpg").read_bytes()[:60])
    with (partial / "frames.csv").open("a") as file:
        file.write("5,000005")
    with (partial / "presses.csv").open("a") as file:
        file.write("4,gre")


def test_an_interrupted_recording_is_rescued(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    interrupted(folder)
    with pytest.raises(RecordingError, match="was left by an interrupted recording"):
        Recorder(folder, TABLE)
    assert rescue(folder) == folder
    recording = load_recording(folder)
    assert [item.number for item in recording.frames] == [0, 1, 2, 3]
    assert sorted(recording.presses) == [0, 1, 2, 3]
    with pytest.raises(RecordingError, match="exists already"):
        rescue(folder)


def test_nothing_to_rescue_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be written: No such file"):
        rescue(tmp_path / "t")
