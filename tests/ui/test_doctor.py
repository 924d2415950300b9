"""Every finding of the doctor, provoked."""

from __future__ import annotations

import datetime
import errno
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from calibration.file import Calibration, CameraMode, Markers, save
from hardware.condition import CameraFault, Condition, NoPicture
from hardware.frame import Frame
from hardware.gpio import NoGpio, PanelError
from hardware.panel import Panel, PanelPins
from hardware.press import Press, Role
from hardware.supervisor import SupervisedCamera
from ui.doctor.button_trial import try_buttons
from ui.doctor.camera_check import check_camera
from ui.doctor.camera_view import looks, painted
from ui.doctor.checks import check_configuration, check_reader, known_focus
from ui.doctor.finding import Answer, Finding, Status, ask
from ui.doctor.gpio_check import check_gpio
from ui.doctor.machine_check import check_libraries, check_power, check_time
from ui.doctor.screen_check import FONTS, check_display, check_fonts, check_sound
from ui.doctor.storage_check import check_calibration, check_disk
from ui.settings import ButtonSettings, CameraSettings, FolderSettings, Settings, SoundSettings
from ui.terminal_keys import TerminalKeys
from vision.geometry import Lane


def expect(finding: Finding, status: Status, says: str) -> None:
    assert finding.status is status, finding
    assert says in finding.message, finding
    assert "\n" not in finding.message and finding.message.endswith("."), finding


# ---------------------------------------------------------------- camera


def tray(level: float = 1.0) -> Any:
    image = np.full((720, 1280, 3), (40, 70, 30), np.float64)
    for x in (40, 600, 1160):
        image[40:120, x : x + 80] = 230
        image[56:104, x + 16 : x + 64] = 15
    noise = np.random.default_rng(3).normal(0, 2, image.shape)
    return np.clip(image * level + noise, 0, 255).astype(np.uint8)


class Eye:
    """A camera with one picture, or one fault, and a clock."""

    def __init__(self, image: Any = None, fault: CameraFault | None = None, fps: float = 15.0) -> None:
        self.image, self.fault, self.step = image, fault, 1 / fps
        self.now, self.number = 0.0, 0

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += max(seconds, 0.05)

    def read(self, deadline: float) -> Frame | None:
        self.now += self.step
        if self.fault is not None:
            raise self.fault
        self.number += 1
        image = self.image.copy()
        image[0, 0] = self.number % 250
        return Frame(image, self.number, self.now)

    def close(self) -> None: ...

    def supervised(self) -> SupervisedCamera:
        return SupervisedCamera(lambda: self, self.clock, pause=self.pause)


def camera_finding(eye: Eye, settings: Settings | None = None) -> Finding:
    return check_camera(settings or Settings(), opener=eye.supervised, clock=eye.clock)


def test_a_good_camera() -> None:
    expect(camera_finding(Eye(tray())), Status.OK, "1280x720, 15.0 pictures a second")


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        (Condition.NOT_DETECTED, "No camera is detected; check the cable."),
        (Condition.BUSY, "The camera is in use by motion (process 7); end it."),
        (Condition.NOT_PERMITTED, "The camera is not permitted to this user."),
        (Condition.FAILED, "The camera cannot be started: strange."),
    ],
)
def test_a_camera_that_cannot_be_opened(condition: Condition, says: str) -> None:
    expect(camera_finding(Eye(fault=CameraFault(condition, says))), Status.ERROR, says)


def test_a_camera_that_the_kiosk_has() -> None:
    busy = CameraFault(Condition.BUSY, "The camera is in use by bosstray (process 7); end it.")
    expect(camera_finding(Eye(fault=busy)), Status.WARNING, "The kiosk is running.")


def test_a_camera_that_never_delivers() -> None:
    expect(camera_finding(Eye(fault=NoPicture(0.5))), Status.ERROR, "stopped delivering new pictures")


def test_a_camera_that_is_too_slow() -> None:
    expect(camera_finding(Eye(tray(), fps=3.0)), Status.WARNING, "delivers 3.0 pictures a second instead of 15")


def test_a_camera_with_another_size() -> None:
    settings = Settings(camera=CameraSettings(width=1920, height=1080))
    expect(
        camera_finding(Eye(tray()), settings), Status.WARNING, "delivers 1280x720 instead of 1920x1080; set camera.width = 1280"
    )


def test_a_camera_in_the_dark_out_of_focus_or_with_glare() -> None:
    expect(camera_finding(Eye(tray(0.2))), Status.WARNING, "sees too little light to read the dice")
    blurred = np.asarray(cv2.GaussianBlur(tray(), (0, 0), 5), np.uint8)
    expect(camera_finding(Eye(blurred)), Status.WARNING, "is out of focus")
    glaring = tray()
    glaring[300:420, 500:780] = 255
    expect(camera_finding(Eye(glaring)), Status.WARNING, "sees glare on 4%")


def test_the_live_picture_has_its_figures() -> None:
    eye = Eye(tray(), fps=10.0)
    seen = list(looks(eye.supervised(), 2.0, eye.clock))
    assert len(seen) >= 15
    last = seen[-1]
    assert last.fps == pytest.approx(10.0, abs=0.2)
    assert "10.0 pictures/s" in last.figures and "glare 0.0%" in last.figures
    assert last.seen is not None and last.seen.edge is not None and last.seen.edge < 4
    pygame.font.init()
    font = pygame.font.Font(FONTS / "ArchivoNarrow_600SemiBold.ttf", 26)
    surface = painted(last, (800, 480), font)
    shown = pygame.surfarray.array3d(surface).transpose(1, 0, 2)
    # The tray's green felt in the right colours, and the line of figures below.
    assert tuple(int(part) for part in shown[230, 300]) == pytest.approx((30, 70, 40), abs=8)
    assert shown[440:].max() > 200
    silent = Eye(fault=CameraFault(Condition.BUSY, "The camera is in use by motion (process 7); end it."))
    (fault, *_) = looks(silent.supervised(), 1.0, silent.clock)
    assert (fault.image, fault.figures) == (None, "The camera is in use by motion (process 7); end it.")
    assert painted(fault, (800, 480), font).get_size() == (800, 480)


# ---------------------------------------------------------------- buttons


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def refusing(error: PanelError) -> Callable[[], Panel]:
    def opener() -> Panel:
        raise error

    return opener


def test_buttons_that_are_there(factory: MockFactory) -> None:
    finding = check_gpio(Settings(), lambda: Panel(PanelPins(), factory))
    expect(
        finding, Status.OK, "green GPIO17, red GPIO27; lamps: green GPIO12, red GPIO13. Try them with: bosstray doctor buttons"
    )


def test_a_stuck_button(factory: MockFactory) -> None:
    def pressed() -> Panel:
        panel = Panel(PanelPins(), factory)
        factory.pin("GPIO27").drive_low()
        return panel

    finding = check_gpio(Settings(), pressed)
    expect(finding, Status.WARNING, "The red button is pressed all the time")


@pytest.mark.parametrize(
    ("use", "error", "status"),
    [
        ("auto", NoGpio("No GPIO here."), Status.WARNING),
        ("always", NoGpio("No GPIO here."), Status.ERROR),
        ("auto", PanelError("The pin GPIO17 is in use by pinctrl (process 4); end it."), Status.ERROR),
        ("auto", PanelError("GPIO is not permitted to this user."), Status.ERROR),
        ("auto", PanelError("The pin GPIO17 is in use by bosstray (process 4); end it."), Status.WARNING),
    ],
)
def test_buttons_that_cannot_be_used(use: str, error: PanelError, status: Status) -> None:
    expect(check_gpio(Settings(buttons=ButtonSettings(use=use)), refusing(error)), status, str(error))


def test_buttons_that_are_turned_off() -> None:
    expect(check_gpio(Settings(buttons=ButtonSettings(use="never"))), Status.OK, "turned off")


def test_trying_the_buttons_lights_each_lamp_and_tells_each_press(factory: MockFactory) -> None:
    now = 0.0
    told: list[str] = []
    with Panel(PanelPins(), factory, lambda: now) as panel:

        def pause(seconds: float) -> None:
            nonlocal now
            now += max(seconds, 0.1)
            if 2.3 < now < 2.45:
                factory.pin("GPIO17").drive_low()
            elif 2.45 < now < 2.55:
                assert factory.pin("GPIO12").state == 1
                factory.pin("GPIO17").drive_high()

        count = try_buttons(panel, TerminalKeys(None), 2.0, told.append, lambda: now, pause)
        assert [state.state for state in factory.pin("GPIO13").states][:3] == [False, 1, 0]
    assert count == 1
    assert told[:2] == ["The green lamp is lit now.", "The red lamp is lit now."]
    assert told[-1].endswith("green button")


def test_trying_without_buttons_tells_keys_and_ends_at_q() -> None:
    class Keys(TerminalKeys):
        given = 0

        def presses(self, now: float) -> list[Press]:
            self.given += 1
            return [Press(Role.RED if self.given == 1 else Role.QUIT, now)]

    told: list[str] = []
    assert try_buttons(None, Keys(None), 10.0, told.append, lambda: 1.0, lambda seconds: None) == 1
    assert told[-1].endswith("red key")


# ---------------------------------------------------------------- screen, sound, fonts


def answering(out: object, code: int | None = 0, err: str = "") -> Callable[[Sequence[str], float], Answer]:
    return lambda arguments, seconds: Answer(code, "hello\n" + json.dumps(out) + "\n", err)


DESKTOP = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("asker", "environment", "status", "says"),
    [
        (answering(["x11", [[1920, 1080]]]), DESKTOP, Status.OK, "1920x1080 by x11"),
        (answering(["KMSDRM", [[480, 800]]]), {}, Status.OK, "480x800 by KMSDRM"),
        (answering(["x11", [[640, 480]]]), DESKTOP, Status.WARNING, "800x480 is the least"),
        (answering(["dummy", [[1024, 768]]]), {"SDL_VIDEODRIVER": "dummy"}, Status.WARNING, "SDL_VIDEODRIVER is dummy"),
        (answering(["offscreen", [[1024, 768]]]), {}, Status.ERROR, "There is no screen here"),
        (answering("No available video device"), {}, Status.ERROR, "There is no screen here"),
        (answering("No available video device"), DESKTOP, Status.ERROR, "start it from the desktop's own session"),
        (answering("", None, "python did not answer in 15 seconds"), DESKTOP, Status.ERROR, "did not answer in 15 seconds"),
        (lambda arguments, seconds: Answer(-11, "", ""), DESKTOP, Status.ERROR, "the test ended with -11"),
    ],
)
def test_screens(asker: Any, environment: dict[str, str], status: Status, says: str, tmp_path: Path) -> None:
    expect(check_display(asker, environment, tmp_path / "dri"), status, says)


def test_a_screen_without_a_desktop_needs_the_right_pygame(tmp_path: Path) -> None:
    expect(check_display(answering("kmsdrm not available"), {}, tmp_path), Status.ERROR, "python3-pygame, which has KMSDRM")


@pytest.mark.parametrize(
    ("asker", "status", "says"),
    [
        (answering(["sound", 44100]), Status.OK, "Sound at 44100 Hz"),
        (answering(["dummy", 44100]), Status.WARNING, "SDL_AUDIODRIVER is dummy"),
        (answering("ALSA: Couldn't open audio device"), Status.WARNING, "the game is played in silence"),
    ],
)
def test_sound(asker: Any, status: Status, says: str) -> None:
    expect(check_sound(Settings(), asker), status, says)
    expect(check_sound(Settings(sound=SoundSettings(on=False)), asker), Status.OK, "turned off")


def test_the_real_probes_answer() -> None:
    assert check_display().status in Status
    assert check_sound(Settings()).status in (Status.OK, Status.WARNING)


def test_fonts(tmp_path: Path) -> None:
    expect(check_fonts(), Status.OK, "6 fonts with all letters")
    expect(check_fonts(tmp_path), Status.ERROR, "The fonts are missing")
    for file in FONTS.glob("*.ttf"):
        shutil.copy(file, tmp_path)
    broken = tmp_path / "Besley_500Medium.ttf"
    broken.write_bytes(broken.read_bytes()[:200])
    expect(check_fonts(tmp_path), Status.ERROR, "The font Besley_500Medium.ttf is damaged")
    shutil.copy(Path(pygame.font.__file__).parent / "freesansbold.ttf", broken)
    expect(check_fonts(tmp_path), Status.OK, "6 fonts")


# ---------------------------------------------------------------- disk, calibration


def test_disk(tmp_path: Path) -> None:
    settings = Settings(folders=FolderSettings(state=str(tmp_path / "state")))
    expect(check_disk(settings, lambda path: 10**10), Status.OK, "10.0 GB free")
    expect(check_disk(settings, lambda path: 10**8), Status.WARNING, "Only 100 MB are free")
    expect(check_disk(settings, lambda path: 10**6), Status.ERROR, "Only 1 MB are free")
    assert list((tmp_path / "state").iterdir()) == []
    (tmp_path / "file").write_text("")
    blocked = Settings(folders=FolderSettings(state=str(tmp_path / "file" / "state")))
    expect(check_disk(blocked), Status.ERROR, "cannot be written: Not a directory")

    def broken(path: Path) -> int:
        raise OSError(errno.EIO, "Input/output error")

    expect(check_disk(settings, broken), Status.ERROR, "cannot be written: Input/output error")


def calibration() -> Calibration:
    scale = np.array([[0.5, 0, 0], [0, 0.5, 0], [0, 0, 1.0]])
    markers = Markers(20.0, ((0, 0.0, 0.0), (1, 600.0, 0.0), (2, 600.0, 300.0), (3, 0.0, 300.0)))
    empty = np.full((720, 1280, 3), 60, np.uint8)
    return Calibration(
        CameraMode("imx708", 1280, 720, 4.5), (600.0, 300.0), markers, scale, (Lane(0, 0, 300, 300),), None, 16.0, empty
    )


def test_calibration(tmp_path: Path) -> None:
    path = tmp_path / "calibration.toml"
    settings = Settings(folders=FolderSettings(calibration=str(path)))
    expect(check_calibration(settings)[0], Status.ERROR, "not calibrated")
    assert known_focus(settings) is None
    save(calibration(), path)
    finding, found = check_calibration(settings)
    expect(finding, Status.OK, "imx708 at 1280x720, a tray of 600x300 mm, 1 lanes, dice of 16.0 mm")
    assert found is not None and known_focus(settings) == 4.5
    expect(
        check_calibration(replace(settings, camera=CameraSettings(width=1920, height=1080)))[0],
        Status.ERROR,
        "is for pictures of 1280x720, but these have 1920x1080",
    )
    save(replace(calibration(), die_size=None), path)
    expect(check_calibration(settings)[0], Status.WARNING, "does not know the dice yet")
    save(replace(calibration(), empty=None), path)
    expect(check_calibration(settings)[0], Status.WARNING, "no picture of the empty tray")
    path.write_text("version = 1\n[camera")
    expect(check_calibration(settings)[0], Status.ERROR, "is not valid TOML")
    assert known_focus(settings) is None


# ---------------------------------------------------------------- clock, power, libraries


def clock(year: int) -> Callable[[], datetime.datetime]:
    return lambda: datetime.datetime(year, 5, 1, 20, 15)


@pytest.mark.parametrize(
    ("year", "answer", "status", "says"),
    [
        (1970, Answer(0, "no\n"), Status.ERROR, "The clock says 1970-05-01"),
        (2027, Answer(0, "no\n"), Status.WARNING, "not set from the network"),
        (2027, Answer(0, "yes\n"), Status.OK, "and is set from the network"),
        (2027, Answer(None), Status.OK, "The clock says 2027-05-01 20:15."),
    ],
)
def test_time(year: int, answer: Answer, status: Status, says: str) -> None:
    expect(check_time(clock(year), lambda arguments, seconds: answer), status, says)


@pytest.mark.parametrize(
    ("flags", "status", "says"),
    [
        ("throttled=0x0", Status.OK, "The voltage is right, the processor has 51 °C"),
        ("throttled=0x50005", Status.ERROR, "The voltage is too low now"),
        ("throttled=0x50000", Status.WARNING, "The voltage was too low since the start"),
        ("throttled=0xe0008", Status.WARNING, "slowed down by heat now"),
        ("throttled=0x80000", Status.WARNING, "was slowed down by heat since the start"),
        ("nonsense", Status.WARNING, "cannot be understood"),
    ],
)
def test_power(flags: str, status: Status, says: str, tmp_path: Path) -> None:
    (tmp_path / "temp").write_text("51234\n")
    expect(check_power(lambda a, s: Answer(0, flags + "\n"), tmp_path / "model", tmp_path / "temp"), status, says)


def test_power_of_a_hot_machine_of_a_pc_and_of_a_pi_without_vcgencmd(tmp_path: Path) -> None:
    (tmp_path / "temp").write_text("84000\n")
    well, silent = (lambda a, s: Answer(0, "throttled=0x0")), (lambda a, s: Answer(None))
    expect(check_power(well, tmp_path / "model", tmp_path / "temp"), Status.WARNING, "The processor has 84 °C")
    expect(check_power(silent, tmp_path / "model", tmp_path / "temp"), Status.OK, "this is no Raspberry Pi")
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B")
    expect(check_power(silent, tmp_path / "model", tmp_path / "none"), Status.WARNING, "vcgencmd does not answer")


def test_libraries(tmp_path: Path) -> None:
    absent = answering("absent")
    expect(check_libraries(absent, tmp_path), Status.OK, "numpy")
    missing = check_libraries(absent, tmp_path, lambda name: None if name == "cv2" else "/usr/lib/python3/dist-packages")
    expect(missing, Status.ERROR, "The library cv2 cannot be loaded")
    broken = "ValueError: numpy.dtype size changed, may indicate binary incompatibility"
    expect(
        check_libraries(lambda a, s: Answer(1, "", f"Traceback\n{broken}\n"), tmp_path),
        Status.ERROR,
        "picamera2 and numpy do not fit, because pip has replaced apt's numpy",
    )
    expect(
        check_libraries(lambda a, s: Answer(1, "", "ImportError: libcamera.so.0.5\n"), tmp_path),
        Status.ERROR,
        "picamera2 cannot be loaded: ImportError: libcamera.so.0.5",
    )
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5")

    def place(name: str) -> str:
        return "/opt/v/lib/python3.13/site-packages/" + name if name == "numpy" else "/usr/lib/python3/dist-packages/" + name

    expect(check_libraries(absent, model, place), Status.WARNING, "numpy came by pip; on a Raspberry Pi take apt's")


def test_a_program_that_hangs_or_is_missing_is_waited_for_only_so_long() -> None:
    assert ask(("no-such-program-anywhere",)) == Answer(None, err="no-such-program-anywhere is not there")
    assert ask(("sleep", "30"), seconds=0.2).err == "sleep did not answer in 0.2 seconds"


# ---------------------------------------------------------------- configuration, reader


def test_configuration(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[camera]\nfps = 12\n")
    bad.write_text("[camera]\nfps = 0\nfsp = 1\n")
    finding, settings = check_configuration(good)
    expect(finding, Status.OK, "good.toml is right")
    assert settings.camera.fps == 12
    finding, settings = check_configuration(bad)
    expect(finding, Status.ERROR, "camera.fps is 0, but takes a number from 2 to 60. (1 more) See: bosstray config check")
    assert settings == Settings()


def test_the_reader_is_there() -> None:
    expect(check_reader(), Status.OK, "networks")
