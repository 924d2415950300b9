"""What systemd hears: ready once a picture stands, fed only while every thread moves on, told when it ends; and SIGTERM."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.frame import Frame
from ui.eyes import Eyes
from ui.service import Service, until_terminated
from vision.lanes import LaneReading

BOSSTRAY = Path(sys.executable).parent / "bosstray"


class Manager:
    """A socket on which a service manager would listen."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self.socket.settimeout(0.05)

    def heard(self) -> list[list[str]]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode().splitlines())
            except TimeoutError:
                return messages


@pytest.fixture(params=["path", "abstract"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "notify") if request.param == "path" else f"@bosstray-test-{os.getpid()}-{time.monotonic_ns()}"


@pytest.fixture
def manager(address: str) -> Iterator[Manager]:
    listening = Manager(address)
    yield listening
    listening.socket.close()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_is_ready_with_the_first_picture_and_says_what_is_played(address: str, manager: Manager) -> None:
    service = Service(address)
    assert manager.heard() == []
    service.shown("attract")
    service.shown("attract")
    service.shown("round 1, first-throws")
    service.stopping()
    service.close()
    service.close()
    assert manager.heard() == [["READY=1", "STATUS=attract"], ["STATUS=round 1, first-throws"], ["STOPPING=1"]]


def test_the_watchdog_is_fed_only_when_every_thread_has_moved_on(address: str, manager: Manager) -> None:
    clock = Clock()
    service = Service(address, 20.0, clock)
    service.passed((1, 1))
    assert manager.heard() == []
    clock.now += 5.0
    service.passed((7, 8))
    assert manager.heard() == [["WATCHDOG=1"]]
    for _ in range(10):
        clock.now += 5.0
        service.passed((7, 80))
        service.passed((90, 8))
    assert manager.heard() == []
    service.passed((8, 81))
    assert manager.heard() == [["WATCHDOG=1"]]
    service.passed((9, 82))
    assert manager.heard() == []


def test_the_environment_names_the_manager_and_its_watchdog(address: str, manager: Manager) -> None:
    mine = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1", "WATCHDOG_PID": str(os.getpid())}
    service = Service.of_environment(mine)
    time.sleep(0.001)
    service.passed((1,))
    assert manager.heard() == [["WATCHDOG=1"]]
    other = Service.of_environment({**mine, "WATCHDOG_PID": "1"})
    time.sleep(0.001)
    other.passed((1,))
    assert manager.heard() == []


@pytest.mark.parametrize("address_", [None, "", "@", "/", "vsock:2:1234", "relative"])
def test_without_a_manager_nothing_is_sent(address_: str | None) -> None:
    service = Service(address_, 0.0001)
    service.shown("attract")
    service.passed((1,))
    service.stopping()
    service.close()


def test_a_manager_that_is_gone_does_not_end_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    service = Service(str(tmp_path / "gone"))
    service.shown("attract")
    service.close()
    assert "READY=1" in caplog.text


class HangingCamera:
    """Delivers pictures until it is told to hang."""

    def __init__(self) -> None:
        self.hang, self.let_go = threading.Event(), threading.Event()
        self.number = 0

    def read(self, deadline: float) -> Frame:
        if self.hang.is_set():
            self.let_go.wait(20)
        time.sleep(0.002)
        self.number += 1
        return Frame(np.zeros((4, 4, 3), np.uint8), self.number, self.number / 10)

    def close(self) -> None:
        self.let_go.set()


class HangingTracker:
    def __init__(self) -> None:
        self.hang, self.let_go = threading.Event(), threading.Event()

    def update(self, image: np.ndarray, time_: float) -> tuple[LaneReading, ...]:
        if self.hang.is_set():
            self.let_go.wait(20)
        return ()


def moves(eyes: Eyes) -> tuple[bool, bool]:
    """Which of the two threads come round."""
    time.sleep(0.05)
    before = eyes.beats
    deadline = time.monotonic() + 0.6
    while time.monotonic() < deadline and not all(now > then for now, then in zip(eyes.beats, before, strict=True)):
        time.sleep(0.01)
    return eyes.beats[0] > before[0], eyes.beats[1] > before[1]


def test_the_beats_of_a_thread_stand_while_it_hangs() -> None:
    camera, tracker = HangingCamera(), HangingTracker()
    with Eyes(camera, lambda: tracker, lossless=False) as eyes:
        assert moves(eyes) == (True, True)
        tracker.hang.set()
        assert moves(eyes) == (True, False)
        tracker.hang.clear()
        tracker.let_go.set()
        assert moves(eyes) == (True, True)
        camera.hang.set()
        assert not moves(eyes)[0]
        camera.let_go.set()


def test_sigterm_asks_to_stop_and_is_given_back() -> None:
    asked: list[int] = []
    before = signal.getsignal(signal.SIGTERM)
    with until_terminated(lambda: asked.append(1)):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.01)
    assert asked == [1]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.slow
def test_the_kiosk_is_ready_fed_and_ends_well_on_sigterm(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    manager = Manager(address)
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "NOTIFY_SOCKET": address,
        "WATCHDOG_USEC": "400000",
    }
    command = [str(BOSSTRAY), "play", "--state-dir", str(tmp_path / "state")]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        messages: list[list[str]] = []
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and sum(message == ["WATCHDOG=1"] for message in messages) < 3:
            messages += manager.heard()
        process.terminate()
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait(10)
    messages += manager.heard()
    manager.socket.close()
    assert process.returncode == 0 and "Traceback" not in err, err
    assert messages[0][0] == "READY=1" and messages[0][1].startswith("STATUS=")
    assert messages.count(["WATCHDOG=1"]) >= 3
    assert messages[-1] == ["STOPPING=1"]
    assert sum("READY=1" in message for message in messages) == 1
