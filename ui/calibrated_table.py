"""The calibration of a table in play: in use, measured again with one press, made anew on the screen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, save
from calibration.guide import Guide
from calibration.measuring import Known
from calibration.moved import MovedWatch
from ui.eyes import Eyes
from ui.guided import Guided, GuidedError
from ui.moved_tray import MovedTray
from ui.settings import Settings
from ui.table_calibration import guide_maker, known_before
from vision.geometry import Geometry
from vision.lanes import LaneTracker
from vision.reader import Reader

log = logging.getLogger(__name__)

Leader = Callable[[Callable[[], Guide], Path], Guided]
"""Makes a `Guided` of the maker of its guide and the path of the calibration."""


class CalibratedTable:
    """Holds the calibration in use and turns `eyes` to it; `path` is where it is kept, `source` the camera's name."""

    def __init__(self, calibration: Calibration, path: Path, settings: Settings, source: str, eyes: Eyes) -> None:
        self._path, self._settings, self._source, self._eyes = path, settings, source, eyes
        self.moved = MovedTray(calibration, lambda new: save(new, path))

    @property
    def calibration(self) -> Calibration:
        """The one in use."""
        return self.moved.calibration

    @property
    def geometry(self) -> Geometry:
        """Its geometry."""
        return self.calibration.geometry

    def read_again(self) -> None:
        """Reads by the calibration in use, from the next picture on, and forgets what was read before."""
        calibration = self.calibration
        self.moved.back()
        self._eyes.turn_to(lambda: LaneTracker(calibration.geometry, Reader.load()), MovedWatch(calibration))

    def calibrate(self, lead: Leader, lanes: int | None) -> Guided:
        """Makes a new calibration on the screen, by `lead`; `lanes` when a game needs so many.

        Whatever happens, reading goes on afterwards by the newest calibration.
        """
        why = CalibrationError("A new calibration is wanted.", Reason.WISHED)
        self._eyes.turn_to(None)
        guided = lead(guide_maker(self._settings, self._source, lambda: self._known(lanes), why), self._path)
        try:
            made = guided.run()
        except GuidedError as error:
            log.warning("The calibration has ended: %s", error)
            made = None
        if made is not None:
            self.moved.calibration = made
        self.read_again()
        return guided

    def _known(self, lanes: int | None) -> Known:
        if lanes is not None:
            return Known.of(self.calibration, lanes)
        return known_before(self._path, self._settings, self._source)
