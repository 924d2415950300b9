"""A calibrated tray is read from above, and told in pixels of the camera's picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.geometry import Geometry, GeometryError, Lane
from vision.reader import Reader
from vision.result import Status
from vision.tray_reading import read_tray

PICTURES = Path(__file__).parent / "pictures"
MM_PER_PIXEL = 0.5


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def tilted(name: str) -> tuple[np.ndarray, dict[str, Any], Geometry, np.ndarray]:
    """A rendered hand as a leaning camera sees it: picture, truth from above, geometry, and the map into the picture."""
    flat = cv2.imread(str(PICTURES / f"{name}.jpg"))
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[60, 40], [width + 50, 60], [width + 90, height + 70], [20, height + 90]], np.float32)
    into_picture = cv2.getPerspectiveTransform(corners, seen)
    size = (width + 120, height + 120)
    picture = cv2.warpPerspective(flat, into_picture, size, flags=cv2.INTER_CUBIC, borderValue=(30, 40, 50))
    to_mm = np.diag([MM_PER_PIXEL, MM_PER_PIXEL, 1.0]) @ np.linalg.inv(into_picture)
    tray = (width * MM_PER_PIXEL, height * MM_PER_PIXEL)
    edge = float(np.median([die["size"] for die in truth["dice"]])) * MM_PER_PIXEL
    geometry = Geometry(*size, to_mm, tray, (Lane(0.0, 0.0, *tray),), die_size=edge)
    return picture, truth, geometry, into_picture


@pytest.mark.parametrize("name", ["five", "small", "thirds"])
def test_a_leaning_camera_reads_the_same_hand(reader: Reader, name: str) -> None:
    picture, truth, geometry, into_picture = tilted(name)
    reading = read_tray(reader, geometry, picture, expect=len(truth["dice"]))
    assert reading.status is Status.READ, reading.reason
    assert list(reading.values or ()) == truth["values"]
    for die in truth["dice"]:
        x, y = cv2.perspectiveTransform(np.array([[die["center"]]], np.float32), into_picture).ravel()
        found = min(reading.dice, key=lambda d: np.hypot(d.center[0] - x, d.center[1] - y))
        assert found.value == die["value"]
        assert np.hypot(found.center[0] - x, found.center[1] - y) < 0.4 * die["size"]
        assert np.hypot(*(np.mean(found.corners, axis=0) - (x, y))) < 0.3 * die["size"]


def test_a_picture_of_another_size_is_refused(reader: Reader) -> None:
    picture, _, geometry, _ = tilted("five")
    with pytest.raises(GeometryError):
        read_tray(reader, geometry, picture[:-2])
