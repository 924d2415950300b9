"""Dice cut out of photographs: the outline is the die's, what cannot be cut out is left, and a pick stays what it was."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.training import cut_dice
from vision.training.compose import scene
from vision.training.dice import SPRITE, render
from vision.training.photos import Photo
from vision.training.store import HIDDEN, Truth

Picture = NDArray[np.uint8]


def photograph(seed: int, at: tuple[int, int] = (100, 90)) -> tuple[Photo, Truth, NDArray[np.float32]]:
    """A green table with one procedural die, its truth and its outline in the picture."""
    rng = np.random.default_rng(seed)
    sprite = render(rng, tilt=8.0)
    image = np.clip(np.array([60.0, 120.0, 70.0]) + rng.normal(0, 3, (220, 240, 3)), 0, 255)
    corner = np.array(at) - SPRITE // 2
    hull = sprite.hull + corner
    low, high = hull.min(axis=0), hull.max(axis=0)
    x0, y0 = max(corner[0], 0), max(corner[1], 0)
    layers = sprite.pixels[y0 - corner[1] :, x0 - corner[0] :]
    part = image[y0 : corner[1] + SPRITE, x0 : corner[0] + SPRITE]
    cover = layers[: part.shape[0], : part.shape[1], 3:4] / 255
    part[:] = part * (1 - cover) + layers[: part.shape[0], : part.shape[1], :3] * cover
    middle, extent = (low + high) / 2, high - low
    truth = Truth(sprite.value, (float(middle[0]), float(middle[1]), float(extent[0]), float(extent[1])))
    return Photo("somebody/dice", "a.jpg", image.astype(np.uint8), (truth,), 50.0), truth, hull.astype(np.float32)


FAINT = pytest.mark.xfail(reason="this die is so like the felt that its outline is cut worse than asked", strict=True)


# Dice of these seeds differ from green felt.
@pytest.mark.parametrize("seed", [0, 2, pytest.param(3, marks=FAINT), 5, 6])
def test_a_die_is_cut_along_its_outline(seed: int) -> None:
    photo, truth, hull = photograph(seed)
    found = cut_dice.cut_out(photo, truth)
    assert found is not None
    layers, outline = found
    assert layers.shape == (SPRITE, SPRITE, 6)
    scale = 50 / np.sqrt(truth.box[2] * truth.box[3])
    true = (hull - np.array(truth.box[:2], np.float32)) * scale + SPRITE / 2
    canvas = np.zeros((2, SPRITE, SPRITE), np.uint8)
    cv2.fillConvexPoly(canvas[0], cv2.convexHull(true.astype(np.float32)).round().astype(np.int32), 1)
    cv2.fillConvexPoly(canvas[1], outline.round().astype(np.int32), 1)
    assert (canvas[0] & canvas[1]).sum() > 0.88 * (canvas[0] | canvas[1]).sum()
    assert abs(int((layers[..., 3] > 128).sum()) - int(canvas[1].sum())) < 0.06 * canvas[1].sum()


def test_what_cannot_be_cut_out_is_left() -> None:
    photo, truth, _ = photograph(0)
    x, y, w, h = truth.box
    assert cut_dice.cut_out(photo, Truth(HIDDEN, truth.box)) is None, "a hidden die"
    assert cut_dice.cut_out(photo, Truth(3, (x, y, w * 1.8, h * 1.8))) is None, "a box that the die does not fill"
    assert cut_dice.cut_out(photo, Truth(3, (5.0, y, w, h))) is None, "a die that the picture's edge cuts"


def test_scenes_are_made_of_cut_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_dice, "ROOT", tmp_path)
    assert len(cut_dice.CutDice()) == 0, "no store, no dice"
    photo, truth, _ = photograph(0)
    monkeypatch.setattr(cut_dice, "photos", lambda folder: [photo])
    cut_dice.cut_dice(tmp_path)
    (row,) = (json.loads(line) for line in (tmp_path / "photographed.jsonl").read_text().splitlines())
    assert row["value"] == truth.value
    assert row["source"] == "somebody/dice"
    dice = cut_dice.CutDice()
    values = set()
    for seed in range(12):
        rng = np.random.default_rng(seed)
        sprite = dice.pick(rng, 10.0, False)
        assert sprite.value == truth.value
        assert np.all(np.abs(sprite.hull - SPRITE / 2) < 48)
        _, truths = scene(rng, dice)
        values |= {one.value for one in truths}
        assert all(not one.corners for one in truths), "nobody knows where the top faces are"
    assert truth.value in values
    assert values <= {truth.value, HIDDEN, -1, 7}


def test_dice_on_dice_are_not_to_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_dice, "ROOT", tmp_path)
    photo, _, _ = photograph(0)
    monkeypatch.setattr(cut_dice, "photos", lambda folder: [photo])
    cut_dice.cut_dice(tmp_path)
    dice = cut_dice.CutDice()
    seen = 0
    for seed in range(30):
        _, truths = scene(np.random.default_rng(seed), dice, np.full((192, 192, 3), 90, np.uint8), 1.0)
        for upper in truths:
            for lower in truths:
                near = np.hypot(upper.box[0] - lower.box[0], upper.box[1] - lower.box[1]) < 0.5 * min(
                    *upper.box[2:], *lower.box[2:]
                )
                if upper is not lower and near:
                    seen += 1
                    assert {upper.value, lower.value} <= {HIDDEN, -1, 7}
    assert seen > 10
