"""The panel on the table: two arcade buttons and their lamps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpiozero import Factory

from hardware.buttons import Buttons
from hardware.gpio import PanelError, lgpio_factory
from hardware.lamps import Lamps, Light
from hardware.press import Press, Role

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PanelPins:
    """Pins by name. A lamp of `None` is not wired; `glow` is 0 to 1; `active_high` is false where a low level lights a lamp."""

    green_button: str = "GPIO17"
    red_button: str = "GPIO27"
    green_lamp: str | None = "GPIO12"
    red_lamp: str | None = "GPIO13"
    glow: float = 0.3
    active_high: bool = True


class Panel:
    """Owns the buttons and lamps; a context manager, polled by the loop that plays. Raises `PanelError`.

    A lamp that fails later never stops a game: `fault` then says why.
    """

    def __init__(self, pins: PanelPins, factory: Factory, clock: Callable[[], float] = time.monotonic) -> None:
        lamps = {Role.GREEN: pins.green_lamp, Role.RED: pins.red_lamp}
        wired = {role: pin for role, pin in lamps.items() if pin is not None}
        self.fault: str | None = None
        self._factory = factory
        self._buttons = Buttons({Role.GREEN: pins.green_button, Role.RED: pins.red_button}, factory, clock)
        try:
            self._lamps = Lamps(wired, factory, pins.glow, pins.active_high)
        except PanelError:
            self._buttons.close()
            raise

    def __enter__(self) -> Panel:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        """What was pressed since the last call; `now` in seconds of the clock given to the constructor."""
        return self._buttons.presses(now, red_waits)

    def show(self, green: str, red: str, levels: tuple[float, float] = (1.0, 1.0)) -> None:
        """What the lamps do: each "lit" (the game waits for this press), "quiet" (a press would count) or "dark".

        A lit lamp is as bright as its part of `levels` says, 0 to 1.
        """
        try:
            self._lamps.show(Role.GREEN, Light(green), levels[0])
            self._lamps.show(Role.RED, Light(red), levels[1])
        except PanelError as error:
            if self.fault is None:
                log.warning("The lamps have failed: %s", error)
            self.fault = str(error)

    def pressed(self) -> tuple[Role, ...]:
        """The buttons that are down at this moment."""
        return self._buttons.closed()

    def light(self, role: Role, brightness: float) -> None:
        """Lights one lamp for a test, 0 to 1."""
        self._lamps.steady(role, brightness)

    def close(self) -> None:
        """Turns the lamps off and frees the pins and their factory; may be called twice."""
        self._lamps.close()
        self._buttons.close()
        self._factory.close()


def open_panel(pins: PanelPins, folder: Path, clock: Callable[[], float] = time.monotonic) -> Panel:
    """The panel of this Raspberry Pi; `folder` is a writable one for lgpio's pipe. Raises `PanelError`, e.g. `NoGpio`."""
    factory = lgpio_factory(folder)
    try:
        return Panel(pins, factory, clock)
    except PanelError:
        factory.close()
        raise
