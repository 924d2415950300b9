"""What the watch says of a camera, and when it wants it opened again: pure, with the time passed in."""

from __future__ import annotations

from dataclasses import replace

from hardware.condition import Condition
from hardware.health import Limits, Watch
from hardware.inspection import Inspection

GOOD = Inspection(mean=90.0, peak=200.0, glare=0.0, fingerprint=0, width=1280, edge=3.0)
BLACK = replace(GOOD, mean=3.0, peak=9.0)
DARK = replace(GOOD, mean=15.0, peak=50.0)


class Table:
    """Feeds a watch ten pictures a second."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.watch = Watch(0.0, limits)
        self.now, self.number = 0.0, 0
        self.watch.opened(0.0)

    def see(
        self, seconds: float, seen: Inspection, *, numbered: bool = True, timed: bool = True, changing: bool = True
    ) -> bool:
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.number += 1
            number = self.number if numbered else 0
            time = self.now if timed else 0.0
            fingerprint = self.number if changing else 0
            if not self.watch.saw(self.now, number, time, replace(seen, fingerprint=fingerprint)):
                return False
        return True

    def reopen(self) -> float:
        """Waits as long as the watch wants; gives how long that was."""
        assert self.watch.retry_at is not None
        waited = self.watch.retry_at - self.now
        self.now = self.watch.retry_at
        self.watch.opened(self.now)
        return waited


def test_a_camera_is_well_from_its_first_picture() -> None:
    table = Table()
    assert table.watch.health.condition is Condition.STARTING
    assert table.see(0.1, GOOD)
    assert table.watch.health.condition is Condition.FINE
    assert table.watch.health.delivers
    assert table.see(60, GOOD)
    assert (table.watch.health.sentence, table.watch.retry_at) == ("", None)


def test_silence_is_a_stall_after_three_seconds_and_longer_before_the_first_picture() -> None:
    table = Table()
    assert table.watch.quiet(14.9)
    assert not table.watch.quiet(15.1)
    table = Table()
    table.see(1, GOOD)
    assert table.watch.quiet(3.9)
    assert not table.watch.quiet(4.1)
    assert table.watch.health.condition is Condition.STALLED
    assert "stopped delivering" in table.watch.health.sentence
    assert table.watch.retry_at == 4.1 + 2


def test_the_same_picture_again_and_again_is_a_stall_by_number_by_time_and_by_content() -> None:
    for same in ({"numbered": False}, {"timed": False}, {"changing": False}):
        table = Table()
        assert table.see(2, GOOD)
        assert table.see(2.9, GOOD, **same)
        assert not table.see(0.5, GOOD, **same)
        assert table.watch.health.condition is Condition.STALLED


def test_a_picture_that_repeats_for_a_second_is_nothing() -> None:
    table = Table()
    for _ in range(20):
        assert table.see(1, GOOD, changing=False)
        assert table.see(0.1, GOOD)
    assert table.watch.health.condition is Condition.FINE


def test_black_is_said_and_the_camera_opened_again_more_and_more_rarely() -> None:
    table = Table()
    table.see(5, GOOD)
    waits = []
    for _ in range(9):
        assert not table.see(10, BLACK, changing=False)
        assert table.watch.health.condition is Condition.TOO_DARK
        assert "uncover the lens" in table.watch.health.sentence
        waits.append(round(table.reopen(), 3))
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 300]


def test_when_the_light_comes_back_a_camera_that_was_opened_in_the_dark_is_set_anew_at_once() -> None:
    table = Table()
    assert not table.see(10, BLACK)
    table.reopen()
    assert table.see(1, BLACK)
    assert not table.see(5, GOOD)
    assert table.watch.retry_at == table.now
    table.reopen()
    assert table.see(5, GOOD)
    assert table.watch.health.condition is Condition.FINE


def test_dim_light_is_said_after_three_seconds_and_taken_back_at_once() -> None:
    table = Table()
    table.see(5, GOOD)
    assert table.see(2.5, DARK)
    assert table.watch.health.condition is Condition.FINE
    assert table.see(1, DARK)
    assert table.watch.health.condition is Condition.TOO_DARK
    assert "turn up the light" in table.watch.health.sentence
    assert table.see(0.1, GOOD)
    assert table.watch.health.condition is Condition.FINE


def test_a_blurred_picture_is_out_of_focus_after_six_seconds() -> None:
    table = Table()
    table.see(5, GOOD)
    assert table.see(5.5, replace(GOOD, edge=12.0))
    assert table.watch.health.condition is Condition.FINE
    assert table.see(1, replace(GOOD, edge=12.0))
    assert table.watch.health.condition is Condition.OUT_OF_FOCUS
    assert table.watch.health.delivers
    assert table.see(0.2, GOOD)
    assert table.watch.health.condition is Condition.FINE


def test_pictures_without_any_edge_say_nothing_of_the_focus() -> None:
    table = Table()
    table.see(5, replace(GOOD, edge=12.0))
    assert table.see(10, replace(GOOD, edge=None))
    assert table.watch.health.condition is Condition.OUT_OF_FOCUS
    table = Table()
    assert table.see(30, replace(GOOD, edge=None))
    assert table.watch.health.condition is Condition.FINE


def test_the_waits_double_from_2_to_20_seconds_and_start_anew_after_half_a_minute_of_good_pictures() -> None:
    table = Table()
    waits = []
    for _ in range(6):
        table.watch.failed(table.now, Condition.NOT_DETECTED, "No camera is detected.")
        waits.append(round(table.reopen(), 3))
    assert waits == [2, 4, 8, 16, 20, 20]
    assert table.watch.health.rebuilds == 6
    assert table.see(31, GOOD)
    table.watch.failed(table.now, Condition.BUSY, "In use.")
    assert round(table.reopen(), 3) == 2
    assert table.watch.health.rebuilds == 1


def test_the_time_since_which_a_condition_holds_stays() -> None:
    table = Table()
    table.watch.failed(7.0, Condition.NOT_DETECTED, "No camera is detected.")
    table.watch.opened(9.0)
    table.watch.failed(9.1, Condition.NOT_DETECTED, "No camera is detected.")
    assert table.watch.health.since == 7.0
    table.watch.stuck(2)
    assert (table.watch.health.stuck, table.watch.health.condition) == (2, Condition.NOT_DETECTED)
