"""The installer on a small Debian, step by step; run by run.sh as root with its folder, a work folder and the release.

A step that was passed is not done again, so that an interrupted run goes on. What each command printed is in `WORK/log`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import standins

SECONDS = 7200
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "OMP_NUM_THREADS": "1",
}
WINNER = "Irene wins with 30 chips after 5 rounds"
TRAY = "/srv/bosstray/tray"


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Machine:
    """A Debian in a folder; commands run in it by chroot, as root or as the user pi, and are logged."""

    def __init__(self, root: Path, work: Path, release: str, architecture: str) -> None:
        self.root, self.work, self.release, self.architecture = root, work, release, architecture
        self.emulated = architecture != output("dpkg", "--print-architecture")
        self.log = (work / "log").open("a")

    def call(self, *command: str, user: str = "root", code: int | None = 0) -> str:
        """What `command` prints on stdout and stderr; `code` is the exit code that it must have, `None` for any."""
        full = ["chroot", str(self.root)]
        if user != "root":
            full += ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        environment = {**ENVIRONMENT, "HOME": "/root" if user == "root" else f"/home/{user}", "USER": user}
        print(f"\n$ {' '.join(command)}", file=self.log, flush=True)
        done = subprocess.run(
            [*full, *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        print(done.stdout, file=self.log, flush=True)
        assert code is None or done.returncode == code, (
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-3000:]}"
        )
        return done.stdout

    def tray(self, *arguments: str, code: int | None = 0) -> str:
        """The installer as the user pi with sudo; as root where the processor is emulated, for qemu-user knows no setuid."""
        return self.call("sh", TRAY, *arguments, user="root" if self.emulated else "pi", code=code)

    def path(self, inside: str) -> Path:
        return self.root / inside.lstrip("/")

    def version(self) -> str:
        return str(self.path("/opt/bosstray/current").readlink())


def prepare(machine: Machine) -> None:
    """The machine gets the stand-ins, and a user pi who may use sudo, as on Raspberry Pi OS."""
    standins.enlist(machine.root, machine.release, machine.architecture)
    machine.call("useradd", "--create-home", "--shell", "/bin/bash", "pi", code=None)
    sudoers = machine.path("/etc/sudoers.d/010_pi-nopasswd")
    sudoers.write_text("pi ALL=(ALL) NOPASSWD: ALL\n")
    sudoers.chmod(0o440)


def refuses_what_cannot_work(machine: Machine) -> None:
    """32 bit, an old release, a full disk, nobody to ask: one sentence each, and nothing is changed."""
    fakes = {
        "dpkg": ('[ "$1" = --print-architecture ] && echo armhf || exec /usr/bin/dpkg "$@"', "This is a 32 bit system"),
        "df": ("printf 'x\\nx 1 1 %s 1 /\\n' 712", "The disk is too full: 712 MB are free"),
    }
    for name, (script, said) in fakes.items():
        folder = machine.path(f"/home/pi/fake-{name}")
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
        path = f"PATH=/home/pi/fake-{name}:{ENVIRONMENT['PATH']}"
        out = machine.call("env", path, "sh", TRAY, "install", "--yes", user="pi", code=1)
        assert said in out and len(out.splitlines()) == 1, out
    release = machine.path("/etc/os-release")
    kept = release.read_text()
    target = release.readlink() if release.is_symlink() else None
    release.unlink()
    try:
        release.write_text('PRETTY_NAME="Debian GNU/Linux 11 (bullseye)"\nVERSION_ID="11"\n')
        out = machine.tray("install", "--yes", code=1)
        assert "Debian GNU/Linux 11 (bullseye) is too old" in out and len(out.splitlines()) == 1, out
    finally:
        release.unlink()
        if target is None:
            release.write_text(kept)
        else:
            release.symlink_to(target)
    assert "Nobody can be asked here; say --yes." in machine.tray("install", code=1)
    out = machine.call("unshare", "--net", "sh", TRAY, "install", "--yes", code=1)
    assert "The package servers cannot be reached" in out and "connect the network" in out, out
    assert not machine.path("/opt/bosstray").exists()


def says_what_it_would_do(machine: Machine) -> None:
    """A dry run names packages, places and commands, and changes nothing."""
    out = machine.tray("install", "--dry-run")
    for said in ("python3-opencv", "/var/lib/bosstray", "useradd --system", "systemctl enable bosstray.service"):
        assert said in out, out
    assert not machine.path("/opt/bosstray").exists()
    assert machine.call("getent", "passwd", "bosstray", code=2) == ""


def installs(machine: Machine) -> None:
    """The whole installation, by a user with sudo."""
    out = machine.tray("install", "--yes")
    assert re.search(r"Boss Tray \S+ is installed\.", out) and "It starts with the machine." in out, out
    groups = machine.call("id", "-nG", "bosstray").split()
    assert {"video", "render", "gpio", "input", "audio"} <= set(groups), groups
    assert machine.path("/etc/systemd/system/multi-user.target.wants/bosstray.service").is_symlink()
    assert not machine.path("/etc/systemd/system/getty.target.wants/getty@tty1.service").is_symlink()
    assert machine.path("/etc/bosstray/config.toml").is_file()
    assert machine.call("stat", "-c", "%U %a", "/var/lib/bosstray").split() == ["bosstray", "750"]
    assert machine.call("bosstray", "config", "check", user="pi")
    assert machine.call("find", machine.version(), "-name", "*.so") == "", "something compiled came by pip"


def installs_again(machine: Machine) -> None:
    """A second run changes nothing that is there, an own setting least of all."""
    config = machine.path("/etc/bosstray/config.toml")
    config.write_text(config.read_text().replace('language = "en"', 'language = "nb"'))
    machine.tray("install", "--yes")
    before = machine.version()
    made = machine.path(f"{before}/.complete").stat().st_mtime_ns
    out = machine.tray("install", "--yes")
    assert "All packages are there." in out
    assert machine.version() == before and machine.path(f"{before}/.complete").stat().st_mtime_ns == made
    assert 'language = "nb"' in config.read_text()


def plays(machine: Machine) -> None:
    """The program plays the recorded game, with the libraries of this machine, as the user of the table."""
    shutil.rmtree(machine.path("/var/lib/bosstray/trial"), ignore_errors=True)
    machine.tray("install", "--yes")
    out = machine.call("bosstray", "play", "--headless", "--state-dir", "/var/lib/bosstray/trial")
    assert out.splitlines()[-1] == WINNER, out
    assert machine.call("stat", "-c", "%U", "/var/lib/bosstray/trial").strip() == "bosstray"
    versions = (
        "import cv2, numpy, pygame, gpiozero; print(cv2.__version__, numpy.__version__, pygame.version.ver, gpiozero.__file__)"
    )
    print("   ", machine.call(f"{machine.version()}/venv/bin/python", "-c", versions).strip().splitlines()[-1])


def refuses_a_numpy_of_pip(machine: Machine) -> None:
    """pip's numpy 2 over apt's breaks the camera; the installer says so and switches nothing over."""
    newest = "numpy==2.3.5"
    python = ("--python", "/usr/bin/python3")
    pip = ("/opt/bosstray/tools/bin/pip", *python)
    machine.call(*pip, "install", "--quiet", "--no-input", "--break-system-packages", "--ignore-installed", newest)
    if machine.release == "bookworm":
        out = machine.call("python3", "-c", "import picamera2", code=1)
        assert "numpy.dtype size changed" in out, out
    before = machine.version()
    out = machine.tray("install", "--yes", code=1)
    assert "numpy in /usr/local/lib/python3" in out and "did not come from apt" in out, out
    assert "nothing was switched over" in out and "Traceback" not in out, out
    assert machine.version() == before
    machine.call(*pip, "uninstall", "--quiet", "--yes", "--break-system-packages", "numpy")
    machine.tray("install", "--yes")


def refuses_an_opencv_of_pip(machine: Machine) -> None:
    """The same for an OpenCV in the environment itself."""
    folder = machine.path(machine.version()) / "venv/lib"
    (python,) = folder.iterdir()
    stranger = python / "site-packages/cv2"
    stranger.mkdir()
    (stranger / "__init__.py").write_text("")
    try:
        out = machine.tray("install", "--yes", code=1)
        assert "cv2 in /opt/bosstray" in out and "opencv-python-headless" in out, out
    finally:
        shutil.rmtree(stranger)


def updates(machine: Machine) -> None:
    """A new version from an archive comes beside the old one; the same one again is nothing new."""
    new = machine.path("/home/pi/new")
    if new.exists():
        shutil.rmtree(new)
    ignore = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "training", "__pycache__")
    shutil.copytree(machine.path("/srv/bosstray"), new, ignore=ignore)
    project = new / "pyproject.toml"
    project.write_text(re.sub(r'^version = ".*"', 'version = "99.1"', project.read_text(), flags=re.MULTILINE))
    machine.call("tar", "-czf", "/home/pi/new.tar.gz", "-C", "/home/pi", "new")
    machine.call("chown", "-R", "pi:pi", "/home/pi")
    machine.tray("install", "--yes")
    before = machine.version()
    out = machine.tray("update", "--yes", "/home/pi/new.tar.gz")
    assert "Boss Tray 99.1-" in out, out
    assert "/99.1-" in machine.version() and machine.path(before).is_dir()
    assert "99.1" in machine.call("bosstray", "--version", user="pi")
    assert "is what is installed already" in machine.tray("update", "--yes", "/home/pi/new")
    assert "There is no folder or archive /nowhere." in machine.tray("update", "--yes", "/nowhere", code=1)
    assert "holds no Boss Tray" in machine.tray("update", "--yes", "/etc", code=1)


def moves_to_a_desktop_and_back(machine: Machine) -> None:
    """On the desktop of a user it starts with the session; back on the console all is as before."""
    system = [machine.path(f"/etc/systemd/system/{unit}") for unit in ("bosstray.service", "bosstray-fault.service")]
    desktop = [
        machine.path(path) for path in ("/etc/systemd/user/bosstray-desktop.service", "/etc/xdg/autostart/bosstray.desktop")
    ]
    getty = machine.path("/etc/systemd/system/getty.target.wants/getty@tty1.service")
    assert "There is no user nobody-here for --desktop." in machine.tray("install", "--yes", "--desktop", "nobody-here", code=1)
    out = machine.tray("install", "--yes", "--desktop", "pi")
    assert "It starts with the machine." in out, out
    assert all(path.is_file() for path in desktop) and not any(path.exists() for path in system) and getty.is_symlink()
    assert "leave out sudo" in machine.call("bosstray", "--version", code=2)
    assert {"video", "gpio"} <= set(machine.call("id", "-nG", "pi").split())
    machine.tray("install", "--yes", "--console")
    assert all(path.is_file() for path in system) and not any(path.exists() for path in desktop) and not getty.is_symlink()


def removes(machine: Machine) -> None:
    """Without --purge the games and the configuration stay and a new install finds them; with it nothing stays."""
    config = machine.path("/etc/bosstray/config.toml")
    config.write_text(config.read_text().replace('language = "en"', 'language = "nb"'))
    machine.path("/var/lib/bosstray/trial").mkdir(exist_ok=True)
    machine.tray("install", "--yes", "--console")
    out = machine.tray("uninstall", "--yes")
    assert "The games are in /var/lib/bosstray" in out, out
    assert machine.path("/var/lib/bosstray/trial").is_dir() and machine.path("/etc/bosstray/config.toml").is_file()
    gone = ("/opt/bosstray", "/usr/local/bin/bosstray", "/etc/systemd/system/bosstray.service")
    gone += ("/etc/systemd/system/multi-user.target.wants/bosstray.service", "/etc/udev/rules.d/60-bosstray.rules")
    assert not [path for path in gone if machine.path(path).exists() or machine.path(path).is_symlink()]
    assert machine.path("/etc/systemd/system/getty.target.wants/getty@tty1.service").is_symlink()
    assert "Nothing is installed here." in machine.tray("uninstall", "--yes", code=1)
    machine.tray("install", "--yes")
    assert 'language = "nb"' in machine.path("/etc/bosstray/config.toml").read_text()
    assert machine.path("/var/lib/bosstray/trial").is_dir()
    machine.tray("uninstall", "--yes", "--purge")
    assert not [path for path in (*gone, "/var/lib/bosstray", "/etc/bosstray") if machine.path(path).exists()]
    machine.call("getent", "passwd", "bosstray", code=2)


ESSENTIAL: tuple[Callable[[Machine], None], ...] = (
    prepare,
    installs,
    plays,
    refuses_a_numpy_of_pip,
    refuses_an_opencv_of_pip,
)
"""What is done by an emulated processor, which is slow: all that meets other packages. The rest is the same shell."""

STEPS: tuple[Callable[[Machine], None], ...] = (
    prepare,
    refuses_what_cannot_work,
    says_what_it_would_do,
    installs,
    installs_again,
    plays,
    refuses_a_numpy_of_pip,
    refuses_an_opencv_of_pip,
    updates,
    moves_to_a_desktop_and_back,
    removes,
)


def main() -> int:
    root, work, release, architecture = sys.argv[1:5]
    machine = Machine(Path(root), Path(work), release, architecture)
    for step in ESSENTIAL if machine.emulated else STEPS:
        done = Path(work) / f"passed-{step.__name__}"
        if done.exists():
            print(f"passed before  {step.__name__}", flush=True)
            continue
        start = time.monotonic()
        try:
            step(machine)
        except AssertionError as error:
            print(f"FAILED         {step.__name__}: {error}", flush=True)
            return 1
        done.touch()
        print(f"passed         {step.__name__} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"ALL PASSED     {release} {architecture}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
