"""How often hands are right, wrong and withheld, by source, and what the candidates looked like when they were wrong."""

from __future__ import annotations

import collections
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.judgement import Evidence, Limits, Verdict, company, judge_all
from vision.picture import load_picture
from vision.reader import Reader
from vision.training.renders import renders

_NO_EXACT_ANSWER = {"ambiguous", "values_unreadable", "dice_present_unlabelled"}


@dataclass(frozen=True, slots=True)
class Case:
    """One picture with its exact answer, and the evidence the networks gave. `readable` is false when a die cannot be read."""

    source: str
    file: str
    values: tuple[int, ...]
    readable: bool
    evidence: list[Evidence]
    die_size: float | None = None


def photo_cases(folder: Path, reader: Reader, sources: set[str] | None, trainable: bool) -> Iterator[Case]:
    """The labelled photos of `sources` (all when `None`) that may, or may not, be trained on."""
    for entry in json.loads((folder / "labels.json").read_text()):
        source = entry["source_repo"]
        if (
            entry["may_train"] != trainable
            or set(entry["conditions"]) & _NO_EXACT_ANSWER
            or (sources and source not in sources)
        ):
            continue
        image = load_picture(folder / entry["file"])
        values = tuple(sorted(int(v) for v in entry["values"]))
        yield Case(source, entry["file"], values, True, reader.evidence(image))


def render_cases(folder: Path, reader: Reader, known_size: bool) -> Iterator[Case]:
    """Rendered frames, with the scale told or not; frames with a die that cannot be read must be withheld."""
    for photo in renders(folder):
        # The nominal edge is that of the frame's median die, as a calibration would say.
        truths = [t for t in photo.truths if t.value != -1]
        edges = []
        for truth in photo.truths:
            corners = np.array(truth.corners or [], np.float32)
            if len(corners):
                edges.append(float(np.sqrt(cv2.contourArea(corners.reshape(-1, 1, 2)))))
        die_size = float(np.median(edges)) if edges and known_size else None
        height, width = photo.image.shape[:2]
        cut = any(
            t.box[0] - t.box[2] / 2 < 0
            or t.box[1] - t.box[3] / 2 < 0
            or t.box[0] + t.box[2] / 2 > width
            or t.box[1] + t.box[3] / 2 > height
            for t in photo.truths
        )
        readable = not cut and all(1 <= t.value <= 6 for t in photo.truths)
        values = tuple(sorted(t.value for t in truths if 1 <= t.value <= 6))
        yield Case("renders", photo.file, values, readable, reader.evidence(photo.image, die_size), die_size)


def verdict(case: Case, limits: Limits) -> tuple[str, tuple[int, ...] | None]:
    """`right`, `misread` or `withheld`, and the values read."""
    kept = [found for _, found in judge_all(case.evidence, case.die_size, limits)]
    if any(j.verdict is Verdict.WITHHELD for j in kept):
        return "withheld", None
    values = tuple(sorted(j.guesses[0] for j in kept))
    return ("right" if values == case.values and case.readable else "misread"), values


def report(cases: list[Case], limits: Limits, errors: bool) -> None:
    """Prints the table by source."""
    table: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for case in cases:
        result, values = verdict(case, limits)
        if not case.readable and result == "withheld":
            result = "rightly withheld"
        for group in ("all", case.source):
            table[group][result] += 1
        if errors and result in ("misread", "withheld"):
            print(f"{result:9s} {case.file} expected {case.values} {'' if case.readable else '(unreadable)'} got {values}")
            if result == "withheld":
                _explain(case, limits)
    for group, row in sorted(table.items()):
        total = sum(row.values())
        share = 100 * (row["right"] + row["rightly withheld"]) / total
        print(f"{group:36s} {total:4d}  right {share:5.1f} %  misread {row['misread']:3d}  withheld {row['withheld']:3d}")


def _explain(case: Case, limits: Limits) -> None:
    others = company(case.evidence, case.die_size)
    for one, judged in judge_all(case.evidence, case.die_size, limits):
        if judged.verdict is Verdict.WITHHELD:
            c, mean = one.candidate, one.faces
            print(
                f"    ({c.center[0]:.0f},{c.center[1]:.0f}) size {c.size:.0f}/{others.size or 0:.0f} heat {c.heat:.2f} "
                f"finder {np.round(c.values, 2).tolist()} faces {np.round(mean, 2).tolist()} "
                f"confidence {judged.confidence:.2f} {judged.flag.value if judged.flag else ''}"
            )


def sweep(cases: list[Case], limits: Limits) -> None:
    """Prints what each threshold of certainty would give."""
    for certain in (0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.96, 0.98):
        results = collections.Counter(verdict(case, replace(limits, certain=certain))[0] for case in cases)
        total = max(sum(results.values()), 1)
        print(
            f"certain {certain:.2f}: right {100 * results['right'] / total:5.1f} %  misread {results['misread']:3d} of {total}"
        )
