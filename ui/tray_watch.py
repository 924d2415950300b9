"""The tray under a kiosk: whether it can be played by its pictures, what the screen says when not, and how it is calibrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.moved import Place
from game.session import Session
from game.sighting import LaneState, Sighting
from game.view import Banner, Footer
from hardware.condition import Condition
from hardware.press import Press, Role
from ui.banners import clearing_banner, hidden_banner, pushed_banner, unfit_footer
from ui.eyes import Observation
from ui.sight import Crops, sightings
from vision.geometry import Geometry

if TYPE_CHECKING:
    # What has wires, or is needed only where somebody calibrates, is loaded only for a live table.
    from ui.calibrated_table import CalibratedTable, Leader
    from ui.live_table import LiveTable

REST_SECONDS = 1.5
"""So long a new tracker takes to see what lies there; before, its lanes only seem to be empty."""


class TrayWatch:
    """Turns what the camera saw into what lies in the lanes, as long as the tray is where it was calibrated.

    `geometry` is the one in use, `place` where the tray is by it. `clearing` says that the dice of a calibration in the middle
    of a game still lie there. `unfit` is set by whoever learns that the pictures do not fit the calibration. `table` and `live`
    as in `Kiosk`; `lead` shows a calibration on the screen.
    """

    def __init__(
        self,
        session: Session,
        geometry: Geometry,
        crops: Crops,
        lead: Leader,
        table: CalibratedTable | None,
        live: LiveTable | None,
    ) -> None:
        self.geometry = geometry
        self.place = Place.FINE
        self.unfit = False
        self.clearing = False
        self._session = session
        self._crops = crops
        self._lead = lead
        self._table = table
        self._live = live
        self._anew_at: float | None = None

    @property
    def moved(self) -> bool:
        """Whether the tray is not where it was calibrated; then nothing is played by it."""
        return self.place is Place.MOVED

    @property
    def may_calibrate(self) -> bool:
        """Whether holding red leads to a new calibration: on the first screen of a live table."""
        return self._table is not None and self._session.game is None and self._session.setup is None

    def see(self, seen: Observation, now: float) -> tuple[Sighting, ...] | None:
        """What lies in the lanes by a picture that was read, `None` when nothing may be played by it."""
        self.unfit, self.place = False, seen.place
        if self.moved:
            if self._table is not None and self._table.moved.see(seen.frame.image, now):
                self._table.read_again()
                self._read_by(self._table.geometry, seen.frame.time)
            return None
        if self._table is not None:
            self._table.moved.back()
        if self._anew_at is not None and seen.frame.time - self._anew_at < REST_SECONDS:
            return None
        lanes = sightings(seen, self.geometry, self._crops)
        self.clearing = self.clearing and any(sighting.state is not LaneState.EMPTY for sighting in lanes)
        return None if self.clearing else lanes

    # What is said, and what a press does meanwhile

    def banner(self) -> Banner | None:
        """Over a game that waits for the tray."""
        if self.moved:
            return pushed_banner() if self._table is None else self._table.moved.banner()
        return clearing_banner() if self.clearing else None

    def notice(self, now: float) -> Banner | None:
        """What is worth a word while play goes on."""
        measured = None if self._table is None else self._table.moved.notice(now)
        return measured or (hidden_banner() if self.place is Place.HIDDEN else None)

    def footer(self) -> Footer | None:
        """The buttons of a banner that has its own."""
        if self._table is not None and self.moved:
            return self._table.moved.footer()
        return unfit_footer() if self._stranded else None

    def press(self, press: Press, now: float) -> bool:
        """Whether a press was for the tray: it measures it again, or leads through a calibration."""
        if self.moved:
            self._press_moved(press, now)
        elif self._stranded:
            if press.role is Role.RED:
                self._calibrate(self._session.lanes)
        elif press.held and press.role is Role.RED and self.may_calibrate:
            self._calibrate(None)
        else:
            return False
        return True

    def _press_moved(self, press: Press, now: float) -> None:
        """Green measures the tray where it lies, red begins a whole calibration; a game keeps its lanes."""
        if self._table is None:
            return
        if press.role is Role.GREEN:
            self._table.moved.begin(now)
        elif press.role is Role.RED:
            self._calibrate(self._session.lanes if self._session.game is not None else None)

    @property
    def _stranded(self) -> bool:
        """Whether a game waits for pictures that do not fit; before a game the first screen leads to the calibration."""
        waits = self.unfit and self._table is not None and self._session.game is not None
        return waits and self._live is not None and self._live.health.condition is Condition.FINE

    def _calibrate(self, lanes: int | None) -> None:
        assert self._table is not None
        guided = self._table.calibrate(self._lead, lanes)
        if lanes is None:
            self._session.lanes = len(self._table.calibration.lanes)
        self._read_by(self._table.geometry, guided.seen_at)
        # The throw that was measured is nobody's.
        self.clearing = guided.disturbed and self._session.game is not None

    def _read_by(self, geometry: Geometry, time: float) -> None:
        """From now on, `time` of the newest picture, the tray lies so."""
        self.geometry, self.place, self._anew_at = geometry, Place.FINE, time
