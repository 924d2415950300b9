"""Screen 14: whatever stops or threatens play, as the live program says it over a round of the mocked game."""

from __future__ import annotations

from calibration.errors import CalibrationError, Reason
from game.view import Banner, View
from hardware.condition import Condition, Health
from ui.banners import clearing_banner, disk_banner, hidden_banner, under_banner, unfit_footer
from ui.camera_banner import PATIENCE_SECONDS, camera_banner
from ui.moved_tray import measured_banner, moved_banner, moved_footer
from ui.samples.occasions import attract
from ui.samples.rounds import call, first_throws

CAMERA = {
    "14-camera-starting": Condition.STARTING,
    "14-camera-silent": Condition.STALLED,
    "14-camera-missing": Condition.NOT_DETECTED,
    "14-camera-in-use": Condition.BUSY,
    "14-camera-locked": Condition.NOT_PERMITTED,
    "14-camera-blurred": Condition.OUT_OF_FOCUS,
    "14-too-dark": Condition.TOO_DARK,
}


def fault_views() -> dict[str, View]:
    """All samples by the name of their picture."""
    unseen = CalibrationError("", Reason.MISSING, first=1, more=0)
    return {
        "14-tray-moved": tray_moved(),
        "14-tray-measuring": under_banner(first_throws(), moved_banner(True, None), moved_footer(True)),
        "14-tray-refused": under_banner(first_throws(), moved_banner(False, unseen), moved_footer(False)),
        "14-tray-measured": under_banner(first_throws(), measured_banner(5.2)),
        "14-tray-to-empty": under_banner(first_throws(), clearing_banner()),
        "14-markers-hidden": under_banner(first_throws(), hidden_banner()),
        **{name: under_banner(first_throws(), _camera(condition)) for name, condition in CAMERA.items()},
        "14-camera-silent-call": under_banner(call(), _camera(Condition.STALLED)),
        "14-camera-silent-waiting": under_banner(attract(), _camera(Condition.STALLED)),
        "14-picture-unfit": under_banner(first_throws(), _camera(Condition.FINE, unfit=True), unfit_footer()),
        "14-disk-full": under_banner(first_throws(), disk_banner(True)),
        "14-disk-full-call": under_banner(call(), disk_banner(True)),
        "14-not-saved": under_banner(first_throws(6), disk_banner(False)),
    }


def tray_moved() -> View:
    """The tray was pushed while Tom throws."""
    return under_banner(first_throws(), moved_banner(False, None), moved_footer(False))


def _camera(condition: Condition, unfit: bool = False) -> Banner:
    banner = camera_banner(Health(condition, "", 0.0), PATIENCE_SECONDS, unfit)
    assert banner is not None
    return banner
