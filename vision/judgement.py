"""When a value is certain: independent evidence must agree, and the hand is worth its weakest link.

Two networks that were trained apart look at every die. From what both say follow two chances: that something is a die at all,
and that its value is right. What they leave in doubt a third network looks at, which sees more of what is around, and both
chances follow anew. A die counts as read when the second is high; something is dropped when the first is low. Anything between
makes the hand uncertain, so that nothing vanishes.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.finding import Candidate, holds
from vision.result import Flag

NOTHING, HIDDEN, LEANING = 0, 7, 8
_UNREADABLE = slice(HIDDEN, LEANING + 1)
_ALIKE = 0.3
_AS_SHARP = 0.2
_MOST_PIPS = 6
_HALF_SEEN = 0.5
_HIDDEN_IN_PART, _SURELY = 0.4, 0.9
_SEEN, _BOTH = 0.45, 0.3
_MERE_PIP = 0.3
# The sharpness below which no pips can be told, and the part of the other dice's below which a die has moved alone.
_SOFT, _SOFTER = 0.155, 0.7
_LIKELY = 0.3
# The sharpness of a usual die; the finder's chances of the value, and of a hidden die, where its opinion is left out.
_SHARP = 0.2
_AGREED, _NOT_HIDDEN = 0.9, 0.02
# What is a die with a smaller chance than the first, or has its value with a larger one than the second, is in no doubt.
_MAYBE, _CLEAR = 0.03, 0.95
_CONTEXT_SURE, _CROP_SURE = 0.8, 0.9
_SUSPECTED, _SUSPECTED_ALONE = 0.3, 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """Logistic regressions over `presence_signs` and `value_signs`, fitted by `./tray train calibrate` (docs/reader.md)."""

    presence: tuple[float, ...]
    value: tuple[float, ...]


# Beside two or more sure dice, or where the size is known, and where neither is: without dice most of what is seen is none.
_AMONG = Weights(
    (0.659, 0.887, -0.589, -4.5, -0.919, -0.319, -0.0213, 1.83, 1.84, 0.29, -0.0499),
    (-2.09, 0.859, -0.0441, 0.334, -2.4, -0.178, -0.261, -0.0679, 0.788, -0.281),
)
_ALONE = Weights(
    (-1.13, 3.25, 2, 0, -0.619, -0.144, 0.543, 0.691, 1.68, 0, 0),
    (-0.5, 0.732, 0.262, 1.73, 0, -0.111, 0.154, 0.194, 0.642, 0.0986),
)


# The same where the context network was asked.
_ASKED_AMONG = Weights(
    (1.06, 0.522, -0.983, -3.47, -0.0479, -0.0362, 0.055, 1.44, 1.49, 2.95, 0.0383, -0.98, -0.33, 0.169),
    (-0.645, 0.273, 0.0339, 0.323, -2.24, 0.128, -0.0933, 0.143, 0.8, -0.221, -0.0749, 0.846, -0.0919),
)
_ASKED_ALONE = Weights(
    (-1.87, 2.74, 1.47, 0, -0.53, -0.512, -0.187, 0.824, 0.859, 0, 0, -0.433, 0.0859, 0.427),
    (-2.87, -0.0881, 0.141, 0.804, 0, -0.107, -0.0243, 0.0526, 0.875, -0.0872, -0.294, 0.673, -0.0727),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds, 0..1; docs/reader.md says how each was chosen.

    `certain`: the chance that the value is right from which on it is read; `seconded`: the finder's least chance of the same
    value, 0 to leave its opinion out; `opposed`: its chance of another value above which none is read; `heat`: the least heat
    of a die that is read; `present`: the chance of being a die below which something is dropped; `faintest`: heat below which
    it always is; `warm`: heat from which on something of a die's known size never is, unless it is surely nothing; `third`:
    whether the context network's opinion counts.
    """

    certain: float = 0.8
    seconded: float = 0.05
    opposed: float = 0.4
    heat: float = 0.3
    present: float = 0.25
    faintest: float = 0.2
    warm: float = 0.4
    third: bool = True

    def without_second_opinion(self) -> Limits:
        """The crop network alone decides on the value; for measuring what the finder's opinion is worth."""
        return replace(self, seconded=0.0, opposed=1.0)

    def without_confidence(self) -> Limits:
        """Whatever is taken for a die is read, however unsure; for measuring what withholding is worth."""
        return replace(self, certain=0.0, seconded=0.0, opposed=1.0, heat=0.0)


class Verdict(enum.Enum):
    """What is made of a candidate."""

    READ = "read"
    WITHHELD = "withheld"
    NO_DIE = "no die"


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A candidate and what the crop network says of it: `faces` (9,) chances: nothing, 1..6, hidden, leaning; `context` (9,)
    those of the context network, `None` where it was not asked."""

    candidate: Candidate
    faces: NDArray[np.float32]
    sharpness: float
    color: tuple[int, int, int]
    light_pips: bool = False
    context: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Company:
    """The other dice of the picture: `heat` of the surest, 0..1, and the usual box size in pixels, `None` when unknown.

    `known` says that the size follows from the scale and not from what was found; `sharpness` is the usual one of what surely
    are dice, `None` when there are fewer than two; `sharpest` that of the sharpest thing that may be a die.
    """

    heat: float
    size: float | None
    known: bool = False
    sharpness: float | None = None
    sharpest: float = 1.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one candidate, with the values it may have, likeliest first, the chance that the first is right and the
    chance that something is a die at all, and why it is withheld."""

    verdict: Verdict
    guesses: tuple[int, ...]
    confidence: float
    present: float
    flag: Flag | None


def company(evidence: list[Evidence], die_size: float | None) -> Company:
    """What a die of this picture looks like; `die_size` is the edge of a top face in pixels when the scale is known."""
    heats = sorted((one.candidate.heat for one in evidence), reverse=True)[:2]
    heat = float(np.mean(heats)) if heats else 0.0
    sure = [one for one in evidence if one.candidate.heat > 0.5 and float(one.faces[1:HIDDEN].max()) > 0.7]
    # Pips of a large die look like ones; they do not say how large dice are.
    whole = [one for one in sure if not any(holds(other.candidate, one.candidate) for other in sure)]
    sharpness = float(np.median([one.sharpness for one in whole])) if len(whole) >= 2 else None
    likely = [one.sharpness for one in evidence if one.candidate.heat > _LIKELY and float(one.faces[NOTHING]) < 0.5]
    sharpest = max(likely or [one.sharpness for one in evidence], default=1.0)
    if die_size is not None:
        # The outline's box of a square that is turned at random is about a quarter wider than its edge.
        return Company(heat, die_size * 1.25, True, sharpness, sharpest)
    size = float(np.median([one.candidate.size for one in whole])) if len(whole) >= 2 else None
    return Company(heat, size, False, sharpness, sharpest)


def chances(evidence: Evidence) -> NDArray[np.float64]:
    """The chances of the values 1..6 (6,), of the crop network and of the context network where it was asked.

    They add to less than 1 when it may be no face.
    """
    faces = evidence.faces[1:HIDDEN].astype(np.float64)
    return faces if evidence.context is None else np.sqrt(faces * evidence.context[1:HIDDEN])


def in_doubt(judgement: Judgement) -> bool:
    """Whether the third network is asked: a value is not quite sure, or something that is left out might be a die."""
    if judgement.verdict is Verdict.NO_DIE:
        return judgement.present >= _MAYBE
    return judgement.verdict is Verdict.WITHHELD or judgement.confidence < _CLEAR


def judge(evidence: Evidence, others: Company, limits: Limits) -> Judgement:
    """Judges one candidate in the company of the others."""
    if not limits.third:
        evidence = replace(evidence, context=None)
    candidate, joint = evidence.candidate, chances(evidence)
    order = np.argsort(-joint)
    best = int(order[0]) + 1
    guesses = tuple(int(i) + 1 for i in order if joint[i] > 0.03) or (best,)
    seconded = limits.seconded > 0
    weights = _weights(evidence, others)
    confidence = _chance(weights.value, value_signs(evidence, others, best, seconded))
    present = _chance(weights.presence, presence_signs(evidence, others))
    kept = _kept(evidence, others, limits) or _named(evidence) or _suspected(evidence, others)
    if candidate.heat < limits.faintest or (present < limits.present and not kept):
        return Judgement(Verdict.NO_DIE, guesses, confidence, present, None)
    other = float(np.delete(candidate.values[1 : LEANING - 1], best - 1).max())
    agreed = (float(candidate.values[best]) >= limits.seconded and other <= limits.opposed) or _outvoted(evidence, best)
    if candidate.heat >= limits.heat and agreed and confidence >= limits.certain:
        return Judgement(Verdict.READ, guesses, confidence, present, None)
    return Judgement(Verdict.WITHHELD, guesses, confidence, present, _flag(evidence, others))


def _weights(evidence: Evidence, others: Company) -> Weights:
    if evidence.context is None:
        return _ALONE if others.size is None else _AMONG
    return _ASKED_ALONE if others.size is None else _ASKED_AMONG


def _outvoted(evidence: Evidence, value: int) -> bool:
    """Whether the other two networks are so sure of `value` that the finder alone does not withhold it."""
    if evidence.context is None:
        return False
    return float(evidence.context[value]) >= _CONTEXT_SURE and float(evidence.faces[value]) >= _CROP_SURE


def _named(evidence: Evidence) -> bool:
    """Whether something is warm and has a value that the finder is sure of, or that it and the crop network name: then the
    other signs alone do not make it vanish."""
    candidate, faces = evidence.candidate, evidence.faces[1:HIDDEN]
    values = candidate.values[1 : LEANING - 1]
    both = float((values * faces).max())
    return candidate.heat >= _SEEN and (float(values.max()) >= _SURELY or both >= _BOTH)


def _suspected(evidence: Evidence, others: Company) -> bool:
    """Whether the context network gives a value, or a die that cannot be read, so much of a chance that it is not dropped; more
    is asked where no dice are near, for most of what is seen there is none."""
    if evidence.context is None:
        return False
    value, unreadable = float(evidence.context[1:HIDDEN].max()), float(evidence.context[_UNREADABLE].sum())
    return max(value, unreadable) >= (_SUSPECTED_ALONE if others.size is None else _SUSPECTED)


def _kept(evidence: Evidence, others: Company, limits: Limits) -> bool:
    """Whether something is never dropped: where the scale is known, what has a die's size and is taken for one hidden in part,
    or is warm and not surely nothing. Half a die under a hand looks like this."""
    candidate = evidence.candidate
    if not others.known or _oddness(candidate, others) >= _HALF_SEEN:
        return False
    warm = candidate.heat >= limits.warm and float(evidence.faces[NOTHING]) < _SURELY
    return warm or float(candidate.values[0]) >= _HIDDEN_IN_PART


def judge_all(evidence: list[Evidence], die_size: float | None, limits: Limits) -> list[tuple[Evidence, Judgement]]:
    """Judges every candidate of a picture; what is no die is left out.

    Pips inside a die that is read go with it. When something inside is read as more than a pip, neither is certain.
    """
    others = company(evidence, die_size)
    judged = [(one, judge(one, others, limits)) for one in evidence]
    judged = [(one, found) for one, found in judged if found.verdict is not Verdict.NO_DIE]
    gone: set[int] = set()
    for index, (one, found) in enumerate(judged):
        inside = [k for k, (small, _) in enumerate(judged) if holds(one.candidate, small.candidate)]
        if not inside or found.verdict is not Verdict.READ:
            continue
        if len(inside) <= _MOST_PIPS and all(
            judged[k][1].guesses[0] == 1 or judged[k][1].confidence < _MERE_PIP for k in inside
        ):
            gone.update(inside)
        else:
            judged[index] = (one, replace(found, verdict=Verdict.WITHHELD, flag=Flag.UNCLEAR))
    return [pair for index, pair in enumerate(judged) if index not in gone]


def presence_signs(evidence: Evidence, others: Company) -> tuple[float, ...]:
    """What speaks for and against a die, hidden or not, at this place; the first is 1."""
    candidate, faces = evidence.candidate, evidence.faces
    best = int(faces[1:HIDDEN].argmax()) + 1
    face, unreadable = float(faces[best]), float(faces[_UNREADABLE].sum())
    odd = _oddness(candidate, others)
    return (
        1.0,
        _log_odds(candidate.heat),
        max(0.0, _log_odds(others.heat) - _log_odds(candidate.heat)),
        max(0.0, odd - _ALIKE),
        _log_odds(float(faces[NOTHING])),
        _log_odds(face),
        _log_odds(unreadable),
        float(candidate.values[best]) * face,
        float(candidate.values[0]) * unreadable,
        0.0 if others.size is None else max(0.0, _ALIKE - odd),
        _softness(evidence, others),
        *_context_signs(evidence, best),
    )


def value_signs(evidence: Evidence, others: Company, value: int, seconded: bool = True) -> tuple[float, ...]:
    """What speaks for and against `value`; the first is 1. Without `seconded` the finder is taken to agree."""
    candidate, faces = evidence.candidate, evidence.faces
    leaning = float(faces[LEANING]) + float(candidate.values[LEANING - 1])
    return (
        1.0,
        _log_odds(float(faces[value])),
        _log_odds(float(candidate.values[value]) if seconded else _AGREED),
        _log_odds(candidate.heat),
        max(0.0, _oddness(candidate, others) - 0.2),
        _log_odds(float(faces[NOTHING])),
        _log_odds(leaning),
        _log_odds(float(faces[HIDDEN])),
        max(0.0, float(np.log(_SHARP / max(evidence.sharpness, 1e-3)))),
        _log_odds(float(candidate.values[0]) if seconded else _NOT_HIDDEN),
        *_context_signs(evidence, value),
    )


def _context_signs(evidence: Evidence, value: int) -> tuple[float, ...]:
    """What the context network says of nothing, of `value` and of a die that cannot be read; none where it was not asked."""
    if evidence.context is None:
        return ()
    unreadable = float(evidence.context[_UNREADABLE].sum())
    return tuple(_log_odds(chance) for chance in (float(evidence.context[NOTHING]), float(evidence.context[value]), unreadable))


def _oddness(candidate: Candidate, others: Company) -> float:
    return 0.0 if others.size is None else abs(float(np.log(candidate.size / others.size)))


def _softness(evidence: Evidence, others: Company) -> float:
    """By how much less sharp than the other dice this is, as a logarithm; dice of one picture are about as sharp as each other,
    and what is taken for a die often is a part of something larger and softer."""
    if others.sharpness is None:
        return 0.0
    return float(np.clip(np.log(max(others.sharpness, 1e-3) / max(evidence.sharpness, 1e-3)) - _AS_SHARP, 0.0, 1.5))


def _chance(weights: tuple[float, ...], signs: tuple[float, ...]) -> float:
    return float(1 / (1 + np.exp(-np.dot(weights, signs))))


def _log_odds(chance: float) -> float:
    clipped = min(max(chance, 0.004), 0.996)
    return float(np.log(clipped / (1 - clipped)))


def _flag(evidence: Evidence, others: Company) -> Flag:
    mean = evidence.faces if evidence.context is None else (evidence.faces + evidence.context) / 2
    hidden = float(mean[HIDDEN]) + float(evidence.candidate.values[0])
    leaning = float(mean[LEANING]) + float(evidence.candidate.values[7])
    if leaning > max(0.6, hidden):
        return Flag.COCKED
    # The crop network has one class for what is hidden and what is smeared; the finder mostly knows what is hidden.
    usual = others.sharpness if others.sharpness is not None and evidence.candidate.values[0] < _HALF_SEEN else 0.0
    alone = evidence.sharpness < _SOFTER * usual
    if others.sharpest < _SOFT or (evidence.sharpness < _SOFT and alone):
        return Flag.BLURRED
    return Flag.OCCLUDED if hidden > 0.6 else Flag.UNCLEAR
