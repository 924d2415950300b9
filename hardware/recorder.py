"""Writes a recorded table: what `hardware.recording` reads.

Pictures are written on a thread of its own into `NAME.partial`, each with its row, so that the folder is whole at any moment;
it gets its name when it is closed. After a power cut `rescue` makes a whole recording of what is there.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import logging
import os
import queue
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import cv2

from hardware.frame import Camera, Frame
from hardware.press import Press, Role
from hardware.recording import VERSION, RecordingError, load_recording

log = logging.getLogger(__name__)

WAITING = 40
"""Pictures that may wait for a slow disk; more are left out."""
QUALITY = 92
CLOSE_SECONDS = 30.0
SPARE_BYTES = 64 * 1024 * 1024
"""So much of a disk is left free, for the games."""
FRAME_COLUMNS = ("number", "file", "time")
PRESS_COLUMNS = ("frame", "button", "held")


@dataclass(frozen=True, slots=True)
class Description:
    """Who plays what at the recorded table; as in `hardware.recording.Recording`."""

    name: str
    players: tuple[str, ...]
    tints: tuple[str, ...]
    bank: int
    wager: int
    max_wager: int | None
    lanes: int
    seat_lanes: tuple[int, ...]
    fps: float
    game: str = "boss"

    def to_toml(self) -> str:
        """The text of `table.toml`."""
        rows = [
            f"version = {VERSION}",
            f"name = {_text(self.name)}",
            f"game = {_text(self.game)}",
            f"players = [{', '.join(map(_text, self.players))}]",
            f"tints = [{', '.join(map(_text, self.tints))}]",
            f"bank = {self.bank}",
            f"wager = {self.wager}",
            *([] if self.max_wager is None else [f"max_wager = {self.max_wager}"]),
            f"fps = {self.fps:g}",
            f"lanes = {self.lanes}",
            f"seat_lanes = [{', '.join(map(str, self.seat_lanes))}]",
        ]
        return "\n".join(rows) + "\n"


class Recorder:
    """Writes one recording into `folder`, which must not exist yet; a context manager.

    Nothing that happens to the disk stops a game: `fault` then says in one sentence why the recording has ended, and what was
    written until then is kept. `frames` and `left_out` count. Raises `RecordingError` when it cannot be begun.
    """

    def __init__(
        self,
        folder: Path,
        description: Description,
        calibration: Path | None = None,
        free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self.folder = folder
        self.fault: str | None = None
        self.frames = 0
        self.left_out = 0
        self._free = free
        self._partial = partial_of(folder)
        if folder.exists():
            raise RecordingError(f"{folder} exists already; name another folder for the recording.")
        if self._partial.exists():
            raise RecordingError(f"{self._partial} was left by an interrupted recording; rescue or remove it first.")
        self._files = contextlib.ExitStack()
        try:
            (self._partial / "frames").mkdir(parents=True)
            (self._partial / "table.toml").write_text(description.to_toml(), encoding="utf-8")
            if calibration is not None:
                _copy_calibration(calibration, self._partial)
            self._frame_rows = self._opened("frames.csv", FRAME_COLUMNS)
            self._press_rows = self._opened("presses.csv", PRESS_COLUMNS)
        except OSError as error:
            self._files.close()
            raise RecordingError(_sentence(folder, error)) from error
        self._queue: queue.Queue[Frame | Press | None] = queue.Queue(WAITING)
        self._waiting: list[Press] = []
        self._last: int | None = None
        self._begin: float | None = None
        self._time = -1.0
        self._thread = threading.Thread(target=self._write_all, name="recorder", daemon=True)
        self._thread.start()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def frame(self, frame: Frame, patience: float = 0.0) -> None:
        """Keeps a picture; waits at most `patience` seconds. A picture for which the disk is too slow is left out."""
        if self.fault is None:
            try:
                self._queue.put(frame, block=patience > 0, timeout=patience or None)
            except queue.Full:
                self.left_out += 1

    def press(self, press: Press) -> None:
        """Keeps a press of a button with the newest picture."""
        if self.fault is None and press.role is not Role.QUIT:
            try:
                self._queue.put(press, timeout=2.0)
            except queue.Full:
                self._fail(RecordingError(f"The disk of {self.folder} is too slow; the recording has ended."))

    def tap(self, camera: Camera) -> Camera:
        """`camera`, each of whose pictures is kept as it is read."""
        return _Tapped(camera, self)

    def close(self) -> Path | None:
        """Writes what is still waiting and gives the folder its name; may be called twice. `None` when it holds no picture."""
        if self._thread.is_alive():
            with contextlib.suppress(queue.Full):
                self._queue.put(None, timeout=CLOSE_SECONDS)
            self._thread.join(CLOSE_SECONDS)
        self._files.close()
        if not self._partial.exists():
            return self.folder if self.folder.exists() else None
        if self.frames == 0:
            shutil.rmtree(self._partial, ignore_errors=True)
            return None
        try:
            _sync(self._partial)
            self._partial.rename(self.folder)
        except OSError as error:
            self._fail(RecordingError(f"{_sentence(self.folder, error)} It is kept as {self._partial}."))
            return self._partial
        return self.folder

    def _opened(self, name: str, columns: tuple[str, ...]) -> BinaryIO:
        file = self._files.enter_context((self._partial / name).open("wb", buffering=0))
        _append(file, columns)
        return file

    def _write_all(self) -> None:
        while True:
            item = self._queue.get()
            if item is None:
                return
            if self.fault is not None:
                continue
            try:
                if isinstance(item, Frame):
                    self._write_frame(item)
                else:
                    self._write_press(item)
            except OSError as error:
                self._fail(RecordingError(_sentence(self.folder, error)))
            except RecordingError as error:
                self._fail(error)

    def _write_frame(self, frame: Frame) -> None:
        if self.frames % 50 == 0 and self._free(self._partial) < SPARE_BYTES:
            raise RecordingError(f"The disk of {self.folder} is almost full; the recording has ended, what it has is kept.")
        done, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise RecordingError("A picture cannot be stored as JPEG; the recording has ended.")
        name = f"{frame.number:06d}.jpg"
        target = self._partial / "frames" / name
        try:
            target.write_bytes(data.tobytes())
        except OSError:
            target.unlink(missing_ok=True)
            raise
        if self._begin is None:
            self._begin = frame.time
        self._time = max(frame.time - self._begin, self._time + 1e-4)
        _append(self._frame_rows, (str(frame.number), name, f"{self._time:.4f}"))
        self._last = frame.number
        self.frames += 1
        waiting, self._waiting = self._waiting, []
        for press in waiting:
            self._write_press(press)

    def _write_press(self, press: Press) -> None:
        if self._last is None:
            self._waiting.append(press)
        else:
            _append(self._press_rows, (str(self._last), press.role.value, "1" if press.held else "0"))

    def _fail(self, error: RecordingError) -> None:
        if self.fault is None:
            self.fault = str(error)
            log.warning("%s", error)


class _Tapped:
    """A camera whose pictures are recorded."""

    def __init__(self, camera: Camera, recorder: Recorder) -> None:
        self._camera = camera
        self._recorder = recorder

    def read(self, deadline: float) -> Frame | None:
        frame = self._camera.read(deadline)
        if frame is not None:
            self._recorder.frame(frame)
        return frame

    def close(self) -> None:
        self._camera.close()


def partial_of(folder: Path) -> Path:
    """Where a recording is written until it is closed."""
    return folder.with_name(f"{folder.name}.partial")


def rescue(folder: Path) -> Path:
    """Makes a whole recording of what an interrupted one left, and gives it the name `folder`.

    Rows torn by a power cut and pictures that are damaged are left out. Raises `RecordingError` when nothing can be used.
    """
    partial = partial_of(folder)
    if folder.exists():
        raise RecordingError(f"{folder} exists already, so {partial} is left as it is.")
    try:
        known = {row[0] for row in _keep(partial / "frames.csv", 3, lambda row: _is_picture(partial / "frames" / row[1]))}
        _keep(partial / "presses.csv", 3, lambda row: row[0] in known)
        load_recording(partial)
        partial.rename(folder)
    except OSError as error:
        raise RecordingError(_sentence(folder, error)) from error
    return folder


def _keep(path: Path, columns: int, good: Callable[[list[str]], bool]) -> list[list[str]]:
    """Leaves only whole and good rows of a table; gives them without the header."""
    rows = [row for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8", errors="replace"))) if len(row) == columns]
    kept = [row for row in rows[1:] if good(row)]
    fresh = path.with_suffix(".new")
    with fresh.open("wb", buffering=0) as file:
        for row in rows[:1] + kept:
            _append(file, tuple(row))
        os.fsync(file.fileno())
    fresh.replace(path)
    return kept


def _is_picture(path: Path) -> bool:
    return path.is_file() and cv2.imread(str(path)) is not None


def _append(file: BinaryIO, row: tuple[str, ...]) -> None:
    """One write of one whole row, or none of it, so that only a power cut can tear it."""
    text = io.StringIO()
    csv.writer(text).writerow(row)
    data = text.getvalue().encode()
    before = file.tell()
    written = 0
    try:
        written = file.write(data)
    finally:
        if written != len(data):
            file.truncate(before)
            file.seek(before)
    if written != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _copy_calibration(calibration: Path, folder: Path) -> None:
    shutil.copyfile(calibration, folder / "calibration.toml")
    for empty in calibration.parent.glob("empty*.jpg"):
        shutil.copyfile(empty, folder / empty.name)


def _sync(folder: Path) -> None:
    for name in ("table.toml", "frames.csv", "presses.csv", "."):
        handle = os.open(folder / name, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _text(value: str) -> str:
    # A JSON string with its non-ASCII characters kept is a TOML basic string, DEL apart.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _sentence(folder: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk of {folder} is full; the recording has ended, what it has is kept."
    return f"The recording {folder} cannot be written: {error.strerror or error}."
