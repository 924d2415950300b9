"""The checks inside the guest: a bouncing press counts once, a tap of 20 ms counts, a hold is a hold, lamps light, a pin in
use is named, and lgpio leaves nothing where the program was started.

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
GREEN, RED, GREEN_LAMP, RED_LAMP = 17, 27, 12, 13
BOUNCES, STEP = 5, 0.002
BOUNCED_SECONDS = 0.035
"""A contact that bounces for longer is broken, and a host that is too busy makes it so: then it is tried again."""
TRIES = 40
STARTED_IN = Path.cwd()
STARTED_WITH = sorted(STARTED_IN.iterdir())
OTHER = "import time; from gpiozero import Button; Button('GPIO17'); print('held', flush=True); time.sleep(60)"


CONTACTS = {line: os.open(CHIP / f"sim_gpio{line}" / "pull", os.O_WRONLY) for line in (GREEN, RED)}


def drive(line: int, closed: bool) -> None:
    """A contact to ground closes or opens."""
    os.pwrite(CONTACTS[line], b"pull-down" if closed else b"pull-up", 0)


def level(line: int) -> int:
    return int((CHIP / f"sim_gpio{line}" / "value").read_text())


def presses(panel: Panel, seconds: float, red_waits: bool = False) -> list[Press]:
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found += panel.presses(time.monotonic(), red_waits)
        time.sleep(0.005)
    return found


def bounced(line: int, closed: bool) -> float:
    """The contact comes to rest `closed` after some bounces; gives how long they took."""
    begun = time.monotonic()
    for step in range(2 * BOUNCES + 1):
        drive(line, closed == (step % 2 == 0))
        # A sleep is no shorter than the guest's tick of 10 ms.
        while time.monotonic() < begun + (step + 1) * STEP:
            pass
    return time.monotonic() - begun


def bouncing_press_counts_once(panel: Panel) -> None:
    for _ in range(TRIES):
        took = bounced(GREEN, True)
        found = presses(panel, 0.3)
        took = max(took, bounced(GREEN, False))
        found += presses(panel, 0.3)
        if took <= BOUNCED_SECONDS:
            break
    else:
        raise AssertionError(f"this machine is too busy: {2 * BOUNCES} bounces took {took:.3f} s")
    assert [press.role for press in found] == [Role.GREEN], found


def tap_of_20_ms_counts(panel: Panel) -> None:
    drive(GREEN, True)
    time.sleep(0.02)
    drive(GREEN, False)
    assert [press.role for press in presses(panel, 0.3)] == [Role.GREEN]


def ten_presses_are_ten_while_the_lamps_glow(panel: Panel) -> None:
    panel.show("quiet", "quiet")
    found = []
    for _ in range(10):
        drive(GREEN, True)
        found += presses(panel, 0.08)
        drive(GREEN, False)
        found += presses(panel, 0.08)
    assert [press.role for press in found] == [Role.GREEN] * 10, found


def hold_of_red_is_one_held_press(panel: Panel) -> None:
    drive(RED, True)
    found = presses(panel, 1.5, red_waits=True)
    drive(RED, False)
    found += presses(panel, 0.3, red_waits=True)
    assert [(press.role, press.held) for press in found] == [(Role.RED, True)], found
    drive(RED, True)
    found = presses(panel, 0.2, red_waits=True)
    drive(RED, False)
    found += presses(panel, 0.3, red_waits=True)
    assert [(press.role, press.held) for press in found] == [(Role.RED, False)], found


def both_at_once_are_one_of_each(panel: Panel) -> None:
    drive(GREEN, True)
    drive(RED, True)
    found = presses(panel, 0.3)
    drive(RED, False)
    drive(GREEN, False)
    found += presses(panel, 0.3)
    assert sorted(press.role.value for press in found) == ["green", "red"], found


def levels(line: int, seconds: float) -> set[int]:
    """The levels that a lamp's line has within some time."""
    seen = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(seen) < 2:
        seen.add(level(line))
    return seen


def both_lamps_light_glow_and_go_dark(panel: Panel) -> None:
    for role, lit, dark in ((Role.GREEN, GREEN_LAMP, RED_LAMP), (Role.RED, RED_LAMP, GREEN_LAMP)):
        panel.light(role, 1.0)
        time.sleep(0.1)
        assert (level(lit), level(dark)) == (1, 0), role
        panel.light(role, 0.0)
        time.sleep(0.1)
        assert (level(lit), level(dark)) == (0, 0), role
    panel.show("dark", "quiet")
    assert levels(RED_LAMP, 3.0) == {0, 1}, "a glow is a pulse width"
    assert levels(GREEN_LAMP, 0.2) == {0}
    panel.show("lit", "dark", (0.5, 1.0))
    assert levels(GREEN_LAMP, 3.0) == {0, 1}, "so is a lit lamp on its way up or down"
    panel.show("dark", "dark")
    time.sleep(0.1)
    assert (level(GREEN_LAMP), level(RED_LAMP)) == (0, 0)


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


def nothing_lies_where_the_program_was_started(panel: Panel) -> None:
    panel.close()
    assert os.environ["LG_WD"] == str(FOLDER)
    assert list(FOLDER.glob(".lgd-nfy*")), "lgpio has put its pipe elsewhere"
    assert Path.cwd() == STARTED_IN, "lgpio has changed the working directory"
    there = sorted(STARTED_IN.iterdir())
    assert there == STARTED_WITH, there


CHECKS: tuple[Callable[[Panel], None], ...] = (
    bouncing_press_counts_once,
    tap_of_20_ms_counts,
    ten_presses_are_ten_while_the_lamps_glow,
    hold_of_red_is_one_held_press,
    both_at_once_are_one_of_each,
    both_lamps_light_glow_and_go_dark,
    pin_in_use_is_named,
    nothing_lies_where_the_program_was_started,
)


def main(result: Path) -> None:
    """Runs all checks; the first that fails ends it."""
    drive(GREEN, False)
    drive(RED, False)
    for check in CHECKS:
        panel = open_panel(PINS, FOLDER)
        try:
            check(panel)
        finally:
            panel.close()
        print(f"{check.__name__.replace('_', ' ')}: right", flush=True)
    result.write_text("PASSED\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
