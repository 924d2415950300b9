"""Fits the two chances of the judgement, that something is a die and that its value is right, to pictures with known truth.

Composed scenes of held-back dice, held-back photographs without dice, the photographs that may be trained on and rendered
frames; never those that are scored.
"""

from __future__ import annotations

import functools
import multiprocessing
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.judgement import HIDDEN, LEANING, NOTHING, Company, Evidence, chances, company, presence_signs, value_signs
from vision.reader import Reader
from vision.training.composed import composed_scenes
from vision.training.doubts import truth_of
from vision.training.photos import photos
from vision.training.renders import renders
from vision.training.store import Truth, learnable, usual_edge
from vision.training.things import Things

Array = NDArray[np.float64]
_WINDOW = 448
_RARE = 4.0
"""The weight of a hidden die: that it vanishes costs more than that a thing is kept."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One candidate: `among` says that other dice or the size are known, `asked` that its signs are those with the context
    network's opinion; `kind` is flat, leaning, hidden or thing; `right` whether its likeliest value is the truth."""

    domain: str
    among: bool
    asked: bool
    kind: str
    right: bool
    presence: tuple[float, ...]
    value: tuple[float, ...]


def _sample(domain: str, one: Evidence, others: Company, truths: list[Truth]) -> Sample | None:
    """`None` where the truth does not say, or the candidate lies beside a die."""
    label = truth_of(one, truths)
    if label is None:
        return None
    best = int(chances(one).argmax()) + 1
    kind = {NOTHING: "thing", HIDDEN: "hidden", LEANING: "leaning"}.get(label, "flat")
    signs = presence_signs(one, others), value_signs(one, others, best)
    return Sample(domain, others.size is not None, one.context is not None, kind, label == best, *signs)


def _samples(networks: Path | None, folder: Path, frames: Path, count: int, seed: int, jobs: int, job: int) -> list[Sample]:
    """Those of every `jobs`th picture from picture `job` on."""
    cv2.setNumThreads(1)
    reader = Reader.load(networks)
    scenes = [("composed", image, [learnable(t) for t in truths]) for image, truths in composed_scenes(count, seed)]
    scenes += [("renders", photo.image, list(photo.truths)) for photo in renders(frames)]
    pictures = [(*scene, None) for scene in scenes]
    # The same once more as the tray shows them, whose scale is known.
    pictures += [(*scene, edge) for scene in scenes if (edge := usual_edge(scene[2])) is not None]
    if folder.exists():
        pictures += [(photo.source, photo.image, list(photo.truths), None) for photo in photos(folder)]
    # Tables without dice: photographs of other things that no network was trained on.
    rng = np.random.default_rng([seed, 1])
    kept = Things(kept=True)
    windows = [kept.window(rng, _WINDOW) for _ in range(count)]
    pictures += [("things", image, [], None) for image in windows if image is not None]
    samples = []
    for index in range(job, len(pictures), jobs):
        parent = multiprocessing.parent_process()
        if parent is not None and not parent.is_alive():
            # Nobody waits for the answer any more.
            break
        domain, image, truths, edge = pictures[index]
        if index % 50 == 0:
            print(f"calibrate {index}/{len(pictures)}", flush=True)
        evidence = reader.evidence(image, edge)
        others = company(evidence, edge)
        # What the third network was asked about counts with and without its opinion, in fits of their own.
        told = [replace(one, context=None) for one in evidence] + [one for one in evidence if one.context is not None]
        found = [_sample(domain, one, others, truths) for one in told]
        samples += [sample for sample in found if sample is not None]
    return samples


def fitted(signs: Array, truth: Array, weight: Array, ridge: float = 1.0) -> Array:
    """Weights of a logistic regression with a small ridge on all but the first sign, by Newton's method."""
    found = np.zeros(signs.shape[1])
    damping = ridge * np.diag([1e-6, *[1.0] * (signs.shape[1] - 1)])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(signs @ found, -30, 30)))
        slope = signs.T @ (weight * (truth - chance)) - damping @ found
        curve = (signs * (weight * chance * (1 - chance))[:, None]).T @ signs + damping
        found = found + np.linalg.solve(curve, slope)
    return found


def calibrate(networks: Path | None, folder: Path, frames: Path, count: int, seed: int, jobs: int) -> None:
    """Prints the weights for `vision/judgement.py`, those among other dice and those of what is alone, and what each threshold
    would give, with every domain left out once. `jobs` processes share the reading."""
    shares = functools.partial(_samples, networks, folder, frames, count, seed, jobs)
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        samples = [sample for share in pool.map(shares, range(jobs)) for sample in share]
    for asked in (False, True):
        own = [sample for sample in samples if sample.asked == asked]
        print("\nwhere the context network was asked:" if asked else "before the context network is asked:")
        _fit(own, "_ASKED" if asked else "")


def _fit(samples: list[Sample], title: str) -> None:
    domains = np.array([one.domain for one in samples])
    kinds = np.array([one.kind for one in samples])
    presence, value = (np.array([getattr(one, name) for one in samples]) for name in ("presence", "value"))
    is_die, right = kinds != "thing", np.array([one.right for one in samples])
    among = np.array([one.among for one in samples])
    weight = np.where(kinds == "hidden", _RARE, 1.0)
    for name, signs, truth in (("presence", presence, is_die), ("value", value, right)):
        weights = weight if name == "presence" else np.ones(len(weight))
        score = np.zeros(len(samples))
        for company_name, company_of in (("_AMONG", among), ("_ALONE", ~among)):
            found = fitted(signs[company_of], truth[company_of].astype(float), weights[company_of])
            print(f"{title}{company_name} {name} = ({', '.join(f'{v:.3g}' for v in found)})")
            # Every candidate judged by a fit that never saw its domain.
            for domain in np.unique(domains[company_of]):
                mine, rest = company_of & (domains == domain), company_of & (domains != domain)
                score[mine] = signs[mine] @ fitted(signs[rest], truth[rest].astype(float), weights[rest])
        chance = 1 / (1 + np.exp(-score))
        print(f"log loss {-np.mean(np.log(np.clip(np.where(truth, chance, 1 - chance), 1e-6, 1))):.4f}")
        for part in ("composed", "renders", "things", "photos"):
            own = domains == part if part != "photos" else ~np.isin(domains, ("composed", "renders", "things"))
            for limit in (0.02, 0.05, 0.1, 0.25, 0.5) if name == "presence" else (0.6, 0.8, 0.85, 0.88, 0.92, 0.95, 0.98):
                _row(part, limit, own, kinds, chance, right, name == "presence")


def _row(part: str, limit: float, own: Array, kinds: Array, chance: Array, right: Array, dropping: bool) -> None:
    cells = []
    for kind in ("flat", "leaning", "hidden", "thing"):
        mine = own.astype(bool) & (kinds == kind)
        if not mine.any():
            continue
        if dropping:
            cells.append(f"{kind} {100 * (chance[mine] < limit).mean():.1f} % of {mine.sum()}")
        else:
            read = chance[mine] >= limit
            cells.append(f"{kind} right {(read & right[mine]).sum()} wrong {(read & ~right[mine]).sum()} of {mine.sum()}")
    print(f"  {part:9s} {'dropped below' if dropping else 'read from'} {limit:.2f}: {'; '.join(cells)}")
