"""The checks inside the guest: a bouncing press counts once, a tap of 20 ms counts, lamps light, a pin in use is named.

Without pytest, for the guest has only gpiozero and lgpio. The last line of the result is PASSED.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware.gpio import PanelError
from hardware.panel import Panel, PanelPins, open_panel
from hardware.press import Press, Role

CHIP = next(iter(sorted(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))))
PINS = PanelPins()
FOLDER = Path("/run/bosstray")
GREEN, GREEN_LAMP, RED_LAMP = 17, 12, 13
OTHER = "import time; from gpiozero import Button; Button('GPIO17'); print('held', flush=True); time.sleep(60)"


def drive(line: int, closed: bool) -> None:
    """A contact to ground closes or opens."""
    (CHIP / f"sim_gpio{line}" / "pull").write_text("pull-down" if closed else "pull-up")


def level(line: int) -> int:
    return int((CHIP / f"sim_gpio{line}" / "value").read_text())


def presses(panel: Panel, seconds: float) -> list[Press]:
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found += panel.presses(time.monotonic(), red_waits=False)
        time.sleep(0.005)
    return found


def bouncing_press_counts_once(panel: Panel) -> None:
    for _ in range(5):
        drive(GREEN, True)
        time.sleep(0.003)
        drive(GREEN, False)
        time.sleep(0.003)
    drive(GREEN, True)
    found = presses(panel, 0.3)
    for _ in range(5):
        drive(GREEN, False)
        time.sleep(0.003)
        drive(GREEN, True)
        time.sleep(0.003)
    drive(GREEN, False)
    found += presses(panel, 0.3)
    assert [press.role for press in found] == [Role.GREEN], found


def tap_of_20_ms_counts(panel: Panel) -> None:
    drive(GREEN, True)
    time.sleep(0.02)
    drive(GREEN, False)
    assert [press.role for press in presses(panel, 0.3)] == [Role.GREEN]


def ten_presses_are_ten(panel: Panel) -> None:
    found = []
    for _ in range(10):
        drive(GREEN, True)
        found += presses(panel, 0.08)
        drive(GREEN, False)
        found += presses(panel, 0.08)
    assert len(found) == 10, found


def lamps_light(panel: Panel) -> None:
    panel.light(Role.GREEN, 1.0)
    panel.light(Role.RED, 0.0)
    time.sleep(0.1)
    assert (level(GREEN_LAMP), level(RED_LAMP)) == (1, 0)
    panel.show("dark", "quiet")
    time.sleep(0.1)
    assert level(GREEN_LAMP) == 0
    assert {level(RED_LAMP) for _ in range(300)} == {0, 1}, "a glow is a pulse width"
    panel.show("lit", "dark")
    seen = set()
    end = time.monotonic() + 3
    while time.monotonic() < end:
        seen.add(level(GREEN_LAMP))
    assert seen == {0, 1}
    panel.show("dark", "dark")


def pin_in_use_is_named(panel: Panel) -> None:
    panel.close()
    other = subprocess.Popen(
        [sys.executable, "-c", OTHER], stdout=subprocess.PIPE, env={**os.environ, "GPIOZERO_PIN_FACTORY": "lgpio"}
    )
    try:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        try:
            open_panel(PINS, FOLDER).close()
        except PanelError as error:
            said = str(error)
        else:
            said = "nothing"
        assert said.startswith("The pin GPIO17 is in use by") and f"(process {other.pid})" in said, said
        print(said)
    finally:
        other.kill()
        other.wait(10)
    open_panel(PINS, FOLDER).close()


def pipe_lies_in_its_folder(panel: Panel) -> None:
    panel.close()
    assert list(FOLDER.glob(".lgd-nfy*")), "lgpio has put its pipe elsewhere"
    assert not list(Path("/run").glob(".lgd-nfy*"))


CHECKS: tuple[Callable[[Panel], None], ...] = (
    bouncing_press_counts_once,
    tap_of_20_ms_counts,
    ten_presses_are_ten,
    lamps_light,
    pin_in_use_is_named,
    pipe_lies_in_its_folder,
)


def main(result: Path) -> None:
    """Runs all checks; the first that fails ends it."""
    FOLDER.mkdir()
    drive(GREEN, False)
    for check in CHECKS:
        panel = open_panel(PINS, FOLDER)
        try:
            check(panel)
        finally:
            panel.close()
        print(f"{check.__name__}: right")
    result.write_text("PASSED\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
