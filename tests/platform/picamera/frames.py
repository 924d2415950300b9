"""Puts pictures before the virtual camera: those of a recorded table, or drawn ones, as 0.jpg, 1.jpg ... of 1280x720.

With `film`, all pictures of a recorded table as they are.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import cv2
import numpy as np

MOST = 200


def drawn(number: int) -> np.ndarray:
    """A felt with four tags and five faces, not two pictures alike."""
    noise = np.random.default_rng(number).normal(0, 2, (720, 1280, 3))
    image = np.full((720, 1280, 3), (40, 70, 30), np.float64)
    for x, y in ((40, 40), (1160, 40), (40, 600), (1160, 600)):
        image[y : y + 80, x : x + 80] = 230
        image[y + 16 : y + 64, x + 16 : x + 64] = 15
    for die in range(5):
        x = 300 + die * 140
        image[320:380, x : x + 60] = (60, 60, 220)
        image[344:356, x + 24 : x + 36] = 240
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def main(source: Path, target: Path) -> None:
    """Copies or draws."""
    pictures = sorted([*source.glob("*.jpg"), *source.glob("*.png")])[:MOST] if source.is_dir() else []
    for number in range(len(pictures) or 12):
        image = cv2.imread(str(pictures[number])) if pictures else drawn(number)
        if image.shape[:2] != (720, 1280):
            image = cv2.resize(image, (1280, 720), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(target / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])


def film(source: Path, target: Path) -> None:
    """Copies a whole recording, in the order of its numbers."""
    for number, picture in enumerate(sorted(source.glob("*.jpg"))):
        shutil.copyfile(picture, target / f"{number}.jpg")


if __name__ == "__main__":
    (film if sys.argv[3:] == ["film"] else main)(Path(sys.argv[1]), Path(sys.argv[2]))
