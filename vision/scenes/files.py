"""The files beside the frames of the recording: what was played, what is true, how the camera stands."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

from vision.scenes.camera import Camera
from vision.scenes.lane import FPS
from vision.scenes.props import Tray
from vision.scenes.three_players import PLAYERS, Script, makers

TINTS = ("#d8c7a0", "#b3262a", "#2f55a4")

ROUNDS: list[dict[str, Any]] = [
    {
        "round": 1, "first": ["66124", "66351", "33465"], "outcome": "push", "boss": None, "decision": None, "second": {},
        "results": {}, "transfers": [0, 0, 0], "banks": [10, 10, 10], "kitty": 0, "eliminated": [],
    },
    {
        "round": 2, "first": ["55521", "44362", "22613"], "outcome": "called_off", "boss": 0, "kept": "555",
        "decision": "call_off",
        "second": {},
        "results": {}, "transfers": [0, 0, 0], "banks": [10, 10, 10], "kitty": 0, "eliminated": [],
    },
    {
        "round": 3, "first": ["33165", "66542", "44132"], "outcome": "settled", "boss": 1, "kept": "66",
        "decision": "call_up",
        "second": {"2": "44421", "0": "33652"}, "second_order": [2, 0], "boss_hand": "66623",
        "results": {"0": "lose", "2": "lose"},
        "transfers": [-5, 10, -5], "banks": [5, 20, 5], "kitty": 0, "kitty_taken": 0, "boss_bust": False, "eliminated": [],
    },
    {
        "round": 4, "first": ["55123", "22456", "66134"], "outcome": "settled", "boss": 2, "kept": "66",
        "decision": "call_up",
        "second": {"0": "55531", "1": "22262"}, "second_order": [0, 1], "boss_hand": "66134",
        "results": {"0": "win", "1": "win"},
        "transfers": [0, 0, -5], "banks": [5, 20, 0], "kitty": 5, "kitty_taken": 0, "boss_bust": True, "eliminated": [2],
    },
    {
        "round": 5, "first": ["33124", "44156", None], "outcome": "settled", "boss": 1, "kept": "44",
        "decision": "call_up",
        "second": {"0": "33612"}, "second_order": [0], "boss_hand": "44425", "results": {"0": "lose"},
        "transfers": [-5, 10, 0], "banks": [0, 30, 0], "kitty": 0, "kitty_taken": 5, "boss_bust": False, "eliminated": [0],
    },
]  # fmt: skip


def _rows(path: Path, head: list[str], rows: list[list[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def calibration(tray: Tray, eye: Camera) -> str:
    """The calibration file of the recording."""
    half_w, half_d = tray.width / 2, tray.depth / 2

    def numbers(values: Any) -> str:
        return "[" + ", ".join(repr(round(float(value), 9)) for value in values) + "]"

    centers = ", ".join(f"[{number}, {x + half_w:.1f}, {half_d - y:.1f}]" for number, x, y in tray.tags())
    matrix = ", ".join(numbers(row) for row in eye.matrix())
    homography = ", ".join(numbers(row) for row in eye.picture_to_tray(tray.width, tray.depth))
    lanes = []
    for number in range(tray.lanes):
        left, low, right, high = tray.lane(number)
        edges = {"left": left + half_w, "top": half_d - high, "right": right + half_w, "bottom": half_d - low}
        lanes.append("[[lanes]]\n" + "".join(f"{name} = {value:.1f}\n" for name, value in edges.items()))
    return f"""version = 1

[camera]
name = "recording:three-players"
width = {eye.width}
height = {eye.height}

[tray]
width_mm = {tray.width:.1f}
height_mm = {tray.depth:.1f}

[markers]
dictionary = "DICT_4X4_50"
size_mm = {tray.tag:.1f}
centers = [{centers}]

[lens]
matrix = [{matrix}]
distortion = [0.0, 0.0, 0.0, 0.0, 0.0]

[homography]
picture_to_tray = [{homography}]

[dice]
size_mm = {next(iter(makers().values())).size:.1f}

[empty]
picture = "empty.jpg"

{chr(10).join(lanes)}"""


def write_files(folder: Path, script: Script, tray: Tray, eye: Camera, stills: list[dict[str, Any]]) -> None:
    """Writes everything except the pictures."""
    pairs = script.frames
    names = ", ".join(f'"{name}"' for name in PLAYERS)
    tints = ", ".join(f'"{tint}"' for tint in TINTS)
    (folder / "table.toml").write_text(
        f"""version = 1
name = "Three players, five rounds"
game = "boss"
players = [{names}]
tints = [{tints}]
bank = 10
wager = 5
max_wager = 5
fps = {FPS}
lanes = {tray.lanes}
seat_lanes = [0, 1, 0]

[source]
generator = "./tray scenes record"
seed = 20
note = "Rendered, not filmed: rounded cubes rolled by MuJoCo, pictures by Cycles, noise by a model of a small camera."
licence = "Made for this project and under its licence; no photograph of anybody is in it."
""",
        encoding="utf-8",
    )
    count = len(pairs)
    # A camera is never exactly on time: some milliseconds of jitter, no drift.
    jitter = np.random.default_rng(5).normal(0, 0.0025, count)
    times = np.arange(count) / FPS + np.clip(jitter, -0.008, 0.008)
    times[0] = 0.0
    _rows(
        folder / "frames.csv",
        ["number", "file", "time"],
        [[n, f"frames/{n:06d}.jpg", f"{time:.4f}"] for n, time in enumerate(times)],
    )
    _rows(folder / "presses.csv", ["frame", "button"], [list(press) for press in script.presses])
    _rows(
        folder / "expected.csv",
        ["frame", "lane", "state", "values"],
        [[number, lane, scene.state, scene.values] for number, pair in enumerate(pairs) for lane, scene in enumerate(pair)],
    )
    expected = {
        "players": list(PLAYERS),
        "bank": 10,
        "wager": 5,
        "rounds": ROUNDS,
        "banks": [0, 30, 0],
        "kitty": 0,
        "winner": 1,
    }
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
    truth = {
        "version": 1,
        "camera": {
            "matrix": eye.matrix().tolist(),
            "position_mm": list(eye.position),
            "width": eye.width,
            "height": eye.height,
        },
        "tray_mm": [tray.width, tray.depth],
        "stills": stills,
    }
    (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")
    (folder / "calibration.toml").write_text(calibration(tray, eye), encoding="utf-8")
