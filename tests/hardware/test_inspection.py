"""What a picture says of its camera: black, dark, glaring, blurred, the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.inspection import edge_width, inspect


def tray(level: float = 1.0, seed: int = 1) -> NDArray[np.uint8]:
    """A felt with noise, four tags and two dice, 640x360."""
    noise = np.random.default_rng(seed).normal(0, 2, (360, 640, 3))
    image = np.full((360, 640, 3), (40, 70, 30), np.float64)
    for x, y in ((20, 20), (580, 20), (20, 300), (580, 300)):
        image[y : y + 40, x : x + 40] = 230
        image[y + 8 : y + 32, x + 8 : x + 32] = 15
    for x in (250, 380):
        image[150:190, x : x + 40] = 215
        image[166:174, x + 16 : x + 24] = 20
    return np.clip(image * level + noise, 0, 255).astype(np.uint8)


def test_a_good_picture_has_no_fault() -> None:
    seen = inspect(tray(), sharpness=True)
    assert not (seen.black or seen.dark or seen.blurred)
    assert seen.edge is not None and seen.edge < 3
    assert seen.glare == 0


def test_black_and_dark_are_told_apart() -> None:
    assert inspect(tray(0.0)).black and inspect(tray(0.0)).dark
    dim = inspect(tray(0.2))
    assert dim.dark and not dim.black
    assert not inspect(tray(0.5)).dark


@pytest.mark.parametrize("light", [0.4, 1.0])
def test_blur_is_seen_in_any_light(light: float) -> None:
    sharp = tray(light)
    widths = [edge_width(np.asarray(cv2.GaussianBlur(sharp, (0, 0), sigma), np.uint8)) for sigma in (0.7, 1.5, 3.0, 4.5)]
    assert all(width is not None for width in widths)
    known = [width for width in widths if width is not None]
    assert known == sorted(known)
    # An edge blurred by a Gaussian of s pixels is 2.5 s wide.
    assert known[2] == pytest.approx(2.5 * 3.0, rel=0.2)
    blurred = inspect(np.asarray(cv2.GaussianBlur(sharp, (0, 0), 3.0), np.uint8), sharpness=True)
    assert blurred.blurred


def test_a_picture_without_edges_has_no_sharpness() -> None:
    assert edge_width(np.full((100, 120, 3), 90, np.uint8)) is None
    assert not inspect(np.full((100, 120, 3), 90, np.uint8), sharpness=True).blurred


def test_burnt_out_points_are_counted() -> None:
    image = tray()
    image[:180] = 255
    assert inspect(image).glare == pytest.approx(0.5, abs=0.02)


def test_only_the_same_picture_has_the_same_fingerprint() -> None:
    assert inspect(tray(seed=1)).fingerprint == inspect(tray(seed=1)).fingerprint
    assert inspect(tray(seed=1)).fingerprint != inspect(tray(seed=2)).fingerprint
