"""Paints the screens that the handbook and the README show: `python docs/pictures/draw.py`; look at them before they are
committed. The samples are those of `bosstray gallery`."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.view import View
from ui.guide_view import GuideView
from ui.paint import Painter
from ui.samples import views
from ui.samples.calibrating import guide_pictures, guide_views
from ui.samples.crops import crops

HERE = Path(__file__).parent
SIZE = (1280, 720)
SHOWN = (960, 540)
MOMENT = 0.26
SCREENS = {
    "attract.png": "01-attract",
    "set-up.png": "02-setup",
    "first-throws.png": "03-first-throws",
    "unclear-die.png": "04-unclear-die",
    "call.png": "06-call",
    "settlement.png": "08-settlement",
    "winner.png": "10-winner",
    "qualification.png": "12-qualification",
    "correction.png": "13-correction",
    "calibrate-aim.png": "15-calibrate-aim-hidden",
    "calibrate-focus.png": "15-calibrate-focus",
    "calibrate-light.png": "15-calibrate-light",
    "calibrate-measure.png": "15-calibrate-measure",
    "calibrate-empty.png": "15-calibrate-empty",
    "calibrate-dice.png": "15-calibrate-dice",
    "calibrate-lanes.png": "15-calibrate-lanes",
    "calibrate-save.png": "15-calibrate-save",
    "calibrate-moved.png": "14-tray-moved",
}
"""Which screen each file shows."""

LARGE = ("call.png",)
"""Shown as wide as a page."""


def drawn() -> dict[str, pygame.Surface]:
    """Every picture by the name of its file."""
    painter = Painter(SIZE, "en")
    samples: dict[str, View | GuideView] = {**views(), **guide_views()}
    pictures = {**crops(), **guide_pictures()}
    found = {}
    for file, name in SCREENS.items():
        whole = painter.paint(samples[name], pictures, MOMENT)
        found[file] = whole.copy() if file in LARGE else pygame.transform.smoothscale(whole, SHOWN)
    return found


if __name__ == "__main__":
    for file, picture in drawn().items():
        pygame.image.save(picture, HERE / file)
        print(HERE / file)
