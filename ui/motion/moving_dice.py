"""Dice that roll, land, or are set aside (guide, sections 5 and 9)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from game.view import DieState, DieView, LaneView
from ui.draw import dice
from ui.draw.canvas import Canvas, Place
from ui.motion.ease import in_out, mix, out

FRAMES = 20.0
"""Pictures a second of rolling dice; they are turned in steps, so that every turned die is drawn once and kept."""

TURN_DEGREES = 9.0
_STEPS = 10
"""A square looks the same after ten such steps, a quarter of a turn."""


def gap_of(place: Place, count: int) -> float:
    """The gap between `count` dice that stand in `place`."""
    _, _, width, side = place
    return (width - count * side) / (count - 1) if count > 1 else 0.0


def roll(canvas: Canvas, lane: LaneView, place: Place, time: float) -> None:
    """The row of a lane with its rolling dice as they are after `time` seconds; the others stand still."""
    x, y, _, side = place
    gap = gap_of(place, len(lane.dice))
    kept = sum(die.kept for die in lane.dice)
    _standing(canvas, place, lane.dice[:kept], lane)
    frame = math.floor(time * FRAMES)
    for index, die in enumerate(lane.dice):
        if die.state is not DieState.ROLLING:
            if index >= kept:
                dice.one(canvas, x + index * (side + gap), y, side, die, lane.tint, index=index)
            continue
        turn = index % len(dice.ROLLING_ANGLES)
        way = 1 if dice.ROLLING_ANGLES[turn] > 0 else -1
        angle = (dice.ROLLING_ANGLES[turn] + way * TURN_DEGREES * (frame % _STEPS)) % 90.0
        bounce = math.sin(2 * math.pi * (time * 1.3 + index * 0.37))
        sway = math.sin(2 * math.pi * (time * 0.9 + index * 0.23))
        at = (x + index * (side + gap) + side * 0.05 * sway, y + side * 0.06 * bounce)
        dice.rolling(canvas, *at, side, lane.tint, angle, house_die=die.house)


def land(canvas: Canvas, lane: LaneView, before: LaneView, place: Place, done: float) -> None:
    """Blank dice give way to their faces, all at once, while they settle the last bit; kept ones stood there already."""
    x, y, _, side = place
    gap = gap_of(place, len(lane.dice))
    lay = sum(die.kept and die.state is DieState.FACE for die in before.dice)
    _standing(canvas, place, lane.dice[:lay], lane)
    drop = (1 - out(done)) * side * 0.09
    for index, die in list(enumerate(lane.dice))[lay:]:
        at = (x + index * (side + gap), y - drop)
        if die.house:
            dice.house(canvas, *at, side, 0)
            dice.house(canvas, *at, side, die.value or 0, alpha=done)
        else:
            dice.die(canvas, *at, side, 0, lane.tint)
            dice.die(canvas, *at, side, die.value or 0, lane.tint, alpha=done)


def set_aside(canvas: Canvas, lane: LaneView, before: LaneView, place: Place, was: Place, done: float) -> None:
    """Kept dice slide to their rail from where they lay; those that were taken up fade."""
    x, y, _, side = place
    gap, old_gap = gap_of(place, len(lane.dice)), gap_of(was, len(before.dice))
    wells = tuple(replace(die, state=DieState.WELL, kept=False) for die in lane.dice)
    _standing(canvas, place, wells, lane)
    at = in_out(done)
    taken = list(range(len(before.dice)))
    moves = []
    for index, die in enumerate(lane.dice):
        source = next((one for one in taken if die.state is DieState.FACE and before.dice[one].value == die.value), None)
        if source is not None:
            taken.remove(source)
            moves.append((index, source, die))
    for source in taken:
        value = before.dice[source].value
        if value is not None and at < 1:
            _face(canvas, was[0] + source * (was[3] + old_gap), was[1], was[3], before.dice[source], lane, 1 - at)
    for index, source, die in moves:
        left = mix(was[0] + source * (was[3] + old_gap), x + index * (side + gap), at)
        _face(canvas, left, mix(was[1], y, at), side, die, lane, 1.0)
    kept = sum(die.kept for die in lane.dice)
    if kept and done >= 0.5:
        dice.rail(canvas, x, y, dice.row_width(side, gap, kept), side)


def _face(canvas: Canvas, x: float, y: float, side: float, die: DieView, lane: LaneView, alpha: float) -> None:
    if die.house:
        dice.house(canvas, x, y, side, die.value or 0, alpha=alpha)
    else:
        dice.die(canvas, x, y, side, die.value or 0, lane.tint, alpha=alpha)


def _standing(canvas: Canvas, place: Place, row: Sequence[DieView], lane: LaneView) -> None:
    x, y, _, side = place
    dice.row(canvas, x, y, side, gap_of(place, max(len(lane.dice), 2)), row, lane.tint)
