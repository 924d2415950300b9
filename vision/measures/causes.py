"""Why a hand was misread or withheld, in words: what the networks saw at each place, against what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.judgement import Evidence, Judgement, Limits, Verdict, chances, company, judge
from vision.reader import Reader

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
    others = company(evidence, None)
    found, seen = [], set()
    for one in evidence:
        judged = judge(one, others, limits)
        place = (*one.candidate.center, one.candidate.width, one.candidate.height)
        index = _at(place, dice)
        if judged.verdict is Verdict.NO_DIE:
            continue
        if index is not None and _SAME_SIZE[0] < one.candidate.size / _size(dice[index].box) < _SAME_SIZE[1]:
            seen.add(index)
        found.append(_remark(one, judged, place, None if index is None else dice[index], labelled, limits))
    for index, die in enumerate(dice):
        if index not in seen:
            faint = [one for one in evidence if _at((*one.candidate.center, 1, 1), [die]) == 0]
            found.append(Remark("vanished", die.box, f"{die.value or '?'} not seen", _vanished(die, faint)))
    order = ("misread", "vanished", "no die", "withheld", "read")
    return sorted(found, key=lambda remark: order.index(remark.kind))


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


def _remark(one: Evidence, judged: Judgement, place: Box, die: _Die | None, labelled: bool, limits: Limits) -> Remark:
    best = judged.guesses[0]
    if judged.verdict is Verdict.READ:
        if not labelled or (die is not None and die.value == best):
            return Remark("read", place, str(best), "")
        what = "no die" if die is None else f"a {die.value or '?'}"
        return Remark("misread", place, f"read {best}", f"Read as {best} with {judged.confidence:.2f}; it is {what}.")
    label = f"{best}? {100 * judged.confidence:.0f} %"
    why = _doubts(one, judged, limits)
    if die is None and labelled:
        return Remark(
            "no die", place, label, f"No die, but it could not be ruled out as one (heat {one.candidate.heat:.2f}): {why}"
        )
    if die is not None and one.candidate.size < _SAME_SIZE[0] * _size(die.box):
        words = f"A part of the {die.value or 'die'}, such as a pip, could not be ruled out as a small die: {why}"
        return Remark("no die", place, label, words)
    what = "The die" if die is None or die.value is None else f"The {die.value}"
    flag = judged.flag.value if judged.flag else "unclear"
    return Remark("withheld", place, label, f"{what} was withheld as {flag}: {why}")


def _doubts(one: Evidence, judged: Judgement, limits: Limits) -> str:
    """Which of the conditions of a reading failed, with the numbers."""
    best, said = judged.guesses[0], []
    joint, mean = chances(one), one.faces.mean(axis=0)
    others = [(f"a {v}", float(joint[v - 1])) for v in judged.guesses[1:3] if joint[v - 1] > 0.05]
    others += [(name, float(mean[i])) for i, name in ((0, "no face"), (7, "hidden"), (8, "leaning")) if mean[i] > 0.15]
    if judged.confidence < limits.certain:
        more = ", ".join(f"{name}: {share:.2f}" for name, share in others)
        asked = f"{judged.confidence:.2f}, and {limits.certain:.2f} is asked"
        said.append(f"the crop network takes it for a {best} with {asked}{f' ({more})' if more else ''}")
    second = float(one.candidate.values[best])
    if second < limits.seconded:
        other = int(np.argmax(one.candidate.values))
        name = {0: "hidden", 7: "leaning"}.get(other, f"a {other}")
        said.append(f"the finder does not second the {best} ({second:.2f}; {name}: {float(one.candidate.values[other]):.2f})")
    if one.candidate.heat < limits.heat:
        said.append(f"the finder is hardly for a die ({one.candidate.heat:.2f}, and {limits.heat:.2f} is asked)")
    return ("; ".join(said) or "it is unlike the other dice") + "."


def _vanished(die: _Die, faint: Sequence[Evidence]) -> str:
    what = "A die" if die.value is None else f"A {die.value}"
    if not faint:
        return f"{what} lies here and was not seen at all."
    heat = max(one.candidate.heat for one in faint)
    return f"{what} lies here and was dropped as no die (heat {heat:.2f})."
