"""When a value is certain: independent evidence must agree, and the hand is worth its weakest link.

Two networks that were trained apart look at every die, the second under several turns. A die counts as read when the second is
sure under every turn and the first does not contradict. Anything that is neither surely a die nor surely none makes the hand
uncertain, so that nothing vanishes.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.finding import Candidate
from vision.result import Flag

NOTHING, HIDDEN, LEANING = 0, 7, 8
_UNREADABLE = slice(HIDDEN, LEANING + 1)
_ALIKE = 0.45
_UNLIKE = 0.7


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds, 0..1 where not said otherwise, chosen without the photographs that are scored (docs/reader.md).

    `certain`: the crop network's sureness; `seconded`: the finder's chance of the same value; `heat`: of a die that is read.
    `ghost`: log odds below which a candidate is no die; `faintest`: heat below which it never is; `faint`: heat below which
    only a face or a hidden die that was surely seen (`seen`) keeps it; `present`: heat from which on something as large as the
    other dice is never dropped; `bright`: heat below which something of half or twice their size is no die without a sure face.
    """

    certain: float = 0.85
    seconded: float = 0.15
    heat: float = 0.4
    ghost: float = -1.5
    faintest: float = 0.2
    faint: float = 0.45
    seen: float = 0.5
    present: float = 0.5
    bright: float = 0.6

    def without_second_opinion(self) -> Limits:
        """The crop network alone decides on the value; for measuring what the finder's opinion is worth."""
        return replace(self, seconded=0.0)

    def without_confidence(self) -> Limits:
        """Whatever is taken for a die is read, however unsure; for measuring what withholding is worth."""
        return replace(self, certain=0.0, seconded=0.0, heat=0.0)


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
    light_pips: bool = False


@dataclass(frozen=True, slots=True)
class Company:
    """The other dice of the picture: `heat` of the surest, 0..1, and the usual box size in pixels, `None` when unknown."""

    heat: float
    size: float | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one candidate, with the values it may have, likeliest first, and why it is withheld."""

    verdict: Verdict
    guesses: tuple[int, ...]
    confidence: float
    flag: Flag | None


def company(evidence: list[Evidence], die_size: float | None) -> Company:
    """What a die of this picture looks like; `die_size` is the edge of a top face in pixels when the scale is known."""
    heats = sorted((one.candidate.heat for one in evidence), reverse=True)[:2]
    heat = float(np.mean(heats)) if heats else 0.0
    if die_size is not None:
        # The outline's box of a square that is turned at random is about a quarter wider than its edge.
        return Company(heat, die_size * 1.25)
    sure = [
        one.candidate.size for one in evidence if one.candidate.heat > 0.5 and float(one.faces[:, 1:7].mean(axis=0).max()) > 0.7
    ]
    return Company(heat, float(np.median(sure)) if len(sure) >= 2 else None)


def chances(evidence: Evidence) -> NDArray[np.float64]:
    """The crop network's chances of the values 1..6 (6,), over its turns; they add to less than 1 when it may be no face."""
    faces = evidence.faces[:, 1:7].astype(np.float64)
    mean, least = faces.mean(axis=0), faces.min(axis=0)
    joint: NDArray[np.float64] = np.sqrt(mean * np.maximum(least, 0.25 * mean))
    return joint


def judge(evidence: Evidence, others: Company, limits: Limits) -> Judgement:
    """Judges one candidate in the company of the others."""
    candidate, joint = evidence.candidate, chances(evidence)
    order = np.argsort(-joint)
    best = int(order[0]) + 1
    confidence = float(joint[best - 1])
    unlike = others.size is not None and not 0.62 < candidate.size / others.size < 1.6
    if unlike:
        confidence *= 0.9
    guesses = tuple(int(i) + 1 for i in order if joint[i] > 0.03) or (best,)
    if _is_ghost(evidence, others, limits):
        return Judgement(Verdict.NO_DIE, guesses, confidence, None)
    seconded = float(candidate.values[best]) >= limits.seconded
    if candidate.heat >= limits.heat and seconded and confidence >= limits.certain:
        return Judgement(Verdict.READ, guesses, confidence, None)
    return Judgement(Verdict.WITHHELD, guesses, confidence, _flag(evidence))


def _is_ghost(evidence: Evidence, others: Company, limits: Limits) -> bool:
    """Whether a candidate is surely no die: fainter than the dice beside it, of another size, without a face."""
    heat = evidence.candidate.heat
    mean = evidence.faces.mean(axis=0)
    face, unreadable = float(mean[1:7].max()), float(mean[_UNREADABLE].sum())
    if heat < limits.faintest or (heat < limits.faint and max(face, unreadable - 0.25) < limits.seen):
        return True
    odd = 0.0 if others.size is None else abs(float(np.log(evidence.candidate.size / others.size)))
    if odd > _UNLIKE and heat < limits.bright and face < limits.certain:
        return True
    if heat >= limits.present and others.size is not None and odd < _ALIKE:
        # As large as the dice beside it, and the finder is for it: a die under a hand or a cup looks like this.
        return False
    fainter = max(0.0, _log_odds(others.heat) - _log_odds(heat))
    score = (
        3.5
        - 3.0 * fainter
        - 0.5 * max(0.0, odd - _ALIKE)
        - 0.4 * _log_odds(float(mean[NOTHING]))
        + 0.45 * _log_odds(max(face, unreadable))
    )
    return score < limits.ghost


def _log_odds(chance: float) -> float:
    clipped = min(max(chance, 0.005), 0.995)
    return float(np.log(clipped / (1 - clipped)))


def _flag(evidence: Evidence) -> Flag:
    mean = evidence.faces.mean(axis=0)
    hidden = float(mean[HIDDEN]) + float(evidence.candidate.values[0])
    leaning = float(mean[LEANING]) + float(evidence.candidate.values[7])
    if leaning > max(0.6, hidden):
        return Flag.COCKED
    if evidence.sharpness < 0.06:
        return Flag.BLURRED
    return Flag.OCCLUDED if hidden > 0.6 else Flag.UNCLEAR
