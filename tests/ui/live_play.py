"""Plays a recorded table live: whatever camera shows its pictures, buttons on mock pins press what was pressed then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pygame
from gpiozero.pins.mock import MockFactory, MockPWMPin

from calibration.file import load
from calibration.moved import MovedWatch
from game.journal import Journal
from game.session import Session
from game.setup import Offers, Party
from game.view import View
from hardware.condition import Condition
from hardware.frame import Camera, Frame
from hardware.last_frames import LastFrames
from hardware.panel import Panel, PanelPins
from hardware.press import Press, Role
from hardware.recorder import Recorder
from hardware.recording import Recording
from hardware.supervisor import SupervisedCamera
from ui.display import MemoryDisplay, save_picture
from ui.eyes import Ended, Eyes, Observation, Tracker
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from ui.live_table import LiveTable, description
from ui.settings import Settings

SIZE = (1280, 720)
PINS = {Role.GREEN: "GPIO17", Role.RED: "GPIO27"}


@dataclass
class Played:
    """What came of a game: the lines it told, the rows of its journal, how many buttons were pressed, the views, the camera's
    conditions and the lamps it had, and the first view and picture of each banner of each occasion."""

    folder: Path
    lines: list[str] = field(default_factory=list)
    rows: int = 0
    pressed: int = 0
    views: list[View] = field(default_factory=list)
    conditions: set[Condition] = field(default_factory=set)
    lamps: set[tuple[str, str]] = field(default_factory=set)
    banners: dict[tuple[str, str], tuple[View, Path]] = field(default_factory=dict)
    left_out: int = 0

    @property
    def headlines(self) -> set[str]:
        return {str(view.banner.headline) for view in self.views if view.banner is not None}


class Fingers(Eyes):
    """Eyes that press the buttons of the recording as soon as their picture was seen.

    `number_of` tells which picture of the recording a frame is, `None` when it is none; `seen` is told each of them once all
    that follows from it was done, so that a camera that waits for this gives the same game on every machine.
    """

    def __init__(
        self,
        camera: Camera,
        tracker: Callable[[], Tracker],
        recording: Recording,
        factory: MockFactory,
        number_of: Callable[[Frame], int | None],
        seen: Callable[[int], object],
        moved: MovedWatch | None,
    ) -> None:
        super().__init__(camera, tracker, lossless=True, camera_deadline=1.0, patient=True, moved=moved)
        self.recording, self.factory, self.number_of, self.seen = recording, factory, number_of, seen
        self.waiting = sorted(recording.presses)
        self.last = -1
        self.pressed = 0
        self.down: str | None = None
        self.newest: int | None = None

    def look(self, deadline: float) -> Observation | Ended | None:
        if self.newest is not None:
            self.seen(self.newest)
            self.newest = None
        seen = super().look(deadline)
        if not isinstance(seen, Observation):
            return seen
        if self.down is not None:
            self.factory.pin(self.down).drive_high()
            self.down = None
        number = self.number_of(seen.frame)
        if number is not None:
            self.last = max(self.last, number)
            if self.waiting and self.waiting[0] <= self.last:
                (press,) = self.recording.presses[self.waiting.pop(0)]
                self.pressed += 1
                self.down = PINS[press.role]
                self.factory.pin(self.down).drive_low()
            self.newest = number
        return seen


class Screen(MemoryDisplay):
    """Keeps the first picture of each banner on each occasion, and quits when all pictures of the recording were seen."""

    def __init__(self, played: Played, fingers: Fingers, last: int, occasion: Callable[[], str | None]) -> None:
        super().__init__(SIZE)
        self.played, self.fingers, self.last_number, self.occasion = played, fingers, last, occasion

    def show(self, surface: pygame.Surface) -> None:
        super().show(surface)
        view, occasion, banners = self.played.views[-1], self.occasion(), self.played.banners
        if view.banner is None or occasion is None or (occasion, str(view.banner.headline)) in banners:
            return
        path = self.played.folder / f"{len(banners)}-{occasion}.png"
        save_picture(surface, path)
        banners[occasion, str(view.banner.headline)] = (view, path)

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        return [Press(Role.QUIT, now)] if self.fingers.last >= self.last_number else []


class Watched(LiveTable):
    """A live table that remembers what it was told to show, how the camera was then, and which lamps were lit.

    `passed` is told of each pass of the main loop, which ends with this.
    """

    played: Played
    passed: Callable[[], object]

    def show(self, view: View, *levels: tuple[float, float]) -> None:
        super().show(view, *levels)
        played = self.played
        if not played.views or view != played.views[-1]:
            played.views.append(view)
        played.conditions.add(self.health.condition)
        played.lamps.add((view.footer.green.lamp.value, view.footer.red.lamp.value))
        self.passed()


def play_live(
    folder: Path,
    recording: Recording,
    supervised: SupervisedCamera,
    number_of: Callable[[Frame], int | None],
    tracker: Callable[[], Tracker],
    clock: Callable[[], float],
    *,
    moved: bool = False,
    record: bool = False,
    language: str = "en",
    seen: Callable[[int], object] = lambda number: None,
    passed: Callable[[], object] = lambda: None,
    over: Callable[[], object] = lambda: None,
    occasion: Callable[[], str | None] = lambda: None,
    played: Played | None = None,
) -> Played:
    """One game from the first picture to the last, through the live kiosk: supervisor, panel, journal, reader's thread.

    `record` keeps it as a recording, too, in `folder / "recorded"`; `moved` watches the tags; `seen`, `passed` and `over`
    tell of each picture, of each pass of the main loop and of its end; `occasion` names a fault while it lasts; `played` is
    filled while it goes on.
    """
    calibration = load(recording.calibration)
    factory = MockFactory(pin_class=MockPWMPin)
    played = played or Played(folder)
    recorder = None
    if record:
        recorder = Recorder(folder / "recorded", description(Settings(), "again", recording.lanes), recording.calibration)
    kept = LastFrames(folder / "run", every=10.0)
    table = Watched(supervised, Panel(PanelPins(), factory, clock), kept, recorder, clock)
    table.played, table.passed = played, passed
    party = Party(recording.players, recording.tints)
    offers = Offers.usual(party, recording.wager, recording.max_wager, recording.bank)
    session = Session(offers, recording.lanes, recording.seat_lanes, language)
    watch = MovedWatch(calibration) if moved else None
    with (
        table,
        Journal.open(folder / "state", 0.0) as journal,
        Fingers(table.camera, tracker, recording, factory, number_of, seen, watch) as fingers,
        contextlib.ExitStack() as ending,
    ):
        ending.callback(over)
        screen = Screen(played, fingers, recording.frames[-1].number, occasion)
        kiosk = Kiosk(
            session,
            Ledger(journal),
            fingers,
            screen,
            calibration.geometry,
            clocks=Clocks(clock, clock),
            tell=played.lines.append,
            live=table,
        )
        kiosk.run()
        played.rows = len(journal.rows())
    played.pressed = fingers.pressed
    played.left_out = recorder.left_out if recorder is not None else 0
    return played
