"""The findings of the doctor that need a special fault: a source that is no camera, the dark, a font without a letter, no
networks, a program that is damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.frame import CameraError, Frame
from hardware.supervisor import SupervisedCamera
from ui.doctor import checks, screen_check
from ui.doctor.camera_check import check_camera
from ui.doctor.finding import Finding, Status, ask
from ui.settings import Settings
from vision.network import NetworkError


def expect(finding: Finding, status: Status, says: str) -> None:
    assert finding.status is status, finding
    assert says in finding.message, finding
    assert "\n" not in finding.message and finding.message.endswith("."), finding


class Darkness:
    """Five black pictures a second of a clock of its own; never two alike."""

    def __init__(self) -> None:
        self.now, self.number = 0.0, 0

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += max(seconds, 0.05)

    def read(self, deadline: float) -> Frame | None:
        self.now += 0.2
        self.number += 1
        image: NDArray[np.uint8] = np.zeros((720, 1280, 3), np.uint8)
        image[0, 0] = self.number % 20
        return Frame(image, self.number, self.now)

    def close(self) -> None: ...

    def supervised(self) -> SupervisedCamera:
        return SupervisedCamera(lambda: self, self.clock, pause=self.pause)


def test_a_camera_that_sees_only_black_for_long() -> None:
    eye = Darkness()
    finding = check_camera(Settings(), opener=eye.supervised, clock=eye.clock)
    expect(finding, Status.WARNING, "The camera sees only black; uncover the lens and turn on the light.")


def test_a_source_that_is_no_camera() -> None:
    def opener() -> SupervisedCamera:
        raise CameraError("'webcam' is no camera; write camera, camera:1, picamera, or a device such as /dev/video0.")

    expect(check_camera(Settings(), opener=opener), Status.ERROR, "'webcam' is no camera")


def test_a_font_without_a_letter_that_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_check, "LETTERS", "æ\ue124å")
    expect(screen_check.check_fonts(), Status.ERROR, "lacks \ue124; install Boss Tray again")


def test_networks_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise NetworkError("The network faces.onnx is missing.")

    monkeypatch.setattr(checks.Reader, "load", missing)
    expect(checks.check_reader(), Status.ERROR, "The network faces.onnx is missing. Install Boss Tray again.")


def test_a_program_that_is_damaged_is_no_answer(tmp_path: Path) -> None:
    program = tmp_path / "vcgencmd"
    program.write_bytes(b"\x00broken")
    program.chmod(0o755)
    answer = ask((str(program),))
    assert answer.code is None and "Exec format error" in answer.err
