"""What a camera delivers, in whatever format it was read back, as B,G,R."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

# libcamera names packed formats from the highest byte down: RGB888 lies as B,G,R in memory.
_CONVERSIONS: dict[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "ARGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "ABGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "YVYU": cv2.COLOR_YUV2BGR_YVYU,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
    "MJPEG": cv2.COLOR_RGB2BGR,
}
_CHANNELS = {"RGB888": 3, "BGR888": 3, "MJPEG": 3, "YUYV": 2, "YVYU": 2, "UYVY": 2}
_PLANAR = ("YUV420", "YVU420", "NV12", "NV21")

# OpenCV expects luma of 16 to 235 and chroma of 16 to 240.
_LUMA = np.round(16 + np.arange(256) * (219 / 255)).astype(np.uint8)
_CHROMA = np.round(128 + (np.arange(256) - 128) * (224 / 255)).astype(np.uint8)

FORMATS = tuple(_CONVERSIONS)


class PixelFormatError(ValueError):
    """A format that is not known, or pixels that do not fit it."""


def to_bgr(pixels: NDArray[Any], pixel_format: str, width: int, height: int, full_range: bool = False) -> NDArray[np.uint8]:
    """`pixels` as the driver gave them (rows may be padded at the right) as uint8 of shape (height, width, 3).

    `full_range` says that luma of a YUV format goes from 0 to 255, as in a JPEG, not from 16 to 235. Raises
    `PixelFormatError`.
    """
    if pixel_format not in _CONVERSIONS:
        raise PixelFormatError(f"The camera delivers {pixel_format}, which is not one of {', '.join(FORMATS)}.")
    rows = height * 3 // 2 if pixel_format in _PLANAR else height
    channels = 1 if pixel_format in _PLANAR else _CHANNELS.get(pixel_format, 4)
    shaped = pixels.reshape(pixels.shape[0], -1, channels) if pixels.ndim > 1 else pixels.reshape(rows, -1, channels)
    if shaped.dtype != np.uint8 or shaped.shape[0] < rows or shaped.shape[1] < width:
        raise PixelFormatError(
            f"The camera says {pixel_format} of {width}x{height}, but delivers {pixels.dtype} of shape {pixels.shape}."
        )
    # Padding of a plane is in the rows of both luma and chroma, so it is cut off after the conversion.
    raw = np.ascontiguousarray(shaped[:rows, :, 0] if channels == 1 else shaped[:rows])
    if full_range and pixel_format in _PLANAR:
        raw = np.concatenate([_LUMA[raw[:height]], _CHROMA[raw[height:]]])
    conversion = _CONVERSIONS[pixel_format]
    bgr = raw if conversion is None else np.asarray(cv2.cvtColor(raw, conversion))
    return np.ascontiguousarray(bgr[:height, :width], dtype=np.uint8)
