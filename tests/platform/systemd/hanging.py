"""The program `bosstray`, of which one thread hangs as soon as a file says so: /run/bosstray/hang-camera or hang-main."""

import sys
import time
from pathlib import Path
from typing import Any

from hardware.recording import RecordedCamera
from ui.cli import main
from ui.kiosk import Kiosk


def hanging(method: Any, name: str) -> Any:
    """`method` that first waits for as long as the file is there."""

    def wrapped(*arguments: Any) -> Any:
        while Path("/run/bosstray", name).exists():
            time.sleep(0.1)
        return method(*arguments)

    return wrapped


if __name__ == "__main__":
    RecordedCamera.read = hanging(RecordedCamera.read, "hang-camera")
    Kiosk._poll = hanging(Kiosk._poll, "hang-main")
    sys.exit(main())
