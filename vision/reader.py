"""The dice reader: a picture in, a reading out. A value is right or it is withheld."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import CROP, DIE, FINE, OUTLINE, crop, standardised
from vision.finding import Candidate, DiceFinder
from vision.judgement import Evidence, Judgement, Limits, Verdict, company, in_doubt, judge, judge_all
from vision.network import Network
from vision.reasons import miscounted, withheld
from vision.result import Die, Flag, Reading, Status

Picture = NDArray[np.uint8]
# Where the scale is known, a face's edge over the known one is held between these, so that half a die is not shown as large as
# a whole one, nor one smaller whose outline takes in a part of its neighbour.
_SMALLER, _LARGER = 0.95, 1.05
WIDE, WIDE_EDGE = 80, 25.6
"""The context network's view: pixels a side, and of a face's edge: the die as coarsely as the crop network sees it at first,
and more of what is around."""

_FACE_RADIUS = 9.0
"""In pixels of a cut-out: what surely lies on the face."""

_PIPS_SHARE = 0.05
"""About as much of the face is a single pip."""

_SMALLEST_SIDE = 8
# Pixels of a cut-out that are averaged against the noise, and its rim that says nothing.
_NOISE, _RIM = 1.0, 6


class PictureError(ValueError):
    """A picture that is not uint8 B,G,R of shape (h, w, 3), or a size or count out of range."""


class Reader:
    """Reads all dice of a picture. Make one for each thread with `Reader.load()`."""

    def __init__(self, finder: DiceFinder, faces: Network, context: Network | None, limits: Limits) -> None:
        self._finder, self._faces, self._context, self._limits = finder, faces, context, limits

    @classmethod
    def load(cls, networks: Path | None = None, limits: Limits | None = None) -> Reader:
        """A reader with the packaged networks, or those of a folder; raises `NetworkError` when they cannot be loaded.

        `limits` are the thresholds of the judgement, the usual ones when `None`; `without_second_opinion`, `without_confidence`
        and `third` of `Limits` are for measuring what those parts are worth. Without `third` that network is not loaded.
        """
        usual = limits or Limits()
        context = Network("context", networks) if usual.third else None
        return cls(DiceFinder(networks), Network("faces", networks), context, usual)

    def read(self, image: Picture, *, die_size: float | None = None, expect: int | None = None) -> Reading:
        """Reads the dice in `image`, uint8 B,G,R of shape (h, w, 3).

        `die_size`: the edge of a top face in pixels, when the scale is known; that is faster and surer. `expect`: how many dice
        there should be; another number makes the reading unsure. Raises `PictureError` on a picture or a number that cannot be.
        """
        _check(image, die_size, expect)
        height, width = image.shape[:2]
        evidence = self.evidence(image, die_size)
        found = [_die(one, judgement) for one, judgement in judge_all(evidence, die_size, self._limits)]
        found = _stacked(_in_reading_order(found))
        dice = tuple(found)
        if any(die.value is None for die in dice):
            return Reading(Status.UNSURE, dice, withheld(dice, width, height))
        if expect is not None and len(dice) != expect:
            return Reading(Status.UNSURE, dice, miscounted(len(dice), expect))
        return Reading(Status.READ if dice else Status.EMPTY, dice)

    def evidence(self, image: Picture, die_size: float | None = None) -> list[Evidence]:
        """What the networks say of every place that may be a die, without a verdict."""
        if min(image.shape[:2]) < _SMALLEST_SIDE:
            return []
        candidates = self._finder.anywhere(image) if die_size is None else self._finder.at_edge(image, die_size)
        candidates = [c for c in candidates if c.heat >= self._limits.faintest * 0.6]
        if not candidates:
            return []
        cuts = np.stack([_straight(image, candidate, die_size, CROP * FINE, DIE * FINE) for candidate in candidates])
        small = [cv2.resize(cut, (CROP, CROP), interpolation=cv2.INTER_AREA) for cut in cuts]
        found = [
            Evidence(candidate, said, _sharpness(cut), _color(cut), _light_pips(cut))
            for candidate, said, cut in zip(candidates, _said(self._faces, cuts), small, strict=True)
        ]
        return found if self._context is None else self._asked(self._context, image, found, die_size)

    def _asked(self, context: Network, image: Picture, found: list[Evidence], die_size: float | None) -> list[Evidence]:
        """The same with the opinion of the context network on what the other two leave in doubt."""
        others = company(found, die_size)
        doubts = [k for k, one in enumerate(found) if in_doubt(judge(one, others, self._limits))]
        if doubts:
            views = np.stack([context_view(image, found[k].candidate, die_size) for k in doubts])
            for k, said in zip(doubts, _said(context, views), strict=True):
                found[k] = replace(found[k], context=said)
        return found


def _said(network: Network, views: Picture) -> NDArray[np.float32]:
    """A network's chances (n, 9) for cut-outs (n, side, side, 3)."""
    logits = network.run(standardised(views))
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _check(image: Picture, die_size: float | None, expect: int | None) -> None:
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or image.size == 0:
        raise PictureError(f"The reader takes 8-bit B,G,R pictures of shape (h, w, 3), not {image.dtype} {image.shape}.")
    if die_size is not None and not 4 <= die_size <= 4096:
        raise PictureError(f"A die's edge of {die_size:g} pixels is out of range; 4 to 4096 are possible.")
    if expect is not None and expect < 0:
        raise PictureError("The expected number of dice cannot be negative.")


def context_view(image: Picture, candidate: Candidate, die_size: float | None, side: int = WIDE) -> Picture:
    """The die and what is around it, (side, side, 3), its face straight and `WIDE_EDGE` long as far as the finder knows."""
    return _straight(image, candidate, die_size, side, OUTLINE * WIDE_EDGE)


def _straight(image: Picture, candidate: Candidate, die_size: float | None, side: int, outline: float) -> Picture:
    """A square of `side` pixels with the die's face straight, as far as the finder knows; its outline has `outline` pixels."""
    squeeze = float(np.clip(candidate.width / max(candidate.height, 1e-3), 0.75, 1.33))
    edge = candidate.edge if die_size is None else float(np.clip(candidate.edge, _SMALLER * die_size, _LARGER * die_size))
    # Outlines of tilted dice are not square either, so only half of the proportion is taken out.
    turned = -float(np.degrees(candidate.turn))
    return crop(image, candidate.center, OUTLINE * edge, turned, float(np.sqrt(squeeze)), side, outline)


def _sharpness(cut: Picture) -> float:
    """The steepness in the direction in which there is least of it, over the contrast: about 0.1 for a smear, 0.2 for a sharp
    die. What moved keeps its edges along the way it went, but those alone (structure tensor; Förstner and Gülch, 1987)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), _NOISE)
    down, right = (cv2.Sobel(grey, cv2.CV_32F, *way, scale=1 / 8)[_RIM:-_RIM, _RIM:-_RIM].ravel() for way in ((0, 1), (1, 0)))
    a, b, c = float(right @ right), float(right @ down), float(down @ down)
    least = (a + c) / 2 - float(np.hypot((a - c) / 2, b))
    return float(np.sqrt(max(least, 0.0) / len(down))) / (float(grey.std()) + 4.0)


def _color(cut: Picture) -> tuple[int, int, int]:
    inner = cut[CROP // 2 - 9 : CROP // 2 + 9, CROP // 2 - 9 : CROP // 2 + 9].reshape(-1, 3)
    b, g, r = np.median(inner, axis=0).astype(int).tolist()
    return r, g, b


def _light_pips(cut: Picture) -> bool:
    """Whether what differs most from the face is lighter than it."""
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32)
    across = np.hypot(*np.ogrid[-CROP // 2 : CROP // 2, -CROP // 2 : CROP // 2])
    face = grey[across < _FACE_RADIUS]
    away = face - np.median(face)
    most = np.argsort(np.abs(away))[-max(1, round(face.size * _PIPS_SHARE)) :]
    return float(away[most].sum()) > 0


def _die(evidence: Evidence, judgement: Judgement) -> Die:
    candidate = evidence.candidate
    read = judgement.verdict is Verdict.READ
    return Die(
        judgement.guesses[0] if read else None,
        round(judgement.confidence, 4),
        candidate.center,
        candidate.edge,
        candidate.corners(),
        judgement.flag,
        judgement.guesses,
        evidence.color,
        evidence.light_pips,
    )


def _in_reading_order(dice: list[Die]) -> list[Die]:
    """Row by row from the top, each from the left; a row is as high as a die."""
    rows: list[list[Die]] = []
    for die in sorted(dice, key=lambda d: d.center[1]):
        if rows and die.center[1] - rows[-1][0].center[1] < 0.8 * max(die.size, rows[-1][0].size):
            rows[-1].append(die)
        else:
            rows.append([die])
    return [die for row in rows for die in sorted(row, key=lambda d: d.center[0])]


def _stacked(dice: list[Die]) -> list[Die]:
    """Marks withheld dice that overlap another by more than two dice side by side can."""
    return [
        replace(die, flag=Flag.STACKED)
        if die.value is None
        and any(
            other is not die
            and np.hypot(die.center[0] - other.center[0], die.center[1] - other.center[1]) < 0.72 * min(die.size, other.size)
            for other in dice
        )
        else die
        for die in dice
    ]
