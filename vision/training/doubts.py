"""What the finder and the crop network leave in doubt, as the context network is shown it: places in new scenes, with truth.

A cascade (Viola and Jones, 2001): the third network is asked only where the first two are not sure, and trained on just that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.judgement import HIDDEN as UNREADABLE
from vision.judgement import LEANING as LEANS
from vision.judgement import Evidence, Limits, Verdict, company, in_doubt, judge
from vision.reader import Reader, context_view
from vision.training.augment import photometric
from vision.training.backgrounds import clutter, table
from vision.training.compose import SCENE, scene
from vision.training.cut_dice import CutDice
from vision.training.photos import cut, photos
from vision.training.renders import renders
from vision.training.shards import ground_of
from vision.training.store import HIDDEN, LEANING, ROOT, Sprites, Truth, learnable, usual_edge
from vision.training.things import Things

Picture = NDArray[np.uint8]
PART = 250
STORED = 112
"""Pixels a side of what is kept, so that it can be moved and enlarged a little in training."""

_CUT_DICE, _STACKED, _STREWN, _EMPTY = 0.3, 0.1, 0.4, 0.03
# The share of scenes with dice whose size is told, as a tray tells it; that is cheaper, too.
_KNOWN = 0.85
# Of what is in no doubt so much is kept, so that the network knows the usual.
_CLEAR = 0.06
RECORDED = "recorded"
"""How the names of parts begin that come from photographs and rendered frames instead of composed scenes."""

_SQUARE, _FRAMES = 256, 0.7


def truth_of(one: Evidence, truths: list[Truth]) -> int | None:
    """The class of a candidate: 0 nothing, 1..6, hidden or leaning; `None` where the truth does not say."""
    x, y = one.candidate.center
    for truth in truths:
        cx, cy, w, h = truth.box
        far = max(abs(x - cx) / w, abs(y - cy) / h)
        alike = 0.6 < one.candidate.size / np.sqrt(w * h) < 1.6
        if far < 0.3 and alike:
            return None if truth.value < 0 else {HIDDEN: UNREADABLE, LEANING: LEANS}.get(truth.value, truth.value)
        if far < 0.6:
            return None
    return 0


def pictures(rng: np.random.Generator, folder: Path) -> Iterator[tuple[Picture, list[Truth], float | None]]:
    """Endless new scenes with their truth and, for most with dice, the edge of a face as a tray would tell it."""
    sprites, photographed, things = Sprites(), CutDice(), Things()
    own = photos(folder) if folder.exists() else []
    while True:
        ground = ground_of(rng, things, own)
        truths: list[Truth] = []
        if rng.random() < _EMPTY:
            unit = float(np.exp(rng.uniform(np.log(14), np.log(46))))
            image = ground if ground is not None else clutter(rng, table(rng, SCENE, unit), unit)
            image = things.strewn(rng, image, [], unit, int(rng.integers(1, 5)))[0]
        else:
            dice = photographed if len(photographed) and rng.random() < _CUT_DICE else sprites
            image, truths = scene(rng, dice, ground, _STACKED)
            truths = [learnable(truth) for truth in truths]
            sizes = [float(np.sqrt(truth.box[2] * truth.box[3])) for truth in truths]
            if rng.random() < _STREWN:
                unit = float(np.median(sizes)) if sizes else 30.0
                image = things.strewn(rng, image, truths, unit, int(rng.integers(1, 4)))[0]
        if rng.random() < 0.7:
            image = photometric(rng, image, strength=0.6)
        yield np.ascontiguousarray(image), truths, usual_edge(truths) if rng.random() < _KNOWN else None


def recorded(rng: np.random.Generator, folder: Path, frames: Path) -> Iterator[tuple[Picture, list[Truth], float | None]]:
    """Endless squares of the photographs that may be trained on and of rendered frames, at random scales; as `pictures`."""
    rendered = renders(frames)
    own = [photo for photo in photos(folder) if photo.truths] if folder.exists() else []
    if not rendered and not own:
        raise SystemExit(
            f"tray train: there are neither photographs in {folder} nor frames in {frames}; name folders that have."
        )
    while True:
        source = rendered if rendered and (not own or rng.random() < _FRAMES) else own
        image, truths = cut(rng, source[int(rng.integers(0, len(source)))], _SQUARE)
        truths = [learnable(truth) for truth in truths]
        if rng.random() < 0.5:
            image = photometric(rng, image, strength=0.6)
        yield np.ascontiguousarray(image), truths, usual_edge(truths) if rng.random() < _KNOWN else None


def find_doubts(folder: Path, *, networks: Path, parts: int, seed: int, frames: Path | None = None) -> None:
    """Writes `training/doubts/SEED-PART.npz`, each from `PART` scenes with a seed of its own, until there are `parts`.

    With a folder of rendered `frames` it writes `recorded-SEED-PART.npz`, from those and from photographs.
    """
    store = ROOT / "doubts"
    store.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    limits = Limits(third=False)
    reader = Reader.load(networks, limits)
    for part in range(parts):
        file = store / f"{'' if frames is None else RECORDED + '-'}{seed:04d}-{part:04d}.npz"
        if file.exists():
            continue
        rng = np.random.default_rng([seed, part])
        images: list[Picture] = []
        rows: list[tuple[int, bool]] = []
        scenes = pictures(rng, folder) if frames is None else recorded(rng, folder, frames)
        for _ in range(PART):
            image, truths, edge = next(scenes)
            evidence = reader.evidence(image, edge)
            others = company(evidence, edge)
            for one in evidence:
                label = truth_of(one, truths)
                if label is None:
                    continue
                found = judge(one, others, limits)
                doubt = in_doubt(found) or (found.verdict is Verdict.READ and found.guesses[0] != label)
                if doubt or rng.random() < _CLEAR:
                    images.append(context_view(image, one.candidate, edge, STORED))
                    rows.append((label, doubt))
        scenes.close()
        labels, doubts = zip(*rows, strict=True)
        with file.with_suffix(".part").open("wb") as out:
            np.savez(out, images=np.stack(images), labels=np.array(labels, np.int64), doubts=np.array(doubts, bool))
        file.with_suffix(".part").rename(file)
        counts = np.bincount(np.array(labels), minlength=9).tolist()
        print(f"doubts {part + 1}/{parts}: {sum(doubts)} in doubt of {len(labels)}: {counts}", flush=True)
