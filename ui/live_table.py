"""The things with wires of one live table: camera, buttons, lamps, and what is kept of them. The kiosk asks, this answers."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path

from calibration.file import Calibration
from game.view import Banner, View
from hardware.condition import Health
from hardware.frame import Camera
from hardware.last_frames import LastFrames
from hardware.open_camera import open_camera
from hardware.panel import Panel
from hardware.press import Press
from hardware.recorder import Description, Recorder
from hardware.supervisor import SupervisedCamera
from ui.camera_banner import camera_banner
from ui.folders import calibration_file, runtime_folder
from ui.guide_view import GuideView
from ui.panel_source import configured_panel
from ui.settings import Settings

log = logging.getLogger(__name__)

CAMERA_DEADLINE = 1.0
"""Seconds for `Eyes`: a supervised camera may be read again after a fault, so a short deadline ends the program sooner."""


class LiveTable:
    """Owns the camera's supervisor, the panel and the recording of one table; a context manager, closed in the end.

    `camera` is what `Eyes` reads; its health becomes `banner`. Every method may be called from the main loop at any time.
    """

    def __init__(
        self,
        supervised: SupervisedCamera,
        panel: Panel | None = None,
        kept: LastFrames | None = None,
        recorder: Recorder | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._supervised = supervised
        self._panel = panel
        self._recorder = recorder
        self._clock = clock
        camera: Camera = supervised
        if kept is not None:
            camera = kept.tap(camera)
        if recorder is not None:
            camera = recorder.tap(camera)
        self.camera = camera

    def __enter__(self) -> LiveTable:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def health(self) -> Health:
        """How the camera is."""
        return self._supervised.health

    def banner(self, unfit: bool = False) -> Banner | None:
        """What the screen must say of the camera now, `None` when it is well; `unfit` when its pictures cannot be read."""
        return camera_banner(self._supervised.health, self._clock(), unfit)

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        """What was pressed on the panel since the last call."""
        return self._panel.presses(now, red_waits) if self._panel is not None else []

    @property
    def focus_range(self) -> tuple[float, float] | None:
        """How far the lens can move, in dioptres; `None` where it cannot, or while the camera is not open."""
        nature = self._supervised.nature
        return None if nature is None else nature.focus_range

    def move_focus(self, dioptres: float) -> None:
        """Lets the lens move, where it can."""
        self._supervised.move_focus(dioptres)

    def show(self, view: View | GuideView, levels: tuple[float, float] = (1.0, 1.0)) -> None:
        """Lets the lamps do what the buttons of `view` do; lit ones shine as `levels` say, 0 to 1, as on the screen."""
        if self._panel is not None:
            self._panel.show(view.footer.green.lamp.value, view.footer.red.lamp.value, levels)

    def pressed(self, press: Press) -> None:
        """Records a press, wherever it came from, where the table is recorded."""
        if self._recorder is not None:
            self._recorder.press(press)

    def close(self) -> None:
        """Closes all; may be called twice. The recording, if any, gets its name."""
        with contextlib.ExitStack() as stack:
            if self._recorder is not None:
                stack.callback(self._recorder.close)
            if self._panel is not None:
                stack.callback(self._panel.close)
            stack.callback(self._supervised.close)


def open_live_table(
    settings: Settings,
    calibration: Calibration | None,
    source: str | None = None,
    record: Path | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> LiveTable:
    """The live table of the configuration; `source` names another camera, `record` a folder for a recording of it.

    Raises `CameraError` for a source that is no camera, `PanelError` where buttons are wanted always, `RecordingError`.
    """
    focus = calibration.camera.focus if calibration is not None else None
    with contextlib.ExitStack() as stack:
        supervised = open_camera(source or settings.camera.source, settings.camera.wanted(focus), clock)
        stack.callback(supervised.close)
        panel = configured_panel(settings, clock)
        if panel is not None:
            stack.callback(panel.close)
        recorder = None
        if record is not None:
            lanes = len(calibration.lanes) if calibration is not None else settings.table.lanes
            path = calibration_file(settings)
            recorder = Recorder(record, description(settings, record.name, lanes), path if path.is_file() else None)
        stack.pop_all()
        return LiveTable(supervised, panel, LastFrames(runtime_folder()), recorder, clock)


def description(settings: Settings, name: str, lanes: int) -> Description:
    """What `table.toml` of a recording says of the configured table; players share the lanes in turn."""
    table = settings.table
    seats = tuple(seat % lanes for seat in range(len(table.names)))
    return Description(
        name, table.names, table.tints, table.starting_bank, table.wager, table.max_wager, lanes, seats, settings.camera.fps
    )
