"""Runs the checks on the real picamera2 and on a kernel's GPIO lines where their machines were built; says how when not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CACHE = Path(
    os.environ.get("BOSSTRAY_PLATFORM_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bosstray"
)
SECONDS = 900


def run(script: Path) -> None:
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.skipif(
    not (CACHE / "picamera-trixie" / ".complete").exists() or os.geteuid() != 0 or shutil.which("unshare") is None,
    reason="the real picamera2 is not built (3 minutes), or this is not root: sudo tests/platform/picamera/build.sh",
)
def test_the_camera_code_on_the_real_picamera2_and_libcamera() -> None:
    run(HERE / "picamera" / "run.sh")


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.skipif(
    not (CACHE / "uml-gpio").exists() or os.geteuid() != 0,
    reason="the kernel with GPIO lines is not built (5 to 10 minutes), or this is not root: sudo tests/platform/gpio/build.sh",
)
def test_buttons_and_lamps_on_lgpio_and_the_lines_of_a_kernel() -> None:
    run(HERE / "gpio" / "run.sh")
