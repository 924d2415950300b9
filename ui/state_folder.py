"""Where the program keeps its games: systemd's folder first, then the user's."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def state_folder(chosen: Path | None) -> Path:
    """The folder named on the command line, else systemd's `STATE_DIRECTORY`, else the user's state folder."""
    if chosen is not None:
        return chosen
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else Path(platformdirs.user_state_dir("bosstray"))
