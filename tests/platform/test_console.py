"""The kiosk on the console of a machine without a desktop, drawn by SDL's KMSDRM, where that machine was built."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "kmsdrm" / "run.sh"
CACHE = Path(
    os.environ.get("BOSSTRAY_PLATFORM_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bosstray"
)
SECONDS = 2400
"""More than the deadlines of `check_console.py` together: a processor that is emulated on a busy one takes its time."""


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.skipif(
    not (CACHE / "kmsdrm-trixie" / ".complete").exists()
    or os.geteuid() != 0
    or any(shutil.which(tool) is None for tool in ("unshare", "qemu-system-x86_64", "cpio")),
    reason="the machine with a console is not built (5 minutes), or this is not root: sudo tests/platform/kmsdrm/run.sh",
)
def test_a_key_and_pictures_on_the_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(["sh", str(RUN), str(tmp_path)], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert {path.name for path in tmp_path.glob("*.ppm")} == {"console-attract.ppm", "console-set-up.ppm"}
    with capsys.disabled():
        print(f"\n{done.stdout}")
