"""Cuts the power of a virtual machine at random moments of play, and compares what it told with what it finds afterwards.

    python cut.py CUTS SEED

Killing the whole process group of User-Mode-Linux is the power cut: what the guest had not flushed to its disk image is gone.
The image lives through all cuts, so that the same journal is cut again and again.
"""

from __future__ import annotations

import os
import pathlib
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BOOT_SECONDS = 300.0
LONGEST_SECONDS = 6.0


class PowerError(Exception):
    """Something kept is gone, or nothing was played."""


class NoMachineError(Exception):
    """User-Mode-Linux does not run here, as where processes may not be traced."""


@dataclass
class Life:
    """What one life of the machine told: `found` by what its last rows lead to, `kept` in the order it was kept."""

    found: list[list[str]] = field(default_factory=list)
    kept: list[list[str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def live(image: pathlib.Path, table: pathlib.Path, seed: int, seconds: float) -> Life:
    """Boots, lets it play for `seconds` after its first step, and pulls the plug."""
    command = ["linux.uml", "mem=256M", "rootfstype=hostfs", "rw", f"init={HERE / 'guest.sh'}", "con=null", "con0=null,fd:1"]
    command += ["con1=null", "ssl=null", "quiet", "loglevel=1", f"ubd0={image}", f"umid=power{os.getpid()}"]
    command += [f"table={table}", f"root_of={ROOT}", f"python={sys.executable}", f"seed={seed}"]
    machine = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True
    )
    life, text, cut = Life(), b"", time.monotonic() + BOOT_SECONDS
    assert machine.stdout is not None
    try:
        while (left := cut - time.monotonic()) > 0:
            if not select.select([machine.stdout], [], [], left)[0]:
                break
            piece = os.read(machine.stdout.fileno(), 65536)
            if not piece and not life.found and not life.notices:
                raise NoMachineError(f"User-Mode-Linux does not start here: {text[-300:].decode(errors='replace')}")
            if not piece:
                raise PowerError(f"The machine has ended by itself: {text[-500:].decode(errors='replace')}")
            *lines, text = (text + piece).split(b"\n")
            before = bool(life.kept)
            for line in lines:
                note(life, line.decode(errors="replace").strip())
            if life.kept and not before:
                cut = time.monotonic() + seconds
    finally:
        os.killpg(machine.pid, signal.SIGKILL)
        machine.wait(30)
        machine.stdout.close()
    if not life.kept:
        raise PowerError(f"Nothing was played: {life.notices} {text[-500:].decode(errors='replace')}")
    return life


def note(life: Life, line: str) -> None:
    """Takes down one line of the machine."""
    kind, *words = line.split(" ")
    if kind == "KEPT":
        life.kept.append(words)
    elif kind in ("FOUND", "EARLIER"):
        life.found.append(words)
    elif kind in ("NOTICE", "LOST", "NOMOUNT", "Traceback"):
        life.notices.append(line)


def compare(kept: list[str], after: Life) -> str:
    """Raises `PowerError` when the last step that was kept is not found; says what was found."""
    game, rows, state, *place = kept
    found = after.found[0]
    if after.notices:
        raise PowerError(f"After the cut: {after.notices}")
    if found[1] == "over":
        if found[0] != game:
            raise PowerError(f"Game {game} was played, game {found[0]} is the last one found.")
        return f"game {game} had just ended"
    if found[0] != game:
        if int(found[0]) == int(game) + 1 and int(found[1]) == 0:
            return f"game {found[0]} had just begun"
        raise PowerError(f"Game {game} was played, game {found[0]} is found.")
    more = int(found[1]) - int(rows)
    states = {one[1]: one[2] for one in after.found}
    if not 0 <= more <= 3 or states.get(rows) != state:
        raise PowerError(f"Kept: {kept}. Found: {after.found}.")
    if more == 0 and found[3:] != place:
        raise PowerError(f"It was in {' '.join(place)}, the screen goes on in {' '.join(found[3:])}.")
    return f"game {game}, {found[1]} rows, {' '.join(found[3:])}" + (f" ({more} written but not told yet)" if more else "")


def main() -> int:
    """As many cuts as asked for, on one disk."""
    cuts, seed = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="bosstray-power-") as folder:
        table = pathlib.Path(folder, "table")
        table.mkdir()
        image = pathlib.Path(folder, "disk.img")
        with image.open("wb") as disk:
            disk.truncate(64 << 20)
        tools = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"}
        subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True, env=tools)
        told = 0
        before: Life | None = None
        for cut in range(cuts + 1):
            life = live(image, table, seed * 1000 + cut, chance.uniform(0, LONGEST_SECONDS))
            if before is not None:
                print(f"cut {cut}: {len(before.kept)} steps kept, then {compare(before.kept[-1], life)}", flush=True)
            told += len(life.kept)
            before = life
    print(f"{cuts} power cuts, {told} steps told, none lost.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PowerError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except NoMachineError as error:
        print(error, file=sys.stderr)
        sys.exit(77)
