"""A tray that has moved, as views: what the screen says, measures, refuses, and says afterwards."""

from __future__ import annotations

from dataclasses import replace

from calibration.errors import CalibrationError, Reason
from game.message import say
from game.view import Banner, ButtonView, Fault, Footer, Lamp, View
from ui.guide_words import millimetres, words_for
from ui.samples.rounds import first_throws
from ui.samples.seats import lit

_KEPT = say("Round {round} is kept as it stands.", round=16)


def moved_views() -> dict[str, View]:
    """All samples by the name of their picture."""
    headline = say("The tray has moved")
    waits = Footer(lit(say("Measure again")), ButtonView(Lamp.QUIET, say("Calibrate")), say("Nothing is read until then."))
    refused = words_for(CalibrationError("", Reason.MISSING, first=1, more=0))
    back = (say("Push it back, and play goes on."),)
    said = (say("The tray lies {mm} from where it was.", mm=millimetres(5.2)),)
    return {
        "14-moved": _over(Banner(Fault.TRAY_MOVED, headline, back, _KEPT, True, say("Or leave it and press")), waits),
        "14-moved-measuring": _over(
            Banner(Fault.TRAY_MOVED, headline, (say("Measuring; hands away."),), _KEPT, True), Footer()
        ),
        "14-moved-refused": _over(Banner(Fault.TRAY_MOVED, headline, refused, _KEPT, True), waits),
        "14-moved-measured": replace(first_throws(), banner=Banner(Fault.TRAY_MOVED, say("Measured again"), said)),
    }


def _over(banner: Banner, footer: Footer) -> View:
    return replace(first_throws(), banner=banner, footer=footer)
