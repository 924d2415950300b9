"""Keys and touches of a window as presses."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hardware.press import Press, Role
from ui.display import WindowDisplay

GREEN_SPOT, RED_SPOT, MIDDLE, ABOVE = (160, 440), (640, 440), (400, 440), (160, 100)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowDisplay]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = WindowDisplay((800, 480))
    pygame.event.clear()
    yield window
    window.close()


def click(spot: tuple[int, int], *, up: bool = True) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1, touch=False))
    if up:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=spot, button=1, touch=False))


def test_a_touch_of_the_footer_is_a_press_and_one_elsewhere_is_none(window: WindowDisplay) -> None:
    found = []
    for number, spot in enumerate((GREEN_SPOT, RED_SPOT, MIDDLE, ABOVE)):
        click(spot)
        found.append([press.role for press in window.presses(number * 1.0, False)])
    assert found == [[Role.GREEN], [Role.RED], [], []]


def test_two_quick_touches_of_both_buttons_are_two_taps(window: WindowDisplay) -> None:
    click(GREEN_SPOT)
    click(RED_SPOT)
    assert window.presses(1.0, True) == [Press(Role.GREEN, 1.0)]
    assert [press.role for press in window.presses(1.1, True)] == [Role.RED]
    assert window.presses(5.0, True) == []


def test_a_red_touch_that_stays_is_a_hold(window: WindowDisplay) -> None:
    click(RED_SPOT, up=False)
    assert window.presses(1.0, True) == []
    assert window.presses(1.9, True) == [Press(Role.RED, 1.9, held=True)]
