"""The lamps in the two arcade buttons: dark, a steady glow, or lit as brightly as the screen's picture of the button."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from gpiozero import PWMLED, Factory

from hardware.gpio import explained, gpio_errors
from hardware.press import Role

STEP = 0.02
"""A smaller change of brightness is not worth a word to the driver."""


class Light(enum.Enum):
    """What a lamp does: `LIT`, the game waits for this press; `QUIET` glows, a press would count; `DARK` is off."""

    LIT = "lit"
    QUIET = "quiet"
    DARK = "dark"


class Lamps:
    """Lamps by role, each on a pin by name (`GPIO12`), dimmed by pulse width; closed by its owner, `close` may be called twice.

    `glow` is the brightness of a lamp that glows, 0 to 1. `active_high` is false for a driver that lights at a low level.
    Raises `PanelError`.
    """

    def __init__(self, pins: Mapping[Role, str], factory: Factory, glow: float = 0.3, active_high: bool = True) -> None:
        self._glow = glow
        self._lamps: dict[Role, PWMLED] = {}
        self._shown: dict[Role, tuple[Light, float]] = {}
        for role, pin in pins.items():
            try:
                self._lamps[role] = PWMLED(pin, active_high=active_high, initial_value=0, pin_factory=factory)
            except gpio_errors() as error:
                self.close()
                raise explained(error, pin) from error
            self._shown[role] = (Light.DARK, 0.0)

    def show(self, role: Role, light: Light, level: float = 1.0) -> None:
        """Lets a lamp do `light` from now on, a lit one `level` bright, 0 to 1; nothing happens when it does so already, or
        when there is no such lamp."""
        lamp = self._lamps.get(role)
        if lamp is None:
            return
        value = {Light.LIT: level, Light.QUIET: self._glow, Light.DARK: 0.0}[light]
        shown, before = self._shown[role]
        if shown is light and abs(value - before) < STEP:
            return
        try:
            lamp.value = value
        except gpio_errors() as error:
            raise explained(error) from error
        self._shown[role] = (light, value)

    def steady(self, role: Role, brightness: float) -> None:
        """Lights a lamp for a test, 0 to 1."""
        lamp = self._lamps.get(role)
        if lamp is not None:
            lamp.value = brightness
            self._shown[role] = (Light.DARK if brightness == 0 else Light.QUIET, brightness)

    def close(self) -> None:
        """Turns the lamps off and frees the pins."""
        for lamp in self._lamps.values():
            if not lamp.closed:
                lamp.off()
                lamp.close()
        self._lamps.clear()
