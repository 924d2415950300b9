"""Are these dice fair: counts of a face, Pearson's chi-square with five degrees of freedom, and how many dice it takes.

Only first throws count, all five dice of which were thrown and read by the camera: what a player keeps is chosen, hidden
hands are shown only sometimes, and a value put right by hand is a guess. Every set of dice (by its colour) is tested by
itself and all together; with k tests a chance below one in 100 k is called unusual (Bonferroni), so that fair dice are
suspected once in a hundred tables at most. Who looks again after every throw looks more often than that.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.actions import Action, Throw
from game.boss import BossGame, BossPhase
from game.duel import DuelGame, DuelPhase
from game.game import Game
from game.games import tints_of
from game.message import Message, say
from game.names import face_name
from game.past_game import PastGame
from game.progressive import ProgressiveGame, ProgressivePhase
from game.records import Source
from game.tournament import TournamentGame

DEGREES = 5
LEAST_DICE = 60
"""With fewer, ten a face, nothing is said: a chance drawn from the chi-square would not be that of so few dice."""

ALPHA = 0.01
"""Below this chance a table is called unusual."""

POWER = 0.9
BIAS = 0.2
"""The bias that is asked for: one face a fifth more often than it should be, the others alike."""


@dataclass(frozen=True, slots=True)
class Faces:
    """How often the faces 1 to 6 came on the dice of one set, `None` for all together; `left_out` throws did not count."""

    counts: tuple[int, int, int, int, int, int] = (0,) * 6
    tint: str | None = None
    left_out: int = 0

    @property
    def dice(self) -> int:
        """How many dice were counted."""
        return sum(self.counts)

    @property
    def chi_square(self) -> float:
        """Pearson's statistic against six equal chances; 0 without dice."""
        expected = self.dice / 6
        return sum((count - expected) ** 2 for count in self.counts) / expected if expected else 0.0

    @property
    def chance(self) -> float:
        """How likely fair dice are to be at least as uneven as these, 0 to 1."""
        return chi_square_tail(self.chi_square)

    @property
    def face(self) -> int:
        """The face that is furthest from a sixth."""
        return max(range(1, 7), key=lambda face: abs(self.counts[face - 1] - self.dice / 6))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of one set of dice; `needed` are the dice until a bias of `BIAS` would be seen nine times in ten."""

    faces: Faces
    unusual: bool
    sentence: Message
    needed: int


def faces(past: Iterable[PastGame]) -> tuple[Faces, ...]:
    """The counts of all dice together, then of every colour that was thrown, the most thrown first."""
    every: Tally = {}
    for one in past:
        every = tallied(every, one)
    return sets_of(every)


Tally = dict[str | None, tuple[int, ...]]
"""By colour, `None` for all together: how many first throws were left out, and how often the faces 1 to 6 came."""


def tallied(every: Tally, one: PastGame) -> Tally:
    """The counts one game later."""
    after = {None: (0,) * 7, **every}
    tints = tints_of(one.record.options, len(one.record.players))
    for action, source, before in zip(one.history.actions, one.sources, one.games, strict=False):
        if not isinstance(action, Throw) or not is_first_throw(action, before):
            continue
        if source is None and action.seat in one.house:
            continue
        read = action.dice if source == Source.CAMERA.value else (0,)
        for tint in (None,) if tints is None else (None, tints[action.seat]):
            counted = after.get(tint, (0,) * 7)
            after[tint] = tuple(count + read.count(face) for face, count in enumerate(counted))
    return after


def sets_of(every: Tally) -> tuple[Faces, ...]:
    """All dice together, then every colour, the most thrown first."""
    found = [Faces(_six(counted), tint, counted[0]) for tint, counted in every.items() if tint is not None]
    total = every.get(None, (0,) * 7)
    return (Faces(_six(total), None, total[0]), *sorted(found, key=lambda one: -one.dice))


def is_first_throw(action: Action, before: Game) -> bool:
    """Whether all five dice were thrown in the open, with nothing chosen before."""
    if not isinstance(action, Throw) or action.kept:
        return False
    match before:
        case BossGame(phase=BossPhase.FIRST_THROWS) | DuelGame(phase=DuelPhase.FIRST_THROWS):
            return True
        case TournamentGame():
            return before.match.phase is DuelPhase.FIRST_THROWS
        case ProgressiveGame(phase=ProgressivePhase.FIRST_THROWS):
            return True
    return False


def verdicts(found: Sequence[Faces]) -> tuple[Verdict, ...]:
    """What is to be said of every set, with the chance divided among all sets that have enough dice."""
    tested = sum(one.dice >= LEAST_DICE for one in found)
    return tuple(verdict(one, tested) for one in found)


def verdict(found: Faces, tests: int = 1) -> Verdict:
    """What is to be said of these dice, one of `tests` sets that are tested together."""
    alpha = ALPHA / max(1, tests)
    needed = max(0, dice_needed(BIAS, alpha) - found.dice)
    if found.dice < LEAST_DICE:
        sentence = say("{dice} dice are too few to say; {least} are the least.", dice=found.dice, least=LEAST_DICE)
        return Verdict(found, False, sentence, needed)
    if found.chance >= alpha:
        return Verdict(found, False, say("Nothing unusual in {dice} dice.", dice=found.dice), needed)
    return Verdict(found, True, _unusual(found), needed)


def _unusual(found: Faces) -> Message:
    number = found.counts[found.face - 1]
    counted = say(
        "{number} of {dice} dice, {expected} expected", number=number, dice=found.dice, expected=round(found.dice / 6)
    )
    named, times = face_name(found.face), once_in(found.chance)
    if number > found.dice / 6:
        return say("Too many {faces}: {counted}; by chance once in {times} times.", faces=named, counted=counted, times=times)
    return say("Too few {faces}: {counted}; by chance once in {times} times.", faces=named, counted=counted, times=times)


def once_in(chance: float) -> int:
    """A chance as "once in so many times", to two figures; at most a million."""
    times = 1 / max(chance, 1e-6)
    scale = 10 ** max(0, math.floor(math.log10(times)) - 1)
    return int(round(times / scale) * scale)


def chi_square_tail(statistic: float, degrees: int = DEGREES) -> float:
    """The chance that chi-square is at least `statistic`; `degrees` of freedom are odd (Abramowitz and Stegun, 26.4.4)."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    tail = math.erfc(math.sqrt(half))
    for place in range(1, (degrees + 1) // 2):
        tail += math.exp((place - 0.5) * math.log(half) - half - math.lgamma(place + 0.5))
    return min(1.0, tail)


def critical(alpha: float) -> float:
    """The statistic that fair dice reach or pass with the chance `alpha`."""
    low, high = 0.0, 200.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(middle) > alpha else (low, middle)
    return high


def power(dice: int, bias: float, alpha: float) -> float:
    """How often `dice` dice with a face that comes `1 + bias` times as often as it should are called unusual.

    The tail of the noncentral chi-square as a Poisson mixture of central ones; `bias` from 0 to 5.
    """
    return _power(dice, bias, critical(alpha))


def _power(dice: int, bias: float, limit: float) -> float:
    mean, half = dice * bias * bias / 10, limit / 2
    tail, total = chi_square_tail(limit), 0.0
    for term in range(round(mean + 12 * math.sqrt(mean + 1)) + 20):
        weight = math.exp(term * math.log(mean) - mean - math.lgamma(term + 1)) if mean else float(term == 0)
        total += weight * min(1.0, tail)
        order = DEGREES / 2 + term
        tail += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
    return min(1.0, total)


@functools.lru_cache(maxsize=64)
def dice_needed(bias: float, alpha: float = ALPHA) -> int:
    """How many dice show a face that comes `1 + bias` times as often as it should, nine times in ten.

    >>> dice_needed(0.2)
    2754
    """
    low, high, limit = 0, 1, critical(alpha)
    while _power(high, bias, limit) < POWER and high < 10_000_000:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _power(middle, bias, limit) < POWER else (low, middle)
    return high


def _six(counted: Sequence[int]) -> tuple[int, int, int, int, int, int]:
    one, two, three, four, five, six = counted[1:]
    return one, two, three, four, five, six
