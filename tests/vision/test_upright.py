"""Cut-outs show a die's face straight and always as large: in training from the truth, in reading from what the finder sees."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crops import DIE, OUTLINE, crop
from vision.finding import DiceFinder
from vision.training.store import Truth
from vision.training.upright import degrees, turn_of, with_face

EDGE = 30.0
MIDDLE = (100.0, 90.0)


@pytest.fixture(scope="module")
def finder() -> DiceFinder:
    return DiceFinder()


def corners_of(turn: float) -> NDArray[np.float64]:
    """Those of a square of `EDGE` pixels round `MIDDLE`, turned clockwise by `turn` degrees."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    square = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * EDGE
    return square @ np.array([[c, s], [-s, c]]) + MIDDLE


def drawn(turn: float, pips: tuple[tuple[int, int], ...] = ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0))) -> NDArray[np.uint8]:
    """A white die on green felt, its face turned clockwise by `turn` degrees."""
    image = np.full((180, 200, 3), (60, 110, 40), np.uint8)
    corners = corners_of(turn)
    cv2.fillPoly(image, [np.round(corners * 16).astype(np.int32)], (235, 235, 235), cv2.LINE_AA, 4)
    right, down = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    for across, along in pips:
        x, y = np.round((np.array(MIDDLE) + 0.5 * across * right + 0.5 * along * down) * 16).astype(int).tolist()
        cv2.circle(image, (x, y), int(0.09 * EDGE * 16), (20, 20, 20), -1, cv2.LINE_AA, 4)
    return image


def box_of(turn: float) -> tuple[float, float, float, float]:
    low, high = corners_of(turn).min(axis=0), corners_of(turn).max(axis=0)
    return (*MIDDLE, float(high[0] - low[0]), float(high[1] - low[1]))


def askew(angle: float) -> float:
    """How far an angle in degrees is from the next quarter."""
    return abs((angle + 45) % 90 - 45)


@pytest.mark.parametrize("turn", [-40, -15, 0, 20, 44])
def test_a_cut_out_turned_by_what_is_known_is_straight(turn: float) -> None:
    rng = np.random.default_rng(1)
    errors = [askew(degrees(rng, turn) + turn) for _ in range(400)]
    assert np.median(errors) < 4, "most are nearly straight"
    assert 0.02 < np.mean(np.array(errors) > 10) < 0.2, "and some at any turn, since the finder is not always right"
    straight = crop(drawn(turn), MIDDLE, OUTLINE * EDGE, -turn)
    rim = int(DIE / OUTLINE / 2)
    middle = straight.shape[0] // 2
    plastic = straight.mean(axis=2) > 150
    assert plastic[middle - rim + 2 : middle + rim - 2, middle - rim + 2].all(), "its left side stands upright"
    assert not plastic[:, : middle - rim - 2].any()


def test_what_has_no_known_turn_is_cut_at_any() -> None:
    rng = np.random.default_rng(2)
    errors = [askew(degrees(rng, None)) for _ in range(400)]
    assert 15 < np.mean(errors) < 30


@pytest.mark.parametrize("turn", [-40, -20, 0, 10, 30])
def test_the_turn_of_a_face_is_that_of_its_sides(turn: float) -> None:
    corners = tuple((float(x), float(y)) for x, y in corners_of(turn))
    assert askew(turn_of(corners) - turn) < 0.01
    assert askew(turn_of(corners[1:] + corners[:1]) - turn) < 0.01, "whatever corner comes first"


@pytest.mark.parametrize("turn", [-40, -20, 0, 10, 30])
def test_the_finder_tells_how_a_die_is_turned(finder: DiceFinder, turn: float) -> None:
    seen = finder.look(drawn(turn), box_of(turn))
    assert seen is not None
    assert askew(np.degrees(seen.turn) - turn) < 8
    assert seen.edge == pytest.approx(EDGE, rel=0.2)
    assert np.hypot(seen.center[0] - MIDDLE[0], seen.center[1] - MIDDLE[1]) < 0.15 * EDGE


def test_a_truth_without_a_face_is_given_the_one_that_is_seen(finder: DiceFinder) -> None:
    image, box = drawn(25), box_of(25)
    known = with_face(image, Truth(5, box), finder)
    assert known.value == 5
    assert known.box == box
    assert known.corners is not None
    assert askew(turn_of(known.corners) - 25) < 8
    felt = np.full_like(image, (60, 110, 40))
    assert with_face(felt, Truth(5, box), finder).corners is None, "nothing is made up where no die is seen"
    given = Truth(5, box, known.corners[1:] + known.corners[:1])
    assert with_face(felt, given, finder) == given, "what is known stays"
