"""Why a hand was misread or withheld, in words: what the networks saw at each place, against what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.judgement import Evidence, Limits
from vision.reader import Reader
from vision.result import Die

Box = tuple[float, float, float, float]
"""x, y of the middle, width and height, pixels."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What there is to say of one place: `kind` is `read`, `misread`, `withheld`, `no die` (withheld, and none lies there) or
    `vanished`; `label` is short, `words` are a sentence."""

    kind: str
    box: Box
    label: str
    words: str


_SAME_SIZE = (0.55, 1.8)
"""What is smaller or larger than a die by more is a part of it, or something that it is a part of."""


@dataclass(frozen=True, slots=True)
class _Die:
    box: Box
    value: int | None


def remarks(entry: dict[str, Any], image: NDArray[np.uint8], reader: Reader, limits: Limits) -> list[Remark]:
    """What the reader made of every place of a labelled picture; those that spoil the hand come first."""
    dice = [_Die((d["x"], d["y"], d["w"], d["h"]), d["value"]) for d in entry["dice"] if d.get("x") is not None]
    # Without boxes nobody can tell which die is where, unless there is none.
    labelled = bool(dice) or not entry["values"]
    evidence = reader.evidence(image)
    found, seen = [], set()
    for die in reader.read(image).dice:
        one = min(evidence, key=lambda one, die=die: _away(one, die.center))  # type: ignore[misc]
        place = (*die.center, one.candidate.width, one.candidate.height)
        index = _at(place, dice)
        if index is not None and _SAME_SIZE[0] < one.candidate.size / _size(dice[index].box) < _SAME_SIZE[1]:
            seen.add(index)
        found.append(_remark(one, die, place, None if index is None else dice[index], labelled, limits))
    for index, lying in enumerate(dice):
        if index not in seen:
            faint = [one for one in evidence if _at((*one.candidate.center, 1, 1), [lying]) == 0]
            found.append(Remark("vanished", lying.box, f"{lying.value or '?'} not seen", _vanished(lying, faint)))
    order = ("misread", "vanished", "no die", "withheld", "read")
    return sorted(found, key=lambda remark: order.index(remark.kind))


def _away(one: Evidence, center: tuple[float, float]) -> float:
    return float(np.hypot(one.candidate.center[0] - center[0], one.candidate.center[1] - center[1]))


def _size(box: Box) -> float:
    return float(np.sqrt(box[2] * box[3]))


def _at(place: Box, dice: Sequence[_Die]) -> int | None:
    """The labelled die in whose box the middle of a place lies, the nearest if several."""
    near = [
        (float(np.hypot(place[0] - x, place[1] - y)), index)
        for index, (x, y, w, h) in enumerate(die.box for die in dice)
        if abs(place[0] - x) < w / 2 and abs(place[1] - y) < h / 2
    ]
    return min(near)[1] if near else None


def _remark(one: Evidence, die: Die, place: Box, lying: _Die | None, labelled: bool, limits: Limits) -> Remark:
    best = die.guesses[0]
    if die.value is not None:
        if not labelled or (lying is not None and lying.value == die.value):
            return Remark("read", place, str(best), "")
        what = "no die" if lying is None else f"a {lying.value or '?'}"
        return Remark("misread", place, f"read {best}", f"Read as {best} with {die.confidence:.2f}; it is {what}.")
    label, why = f"{best}? {100 * die.confidence:.0f} %", _doubts(one, die, limits)
    if lying is None and labelled:
        return Remark(
            "no die", place, label, f"No die, but it could not be ruled out as one (heat {one.candidate.heat:.2f}): {why}"
        )
    if lying is not None and one.candidate.size < _SAME_SIZE[0] * _size(lying.box):
        words = f"A part of the {lying.value or 'die'}, such as a pip, could not be ruled out as a small die: {why}"
        return Remark("no die", place, label, words)
    what = "The die" if lying is None or lying.value is None else f"The {lying.value}"
    return Remark("withheld", place, label, f"{what} was withheld as {die.flag.value if die.flag else 'unclear'}: {why}")


def _doubts(one: Evidence, die: Die, limits: Limits) -> str:
    """Which of the conditions of a reading failed, with the numbers."""
    best, said, mean = die.guesses[0], [], one.faces
    others = [(f"a {value}", float(mean[value])) for value in range(1, 7) if value != best]
    others += [("no face", float(mean[0])), ("hidden", float(mean[7])), ("leaning", float(mean[8]))]
    if die.confidence < limits.certain:
        seen = sorted((pair for pair in others if pair[1] > 0.08), key=lambda pair: -pair[1])
        more = ", ".join(f"{name}: {share:.2f}" for name, share in seen[:3])
        instead = f" (the crop network sees, too: {more})" if more else ""
        said.append(f"a {best} is certain to {die.confidence:.2f}, and {limits.certain:.2f} is asked{instead}")
    second = float(one.candidate.values[best])
    other = int(np.argmax(one.candidate.values))
    if second < limits.seconded or (1 <= other <= 6 and other != best and float(one.candidate.values[other]) > limits.opposed):
        name = {0: "hidden", 7: "leaning"}.get(other, f"a {other}")
        said.append(f"the finder does not second the {best} ({second:.2f}; {name}: {float(one.candidate.values[other]):.2f})")
    if one.candidate.heat < limits.heat:
        said.append(f"the finder is hardly for a die ({one.candidate.heat:.2f}, and {limits.heat:.2f} is asked)")
    return ("; ".join(said) or "it does not go together with what lies beside it") + "."


def _vanished(die: _Die, faint: Sequence[Evidence]) -> str:
    what = "A die" if die.value is None else f"A {die.value}"
    if not faint:
        return f"{what} lies here and was not seen at all."
    heat = max(one.candidate.heat for one in faint)
    return f"{what} lies here and was dropped as no die (heat {heat:.2f})."
