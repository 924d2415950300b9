from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic_table import DIE, LANES, SCALE, DrawnDie, Table, corners, draw, geometry

from vision.foreground import Scene, analyse
from vision.motion import Features, MotionSettings, changed, features
from vision.open_dice import in_the_open
from vision.result import Die, Flag, Reading, Status

FACTOR = 2
SMALL_DIE = DIE * SCALE / FACTOR
DICE = (DrawnDie(5, 60.0, 70.0, 20.0), DrawnDie(2, 110.0, 150.0, 50.0))
LANE = np.full((180, 320), 255, np.uint8)


def seen(table: Table, seed: int = 0) -> Features:
    return features(draw(table, np.random.default_rng(seed)), FACTOR)


def scene_of(table: Table) -> Scene:
    return analyse(seen(table, 1), seen(Table(), 2), np.zeros((180, 320), np.uint8), SMALL_DIE)


def share(mask: np.ndarray) -> float:
    return cv2.countNonZero(mask) / mask.size


def at(mask: np.ndarray, x: float, y: float) -> bool:
    """Whether the mask is set at (x, y) mm of the drawn tray."""
    column, row = ((np.array([x + 24.0, y + 26.0]) * SCALE) / FACTOR).astype(int)
    return bool(mask[row, column])


@pytest.mark.parametrize("light", [(1.0, 1.0), (1.3, 0.75), (0.6, 0.6), (0.8, 1.25)])
def test_another_light_leaves_nothing_but_the_dice(light: tuple[float, float]) -> None:
    assert share(scene_of(Table(light=light)).every) < 0.004
    scene = scene_of(Table(dice=DICE, light=light))
    assert share(scene.things) == pytest.approx(3.0 * SMALL_DIE**2 / LANE.size, rel=0.2)
    assert all(at(scene.things, die.x, die.y) for die in DICE)


def test_a_shadow_is_no_thing_and_hides_no_die() -> None:
    scene = scene_of(Table(dice=DICE, shadow=(85.0, 0.4)))
    assert at(scene.every, 85.0, 30.0)
    assert not at(scene.things, 85.0, 30.0)
    assert all(at(scene.things, die.x, die.y) for die in DICE)
    rest = scene.things.copy()
    for die in DICE:
        cv2.circle(rest, tuple(int(value) for value in (corners(die).mean(axis=0) / FACTOR)), int(SMALL_DIE), 0, -1)
    # Noise leaves specks, but nothing into which a third of a die would fit.
    assert cv2.distanceTransform(rest, cv2.DIST_L2, 3).max() < 0.3 * SMALL_DIE
    assert share(scene.hand) == 0.0


def test_a_cup_a_hand_and_dice_are_told_apart() -> None:
    scene = scene_of(Table(dice=DICE, cups=((250.0, 100.0),), hand=(400.0, 120.0)))
    assert [round(value) for value in scene.cups[0].center] == pytest.approx([274 * SCALE / 2, 126 * SCALE / 2], abs=3)
    assert at(scene.cup, 250.0, 100.0)
    assert at(scene.hand, 400.0, 170.0)
    assert not at(scene.hand, 250.0, 100.0)
    for die in DICE:
        assert at(scene.things, die.x, die.y)
        assert not at(scene.cup, die.x, die.y)


def test_a_cup_that_moves_is_carried() -> None:
    table = Table(cups=((250.0, 100.0),))
    moved = changed(seen(replace(table, cups=((240.0, 100.0),))), seen(table), MotionSettings())
    scene = analyse(seen(table, 1), seen(Table(), 2), moved, SMALL_DIE)
    assert scene.cups == ()
    assert at(scene.hand, 250.0, 100.0)


def test_dice_that_touch_a_cup_do_not_belong_to_it() -> None:
    touching = DrawnDie(4, 250.0 + 44.0 + 8.5, 100.0)
    scene = scene_of(Table(dice=(touching,), cups=((250.0, 100.0),)))
    assert at(scene.cup, 250.0, 100.0)
    assert not at(scene.cup, touching.x, touching.y)


def test_white_that_cannot_get_whiter_is_no_motion() -> None:
    glaring = tuple(replace(die, color=(245, 248, 250)) for die in DICE)
    before, after = seen(Table(dice=glaring), 1), seen(Table(dice=glaring, light=(1.5, 1.5)), 2)
    assert cv2.countNonZero(before.burnt) > 0
    assert cv2.countNonZero(changed(after, before, MotionSettings())) < 0.1 * SMALL_DIE**2
    assert cv2.countNonZero(changed(seen(Table(), 3), before, MotionSettings())) > SMALL_DIE**2


def found(die: DrawnDie) -> Die:
    a, b, c, d = ((float(x), float(y)) for x, y in corners(die))
    middle = corners(die).mean(axis=0)
    return Die(die.value, 0.9, (float(middle[0]), float(middle[1])), DIE * SCALE, (a, b, c, d))


def test_what_is_seen_on_a_cup_is_no_die_and_at_its_edge_it_is_withheld() -> None:
    cup = (80.0, 120.0)
    on_top, at_edge, beside = DrawnDie(1, *cup), DrawnDie(3, cup[0] + 41.0, cup[1]), DrawnDie(6, 40.0, 40.0)
    scene = scene_of(Table(dice=(beside,), cups=(cup,)))
    reading = Reading(Status.READ, tuple(found(die) for die in (on_top, beside)))
    open_dice = in_the_open(reading, geometry(), LANES[0], LANE, scene, SMALL_DIE, FACTOR)
    assert (open_dice.status, open_dice.values) == (Status.READ, (6,))
    reading = Reading(Status.READ, tuple(found(die) for die in (beside, at_edge)))
    open_dice = in_the_open(reading, geometry(), LANES[0], LANE, scene, SMALL_DIE, FACTOR)
    assert open_dice.status is Status.UNSURE
    assert [(die.value, die.flag) for die in open_dice.dice] == [(6, None), (None, Flag.OCCLUDED)]
    assert open_dice.reason == "The die near the right is partly hidden."


def test_dice_of_the_next_lane_belong_to_the_next_lane() -> None:
    mine, other = DrawnDie(4, 150.0, 60.0), DrawnDie(5, 170.0, 60.0)
    scene = scene_of(Table(dice=(mine, other)))
    reading = Reading(Status.READ, (found(mine), found(other)))
    for lane, values in ((0, (4,)), (1, (5,))):
        mask = np.zeros_like(LANE)
        left = int((LANES[lane].left + 24.0) * SCALE / FACTOR)
        mask[:, left : left + int(160.0 * SCALE / FACTOR)] = 255
        assert in_the_open(reading, geometry(), LANES[lane], mask, scene, SMALL_DIE, FACTOR).values == values
