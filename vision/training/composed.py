"""The reader on composed scenes of dice that no network was trained on: die by die, what became of it."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.judgement import Evidence, Limits, Verdict, judge_all
from vision.reader import Reader
from vision.training.augment import photometric
from vision.training.compose import SCENE, scene
from vision.training.store import HIDDEN, LEANING, Sprites, Truth, learnable
from vision.training.things import Things

_ENLARGED = 2


@dataclass(frozen=True, slots=True)
class Composed:
    """One scene: its truth, and what the networks say of it."""

    truths: list[Truth]
    evidence: list[Evidence]
    die_size: float | None


def composed_scenes(count: int, seed: int) -> Iterator[tuple[NDArray[np.uint8], list[Truth]]]:
    """Scenes from the held-back store of dice with things strewn between, twice as large as those trained on."""
    rng = np.random.default_rng(seed)
    sprites, things = Sprites("held-back"), Things()
    for _ in range(count):
        image, truths = scene(rng, sprites, things.window(rng, SCENE) if rng.random() < 0.3 else None)
        sizes = [float(np.sqrt(truth.box[2] * truth.box[3])) for truth in truths]
        if rng.random() < 0.5:
            image, _ = things.strewn(rng, image, truths, float(np.median(sizes)) if sizes else 30.0, int(rng.integers(1, 4)))
        image = photometric(rng, image, strength=0.6)
        large = cv2.resize(image, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        yield np.asarray(large, np.uint8), [_enlarged(truth) for truth in truths]


def _enlarged(truth: Truth) -> Truth:
    box = tuple(v * _ENLARGED for v in truth.box)
    corners = truth.corners and tuple((x * _ENLARGED, y * _ENLARGED) for x, y in truth.corners)
    return Truth(truth.value, box, corners)


def composed_cases(count: int, seed: int, reader: Reader) -> Iterator[Composed]:
    """What the networks say of `count` scenes whose scale is unknown."""
    for image, truths in composed_scenes(count, seed):
        yield Composed(truths, reader.evidence(image), None)


def fates(case: Composed, limits: Limits) -> Iterator[tuple[str, str]]:
    """For every die (what it is, what became of it), and for everything else that was not dropped ("thing", ...)."""
    judged = judge_all(case.evidence, case.die_size, limits)
    used: set[int] = set()
    for truth in case.truths:
        x, y, w, h = truth.box
        near = [
            index
            for index, (one, _) in enumerate(judged)
            if abs(one.candidate.center[0] - x) < 0.35 * w and abs(one.candidate.center[1] - y) < 0.35 * h
        ]
        used.update(
            index
            for index, (one, _) in enumerate(judged)
            if abs(one.candidate.center[0] - x) < 0.6 * w and abs(one.candidate.center[1] - y) < 0.6 * h
        )
        if truth.value < 0:
            continue
        kind = {HIDDEN: "hidden", LEANING: "leaning"}.get(truth.value, "flat" if np.sqrt(w * h) >= 30 else "flat, small")
        if learnable(truth).value < 0:
            kind = "leaning towards the camera"
        if not near:
            yield kind, "missing"
            continue
        found = judged[near[0]][1]
        if found.verdict is Verdict.WITHHELD:
            yield kind, f"withheld {found.flag.value if found.flag else ''}"
        else:
            yield kind, "right" if found.guesses[0] == truth.value else "read"
    for index, (_, found) in enumerate(judged):
        if index not in used:
            yield "thing", found.verdict.value


def report_composed(cases: list[Composed], limits: Limits) -> None:
    """Prints the table by kind of die."""
    table: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for case in cases:
        for kind, fate in fates(case, limits):
            table[kind][fate] += 1
    for kind, row in sorted(table.items()):
        total = sum(row.values())
        shares = "  ".join(f"{fate} {count} ({100 * count / total:.1f} %)" for fate, count in row.most_common())
        print(f"{kind:26s} {total:5d}  {shares}")
