"""A folder of numbered pictures as a camera."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import CameraError, Frame

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm"})

_NUMBER = re.compile(r"(\d{1,9})(?!.*\d)")


def numbered_pictures(folder: Path) -> tuple[tuple[int, Path], ...]:
    """The pictures in `folder` in the order of the last number in their names; raises `CameraError` when there are none or two
    have the same number."""
    try:
        pictures = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    except OSError as error:
        raise CameraError(f"The folder {folder} cannot be read: {error.strerror or error}.") from error
    numbered: dict[int, Path] = {}
    for path in sorted(pictures):
        found = _NUMBER.search(path.stem)
        if found is None:
            continue
        number = int(found.group(1))
        if number in numbered:
            raise CameraError(f"{numbered[number].name} and {path.name} in {folder} have the same number {number}.")
        numbered[number] = path
    if not numbered:
        raise CameraError(f"The folder {folder} holds no numbered pictures, such as frame-0001.jpg.")
    return tuple(sorted(numbered.items()))


class FolderCamera:
    """Delivers the numbered pictures of a folder; the number, divided by `fps`, is the time, so that a gap is a pause."""

    def __init__(self, folder: Path, fps: float) -> None:
        if not fps > 0:
            raise CameraError("Pictures need a positive number of frames a second.")
        self._pictures = iter(numbered_pictures(folder))
        self._fps = fps

    def read(self, deadline: float) -> Frame | None:  # noqa: ARG002
        """The next picture, `None` after the last; raises `CameraError` when one is damaged."""
        following = next(self._pictures, None)
        if following is None:
            return None
        number, path = following
        try:
            data = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise CameraError(f"The picture {path} cannot be read: {error.strerror or error}.") from error
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if image is None:
            raise CameraError(f"{path} is not a picture, or it is damaged.")
        return Frame(np.asarray(image, np.uint8), number, number / self._fps)

    def close(self) -> None:
        """Ends the delivery."""
        self._pictures = iter(())
