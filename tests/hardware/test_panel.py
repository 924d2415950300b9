"""Buttons and lamps on gpiozero's mock pins: presses, also from other threads, lamps, and every fault in words."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.exc import BadPinFactory, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio import NoGpio, PanelError, explained, lgpio_factory
from hardware.holders import Holder, described, holders
from hardware.panel import Panel, PanelPins
from hardware.press import Press, Role

GREEN, RED, GREEN_LAMP, RED_LAMP = "GPIO17", "GPIO27", "GPIO12", "GPIO13"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def test_a_press_counts_at_once_and_its_bounces_do_not(factory: MockFactory) -> None:
    clock = Clock()
    with Panel(PanelPins(), factory, clock) as panel:
        pin = factory.pin(GREEN)
        for step in range(5):
            clock.now = 1.0 + step * 0.004
            pin.drive_low()
            clock.now += 0.002
            pin.drive_high()
        pin.drive_low()
        assert panel.presses(1.03, False) == [Press(Role.GREEN, 1.0)]
        clock.now = 1.5
        pin.drive_high()
        clock.now = 1.502
        pin.drive_low()
        clock.now = 1.504
        pin.drive_high()
        assert panel.presses(1.6, False) == []
        clock.now = 2.0
        pin.drive_low()
        assert panel.presses(2.0, False) == [Press(Role.GREEN, 2.0)]


def test_a_tap_of_20_ms_between_two_polls_counts(factory: MockFactory) -> None:
    clock = Clock()
    with Panel(PanelPins(), factory, clock) as panel:
        clock.now = 1.0
        factory.pin(RED).drive_low()
        clock.now = 1.02
        factory.pin(RED).drive_high()
        assert panel.presses(1.1, False) == [Press(Role.RED, 1.0)]
        assert panel.presses(1.2, False) == []


def test_a_hold_of_red_counts_as_one_held_press_when_asked_for(factory: MockFactory) -> None:
    clock = Clock()
    with Panel(PanelPins(), factory, clock) as panel:
        clock.now = 1.0
        factory.pin(RED).drive_low()
        factory.pin(GREEN).drive_low()
        assert panel.presses(1.0, True) == [Press(Role.GREEN, 1.0)]
        assert panel.presses(1.9, True) == [Press(Role.RED, 1.9, held=True)]
        clock.now = 2.5
        factory.pin(RED).drive_high()
        assert panel.presses(2.6, True) == []


class PressedPin(MockPWMPin):
    """A pin whose button is held down while it is opened."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._state = False


def test_a_button_that_is_stuck_from_the_start_does_nothing_until_released() -> None:
    factory = MockFactory(pin_class=PressedPin)
    clock = Clock()
    with Panel(PanelPins(), factory, clock) as panel:
        assert panel.pressed() == (Role.GREEN, Role.RED)
        assert panel.presses(0.5, False) == []
        clock.now = 1.0
        factory.pin(GREEN).drive_high()
        assert panel.presses(1.0, False) == []
        assert panel.pressed() == (Role.RED,)
        clock.now = 2.0
        factory.pin(GREEN).drive_low()
        assert panel.presses(2.0, False) == [Press(Role.GREEN, 2.0)]


def test_a_lost_edge_is_made_good_by_the_level(factory: MockFactory) -> None:
    clock = Clock()
    with Panel(PanelPins(), factory, clock) as panel:
        pin = factory.pin(GREEN)
        clock.now = 1.0
        pin.drive_low()
        assert panel.presses(1.0, False) == [Press(Role.GREEN, 1.0)]
        pin._change_state(True)  # the contact opens, and no event comes
        assert panel.presses(1.5, False) == []
        pin._change_state(False)
        assert panel.presses(2.0, False) == [Press(Role.GREEN, 2.0)]


def test_presses_from_other_threads_all_arrive_once_and_in_order(factory: MockFactory) -> None:
    clock = Clock()
    clock.now = 1.0
    rounds = 50
    with Panel(PanelPins(), factory, clock) as panel:
        taken: list[Press] = []
        begin, done = threading.Barrier(3), threading.Barrier(3)

        def finger(name: str) -> None:
            pin = factory.pin(name)
            for _ in range(rounds):
                begin.wait(10)
                pin.drive_low()
                done.wait(10)
                begin.wait(10)
                pin.drive_high()
                done.wait(10)

        threads = [threading.Thread(target=finger, args=(name,)) for name in (GREEN, RED)]
        for thread in threads:
            thread.start()
        for _ in range(rounds * 2):
            clock.now += 0.1
            begin.wait(10)
            done.wait(10)
            taken += panel.presses(clock.now, False)
        for thread in threads:
            thread.join(10)
            assert not thread.is_alive()
    for role in (Role.GREEN, Role.RED):
        times = [press.time for press in taken if press.role is role]
        assert times == pytest.approx([1.1 + 0.2 * step for step in range(rounds)])


def test_lamps_shine_as_told_when_awaited_glow_when_possible_and_go_dark(factory: MockFactory) -> None:
    with Panel(PanelPins(glow=0.25), factory) as panel:
        green, red = factory.pin(GREEN_LAMP), factory.pin(RED_LAMP)
        panel.show("quiet", "dark")
        assert (green.state, red.state) == (0.25, 0)
        panel.show("lit", "lit", (0.5, 0.75))
        assert (green.state, red.state) == (0.5, 0.75)
        for step in range(50):
            panel.show("lit", "lit", (0.5 + step / 100, 0.75))
        assert green.state == pytest.approx(0.98, abs=0.021)
        assert len(red.states) <= 3, "the driver is told only of changes"
        panel.show("dark", "dark")
        assert (green.state, red.state) == (0, 0)
        panel.light(Role.RED, 1.0)
        assert red.state == 1
        panel.show("dark", "dark")
        assert red.state == 0
    assert (green.function, red.function) == ("input", "input")


def test_lamps_may_light_at_a_low_level(factory: MockFactory) -> None:
    with Panel(PanelPins(glow=0.25, active_high=False), factory) as panel:
        panel.show("quiet", "dark")
        assert (factory.pin(GREEN_LAMP).state, factory.pin(RED_LAMP).state) == (0.75, 1)


def test_a_panel_without_lamps_still_presses(factory: MockFactory) -> None:
    clock = Clock()
    with Panel(PanelPins(green_lamp=None, red_lamp=None), factory, clock) as panel:
        panel.show("lit", "dark")
        clock.now = 1.0
        factory.pin(GREEN).drive_low()
        assert panel.presses(1.0, False) == [Press(Role.GREEN, 1.0)]


def test_a_lamp_that_fails_while_playing_stops_nothing(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    with Panel(PanelPins(), factory) as panel:

        def broken(self: MockPWMPin, value: float) -> None:
            raise OSError("Input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(MockPWMPin, "_set_state", broken)
            panel.show("quiet", "dark")
        assert panel.fault is not None and "GPIO" in panel.fault
        assert panel.presses(1.0, False) == []


def test_a_closed_panel_leaves_no_callback_behind(factory: MockFactory) -> None:
    panel = Panel(PanelPins(), factory)
    pins = [factory.pin(name) for name in (GREEN, RED)]
    assert all(pin.when_changed is not None for pin in pins)
    panel.close()
    assert all(pin.when_changed is None for pin in pins)


def test_panels_close_twice_and_free_their_pins(factory: MockFactory) -> None:
    panel = Panel(PanelPins(), factory)
    panel.close()
    panel.close()
    with Panel(PanelPins(), factory) as again:
        assert again.presses(1.0, False) == []


@pytest.mark.parametrize(
    ("pins", "says"),
    [
        (PanelPins(green_button="GPIO99"), "The pin GPIO99 does not exist on this board"),
        (PanelPins(green_button="GPIO27"), "The pin GPIO27 is used twice in this program"),
        (PanelPins(red_lamp="GPIO17"), "The pin GPIO17 is used twice in this program"),
    ],
)
def test_wrong_pins_are_named_and_nothing_stays_reserved(factory: MockFactory, pins: PanelPins, says: str) -> None:
    with pytest.raises(PanelError, match=says) as caught:
        Panel(pins, factory)
    assert "\n" not in str(caught.value)
    Panel(PanelPins(), factory).close()


def test_a_pin_that_cannot_dim_is_named() -> None:
    plain = MockFactory()
    with pytest.raises(PanelError, match="The pin GPIO12 cannot dim a lamp"):
        Panel(PanelPins(), plain)
    plain.reset()


class FakeLgpioError(Exception):
    pass


def fake_lgpio(monkeypatch: pytest.MonkeyPatch, says: str | None) -> None:
    module = types.ModuleType("lgpio")
    if says is not None:
        for name in ("SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN", "BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE"):
            setattr(module, name, 0)
        module.error = FakeLgpioError  # type: ignore[attr-defined]

        def gpiochip_open(chip: int) -> int:
            raise FakeLgpioError(says)

        module.gpiochip_open = gpiochip_open  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xD03114)


@pytest.fixture
def lgpio_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("LG_WD", raising=False)
    yield
    sys.modules.pop("gpiozero.pins.lgpio", None)
    os.environ.pop("LG_WD", None)


@pytest.mark.usefixtures("lgpio_afterwards")
def test_lgpio_puts_its_pipe_into_the_runtime_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_lgpio(monkeypatch, "can not open gpiochip")
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(PanelError):
        lgpio_factory(tmp_path, devices=tmp_path)
    assert os.environ["LG_WD"] == str(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setenv("LG_WD", str(tmp_path / "file" / "run"))
    with pytest.raises(PanelError, match="for lgpio's pipe cannot be made: Not a directory; name another in LG_WD"):
        lgpio_factory(tmp_path, devices=tmp_path)


@pytest.mark.usefixtures("lgpio_afterwards")
def test_lgpio_may_not_change_the_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real one changes to `LG_WD` when it is loaded, and relative folders of the command line would go astray."""
    fake_lgpio(monkeypatch, "can not open gpiochip")
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "started").mkdir()
    monkeypatch.chdir(tmp_path / "started")
    refused = sys.modules["lgpio"].gpiochip_open

    def gpiochip_open(chip: int) -> int:
        os.chdir(tmp_path)
        return refused(chip)

    monkeypatch.setattr(sys.modules["lgpio"], "gpiochip_open", gpiochip_open)
    with pytest.raises(PanelError):
        lgpio_factory(tmp_path, devices=tmp_path)
    assert Path.cwd() == tmp_path / "started"


@pytest.mark.usefixtures("lgpio_afterwards")
def test_no_chip_a_forbidden_chip_a_busy_pin_and_an_empty_lgpio_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake_lgpio(monkeypatch, "can not open gpiochip")
    with pytest.raises(NoGpio, match=r"there is no /dev/gpiochip; use the keyboard or touch"):
        lgpio_factory(tmp_path, devices=tmp_path)
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PanelError, match=r"not permitted to this user; run: sudo usermod -aG gpio"):
        lgpio_factory(tmp_path, devices=tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: True)
    proc = tmp_path / "proc"
    (proc / "412" / "fd").mkdir(parents=True)
    (proc / "412" / "comm").write_text("pinctrl\n")
    (proc / "412" / "fd" / "3").symlink_to(tmp_path / "gpiochip0")
    busy = explained(FakeLgpioError("'GPIO busy'"), GREEN, devices=tmp_path, proc=proc)
    assert str(busy) == "The pin GPIO17 is in use by pinctrl (process 412); end it, or choose another pin."
    odd = explained(FakeLgpioError("bad event request"), GREEN, devices=tmp_path, proc=proc)
    assert str(odd) == "The pin GPIO17 cannot be used: bad event request."
    fake_lgpio(monkeypatch, None)
    with pytest.raises(PanelError, match=r"lgpio is missing or empty; install it with: sudo apt install python3-lgpio"):
        lgpio_factory(tmp_path, devices=tmp_path)


@pytest.mark.usefixtures("lgpio_afterwards")
def test_a_missing_lgpio_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(PanelError, match="sudo apt install python3-lgpio"):
        lgpio_factory(tmp_path, devices=tmp_path)


@pytest.mark.parametrize("error", [PinUnknownPi("no revision"), BadPinFactory("none")])
def test_a_machine_that_is_no_raspberry_pi_has_no_gpio(error: Exception, tmp_path: Path) -> None:
    assert isinstance(explained(error, devices=tmp_path), NoGpio)


HOLD = "import sys; held = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"


def test_another_program_that_holds_a_device_is_found(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    assert holders([device]) == ()
    with subprocess.Popen([sys.executable, "-c", HOLD, str(device)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == b"open\n"
        found = holders([device])
        other.stdin.close()
        other.wait(10)
    assert [holder.pid for holder in found] == [other.pid]
    assert described(found) == f"{found[0].name} (process {other.pid})"
    assert holders([device]) == ()


def test_holders_in_words() -> None:
    assert described(()) == "another program"
    assert described((Holder(3, "a"), Holder(4, "b"))) == "a (process 3) and b (process 4)"
