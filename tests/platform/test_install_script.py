"""The installer without installing: what it refuses, what it says it would do, and the check of the libraries.

The whole installation on a small Debian is `sudo tests/platform/install/run.sh trixie`; see tests/platform/README.md.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TRAY = ROOT / "tray"
SCRIPTS = [TRAY, *sorted((ROOT / "systemd").glob("*.sh"))]
APT_NAMES = {"opencv-python-headless": "opencv"}

on_debian = pytest.mark.skipif(
    shutil.which("dpkg") is None
    or shutil.which("systemctl") is None
    or not re.search(r'VERSION_ID="1[23]"', Path("/etc/os-release").read_text()),
    reason="the installer runs on Debian 12 and 13",
)


def tray(*arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if path is not None:
        environment["PATH"] = f"{path}:{environment['PATH']}"
    command = ["sh", str(TRAY), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, env=environment, check=False
    )


def fake(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_plain_posix_shell(script: Path) -> None:
    assert script.read_text().startswith("#!/bin/sh\n")
    shell = shutil.which("dash") or "sh"
    assert subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False).stderr == ""
    # before.sh is a part of install.sh, and is looked at with it.
    if shutil.which("shellcheck") is not None and script.name != "before.sh":
        command = ["shellcheck", "--shell=sh", "--severity=warning", "--external-sources", str(script)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=script.parent)
        assert done.returncode == 0, done.stdout


def test_no_script_runs_what_it_just_fetched() -> None:
    for script in SCRIPTS:
        assert not re.search(r"(curl|wget)[^\n]*\|\s*(sudo\s+)?(ba|da)?sh", script.read_text())


def test_every_library_of_the_program_comes_from_apt() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = {line.split()[0] for line in (ROOT / "systemd/packages.txt").read_text().splitlines() if line and line[0] != "#"}
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=!~;\[ ]", requirement)[0]
        assert f"python3-{APT_NAMES.get(name, name)}" in listed, f"{name} is in no Debian package of systemd/packages.txt"


def test_no_screen_needs_a_younger_pygame_than_that_of_bookworm() -> None:
    """2.1.2 has `tostring` and `frombuffer`, but not yet their new names."""
    for path in (ROOT / "ui").rglob("*.py"):
        assert not re.search(r"pygame\.image\.(frombytes|tobytes)\(", path.read_text()), path


def test_the_build_tools_are_pinned_by_their_hashes() -> None:
    lines = [line for line in (ROOT / "systemd/build-requirements.txt").read_text().splitlines() if line and line[0] != "#"]
    assert lines and len(lines) % 2 == 0
    for name, value in zip(lines[::2], lines[1::2], strict=True):
        assert re.fullmatch(r"[a-z-]+==[0-9.]+ \\", name), name
        assert re.fullmatch(r" +--hash=sha256:[0-9a-f]{64}", value), value


@on_debian
@pytest.mark.parametrize(
    ("program", "script", "said"),
    [
        (
            "dpkg",
            "echo armhf",
            "This is a 32 bit system; write Raspberry Pi OS (64-bit) onto the card with Raspberry Pi Imager.",
        ),
        ("df", "printf 'x\\nx 1 1 31 1 /\\n'", "The disk is too full: 31 MB are free"),
    ],
)
def test_what_cannot_work_is_refused_in_one_sentence(program: str, script: str, said: str, tmp_path: Path) -> None:
    done = tray("install", "--yes", path=fake(tmp_path / "bin", program, script))
    assert done.returncode == 1 and done.stdout == ""
    assert said in done.stderr and len(done.stderr.splitlines()) == 1


@on_debian
def test_a_dry_run_names_what_root_would_do() -> None:
    done = tray("install", "--dry-run", "--console")
    assert done.returncode == 0, done.stderr
    for said in ("/var/lib/bosstray", "useradd --system", "systemctl enable bosstray.service", "60-bosstray.rules"):
        assert said in done.stdout
    assert not Path("/opt/bosstray/install.record").exists()


@on_debian
def test_nothing_is_done_when_nobody_can_be_asked() -> None:
    done = tray("install", "--console")
    assert done.returncode == 1 and "Nobody can be asked here; say --yes." in done.stderr


@pytest.mark.skipif(Path("/opt/bosstray").exists(), reason="Boss Tray is installed on this machine")
@pytest.mark.parametrize("option", ["--yes", "--dry-run", "--purge"])
def test_where_nothing_is_installed_nothing_is_asked_or_removed(option: str) -> None:
    done = tray("uninstall", option)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Boss Tray: Nothing is installed here.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("install", "--purge"), "install has no option --purge"),
        (("install", "now"), "install takes no now"),
        (("uninstall", "--desktop"), "uninstall has no option --desktop"),
        (("install", "--desktop"), "--desktop needs the name of the user"),
    ],
)
def test_a_wrong_option_is_named(arguments: tuple[str, ...], said: str) -> None:
    done = tray(*arguments)
    assert done.returncode == 2 and said in done.stderr and "./tray install" in done.stderr


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_no_mistake(option: str) -> None:
    done = tray("uninstall", option)
    assert done.returncode == 0 and "./tray install" in done.stdout and "--purge" in done.stdout and not done.stderr


def check(*modules: str, path: Path) -> subprocess.CompletedProcess[str]:
    """The check of the libraries with this environment's Python, whose numpy came by pip."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, str(ROOT / "systemd/check_libraries.py"), *modules]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=False)


def test_a_numpy_that_pip_brought_is_refused(tmp_path: Path) -> None:
    done = check(path=tmp_path)
    assert done.returncode == 1
    assert re.fullmatch(
        r"numpy in \S+ did not come from apt and hides the one that fits the camera; "
        r"remove it, for example with: sudo python3 -m pip uninstall --break-system-packages numpy\.\n",
        done.stderr,
    )
