"""A new calibration from the first screen of the kiosk, and from a game whose tray has moved; and a start without one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from calibration.file import Calibration, CameraMode, load, save
from calibration.guide import Step
from calibration.look import look
from calibration.measures import Line
from calibration.moved import MovedWatch, Place
from calibration.solve import centered_markers, equal_lanes, solve_tray
from game.journal import Journal
from game.session import Session
from game.setup import Offers, Party
from game.sighting import Button
from game.view import Banner, Lamp, Screen
from hardware.condition import Condition, Health
from hardware.frame import Frame
from hardware.press import Press, Role
from ui.calibrated_table import CalibratedTable
from ui.camera_banner import camera_banner
from ui.display import MemoryDisplay
from ui.eyes import Eyes, Observation
from ui.guided import Guided
from ui.kiosk import Kiosk
from ui.ledger import Ledger
from ui.live_table import LiveTable
from ui.samples.tray_picture import MARKERS, SIZE, TAG, TRAY, tray_picture
from ui.settings import Settings
from vision.geometry import GeometryError
from vision.lane_state import LaneState
from vision.lanes import LaneReading

BOSSTRAY = Path(sys.executable).parent / "bosstray"
ENVIRONMENT = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def pixels(*, dice: bool = False) -> np.ndarray:
    drawn = pygame.surfarray.array3d(tray_picture(soft=0.9, dice=dice)).swapaxes(0, 1)
    return np.ascontiguousarray(drawn[..., ::-1])


@pytest.fixture(scope="module")
def empty() -> np.ndarray:
    return pixels()


@pytest.fixture(scope="module")
def thrown() -> np.ndarray:
    return pixels(dice=True)


@pytest.fixture(scope="module")
def calibration(empty: np.ndarray) -> Calibration:
    markers = centered_markers(TRAY, MARKERS[1][0] - MARKERS[0][0], MARKERS[3][1] - MARKERS[0][1], TAG)
    fit = solve_tray([empty], markers, None)
    lanes = equal_lanes(TRAY, 2, 12.0)
    return Calibration(CameraMode("camera", *SIZE), TRAY, markers, fit.picture_to_tray, lanes, None, 17.0, empty)


class Table:
    """A kiosk with a guest who presses by a plan; the camera shows what the plan wants, ten pictures a second."""

    def __init__(self, folder: Path, calibration: Calibration, shows: Callable[[Table], np.ndarray]) -> None:
        self.folder, self.calibration, self.shows = folder, calibration, shows
        self.number = 0
        self.passes = 0
        self.sentences: list[str] = []
        self.banners: list[str] = []
        self.closed = False

    def read(self, deadline: float) -> Frame | None:
        self.number += 1
        return Frame(self.shows(self), self.number, self.number * 0.1)

    def close(self) -> None:
        self.closed = True

    @property
    def guided(self) -> Guided | None:
        return self.kiosk._guided

    def play(
        self,
        plan: Callable[[Table], Press | None],
        begin: Callable[[Session], None] = lambda _: None,
        live: LiveTable | None = None,
    ) -> None:
        table = self

        class Guest(MemoryDisplay):
            def presses(self, now: float, red_waits: bool) -> list[Press]:
                table.passes += 1
                # On a quick or a crowded machine the camera's thread would not get its turn before the passes are used up.
                time.sleep(0.001)
                view = table.kiosk._reel.view
                if view is not None and table.guided is None:
                    table.sentences.append(str(view.footer.sentence))
                    table.banners.append(str(view.banner.headline) if view.banner is not None else "")
                press = plan(table) if table.passes < 4000 else Press(Role.QUIT, now)
                return [] if press is None else [press]

        path = self.folder / "calibration.toml"
        save(self.calibration, path)
        session = Session(Offers.usual(Party(("Tom", "Irene"), ("ivory", "red"))), 2)
        eyes = Eyes(self, lambda: Still(2), lossless=True, patient=True, moved=MovedWatch(self.calibration))
        begin(session)
        calibrated = CalibratedTable(self.calibration, path, Settings(), "camera", eyes)
        self.session = session
        with Journal.open(self.folder / "state", 0.0) as journal:
            ledger = Ledger(journal)
            guest = Guest((400, 240))
            geometry = self.calibration.geometry
            self.kiosk = Kiosk(session, ledger, eyes, guest, geometry, tell=lambda _: None, live=live, table=calibrated)
            with eyes:
                self.kiosk.run()


class Well(LiveTable):
    """A live table without wires whose camera is well."""

    health = Health(Condition.FINE, "", 0.0)
    focus_range = None

    def __init__(self) -> None:
        pass

    def banner(self, unfit: bool = False) -> Banner | None:
        return camera_banner(self.health, 0.0, unfit)

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        return []

    def show(self, view: object, levels: tuple[float, float] = (1.0, 1.0)) -> None:
        pass

    def pressed(self, press: Press) -> None:
        pass


class Still:
    """A tracker that sees empty lanes."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes

    def update(self, image: np.ndarray, time: float) -> tuple[LaneReading, ...]:
        if image.shape[1::-1] != SIZE:
            raise GeometryError("The picture has another size.")
        return tuple(LaneReading(lane, LaneState.EMPTY) for lane in range(self.lanes))


def greens(table: Table) -> Press | None:
    """Goes on as soon as green is lit; three lanes instead of two."""
    guided = table.guided
    assert guided is not None
    guide = guided.guide
    if guide.asks is Line.LANES and guide.lane_count != 3:
        return Press(Role.RED, 0.0)
    return Press(Role.GREEN, 0.0) if guide.met or guide.asks is not None else None


def test_holding_red_on_the_first_screen_leads_to_a_new_calibration(
    tmp_path: Path, calibration: Calibration, empty: np.ndarray, thrown: np.ndarray
) -> None:
    table = Table(
        tmp_path,
        calibration,
        lambda table: thrown if table.guided is not None and table.guided.guide.step is Step.DICE else empty,
    )
    begun = False

    def plan(table: Table) -> Press | None:
        nonlocal begun
        if table.guided is not None:
            begun = True
            return greens(table)
        if begun:
            return Press(Role.QUIT, 0.0)
        return Press(Role.RED, 0.0, held=True) if table.passes == 5 else None

    table.play(plan)
    assert begun and "Hold red to calibrate the tray." in table.sentences
    made = load(tmp_path / "calibration.toml")
    assert len(made.lanes) == 3 and made.die_size == pytest.approx(17.0, rel=0.04)
    assert table.session.lanes == 3 and table.session.language == "en"
    assert table.kiosk.tray.geometry.lanes == made.lanes


def test_leaving_from_the_first_page_keeps_all(tmp_path: Path, calibration: Calibration, empty: np.ndarray) -> None:
    table = Table(tmp_path, calibration, lambda _: empty)
    begun = False

    def plan(table: Table) -> Press | None:
        nonlocal begun
        if table.guided is not None:
            begun = True
            return Press(Role.RED, 0.0)
        if begun:
            return Press(Role.QUIT, 0.0)
        return Press(Role.RED, 0.0, held=True) if table.passes == 5 else None

    table.play(plan)
    assert begun
    assert len(load(tmp_path / "calibration.toml").lanes) == 2
    assert table.kiosk.tray.geometry.lanes == calibration.lanes
    assert table.closed


def test_a_game_whose_tray_has_moved_can_be_calibrated_anew_and_waits_for_an_empty_tray(
    tmp_path: Path, calibration: Calibration, empty: np.ndarray, thrown: np.ndarray
) -> None:
    """The old calibration is wrong by 9 mm, so the tray seems to have moved; red leads through all, the lanes stay two."""
    wrong = calibration.picture_to_tray.copy()
    wrong = np.array([[1.0, 0.0, 9.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]) @ wrong
    cleared_at = [0]

    def shows(table: Table) -> np.ndarray:
        guided = table.guided
        if guided is not None:
            return thrown if guided.guide.step in (Step.DICE, Step.DONE) else empty
        # For a while the throw that was measured still lies there.
        return thrown if table.kiosk.tray.clearing and table.passes < cleared_at[0] + 20 else empty

    table = Table(tmp_path, replace(calibration, picture_to_tray=wrong), shows)
    done = False

    def begin(session: Session) -> None:
        for _ in range(30):
            if session.game is not None:
                break
            session.press(Button.GREEN, 0.0)
        assert session.game is not None

    def plan(table: Table) -> Press | None:
        nonlocal done
        if table.guided is not None:
            done = True
            cleared_at[0] = table.passes
            guide = table.guided.guide
            assert guide.step is not Step.LANES
            return Press(Role.GREEN, 0.0) if guide.met or guide.asks is not None else None
        if done:
            return Press(Role.QUIT, 0.0) if not table.kiosk.tray.clearing else None
        said = bool(table.banners) and table.banners[-1] == "The tray has moved"
        return Press(Role.RED, 0.0) if said and table.kiosk.tray.place is Place.MOVED else None

    table.play(plan, begin)
    assert done
    assert "The tray has moved" in table.banners and "Empty the tray" in table.banners
    made = load(tmp_path / "calibration.toml")
    assert len(made.lanes) == 2
    quads = look(empty, 0.0).tags
    assert set(quads) == {0, 1, 2, 3}
    assert table.session.game is not None
    view = table.session.view()
    assert view.screen is Screen.THROWS and view.footer.green.lamp is Lamp.DARK


def test_a_game_whose_pictures_no_longer_fit_leads_to_the_calibration_and_goes_on(
    tmp_path: Path, calibration: Calibration, empty: np.ndarray
) -> None:
    """Another camera delivers half as many pixels; red leads to the calibration, from which red leads back."""
    small = np.ascontiguousarray(empty[::2, ::2])
    seen: list[Step] = []
    table = Table(tmp_path, calibration, lambda table: small if table.number > 10 and not seen else empty)

    def plan(table: Table) -> Press | None:
        if table.guided is not None:
            seen.append(table.guided.guide.step)
            return Press(Role.RED, 0.0, held=True)
        if seen:
            return Press(Role.QUIT, 0.0) if table.banners[-1] == "" else None
        return Press(Role.RED, 0.0) if table.banners and table.banners[-1] == "The picture does not fit" else None

    def begin(session: Session) -> None:
        for _ in range(30):
            if session.game is None:
                session.press(Button.GREEN, 0.0)

    table.play(plan, begin, Well())
    assert seen and "Nothing is read until then." in table.sentences
    assert table.session.view().screen is Screen.THROWS
    assert load(tmp_path / "calibration.toml").lanes == calibration.lanes


def test_what_an_old_tracker_saw_is_not_given_any_more(empty: np.ndarray) -> None:
    class Camera:
        number = 0

        def read(self, deadline: float) -> Frame | None:
            self.number += 1
            return Frame(empty, self.number, self.number * 0.1)

        def close(self) -> None:
            pass

    with Eyes(Camera(), lambda: Still(2), lossless=True) as eyes:
        first = eyes.look(30.0)
        assert isinstance(first, Observation) and len(first.lanes) == 2
        eyes.turn_to(lambda: Still(5))
        for _ in range(6):
            seen = eyes.look(30.0)
            if isinstance(seen, Observation):
                assert len(seen.lanes) == 5
        eyes.turn_to(None)
        for _ in range(6):
            seen = eyes.look(30.0)
            if isinstance(seen, Observation):
                assert seen.lanes == ()


def test_a_table_without_a_calibration_leads_to_it_and_says_why(tmp_path: Path) -> None:
    """On a screen it waits there, whatever the camera does; without one it ends with the reason."""
    config = tmp_path / "config.toml"
    config.write_text(f'[folders]\nstate = "{tmp_path / "state"}"\n[camera]\nsource = "/dev/video987"\n')
    shots = tmp_path / "shots"
    command = [str(BOSSTRAY), "play", "--table", "camera", "--config", str(config)]
    done = subprocess.run([*command, "--headless"], capture_output=True, text=True, timeout=200, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stdout) == (78, "")
    assert "There is no calibration" in done.stderr
    shown = subprocess.Popen(
        [*command, "--screenshots", str(shots)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (shots / "0001-calibrate-intro.png").exists() and shown.poll() is None:
        time.sleep(0.05)
    still_there = shown.poll() is None
    shown.terminate()
    _, said = shown.communicate(timeout=120)
    assert still_there and (shots / "0001-calibrate-intro.png").exists()
    assert shown.returncode == 0
    assert said.startswith("bosstray: There is no calibration") and "Traceback" not in said
