"""A recorded table: the pictures of a camera and the presses of the buttons, with the times at which they came.

A folder holds `table.toml` (who plays what), `frames.csv` (number, file, time in seconds) with the pictures in `frames/`,
`presses.csv` (frame, button and, where a button was held for long, held = 1) and `calibration.toml`.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.frame import CameraError, Frame
from hardware.press import Press, Role

VERSION = 1


class RecordingError(CameraError):
    """A folder that is no recorded table, or one that is damaged."""


@dataclass(frozen=True, slots=True)
class RecordedFrame:
    """One picture of a recording, by its number, file and time in seconds."""

    number: int
    path: Path
    time: float


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded table. `presses[frame]` are the presses made while that frame was the newest."""

    folder: Path
    name: str
    players: tuple[str, ...]
    tints: tuple[str, ...]
    bank: int
    wager: int
    max_wager: int | None
    seat_lanes: tuple[int, ...]
    lanes: int
    frames: tuple[RecordedFrame, ...]
    presses: Mapping[int, tuple[Press, ...]]

    @property
    def calibration(self) -> Path:
        return self.folder / "calibration.toml"


def load_recording(folder: Path) -> Recording:
    """Reads the description of a recorded table; raises `RecordingError` when the folder is none."""
    if not folder.is_dir():
        raise RecordingError(f"There is no folder {folder}; name the folder of a recorded table.")
    table = _table(folder)
    frames = _frames(folder)
    times = {frame.number: frame.time for frame in frames}
    presses = _presses(folder, times)
    try:
        players = tuple(str(name) for name in table["players"])
        seat_lanes = tuple(int(lane) for lane in table["seat_lanes"])
        limit = table.get("max_wager")
        recording = Recording(
            folder=folder,
            name=str(table.get("name", folder.name)),
            players=players,
            tints=tuple(str(tint) for tint in table.get("tints", ["ivory"] * len(players))),
            bank=int(table["bank"]),
            wager=int(table["wager"]),
            max_wager=None if limit is None else int(limit),
            seat_lanes=seat_lanes,
            lanes=int(table["lanes"]),
            frames=frames,
            presses=presses,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"{folder / 'table.toml'} lacks a usable value: {error}.") from error
    if len(seat_lanes) != len(players) or len(recording.tints) != len(players):
        raise RecordingError(f"{folder / 'table.toml'} must name one lane and one tint for each player.")
    return recording


def _table(folder: Path) -> dict[str, Any]:
    path = folder / "table.toml"
    try:
        with path.open("rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise RecordingError(f"{folder} is no recorded table: it has no readable table.toml.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path} is damaged: {error}.") from error
    if table.get("version") != VERSION:
        raise RecordingError(f"{path} has version {table.get('version')}; this program reads version {VERSION}.")
    return table


def _rows(path: Path, columns: set[str]) -> list[dict[str, str]]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RecordingError(f"{path} cannot be read; the recorded table is not complete.") from error
    if not columns <= set(reader.fieldnames or ()):
        raise RecordingError(f"{path} must have the columns {', '.join(sorted(columns))}.")
    return rows


def _frames(folder: Path) -> tuple[RecordedFrame, ...]:
    path = folder / "frames.csv"
    frames: list[RecordedFrame] = []
    for row in _rows(path, {"number", "file", "time"}):
        try:
            frame = RecordedFrame(int(row["number"]), folder / "frames" / Path(row["file"]).name, float(row["time"]))
        except (TypeError, ValueError) as error:
            raise RecordingError(f"{path} has a row that is no frame: {row}.") from error
        if frames and (frame.number <= frames[-1].number or frame.time <= frames[-1].time):
            raise RecordingError(f"{path} is not in order at frame {frame.number}.")
        frames.append(frame)
    if not frames:
        raise RecordingError(f"{path} names no frames.")
    return tuple(frames)


def _presses(folder: Path, times: Mapping[int, float]) -> dict[int, tuple[Press, ...]]:
    path = folder / "presses.csv"
    presses: dict[int, tuple[Press, ...]] = {}
    for row in _rows(path, {"frame", "button"}):
        try:
            number, role = int(row["frame"]), Role(row["button"])
            press = Press(role, times[number], held=row.get("held") == "1")
        except (KeyError, TypeError, ValueError) as error:
            raise RecordingError(f"{path} has a row that is no press: {row}.") from error
        presses[number] = (*presses.get(number, ()), press)
    return presses


class RecordedCamera:
    """Delivers the pictures of a recording in their order, those after `start` seconds only."""

    def __init__(self, recording: Recording, start: float = -1.0) -> None:
        self._frames = iter([frame for frame in recording.frames if frame.time > start])

    def read(self, deadline: float) -> Frame | None:  # noqa: ARG002
        """The next picture, `None` after the last; raises `RecordingError` when one is missing or broken."""
        frame = next(self._frames, None)
        if frame is None:
            return None
        try:
            data = np.frombuffer(frame.path.read_bytes(), np.uint8)
        except OSError as error:
            raise RecordingError(f"The picture {frame.path} is missing; the recorded table is not complete.") from error
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if image is None:
            raise RecordingError(f"{frame.path} is not a picture; the recorded table is damaged.")
        return Frame(np.asarray(image, np.uint8), frame.number, frame.time)

    def close(self) -> None:
        """Ends the recording."""
        self._frames = iter(())
