"""Dice cut out of the photographs that may be trained on, to be laid on other grounds beside procedural ones.

Copy and paste (Ghiasi et al., 2021) parts a real die from the only table on which it was photographed.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice import EDGE, SPRITE, Sprite
from vision.training.photos import Photo, photos
from vision.training.store import ROOT, Truth

Picture = NDArray[np.uint8]
NAME = "photographed"
_BOX = 1.25 * EDGE
"""The outline's box in a sprite, pixels; about that of the procedural ones."""

_ROUNDS = 4
_SHADES = 0.35


def cut_dice(folder: Path) -> None:
    """Writes the store `photographed`: one sprite for each die whose outline could be told, with its value."""
    pixels, rows = [], []
    for photo in photos(folder):
        for truth in photo.truths:
            found = cut_out(photo, truth)
            if found is not None:
                pixels.append(found[0])
                row = {"value": truth.value, "tilt": 0.0, "lean": 0.0, "hull": found[1].tolist(), "source": photo.source}
                rows.append(json.dumps(row))
    np.save(ROOT / f"{NAME}.npy", np.stack(pixels) if pixels else np.empty((0, SPRITE, SPRITE, 6), np.uint8))
    (ROOT / f"{NAME}.jsonl").write_text("".join(row + "\n" for row in rows))
    print(f"dice: {len(rows)} cut out", flush=True)


def cut_out(photo: Photo, truth: Truth) -> tuple[Picture, NDArray[np.float32]] | None:
    """The layers of a sprite (`SPRITE`, `SPRITE`, 6) and its outline (n, 2); `None` when the outline does not fill its box."""
    x, y, w, h = truth.box
    height, width = photo.image.shape[:2]
    inside = w / 2 + 2 < x < width - w / 2 - 2 and h / 2 + 2 < y < height - h / 2 - 2
    if not 1 <= truth.value <= 6 or not inside or min(w, h) < 24:
        return None
    scale = _BOX / float(np.sqrt(w * h))
    matrix = np.array([[scale, 0, SPRITE / 2 - scale * x], [0, scale, SPRITE / 2 - scale * y]])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = photo.image
    if scale < 0.6:
        factor = scale * 1.3
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = np.array([[scale / factor, 0, SPRITE / 2 - scale * x], [0, scale / factor, SPRITE / 2 - scale * y]])
    square = np.asarray(cv2.warpAffine(image, matrix, (SPRITE, SPRITE), flags=way, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    wide, high = w * scale, h * scale
    mask = _foreground(square, wide, high)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea)).reshape(-1, 2)
    extent = np.ptp(hull, axis=0) + 1
    middle = (hull.max(axis=0) + hull.min(axis=0)) / 2
    fits = np.all(np.abs(extent / (wide, high) - 1) < 0.12) and np.all(np.abs(middle - SPRITE / 2) < 0.08 * _BOX)
    whole = cv2.contourArea(hull) < 1.12 * max(cv2.contourArea(contour) for contour in contours)
    if not fits or not whole:
        return None
    # A pixel of the rim is half the ground's.
    alpha = np.zeros((SPRITE * 4, SPRITE * 4), np.uint8)
    inner = middle + (hull - middle) * 0.96
    cv2.fillConvexPoly(alpha, np.round((inner * 4 + 1.5) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    alpha = cv2.GaussianBlur(cv2.resize(alpha, (SPRITE, SPRITE), interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    shade = cv2.GaussianBlur(cv2.dilate(alpha, np.ones((3, 3), np.uint8)), (0, 0), 0.1 * _BOX) * _SHADES
    layers = np.dstack([square, alpha, shade.astype(np.uint8), np.where(alpha > 128, 255, 0).astype(np.uint8)])
    return layers, inner.astype(np.float32)


def _foreground(square: Picture, wide: float, high: float) -> Picture:
    """The die's pixels by GrabCut (Rother et al., 2004), started with the labelled box and a sure disc in its middle."""
    mask = np.full(square.shape[:2], cv2.GC_BGD, np.uint8)
    cx = cy = SPRITE / 2
    left, right = round(cx - wide / 2 - 1), round(cx + wide / 2 + 1)
    top, bottom = round(cy - high / 2 - 1), round(cy + high / 2 + 1)
    mask[top:bottom, left:right] = cv2.GC_PR_FGD
    cv2.ellipse(mask, (round(cx), round(cy)), (round(wide * 0.33), round(high * 0.33)), 0, 0, 360, cv2.GC_FGD, -1)
    # Far from the box lie other dice, which say nothing of the ground.
    reach = round(0.45 * _BOX)
    y0, y1, x0, x1 = max(0, top - reach), bottom + reach, max(0, left - reach), right + reach
    part, own = np.ascontiguousarray(square[y0:y1, x0:x1]), np.ascontiguousarray(mask[y0:y1, x0:x1])
    models = np.zeros((1, 65)), np.zeros((1, 65))
    # GrabCut draws from OpenCV's own random numbers; so the same picture always gives the same outline.
    cv2.setRNGSeed(0)
    cv2.grabCut(part, own, None, *models, _ROUNDS, cv2.GC_INIT_WITH_MASK)
    found = np.zeros(square.shape[:2], np.uint8)
    found[y0:y1, x0:x1] = np.where((own == cv2.GC_FGD) | (own == cv2.GC_PR_FGD), 255, 0)
    return np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


class CutDice:
    """The store of photographed dice, read lazily; every pick is turned, and recoloured now and then."""

    def __init__(self) -> None:
        file = ROOT / f"{NAME}.jsonl"
        self._rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        none = np.empty((0, SPRITE, SPRITE, 6), np.uint8)
        self._pixels: Picture = np.load(file.with_suffix(".npy"), mmap_mode="r") if self._rows else none
        names, inverse, counts = np.unique([row["source"] for row in self._rows], return_inverse=True, return_counts=True)
        # A source of many dice has few kinds of them.
        self._shares = (1 / np.sqrt(counts))[inverse] / np.sqrt(counts).sum() if len(names) else np.empty(0)

    def __len__(self) -> int:
        return len(self._rows)

    def pick(self, rng: np.random.Generator, tilt: float, leaning: bool) -> Sprite:  # noqa: ARG002
        """Any die, whatever `tilt` the scene has; none of them is `leaning`."""
        index = int(rng.choice(len(self._rows), p=self._shares))
        pixels, row = np.array(self._pixels[index]), self._rows[index]
        pixels[..., :3] = _recolored(rng, pixels[..., :3])
        matrix = cv2.getRotationMatrix2D(((SPRITE - 1) / 2,) * 2, float(rng.uniform(0, 360)), 1.0)
        front = cv2.warpAffine(pixels[..., :4], matrix, (SPRITE, SPRITE), borderMode=cv2.BORDER_REPLICATE)
        back = cv2.warpAffine(np.ascontiguousarray(pixels[..., 4:]), matrix, (SPRITE, SPRITE))
        hull = np.array(row["hull"], np.float32) @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
        return Sprite(np.dstack([front, back]), row["value"], tilt, 0.0, hull, np.empty((0, 2), np.float32))


def _recolored(rng: np.random.Generator, colors: Picture) -> Picture:
    """Dice of the same shape in another plastic: another hue, lighter or darker, now and then with light and dark exchanged."""
    kind = rng.random()
    if kind < 0.35:
        return colors
    if kind < 0.5:
        colors = 255 - colors
    tint = np.exp(rng.normal(0, 0.25, 3)) if rng.random() < 0.7 else np.ones(3)
    ramp = (np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.35))) * tint * rng.uniform(0.6, 1.1)
    table = np.clip(ramp * 255, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    if rng.random() < 0.4:
        colors = colors[..., rng.permutation(3)]
    return np.asarray(cv2.LUT(np.ascontiguousarray(colors), table), np.uint8)
