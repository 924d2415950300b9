"""The audit of the visual guide (section 11): no text leaves the screen, touches another, is cut, or is hard to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from screen_audit import banked, problems, renamed

from game.message import say
from game.view import Fact, Lamp, Screen, View
from hardware.condition import Condition, Health
from ui.camera_banner import camera_banner
from ui.paint import Painter
from ui.samples import views
from ui.samples.crops import crops
from ui.samples.seats import PLAYERS

SIZES = ((800, 480), (1280, 720), (1080, 1920))
BETWEEN = (((1024, 600), "nb"), ((1920, 1080), "en"))
"""Sizes that are classes of others, scaled: one language each."""
SHORT = dict(zip((name for name, _ in PLAYERS), "IWJMÅÉ", strict=True))
LONG = dict(
    zip(
        (name for name, _ in PLAYERS),
        ("Alexandria", "Wilhelmina", "Margarethe", "Åsbjørgine", "Kristoffer", "Bernhardin"),
        strict=True,
    )
)


def found(painter: Painter, samples: Mapping[str, View], extremes: Mapping[str, Callable[[View], View]]) -> list[str]:
    """All problems of the samples, each changed in all ways."""
    pictures = crops()
    return [
        f"{name} ({label}): {problem}"
        for name, view in samples.items()
        for label, change in extremes.items()
        for problem in problems(painter, change(view), pictures, 0.26)
    ]


EXTREMES: dict[str, Callable[[View], View]] = {
    "one letter, no chips": lambda view: banked(renamed(view, SHORT), 0),
    "ten letters, 1000 chips": lambda view: banked(renamed(view, LONG), 1000),
}


@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_text_has_its_place(size: tuple[int, int], language: str) -> None:
    """With names of one and ten letters, banks of 0 and 1000, two to six players."""
    problems_of_all = found(Painter(size, language), views(), EXTREMES)
    assert not problems_of_all, "\n".join(problems_of_all)


@pytest.mark.parametrize(("size", "language"), BETWEEN, ids=lambda value: str(value))
def test_every_text_has_its_place_between_the_sizes(size: tuple[int, int], language: str) -> None:
    """The longest names on the screens that are scaled."""
    problems_of_all = found(Painter(size, language), views(), dict([list(EXTREMES.items())[1]]))
    assert not problems_of_all, "\n".join(problems_of_all)


def test_the_samples_have_every_screen_and_every_camera_fault() -> None:
    shown = {view.screen for view in views().values()}
    assert shown == set(Screen)
    headlines = {str(view.banner.headline) for view in views().values() if view.banner is not None}
    for condition in Condition:
        banner = camera_banner(Health(condition, "", 0.0), 60.0)
        assert banner is None or str(banner.headline) in headlines


@pytest.mark.parametrize("name", [name for name in views() if name.startswith("14-")])
def test_every_fault_shows_a_way_out(name: str) -> None:
    """A banner says what to do; play goes on by itself, or a button that does something says what."""
    view = views()[name]
    assert view.banner is not None and view.banner.lines
    labels = [button.label for button in (view.footer.green, view.footer.red) if button.lamp is not Lamp.DARK]
    assert all(labels) and (labels or name == "14-tray-measuring")
    assert (view.banner.press is None) or view.footer.green.lamp is Lamp.LIT


def test_a_contrast_that_is_too_weak_and_texts_that_touch_are_found() -> None:
    """The audit itself: fog on fog, a text over another, and one that leaves the screen."""
    painter = Painter((800, 480), "en")
    crowded = replace(views()["03-first-throws"], facts=(Fact(say("Round"), 10**9), Fact(say("Wager"), 10**9)))
    long = replace(crowded, headline=say("A headline so long that nothing else has any place beside it, and cut at that"))
    assert list(problems(painter, long, {}, 0.26))
