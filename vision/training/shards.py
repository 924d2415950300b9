"""Composed scenes on disk, in shards that one process writes while others already train on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.compose import SCENE, scene
from vision.training.cut_dice import CutDice
from vision.training.photos import Photo, backdrop, photos
from vision.training.store import ROOT, Sprites, Truth, learnable
from vision.training.things import Things

SHARD = 400
HARD_SCENES = "scenes/hard.json"
# The share of scenes that is picked among the hard ones, where `mine_scenes` has found some.
_HARD = 0.35


def ground_of(rng: np.random.Generator, things: Things, pictures: list[Photo]) -> NDArray[np.uint8] | None:
    """What dice lie on: a photograph of other things, the ground of one of dice, or a procedural table (`None`)."""
    kind = rng.random()
    if kind < 0.35:
        return things.window(rng, SCENE)
    if pictures and kind < 0.5:
        return backdrop(rng, pictures[int(rng.integers(0, len(pictures)))], SCENE)
    return None


def write_shards(count: int, seed: int, folder: Path, cut: float, stacked: float) -> None:
    """Composes scenes until `count` shards exist; each shard has its own seed. `cut` is the share with photographed
    dice, `stacked` that in which one die lies on another."""
    store = ROOT / "scenes"
    store.mkdir(parents=True, exist_ok=True)
    sprites, photographed, things = Sprites(), CutDice(), Things()
    pictures: list[Photo] = photos(folder) if folder.exists() else []
    for number in range(count):
        target = store / f"{number:04d}.npy"
        if target.exists():
            continue
        rng = np.random.default_rng([seed, number])
        images = np.empty((SHARD, SCENE, SCENE, 3), np.uint8)
        rows = []
        for index in range(SHARD):
            ground = ground_of(rng, things, pictures)
            dice = photographed if len(photographed) and rng.random() < cut else sprites
            images[index], truths = scene(rng, dice, ground, stacked)
            rows.append([truth.packed() for truth in truths])
        target.with_suffix(".json").write_text(json.dumps(rows))
        np.save(target.with_suffix(".part.npy"), images)
        target.with_suffix(".part.npy").rename(target)
        print(f"scenes {(number + 1) * SHARD}/{count * SHARD}", flush=True)


class Shards:
    """All shards of `root` written so far; `refresh` looks for new ones."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._known: dict[Path, tuple[NDArray[np.uint8], list[list[Truth]]]] = {}
        self.refresh()
        listing = root / HARD_SCENES
        wrong = json.loads(listing.read_text()) if listing.exists() else {}
        hard = [(root / "scenes" / f"{name}.npy", index) for name, found in wrong.items() for index in found]
        self._hard = [(path, index) for path, index in hard if path in self._known]

    def refresh(self) -> None:
        """Takes in the shards that were finished since the last look."""
        for path in sorted((self._root / "scenes").glob("[0-9]*.npy")):
            if path in self._known or path.name.endswith(".part.npy"):
                continue
            rows = json.loads(path.with_suffix(".json").read_text())
            self._known[path] = (np.load(path, mmap_mode="r"), [[learnable(Truth.unpacked(t)) for t in row] for row in rows])

    def __len__(self) -> int:
        return len(self._known) * SHARD

    def each(self) -> Iterator[tuple[str, NDArray[np.uint8], list[list[Truth]]]]:
        """Every shard: its name, its scenes and their truth."""
        for path, (images, truths) in self._known.items():
            yield path.stem, images, truths

    def pick(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Truth]]:
        """One scene, hard ones more often, turned and mirrored by chance; turning is rare, since the view's tilt should point
        downwards."""
        if self._hard and rng.random() < _HARD:
            path, index = self._hard[int(rng.integers(0, len(self._hard)))]
        else:
            path = list(self._known)[int(rng.integers(0, len(self._known)))]
            index = int(rng.integers(0, len(self._known[path][1])))
        images, truths = self._known[path]
        image, found = np.asarray(images[index]), truths[index]
        if rng.random() < 0.5:
            image = image[:, ::-1]
            found = [_mirrored(truth) for truth in found]
        for _ in range(int(rng.integers(0, 4)) if rng.random() < 0.3 else 0):
            image = np.rot90(image)
            found = [_turned(truth) for truth in found]
        return np.ascontiguousarray(image), found


def _mirrored(truth: Truth) -> Truth:
    x, y, w, h = truth.box
    corners = truth.corners and tuple((SCENE - 1 - a, b) for a, b in truth.corners)
    return Truth(truth.value, (SCENE - 1 - x, y, w, h), corners)


def _turned(truth: Truth) -> Truth:
    """A quarter turn anticlockwise, as `np.rot90`."""
    x, y, w, h = truth.box
    corners = truth.corners and tuple((b, SCENE - 1 - a) for a, b in truth.corners)
    return Truth(truth.value, (y, SCENE - 1 - x, h, w), corners)
