"""The states of a lane over time, as a pure function of what each picture shows; the time is passed in.

`empty -> obstructed (a hand) -> moving -> settled | unsure -> covered (a cup) -> settled -> empty`. Nothing is shown as read
unless nothing has moved for a while and two readings, apart in time, agree: what rocks or rolls slowly does not pass.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace

from vision.result import Die, Reading, Status

AGREE_DISTANCE = 0.3
UNSTEADY = "The dice look different each time; nudge one."
UNREADABLE = "A die cannot be read."


class LaneState(enum.Enum):
    """What a lane shows; the contract of `bosstray watch`."""

    EMPTY = "empty"
    MOVING = "moving"
    SETTLED = "settled"
    UNSURE = "unsure"
    COVERED = "covered"
    OBSTRUCTED = "obstructed"


AT_REST = frozenset({LaneState.EMPTY, LaneState.SETTLED, LaneState.UNSURE, LaneState.COVERED})


@dataclass(frozen=True, slots=True)
class Pace:
    """Times in seconds, amounts of motion in areas of a die's face.

    `first_look`: rest before the first reading; `settle`: rest before the second, which decides; `give_up`: rest after which
    readings that do not agree are shown as unsure. `retries`: when what is unsure is read again, after it was shown.
    `stir`: motion that counts when it comes again before the lane has rested; `move`: motion that counts at once.
    `recheck`: how often an empty lane is read without a cause, for a die that the motion watch cannot see.
    """

    first_look: float = 0.12
    settle: float = 0.29
    give_up: float = 0.42
    retries: tuple[float, ...] = (0.4, 0.8, 1.6, 3.2)
    stir: float = 0.1
    move: float = 0.5
    recheck: float = 4.0


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows of one lane without reading it.

    `moved`: the area in which something moves, `vacated`: the area that something has left, both in faces of a die and light
    apart. `hand`: something reaches into the lane or is carried through it. `cup`: something large stands in it.
    """

    moved: float
    vacated: float = 0.0
    hand: bool = False
    cup: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """One lane between two pictures. `shown`, `dice` and `reason` are what the world is told; `changed` whether the last step
    changed them; `changed_at` when that was. The rest is memory."""

    shown: LaneState = LaneState.EMPTY
    dice: tuple[Die, ...] = ()
    reason: str | None = None
    changed: bool = False
    changed_at: float = -math.inf
    rested_at: float | None = None
    still_looks: int = 0
    stirred: bool = False
    cup: bool = False
    evidence: Reading | None = None
    due_at: float | None = -math.inf
    retry: int = 0
    known: bool = False
    told: bool = False


def start(time: float) -> Track:
    """A lane about which nothing is known yet; it is shown as empty until it was read."""
    return Track(changed_at=time)


def step(track: Track, look: Look, time: float, pace: Pace = Pace()) -> Track:
    """The lane after one more picture, taken at `time`; ask `wants_reading` next."""
    track = replace(track, changed=False)
    if look.hand:
        return _show(_disturbed(track), LaneState.OBSTRUCTED, (), None, time)
    if look.moved >= pace.move and track.shown is LaneState.OBSTRUCTED and not track.stirred:
        # What a hand or a cup has uncovered looks new, but only once.
        return replace(_disturbed(track), stirred=True)
    if look.moved >= pace.move or (look.moved >= pace.stir and track.stirred):
        return replace(_show(_disturbed(track), LaneState.MOVING, (), None, time), stirred=True)
    if look.moved >= pace.stir or look.vacated >= pace.stir:
        # One picture alone may be a flicker of the camera, and what has left is no throw: the lane is read again, but nothing
        # is taken back yet.
        return replace(_disturbed(track), stirred=look.moved >= pace.stir)
    if track.rested_at is None:
        track = replace(track, rested_at=time, still_looks=0, evidence=None)
    if look.cup != track.cup:
        track = replace(track, cup=look.cup, evidence=None, due_at=time, retry=0)
    return replace(track, still_looks=track.still_looks + 1)


def wants_reading(track: Track, time: float, pace: Pace = Pace()) -> bool:
    """Whether the lane should be read in this picture. Reading is dear, so it is asked for only when its result is needed."""
    if track.rested_at is None or track.due_at is None or time < track.due_at:
        return False
    rest = time - track.rested_at
    if track.evidence is None:
        return track.still_looks >= 2 and rest >= pace.first_look - 1e-6
    return track.still_looks >= 3 and rest >= pace.settle - 1e-6


def read(track: Track, reading: Reading, time: float, pace: Pace = Pace()) -> Track:
    """The lane after the reading that `wants_reading` asked for, of the same picture at `time`."""
    before, rested = track.evidence, track.rested_at
    if rested is None:
        return track
    track = replace(track, evidence=reading)
    if before is None or time - rested < pace.settle - 1e-6:
        return track
    if agree(before, reading):
        return _publish(track, reading, time, pace)
    if track.known:
        # Two readings of a lane that did not move contradict each other: what was shown stays, and is looked at again later.
        return _later(replace(track, evidence=None), time, pace)
    if time - rested < pace.give_up - 1e-6:
        return track
    if reading.status is not Status.UNSURE:
        reason = before.reason if before.status is Status.UNSURE and before.reason else UNSTEADY
        reading = Reading(Status.UNSURE, tuple(_withheld(die) for die in reading.dice), reason)
    return _publish(track, reading, time, pace)


def agree(one: Reading, other: Reading) -> bool:
    """Whether two readings say the same: both unsure, both empty, or the same values at the same places."""
    if one.status is not other.status:
        return False
    return one.status is not Status.READ or same_dice(one.dice, other.dice)


def same_dice(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    """Whether these are the same dice with the same values, none further from its place than a third of its size."""
    if len(one) != len(other):
        return False
    left = list(other)
    for die in one:
        near = min(left, key=lambda candidate: math.dist(candidate.center, die.center))
        if near.value != die.value or math.dist(near.center, die.center) > AGREE_DISTANCE * max(die.size, near.size, 1.0):
            return False
        left.remove(near)
    return True


def _disturbed(track: Track) -> Track:
    return replace(track, rested_at=None, still_looks=0, stirred=False, evidence=None, due_at=-math.inf, retry=0, known=False)


def _show(track: Track, state: LaneState, dice: tuple[Die, ...], reason: str | None, time: float) -> Track:
    same = track.shown is state and track.reason == reason and _values(track.dice) == _values(dice)
    if same and track.told:
        return replace(track, dice=dice)
    return replace(track, shown=state, dice=dice, reason=reason, changed=True, changed_at=time, told=True)


def _values(dice: tuple[Die, ...]) -> list[int]:
    return sorted(die.value or 0 for die in dice)


def _publish(track: Track, reading: Reading, time: float, pace: Pace) -> Track:
    unsure = reading.status is Status.UNSURE
    if track.cup:
        state = LaneState.COVERED
    elif unsure:
        state = LaneState.UNSURE
    else:
        state = LaneState.SETTLED if reading.status is Status.READ else LaneState.EMPTY
    track = _show(track, state, reading.dice, (reading.reason or UNREADABLE) if unsure else None, time)
    return _later(replace(track, evidence=None, stirred=False, known=True), time, pace)


def _later(track: Track, time: float, pace: Pace) -> Track:
    """When a lane that lies still is read again: soon when it is unsure, now and then when it is empty, else never."""
    if track.shown is LaneState.EMPTY:
        return replace(track, due_at=time + pace.recheck)
    if track.reason is not None and track.retry < len(pace.retries):
        return replace(track, due_at=time + pace.retries[track.retry], retry=track.retry + 1)
    return replace(track, due_at=None)


def _withheld(die: Die) -> Die:
    return replace(die, value=None)
