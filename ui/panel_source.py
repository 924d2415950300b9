"""The panel of buttons and lamps that the configuration asks for."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from hardware.gpio import NoGpio, PanelError
from hardware.panel import Panel, open_panel
from ui.folders import runtime_folder
from ui.settings import Settings

log = logging.getLogger(__name__)


def configured_panel(settings: Settings, clock: Callable[[], float] = time.monotonic) -> Panel | None:
    """The panel, or `None` where there is none: `buttons.use` is never, or auto on a machine without GPIO.

    With auto, buttons that cannot be used are a warning, for keyboard and touch do the same; with always, a `PanelError`.
    """
    if settings.buttons.use == "never":
        return None
    try:
        return open_panel(settings.pins, runtime_folder(), clock)
    except NoGpio:
        if settings.buttons.use == "always":
            raise
        return None
    except PanelError as error:
        if settings.buttons.use == "always":
            raise
        log.warning("%s", error)
        return None
