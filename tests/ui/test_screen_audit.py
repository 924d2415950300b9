"""The audit of the visual guide (section 11): no text leaves the screen, touches another, is cut, or is hard to read."""

from __future__ import annotations

import pytest
from screen_audit import banked, problems, renamed

from ui.paint import Painter
from ui.samples import views
from ui.samples.crops import crops
from ui.samples.seats import PLAYERS

SIZES = ((800, 480), (1280, 720), (1080, 1920))
SHORT = dict(zip((name for name, _ in PLAYERS), "IWJMLO", strict=True))
LONG = dict(
    zip(
        (name for name, _ in PLAYERS),
        ("Alexandria", "Wilhelmina", "Margarethe", "Bartholomé", "Kristoffer", "Bernhardin"),
        strict=True,
    )
)


@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_text_has_its_place(size: tuple[int, int], language: str) -> None:
    """With names of one and ten letters, banks of 0 and 1000, two to six players."""
    painter = Painter(size, language)
    pictures = crops()
    found = []
    for name, view in views().items():
        extremes = {"empty": banked(renamed(view, SHORT), 0), "full": banked(renamed(view, LONG), 1000)}
        for label, changed in extremes.items():
            found += [f"{name} ({label}): {problem}" for problem in problems(painter, changed, pictures, 0.26)]
    assert not found, "\n".join(found)
