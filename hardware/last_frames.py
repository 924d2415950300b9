"""Keeps the last pictures of a camera, a few of them, so that a fault can be shown to someone who was not there."""

from __future__ import annotations

import logging
from pathlib import Path

import cv2

from hardware.frame import Camera, Frame

log = logging.getLogger(__name__)

PATTERN = "last-*.jpg"
QUALITY = 85


class LastFrames:
    """A ring of `keep` pictures in `folder` (best in memory, as /run is), one every `every` seconds. It never stops a game."""

    def __init__(self, folder: Path, every: float = 2.0, keep: int = 12) -> None:
        self._folder = folder
        self._every = every
        self._keep = keep
        self._next = float("-inf")
        self._count = 0
        self._fault = False

    def offer(self, frame: Frame) -> None:
        """Keeps `frame` when it is time for one."""
        if frame.time < self._next or self._fault:
            return
        self._next = frame.time + self._every
        path = self._folder / f"last-{self._count % self._keep:02d}.jpg"
        self._count += 1
        done, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.tobytes())
        except OSError as error:
            self._fault = True
            log.warning("The last pictures are not kept: %s: %s.", path, error.strerror or error)

    def tap(self, camera: Camera) -> Camera:
        """`camera`, whose last pictures are kept as they are read."""
        return _Tapped(camera, self)


class _Tapped:
    def __init__(self, camera: Camera, kept: LastFrames) -> None:
        self._camera = camera
        self._kept = kept

    def read(self, deadline: float) -> Frame | None:
        frame = self._camera.read(deadline)
        if frame is not None:
            self._kept.offer(frame)
        return frame

    def close(self) -> None:
        self._camera.close()


def last_frames(folder: Path) -> tuple[Path, ...]:
    """The pictures that were kept in `folder`, the oldest first."""
    try:
        return tuple(sorted(folder.glob(PATTERN), key=lambda path: path.stat().st_mtime))
    except OSError:
        return ()
