"""A whole recorded game played through the real picamera2; run by run.sh, skipped everywhere else.

Every picture of the recorded table goes through libcamera, picamera2, this program's driver, its thread and its supervisor to
the real reader and the live kiosk, and the buttons are pressed when their pictures were seen.
"""

from __future__ import annotations

import bisect
import json
import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

if not os.environ.get("BOSSTRAY_VIRTUAL_FILM"):
    pytest.skip("needs the virtual camera: tests/platform/picamera/run.sh", allow_module_level=True)

from virtual_picamera import Film, FilmPicamera

from calibration.file import load
from hardware.frame import Frame
from hardware.mode import WantedMode
from hardware.picamera import PicameraDriver, picamera_names
from hardware.recording import load_recording
from hardware.supervisor import SupervisedCamera
from hardware.threaded import ThreadedCamera
from vision.lanes import LaneTracker
from vision.reader import Reader

sys.path.insert(0, str(Path(__file__).parents[2] / "ui"))
from live_play import Played, play_live

RECORDING = Path(__file__).parents[2] / "recordings" / "three-players"
PICTURES = Path(os.environ["BOSSTRAY_VIRTUAL_FILM"])
WINNER = "Irene wins with 30 chips after 5 rounds"


class Projection:
    """Tells which picture of the recording a frame is by its time, and looks now and then whether it is that picture."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.seen: list[int] = []
        self.off: list[float] = []

    def number_of(self, frame: Frame) -> int:
        number = bisect.bisect_left(self.film.times, frame.time - 1e-4)
        self.seen.append(number)
        if number % 10 == 0:
            shown = cv2.imread(str(PICTURES / f"{number}.jpg"))
            assert shown is not None
            self.off.append(float(np.abs(shown[::4, ::4].astype(int) - frame.image[::4, ::4].astype(int)).mean()))
        return number


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Projection, str]:
    recording = load_recording(RECORDING)
    calibration = load(recording.calibration)
    film = FilmPicamera.film = Film(recording)
    projection = Projection(film)
    mode = WantedMode(calibration.camera.width, calibration.camera.height, 12.0)
    number = picamera_names(FilmPicamera).index("Film")
    natures = []

    def opener() -> ThreadedCamera:
        camera = ThreadedCamera(lambda: PicameraDriver(mode, number, FilmPicamera, film.clock), "film", film.clock)
        natures.append(camera)
        return camera

    supervised = SupervisedCamera(opener, film.clock)
    played = play_live(
        tmp_path_factory.mktemp("game"),
        recording,
        supervised,
        projection.number_of,
        lambda: LaneTracker(calibration.geometry, Reader.load()),
        film.clock,
        moved=True,
        seen=film.played,
    )
    film.over.set()
    assert len(natures) == 1, "the camera was opened again"
    nature = natures[0].nature
    assert nature is not None
    print(*played.lines, sep="\n")
    return played, projection, nature.pixel_format


def test_every_picture_came_once_and_in_its_order(game: tuple[Played, Projection, str]) -> None:
    _, projection, pixel_format = game
    assert projection.seen == list(range(len(projection.film.times)))
    assert pixel_format == "NV12"
    assert len(projection.off) == 67 and max(projection.off) < 4.0


def test_the_game_ends_as_in_the_readme(game: tuple[Played, Projection, str]) -> None:
    played, _, _ = game
    truth = json.loads((RECORDING / "expected.json").read_text())
    rounds = [line for line in played.lines if line.startswith("round ")]
    assert len(rounds) == len(truth["rounds"]) == 5
    for line, want in zip(rounds, truth["rounds"], strict=True):
        banks = ", ".join(f"{name} {bank}" for name, bank in zip(truth["players"], want["banks"], strict=True))
        assert line.endswith(f"banks {banks}, kitty {want['kitty']}")
        for hand in (*want["first"], *want["second"].values()):
            assert hand is None or "".join(sorted(hand, reverse=True)) in line
    assert played.lines[-1] == WINNER
    assert played.pressed == 13
    assert played.headlines == set()
