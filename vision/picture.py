"""Pictures from files: whatever a camera, a phone or a scanner wrote, as 8-bit B,G,R the right way up."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
LARGEST_FILE = 512 * 1024 * 1024
_MOST_PIXELS = 160_000_000
_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_START_OF_SCAN = 0xDA


class UnreadablePicture(ValueError):
    """A file that is no picture that can be read; the message says why in one sentence."""


def load_picture(path: Path) -> Picture:
    """The picture in `path` as uint8 B,G,R of shape (h, w, 3), turned upright; transparent parts lie on white.

    The content decides, not the name's ending. Raises `UnreadablePicture` when the file is missing, no picture, damaged, or
    larger than 160 megapixels.
    """
    data = _bytes(path)
    pixels = _decoded(data)
    return _as_bgr(pixels)


def _bytes(path: Path) -> bytes:
    try:
        is_folder, size = path.is_dir(), path.stat().st_size
        data = path.read_bytes() if not is_folder and size <= LARGEST_FILE else b""
    except FileNotFoundError:
        raise UnreadablePicture("There is no such file.") from None
    except PermissionError:
        raise UnreadablePicture("The file may not be read by this user.") from None
    except (OSError, ValueError):
        raise UnreadablePicture("The file cannot be opened.") from None
    if is_folder:
        raise UnreadablePicture("This is a folder, not a picture.")
    if size > LARGEST_FILE:
        raise UnreadablePicture("The file is too large for a picture.")
    if not data:
        raise UnreadablePicture("The file is empty.")
    return data


def _decoded(data: bytes) -> NDArray[np.generic]:
    if data.startswith(_JPEG):
        if not _jpeg_ends(data):
            raise UnreadablePicture("The picture is cut short.")
        return _pixels(data, cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    if data.startswith(_PNG):
        if b"IEND" not in data[-64:]:
            raise UnreadablePicture("The picture is cut short.")
        columns, rows = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        _check_pixels(columns * rows)
    # Only an unchanged decoding keeps transparency, and only the other one obeys the camera's orientation.
    pixels = _pixels(data, cv2.IMREAD_UNCHANGED)
    turned = b"eXIf" in data if data.startswith(_PNG) else True
    if not turned or (pixels.ndim == 3 and pixels.shape[2] in (2, 4)):
        return pixels
    return _pixels(data, cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)


def _pixels(data: bytes, flags: int) -> NDArray[np.generic]:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        raise UnreadablePicture("The picture is damaged or too large.") from None
    if pixels is None or pixels.size == 0:
        raise UnreadablePicture("The file is not a picture that can be read.")
    _check_pixels(pixels.shape[0] * pixels.shape[1])
    return np.asarray(pixels)


def _check_pixels(count: int) -> None:
    if count > _MOST_PIXELS:
        raise UnreadablePicture("The picture has more than 160 megapixels.")


def _jpeg_ends(data: bytes) -> bool:
    """Whether the picture's own end marker follows its first scan.

    A JPEG that is cut short decodes to a picture with a grey lower part, in which dice would be missing without a word. The
    search starts behind the headers, since a thumbnail in them has an end of its own.
    """
    position = 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        if data[position + 1] == _START_OF_SCAN:
            return data.find(b"\xff\xd9", position) >= 0
        position += 2 + int.from_bytes(data[position + 2 : position + 4], "big")
    return False


def _as_bgr(pixels: NDArray[np.generic]) -> Picture:
    if pixels.dtype == np.uint16:
        pixels = _eight_bit(pixels)
    elif pixels.dtype in (np.float32, np.float64):
        pixels = (np.clip(np.nan_to_num(pixels), 0, 1) * 255 + 0.5).astype(np.uint8)
    elif pixels.dtype != np.uint8:
        pixels = np.clip(pixels, 0, 255).astype(np.uint8)
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    channels = pixels.shape[2]
    if channels == 1:
        return np.ascontiguousarray(np.repeat(pixels, 3, axis=2), np.uint8)
    if channels in (2, 4):
        color = pixels[..., :-1].astype(np.float32)
        alpha = pixels[..., -1:].astype(np.float32) / 255
        flat = color * alpha + 255 * (1 - alpha)
        pixels = np.clip(flat + 0.5, 0, 255).astype(np.uint8)
        if channels == 2:
            pixels = np.repeat(pixels, 3, axis=2)
    return np.ascontiguousarray(pixels[..., :3], np.uint8)


def _eight_bit(pixels: NDArray[np.generic]) -> NDArray[np.generic]:
    """16 bits to 8; sensors that fill only the lower 10, 12 or 14 bits keep their brightness."""
    largest = int(pixels.max(initial=0))
    bits = next(bits for bits in (8, 10, 12, 14, 16) if largest < 1 << bits)
    return (pixels.astype(np.uint32) >> (bits - 8)).astype(np.uint8)
