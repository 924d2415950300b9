"""Where training data lies: `training/` beside the code, plain `.npy` arrays and JSON lines, safe to delete and to resume."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice import SPRITE, Sprite, render

ROOT = Path(__file__).resolve().parents[2] / "training"
HIDDEN = 0
LEANING = 7
_STRAIGHT = 0.84


@dataclass(frozen=True, slots=True)
class Truth:
    """One die in a picture, in pixels.

    `value` is 1..6, `HIDDEN` or `LEANING` when a die is there and cannot be read, -1 when nothing may be learnt from it.
    `box` is the outline's (x, y, w, h) with (x, y) its middle; `corners` are those of the top face, or `None` when unknown.
    """

    value: int
    box: tuple[float, float, float, float]
    corners: tuple[tuple[float, float], ...] | None = None

    def packed(self) -> list[Any]:
        """The form it is stored in."""
        return [self.value, [round(v, 2) for v in self.box], self.corners and [[round(v, 2) for v in c] for c in self.corners]]

    @staticmethod
    def unpacked(row: list[Any]) -> Truth:
        """The reverse of `packed`."""
        return Truth(row[0], tuple(row[1]), tuple((x, y) for x, y in row[2]) if row[2] else None)


def foreshortening(corners: tuple[tuple[float, float], ...]) -> float:
    """The cosine of the angle at which a square face is seen, from its four corners in the picture: 1 straight, 0 edge on."""
    a, b, c, d = np.array(corners, np.float64)
    lengths = np.linalg.svd(np.stack([(b - a) + (c - d), (d - a) + (c - b)]), compute_uv=False)
    return float(lengths[1] / max(float(lengths[0]), 1e-9))


def inside(corners: tuple[tuple[float, float], ...], size: int) -> float:
    """The share of a convex face, from its corners, that lies in a square picture of `size` pixels."""
    face = np.array(corners, np.float32)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    shared, _ = cv2.intersectConvexConvex(face.reshape(-1, 1, 2), square.reshape(-1, 1, 2))
    return float(shared) / max(float(cv2.contourArea(face)), 1e-9)


def cut_value(truth: Truth, size: int, part: float) -> int:
    """What can be said of a die that the edge of a square picture of `size` pixels cuts; `part` of its box is inside.

    Its value while its face is whole, `HIDDEN` when a good part of the face is gone, -1 between.
    """
    x, y = truth.box[:2]
    if part <= 0.3 or not (0 <= x < size and 0 <= y < size):
        return -1
    if not truth.corners:
        return truth.value if part > 0.97 else HIDDEN if part < 0.8 else -1
    face = inside(truth.corners, size)
    return truth.value if face > 0.97 and part > 0.7 else HIDDEN if face < 0.8 else -1


def learnable(truth: Truth) -> Truth:
    """The truth as far as a single die's picture can tell it: one that leans towards the camera looks like one that lies flat,
    and nothing is learnt from it. That it leans shows in the company of other dice only."""
    if truth.value == LEANING and truth.corners and foreshortening(truth.corners) > _STRAIGHT:
        return replace(truth, value=-1)
    return truth


def usual_edge(truths: Sequence[Truth]) -> float | None:
    """The usual edge of a top face in pixels, as a tray would tell it, at least 4; `None` without dice that lie flat."""
    flat = [truth.corners for truth in truths if truth.corners and 1 <= truth.value <= 6]
    edges = [float(np.sqrt(cv2.contourArea(np.array(corners, np.float32)))) for corners in flat]
    return max(4.0, float(np.median(edges))) if edges else None


def _pose(rng: np.random.Generator, leaning: float) -> tuple[float, float]:
    """Tilt of the view and lean of the die, in degrees; `leaning` is the share of dice that lean."""
    if rng.random() < leaning:
        return float(rng.uniform(0, 22)), float(rng.uniform(18, 50))
    kind = rng.random()
    low, high = (0, 15) if kind < 0.5 else (12, 36) if kind < 0.82 else (34, 58)
    return float(rng.uniform(low, high)), 0.0


def make_sprites(count: int, seed: int, name: str = "sprites", leaning: float = 0.13) -> None:
    """Renders a store of dice; every die has its own seed, so an interrupted run goes on where it stopped.

    Stores whose `name` begins with "sprites" are trained on; "held-back" is for measuring.
    """
    ROOT.mkdir(exist_ok=True)
    pixels_file, truth_file = ROOT / f"{name}.npy", ROOT / f"{name}.jsonl"
    done = len(truth_file.read_text().splitlines()) if truth_file.exists() and pixels_file.exists() else 0
    if done == 0:
        truth_file.write_text("")
        pixels = np.lib.format.open_memmap(pixels_file, "w+", np.uint8, (count, SPRITE, SPRITE, 6))
    else:
        pixels = np.lib.format.open_memmap(pixels_file, "r+")
    with truth_file.open("a") as log:
        for index in range(done, min(count, len(pixels))):
            rng = np.random.default_rng([seed, index])
            tilt, lean = _pose(rng, leaning)
            sprite = render(rng, tilt=tilt, lean=lean)
            pixels[index] = sprite.pixels
            row = {"value": sprite.value, "tilt": tilt, "lean": lean}
            row |= {"hull": sprite.hull.tolist(), "corners": np.round(sprite.corners, 2).tolist()}
            log.write(json.dumps(row) + "\n")
            if index % 200 == 0:
                log.flush()
                print(f"sprites {index}/{count}", flush=True)


class Sprites:
    """All stores of dice whose names begin with `name`, read lazily from disk, with an index by tilt."""

    def __init__(self, name: str = "sprites") -> None:
        self._parts: list[NDArray[np.uint8]] = []
        self.rows: list[dict[str, Any]] = []
        for file in sorted(ROOT.glob(f"{name}*.jsonl")):
            rows = [json.loads(line) for line in file.read_text().splitlines()]
            for index, row in enumerate(rows):
                row["part"], row["index"] = len(self._parts), index
            self._parts.append(np.load(file.with_suffix(".npy"), mmap_mode="r"))
            self.rows += [row for row in rows if len(row["hull"]) >= 3]
        self.tilts = np.array([row["tilt"] for row in self.rows])
        self.leans = np.array([row["lean"] for row in self.rows])

    def pick(self, rng: np.random.Generator, tilt: float, leaning: bool) -> Sprite:
        """A random die seen at about `tilt` degrees."""
        near = np.flatnonzero(((self.leans > 0) == leaning) & (np.abs(self.tilts - tilt) < 4))
        if not len(near):
            near = np.argsort(np.abs(self.tilts - tilt) + 90 * ((self.leans > 0) != leaning))[:20]
        row = self.rows[int(rng.choice(near))]
        hull, corners = np.array(row["hull"], np.float32), np.array(row["corners"], np.float32)
        pixels = self._parts[row["part"]][row["index"]]
        return Sprite(pixels, row["value"], row["tilt"], row["lean"], hull, corners)
