"""The lamps in the two arcade buttons: dark, a steady glow, or a slow pulse."""

from __future__ import annotations

import enum
from collections.abc import Mapping

from gpiozero import PWMLED, Factory

from hardware.gpio import explained, gpio_errors
from hardware.press import Role

PULSE_SECONDS = 1.2
FULL = 1.0


class Light(enum.Enum):
    """What a lamp does: `LIT` pulses, the game waits for this press; `QUIET` glows, a press would count; `DARK` is off."""

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
        self._shown: dict[Role, Light] = {}
        for role, pin in pins.items():
            try:
                self._lamps[role] = PWMLED(pin, active_high=active_high, initial_value=0, pin_factory=factory)
            except gpio_errors() as error:
                self.close()
                raise explained(error, pin) from error
            self._shown[role] = Light.DARK

    def show(self, role: Role, light: Light) -> None:
        """Lets a lamp do `light` from now on; nothing happens when it does so already, or when there is no such lamp."""
        lamp = self._lamps.get(role)
        if lamp is None or self._shown[role] is light:
            return
        try:
            match light:
                case Light.LIT:
                    lamp.pulse(fade_in_time=PULSE_SECONDS, fade_out_time=PULSE_SECONDS)
                case Light.QUIET:
                    lamp.value = self._glow
                case Light.DARK:
                    lamp.off()
        except gpio_errors() as error:
            raise explained(error) from error
        self._shown[role] = light

    def steady(self, role: Role, brightness: float) -> None:
        """Lights a lamp for a test, 0 to 1."""
        lamp = self._lamps.get(role)
        if lamp is not None:
            lamp.value = brightness
            self._shown[role] = Light.DARK if brightness == 0 else Light.QUIET

    def close(self) -> None:
        """Turns the lamps off and frees the pins."""
        for lamp in self._lamps.values():
            if not lamp.closed:
                lamp.off()
                lamp.close()
        self._lamps.clear()
