"""Whatever a camera, a phone or a scanner made of one hand, `bosstray read` reads it, or says in one sentence why not."""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from ui.cli import command

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"
VALUES = json.loads((PICTURES / "five.json").read_text())["values"]


def read(*files: Path) -> list[dict[str, Any]]:
    result = CliRunner().invoke(command, ["read", "--json", *map(str, files)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def pixels() -> np.ndarray:
    return np.asarray(cv2.imread(str(PICTURES / "five.jpg")), np.uint8)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, pixels: np.ndarray) -> dict[str, Any]:
    """What is read of the picture without any twist."""
    path = tmp_path_factory.mktemp("plain") / "hand.png"
    cv2.imwrite(str(path), pixels)
    (answer,) = read(path)
    assert (answer["status"], answer["values"]) == ("read", VALUES)
    return answer


def places(answer: dict[str, Any]) -> np.ndarray:
    """Middles of the dice, sorted, (n, 2)."""
    return np.array(sorted(die["center"] for die in answer["dice"]), float)


def test_sixteen_bits_transparency_and_a_wrong_name_change_nothing(
    tmp_path: Path, pixels: np.ndarray, plain: dict[str, Any]
) -> None:
    deep, clear, named = tmp_path / "deep.png", tmp_path / "clear.png", tmp_path / "hand.gif"
    cv2.imwrite(str(deep), pixels.astype(np.uint16) * 257)
    cv2.imwrite(str(clear), np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)]))
    named.write_bytes((PICTURES / "five.jpg").read_bytes())
    for answer in read(deep, clear, named):
        assert (answer["status"], answer["values"]) == ("read", VALUES)
        assert np.abs(places(answer) - places(plain)).max() < 1.0


def test_a_transparent_border_is_white_and_not_dice(tmp_path: Path, pixels: np.ndarray) -> None:
    border = 40
    framed = np.zeros((pixels.shape[0] + 2 * border, pixels.shape[1] + 2 * border, 4), np.uint8)
    framed[border:-border, border:-border] = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
    cv2.imwrite(str(tmp_path / "framed.png"), framed)
    (answer,) = read(tmp_path / "framed.png")
    assert answer["status"] in ("read", "unsure")
    assert answer["values"] in (None, VALUES)


@pytest.mark.parametrize("bits", [8, 16])
def test_grey_pictures_are_answered(tmp_path: Path, pixels: np.ndarray, bits: int) -> None:
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(tmp_path / "grey.png"), grey if bits == 8 else grey.astype(np.uint16) << 8)
    (answer,) = read(tmp_path / "grey.png")
    assert answer["status"] in ("read", "unsure")
    assert answer["values"] in (None, VALUES)
    assert len(answer["dice"]) >= 5


def test_cmyk_is_read_in_its_colours(tmp_path: Path, pixels: np.ndarray) -> None:
    pillow = pytest.importorskip("PIL.Image")
    ink = pillow.fromarray(np.ascontiguousarray(pixels[..., ::-1])).convert("CMYK")
    ink.save(tmp_path / "print.jpg", quality=95)
    (answer,) = read(tmp_path / "print.jpg")
    assert (answer["status"], answer["values"]) == ("read", VALUES)


@pytest.mark.parametrize(("orientation", "quarters"), [(3, 2), (6, 1), (8, 3)])
def test_a_phone_held_otherwise_gives_an_upright_answer(
    tmp_path: Path, pixels: np.ndarray, plain: dict[str, Any], orientation: int, quarters: int
) -> None:
    # The sensor saw the scene turned; the header says how to turn it back.
    _, data = cv2.imencode(".jpg", np.ascontiguousarray(np.rot90(pixels, quarters)), [cv2.IMWRITE_JPEG_QUALITY, 97])
    tiff = b"II*\x00" + struct.pack("<IH", 8, 1) + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    jpeg = io.BytesIO()
    jpeg.write(data.tobytes()[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data.tobytes()[2:])
    (tmp_path / "phone.jpg").write_bytes(jpeg.getvalue())
    (answer,) = read(tmp_path / "phone.jpg")
    assert (answer["status"], answer["values"]) == ("read", VALUES)
    assert np.abs(places(answer) - places(plain)).max() < 3.0


def test_every_cut_of_a_file_is_one_sentence(tmp_path: Path) -> None:
    whole = (PICTURES / "five.jpg").read_bytes()
    files = []
    for part in (0.0, 0.001, 0.02, 0.3, 0.7, 0.999):
        files.append(tmp_path / f"{part}.jpg")
        files[-1].write_bytes(whole[: int(part * len(whole))])
    for answer in read(*files):
        assert (answer["status"], answer["values"], answer["dice"]) == ("error", None, [])
        assert answer["reason"].endswith(".")
        assert "\n" not in answer["reason"]


@pytest.mark.slow
def test_a_hundred_megapixels_are_read_or_withheld(tmp_path: Path, pixels: np.ndarray) -> None:
    factor = float(np.sqrt(100e6 / (pixels.shape[0] * pixels.shape[1])))
    large = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    assert large.shape[0] * large.shape[1] > 99e6
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    (answer,) = read(tmp_path / "large.jpg")
    assert (answer["status"], answer["values"]) == ("read", VALUES)
