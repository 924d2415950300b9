"""A few screens against pictures that were looked at and found right, small and with a tolerance.

After a wanted change: `python tests/ui/test_golden_pictures.py` paints them anew; look at them before they are committed.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pygame
import pytest

from ui.paint import Painter
from ui.samples import views
from ui.samples.crops import crops

PICTURES = Path(__file__).parent / "pictures"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
GOLDEN = (
    ("03-first-throws", "en", (1280, 720)),
    ("06-call", "nb", (1280, 720)),
    ("08-settlement", "en", (800, 480)),
    ("10-winner", "en", (1280, 720)),
    ("06-call-six", "nb", (1080, 1920)),
    ("14-tray-moved", "nb", (800, 480)),
)
SHRINK = 3
"""Pictures are kept at a third of their size."""


def painted(name: str, language: str, size: tuple[int, int]) -> pygame.Surface:
    surface = Painter(size, language).paint(views()[name], crops(), 0.26)
    return pygame.transform.smoothscale(surface, (size[0] // SHRINK, size[1] // SHRINK))


def file_of(name: str, language: str, size: tuple[int, int]) -> Path:
    return PICTURES / f"{name}-{language}-{size[0]}x{size[1]}.png"


@pytest.mark.parametrize(("name", "language", "size"), GOLDEN, ids=[name for name, _, _ in GOLDEN])
def test_a_screen_looks_as_it_did(name: str, language: str, size: tuple[int, int]) -> None:
    """Fonts are rasterised a little differently from one FreeType to another; shapes and places are not."""
    now = pygame.surfarray.array3d(painted(name, language, size)).astype(int)
    then = pygame.surfarray.array3d(pygame.image.load(file_of(name, language, size))).astype(int)
    assert now.shape == then.shape
    off = np.abs(now - then).max(axis=2)
    assert off.mean() < 1.5
    assert (off > 48).mean() < 0.004


def test_the_handbook_shows_the_screens_as_they_are() -> None:
    spec = importlib.util.spec_from_file_location("docs_pictures", DOCS / "draw.py")
    assert spec is not None and spec.loader is not None
    drawing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(drawing)
    for file, picture in drawing.drawn().items():
        now = pygame.surfarray.array3d(picture).astype(int)
        then = pygame.surfarray.array3d(pygame.image.load(DOCS / file)).astype(int)
        assert now.shape == then.shape, file
        assert np.abs(now - then).max(axis=2).mean() < 2.5, f"{file} is old. Run: python docs/pictures/draw.py"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for one in GOLDEN:
        pygame.image.save(painted(*one), file_of(*one))
        print(file_of(*one))
