"""The units of systemd: nothing to say against them, well hardened, and on a booted machine they do what they promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
UNITS = ROOT / "systemd"
CACHE = Path(
    os.environ.get("BOSSTRAY_PLATFORM_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bosstray"
)
WORST_SCORE = 4.0
SECONDS = 900

analyzed = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here: apt install systemd"
)


def placed(unit: str, folder: Path, spoil: str = "") -> Path:
    """A copy of a unit whose program exists on this machine."""
    program = folder / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = folder / unit
    copy.write_text((UNITS / unit).read_text().replace("/opt/bosstray/current/venv/bin/bosstray", str(program)) + spoil)
    return copy


def verified(unit: Path, *options: str) -> str:
    command = ["systemd-analyze", *options, "verify", "--recursive-errors=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr


@analyzed
@pytest.mark.parametrize("unit", ["bosstray.service", "bosstray-fault.service"])
def test_systemd_has_nothing_to_say_against_a_unit(unit: str, tmp_path: Path) -> None:
    assert verified(placed(unit, tmp_path)) == ""


@analyzed
def test_systemd_has_nothing_to_say_against_the_unit_of_a_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert verified(placed("bosstray-desktop.service", tmp_path), "--user") == ""


@analyzed
def test_a_misspelt_key_would_be_noticed(tmp_path: Path) -> None:
    assert "WatchdogSek" in verified(placed("bosstray.service", tmp_path, "\n[Service]\nWatchdogSek=3\n"))


@analyzed
def test_the_unit_is_hardened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(placed("bosstray.service", tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if "--offline" in done.stderr:
        pytest.skip("this systemd cannot rate a unit that is not loaded")
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    with capsys.disabled():
        print(f"\nsystemd-analyze security: {found.group(0)}")
    assert float(found.group(1)) <= WORST_SCORE


def keys(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (UNITS / unit).read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("unit", ["bosstray.service", "bosstray-desktop.service"])
def test_a_unit_is_ready_by_notice_fed_by_progress_and_not_restarted_after_78(unit: str) -> None:
    found = keys(unit)
    assert found["Type"] == ["notify"] and found["Restart"] == ["on-failure"]
    assert found["RestartPreventExitStatus"] == ["78"]
    assert int(found["WatchdogSec"][0]) > 5 and int(found["TimeoutStopSec"][0]) <= 10
    assert any("LG_WD=%t/bosstray" in line for line in found["Environment"])


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.skipif(
    not (CACHE / "systemd-trixie" / ".passed").exists() or os.geteuid() != 0 or shutil.which("systemd-nspawn") is None,
    reason="the machine with a real systemd is not built (5 minutes, as root): tests/platform/systemd/run.sh",
)
def test_the_unit_under_a_real_systemd(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        ["sh", str(ROOT / "tests/platform/systemd/run.sh")], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    with capsys.disabled():
        print(f"\n{done.stdout}")
