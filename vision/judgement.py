"""When a value is certain: independent evidence must agree, and the hand is worth its weakest link.

Two networks that were trained apart look at every die, the second under several turns. A die counts as read when both name the
same value, the second is sure under every turn, and the die fits the others. Anything that is neither surely a die nor
surely none makes the hand uncertain, so that nothing vanishes.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finding import Candidate
from vision.result import Flag

NOTHING, HIDDEN, LEANING = 0, 7, 8


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds, 0..1, chosen on sources the networks were not trained on (docs/reader.md)."""

    certain: float = 0.8
    second: float = 0.35
    heat: float = 0.3
    ghost_heat: float = 0.35
    ghost_nothing: float = 0.6
    faint: float = 0.12


class Verdict(enum.Enum):
    """What is made of a candidate."""

    READ = "read"
    WITHHELD = "withheld"
    NO_DIE = "no die"


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A candidate and what the crop network says of it: `faces` (turns, 9) chances: nothing, 1..6, hidden, leaning."""

    candidate: Candidate
    faces: NDArray[np.float32]
    sharpness: float
    color: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one candidate, with the values it may have, likeliest first, and why it is withheld."""

    verdict: Verdict
    guesses: tuple[int, ...]
    confidence: float
    flag: Flag | None


def chances(evidence: Evidence) -> NDArray[np.float64]:
    """Chances of the values 1..6 (6,), both networks together; they do not add to 1 when the die may be unreadable."""
    faces = evidence.faces.astype(np.float64)
    mean, least = faces[:, 1:7].mean(axis=0), faces[:, 1:7].min(axis=0)
    second = evidence.candidate.values[1:7].astype(np.float64)
    own = np.sqrt(mean * np.maximum(least, 0.25 * mean))
    joint: NDArray[np.float64] = own * np.minimum(1.0, second / 0.6) ** 0.5
    return joint


def judge(evidence: Evidence, usual_size: float | None, limits: Limits) -> Judgement:
    """Judges one candidate; `usual_size` is the box size of the dice that are surely dice, in pixels."""
    candidate = evidence.candidate
    nothing = float(evidence.faces[:, NOTHING].mean())
    joint = chances(evidence)
    order = np.argsort(-joint)
    best = int(order[0]) + 1
    confidence = float(joint[best - 1])
    odd = usual_size is not None and not 0.62 < candidate.size / usual_size < 1.6
    if odd:
        confidence *= 0.85
    is_die = candidate.heat >= limits.heat
    if nothing > limits.ghost_nothing and candidate.heat < limits.ghost_heat:
        return Judgement(Verdict.NO_DIE, (), confidence, None)
    if candidate.heat < limits.faint or (candidate.heat < limits.heat and odd and nothing > 0.2):
        return Judgement(Verdict.NO_DIE, (), confidence, None)
    agreed = int(np.argmax(candidate.values[1:7])) + 1 == best and float(candidate.values[best]) >= limits.second
    guesses = tuple(int(i) + 1 for i in order if joint[i] > 0.03) or (best,)
    if is_die and agreed and confidence >= limits.certain:
        return Judgement(Verdict.READ, guesses, confidence, None)
    return Judgement(Verdict.WITHHELD, guesses, confidence, _flag(evidence))


def _flag(evidence: Evidence) -> Flag:
    mean = evidence.faces.mean(axis=0)
    hidden = float(mean[HIDDEN]) + float(evidence.candidate.values[0])
    leaning = float(mean[LEANING]) + float(evidence.candidate.values[7])
    if leaning > max(0.6, hidden):
        return Flag.COCKED
    if evidence.sharpness < 0.06:
        return Flag.BLURRED
    return Flag.OCCLUDED if hidden > 0.6 else Flag.UNCLEAR


def usual_size(evidence: list[Evidence]) -> float | None:
    """Median box size of the candidates that both networks take for a readable die, or `None` below two of them."""
    sure = [
        one.candidate.size for one in evidence if one.candidate.heat > 0.5 and float(one.faces[:, 1:7].sum(axis=1).mean()) > 0.7
    ]
    return float(np.median(sure)) if len(sure) >= 2 else None
