"""Where things lie while the program runs: systemd's folders first, then the user's."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ui.settings import Settings
from ui.state_folder import state_folder

CALIBRATION = "calibration.toml"


def runtime_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """A folder for what need not survive a restart: lgpio's pipe and the last pictures. It is made when it is missing.

    systemd's `RUNTIME_DIRECTORY`, else the user's runtime folder, else one below the folder for temporary files.
    """
    given = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    candidates = [Path(given)] if given else []
    own = environment.get("XDG_RUNTIME_DIR", "")
    if own:
        candidates.append(Path(own) / "bosstray")
    for folder in candidates:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    name = f"bosstray-{os.getuid()}" if hasattr(os, "getuid") else "bosstray"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def calibration_file(settings: Settings) -> Path:
    """The calibration of this table: the one of the configuration, else `calibration.toml` in the folder of the games."""
    return settings.folders.calibration_path or state_folder(settings.folders.state_path) / CALIBRATION
