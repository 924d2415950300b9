from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.lane_state import LaneState, Look, Pace, Track, agree, read, start, step, wants_reading
from vision.result import Die, Reading, Status

PACE = Pace()
STILL, ROLLING, NOTICED = Look(0.0), Look(2.0), Look(0.2)
HAND, CUP, LEAVING = Look(1.0, hand=True), Look(0.0, cup=True), Look(0.0, vacated=3.0)
EMPTY = Reading(Status.EMPTY)


def die(value: int | None, x: float = 0.0) -> Die:
    return Die(value, 0.9, (x, 0.0), 20.0, ((x, 0.0), (x, 0.0), (x, 0.0), (x, 0.0)))


def hand_of(*values: int) -> Reading:
    return Reading(Status.READ, tuple(die(value, 30.0 * place) for place, value in enumerate(values)))


UNCLEAR = Reading(Status.UNSURE, (die(4), die(None, 30.0)), "The die in the middle leans.")


class Lane:
    """Plays looks into a lane at a steady rate; `reading` is what the reader would say."""

    def __init__(self, fps: float = 13.0, reading: Reading = EMPTY) -> None:
        self.fps, self.reading, self.time, self.readings = fps, reading, 0.0, 0
        self.track = start(0.0)
        self.told: list[tuple[LaneState, list[int | None]]] = []

    def play(self, look: Look, count: int = 1, readings: Iterable[Reading] = ()) -> Lane:
        queue = list(readings)
        for _ in range(count):
            self.time += 1.0 / self.fps
            self.track = step(self.track, look, self.time)
            changed = self.track.changed
            if wants_reading(self.track, self.time):
                self.readings += 1
                self.track = read(self.track, queue.pop(0) if queue else self.reading, self.time)
                changed = changed or self.track.changed
            if changed:
                self.told.append((self.track.shown, [one.value for one in self.track.dice]))
        return self

    @property
    def shown(self) -> LaneState:
        return self.track.shown


@pytest.mark.parametrize("fps", [8.0, 10.0, 12.0, 13.0, 15.0, 20.0, 30.0, 60.0])
def test_dice_at_rest_are_settled_within_half_a_second_and_not_before_two_readings(fps: float) -> None:
    lane = Lane(fps).play(STILL, int(fps)).play(ROLLING, int(fps))
    assert lane.shown is LaneState.MOVING
    lane.readings, rested = 0, lane.time
    lane.reading = hand_of(3, 1, 6)
    while lane.shown is LaneState.MOVING:
        lane.play(STILL)
    assert lane.shown is LaneState.SETTLED
    assert lane.readings == 2
    assert 0.25 < lane.time - rested <= 0.5
    lane.play(STILL, int(20 * fps))
    assert lane.readings == 2
    assert lane.told[-1] == (LaneState.SETTLED, [3, 1, 6])


def test_the_first_state_is_told_even_when_it_is_empty() -> None:
    assert Lane().play(STILL, 10).told == [(LaneState.EMPTY, [])]
    assert Lane(reading=hand_of(2)).play(STILL, 10).told == [(LaneState.SETTLED, [2])]


def test_a_round_at_the_table() -> None:
    lane = Lane().play(STILL, 10).play(HAND, 5).play(ROLLING, 10)
    lane.reading = hand_of(1, 2, 3, 4, 5)
    lane.play(STILL, 10).play(HAND, 8)
    lane.reading = hand_of(1, 2)
    lane.play(CUP, 10).play(HAND, 5)
    lane.reading = hand_of(1, 2, 6, 6, 6)
    lane.play(STILL, 10).play(HAND, 5)
    lane.reading = EMPTY
    lane.play(LEAVING).play(STILL, 10)
    assert [state for state, _ in lane.told] == [
        LaneState.EMPTY,
        LaneState.OBSTRUCTED,
        LaneState.MOVING,
        LaneState.SETTLED,
        LaneState.OBSTRUCTED,
        LaneState.COVERED,
        LaneState.OBSTRUCTED,
        LaneState.SETTLED,
        LaneState.OBSTRUCTED,
        LaneState.EMPTY,
    ]
    assert [values for state, values in lane.told if values] == [[1, 2, 3, 4, 5], [1, 2], [1, 2, 6, 6, 6]]


def test_removal_is_never_a_throw() -> None:
    lane = Lane(reading=hand_of(5, 5)).play(STILL, 10)
    lane.reading = EMPTY
    lane.play(HAND, 4).play(LEAVING, 3).play(STILL, 10)
    assert [state for state, _ in lane.told] == [LaneState.SETTLED, LaneState.OBSTRUCTED, LaneState.EMPTY]
    gone = Lane(reading=hand_of(5, 5)).play(STILL, 10)
    gone.reading = EMPTY
    gone.play(LEAVING).play(STILL, 10)
    assert [state for state, _ in gone.told] == [LaneState.SETTLED, LaneState.EMPTY]


def test_picking_up_one_die_is_seen() -> None:
    lane = Lane(reading=hand_of(5, 5, 2)).play(STILL, 10)
    lane.reading = hand_of(5, 5)
    lane.play(HAND, 4).play(LEAVING).play(STILL, 10)
    assert lane.told[-1] == (LaneState.SETTLED, [5, 5])


def test_a_hand_that_rests_over_dice_is_never_a_reading() -> None:
    lane = Lane(reading=hand_of(6)).play(HAND, 100)
    assert (lane.shown, lane.readings) == (LaneState.OBSTRUCTED, 0)


def test_a_nudge_is_a_new_reading() -> None:
    lane = Lane(reading=hand_of(4, 2)).play(STILL, 10)
    lane.reading = hand_of(4, 3)
    lane.play(NOTICED).play(STILL, 10)
    assert lane.told[-1] == (LaneState.SETTLED, [4, 3])


def test_one_flicker_is_looked_at_again_and_changes_nothing() -> None:
    lane = Lane(reading=hand_of(4, 2)).play(STILL, 10).play(NOTICED).play(STILL, 20)
    assert lane.told == [(LaneState.SETTLED, [4, 2])]
    assert lane.readings == 4


def test_slow_motion_that_shows_now_and_then_is_motion() -> None:
    lane = Lane(reading=hand_of(4, 2)).play(STILL, 10).play(NOTICED).play(STILL).play(NOTICED)
    assert lane.shown is LaneState.MOVING
    assert lane.track.dice == ()


def test_readings_that_differ_are_withheld() -> None:
    other = hand_of(4, 3)
    lane = Lane(reading=hand_of(4, 2)).play(STILL, 30, [hand_of(4, 2), other, hand_of(4, 2), other, hand_of(4, 2), other] * 9)
    assert lane.shown is LaneState.UNSURE
    assert {value for _, values in lane.told for value in values} == {None}
    assert lane.track.reason == "The dice look different each time; nudge one."


def test_a_first_reading_that_was_too_early_costs_nothing() -> None:
    lane = Lane(reading=hand_of(4, 2)).play(STILL, 10, [UNCLEAR])
    assert lane.told == [(LaneState.SETTLED, [4, 2])]


def test_what_is_unsure_is_named_and_read_again_a_few_times() -> None:
    lane = Lane(reading=UNCLEAR).play(STILL, 10)
    assert lane.told == [(LaneState.UNSURE, [4, None])]
    assert lane.track.reason == UNCLEAR.reason
    early = lane.readings
    lane.play(STILL, 13 * 30)
    assert early < lane.readings <= early + 2 * len(PACE.retries)
    late = Lane(reading=UNCLEAR).play(STILL, 10)
    late.reading = hand_of(4, 1)
    assert late.play(STILL, 13).told[-1] == (LaneState.SETTLED, [4, 1])


def test_an_unclear_die_beside_a_cup_leaves_the_cup_standing() -> None:
    lane = Lane(reading=UNCLEAR).play(CUP, 10)
    assert lane.told == [(LaneState.COVERED, [4, None])]
    assert lane.track.reason == UNCLEAR.reason


def test_an_empty_lane_is_looked_at_now_and_then() -> None:
    lane = Lane().play(STILL, 13 * 20)
    assert 2 < lane.readings <= 2 + 2 * 5
    lane.reading = hand_of(1)
    lane.play(STILL, 13 * 5)
    assert lane.told[-1] == (LaneState.SETTLED, [1])
    doubtful = Lane().play(STILL, 10).play(STILL, 13 * 5, [hand_of(1)])
    assert doubtful.told == [(LaneState.EMPTY, [])]


def test_dice_agree_by_value_and_place() -> None:
    assert agree(hand_of(1, 2), hand_of(1, 2))
    assert agree(EMPTY, EMPTY)
    assert not agree(hand_of(1, 2), hand_of(2, 1))
    assert not agree(hand_of(1, 2), hand_of(1))
    assert not agree(hand_of(1), UNCLEAR)
    near = replace(hand_of(1), dice=(die(1, 5.0),))
    far = replace(hand_of(1), dice=(die(1, 7.0),))
    assert agree(hand_of(1), near)
    assert not agree(hand_of(1), far)


LOOKS = st.sampled_from([STILL, STILL, STILL, ROLLING, NOTICED, HAND, CUP, LEAVING])
READINGS = st.sampled_from([EMPTY, hand_of(1, 2), hand_of(1, 3), UNCLEAR, UNCLEAR])


@settings(max_examples=300, deadline=None)
@given(steps=st.lists(st.tuples(LOOKS, READINGS, st.floats(0.01, 0.3)), max_size=60))
def test_values_are_shown_only_at_rest_and_after_two_readings_agreed(steps: list[tuple[Look, Reading, float]]) -> None:
    track: Track = start(0.0)
    time, rest, seen = 0.0, 0.0, []
    for look, reading, pause in steps:
        time += pause
        quiet = not look.hand and look.moved < PACE.stir and look.vacated < PACE.stir
        if not quiet:
            seen, rest = [], time
        before = track
        track = step(track, look, time)
        if look.hand:
            assert track.shown is LaneState.OBSTRUCTED
        if look.moved >= PACE.move and not look.hand:
            uncovered = before.shown is LaneState.OBSTRUCTED and not before.stirred
            assert track.shown is (LaneState.OBSTRUCTED if uncovered else LaneState.MOVING)
        assert quiet or not wants_reading(track, time)
        if wants_reading(track, time):
            seen.append(reading)
            track = read(track, reading, time)
        shown = [one.value for one in track.dice]
        if track.shown in {LaneState.MOVING, LaneState.OBSTRUCTED, LaneState.EMPTY}:
            assert shown == []
        if track.shown is LaneState.SETTLED:
            assert None not in shown
            assert shown
        if track.changed and any(shown) and None not in shown:
            assert quiet
            assert time - rest > PACE.settle - 0.3
            assert len(seen) >= 2
            assert agree(seen[-1], seen[-2])
            assert list(track.dice) == list(seen[-1].dice)
        if not track.changed:
            assert (track.shown, track.reason) == (before.shown, before.reason)


@settings(max_examples=100, deadline=None)
@given(steps=st.lists(st.tuples(LOOKS, READINGS), max_size=40), fps=st.sampled_from([12.0, 15.0, 30.0]))
def test_whatever_happened_before_half_a_second_of_rest_reads_the_dice(steps: list[tuple[Look, Reading]], fps: float) -> None:
    lane = Lane(fps)
    for look, reading in steps:
        lane.reading = reading
        lane.play(look)
    lane.reading = hand_of(6, 6)
    lane.play(ROLLING).play(STILL, int(0.5 * fps))
    assert (lane.shown, [one.value for one in lane.track.dice]) == (LaneState.SETTLED, [6, 6])
