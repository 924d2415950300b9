"""The units on a booted Debian; run by run.sh as root with the machine's folder, a work folder, the project, and debs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT, WORK, PROJECT, ARCHIVES = (Path(argument) for argument in sys.argv[1:5])
sys.path.insert(0, str(PROJECT))
from game.journal import Journal  # noqa: E402

UNIT = "bosstray.service"
SECONDS = 90.0
WATCHDOG = 8
STOP_LIMIT = 10.0
HANGING = "/srv/bosstray/tests/platform/systemd/hanging.py"
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# A container has no screen, no console and no camera: the recorded table is played in a window that only memory holds.
DROP_IN = f"""
[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
ExecStart=
ExecStart=/opt/bosstray/current/venv/bin/python {HANGING} play --pace ${{PACE}} --state-dir /var/lib/bosstray
Environment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy PYTHONPATH= PACE=2
WatchdogSec={WATCHDOG}
"""
FAULT_DROP_IN = """
[Service]
StandardOutput=file:/run/fault.txt
TTYPath=
"""


class Booted:
    """The machine after its boot; commands run in its namespaces."""

    def __init__(self, leader: int, log: Path) -> None:
        self._enter = ["nsenter", "-t", str(leader), "-a", "env", "-i", PATH, "LANG=C.UTF-8", "HOME=/root"]
        self._log = log.open("a")

    def call(self, *command: str, code: int | None = 0, seconds: float = 400) -> str:
        done = subprocess.run(
            [*self._enter, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
            check=False,
        )
        print(f"$ {' '.join(command)}\n{done.stdout}", file=self._log, flush=True)
        assert code is None or done.returncode == code, (
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-3000:]}"
        )
        return done.stdout.strip()

    def shown(self, name: str) -> str:
        return self.call("systemctl", "show", "--property", name, "--value", UNIT)

    def wait(self, what: str, true: Callable[[], bool]) -> float:
        """Waits until `true`; how long it took in seconds."""
        start = time.monotonic()
        while not true():
            assert time.monotonic() - start < SECONDS, (
                f"{what} did not come; {self.call('systemctl', 'status', UNIT, code=None)}"
            )
            time.sleep(0.1)
        return time.monotonic() - start

    def ready_again(self, restarts: int) -> float:
        return self.wait(
            f"restart {restarts}", lambda: self.shown("NRestarts") == str(restarts) and self.shown("SubState") == "running"
        )

    def status(self) -> str:
        return self.shown("StatusText")

    def played(self, round_: int) -> None:
        """Waits until round `round_` or a later one is being played."""
        self.wait(f"round {round_}", lambda: number(self.status()) >= round_)

    def said(self) -> str:
        """What the program itself has written since it was started last."""
        invocation = self.shown("InvocationID")
        return self.call("journalctl", "--quiet", "--no-pager", "-o", "cat", f"_SYSTEMD_INVOCATION_ID={invocation}")

    def goes_on_in(self, round_: int) -> None:
        said = self.said()
        assert f"The game goes on in round {round_}." in said, said


def number(status: str) -> int:
    found = re.match(r"round (\d+)", status)
    return int(found.group(1)) if found else 0


def kept_round(state: Path = ROOT / "var/lib/bosstray") -> int:
    """The round that the disk holds; only while the program does not run."""
    with Journal.open(state, 0.0) as journal:
        history = journal.resume()
        assert history is not None
        return int(history.game.round)  # type: ignore[attr-defined]


def install() -> None:
    """The installer itself puts the present program into the machine."""
    command = """
        mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount -t tmpfs tmpfs "$1/run"; mount -t tmpfs tmpfs "$1/tmp"
        mkdir -p "$1/srv/bosstray" "$1/var/cache/apt/archives"; cp /etc/resolv.conf "$1/etc/resolv.conf"
        mount --bind "$2" "$1/srv/bosstray"; mount --bind "$3" "$1/var/cache/apt/archives"
        exec env -i "$4" LANG=C.UTF-8 chroot "$1" sh /srv/bosstray/tray install --yes
    """
    done = subprocess.run(
        [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-euc",
            command,
            "sh",
            str(ROOT),
            str(PROJECT),
            str(ARCHIVES),
            PATH,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(ROOT / "var/lib/bosstray", ignore_errors=True)
    for unit, text in (("bosstray", DROP_IN), ("bosstray-fault", FAULT_DROP_IN)):
        folder = ROOT / f"etc/systemd/system/{unit}.service.d"
        folder.mkdir(exist_ok=True)
        (folder / "container.conf").write_text(text)
        (folder / "slow.conf").unlink(missing_ok=True)
    (ROOT / "etc/machine-id").write_text("")


@contextmanager
def boot(*options: str) -> Iterator[Booted]:
    command = [
        "systemd-nspawn",
        "--quiet",
        "-D",
        str(ROOT),
        f"--bind-ro={PROJECT}:/srv/bosstray",
        "--register=no",
        "--keep-unit",
    ]
    with (WORK / "console.log").open("w") as console:
        container = subprocess.Popen([*command, *options, "--boot"], stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        try:
            yield Booted(leader_of(container), WORK / "log")
        finally:
            container.terminate()
            try:
                container.wait(20)
            except subprocess.TimeoutExpired:
                container.kill()
                container.wait(10)


def leader_of(container: subprocess.Popen[bytes]) -> int:
    """The first process of the container, once systemd answers in it."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert container.poll() is None, (WORK / "console.log").read_text()
        found = subprocess.run(
            ["pgrep", "-P", str(container.pid), "-x", "systemd"], capture_output=True, text=True, check=False
        )
        for leader in found.stdout.split():
            asked = subprocess.run(
                ["nsenter", "-t", leader, "-a", "systemctl", "is-system-running"], capture_output=True, text=True, check=False
            )
            if asked.stdout.strip() in ("starting", "running", "degraded"):
                return int(leader)
        time.sleep(0.2)
    raise AssertionError("the machine did not boot")


def starts(machine: Booted) -> None:
    """Booting starts it; it is ready only when a picture stands, and says what is played."""
    machine.wait("ready", lambda: machine.shown("ActiveState") == "active")
    assert machine.status(), "ready without a picture"
    micros = int(machine.shown("ActiveEnterTimestampMonotonic")) - int(machine.shown("InactiveExitTimestampMonotonic"))
    print(f"    ready {micros / 1e6:.1f} s after its start; {machine.call('systemctl', '--version').splitlines()[0]}")
    assert machine.call("stat", "-c", "%U", f"/proc/{machine.shown('MainPID')}") == "bosstray"
    machine.played(1)


def survives_a_kill(machine: Booted) -> None:
    """kill -9 in the middle of a round: it starts again in the same round."""
    process = machine.shown("MainPID")
    machine.call("systemctl", "kill", "--signal=STOP", UNIT)
    round_ = number(machine.status())
    machine.call("systemctl", "kill", "--signal=KILL", UNIT)
    machine.ready_again(1)
    assert machine.shown("MainPID") != process
    machine.goes_on_in(round_)


def survives_a_freeze(machine: Booted) -> None:
    """The whole process is frozen: the watchdog ends it, and it starts again in the same round."""
    machine.played(2)
    machine.call("systemctl", "kill", "--signal=STOP", UNIT)
    round_ = number(machine.status())
    took = machine.ready_again(2)
    print(f"    running again {took:.1f} s after the freeze, with a watchdog of {WATCHDOG} s")
    assert "Watchdog timeout" in machine.call("journalctl", "--quiet", "-u", UNIT, "-o", "cat", "--no-pager")
    machine.goes_on_in(round_)


def hangs(machine: Booted, thread: str, restarts: int) -> None:
    machine.call("touch", f"/run/bosstray/hang-{thread}")
    # The runtime folder goes with the service, and the file with it.
    machine.wait(
        "the watchdog", lambda: machine.shown("ActiveState") != "active" or machine.shown("NRestarts") == str(restarts)
    )
    said = machine.call("journalctl", "--quiet", "-u", UNIT, "-o", "cat", "--no-pager")
    assert said.count("Watchdog timeout") >= restarts - 1, said
    round_ = max(int(found) for found in re.findall(r"The game goes on in round (\d+)", said))
    machine.ready_again(restarts)
    assert "The game goes on in round" in machine.said()
    assert int(re.findall(r"The game goes on in round (\d+)", machine.said())[-1]) >= round_


def survives_a_hanging_camera(machine: Booted) -> None:
    """Only the camera's thread hangs, while the main loop goes round: no progress, so the watchdog ends it all the same."""
    hangs(machine, "camera", 3)
    assert re.search(
        r'File ".*hanging\.py", line \d+ in wrapped', machine.call("journalctl", "-u", UNIT, "-o", "cat", "--no-pager")
    )


def survives_a_hanging_loop(machine: Booted) -> None:
    """Only the main loop hangs."""
    hangs(machine, "main", 4)


def stops_in_time(machine: Booted) -> None:
    """A stop is clean and quick, and the next start goes on in the same round."""
    began = time.monotonic()
    machine.call("systemctl", "stop", UNIT)
    took = time.monotonic() - began
    print(f"    stopped in {took:.1f} s of {STOP_LIMIT:.0f}")
    assert took < STOP_LIMIT
    assert (machine.shown("Result"), machine.shown("ExecMainStatus")) == ("success", "0")
    round_ = kept_round()
    machine.call("systemctl", "start", UNIT)
    machine.goes_on_in(round_)


def does_not_restart_a_bad_configuration(machine: Booted) -> None:
    """Exit 78 is not tried again; the reason goes to the console; once it is mended, the game goes on."""
    config = ROOT / "etc/bosstray/config.toml"
    good = config.read_text()
    machine.call("systemctl", "stop", UNIT)
    round_ = kept_round()
    config.write_text(good.replace("wager = 5", "wagr = 5", 1))
    machine.call("systemctl", "start", UNIT, code=1)
    time.sleep(4)
    assert (machine.shown("ActiveState"), machine.shown("ExecMainStatus")) == ("failed", "78")
    assert machine.shown("NRestarts") == "0"
    machine.wait("the words on the console", lambda: (machine.call("cat", "/run/fault.txt", code=None)).count("\n") > 3)
    words = machine.call("cat", "/run/fault.txt")
    assert "Boss Tray cannot play." in words and "wagr" in words and "sudo systemctl start bosstray" in words, words
    config.write_text(good)
    machine.call("systemctl", "start", UNIT)
    machine.goes_on_in(round_)


def goes_back_from_a_bad_update(machine: Booted) -> None:
    """A version that does not become ready is left for the one before; a good one replaces it."""
    before = machine.call("readlink", "/opt/bosstray/current")
    # A new game, and from its first round on a slow one: the recorded game must not end meanwhile.
    machine.call("systemctl", "stop", UNIT)
    machine.call("find", "/var/lib/bosstray", "-mindepth", "1", "-delete")
    machine.call("systemctl", "start", UNIT)
    machine.played(1)
    slow = ROOT / "etc/systemd/system/bosstray.service.d/slow.conf"
    slow.write_text("[Service]\nEnvironment=PACE=0.2\n")
    machine.call("systemctl", "daemon-reload")
    machine.call("systemctl", "restart", UNIT)
    for name, code in (("bad", 'raise SystemExit("this version is broken")'), ("good", "")):
        new = ROOT / "srv" / name
        shutil.rmtree(new, ignore_errors=True)
        kept = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "training", "__pycache__")
        shutil.copytree(PROJECT, new, ignore=kept)
        kiosk = new / "ui/kiosk.py"
        kiosk.write_text(f"{kiosk.read_text()}\n{code}\n# {name}\n")
    out = machine.call("sh", "/srv/bosstray/tray", "update", "--yes", "/srv/bad", code=1)
    assert "did not become ready; going back" in out and "is running again" in out, out
    assert machine.call("readlink", "/opt/bosstray/current") == before
    assert machine.shown("ActiveState") == "active"
    assert "The game goes on in round" in machine.said()
    out = machine.call("sh", "/srv/bosstray/tray", "update", "--yes", "/srv/good")
    assert "is running; the version before is kept" in out, out
    assert machine.call("readlink", "/opt/bosstray/current") != before
    assert before.rpartition("/")[2] in machine.call("ls", "/opt/bosstray/versions")
    slow.unlink()


def reads_well(machine: Booted) -> None:
    """systemd has nothing to say against the units; its score of their hardening."""
    for unit in ("bosstray.service", "bosstray-fault.service"):
        assert machine.call("systemd-analyze", "verify", f"/etc/systemd/system/{unit}") == ""
    score = machine.call("systemd-analyze", "security", "--no-pager", UNIT).splitlines()[-1]
    print(f"    {score.strip()}")


def plays_from_a_card_that_is_never_written() -> None:
    """With a root that forgets everything and the games on a partition of their own, the game goes on all the same."""
    state = WORK / "state"
    shutil.rmtree(state, ignore_errors=True)
    state.mkdir()
    owner = (ROOT / "var/lib/bosstray").stat()
    os.chown(state, owner.st_uid, owner.st_gid)
    volatile = ("--volatile=overlay", f"--bind={state}:/var/lib/bosstray")
    with boot(*volatile) as machine:
        machine.wait("ready", lambda: machine.shown("ActiveState") == "active")
        machine.call("touch", "/etc/forgotten")
        machine.played(2)
        machine.call("systemctl", "stop", UNIT)
    round_ = kept_round(state)
    with boot(*volatile) as machine:
        machine.wait("ready", lambda: machine.shown("ActiveState") == "active")
        machine.goes_on_in(round_)
        machine.call("test", "!", "-e", "/etc/forgotten")
    assert not (ROOT / "etc/forgotten").exists()


STEPS = (
    starts,
    survives_a_kill,
    survives_a_freeze,
    survives_a_hanging_camera,
    survives_a_hanging_loop,
    stops_in_time,
    does_not_restart_a_bad_configuration,
    goes_back_from_a_bad_update,
    reads_well,
)


def main() -> int:
    began = time.monotonic()
    install()
    print(f"installed ({time.monotonic() - began:.0f} s)", flush=True)
    with boot() as machine:
        for step in STEPS:
            start = time.monotonic()
            try:
                step(machine)
            except AssertionError as error:
                print(f"FAILED {step.__name__}: {error}", flush=True)
                return 1
            print(f"passed {step.__name__} ({time.monotonic() - start:.0f} s)", flush=True)
    try:
        plays_from_a_card_that_is_never_written()
    except AssertionError as error:
        print(f"FAILED plays_from_a_card_that_is_never_written: {error}", flush=True)
        return 1
    print("passed plays_from_a_card_that_is_never_written", flush=True)
    (WORK / ".passed").touch()
    print("ALL PASSED")
    return 0


if __name__ == "__main__":
    sys.exit(main())
