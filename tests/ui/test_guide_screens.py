"""The pages of the guided calibration: every text has its place, every reason its words, and a few look as they did.

After a wanted change: `python tests/ui/test_guide_screens.py` paints the pictures anew; look at them before they are committed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from screen_audit import problems

from calibration.errors import CalibrationError, Reason
from ui.guide_view import GuideView
from ui.guide_words import words_for
from ui.paint import Painter
from ui.samples.calibrating import guide_pictures, guide_views
from ui.words import Words, languages

PICTURES = Path(__file__).parent / "pictures"
GOLDEN = (
    ("15-calibrate-aim-hidden", "nb", (800, 480)),
    ("15-calibrate-focus", "en", (1280, 720)),
    ("15-calibrate-measure", "en", (1080, 1920)),
    ("15-calibrate-dice", "nb", (1280, 720)),
)
SHRINK = 3
SIZES = ((800, 480), (1280, 720), (1080, 1920))
VALUES = {"first": 2, "more": 0, "mm": 43.1, "should": 40.0, "quarters": 2, "tag": 3, "pixels": 9, "was": "picamera:1"}
SEVERAL = (
    CalibrationError("", Reason.MISSING, first=0, more=1),
    CalibrationError("", Reason.MISSING, first=0, more=3),
    CalibrationError("", Reason.TURNED, quarters=1),
)


@pytest.fixture(scope="module")
def pictures() -> dict[str, pygame.Surface]:
    return guide_pictures()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_text_of_a_page_has_its_place(size: tuple[int, int], language: str, pictures: dict[str, pygame.Surface]) -> None:
    painter = Painter(size, language)
    found = []
    for name, view in guide_views().items():
        found += [f"{name}: {problem}" for problem in problems(painter, view, pictures, 0.26)]  # type: ignore[arg-type]
    assert not found, "\n".join(found)


def errors() -> list[CalibrationError]:
    return [*(CalibrationError("", reason, width=1920, height=1080, **VALUES) for reason in Reason), *SEVERAL]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_reason_fits_on_a_page(size: tuple[int, int], language: str, pictures: dict[str, pygame.Surface]) -> None:
    painter = Painter(size, language)
    crowded = guide_views()["15-calibrate-refused"]
    found = []
    for error in errors():
        status, advice = words_for(error)
        view = replace(crowded, status=status, advice=(advice,))
        found += [f"{error.reason}: {problem}" for problem in problems(painter, view, pictures, 0.0)]  # type: ignore[arg-type]
    assert not found, "\n".join(found)


def test_every_reason_says_something_of_its_own() -> None:
    said = {error.reason: str(words_for(error)[0]) for error in errors() if error not in SEVERAL}
    assert len(set(said.values())) == len(Reason)
    assert str(words_for(CalibrationError("Something else."))[0]) == said[Reason.DAMAGED]
    for language in languages():
        words = Words(language)
        for error in errors():
            for message in words_for(error):
                text = words.text(message)
                assert text and "{" not in text
                if language == "nb":
                    assert text != str(message), text


def painted(name: str, language: str, size: tuple[int, int], pictures: dict[str, pygame.Surface]) -> pygame.Surface:
    view: GuideView = guide_views()[name]
    return pygame.transform.smoothscale(Painter(size, language).paint(view, pictures), (size[0] // SHRINK, size[1] // SHRINK))


def file_of(name: str, language: str, size: tuple[int, int]) -> Path:
    return PICTURES / f"{name}-{language}-{size[0]}x{size[1]}.png"


@pytest.mark.parametrize(("name", "language", "size"), GOLDEN, ids=[name for name, _, _ in GOLDEN])
def test_a_page_looks_as_it_did(name: str, language: str, size: tuple[int, int], pictures: dict[str, pygame.Surface]) -> None:
    now = pygame.surfarray.array3d(painted(name, language, size, pictures)).astype(int)
    then = pygame.surfarray.array3d(pygame.image.load(file_of(name, language, size))).astype(int)
    assert now.shape == then.shape
    off = np.abs(now - then).max(axis=2)
    assert off.mean() < 2.0
    assert (off > 48).mean() < 0.006


def test_marks_are_drawn_where_they_say(pictures: dict[str, pygame.Surface]) -> None:
    """A ring round the glare changes the picture there, and nowhere else in it."""
    view = guide_views()["15-calibrate-light"]
    painter = Painter((1280, 720), "en")
    with_marks = pygame.surfarray.array3d(painter.paint(view, pictures)).astype(int)
    without = pygame.surfarray.array3d(painter.paint(replace(view, marks=()), pictures)).astype(int)
    changed = np.argwhere(np.abs(with_marks - without).max(axis=2) > 40)
    (glare,) = [mark for mark in view.marks if mark.kind.value == "glare"]
    # Where the picture stands on this page: 730 by 410 pixels, from (52, 165) on.
    x, y = (sum(point[axis] for point in glare.points) / 4 for axis in (0, 1))
    middle = np.array([52 + x * 730, 165 + y * 410])
    assert np.any(np.linalg.norm(changed - middle, axis=1) < 70)


if __name__ == "__main__":
    shown = guide_pictures()
    for one in GOLDEN:
        pygame.image.save(painted(*one, shown), file_of(*one))
        print(file_of(*one))
