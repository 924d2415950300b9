"""The banners of tray and disk, and how any banner stands over a view: what it says there, and what the buttons do then."""

from __future__ import annotations

from dataclasses import replace

from game.message import say
from game.view import Banner, ButtonView, Fault, Footer, Lamp, Screen, View

_NO_ROUND = frozenset({Screen.ATTRACT, Screen.SETUP, Screen.SPELLING, Screen.WINNER})
_ASKING = frozenset({Screen.SETUP, Screen.SPELLING, Screen.CORRECTION, Screen.QUALIFICATION, Screen.WINNER})
_UNTIL_THEN = say("Nothing is read until then.")


def pushed_banner() -> Banner:
    """A tray that has moved where nobody can measure it again, as over a recording."""
    back = say("Push it back onto its four marks.")
    return Banner(Fault.TRAY_MOVED, say("The tray has moved"), (back,), say("The round is kept as it stands."), stops_play=True)


def silent_banner() -> Banner:
    """A camera without a supervisor that has delivered nothing for a while."""
    check = say("Check its cable.")
    return Banner(
        Fault.CAMERA_SILENT, say("The camera is silent"), (check,), say("The round is kept as it stands."), stops_play=True
    )


def clearing_banner() -> Banner:
    """After a calibration in the middle of a game: the dice that were measured are still there."""
    return Banner(Fault.TRAY_MOVED, say("Empty the tray"), (say("Take everything out, then play goes on."),))


def hidden_banner() -> Banner:
    """No tag round the tray has been seen for long; dice are read, but nobody would notice a push."""
    uncover = say("Uncover them, or nobody notices when the tray moves.")
    return Banner(Fault.TRAY_MOVED, say("The markers are hidden"), (uncover,))


def disk_banner(full: bool) -> Banner:
    """The journal is not written, because the disk is `full` or for another reason; play does not stop for that."""
    headline = say("The disk is full") if full else say("The game is not being saved")
    return Banner(Fault.DISK_FULL, headline, (say("Play goes on; a power cut would lose this game."),))


def unfit_footer() -> Footer:
    """The buttons while the pictures of the camera do not fit the calibration."""
    return Footer(red=ButtonView(Lamp.QUIET, say("Calibrate")), sentence=_UNTIL_THEN)


def under_banner(view: View, banner: Banner | None, footer: Footer | None = None) -> View:
    """`view` with `banner` over it; `footer` are the buttons when the banner has its own, else those of the view stay.

    A question that is answered with the buttons needs no camera: it stays in sight, and the banner waits until dice are read.
    Where no round is under way, none is kept.
    """
    if banner is None or (footer is None and view.screen in _ASKING):
        return view
    if view.screen in _NO_ROUND:
        banner = replace(banner, kept=None)
    if footer is None:
        footer = view.footer
        if banner.stops_play and footer.green.lamp is not Lamp.LIT:
            footer = replace(footer, sentence=_UNTIL_THEN)
    return replace(view, banner=banner, footer=footer)
