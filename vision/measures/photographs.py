"""Labelled photographs of other people's dice: which are scored, and under which names."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.measures.answers import Case, Picture, digest
from vision.measures.verdicts import Truth
from vision.picture import load_picture

NO_EXACT_ANSWER = frozenset({"ambiguous", "values_unreadable", "dice_present_unlabelled"})
WEBCAM = "seanwieser/Auto-Yahtzee"
ALL, NO_DICE = "all photographs never trained on", "pictures without dice, or with unreadable ones only"


class NoPhotographs(ValueError):
    """The folder has no labelled photographs."""


@dataclass(frozen=True, slots=True)
class Photographs:
    """`scored`: pictures with an exact answer that were never trained on; `unreadable`: pictures on which nothing may be read;
    `trained`: how many pictures of each source may be trained on, and are therefore no measure."""

    scored: tuple[Case, ...]
    unreadable: tuple[Case, ...]
    trained: Counter[str]


def photographs(folder: Path) -> Photographs:
    """The photographs of a folder with `labels.json`; raises `NoPhotographs`."""
    scored, unreadable, trained = [], [], Counter[str]()
    for entry in entries(folder):
        tags = set(entry["conditions"])
        if entry["may_train"]:
            trained[entry["source_repo"]] += 1
            continue
        if tags & NO_EXACT_ANSWER:
            # An ambiguous picture has dice that can be read, and others about which people differ: it is no measure.
            if "ambiguous" not in tags:
                unreadable.append(_case(folder, entry, Truth(None), (NO_DICE,)))
            continue
        groups = [ALL, f"source {entry['source_repo']}", *(f"tag {tag}" for tag in sorted(tags))]
        if len(entry["values"]) == 5:
            groups.append("five dice")
        scored.append(_case(folder, entry, Truth(tuple(sorted(entry["values"]))), tuple(groups)))
        if "no_dice" in tags:
            unreadable.append(_case(folder, entry, Truth(None), (NO_DICE,)))
    return Photographs(tuple(scored), tuple(unreadable), trained)


def entries(folder: Path) -> list[dict[str, Any]]:
    """All labels of a folder; raises `NoPhotographs`."""
    try:
        found = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as reason:
        raise NoPhotographs(f"There are no labelled photographs in {folder}.") from reason
    if not isinstance(found, list):
        raise NoPhotographs(f"The labels of {folder} are not a list.")
    return found


def _case(folder: Path, entry: dict[str, Any], truth: Truth, groups: tuple[str, ...]) -> Case:
    path = folder / entry["file"]

    def load() -> tuple[Picture, Truth]:
        return load_picture(path), truth

    content = path.read_bytes() if path.is_file() else b""
    return Case(entry["file"], digest("photograph", content, truth), groups, load)
