"""Five faults of the camera in the third round of the recorded table, read by the real reader: nothing is lost, and the screen
said in words and in a picture what was wrong.

`BOSSTRAY_FAULT_PICTURES=FOLDER` keeps the pictures.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from faulty_socket import Fault, Socket
from live_play import Played, play_live
from numpy.typing import NDArray

from calibration.file import load
from game.view import Screen
from hardware.recording import load_recording
from hardware.supervisor import SupervisedCamera
from vision.lanes import LaneTracker
from vision.reader import Reader

RECORDING = Path(__file__).parent.parent / "recordings" / "three-players"
FAULTS = {
    214: Fault("stops"),
    230: Fault("repeats"),
    262: Fault("black"),
    290: Fault("shrinks"),
    311: Fault("vanishes", lost=4),
}
"""After which picture of round 3: when two first throws were read, when the third rolls, when the Boss holds the secret throw
under the cup, when a second throw lies there, and when the last throw rolls, whose end nobody sees."""
SAID = {
    "stops": ("The camera is silent", Screen.THROWS),
    "repeats": ("The camera is silent", Screen.THROWS),
    "black": ("Too dark to read", Screen.CALL),
    "shrinks": ("The picture does not fit", Screen.CHALLENGERS),
    "vanishes": ("No camera is there", Screen.CHALLENGERS),
}
"""The headline that must stand on the screen while the fault lasts, and the screen behind it."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (RECORDING / "frames").is_dir(), reason="the recorded table is not there"),
]


def play(folder: Path, faults: dict[int, Fault], language: str = "en") -> Played:
    recording = load_recording(RECORDING)
    geometry = load(recording.calibration).geometry
    paths = {frame.number: frame.path for frame in recording.frames}

    def picture(index: int) -> NDArray[np.uint8]:
        return np.asarray(cv2.imread(str(paths[index])), np.uint8)

    played = Played(folder)
    socket = Socket(recording.frames[-1].number, picture, faults, lambda kind: (kind, SAID[kind][0]) in played.banners)
    supervised = SupervisedCamera(socket.plugged, socket.clock, pause=socket.pause)
    return play_live(
        folder,
        recording,
        supervised,
        socket.number_of,
        lambda: LaneTracker(geometry, Reader.load()),
        socket.clock,
        moved=True,
        language=language,
        seen=socket.played,
        passed=socket.passed,
        over=socket.over,
        occasion=socket.occasion,
        played=played,
    )


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Played:
    played = play(tmp_path_factory.mktemp("troubled"), FAULTS)
    kept = os.environ.get("BOSSTRAY_FAULT_PICTURES")
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        for kind, (headline, _) in SAID.items():
            shutil.copy(played.banners[kind, headline][1], Path(kept) / f"{kind}.png")
    return played


def test_the_game_goes_on_after_each_and_ends_as_without_them(troubled: Played) -> None:
    truth = json.loads((RECORDING / "expected.json").read_text())
    names = truth["players"]
    rounds = [line for line in troubled.lines if line.startswith("round ")]
    assert len(rounds) == len(truth["rounds"])
    for line, want in zip(rounds, truth["rounds"], strict=True):
        banks = ", ".join(f"{name} {bank}" for name, bank in zip(names, want["banks"], strict=True))
        assert line.endswith(f"banks {banks}, kitty {want['kitty']}")
        thrown = dict(re.findall(r"(\w+) ([1-6]{5})", line))
        for seat, hand in {
            **dict(enumerate(want["first"])),
            **{int(key): hand for key, hand in want["second"].items()},
        }.items():
            if hand:
                assert "".join(sorted(hand, reverse=True)) in line, (names[seat], thrown)
    assert troubled.lines[-1] == "Irene wins with 30 chips after 5 rounds"


def test_no_press_is_lost_or_counted_twice(troubled: Played) -> None:
    assert troubled.pressed == 13
    assert troubled.views[-1].banner is None


@pytest.mark.parametrize("kind", SAID)
def test_the_screen_said_what_was_wrong_over_the_round_as_it_stood(troubled: Played, kind: str) -> None:
    headline, screen = SAID[kind]
    view, path = troubled.banners[kind, headline]
    assert view.screen is screen
    assert {str(fact.label): fact.value for fact in view.facts}["Round"] == 3
    assert view.banner is not None and view.banner.stops_play
    assert view.banner.lines and str(view.banner.kept) == "The round is kept as it stands."
    picture = cv2.imread(str(path))
    assert picture is not None and picture.shape == (720, 1280, 3)
    # The brass stripes stand over the dimmed round.
    brass = (picture[:, :, 2] > 200) & (picture[:, :, 0] < 130) & (picture[:, :, 1] > 150)
    assert brass.mean() > 0.01
