"""Downs and ups to presses: taps, holds, bounces."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.holding import DEAF_SECONDS, HOLD_SECONDS, ButtonTimer
from hardware.press import Press, Role


def test_the_first_edge_acts_and_a_bounce_does_not() -> None:
    button = ButtonTimer(Role.GREEN)
    assert button.down(1.0, waits=False) == Press(Role.GREEN, 1.0)
    assert button.up(1.003) is None
    assert button.down(1.006, waits=False) is None
    assert button.up(1.1) is None
    assert button.down(1.2, waits=False) == Press(Role.GREEN, 1.2)


def test_a_contact_that_bounces_at_both_ends_of_a_press_counts_once() -> None:
    button = ButtonTimer(Role.GREEN)
    presses = []
    for step in range(5):
        presses += [button.down(1.0 + step * 0.006, waits=False), button.up(1.003 + step * 0.006)]
    presses.append(button.down(1.031, waits=False))
    for step in range(5):
        presses += [button.up(1.2 + step * 0.006), button.down(1.203 + step * 0.006, waits=False)]
    presses.append(button.up(1.231))
    assert [press for press in presses if press is not None] == [Press(Role.GREEN, 1.0)]
    assert button.down(1.4, waits=False) == Press(Role.GREEN, 1.4)


def test_a_tap_shorter_than_the_deaf_time_counts_once_and_is_released() -> None:
    button = ButtonTimer(Role.GREEN)
    assert button.down(1.0, waits=False) == Press(Role.GREEN, 1.0)
    assert button.up(1.02) is None
    assert button.tick(1.05) is None
    assert button.pressed_at is None
    assert button.down(1.2, waits=False) == Press(Role.GREEN, 1.2)


def test_a_short_tap_that_waits_counts_when_the_deaf_time_is_over() -> None:
    button = ButtonTimer(Role.RED)
    assert button.down(1.0, waits=True) is None
    assert button.up(1.02) is None
    assert button.tick(1.03) is None
    assert button.tick(1.05) == Press(Role.RED, 1.05)
    assert button.tick(1.06) is None


def test_a_release_must_be_seen_before_the_next_press() -> None:
    button = ButtonTimer(Role.GREEN)
    assert button.down(1.0, waits=False)
    assert button.down(2.0, waits=False) is None


def test_a_tap_that_waits_counts_at_its_release_and_a_hold_counts_once() -> None:
    button = ButtonTimer(Role.RED)
    assert button.down(1.0, waits=True) is None
    assert button.tick(1.1) is None
    assert button.up(1.2) == Press(Role.RED, 1.2)
    assert button.down(2.0, waits=True) is None
    assert button.tick(2.1 + HOLD_SECONDS) == Press(Role.RED, 2.1 + HOLD_SECONDS, held=True)
    assert button.tick(3.5) is None
    assert button.up(4.0) is None


@given(st.lists(st.tuples(st.floats(0.001, 0.3), st.booleans()), max_size=60))
def test_presses_are_never_closer_than_the_deaf_time(edges: list[tuple[float, bool]]) -> None:
    button, now, presses = ButtonTimer(Role.GREEN), 0.0, []
    for gap, closed in edges:
        now += gap
        press = button.down(now, waits=False) if closed else button.up(now)
        if press is not None:
            presses.append(press.time)
    assert all(later - earlier >= DEAF_SECONDS for earlier, later in pairwise(presses))


@given(
    st.integers(1, 6),
    st.lists(st.floats(0.0005, 0.006), max_size=6),
    st.lists(st.floats(0.0005, 0.006), max_size=6),
    st.floats(0.001, 0.5),
    st.booleans(),
)
def test_every_press_of_a_chattering_contact_counts_once(
    presses: int, closing: list[float], opening: list[float], held: float, waits: bool
) -> None:
    button, now, counted = ButtonTimer(Role.GREEN), 0.0, 0

    def chatter(gaps: list[float], first: bool) -> None:
        nonlocal now, counted
        level = first
        for gap in [0.0, *gaps]:
            now += gap
            counted += (button.down(now, waits) if level else button.up(now)) is not None
            level = not level
        if level is first:
            now += 0.0005
            counted += (button.down(now, waits) if first else button.up(now)) is not None

    for _ in range(presses):
        chatter(closing, True)
        now += held
        chatter(opening, False)
        now += 0.1
        counted += button.tick(now) is not None
    assert counted == presses
