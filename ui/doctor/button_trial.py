"""The buttons and lamps tried by hand: each press is told, each lamp is lit."""

from __future__ import annotations

import time
from collections.abc import Callable

from hardware.panel import Panel
from hardware.press import Press, Role
from ui.terminal_keys import TerminalKeys

POLL_SECONDS = 0.01
LAMP_SECONDS = 1.0


def try_buttons(
    panel: Panel | None,
    keys: TerminalKeys,
    seconds: float,
    tell: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Lights each lamp in turn, then tells every press and lights the lamp of its button while it is down.

    Ends after `seconds` or at Q; gives how many presses there were.
    """
    if panel is not None:
        for role in (Role.GREEN, Role.RED):
            tell(f"The {role.value} lamp is lit now.")
            panel.light(role, 1.0)
            pause(LAMP_SECONDS)
            panel.light(role, 0.0)
    tell(f"Press the buttons; G and R do the same, Q ends. It ends by itself after {seconds:g} seconds.")
    begun, count = clock(), 0
    while clock() - begun < seconds:
        now = clock()
        typed = keys.presses(now)
        pressed: list[Press] = panel.presses(now, red_waits=False) if panel is not None else []
        for press, how in [*((press, "key") for press in typed), *((press, "button") for press in pressed)]:
            if press.role is Role.QUIT:
                return count
            count += 1
            tell(f"{now - begun:6.2f} s  {press.role.value} {how}")
        if panel is not None:
            down = panel.pressed()
            for role in (Role.GREEN, Role.RED):
                panel.light(role, 1.0 if role in down else 0.0)
        pause(POLL_SECONDS)
    return count
