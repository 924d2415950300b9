"""The kiosk's loop with motion: it draws what moves and nothing else, and a press counts in the middle of any motion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pygame
import pytest

from game.journal import Journal
from game.session import Session
from game.setup import Offers, Party
from game.view import Screen
from hardware.press import Press, Role
from ui.eyes import Eyes
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from ui.motion.acts import FADE_SECONDS
from ui.motion.reel import Reel
from vision.geometry import Geometry

TICK = 1 / 60


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Blind:
    """Eyes that see nothing; a look takes a sixtieth of a second on the clock."""

    clock: Clock
    beats: tuple[int, int] = (0, 0)

    def look(self, deadline: float) -> None:
        self.clock.now += TICK


@dataclass
class Fingers:
    """A display that presses by a script, one list a poll, and quits at its end; it keeps what it was shown and when."""

    clock: Clock
    script: list[list[Role]]
    size: tuple[int, int] = (480, 270)
    shown: list[tuple[float, pygame.Surface]] = field(default_factory=list)

    def show(self, surface: pygame.Surface) -> None:
        self.shown.append((self.clock.now, surface.copy()))

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        roles = self.script.pop(0) if self.script else [Role.QUIT]
        return [Press(role, now) for role in roles]

    def close(self) -> None:
        self.shown.clear()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path, 0.0) as opened:
        yield opened


def play(journal: Journal, script: list[list[Role]], motion: bool = True) -> tuple[Session, Fingers]:
    clock = Clock()
    session = Session(Offers.usual(Party(("Tom", "Irene"), ("ivory", "red")), 5, 5, 60), 2)
    fingers = Fingers(clock, script)
    eyes, geometry = cast(Eyes, Blind(clock)), cast(Geometry, None)
    clocks = Clocks(clock, clock)
    Kiosk(session, Ledger(journal), eyes, fingers, geometry, clocks=clocks, tell=print, reel=Reel(motion)).run()
    return session, fingers


def test_a_change_of_screens_is_drawn_picture_by_picture_and_then_nothing(journal: Journal) -> None:
    _, fingers = play(journal, [[], [Role.GREEN], *[[]] * 60])
    pressed = fingers.shown[0][0] + 2 * TICK
    during = [at for at, _ in fingers.shown if pressed <= at <= pressed + FADE_SECONDS + TICK]
    later = [at for at, _ in fingers.shown if at > pressed + 2 * FADE_SECONDS]
    assert len(during) >= 10
    assert len(later) == 0


def test_without_motion_one_change_is_one_picture(journal: Journal) -> None:
    _, fingers = play(journal, [[], [Role.GREEN], *[[]] * 60], motion=False)
    assert len(fingers.shown) == 2


def test_presses_count_in_the_middle_of_a_motion(journal: Journal) -> None:
    """The second press comes three pictures after the first, while one screen still fades into the other."""
    waited, _ = play(journal, [[Role.GREEN], *[[]] * 40, [Role.GREEN], *[[]] * 5])
    hurried, _ = play(journal, [[Role.GREEN], [], [], [Role.GREEN], *[[]] * 5])
    assert hurried.view().screen is Screen.SETUP
    assert hurried.view() == waited.view()


def test_a_press_ends_what_moves(journal: Journal) -> None:
    """After a press that changes nothing but a line of the same screen, its picture stands at once."""
    _, fingers = play(journal, [[Role.GREEN], [], [], [Role.GREEN], *[[]] * 30])
    pressed = fingers.shown[0][0] + 4 * TICK
    assert not [at for at, _ in fingers.shown if pressed + 2 * TICK <= at < pressed + FADE_SECONDS]
