"""Every source of pictures by its name: a live camera, a recorded table, a folder, a video."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from hardware.folder import FolderCamera
from hardware.frame import Camera, CameraError
from hardware.open_camera import is_live, open_camera
from hardware.recording import RecordedCamera, load_recording
from hardware.video import VideoCamera
from ui.settings import Settings

RECORDING = "recording:"


def open_source(
    source: str, settings: Settings, focus: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Camera:
    """Opens `camera`, `camera:1`, `picamera`, `/dev/video0`, `recording:FOLDER`, a folder of numbered pictures or a video.

    `focus` in dioptres is the calibration's. Live cameras are supervised. Raises `CameraError`.
    """
    if is_live(source):
        return open_camera(source, settings.camera.wanted(focus), clock)
    path = Path(source.removeprefix(RECORDING))
    if source.startswith(RECORDING) or (path / "table.toml").is_file():
        return RecordedCamera(load_recording(path))
    if path.is_dir():
        return FolderCamera(path, settings.camera.fps)
    if path.is_file():
        return VideoCamera(path)
    raise CameraError(f"There is no {source}; write camera, /dev/video0, recording:FOLDER, a folder of pictures or a video.")
