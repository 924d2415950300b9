"""A tray that is pushed by 5 mm in the middle of a round: play pauses, one press measures it again, and the round goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.file import Calibration, load, save
from calibration.moved import MovedWatch, Place
from game.journal import Journal
from game.message import Message
from game.session import Session
from game.setup import Offers, Party
from game.view import Banner, Lamp
from hardware.frame import Frame
from hardware.press import Press, Role
from hardware.recording import Recording, load_recording
from ui.calibrated_table import CalibratedTable
from ui.display import MemoryDisplay
from ui.eyes import Ended, Eyes, Observation
from ui.kiosk import Kiosk
from ui.ledger import Ledger
from ui.moved_tray import SAID_SECONDS, MovedTray
from ui.settings import Settings
from vision.geometry import to_picture, to_tray
from vision.lanes import LaneTracker
from vision.reader import Reader

RECORDING = Path(__file__).parents[1] / "recordings" / "three-players"
PUSHED_AT, LAST = 48, 84
"""Two hands of the first round lie there and were read; the third is thrown afterwards."""
PUSH = np.array([[0.9998, -0.02, 4.3], [0.02, 0.9998, 2.6], [0.0, 0.0, 1.0]])
"""About 5 mm, and a degree."""
WAITS = 9.0


def pushed(image: np.ndarray, calibration: Calibration) -> np.ndarray:
    """What the camera sees once the tray was pushed."""
    to_mm = calibration.picture_to_tray
    moves = np.linalg.inv(to_mm) @ PUSH @ to_mm
    return cv2.warpPerspective(image, moves, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


class Pushed:
    """The camera of the recording; at one picture the tray is pushed, and nothing else happens for some seconds."""

    def __init__(self, recording: Recording, calibration: Calibration) -> None:
        paths = {frame.number: frame.path for frame in recording.frames}
        step = 0.08
        self.plan = [(number, number * step, False) for number in range(PUSHED_AT)]
        self.pushed_at = PUSHED_AT * step
        quiet = round(WAITS / 0.25)
        self.plan += [(PUSHED_AT, self.pushed_at + 0.25 * count, True) for count in range(quiet)]
        later = self.pushed_at + WAITS
        self.plan += [(number, later + (number - PUSHED_AT) * step, True) for number in range(PUSHED_AT, LAST + 1)]
        self.paths, self.calibration = paths, calibration
        self.number = 0

    def read(self, deadline: float) -> Frame | None:
        if self.number == len(self.plan):
            return None
        number, time, moved = self.plan[self.number]
        image = cv2.imread(str(self.paths[number]))
        assert image is not None
        frame = Frame(pushed(image, self.calibration) if moved else image, self.number, time)
        self.number += 1
        return frame

    def close(self) -> None:
        pass


class Watched(Eyes):
    """Remembers what was seen."""

    newest: Observation | None = None
    paused: float | None = None
    ended = False

    def look(self, deadline: float) -> Observation | Ended | None:
        seen = super().look(deadline)
        if isinstance(seen, Observation):
            self.newest = seen
            if seen.place is Place.MOVED and self.paused is None:
                self.paused = seen.frame.time
        self.ended = self.ended or isinstance(seen, Ended)
        return seen


class Guest(MemoryDisplay):
    """Presses what was pressed in the recording, and green once when the tray has moved."""

    def __init__(self, eyes: Watched, recording: Recording) -> None:
        super().__init__((400, 240))
        self.eyes, self.recording = eyes, recording
        self.pressed: set[int] = set()
        self.measured = False

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        newest = self.eyes.newest
        if self.eyes.ended:
            return [Press(Role.QUIT, now)]
        if newest is None:
            return []
        if newest.place is Place.MOVED and not self.measured:
            self.measured = True
            return [Press(Role.GREEN, now)]
        number = newest.frame.number
        if number in self.recording.presses and number < PUSHED_AT and number not in self.pressed:
            self.pressed.add(number)
            return [replace(press, time=now) for press in self.recording.presses[number]]
        return []


class Told(Kiosk):
    """Remembers what its banners said."""

    def _banner(self) -> Banner | None:
        banner = super()._banner()
        said = self.__dict__.setdefault("said", [])
        if banner is not None and (not said or said[-1] != banner):
            said.append(banner)
        return banner


def test_a_pushed_tray_is_measured_with_one_press_and_the_round_goes_on(tmp_path: Path) -> None:
    recording = load_recording(RECORDING)
    calibration = load(recording.calibration)
    path = tmp_path / "calibration.toml"
    save(calibration, path)
    party = Party(recording.players, recording.tints)
    session = Session(
        Offers.usual(party, recording.wager, recording.max_wager, recording.bank), recording.lanes, recording.seat_lanes
    )
    lines: list[str] = []
    camera = Pushed(recording, calibration)
    with (
        Journal.open(tmp_path / "state", 0.0) as journal,
        Watched(
            camera,
            lambda: LaneTracker(calibration.geometry, Reader.load()),
            lossless=True,
            moved=MovedWatch(calibration),
        ) as eyes,
    ):
        table = CalibratedTable(calibration, path, Settings(), "camera", eyes)
        kiosk = Told(
            session, Ledger(journal), eyes, Guest(eyes, recording), calibration.geometry, tell=lines.append, table=table
        )
        kiosk.run()
    assert eyes.paused is not None
    assert 0.0 < eyes.paused - camera.pushed_at <= 5.0
    assert [line for line in lines if line.startswith("round 1")] != []
    (first,) = [line for line in lines if line.startswith("round 1")]
    assert all(hand in first for hand in ("66421", "66531", "65433")), first
    said = [str(banner.headline) for banner in kiosk.__dict__["said"]]
    assert said[0] == "The tray has moved"
    assert "Measured again" in said
    again = load(path)
    assert again.lanes == calibration.lanes and again.die_size == calibration.die_size
    grid = np.array([[x, y] for x in (0.0, 156.0, 312.0) for y in (0.0, 115.0, 230.0)])
    moved = cv2.perspectiveTransform(
        to_tray(calibration.geometry, to_picture(again.geometry, grid)).reshape(-1, 1, 2), np.linalg.inv(PUSH)
    )
    assert np.linalg.norm(moved.reshape(-1, 2) - grid, axis=1).max() < 0.5


@pytest.fixture(scope="module")
def still() -> tuple[np.ndarray, Calibration]:
    recording = load_recording(RECORDING)
    image = cv2.imread(str(recording.frames[2].path))
    assert image is not None
    return image, load(recording.calibration)


def words(message: Message | None) -> str:
    return "" if message is None else str(message)


def test_what_hinders_measuring_is_said_and_nothing_changes(still: tuple[np.ndarray, Calibration]) -> None:
    image, calibration = still
    kept: list[Calibration] = []
    tray = MovedTray(calibration, kept.append)
    assert not tray.see(image, 0.0)
    assert tray.footer().green.lamp is Lamp.LIT and words(tray.footer().green.label) == "Measure again"
    covered = image.copy()
    covered[400:, :120] = 90
    tray.begin(1.0)
    assert tray.footer().green.lamp is Lamp.DARK
    for count in range(6):
        assert not tray.see(covered, 1.0 + 0.1 * count)
    assert [str(line) for line in tray.banner().lines] == [
        "Marker 3 is not seen",
        "The one at the bottom left: uncover it, or turn the camera.",
    ]
    assert tray.banner().stops_play and not kept and tray.calibration is calibration
    tray.begin(2.0)
    assert [tray.see(image, 2.0 + 0.1 * count) for count in range(5)] == [False] * 4 + [True]
    assert kept == [tray.calibration] and tray.calibration is not calibration
    notice = tray.notice(3.0)
    assert notice is not None and not notice.stops_play
    assert tray.notice(2.4 + SAID_SECONDS + 0.1) is None


def test_a_disk_that_is_full_keeps_the_old_calibration(still: tuple[np.ndarray, Calibration], tmp_path: Path) -> None:
    image, calibration = still
    blocked = tmp_path / "file"
    blocked.write_text("")
    tray = MovedTray(calibration, lambda new: save(new, blocked / "calibration.toml"))
    tray.begin(0.0)
    for count in range(5):
        assert not tray.see(image, 0.1 * count)
    assert tray.calibration is calibration
    assert str(tray.banner().lines[0]) == "It cannot be saved"
