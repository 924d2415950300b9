"""Rendered frames that were kept for measuring (`./tray scenes kept`): what they show, readable or not."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from vision.measures.answers import Case, Picture, digest
from vision.measures.verdicts import Truth, Unreadable
from vision.picture import load_picture
from vision.result import Flag

LEAST_EDGE = 24.0
FAINTEST = 15.0
READABLE, UNREADABLE, BORDERLINE, EMPTY = "readable", "unreadable", "borderline", "no dice"
_FIRST_KEPT = 900_000


def frames(folder: Path, known: bool) -> list[Case]:
    """The kept frames of a folder; `known` tells the reader the dice's size. Each counts in rows of its kind and conditions.

    A frame is borderline, and apart, when it has a die about which nobody can be sure: leaning a little, a little hidden, with
    faint pips, or smaller than `LEAST_EDGE` pixels.
    """
    found = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        frame = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(frame, dict) or frame.get("seed", 0) < _FIRST_KEPT:
            continue
        picture = folder / frame["files"][0]
        if not picture.is_file():
            continue
        kind, truth = what(frame)
        size = _edge(frame) if known else None
        groups = (kind, *(f"{kind}, {word}" for word in frame["conditions"]))
        key = digest("frame", picture.read_bytes(), truth, kind, size)
        found.append(Case(picture.name, key, groups, functools.partial(_load, picture, truth), _always(size)))
    return found


def _load(path: Path, truth: Truth) -> tuple[Picture, Truth]:
    return load_picture(path), truth


def _always(size: float | None) -> Callable[[Truth], float | None]:
    return lambda _: size


def _edge(frame: dict[str, Any]) -> float | None:
    """The edge that a calibration would tell: that of the median die."""
    sizes = [die["size"] for die in frame["dice"]]
    return float(np.median(sizes)) if sizes else None


def what(frame: dict[str, Any]) -> tuple[str, Truth]:
    """The kind of a frame, and what is true of it."""
    values, unreadable, borderline = [], [], False
    for die in frame["dice"]:
        flags = _why(die)
        if die["visible"] < 0.1 and "blurred" not in die["flags"]:
            # Wholly covered: nobody can know of it.
            continue
        if flags:
            unreadable.append(Unreadable((die["cx"], die["cy"]), die["size"] * 1.3, flags))
        else:
            values.append(int(die["value"]))
            lost = die["visible"] < 0.93 or min(die["contrast"]) < FAINTEST
            borderline |= lost or die["size"] < LEAST_EDGE or die["tilt"] > 5 or _cut(die, frame)
    if unreadable:
        return UNREADABLE, Truth(tuple(sorted(values)), tuple(unreadable))
    if borderline:
        return BORDERLINE, Truth(tuple(sorted(values)))
    return (READABLE if values else EMPTY), Truth(tuple(sorted(values)))


def _why(die: dict[str, Any]) -> frozenset[Flag]:
    """The flags that say why a die cannot be read; none when it can, or nearly."""
    if "blurred" in die["flags"]:
        return frozenset({Flag.BLURRED})
    found = set()
    if die["tilt"] > 14:
        found.add(Flag.COCKED)
    if "stacked" in die["flags"]:
        found.add(Flag.STACKED)
    if 0.1 <= die["visible"] < 0.7:
        # What lies on this die may be another one.
        found |= {Flag.OCCLUDED, Flag.STACKED}
    return frozenset(found)


def _cut(die: dict[str, Any], frame: dict[str, Any]) -> bool:
    """Whether the picture's edge cuts the die."""
    reach = 0.8 * die["size"]
    return not (reach < die["cx"] < frame["width"] - reach and reach < die["cy"] < frame["height"] - reach)
