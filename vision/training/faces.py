"""Training of the crop network: dice of every origin in the middle, things beside, dice half hidden, and mined mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.crops import CROP, DIE, FINE, OUTLINE, crop, standardised
from vision.finding import DiceFinder
from vision.training.augment import photometric
from vision.training.backgrounds import color, surface
from vision.training.compose import SCENE
from vision.training.finder import source_shares
from vision.training.loop import AGAIN, output, train
from vision.training.mining import hard_crops
from vision.training.networks import FaceReader
from vision.training.photos import Photo, photos, singles
from vision.training.renders import renders
from vision.training.shards import Shards
from vision.training.starting import start
from vision.training.store import HIDDEN, LEANING, ROOT, Truth
from vision.training.things import Things
from vision.training.upright import degrees, turn_of, with_face

Picture = NDArray[np.uint8]
BATCH = 64
_STREWN = 0.35
# The share of crops that show what only large dice do; the others are as coarse as small ones.
_FINE = 0.6
# Mean and spread of the logarithm of the edge that the finder says over the true one.
_EDGE_ERROR = (-0.03, 0.09)
_RARE = {LEANING: 3.0, HIDDEN: 1.2}
NOTHING, UNREADABLE, LEANS = 0, 7, 8


def _size(truth: Truth) -> float:
    return float(np.sqrt(truth.box[2] * truth.box[3]))


def _shown(truth: Truth) -> float:
    """The size of a die for a cut-out: that of its face, or that of its outline where nothing else is known."""
    if not truth.corners:
        return _size(truth)
    return OUTLINE * float(np.sqrt(cv2.contourArea(np.array(truth.corners, np.float32).reshape(-1, 1, 2))))


def _whole(picture: Picture, value: int, finder: DiceFinder) -> Truth:
    """The truth of a picture that one die fills."""
    height, width = picture.shape[:2]
    return with_face(picture, Truth(value, ((width - 1) / 2, (height - 1) / 2, float(width), float(height))), finder)


def _covered(rng: np.random.Generator, image: Picture, other: Picture) -> Picture:
    """Hides a good part of the die in the middle behind something with a straight or round edge."""
    side = image.shape[0]
    die = DIE * side / CROP
    mask = np.zeros((side, side), np.uint8)
    angle, middle = rng.uniform(0, 2 * np.pi), (side - 1) / 2
    way = np.array([np.cos(angle), np.sin(angle)])
    start = middle + way * die * rng.uniform(-0.22, 0.16)
    radius = die * float(rng.choice([rng.uniform(0.5, 1.2), rng.uniform(1, 4), 30.0]))
    center = (start + way * radius) * 8
    cv2.circle(mask, (int(center[0]), int(center[1])), int(radius * 8), 255, -1, cv2.LINE_AA, 3)
    if rng.random() < 0.5:
        tone = np.array(color(rng)) if rng.random() < 0.5 else np.array([110, 140, 190]) * rng.uniform(0.3, 1.3)
        fill = np.clip(tone + rng.normal(0, 4, (side, side, 1)) + np.linspace(-20, 20, side)[:, None, None], 0, 255)
    else:
        fill = cv2.resize(other, (side, side)).astype(np.float64)
    dark = cv2.GaussianBlur(mask, (0, 0), 3 * side / CROP)[..., None] / 255 * rng.uniform(0, 0.5)
    cover = mask[..., None] / 255
    return np.clip(image * (1 - dark) * (1 - cover) + fill * cover, 0, 255).astype(np.uint8)


def _smeared(rng: np.random.Generator, image: Picture) -> Picture:
    """Motion so long that no pip can be told."""
    length = round(int(rng.integers(11, 20)) * image.shape[0] / CROP)
    kernel = np.zeros((length, length), np.float32)
    angle, middle = rng.uniform(0, np.pi), (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    cv2.line(
        kernel, tuple((middle - reach).round().astype(int).tolist()), tuple((middle + reach).round().astype(int).tolist()), 1.0
    )
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _cut(
    image: Picture, center: tuple[float, float], size: float, degrees: float = 0.0, squeeze: float = 1.0, fine: int = 1
) -> Picture:
    """A crop with `fine` times the pixels a side that the finder's looks have."""
    return crop(image, center, size, degrees, squeeze, CROP * fine, DIE * fine)


def sample(
    rng: np.random.Generator, image: Picture, truths: list[Truth], fine: int, finder: DiceFinder
) -> tuple[Picture, int] | None:
    """One labelled crop of a picture, or `None` when the random choice says nothing certain; `finder` says how a die is turned
    where the truth does not."""
    usable = [t for t in truths if t.value >= 0 and _size(t) >= 13]
    squeeze = float(np.exp(rng.normal(0, 0.07)))
    if usable and rng.random() < 0.78:
        # Leaning dice are rare in the scenes and costly at the table.
        weights = np.array([_RARE.get(t.value, 1.0) for t in usable])
        truth = with_face(image, usable[int(rng.choice(len(usable), p=weights / weights.sum()))], finder)
        size = _size(truth)
        turned = degrees(rng, turn_of(truth.corners) if truth.corners else None)
        kind = rng.random()
        if kind < 0.86:
            shift = rng.uniform(-0.07, 0.07, 2) * size
            center = (truth.box[0] + shift[0], truth.box[1] + shift[1])
            label = {HIDDEN: UNREADABLE, LEANING: LEANS}.get(truth.value, truth.value)
            # The outline's proportions are taken out half the time, as the reader does for squeezed pictures.
            if rng.random() < 0.5:
                squeeze = float(np.clip(truth.box[2] / truth.box[3], 0.7, 1.4)) * float(np.exp(rng.normal(0, 0.04)))
            shown = _shown(truth) * float(np.exp(rng.normal(*_EDGE_ERROR)))
            return _cut(image, center, shown, turned, squeeze, fine), label
        if kind < 0.95:
            angle, far = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.5, 0.95)
            center = (truth.box[0] + np.cos(angle) * far, truth.box[1] + np.sin(angle) * far)
            if any(np.hypot(center[0] - t.box[0], center[1] - t.box[1]) < 0.45 * _size(t) for t in truths):
                return None
            return _cut(image, center, size * float(np.exp(rng.normal(0, 0.2))), turned, squeeze, fine), NOTHING
        factor = rng.uniform(0.3, 0.5) if rng.random() < 0.7 else rng.uniform(2.2, 3)
        shift = rng.uniform(-0.2, 0.2, 2) * size
        return _cut(image, (truth.box[0] + shift[0], truth.box[1] + shift[1]), size * factor, turned, squeeze, fine), NOTHING
    height, width = image.shape[:2]
    center = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
    if any(np.hypot(center[0] - t.box[0], center[1] - t.box[1]) < 0.5 * max(t.box[2:]) for t in truths):
        return None
    size = float(np.exp(rng.uniform(np.log(8), np.log(70))))
    return _cut(image, center, size, degrees(rng, None), squeeze, fine), NOTHING


def _beside(
    rng: np.random.Generator, things: Things, image: Picture, truths: list[Truth], fine: int
) -> tuple[Picture, list[Truth], list[tuple[Picture, int] | None]]:
    """The scene, or now and then a photograph without dice, with things strewn over it, and crops of some of the things."""
    empty = things.window(rng, SCENE) if rng.random() < 0.3 else None
    if empty is not None:
        image, truths = empty, []
    sizes = [_size(truth) for truth in truths]
    unit = float(np.median(sizes)) if sizes else float(np.exp(rng.uniform(np.log(14), np.log(60))))
    image, laid = things.strewn(rng, image, truths, unit, int(rng.integers(1, 4)))
    crops: list[tuple[Picture, int] | None] = []
    for x, y, short in laid[:2]:
        size = float(np.clip(short * np.exp(rng.normal(0, 0.4)), 9, 90))
        shift = rng.normal(0, 0.25, 2) * size
        center = (x + shift[0], y + shift[1])
        if all(np.hypot(center[0] - t.box[0], center[1] - t.box[1]) > 0.55 * max(t.box[2:]) for t in truths):
            crops.append((_cut(image, center, size, rng.uniform(0, 360), fine=fine), NOTHING))
    return image, truths, crops


class Batches:
    """A picklable maker of endless batches of crops and classes."""

    def __init__(self, folder: Path, frames: Path, without: tuple[str, ...]) -> None:
        self._folder, self._frames, self._without = folder, frames, without

    def __call__(self, seed: list[int]) -> Iterator[tuple[Tensor, Tensor]]:
        rng = np.random.default_rng(seed)
        shards, things = Shards(), Things()
        groups: dict[str, list[Photo]] = {}
        lone: list[tuple[Picture, Truth]] = []
        finder = DiceFinder()
        if self._folder.exists():
            for photo in photos(self._folder, self._without):
                faces = tuple(with_face(photo.image, truth, finder) for truth in photo.truths)
                groups.setdefault(photo.source, []).append(replace(photo, truths=faces))
            lone = [(picture, _whole(picture, value, finder)) for _, picture, value in singles(self._folder, self._without)]
        rendered = renders(self._frames)
        names = list(groups)
        shares = source_shares(names)
        mined = hard_crops(self._without)
        number = 0
        other = surface(rng, CROP)
        while True:
            number += 1
            if number % 100 == 0:
                shards.refresh()
                rendered = renders(self._frames, rendered)
            images, labels = [], []
            while len(images) < BATCH:
                chance = rng.random()
                fine = FINE if rng.random() < _FINE else 1
                found: list[tuple[Picture, int] | None] = []
                if mined and chance < 0.25:
                    # Rounds are drawn equally often, however much each has found.
                    mistakes = mined[int(rng.integers(0, len(mined)))]
                    picture, label, turn = mistakes[int(rng.integers(0, len(mistakes)))]
                    side = picture.shape[0]
                    matrix = cv2.getRotationMatrix2D(((side - 1) / 2,) * 2, -degrees(rng, turn), np.exp(rng.normal(0, 0.1)))
                    found = [
                        (np.asarray(cv2.warpAffine(picture, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)), label)
                    ]
                elif lone and chance < 0.29:
                    picture, truth = lone[int(rng.integers(0, len(lone)))]
                    middle = tuple((np.array(truth.box[:2]) + rng.normal(0, 0.03, 2) * truth.box[2:]).tolist())
                    turned = degrees(rng, turn_of(truth.corners) if truth.corners else None)
                    shown = _shown(truth) * float(np.exp(rng.normal(*_EDGE_ERROR)))
                    squeeze = float(np.exp(rng.normal(0, 0.1)))
                    found = [(_cut(picture, middle, shown, turned, squeeze, fine), truth.value)]
                elif names and chance < 0.58:
                    group = groups[names[int(rng.choice(len(names), p=shares))]]
                    photo = group[int(rng.integers(0, len(group)))]
                    found = [sample(rng, photo.image, list(photo.truths), fine, finder) for _ in range(2)]
                elif rendered and chance < 0.58 + min(0.14, 0.003 * len(rendered)):
                    photo = rendered[int(rng.integers(0, len(rendered)))]
                    found = [sample(rng, photo.image, list(photo.truths), fine, finder) for _ in range(2)]
                else:
                    image, truths = shards.pick(rng)
                    found = []
                    if rng.random() < _STREWN:
                        image, truths, found = _beside(rng, things, image, truths, fine)
                    found += [sample(rng, image, truths, fine, finder) for _ in range(3)]
                for one in found:
                    if one is None:
                        continue
                    picture, label = one
                    kind = rng.random()
                    if label == NOTHING and kind < 0.12:
                        # That something is covered in part must not speak for a die.
                        picture = _covered(rng, picture, other)
                    elif 1 <= label <= 6 and kind < 0.14:
                        picture, label = _covered(rng, picture, other), UNREADABLE
                    elif 1 <= label <= 6 and kind < 0.16:
                        picture, label = _smeared(rng, picture), UNREADABLE
                    if kind > 0.9:
                        other = picture
                    if rng.random() < 0.5:
                        picture = np.ascontiguousarray(picture[:, ::-1])
                    images.append(_enlarged(photometric(rng, picture, strength=picture.shape[0] / CROP)))
                    labels.append(label)
            batch = standardised(np.stack(images[:BATCH]))
            yield torch.from_numpy(batch), torch.tensor(labels[:BATCH])


def _enlarged(picture: Picture) -> Picture:
    """A crop as the network takes it: small dice have fewer pixels than it sees."""
    side = CROP * FINE
    return picture if picture.shape[0] == side else np.asarray(cv2.resize(picture, (side, side)), np.uint8)


def loss_of(network: nn.Module, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy with a little label smoothing."""
    crops, labels = batch
    logits = output(network, crops)
    loss = functional.cross_entropy(logits, labels, label_smoothing=0.02)
    right = (logits.argmax(1) == labels).float()
    faces = (labels > 0) & (labels < 7)
    return loss, {"loss": loss.item(), "right": right.mean().item(), "faces": right[faces].mean().item()}


def train_faces(
    folder: Path,
    frames: Path,
    *,
    steps: int,
    seed: int,
    without: tuple[str, ...] = (),
    name: str = "faces",
    begin: Path | None = None,
    **kw: Any,
) -> nn.Module:
    """Trains the crop network; `without` leaves whole sources out, for calibration. It begins with the weights of `faces.onnx`
    in the folder `begin`, or with none."""
    make = Batches(folder, frames, without)
    network = FaceReader()
    if begin is not None and not (ROOT / f"{name}.pt").exists():
        start(network, begin / "faces.onnx", next(make([seed]))[0])
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    rate = 2e-3 if begin is None else 2e-3 * AGAIN
    return train(network, make, loss_of, ROOT / f"{name}.pt", steps=steps, rate=rate, seed=seed, **kw)
