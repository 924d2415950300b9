"""`bosstray doctor buttons` and `bosstray doctor camera`: each press told, each lamp lit, the live picture with its figures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.condition import CameraFault, Condition
from hardware.frame import Frame
from hardware.gpio import PanelError
from hardware.panel import Panel, PanelPins
from hardware.supervisor import SupervisedCamera
from ui.cli import command as bosstray
from ui.commands import doctor
from ui.doctor import button_trial


def run(*arguments: str, config: Path, **environment: str) -> Result:
    told = {"BOSSTRAY_CONFIG": str(config), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **environment}
    return CliRunner().invoke(bosstray, ["doctor", *arguments], env=told)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('[buttons]\nuse = "always"\n', encoding="utf-8")
    return path


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(doctor, "configured_panel", lambda settings: Panel(PanelPins(), made))
    monkeypatch.setattr(button_trial, "LAMP_SECONDS", 0.05)
    yield made
    made.reset()


def test_each_lamp_is_lit_and_each_press_is_told(config: Path, factory: MockFactory) -> None:
    def finger() -> None:
        for pin in ("GPIO17", "GPIO27"):
            factory.pin(pin).drive_low()
            pressed.wait(0.2)
            factory.pin(pin).drive_high()
            pressed.wait(0.2)

    pressed = threading.Event()
    hand = threading.Timer(0.6, finger)
    hand.start()
    result = run("buttons", "--seconds", "3", config=config)
    hand.join(10)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["The green lamp is lit now.", "The red lamp is lit now."]
    assert [line.split(" s  ")[1] for line in lines[3:]] == ["green button", "red button"]
    assert "Green: button GPIO17, lamp GPIO12." in result.stderr
    assert "Red: button GPIO27, lamp GPIO13." in result.stderr


def test_a_pin_in_use_is_said_in_words(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(settings: object) -> Panel:
        raise PanelError("The pin GPIO17 is in use by pinctrl (process 4); end it, or choose another pin.")

    monkeypatch.setattr(doctor, "configured_panel", busy)
    result = run("buttons", config=config)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "bosstray: The pin GPIO17 is in use by pinctrl (process 4); end it, or choose another pin.\n"


@dataclass
class Steady:
    """A camera with thirty pictures, or a fault."""

    fault: CameraFault | None = None
    number: int = 0

    def read(self, deadline: float) -> Frame | None:
        if self.fault is not None:
            raise self.fault
        self.number += 1
        image = np.full((360, 640, 3), 90, np.uint8)
        image[100:200, 100:200] = 220
        image[0, 0] = self.number
        return Frame(image, self.number, self.number / 10) if self.number < 30 else None

    def close(self) -> None: ...


Plug = Callable[[CameraFault | None], None]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    def plugged(fault: CameraFault | None) -> None:
        monkeypatch.setattr(doctor, "open_camera", lambda source, mode: SupervisedCamera(lambda: Steady(fault)))

    return plugged


@pytest.mark.parametrize("headless", [True, False])
def test_the_camera_shows_its_figures(config: Path, plug: Plug, headless: bool) -> None:
    plug(None)
    result = run("camera", "--seconds", "0.5", *(["--headless"] if headless else []), config=config)
    assert result.exit_code == 0, result.output
    assert "pictures/s   edges" in result.stdout and "light" in result.stdout and "glare" in result.stdout


def test_without_a_window_the_figures_are_printed(config: Path, plug: Plug) -> None:
    plug(None)
    result = run("camera", "--seconds", "0.5", config=config, SDL_VIDEODRIVER="nonsense")
    assert "The figures are printed." in result.stderr
    assert "pictures/s" in result.stdout
    assert result.exit_code == 0


def test_a_camera_that_is_busy_is_said_once(config: Path, plug: Plug) -> None:
    said = "The camera is in use by motion (process 7); end it, only one program can have it."
    plug(CameraFault(Condition.BUSY, said))
    result = run("camera", "--headless", "--seconds", "0.2", config=config)
    assert (result.exit_code, result.stderr) == (1, f"bosstray: {said}\n")


def test_a_source_that_is_no_camera_is_said(config: Path) -> None:
    result = run("camera", "--headless", "--source", "webcam", config=config)
    assert result.exit_code == 1
    assert result.stderr.startswith("bosstray: 'webcam' is no camera; write camera, camera:1, picamera,")
