"""The recorded table is complete, small, and agrees with its own calibration and script."""

from __future__ import annotations

import csv
import itertools
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[1] / "recordings" / "three-players"
STATES = {"empty", "moving", "settled", "covered", "obstructed"}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "table.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def calibration() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "calibration.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    return found


def runs(lane: int) -> list[tuple[str, str, int]]:
    """State, values and number of frames of each stretch of a lane."""
    mine = [(row["state"], row["values"]) for row in rows("expected.csv") if int(row["lane"]) == lane]
    return [(state, values, len(list(group))) for (state, values), group in itertools.groupby(mine)]


def test_frames_are_consecutive_and_on_time(table: dict[str, Any]) -> None:
    frames = rows("frames.csv")
    assert [int(row["number"]) for row in frames] == list(range(len(frames)))
    assert [row["file"] for row in frames] == [f"frames/{number:06d}.jpg" for number in range(len(frames))]
    assert sorted(path.name for path in (FOLDER / "frames").iterdir()) == [f"{number:06d}.jpg" for number in range(len(frames))]
    gaps = np.diff([float(row["time"]) for row in frames])
    assert np.all(np.abs(gaps - 1 / table["fps"]) < 0.03)


def test_all_frames_decode_at_the_size_of_the_calibration(calibration: dict[str, Any]) -> None:
    size = (calibration["camera"]["height"], calibration["camera"]["width"], 3)
    for row in rows("frames.csv"):
        picture = cv2.imread(str(FOLDER / row["file"]))
        assert picture is not None, row["file"]
        assert picture.shape == size


def test_the_recording_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) <= 12_000_000


def marker_misses(picture: NDArray[np.uint8], calibration: dict[str, Any]) -> dict[int, float]:
    """For each marker found: how far the calibration puts its centre from where it is, in pixels."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    if ids is None:
        return {}
    homography = np.linalg.inv(np.array(calibration["homography"]["picture_to_tray"]))
    half = calibration["markers"]["size_mm"] / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    misses = {}
    for number, found in zip(np.asarray(ids).ravel(), corners, strict=True):
        if all(name != number for name, _, _ in calibration["markers"]["centers"]):
            # Dice are now and then taken for a marker that no tray has; the calibration knows its own.
            continue
        center = next(np.array([x, y]) for name, x, y in calibration["markers"]["centers"] if name == number)
        points = np.column_stack([square + center, np.ones(4)]) @ homography.T
        truth = points[:, :2] / points[:, 2:]
        misses[int(number)] = float(np.linalg.norm((found.reshape(-1, 2) - truth).mean(0)))
    return misses


def test_the_markers_are_where_the_calibration_says(calibration: dict[str, Any]) -> None:
    names = ["empty.jpg"] + [row["file"] for row in rows("frames.csv")[::60]]
    seen: Counter[int] = Counter()
    for name in names:
        picture = cv2.imread(str(FOLDER / name), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        misses = marker_misses(picture.astype(np.uint8), calibration)
        seen.update(list(misses))
        assert all(miss < 1.0 for miss in misses.values()), (name, misses)
    # An arm may cover a marker now and then.
    assert set(seen) == {0, 1, 2, 3}
    assert min(seen.values()) >= 0.7 * len(names)


def test_every_frame_has_one_state_for_each_lane(table: dict[str, Any]) -> None:
    listed = [(int(row["frame"]), int(row["lane"])) for row in rows("expected.csv")]
    assert listed == [(frame, lane) for frame in range(len(rows("frames.csv"))) for lane in range(table["lanes"])]
    for row in rows("expected.csv"):
        assert row["state"] in STATES
        assert bool(row["values"]) == (row["state"] in ("settled", "covered"))
        assert list(row["values"]) == sorted(row["values"])
        assert set(row["values"]) <= set("123456")


def test_the_lanes_show_the_hands_of_the_script(table: dict[str, Any], expected: dict[str, Any]) -> None:
    shown: list[list[str]] = [
        [values for state, values, _ in runs(lane) if state == "settled" and len(values) == 5] for lane in range(table["lanes"])
    ]
    wanted: list[list[str]] = [[] for _ in range(table["lanes"])]

    def lies(lane: int, hand: str) -> None:
        wanted[lane].append("".join(sorted(hand)))

    for played in expected["rounds"]:
        for seat, hand in enumerate(played["first"]):
            if hand is not None:
                lies(table["seat_lanes"][seat], hand)
        if played["outcome"] != "settled":
            continue
        boss_lane = table["seat_lanes"][played["boss"]]
        for seat in played["second_order"]:
            lane = table["seat_lanes"][seat]
            lies(1 - lane if lane == boss_lane else lane, played["second"][str(seat)])
        lies(boss_lane, played["boss_hand"])
    assert shown == wanted


def test_what_is_read_lies_still_long_enough(table: dict[str, Any]) -> None:
    for lane in range(table["lanes"]):
        for state, values, frames in runs(lane):
            if state == "settled" and len(values) == 5:
                assert frames >= 0.9 * table["fps"]
            if state == "covered":
                assert frames >= 9


def test_presses_come_after_the_table_was_still_for_a_second(table: dict[str, Any], expected: dict[str, Any]) -> None:
    presses = rows("presses.csv")
    states = {(int(row["frame"]), int(row["lane"])): (row["state"], row["values"]) for row in rows("expected.csv")}
    assert [row["button"] for row in presses].count("red") == 2
    for press in presses:
        frame = int(press["frame"])
        assert press["button"] in ("green", "red")
        now = [states[frame, lane] for lane in range(table["lanes"])]
        assert all(state in ("empty", "settled", "covered") for state, _ in now)
        if any(state != "empty" for state, _ in now):
            for back in range(table["fps"]):
                assert [states[frame - back, lane] for lane in range(table["lanes"])] == now
    calls = [played["decision"] for played in expected["rounds"] if played["decision"]]
    covered = [
        row["button"]
        for row in presses
        if any(states[int(row["frame"]), lane][0] == "covered" for lane in range(table["lanes"]))
    ]
    assert covered == [{"call_up": "green", "call_off": "red"}[call] for call in calls]


def test_the_banks_of_the_script_keep_all_chips(expected: dict[str, Any]) -> None:
    for played in expected["rounds"]:
        assert sum(played["banks"]) + played["kitty"] == 30
    assert expected["rounds"][-1]["banks"] == expected["banks"]
    assert expected["banks"][expected["winner"]] == 30


def test_truth_lists_the_open_dice_of_each_still(expected: dict[str, Any]) -> None:
    states = {(int(row["frame"]), int(row["lane"])): (row["state"], row["values"]) for row in rows("expected.csv")}
    truth = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
    assert len(truth["stills"]) >= 30
    for still in truth["stills"]:
        assert states[still["first_frame"], still["lane"]] == (still["state"], still["values"])
        open_dice = [die for die in still["dice"] if "under the cup" not in die["flags"]]
        assert "".join(sorted(str(die["value"]) for die in open_dice)) == still["values"]
        assert all(die["size"] >= 30 and die["visible"] >= 0.9 and die["tilt"] < 1 for die in open_dice)
