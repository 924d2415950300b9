"""The plug is pulled while a game is played: what was kept is there afterwards, and the same round goes on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "power" / "run.sh"
CUTS = 3
SECONDS = 1200


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.skipif(
    shutil.which("linux.uml") is None,
    reason="needs a machine whose plug can be pulled: sudo apt install user-mode-linux e2fsprogs",
)
def test_no_step_that_was_kept_is_lost_with_the_power(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run([str(RUN), str(CUTS)], capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode == 77:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    found = re.search(rf"{CUTS} power cuts, (\d+) steps told, none lost\.", done.stdout)
    assert found is not None and int(found.group(1)) > CUTS
    with capsys.disabled():
        print(f"\n{found.group(0)}")
