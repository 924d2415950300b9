"""The pins of a Raspberry Pi through gpiozero on lgpio, and what can go wrong with them in words."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from gpiozero import Factory
from gpiozero.exc import BadPinFactory, GPIOPinInUse, GPIOZeroError, PinError, PinInvalidPin, PinPWMError, PinUnknownPi

from hardware.holders import PROC, described, holders

DEVICES = Path("/dev")
NO_CHIP = "No GPIO here, there is no /dev/gpiochip; use the keyboard or touch."
MISSING = "The program lgpio is missing or empty; install it with: sudo apt install python3-lgpio."


class PanelError(ValueError):
    """Buttons or lamps that cannot be used, in one sentence that says what to do."""


class NoGpio(PanelError):
    """This machine has no pins at all; keyboard and touch do the same."""


def lgpio_factory(folder: Path, devices: Path = DEVICES) -> Factory:
    """The pins of this Raspberry Pi, always by lgpio and never by a silent second choice.

    `folder` is where lgpio may put its named pipe (its `LG_WD`; else it would be the working directory). Raises `PanelError`.
    """
    if not any(devices.glob("gpiochip*")):
        raise NoGpio(NO_CHIP)
    pipes = Path(os.environ.setdefault("LG_WD", str(folder)))
    try:
        pipes.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PanelError(
            f"The folder {pipes} for lgpio's pipe cannot be made: {error.strerror}; name another in LG_WD."
        ) from error
    try:
        with _same_working_directory():
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
    except gpio_errors() as error:
        raise explained(error, devices=devices) from error


@contextlib.contextmanager
def _same_working_directory() -> Iterator[None]:
    """lgpio changes to `LG_WD` when it is imported; a folder named on the command line must not turn into one below that."""
    try:
        before = Path.cwd()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        os.chdir(before)


def gpio_errors() -> tuple[type[Exception], ...]:
    """What gpiozero and, once it is loaded, lgpio raise. An empty stub of lgpio raises `AttributeError`."""
    lgpio: ModuleType | None = sys.modules.get("lgpio")
    own = getattr(lgpio, "error", None)
    known: tuple[type[Exception], ...] = (GPIOZeroError, ImportError, AttributeError, OSError)
    return (*known, own) if isinstance(own, type) and issubclass(own, Exception) else known


def explained(error: Exception, pin: str | None = None, devices: Path = DEVICES, proc: Path = PROC) -> PanelError:
    """`error` of gpiozero or lgpio as one sentence that says what to do about it; `pin` is the name of the pin asked for."""
    chips = sorted(devices.glob("gpiochip*"))
    which = f"The pin {pin}" if pin else "GPIO"
    match error:
        case PinInvalidPin():
            return PanelError(f"{which} does not exist on this board; name it as in GPIO17 or BOARD11.")
        case GPIOPinInUse():
            return PanelError(f"{which} is used twice in this program; give every button and lamp a pin of its own.")
        case PinPWMError():
            return PanelError(f"{which} cannot dim a lamp; give it another pin.")
        case PinUnknownPi() | BadPinFactory():
            return NoGpio("No GPIO here, this is no Raspberry Pi; use the keyboard or touch.")
        case ImportError() | AttributeError():
            return PanelError(MISSING)
    if not chips:
        return NoGpio(NO_CHIP)
    if isinstance(error, PermissionError) or not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return PanelError("GPIO is not permitted to this user; run: sudo usermod -aG gpio $USER, and log in again.")
    if "busy" in str(error).lower() or isinstance(error, PinError):
        who = described(holders(chips, proc))
        return PanelError(f"{which} is in use by {who}; end it, or choose another pin.")
    return PanelError(f"{which} cannot be used: {str(error).strip() or type(error).__name__}.")
