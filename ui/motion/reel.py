"""Keeps the time of what the kiosk shows: which view came when, what moves, and when the picture has to be drawn again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from game.sighting import Button
from game.view import DieState, Lamp, Screen, View
from ui.draw.canvas import HALO
from ui.motion.acts import Timeline
from ui.motion.glow import RISE_SECONDS, halo, lamp
from ui.motion.moving_dice import FRAMES as ROLLS_A_SECOND
from ui.motion.timeline import timeline
from ui.paint import Painter
from ui.screens import attract

SWELL_STEPS = 40
"""Steps of brightness of a halo; between two of them nothing is drawn."""

STALE_SECONDS = 300.0
"""After so long without a change the screen grows darker."""


def _follows(before: View, view: View) -> bool:
    """Whether a view comes by itself after the chips have moved, so that they may first arrive."""
    return before.screen is Screen.SETTLEMENT and view.screen in (Screen.ELIMINATION, Screen.WINNER, Screen.MATCH)


@dataclass(slots=True)
class Reel:
    """What is shown, since when. Times are seconds of one clock; with `motion` off everything is a cut.

    `age` counts from when the screen came up, for the screen that waits; `waits` are the buttons that
    the game waits for and since when; `changes` counts the views.
    """

    motion: bool = True
    view: View | None = None
    changed_at: float = -math.inf
    came_at: float = 0.0
    left_age: float = 0.0
    changes: int = 0
    acts: Timeline = field(default_factory=Timeline)
    waits: dict[Button, float] = field(default_factory=dict)

    def turn_to(self, view: View, now: float) -> bool:
        """Shows `view` from `now` on; whether it is another one than before. Another sentence cuts nothing that moves."""
        before = self.view
        if before is not None and before == view:
            return False
        if before is None or before.screen is not view.screen:
            self.left_age, self.came_at = now - self.came_at, now
        acts = timeline(before, view) if self.motion else Timeline()
        self.view, self.changes = view, self.changes + 1
        if before is not None and self.moving(now) and _follows(before, view):
            self.acts = Timeline(self.acts.acts + acts.acts)
        elif acts.acts or before is None or before.screen is not view.screen or before.lanes != view.lanes:
            self.acts, self.changed_at = acts, now
        lit = {
            which
            for which, button in ((Button.GREEN, view.footer.green), (Button.RED, view.footer.red))
            if button.lamp is Lamp.LIT
        }
        self.waits = {which: self.waits.get(which, now) for which in lit}
        return True

    @property
    def waiting(self) -> bool:
        """Whether the screen that waits for guests is shown."""
        return self.view is not None and self.view.screen is Screen.ATTRACT

    def cut(self, now: float) -> None:
        """Ends what moves: a button was pressed, or somebody came. Swells and the dimming of a screen begin anew."""
        self.acts, self.changed_at = Timeline(), now
        if self.view is not None and self.view.screen is Screen.ATTRACT and now - self.came_at >= attract.DIM_AFTER:
            self.came_at = now
        self.waits = dict.fromkeys(self.waits, now - RISE_SECONDS)

    def lamps(self, now: float) -> tuple[float, float]:
        """How bright the lamps of the green and the red button are while the game waits for them, 0..1."""
        green, red = (
            lamp(now - self.waits[which]) if self.motion and which in self.waits else 1.0
            for which in (Button.GREEN, Button.RED)
        )
        return green, red

    def halos(self, now: float) -> dict[Button, float]:
        """How bright the halos of the awaited buttons are."""
        return {which: halo(now - since, HALO) for which, since in self.waits.items()} if self.motion else {}

    def moving(self, now: float) -> bool:
        """Whether something moves that wants every picture that can be shown."""
        return now - self.changed_at < self.acts.seconds

    def key(self, now: float) -> tuple[object, ...]:
        """What the picture depends on besides the view: as long as it stays the same, nothing has to be drawn."""
        since = now - self.changed_at
        if self.view is None or self.moving(now):
            return (now,)
        if self.view.screen is Screen.ATTRACT:
            return attract.phase(now - self.came_at, bool(self.view.last_winners))
        rolls = self.motion and any(die.state is DieState.ROLLING for lane in self.view.lanes for die in lane.dice)
        frame = math.floor(since * ROLLS_A_SECOND) if rolls else 0
        halos = tuple(round(level * SWELL_STEPS) for level in self.halos(now).values())
        return (frame, halos, since >= STALE_SECONDS)

    def picture(self, painter: Painter, crops: Mapping[str, pygame.Surface], now: float) -> pygame.Surface:
        """The picture of now; it must not be drawn on."""
        assert self.view is not None
        stale = self.view.screen is not Screen.ATTRACT and now - self.changed_at >= STALE_SECONDS
        frame = painter.moment(
            self.view,
            crops,
            self.acts,
            now - self.changed_at,
            age=now - self.came_at if self.view.screen is Screen.ATTRACT else self.left_age,
            halos=self.halos(now),
            rolls=self.motion,
        )
        return attract.darkened(frame) if stale else frame
