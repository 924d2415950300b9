"""When dice in a lane are another throw."""

from __future__ import annotations

from game.sighting import LaneState, SeenDie, Sighting
from game.table import LaneWatch

PLACES = ((0.2, 0.2), (0.5, 0.3), (0.8, 0.2), (0.3, 0.7), (0.7, 0.7))


def counted(values: str) -> LaneWatch:
    watch = LaneWatch(0)
    show(watch, LaneState.EMPTY)
    show(watch, LaneState.SETTLED, values)
    watch.count()
    return watch


def show(watch: LaneWatch, state: LaneState, values: str = "", shift: float = 0.0) -> None:
    dice = tuple(SeenDie(int(value), (x + shift, y)) for value, (x, y) in zip(values, PLACES, strict=False))
    watch.see(Sighting(0, state, dice), watch.since + 1)


def test_five_other_dice_after_a_hand_are_a_new_throw_although_the_lane_was_never_seen_empty() -> None:
    watch = counted("66124")
    show(watch, LaneState.OBSTRUCTED)
    show(watch, LaneState.MOVING)
    show(watch, LaneState.SETTLED, "33215", shift=0.1)
    assert watch.fresh


def test_dice_that_were_pushed_aside_are_no_new_throw() -> None:
    watch = counted("66124")
    show(watch, LaneState.OBSTRUCTED)
    show(watch, LaneState.SETTLED, "66124", shift=0.1)
    assert not watch.fresh


def test_dice_that_moved_without_a_hand_are_no_new_throw() -> None:
    watch = counted("66124")
    show(watch, LaneState.MOVING)
    show(watch, LaneState.SETTLED, "33215", shift=0.1)
    assert not watch.fresh


def test_one_die_that_was_turned_by_a_hand_is_no_new_throw() -> None:
    watch = counted("66124")
    show(watch, LaneState.OBSTRUCTED)
    show(watch, LaneState.SETTLED, "66125")
    assert not watch.fresh
