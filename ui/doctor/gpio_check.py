"""Are the buttons and lamps there?"""

from __future__ import annotations

from collections.abc import Callable

from hardware.gpio import NoGpio, PanelError
from hardware.panel import Panel, open_panel
from ui.doctor.finding import Finding, error, ok, warning
from ui.folders import runtime_folder
from ui.settings import Settings

ITEM = "gpio"


def check_gpio(settings: Settings, opener: Callable[[], Panel] | None = None) -> Finding:
    """Opens the pins for a moment and looks whether a button is stuck."""
    use = settings.buttons.use
    if use == "never":
        return ok(ITEM, "The buttons are turned off (buttons.use); the keyboard and touch do the same.")
    try:
        panel = opener() if opener else open_panel(settings.pins, runtime_folder())
    except NoGpio as fault:
        return error(ITEM, str(fault)) if use == "always" else warning(ITEM, str(fault))
    except PanelError as fault:
        said = str(fault)
        return warning(ITEM, f"{said} The kiosk is running.") if "in use by bosstray" in said else error(ITEM, said)
    with panel:
        stuck = panel.pressed()
    pins = settings.pins
    if stuck:
        names = " and ".join(role.value for role in stuck)
        return warning(
            ITEM, f"The {names} button is pressed all the time; release it, or look for a short between its pin and ground."
        )
    lamps = ", ".join(f"{colour} {pin or 'none'}" for colour, pin in (("green", pins.green_lamp), ("red", pins.red_lamp)))
    return ok(
        ITEM,
        f"Buttons: green {pins.green_button}, red {pins.red_button}; lamps: {lamps}. Try them with: bosstray doctor buttons.",
    )
