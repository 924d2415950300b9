"""What the screen says, and what a press does, while the tray is not where it was calibrated."""

from __future__ import annotations

import logging
from collections.abc import Callable

from calibration.again import PICTURES, SECONDS, measure_again
from calibration.errors import CalibrationError
from calibration.file import Calibration
from game.message import say
from game.view import Banner, ButtonView, Fault, Footer, Lamp
from ui.guide_words import millimetres, words_for
from vision.geometry import Image

log = logging.getLogger(__name__)

SAID_SECONDS = 8.0
"""So long the screen says that all was measured anew."""


class MovedTray:
    """One press measures a tray again where it lies; putting it back does without.

    `calibration` is the one in use; a new one is kept by `keep`, which may raise `CalibrationError`.
    """

    def __init__(self, calibration: Calibration, keep: Callable[[Calibration], None]) -> None:
        self.calibration = calibration
        self._keep = keep
        self._pictures: list[Image] = []
        self._begun: float | None = None
        self._problem: CalibrationError | None = None
        self._measured: tuple[float, float] | None = None

    def begin(self, now: float) -> None:
        """Green was pressed: the next pictures are measured."""
        self._begun, self._problem = now, None
        self._pictures.clear()

    def see(self, image: Image, now: float) -> bool:
        """The next picture of a tray that has moved; whether a new calibration is in use from now on."""
        if self._begun is None:
            return False
        self._pictures.append(image)
        if len(self._pictures) < PICTURES and now - self._begun < SECONDS:
            return False
        pictures, self._begun = tuple(self._pictures), None
        self._pictures.clear()
        try:
            again = measure_again(pictures, self.calibration)
            self._keep(again.calibration)
        except CalibrationError as error:
            log.warning("The tray was not measured again: %s", error)
            self._problem = error
            return False
        self.calibration = again.calibration
        log.info(
            "The tray was measured again: it lies %.1f mm from where it was, and fits to %.2f mm.", again.moved, again.fit.worst
        )
        self._measured = now, again.moved
        return True

    def back(self) -> None:
        """The tray is where it was, or was calibrated anew."""
        self._begun, self._problem = None, None
        self._pictures.clear()

    def banner(self) -> Banner:
        """Over the round that waits."""
        return moved_banner(self._begun is not None, self._problem)

    def footer(self) -> Footer:
        """The two buttons meanwhile."""
        return moved_footer(self._begun is not None)

    def notice(self, now: float) -> Banner | None:
        """For a while afterwards: that it was measured, without stopping play."""
        if self._measured is None or now - self._measured[0] > SAID_SECONDS:
            return None
        return measured_banner(self._measured[1])


def moved_banner(measuring: bool, problem: CalibrationError | None) -> Banner:
    """What is said of a tray that has moved; `problem` is why it could not be measured again."""
    kept, headline = say("The round is kept as it stands."), say("The tray has moved")
    if measuring:
        return Banner(Fault.TRAY_MOVED, headline, (say("Measuring; hands away."),), kept, stops_play=True)
    if problem is not None:
        return Banner(Fault.TRAY_MOVED, headline, words_for(problem), kept, stops_play=True)
    back = say("Push it back, and play goes on.")
    return Banner(Fault.TRAY_MOVED, headline, (back,), kept, stops_play=True, press=say("Or leave it and press"))


def moved_footer(measuring: bool) -> Footer:
    """The buttons over it; while it is measured, which takes seconds, there is nothing to press."""
    if measuring:
        return Footer()
    return Footer(
        ButtonView(Lamp.LIT, say("Measure again")),
        ButtonView(Lamp.QUIET, say("Calibrate")),
        say("Nothing is read until then."),
    )


def measured_banner(moved: float) -> Banner:
    """That the tray was measured where it lies now, `moved` mm from where it was."""
    return Banner(
        Fault.TRAY_MOVED, say("Measured again"), (say("The tray lies {mm} from where it was.", mm=millimetres(moved)),)
    )
