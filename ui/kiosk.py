"""The kiosk's main loop: what the camera saw and what was pressed go in, the journal is written, the screen is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.message import say
from game.records import Finished, Record
from game.session import Session
from game.sighting import Button, LaneState
from game.view import Banner, View
from hardware.press import Press, Role
from ui.banners import silent_banner, under_banner
from ui.chronicle import Chronicle, where
from ui.display import Display, save_picture
from ui.eyes import Ended, Eyes, Observation
from ui.ledger import Ledger
from ui.motion.reel import Reel
from ui.paint import Painter
from ui.recollection import Recollection
from ui.screens.spelling import touched
from ui.service import Service
from ui.sight import Crops
from ui.sound.hearing import STEPS, Hearing
from ui.theme import layout
from ui.tray_watch import TrayWatch
from vision.geometry import Geometry

if TYPE_CHECKING:
    # What has wires, or is needed only where somebody calibrates, is loaded only for a live table.
    from calibration.guide import Guide
    from ui.calibrated_table import CalibratedTable
    from ui.guided import Guided
    from ui.live_table import LiveTable

PATIENCE_SECONDS = 60.0
"""How long a recorded table may take for one picture on a slow machine."""

LIVE_SECONDS = 1 / 60
SILENT_SECONDS = 3.0

LOOK_SECONDS = 0.1
"""How often the game is asked what to show while nothing comes in."""


class KioskError(ValueError):
    """The kiosk cannot go on, in one sentence."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """`now` is the clock of frames and presses, `wall` the one that the journal writes (seconds since 1970)."""

    now: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


class Screenshots:
    """Writes one PNG for every screen shown: again while the screen stays, so that its last state is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._count = 0
        self._shown: tuple[object, ...] | None = None
        self._path: Path | None = None

    def take(self, view: View, surface: pygame.Surface) -> None:
        """Keeps `surface`, the picture of `view`."""
        if self.folder is None:
            return
        key = (view.screen, str(view.headline), view.facts, [line.lit for line in view.setup], view.banner)
        if key != self._shown:
            self._shown = key
            self._count += 1
            self._path = self.folder / f"{self._count:04d}-{view.screen.value}.png"
        assert self._path is not None
        save_picture(surface, self._path)


class Kiosk:
    """One table: owns nothing but its loop; camera threads, journal and display are closed by whoever made them.

    `recorded` are the presses of a recorded table by frame; with it, keys and touches of the display only quit. `live` are the
    camera's health, the buttons and the lamps of a live table. `service` is told what is on the screen and that all goes on.
    `reel` lets things move; without one everything changes at once. `hearing` lets changes be heard. With a `table` a tray
    that has moved can be measured again, and a new calibration can be made on the screen. `recollection` has the figures of
    the attract screen.
    """

    def __init__(
        self,
        session: Session,
        ledger: Ledger,
        eyes: Eyes,
        display: Display,
        geometry: Geometry,
        *,
        recorded: Mapping[int, tuple[Press, ...]] | None = None,
        clocks: Clocks | None = None,
        tell: Callable[[str], None] = print,
        screenshots: Path | None = None,
        live: LiveTable | None = None,
        service: Service | None = None,
        reel: Reel | None = None,
        hearing: Hearing | None = None,
        table: CalibratedTable | None = None,
        recollection: Recollection | None = None,
    ) -> None:
        self._recollection = recollection
        self._guided: Guided | None = None
        self._live = live
        self._service = service or Service()
        self._quit = False
        self._session = session
        self._ledger = ledger
        self._eyes = eyes
        self._display = display
        self._painter: Painter | None = None
        self._recorded = recorded
        self._clocks = clocks or Clocks()
        self._tell = tell
        self._crops = Crops()
        self._chronicle = Chronicle()
        self._chronicle.resume(session.game)
        self._screenshots = Screenshots(screenshots)
        self._drawn: tuple[object, ...] | None = None
        self._reel = reel or Reel(motion=False)
        self._fresh = True
        self._asked_at = -LOOK_SECONDS
        self._choosing = False
        self._shown_at = 0.0
        self._hearing = hearing or Hearing()
        self._frame_time = 0.0
        self._seen_at = self._clocks.now()
        self._ended = False
        self.tray = TrayWatch(session, geometry, self._crops, self._lead, table, live)

    def run(self) -> None:
        """Plays until someone quits or a recording ends; raises `KioskError` when a recording is broken."""
        self._show()
        while not (self._ended or self._quit):
            seen = self._eyes.look(self._patience())
            if isinstance(seen, Observation):
                self._see(seen)
            elif isinstance(seen, Ended):
                self._end(seen)
            elif self._recorded is not None and self._clocks.now() - self._seen_at >= PATIENCE_SECONDS:
                raise KioskError("No picture was read for a minute; the machine is too slow or the reader has stopped.")
            elif self._recorded is None and not self.tray.moved and self._due:
                self._write(self._session.see((), self._now))
            self._poll()
            self._show()
            self._service.passed(self._eyes.beats)

    def stop(self) -> None:
        """Ends `run` and `linger` at their next pass; may be called by a signal."""
        self._quit = True
        if self._guided is not None:
            self._guided.stop()

    def linger(self, seconds: float) -> None:
        """Keeps the last picture in the window, until someone quits or `seconds` have passed."""
        end = time.monotonic() + seconds
        while not self._quit and time.monotonic() < end:
            self._poll()
            self._show()
            time.sleep(LIVE_SECONDS if self._reel.moving(self._clocks.now()) else 0.05)

    def _patience(self) -> float:
        """How long to wait for a picture: until something else may have to be shown."""
        if self._recorded is not None and not self._reel.motion:
            return PATIENCE_SECONDS
        return max(0.001, self._shown_at + LIVE_SECONDS - self._clocks.now())

    @property
    def _due(self) -> bool:
        """Whether the game may have something else to show now."""
        return self._fresh or self._clocks.now() - self._asked_at >= LOOK_SECONDS

    @property
    def _now(self) -> float:
        return self._frame_time if self._recorded is not None else self._clocks.now()

    def _see(self, seen: Observation) -> None:
        self._frame_time, self._seen_at = seen.frame.time, self._clocks.now()
        lanes = self.tray.see(seen, self._seen_at)
        self._fresh = self._fresh or not self.tray.moved
        if lanes is None:
            return
        if self._reel.waiting and any(sighting.state in (LaneState.OBSTRUCTED, LaneState.MOVING) for sighting in lanes):
            self._reel.cut(self._clocks.now())
        self._write(self._session.see(lanes, self._now))
        for press in (self._recorded or {}).get(seen.frame.number, ()):
            self._press(press)

    def _poll(self) -> None:
        choosing, now = self._choosing, self._clocks.now()
        self._display.spelling = self._recorded is None and self._session.spelling
        presses = self._display.presses(now, choosing)
        if self._live is not None:
            presses = [*presses, *self._live.presses(now, choosing)]
        for press in presses:
            if press.role is Role.QUIT:
                self.stop()
            elif press.role in STEPS:
                self._hearing.press(press.role, now)
                self._fresh = True
            elif press.role in (Role.LETTER, Role.TOUCH):
                self._spell(press)
            elif self._recorded is None:
                if self._live is not None:
                    self._live.pressed(press)
                self._press(press)

    def _press(self, press: Press) -> None:
        if press.role is Role.QUIT:
            self.stop()
            return
        self._fresh = True
        if self.tray.press(press, self._clocks.now()):
            self._back_from_guide()
            return
        self._reel.cut(self._clocks.now())
        self._hearing.cut()
        button = Button.GREEN if press.role is Role.GREEN else Button.RED
        self._write(self._session.press(button, self._now, press.held))

    def _spell(self, press: Press) -> None:
        """A letter from the keyboard, or what was touched on the screen of letters."""
        self._fresh, view = True, self._session.view()
        if press.role is Role.LETTER:
            self._session.type(press.letter, self._now)
        elif view.spelling is not None:
            shape = layout(*self._display.size)
            what = touched(shape, view.spelling, press.at[0] / shape.scale, press.at[1] / shape.scale)
            if what is not None:
                self._session.touch(what, self._now)

    def _lead(self, guide: Callable[[], Guide], path: Path) -> Guided:
        from ui.guided import Guided

        self._guided = Guided(
            guide,
            self._eyes,
            self._display,
            path,
            language=self._session.language,
            live=self._live,
            screenshots=self._screenshots.folder,
            clock=self._clocks.now,
            beat=lambda: self._service.passed(self._eyes.beats),
        )
        return self._guided

    def _back_from_guide(self) -> None:
        """Draws over what a calibration has left on the screen, if a press has led to one."""
        guided, self._guided = self._guided, None
        if guided is None:
            return
        self._drawn, self._seen_at = None, self._clocks.now()
        if guided.quit:
            self.stop()

    def _write(self, records: tuple[Record, ...]) -> None:
        self._ledger.write(records, self._now if self._recorded is not None else self._clocks.wall())
        if self._recollection is not None and any(isinstance(record, Finished) for record in records):
            self._recollection.look()
        for line in self._chronicle.news(self._session.game):
            self._tell(line)

    def _end(self, ended: Ended) -> None:
        if self._recorded is not None:
            if ended.fault is not None:
                raise KioskError(ended.fault)
            self._ended = True
        else:
            self.tray.unfit = ended.fault is not None

    def _show(self) -> None:
        now = self._shown_at = self._clocks.now()
        if self._due:
            self._ask(now)
        view = self._reel.view
        assert view is not None
        if self._live is not None:
            self._live.show(view, self._reel.lamps(now))
        size, language = self._display.size, self._session.language
        key = (self._reel.changes, self._reel.key(now), size, language)
        if key == self._drawn:
            return
        self._drawn = key
        painter = self._painter
        if painter is None or painter.size != size or painter.words.language != language:
            painter = self._painter = Painter(size, language)
        surface = self._reel.picture(painter, self._crops, now)
        self._display.show(surface)
        self._screenshots.take(view, surface)

    def _ask(self, now: float) -> None:
        """Asks the game what to show; the reel turns to it when it is something else."""
        self._fresh, self._asked_at = False, now
        self._hearing.ask(self._session.croupier)
        if self._recollection is not None:
            self._session.regulars, self._session.faces = self._recollection.regulars, self._recollection.faces
        view = self._session.view()
        self._choosing = self._session.choosing or self.tray.may_calibrate
        if self.tray.may_calibrate and view.footer.sentence is None:
            view = replace(view, footer=replace(view.footer, sentence=say("Hold red to calibrate the tray.")))
        view = under_banner(view, self._banner(), self.tray.footer())
        loudness = self._hearing.sentence(now)
        if loudness is not None:
            view = replace(view, footer=replace(view.footer, sentence=loudness))
        before = self._reel.view
        if self._reel.turn_to(view, now):
            self._hearing.hear(before, view, self._session.language, self._reel.moving(now))
            game = self._session.game
            self._service.shown(view.screen.value if game is None else f"{where(game)}, {view.screen.value}")

    def _banner(self) -> Banner | None:
        now = self._clocks.now()
        return self.tray.banner() or self._camera_banner(now) or self._ledger.banner or self.tray.notice(now)

    def _camera_banner(self, now: float) -> Banner | None:
        if self._live is not None:
            return self._live.banner(self.tray.unfit)
        silent = self._recorded is None and now - self._seen_at > SILENT_SECONDS
        return silent_banner() if silent else None
