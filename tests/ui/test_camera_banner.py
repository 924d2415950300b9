"""Every condition of a camera in the kiosk's words, and how a banner stands over a screen."""

from __future__ import annotations

import pytest

from game.view import Fault, View
from hardware.condition import Condition, Health
from ui.banners import disk_banner, hidden_banner, under_banner
from ui.camera_banner import camera_banner
from ui.moved_tray import moved_banner, moved_footer
from ui.samples.occasions import attract, setup, spelling, winner
from ui.samples.other_games import qualification
from ui.samples.rounds import call, first_throws
from ui.samples.troubles import correction


@pytest.mark.parametrize(
    ("condition", "fault", "headline"),
    [
        (Condition.NOT_DETECTED, Fault.CAMERA_SILENT, "No camera is there"),
        (Condition.BUSY, Fault.CAMERA_SILENT, "The camera is in use"),
        (Condition.NOT_PERMITTED, Fault.CAMERA_SILENT, "The camera is locked"),
        (Condition.STALLED, Fault.CAMERA_SILENT, "The camera is silent"),
        (Condition.FAILED, Fault.CAMERA_SILENT, "The camera is silent"),
        (Condition.TOO_DARK, Fault.TOO_DARK, "Too dark to read"),
        (Condition.OUT_OF_FOCUS, Fault.CAMERA_SILENT, "The camera sees a blur"),
    ],
)
def test_each_fault_has_its_headline_and_says_that_nothing_is_lost(condition: Condition, fault: Fault, headline: str) -> None:
    banner = camera_banner(Health(condition, "A sentence.", 0.0), 10.0)
    assert banner is not None
    assert (banner.fault, str(banner.headline)) == (fault, headline)
    assert banner.stops_play and banner.lines and str(banner.kept) == "The round is kept as it stands."


def test_a_camera_that_is_well_says_nothing() -> None:
    assert camera_banner(Health(Condition.FINE, "", 0.0), 10.0) is None


def test_starting_is_said_only_when_it_takes_long() -> None:
    starting = Health(Condition.STARTING, "", 0.0)
    assert camera_banner(starting, 2.0) is None
    banner = camera_banner(starting, 4.0)
    assert banner is not None and str(banner.headline) == "The camera is starting"
    assert banner.fault is Fault.CAMERA_STARTING, "nothing is wrong yet, so no camera is struck out"


def test_pictures_that_do_not_fit_are_said_only_of_a_camera_that_delivers() -> None:
    banner = camera_banner(Health(Condition.FINE, "", 0.0), 10.0, unfit=True)
    assert banner is not None and str(banner.headline) == "The picture does not fit" and banner.stops_play
    gone = camera_banner(Health(Condition.NOT_DETECTED, "A sentence.", 0.0), 10.0, unfit=True)
    assert gone is not None and str(gone.headline) == "No camera is there"


# A banner over what the screen shows


SILENT = camera_banner(Health(Condition.STALLED, "", 0.0), 10.0)


def test_a_stopped_game_asks_nobody_to_throw_but_leaves_the_boss_the_choice() -> None:
    throws, asked = under_banner(first_throws(), SILENT), under_banner(call(), SILENT)
    assert throws.banner is SILENT and str(throws.footer.sentence) == "Nothing is read until then."
    assert throws.footer.red == first_throws().footer.red
    assert asked.banner is SILENT and asked.footer == call().footer


@pytest.mark.parametrize(
    "view", [setup(), spelling(), correction(), qualification(), winner()], ids=lambda view: view.screen.value
)
def test_a_question_that_needs_no_camera_stays_in_sight(view: View) -> None:
    assert under_banner(view, SILENT) == view


def test_a_tray_that_has_moved_takes_the_buttons_also_there_and_keeps_no_round_where_none_is() -> None:
    over = under_banner(setup(), moved_banner(False, None), moved_footer(False))
    assert over.banner is not None and over.banner.kept is None
    assert str(over.footer.green.label) == "Measure again"
    waiting = under_banner(attract(), SILENT)
    assert waiting.banner is not None and waiting.banner.kept is None
    assert waiting.footer == attract().footer


def test_no_banner_changes_nothing_and_a_full_disk_stops_nothing() -> None:
    assert under_banner(call(), None) == call()
    full = under_banner(call(), disk_banner(True))
    assert full.banner is not None and not full.banner.stops_play and full.footer == call().footer
    assert str(disk_banner(False).headline) == "The game is not being saved"


def test_hidden_markers_stop_nothing_and_keep_the_buttons() -> None:
    hidden = under_banner(call(), hidden_banner())
    assert hidden.banner is not None and not hidden.banner.stops_play and hidden.footer == call().footer
    assert under_banner(setup(), hidden_banner()) == setup()
