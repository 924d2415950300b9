from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest
from synthetic_table import HEIGHT, SCALE, WIDTH, DrawnDiceReader, DrawnDie, Table, corners, draw, geometry

from vision.geometry import Geometry, GeometryError
from vision.lanes import LaneReading, LaneState, LaneTracker
from vision.open_dice import place_in_lane

FPS = 13.0
MINE = tuple(DrawnDie(value, 34.0 + 24.0 * i, 60.0 + 20.0 * (i % 3), 23.0 * i) for i, value in enumerate([1, 3, 4, 6, 2]))
YOURS = tuple(DrawnDie(value, 194.0 + 24.0 * i, 160.0 + 18.0 * (i % 3), 31.0 * i) for i, value in enumerate([5, 5, 4, 6, 2]))


class Evening:
    """Shows tables to a tracker, one picture each, and keeps what it tells."""

    def __init__(self, places: Geometry | None = None) -> None:
        self.reader = DrawnDiceReader()
        self.tracker = LaneTracker(places or geometry(), self.reader)
        self.rng = np.random.default_rng(3)
        self.frame = 0
        self.now: tuple[LaneReading, ...] = ()
        self.told: list[tuple[int, str, tuple[int, ...] | None]] = []

    def show(self, *tables: Table, times: int = 1) -> Evening:
        for table in tables * times:
            self.now = self.tracker.update(draw(table, self.rng), self.frame / FPS)
            self.frame += 1
            self.told += [(one.lane, one.state.value, one.values) for one in self.now if one.changed]
        return self

    def of(self, lane: int) -> list[tuple[str, tuple[int, ...] | None]]:
        return [(state, values) for number, state, values in self.told if number == lane]


def rolling(dice: tuple[DrawnDie, ...], count: int = 9) -> Iterable[Table]:
    for step in range(count, 0, -1):
        yield Table(
            dice=tuple(
                replace(die, y=die.y + 7.0 * step, turn=die.turn + 41.0 * step, value=1 + (die.value + step) % 6)
                for die in dice
            )
        )


def reaching(table: Table, x: float, start: float = 300.0, end: float = 130.0, count: int = 6) -> list[Table]:
    return [replace(table, hand=(x, y)) for y in np.linspace(start, end, count)]


def test_a_throw_from_the_hand() -> None:
    evening = Evening().show(Table(), times=8)
    assert evening.told == [(lane, "empty", ()) for lane in range(3)]
    evening.show(*reaching(Table(), 80.0), *rolling(MINE), Table(dice=MINE))
    rested = evening.frame
    while evening.now[0].state is not LaneState.SETTLED and evening.frame < rested + 20:
        evening.show(Table(dice=MINE))
    assert evening.frame - rested <= 0.5 * FPS
    evening.show(Table(dice=MINE), times=8)
    assert evening.of(0) == [("empty", ()), ("obstructed", None), ("moving", None), ("settled", (1, 2, 3, 4, 6))]
    assert evening.of(1) == evening.of(2) == [("empty", ())]


def test_dice_are_told_with_their_place_in_the_picture_and_in_the_lane() -> None:
    evening = Evening().show(Table(dice=YOURS), times=10)
    reading = evening.now[1]
    assert (reading.state, reading.values, reading.changed) == (LaneState.SETTLED, (2, 4, 5, 5, 6), False)
    assert 0 < reading.frame <= 6
    assert reading.time == pytest.approx(reading.frame / FPS)
    for drawn in YOURS:
        outline = corners(drawn)
        near = min(reading.dice, key=lambda die: float(np.hypot(*(np.array(die.center) - outline.mean(axis=0)))))
        assert near.value == drawn.value
        np.testing.assert_allclose(near.center, outline.mean(axis=0), atol=1.5)
        assert near.size == pytest.approx(16.0 * SCALE, rel=0.08)
        place = place_in_lane(geometry(), geometry().lanes[1], near.center)
        np.testing.assert_allclose(place, ((drawn.x - 160.0) / 160.0, drawn.y / 240.0), atol=0.02)


def test_reading_costs_two_looks_a_change_and_nothing_while_dice_lie() -> None:
    evening = Evening().show(Table(dice=MINE), times=10)
    evening.reader.calls = 0
    evening.show(Table(dice=MINE + YOURS), times=10)
    # Lane 1 has changed; the empty lane 2 may be looked at once more.
    assert 2 <= evening.reader.calls <= 4
    assert evening.now[0].values == (1, 2, 3, 4, 6)
    assert evening.now[1].values == (2, 4, 5, 5, 6)


def lamp(step: int) -> Table:
    return Table(dice=MINE, light=(1.0 + 0.05 * min(step, 8), 1.0 - 0.05 * min(step, 8)))


def passing_shadow(step: int) -> Table:
    return Table(dice=MINE, shadow=(-160.0 + 45.0 * step, 0.4))


def sudden_lamp(step: int) -> Table:
    return Table(dice=MINE, light=(1.35, 1.2) if step > 5 else (1.0, 1.0))


@pytest.mark.parametrize("light", [lamp, passing_shadow, sudden_lamp])
def test_light_and_shadow_change_nothing(light: Callable[[int], Table]) -> None:
    evening = Evening().show(Table(), times=6).show(*rolling(MINE)).show(Table(dice=MINE), times=8)
    assert evening.now[0].state is LaneState.SETTLED
    evening.told.clear()
    evening.show(*(light(step) for step in range(20)))
    assert evening.told == []


def test_a_hand_over_dice_is_never_a_reading_and_a_taken_die_is_seen() -> None:
    evening = Evening().show(Table(dice=MINE), times=10)
    evening.told.clear()
    evening.show(*reaching(Table(dice=MINE), 90.0, end=60.0))
    evening.reader.calls = 0
    evening.show(Table(dice=MINE, hand=(90.0, 60.0)), times=30)
    assert evening.now[0].state is LaneState.OBSTRUCTED
    assert evening.now[0].dice == ()
    assert evening.reader.calls <= 8
    evening.show(*reaching(Table(dice=MINE[1:]), 90.0, 60.0, 300.0)).show(Table(dice=MINE[1:]), times=8)
    assert evening.of(0) == [("obstructed", None), ("settled", (2, 3, 4, 6))]


def test_taking_all_dice_away_is_no_throw() -> None:
    evening = Evening().show(Table(), times=6).show(Table(dice=MINE), times=10)
    evening.told.clear()
    evening.show(*reaching(Table(dice=MINE), 90.0, end=60.0), *reaching(Table(), 90.0, 60.0, 300.0)).show(Table(), times=8)
    assert evening.of(0) == [("obstructed", None), ("empty", ())]


def test_a_nudged_die_is_read_anew() -> None:
    evening = Evening().show(Table(), times=6).show(Table(dice=MINE), times=10)
    evening.told.clear()
    moved = (replace(MINE[0], x=MINE[0].x - 9.0, y=MINE[0].y + 25.0, value=5), *MINE[1:])
    evening.show(Table(dice=moved), times=10)
    assert evening.of(0)[-1] == ("settled", (2, 3, 4, 5, 6))


def test_a_cup_that_stands_is_covered_with_the_dice_beside_it_until_it_is_lifted() -> None:
    kept, hidden = MINE[:2], tuple(replace(die, x=76.0 + 24.0 * i, y=165.0) for i, die in enumerate(MINE[2:]))
    evening = Evening().show(Table(), times=6).show(Table(dice=kept), times=8)
    evening.told.clear()
    cup = (100.0, 165.0)
    under = Table(dice=kept + hidden, cups=(cup,))
    evening.show(*(Table(dice=kept, hand=(100.0, y - 10.0), cups=((100.0, y),)) for y in np.linspace(290.0, 165.0, 6)))
    evening.show(*reaching(under, 100.0, 160.0, 300.0)).show(under, times=10)
    assert evening.of(0) == [("obstructed", None), ("covered", (1, 3))]
    evening.told.clear()
    evening.show(under, times=40)
    assert evening.told == []
    evening.show(*reaching(under, 100.0, 300.0, 160.0))
    evening.show(*(Table(dice=kept + hidden, hand=(100.0, y - 10.0), cups=((100.0, y),)) for y in np.linspace(165.0, 290.0, 6)))
    evening.show(Table(dice=kept + hidden), times=8)
    assert evening.of(0) == [("obstructed", None), ("settled", (1, 2, 3, 4, 6))]


def test_a_die_that_the_reader_overlooks_is_not_left_out_in_silence() -> None:
    evening = Evening().show(Table(), times=6)
    evening.reader.blind = frozenset({6})
    evening.show(*rolling(MINE)).show(Table(dice=MINE), times=10)
    assert evening.now[0].state is LaneState.UNSURE
    assert evening.now[0].values is None
    assert evening.now[0].reason == "Something near the top cannot be read."


def test_what_the_reader_sees_on_the_bare_tray_is_no_die() -> None:
    printed = replace(geometry(), empty=draw(Table(dice=MINE[:1]), np.random.default_rng(8)))
    evening = Evening(printed).show(Table(dice=MINE[:1]), times=8)
    assert evening.told[0] == (0, "empty", ())
    evening.show(Table(dice=MINE), times=10)
    assert evening.of(0)[-1] == ("settled", (2, 3, 4, 6))


def test_a_tray_that_was_never_seen_empty_is_learned_on_the_way() -> None:
    evening = Evening(geometry(empty=False)).show(Table(dice=MINE), times=10)
    assert evening.now[0].values == (1, 2, 3, 4, 6)
    evening.told.clear()
    evening.show(*reaching(Table(dice=MINE), 90.0, end=60.0)).show(Table(dice=MINE, hand=(90.0, 60.0)), times=10)
    assert evening.now[0].values is None
    evening.show(*reaching(Table(), 90.0, 60.0, 300.0)).show(Table(), times=10)
    assert evening.of(0)[-1] == ("empty", ())
    assert "settled" not in [state for state, _ in evening.of(0)]
    evening.told.clear()
    evening.show(*reaching(Table(), 80.0), *rolling(MINE)).show(Table(dice=MINE), times=8)
    assert evening.of(0) == [("obstructed", None), ("moving", None), ("settled", (1, 2, 3, 4, 6))]


def test_without_calibration_the_picture_is_one_lane() -> None:
    evening = Evening(Geometry.whole(WIDTH, HEIGHT)).show(Table(), times=8)
    evening.show(*rolling(MINE)).show(Table(dice=MINE), times=8)
    assert evening.told == [(0, "empty", ()), (0, "moving", None), (0, "settled", (1, 2, 3, 4, 6))]
    evening.show(*reaching(Table(dice=MINE), 90.0, end=60.0)).show(Table(dice=MINE, hand=(90.0, 60.0)), times=10)
    assert evening.now[0].state is LaneState.OBSTRUCTED


@pytest.mark.parametrize(("confidence", "told"), [(0.3, "settled"), (0.7, "unsure")])
def test_lettering_that_was_there_before_the_throw_is_left_out_but_no_likely_die_is(confidence: float, told: str) -> None:
    evening = Evening(Geometry.whole(WIDTH, HEIGHT))
    evening.reader.ghosts = ((560.0, 300.0, confidence),)
    evening.show(Table(), times=8)
    assert evening.told == [(0, "unsure", None)]
    evening.told.clear()
    evening.show(*rolling(MINE)).show(Table(dice=MINE), times=8)
    assert [state for _, state, _ in evening.told] == ["moving", told]
    assert evening.now[0].values == ((1, 2, 3, 4, 6) if told == "settled" else None)


def test_what_comes_with_the_throw_is_never_left_out() -> None:
    evening = Evening(Geometry.whole(WIDTH, HEIGHT)).show(Table(), times=8)
    hidden = corners(MINE[3]).mean(axis=0)
    evening.reader.blind, evening.reader.ghosts = frozenset({6}), ((float(hidden[0]), float(hidden[1]), 0.2),)
    evening.show(*rolling(MINE)).show(Table(dice=MINE), times=8)
    assert evening.now[0].state is LaneState.UNSURE


def test_wrong_pictures_and_times_are_refused() -> None:
    evening = Evening().show(Table())
    with pytest.raises(GeometryError, match="The picture has 320 by 180 pixels"):
        evening.tracker.update(np.zeros((180, 320, 3), np.uint8), 1.0)
    with pytest.raises(GeometryError, match="came after"):
        evening.tracker.update(draw(Table(), evening.rng), 0.0)
