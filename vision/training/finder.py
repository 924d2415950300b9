"""Training of the finder: targets on the stride-4 grid and their losses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.training.augment import photometric, standardised
from vision.training.loop import AGAIN, output, train
from vision.training.networks import STRIDE, Finder
from vision.training.photos import Photo, cut, photos
from vision.training.renders import renders
from vision.training.shards import Shards
from vision.training.starting import start
from vision.training.store import ROOT, Truth
from vision.training.things import Things
from vision.training.windows import WINDOW, empty_window, scene_window

BATCH = 16
_GRID = WINDOW // STRIDE
# Dice between the inner pair of sizes are to be found, those beyond the outer pair are none; between, anything goes.
_SMALLEST, _LARGEST = 12.0, 64.0
_TOO_SMALL, _TOO_LARGE = 9.0, 88.0
# Shares of windows without dice, cut from photographs of other things; of those among them in which an earlier finder saw a
# die; and of windows with things laid beside the dice.
_EMPTY, _HARD, _STREWN = 0.12, 0.12, 0.35
_WEIGHTS = {
    "DamianTab/DiceDetection": 1.0,
    "Epanemu/GameDiceRecognition": 0.5,
    "N3VERS4YDIE/dice-recognition": 0.8,
    "nell-byler/dice_detection": 1.1,
    "skovy/tensorflow-dice-model": 0.5,
    "fkokosinski/dice-pip-counter-haar": 0.15,
}


def source_shares(names: list[str]) -> NDArray[np.float64]:
    """How often a picture is drawn from each source; sums to 1."""
    shares = np.array([_WEIGHTS.get(name, 0.5) for name in names])
    return shares / shares.sum() if len(shares) else shares


def targets(truths: list[Truth]) -> NDArray[np.float32]:
    """Maps (12, g, g): heat, weight of the heat loss, eight regressions, value, weight of the regressions.

    A negative weight marks cells where box and value are known but not the top face's corners.
    """
    maps = np.zeros((12, _GRID, _GRID), np.float32)
    maps[1] = 1
    gy, gx = np.mgrid[0:_GRID, 0:_GRID].astype(np.float32)
    for truth in truths:
        x, y, w, h = truth.box
        cx, cy = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
        size = float(np.sqrt(w * h))
        if size > _TOO_LARGE or size < _TOO_SMALL:
            continue
        if truth.value < 0 or size > _LARGEST or size < _SMALLEST:
            near = (np.abs(gx - cx) < w / STRIDE * 0.6) & (np.abs(gy - cy) < h / STRIDE * 0.6)
            maps[1][near & (maps[0] < 0.3)] = 0
            continue
        sx, sy = max(0.7, 0.11 * w / STRIDE), max(0.7, 0.11 * h / STRIDE)
        heat = np.exp(-(((gx - cx) / sx) ** 2 + ((gy - cy) / sy) ** 2) / 2)
        column, row = int(np.clip(round(cx), 0, _GRID - 1)), int(np.clip(round(cy), 0, _GRID - 1))
        heat[row, column] = 1
        maps[1][heat > 0.5] = 1
        maps[0] = np.maximum(maps[0], heat)
        around = heat > 0.4
        maps[2][around], maps[3][around] = np.log(w / 32), np.log(h / 32)
        sign = -1.0
        if truth.corners:
            corners = np.array(truth.corners)
            middle = corners.mean(axis=0)
            maps[4][around], maps[5][around] = (middle[0] - x) / w, (middle[1] - y) / h
            side = (corners[1] - corners[0]) + (corners[2] - corners[3])
            angle = np.arctan2(side[1], side[0])
            maps[6][around], maps[7][around] = np.cos(4 * angle), np.sin(4 * angle)
            rolled = np.roll(corners, -1, axis=0)
            area = abs(float((corners[:, 0] * rolled[:, 1] - corners[:, 1] * rolled[:, 0]).sum())) / 2
            maps[8][around] = 0.5 * np.log(max(area, 1.0) / (w * h))
            sign = 1.0
        maps[10][around] = truth.value
        maps[11][around] = sign * heat[around]
    return maps


def _hard_windows() -> NDArray[np.uint8]:
    """What `mine_windows` kept, (n, s, s, 3); empty when that step was left out."""
    file = ROOT / "hard-windows.npy"
    return np.load(file, mmap_mode="r") if file.exists() else np.empty((0, WINDOW, WINDOW, 3), np.uint8)


def loss_of(network: nn.Module, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the heat (CornerNet), smooth L1 of the regressions, cross-entropy of the value."""
    images, maps = batch
    said = output(network, images)
    heat, wanted, weight = said[:, 0], maps[:, 0], maps[:, 1]
    chance = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    center = (wanted >= 0.9999).float()
    positive = -center * (1 - chance) ** 2 * chance.log()
    negative = -(1 - center) * (1 - wanted) ** 4 * chance**2 * (1 - chance).log()
    count = center.sum().clamp(min=1)
    focal = ((positive + negative) * weight).sum() / count
    known = maps[:, 11].abs()
    total = known.sum().clamp(min=1)
    box = (functional.smooth_l1_loss(said[:, 1:3], maps[:, 2:4], reduction="none", beta=0.05).sum(1) * known).sum() / total
    posed = maps[:, 11].clamp(min=0) * (maps[:, 10] > 0)
    face = functional.smooth_l1_loss(said[:, 3:8], maps[:, 4:9], reduction="none", beta=0.1).sum(1)
    face = (face * posed).sum() / posed.sum().clamp(min=1)
    value = functional.cross_entropy(said[:, 8:], maps[:, 10].long(), reduction="none", label_smoothing=0.02)
    value = (value * known).sum() / total
    with torch.no_grad():
        right = ((said[:, 8:].argmax(1) == maps[:, 10].long()) * center).sum() / count
    parts = {"heat": focal.item(), "box": box.item(), "face": face.item(), "value": value.item(), "right": right.item()}
    return focal + box + 0.3 * face + 1.1 * value, parts


class Batches:
    """A picklable maker of endless batches of crops and their maps."""

    def __init__(self, folder: Path, frames: Path, without: tuple[str, ...], photo_share: float) -> None:
        self._folder, self._frames, self._without, self._photo_share = folder, frames, without, photo_share

    def __call__(self, seed: list[int]) -> Iterator[tuple[Tensor, Tensor]]:
        rng = np.random.default_rng(seed)
        shards, things = Shards(), Things()
        groups: dict[str, list[Photo]] = {}
        if self._folder.exists():
            for photo in photos(self._folder, self._without):
                groups.setdefault(photo.source, []).append(photo)
        rendered = renders(self._frames)
        names = list(groups)
        shares = source_shares(names)
        number = 0
        hard = _hard_windows()
        while True:
            number += 1
            if number % 200 == 0:
                shards.refresh()
                rendered = renders(self._frames, rendered)
            images, maps = [], []
            for _ in range(BATCH):
                chance = rng.random()
                kind = rng.random()
                empty = things.window(rng, WINDOW) if kind < _EMPTY else None
                if empty is not None:
                    image, truths = empty, []
                elif len(hard) and kind > 1 - _HARD:
                    image, truths = empty_window(rng, hard[int(rng.integers(0, len(hard)))]), []
                elif names and chance < self._photo_share:
                    group = groups[names[int(rng.choice(len(names), p=shares))]]
                    image, truths = cut(rng, group[int(rng.integers(0, len(group)))], WINDOW)
                elif rendered and chance < self._photo_share + min(0.18, 0.003 * len(rendered)):
                    image, truths = cut(rng, rendered[int(rng.integers(0, len(rendered)))], WINDOW)
                else:
                    image, truths = scene_window(rng, *shards.pick(rng))
                boxes = [min(t.box[2:]) for t in truths]
                if kind <= 1 - _HARD and rng.random() < _STREWN:
                    unit = float(np.median(boxes)) if boxes else float(np.exp(rng.uniform(np.log(14), np.log(60))))
                    image, _ = things.strewn(rng, image, truths, unit, int(rng.integers(1, 4)))
                strength = float(np.clip(min(boxes, default=30) / 30, 0.35, 1.6))
                images.append(standardised(photometric(rng, image, strength=strength)))
                maps.append(targets(truths))
            yield torch.from_numpy(np.stack(images)), torch.from_numpy(np.stack(maps))


def train_finder(
    folder: Path,
    frames: Path,
    *,
    steps: int,
    seed: int,
    without: tuple[str, ...] = (),
    name: str = "finder",
    begin: Path | None = None,
    **kw: Any,
) -> nn.Module:
    """Trains the finder; `without` leaves whole sources out, for calibration. It begins with the weights of `finder.onnx` in
    the folder `begin`, or with none."""
    make = Batches(folder, frames, without, 0.36)
    network = Finder()
    if begin is not None and not (ROOT / f"{name}.pt").exists():
        start(network, begin / "finder.onnx", next(make([seed]))[0])
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    rate = 2.5e-3 if begin is None else 2.5e-3 * AGAIN
    return train(network, make, loss_of, ROOT / f"{name}.pt", steps=steps, rate=rate, seed=seed, **kw)
