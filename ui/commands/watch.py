"""`bosstray watch`: follows a tray over time and prints every change of a lane."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.file import Calibration, load, require_mode
from hardware.condition import CameraFault
from hardware.folder import FolderCamera
from hardware.frame import Camera, CameraError, Frame
from hardware.open_camera import is_live, open_camera
from hardware.recording import RecordedCamera, load_recording
from hardware.video import VideoCamera
from ui.cli import ConfigurationFailure, Failure
from ui.config_option import config_option, configured
from ui.doctor.checks import hushed
from vision.geometry import Geometry, GeometryError
from vision.lanes import LaneReading, LaneTracker
from vision.network import NetworkError
from vision.reader import Reader

FOLDER_FPS = 20.0
DEADLINE = 10.0
MOST_FAULTS = 60


@click.command("watch")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each change of a lane.")
@click.option("--calibration", type=click.Path(path_type=Path), metavar="FILE", help="How this camera sees this tray.")
@click.option(
    "--fps",
    type=click.FloatRange(0.1, 1000.0),
    default=None,
    metavar="F",
    help=f"Pictures a second of a folder (otherwise {FOLDER_FPS:g}) or a video (otherwise what the file says).",
)
@click.argument("source", metavar="SOURCE")
@config_option
def command(as_json: bool, calibration: Path | None, fps: float | None, source: str, config: Path | None) -> None:
    """Follows the lanes of a tray and prints a line for each change. SOURCE is a folder of numbered pictures, a recorded
    table, a video file, or `camera` (the first one found, or e.g. camera:1 or /dev/video0)."""
    known = _calibration(calibration)
    try:
        camera, known = _open(source, fps, known, config)
        with contextlib.closing(camera):
            _follow(camera, known, as_json)
    except (CameraError, GeometryError, NetworkError) as error:
        raise Failure(str(error)) from error
    except CalibrationError as error:
        raise ConfigurationFailure(str(error)) from error


def _calibration(path: Path | None) -> Calibration | None:
    if path is None:
        return None
    try:
        return load(path)
    except CalibrationError as error:
        raise ConfigurationFailure(str(error)) from error


def _open(source: str, fps: float | None, known: Calibration | None, config: Path | None) -> tuple[Camera, Calibration | None]:
    """The camera for `source`, and the calibration: the given one, else that of a recorded table."""
    path = Path(source)
    if is_live(source) and not path.is_dir():
        mode = configured(config).settings.camera.wanted(known.camera.focus if known else None)
        return open_camera(source, mode if fps is None else replace(mode, fps=fps)), known
    if not path.exists():
        raise CameraError(f"There is no folder or file {path}.")
    if not path.is_dir():
        return VideoCamera(path, fps), known
    if (path / "frames.csv").is_file():
        recording = load_recording(path)
        if known is None and recording.calibration.is_file():
            known = load(recording.calibration)
        return RecordedCamera(recording), known
    return FolderCamera(path, fps or FOLDER_FPS), known


def _follow(camera: Camera, known: Calibration | None, as_json: bool) -> None:
    tracker: LaneTracker | None = None
    while (frame := _next(camera, tracker is not None)) is not None:
        if tracker is None:
            tracker = LaneTracker(_geometry(frame, known), Reader.load())
        for reading in tracker.update(frame.image, frame.time):
            if reading.changed:
                click.echo(_json(frame, reading) if as_json else _sentence(frame, reading))


def _next(camera: Camera, delivered: bool) -> Frame | None:
    """The next picture; a camera that pauses after it has delivered is waited for, some minutes long (its supervisor says what
    is wrong)."""
    if not delivered:
        with hushed():
            return camera.read(DEADLINE)
    for _ in range(MOST_FAULTS):
        with contextlib.suppress(CameraFault):
            return camera.read(DEADLINE)
    raise CameraError("The camera has not come back; watching ends.")


def _geometry(frame: Frame, known: Calibration | None) -> Geometry:
    height, width = frame.image.shape[:2]
    if known is None:
        return Geometry.whole(width, height)
    require_mode(known, width, height)
    return known.geometry


def _json(frame: Frame, reading: LaneReading) -> str:
    values = reading.values
    return json.dumps(
        {
            "frame": frame.number,
            "t": round(frame.time, 3),
            "lane": reading.lane,
            "state": reading.state.value,
            "values": None if values is None else list(values),
            "reason": reading.reason,
        }
    )


def _sentence(frame: Frame, reading: LaneReading) -> str:
    values = reading.values
    said = "".join(f" {value}" for value in values or ()) + (f"  {reading.reason}" if reading.reason else "")
    return f"{frame.time:8.2f} s  lane {reading.lane}  {reading.state.value}{said}"
