"""Every format of libcamera comes out as the same B,G,R picture, padding cut off."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.pixels import PixelFormatError, to_bgr

WIDTH, HEIGHT = 48, 32


@pytest.fixture
def bgr() -> NDArray[np.uint8]:
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    image[:16, :24] = (200, 40, 30)
    image[:16, 24:] = (30, 200, 40)
    image[16:, :24] = (40, 30, 200)
    image[16:, 24:] = (120, 120, 120)
    return image


def padded(rows: NDArray[Any], by: int) -> NDArray[Any]:
    return np.concatenate([rows, np.full((rows.shape[0], by, *rows.shape[2:]), 77, np.uint8)], axis=1)


def planar(bgr: NDArray[np.uint8], order: str) -> NDArray[Any]:
    return np.asarray(cv2.cvtColor(bgr, {"I420": cv2.COLOR_BGR2YUV_I420, "YV12": cv2.COLOR_BGR2YUV_YV12}[order]))


def interleaved(bgr: NDArray[np.uint8]) -> NDArray[Any]:
    flat = planar(bgr, "I420")
    luma, chroma = flat[:HEIGHT], flat[HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    return np.concatenate([luma, np.stack([chroma[0], chroma[1]], axis=-1).reshape(HEIGHT // 2, WIDTH)])


@pytest.mark.parametrize("padding", [0, 16])
@pytest.mark.parametrize("name", ["RGB888", "BGR888", "XRGB8888", "XBGR8888"])
def test_packed_formats(bgr: NDArray[np.uint8], name: str, padding: int) -> None:
    pixels = bgr if name in ("RGB888", "XRGB8888") else bgr[:, :, ::-1]
    if name.startswith("X"):
        pixels = np.concatenate([pixels, np.full((HEIGHT, WIDTH, 1), 255, np.uint8)], axis=2)
    assert np.array_equal(to_bgr(padded(pixels, padding) if padding else pixels, name, WIDTH, HEIGHT), bgr)


@pytest.mark.parametrize("name", ["YUV420", "YVU420", "NV12", "YUYV"])
def test_yuv_formats_keep_their_colours(bgr: NDArray[np.uint8], name: str) -> None:
    if name == "NV12":
        pixels = interleaved(bgr)
    elif name == "YUYV":
        yuv = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV))
        pixels = np.empty((HEIGHT, WIDTH, 2), np.uint8)
        pixels[:, :, 0] = 16 + (yuv[:, :, 0] * (219 / 255))
        pixels[:, 0::2, 1], pixels[:, 1::2, 1] = 128 + (yuv[:, 0::2, 1] - 128.0) * 0.9, 128 + (yuv[:, 0::2, 2] - 128.0) * 0.7
    else:
        pixels = planar(bgr, "I420" if name == "YUV420" else "YV12")
    image = to_bgr(pixels, name, WIDTH, HEIGHT)
    assert image.shape == bgr.shape and image.dtype == np.uint8
    worst = 30 if name == "YUYV" else 6
    assert np.abs(image[4:12, 4:20].astype(int) - bgr[4:12, 4:20]).max() <= worst
    assert np.abs(image[20:28, 4:20].astype(int) - bgr[20:28, 4:20]).max() <= worst


@pytest.mark.parametrize("name", ["YUV420", "NV12"])
def test_full_range_yuv_keeps_its_contrast(bgr: NDArray[np.uint8], name: str) -> None:
    full = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb))
    luma = full[:, :, 0]
    chroma = [full[::2, ::2, 2], full[::2, ::2, 1]]
    if name == "NV12":
        low = np.stack(chroma, axis=-1).reshape(HEIGHT // 2, WIDTH)
    else:
        low = np.stack(chroma).reshape(HEIGHT // 2, WIDTH)
    image = to_bgr(np.concatenate([luma, low]), name, WIDTH, HEIGHT, full_range=True)
    for rows in (slice(4, 12), slice(20, 28)):
        assert np.abs(image[rows, 4:20].astype(int) - bgr[rows, 4:20]).max() <= 6


def test_padding_in_yuv_is_cut_off(bgr: NDArray[np.uint8]) -> None:
    luma = np.pad(planar(bgr, "I420")[:HEIGHT], ((0, 0), (0, 16)), mode="edge")
    chroma = planar(bgr, "I420")[HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    wide = np.pad(chroma, ((0, 0), (0, 0), (0, 8)), mode="edge").reshape(HEIGHT // 2, WIDTH + 16)
    image = to_bgr(np.concatenate([luma, wide]), "YUV420", WIDTH, HEIGHT)
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(image[4:12, 4:20].astype(int) - bgr[4:12, 4:20]).max() <= 6


def test_unknown_formats_and_short_pictures_are_refused() -> None:
    with pytest.raises(PixelFormatError, match="delivers SBGGR10"):
        to_bgr(np.zeros((4, 4), np.uint8), "SBGGR10", 4, 4)
    with pytest.raises(PixelFormatError, match="says RGB888 of 48x32, but delivers"):
        to_bgr(np.zeros((8, 48, 3), np.uint8), "RGB888", WIDTH, HEIGHT)
