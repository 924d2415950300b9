"""Attacks `bosstray referee` for some minutes: random games, mutated commands, rubbish.

    python tests/game/fuzz_referee.py --minutes 10 --seed 1

It stops with exit code 1 at the first traceback, reply that is no reply, refused command that changed something, undo that is
not exact, or growth of memory. The seed and the last lines sent are printed then.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import time
from typing import Any

from hostile import OPTIONS, hostile, likely, new

MEMORY_LIMIT_MIB = 160
STATE = b'{"cmd": "state"}'


class FaultError(Exception):
    """What the referee should never do."""


class Session:
    """One referee process and what was said to it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.sent: collections.deque[bytes] = collections.deque(maxlen=6)

    def ask(self, line: bytes) -> dict[str, Any]:
        """The reply to one line, checked for its shape."""
        self.sent.append(line[:500])
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            assert self.process.stderr is not None
            raise FaultError(f"the referee ended: {self.process.stderr.read().decode(errors='replace')}")
        reply = json.loads(answer)
        if reply.get("ok") is True:
            shape = isinstance(reply["events"], list) and isinstance(reply["expects"], list)
        else:
            error = reply.get("error")
            shape = reply.get("ok") is False and isinstance(error, str) and 0 < len(error) < 400 and "\n" not in error
            shape = shape and error[-1] in ".?" and "Traceback" not in error
        if not shape:
            raise FaultError(f"no proper reply: {answer[:500]!r}")
        return dict(reply)

    def memory(self) -> float:
        """The resident memory in MiB; 0 where the system does not say."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        if not status.is_file():
            return 0.0
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmRSS"].split()[0]) / 1024

    def end(self) -> None:
        """Ends the input in the middle of a line; the referee must end with success and without a word on stderr."""
        out, err = self.process.communicate(b'{"cmd": "sta', timeout=30)
        if self.process.returncode != 0 or err or not out.startswith(b'{"ok": false'):
            raise FaultError(f"end of input: exit {self.process.returncode}, {out[:200]!r}, {err.decode(errors='replace')}")


def attack(session: Session, source: random.Random, games: list[str], until: float) -> collections.Counter[str]:
    """Plays and attacks until the time is over; counts what was sent."""
    counts: collections.Counter[str] = collections.Counter()
    known: dict[str, Any] | None = None
    before: list[dict[str, Any]] = []
    while time.monotonic() < until:
        counts["lines"] += 1
        if counts["lines"] % 2000 == 0 and session.memory() > MEMORY_LIMIT_MIB:
            raise FaultError(f"{session.memory():.0f} MiB of memory")
        choice = source.random()
        if known is None or not known["expects"] or choice < 0.005:
            reply = session.ask(json.dumps(new(source, games)).encode())
            if reply["ok"]:
                known, before = reply, []
                counts["games"] += 1
        elif choice < 0.6:
            reply = session.ask(json.dumps(likely(known, source)).encode())
            if reply["ok"]:
                before = [*before[-50:], known]
                known = reply
                counts["actions"] += 1
                counts["rounds over"] += reply["state"]["over"]
        elif choice < 0.65:
            reply = session.ask(b'{"cmd": "undo"}')
            if before:
                if not reply["ok"] or {**reply, "events": 0} != {**before[-1], "events": 0}:
                    raise FaultError(f"undo is not exact: {reply}, expected {before[-1]}")
                known = before.pop()
                counts["undone"] += 1
            elif reply["ok"]:
                known = reply
        else:
            line = hostile(known, source, games)
            if b"quit" in line:
                continue
            reply = session.ask(line)
            counts["refused" if not reply["ok"] else "hostile but allowed"] += 1
            if reply["ok"]:
                known, before = reply, []
        if not reply["ok"]:
            now = session.ask(STATE)
            if known is None:
                if now["ok"]:
                    raise FaultError("a refused command started a game")
            elif {**now, "events": 0} != {**known, "events": 0}:
                raise FaultError(f"a refused command changed the state: {now}, before {known}")
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=sorted(OPTIONS))
    parser.add_argument("--referee", default=str(pathlib.Path(sys.executable).parent / "bosstray"))
    args = parser.parse_args()
    session = Session([args.referee, "referee"])
    try:
        counts = attack(session, random.Random(args.seed), args.game or sorted(OPTIONS), time.monotonic() + args.minutes * 60)
        memory = session.memory()
        session.end()
    except (FaultError, ValueError, KeyError) as fault:
        print(f"seed {args.seed}: {type(fault).__name__}: {fault}")
        for line in session.sent:
            print("  sent", line)
        return 1
    finally:
        session.process.kill()
        session.process.wait()
    print(f"seed {args.seed}: no fault; {dict(counts)}; {memory:.0f} MiB at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
