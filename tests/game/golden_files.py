"""The acceptance data beside the project; whatever needs it is skipped visibly without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def golden(name: str) -> Any:
    """A golden file as data; skips the test when the folder is not there."""
    path = SHARED / "golden" / name
    if not path.is_file():
        pytest.skip(f"needs ../shared/golden/{name}")
    return json.loads(path.read_text())
