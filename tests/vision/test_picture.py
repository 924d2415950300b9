"""Pictures of every kind come in upright, as 8-bit B,G,R, or are refused with one sentence."""

from __future__ import annotations

import base64
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture import UnreadablePicture, load_picture

RED_CMYK_JPEG = (
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZ"
    "qKuk/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAA"
    "PwCmTKZUwAAAD//Z"
)


def written(folder: Path, name: str, pixels: np.ndarray) -> Path:
    path = folder / name
    assert cv2.imwrite(str(path), pixels)
    return path


def corner_picture() -> np.ndarray:
    """40 x 20 pixels, grey, with a white top left corner."""
    pixels = np.full((20, 40, 3), 90, np.uint8)
    pixels[:8, :16] = 255
    return pixels


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF header that says how the camera was held."""
    tiff = b"II*\x00" + struct.pack("<IH", 8, 1) + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_a_plain_picture_comes_back_as_it_was(tmp_path: Path) -> None:
    pixels = corner_picture()
    pixels[10:, 20:] = (200, 10, 30)
    assert np.array_equal(load_picture(written(tmp_path, "a.png", pixels)), pixels)


def test_the_content_decides_not_the_name(tmp_path: Path) -> None:
    path = written(tmp_path, "a.png", corner_picture())
    wrong = path.rename(tmp_path / "notes.txt")
    assert np.array_equal(load_picture(wrong), corner_picture())


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "tiff", "webp"])
def test_every_usual_format_is_read(tmp_path: Path, suffix: str) -> None:
    loaded = load_picture(written(tmp_path, f"a.{suffix}", corner_picture()))
    assert loaded.shape == (20, 40, 3)
    assert loaded.dtype == np.uint8
    assert loaded[2, 2].min() > 240
    assert abs(int(loaded[15, 30, 1]) - 90) < 12


def test_grey_becomes_three_equal_channels(tmp_path: Path) -> None:
    loaded = load_picture(written(tmp_path, "a.png", corner_picture()[..., 0]))
    assert np.array_equal(loaded, corner_picture())


@pytest.mark.parametrize("bits", [8, 10, 12, 16])
def test_sixteen_bit_pictures_keep_their_brightness(tmp_path: Path, bits: int) -> None:
    deep = corner_picture().astype(np.uint16) << (bits - 8)
    loaded = load_picture(written(tmp_path, "a.png", deep))
    assert np.array_equal(loaded, corner_picture())


def test_transparent_parts_lie_on_white(tmp_path: Path) -> None:
    pixels = np.zeros((10, 10, 4), np.uint8)
    pixels[:, :5] = (10, 20, 30, 255)
    pixels[5:, 5:, 3] = 128
    loaded = load_picture(written(tmp_path, "a.png", pixels))
    assert loaded[2, 2].tolist() == [10, 20, 30]
    assert loaded[2, 7].tolist() == [255, 255, 255]
    assert abs(int(loaded[7, 7, 0]) - 127) <= 1


def test_cmyk_is_turned_into_its_colour(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(base64.b64decode(RED_CMYK_JPEG))
    b, g, r = load_picture(path)[8, 8].tolist()
    assert r > 200
    assert max(b, g) < 60


@pytest.mark.parametrize(
    ("orientation", "shape", "corner"), [(3, (20, 40), (-2, -2)), (6, (40, 20), (2, -2)), (8, (40, 20), (-2, 2))]
)
def test_the_picture_is_turned_as_the_camera_was_held(
    tmp_path: Path, orientation: int, shape: tuple[int, int], corner: tuple[int, int]
) -> None:
    _, data = cv2.imencode(".jpg", corner_picture())
    path = tmp_path / "a.jpg"
    path.write_bytes(with_orientation(data.tobytes(), orientation))
    loaded = load_picture(path)
    assert loaded.shape[:2] == shape
    assert loaded[corner].min() > 240


def test_one_pixel_is_a_picture(tmp_path: Path) -> None:
    assert load_picture(written(tmp_path, "a.png", np.full((1, 1, 3), 7, np.uint8))).tolist() == [[[7, 7, 7]]]


@pytest.mark.parametrize("suffix", ["jpg", "png"])
@pytest.mark.parametrize("part", [0.1, 0.6, 0.97])
def test_a_picture_that_is_cut_short_is_refused(tmp_path: Path, suffix: str, part: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    path = written(tmp_path, f"a.{suffix}", noise)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(UnreadablePicture, match=r"cut short|damaged|not a picture"):
        load_picture(path)


def test_a_thumbnail_does_not_hide_that_the_picture_is_cut_short(tmp_path: Path) -> None:
    _, small = cv2.imencode(".jpg", corner_picture())
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noise)
    inner, outer = small.tobytes(), data.tobytes()
    header = b"\xff\xe1" + struct.pack(">H", len(inner) + 2) + inner
    path = tmp_path / "a.jpg"
    path.write_bytes(outer[:2] + header + outer[2 : len(outer) // 2])
    with pytest.raises(UnreadablePicture, match="cut short"):
        load_picture(path)


def test_what_follows_the_picture_does_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jpg", corner_picture())
    path.write_bytes(path.read_bytes() + b"a short film" * 1000)
    assert load_picture(path).shape == (20, 40, 3)


def test_a_picture_that_claims_a_billion_pixels_is_refused_unopened(tmp_path: Path) -> None:
    path = written(tmp_path, "a.png", corner_picture())
    data = bytearray(path.read_bytes())
    data[16:24] = struct.pack(">II", 40000, 40000)
    path.write_bytes(bytes(data))
    with pytest.raises(UnreadablePicture, match="megapixels"):
        load_picture(path)


def test_no_picture_at_all_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("Five aces.")
    (tmp_path / "empty.png").write_bytes(b"")
    for name, words in (
        ("text.jpg", "not a picture"),
        ("empty.png", "is empty"),
        ("none.png", "no such file"),
        (".", "folder"),
    ):
        with pytest.raises(UnreadablePicture, match=words) as caught:
            load_picture(tmp_path / name)
        assert str(caught.value).count(".") == 1
