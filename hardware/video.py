"""A video file as a camera, through OpenCV."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import CameraError, Frame

_USUAL_FPS = 30.0


class VideoCamera:
    """Delivers the pictures of a video file. The time is the picture's number divided by `fps`, or by what the file says."""

    def __init__(self, path: Path, fps: float | None = None) -> None:
        if not path.is_file():
            raise CameraError(f"There is no file {path}.")
        # FFmpeg's own complaints would stand beside the one sentence; who wants them sets the variable.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        self._capture: cv2.VideoCapture | None = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            self.close()
            raise CameraError(f"{path} is not a video that can be played.")
        told = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._fps = fps if fps is not None else told if 0.1 <= told <= 1000.0 else _USUAL_FPS
        self._path = path
        self._number = 0

    def read(self, deadline: float) -> Frame | None:  # noqa: ARG002
        """The next picture, `None` after the last; raises `CameraError` when there is not even one."""
        if self._capture is None:
            return None
        taken, image = self._capture.read()
        if not taken:
            self.close()
            if self._number == 0:
                raise CameraError(f"{self._path} holds no pictures.")
            return None
        frame = Frame(np.asarray(image, np.uint8), self._number, self._number / self._fps)
        self._number += 1
        return frame

    def close(self) -> None:
        """Closes the file; may be called twice."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()
