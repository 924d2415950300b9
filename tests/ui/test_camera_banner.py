"""Every condition of a camera in the kiosk's words."""

from __future__ import annotations

import pytest

from game.view import Fault
from hardware.condition import Condition, Health
from ui.camera_banner import camera_banner


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


def test_pictures_that_do_not_fit_are_said_only_of_a_camera_that_delivers() -> None:
    banner = camera_banner(Health(Condition.FINE, "", 0.0), 10.0, unfit=True)
    assert banner is not None and str(banner.headline) == "The picture does not fit" and banner.stops_play
    gone = camera_banner(Health(Condition.NOT_DETECTED, "A sentence.", 0.0), 10.0, unfit=True)
    assert gone is not None and str(gone.headline) == "No camera is there"
