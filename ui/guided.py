"""Leads through a calibration on the screen: pictures and presses go to the guide, its pages to the display."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pygame

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, save
from calibration.guide import Guide, Step
from calibration.look import look
from calibration.work import Outcome, Work, do
from game.message import say
from hardware.frame import Frame
from hardware.inspection import edge_width
from hardware.press import Press, Role
from ui.display import Display, save_picture
from ui.eyes import Ended, Eyes, Observation
from ui.guide_pages import page
from ui.guide_view import LIVE, GuideView
from ui.guide_words import words_for
from ui.paint import Painter
from ui.words import Words, languages
from vision.reader import Reader

if TYPE_CHECKING:
    from ui.live_table import LiveTable  # what has wires is loaded only for a live table

PATIENCE_SECONDS = 60.0
LIVE_SECONDS = 1 / 30
PAINT_SECONDS = 0.1
"""Between two pictures on a live screen, so that a slow machine has time for looking."""
STALE_SECONDS = 1.0
"""After so long a page is painted anew even without a new picture: the camera may have failed."""
IDLE_SECONDS = 90.0
"""After so long the first page goes away by itself when it was only wished for."""
EAGER_PICTURES = 3
EAGER_PAINTS = 8
"""Every so many pictures of a file a page is painted, and whenever it says something else."""


class GuidedError(ValueError):
    """The guided calibration cannot go on, in one sentence."""


class Guided:
    """One guided calibration on a screen. Owns only its worker; eyes, display and table are closed by whoever made them.

    `eyes` only show pictures. `may_leave` says that it may end without a calibration; else leaving begins anew. `eager`
    presses green by itself as soon as it is lit, for pictures from a file, which end. Afterwards `disturbed` says whether the
    tray was asked to be emptied, and `seen_at` when the last picture was taken.
    """

    def __init__(
        self,
        guide: Callable[[], Guide],
        eyes: Eyes,
        display: Display,
        path: Path,
        *,
        language: str = "en",
        live: LiveTable | None = None,
        may_leave: bool = True,
        eager: bool = False,
        screenshots: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        beat: Callable[[], object] | None = None,
    ) -> None:
        self._make = guide
        self._eyes, self._display, self._live, self._path = eyes, display, live, path
        self._may_leave, self._eager, self._screenshots = may_leave, eager, screenshots
        self._clock = clock
        self._beat = beat
        self.language = language
        self.quit = False
        self.disturbed = False
        self.seen_at = 0.0
        self.guide = guide()
        self._painter: Painter | None = None
        self._live_picture: pygame.Surface | None = None
        self._work: Future[Outcome] | None = None
        self._reader: Reader | None = None
        self._drawn: GuideView | None = None
        self._painted_at = -PAINT_SECONDS
        self._pressed_at = clock()
        self._focused: float | None = None
        self._lit = 0
        self._shots = 0
        self._kept: tuple[object, ...] | None = None
        self._said: tuple[object, ...] | None = None
        self._unpainted = 0

    def run(self) -> Calibration | None:
        """Leads on until a calibration was saved, which is returned, or somebody leaves. Raises `GuidedError`."""
        with ThreadPoolExecutor(1, "calibration") as pool:
            while not self.quit:
                seen = self._eyes.look(PATIENCE_SECONDS if self._eager else LIVE_SECONDS)
                if isinstance(seen, Observation):
                    self._see(seen.frame, pool)
                elif isinstance(seen, Ended):
                    raise GuidedError(seen.fault or self._ended())
                elif self._eager:
                    raise GuidedError("No picture came for a minute.")
                self._finish_work()
                self._poll()
                self._show()
                if self._beat is not None:
                    self._beat()
                if self.guide.result is not None and self._saved(self.guide.result):
                    return self.guide.result
                if self.guide.cancelled:
                    if self._may_leave:
                        return None
                    self.guide = self._make()
        return None

    def stop(self) -> None:
        """Ends `run` at its next pass."""
        self.quit = True

    # Pictures

    def _see(self, frame: Frame, pool: ThreadPoolExecutor) -> None:
        guide = self.guide
        self.seen_at = frame.time
        self.disturbed = self.disturbed or guide.step in (Step.EMPTY, Step.DICE)
        height, width = frame.image.shape[:2]
        if (width, height) != (guide.camera.width, guide.camera.height):
            raise GuidedError(
                f"The camera delivers {width}x{height} instead of {guide.camera.width}x{guide.camera.height}; "
                f"set camera.width = {width} and camera.height = {height}."
            )
        edge = edge_width(frame.image) if guide.step is Step.FOCUS else None
        guide.see(look(frame.image, frame.time, edge), frame.image)
        self._live_picture = _surface(frame)
        self._drawn = None
        self._lead_lens()
        work = guide.take_work()
        if work is None:
            return
        if self._eager:
            guide.worked(self._do(work))
        else:
            self._work = pool.submit(self._do, work)

    def _do(self, work: Work) -> Outcome:
        if self._reader is None:
            self._reader = Reader.load()
        return do(work, self._reader)

    def _finish_work(self) -> None:
        if self._work is not None and self._work.done():
            outcome, self._work = self._work.result(), None
            self.guide.worked(outcome)
            self._drawn = None

    def _lead_lens(self) -> None:
        """Tells the guide that the lens can move, and moves it where the guide wants it."""
        if self._live is None:
            return
        guide, reach = self.guide, self._live.focus_range
        if reach is not None:
            guide.lens_can_move(*reach)
        if guide.focusing.sweep is not None and guide.step not in (Step.INTRO, Step.AIM) and guide.focus != self._focused:
            self._focused = guide.focus
            if guide.focus is not None:
                self._live.move_focus(guide.focus)

    # Presses

    def _poll(self) -> None:
        now = self._clock()
        waits = self.guide.step is not Step.INTRO
        presses = self._display.presses(now, waits)
        if self._live is not None:
            presses = [*presses, *self._live.presses(now, waits)]
        if self._eager:
            presses = [*presses, *self._pressed_by_itself(now)]
        for press in presses:
            self._press(press, now)
        if self.guide.step is Step.INTRO and self._may_leave and now - self._pressed_at > IDLE_SECONDS:
            self.guide.cancelled = True

    def _press(self, press: Press, now: float) -> None:
        self._pressed_at = now
        self._drawn = None
        if press.role is Role.QUIT:
            self.stop()
        elif press.role is Role.RED and self.guide.step is Step.INTRO and not self._may_leave:
            self.language = self._other_language
        elif press.role in (Role.GREEN, Role.RED):
            self.guide.press(press.role is Role.GREEN, press.held)

    def _pressed_by_itself(self, now: float) -> list[Press]:
        lit = self.guide.met or self.guide.asks is not None
        self._lit = self._lit + 1 if lit else 0
        if self._lit < EAGER_PICTURES:
            return []
        self._lit = 0
        return [Press(Role.GREEN, now)]

    @property
    def _other_language(self) -> str:
        codes = languages()
        return codes[(codes.index(self.language) + 1) % len(codes)]

    # What is shown and kept

    def _show(self) -> None:
        now = self._clock()
        if self._live is not None and now - self._painted_at > STALE_SECONDS:
            self._drawn = None
        if self._drawn is not None or (not self._eager and now - self._painted_at < PAINT_SECONDS):
            return
        other = None if self._may_leave else say("{language}", language=Words(self._other_language).name)
        view = page(self.guide, other)
        view = self._with_fault(view)
        key = (view.step, view.status, view.met, tuple((row.value, row.lit) for row in view.rows))
        if self._eager and key == self._said and self._unpainted < EAGER_PAINTS:
            self._unpainted += 1
            return
        self._said, self._unpainted = key, 0
        if self._live is not None:
            self._live.show(view)
        size = self._display.size
        painter = self._painter
        if painter is None or painter.size != size or painter.words.language != self.language:
            painter = self._painter = Painter(size, self.language)
        pictures = {LIVE: self._live_picture} if self._live_picture is not None else {}
        surface = painter.paint(view, pictures)
        self._display.show(surface)
        self._drawn, self._painted_at = view, now
        if self._screenshots is not None:
            self._keep(view, surface)

    def _with_fault(self, view: GuideView) -> GuideView:
        """A camera that delivers nothing is said instead of what the guide waits for."""
        if self._live is None or self._live.health.delivers or self.guide.step is Step.INTRO:
            return view
        fault = self._live.banner()
        if fault is None:
            return view
        return replace(view, status=fault.headline, advice=fault.lines, met=False, busy=False, asks=False)

    def _keep(self, view: GuideView, surface: pygame.Surface) -> None:
        """One picture for every page, its last state."""
        assert self._screenshots is not None
        key = (view.step, str(view.status), [row.lit for row in view.rows])
        if key != self._kept:
            self._kept = key
            self._shots += 1
        save_picture(surface, self._screenshots / f"{self._shots:04d}-calibrate-{self.guide.step.value}.png")

    def _saved(self, calibration: Calibration) -> bool:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save(calibration, self._path)
        except OSError as error:
            self.guide.not_written(CalibrationError(f"{self._path} cannot be written: {error.strerror}.", Reason.NOT_WRITTEN))
        except CalibrationError as error:
            self.guide.not_written(CalibrationError(str(error), Reason.NOT_WRITTEN))
        else:
            return True
        if self._eager:
            raise GuidedError(str(self.guide.problem))
        return False

    def _ended(self) -> str:
        """Why pictures from a file were not enough."""
        guide = self.guide
        if guide.problem is not None:
            matter, todo = words_for(guide.problem)
            return f"The pictures ended at the step {guide.step.value}: {matter}. {todo}"
        return f"The pictures ended at the step {guide.step.value}; more of it are needed."


def _surface(frame: Frame) -> pygame.Surface:
    height, width = frame.image.shape[:2]
    rgb = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2RGB), np.uint8)
    return pygame.image.frombuffer(rgb.tobytes(), (width, height), "RGB")
