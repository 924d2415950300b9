"""What a service manager is told of the running kiosk: ready, alive, what is played, stopping (sd_notify(3))."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from types import FrameType

log = logging.getLogger(__name__)

SEND_SECONDS = 0.5
FEEDS = 4
"""How often the watchdog is fed in its time."""


class Service:
    """The messages of one program to systemd; without `NOTIFY_SOCKET` nothing is sent. Closed by its owner.

    `address` is the path of a socket, or `@name` for one in the abstract namespace. `watchdog` are the seconds after which
    systemd takes a silent program for hung, `None` without a watchdog.
    """

    def __init__(
        self, address: str | None = None, watchdog: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._address = _native(address)
        self._pause = watchdog / FEEDS if watchdog else None
        self._clock = clock
        self._socket: socket.socket | None = None
        self._said: str | None = None
        self._ready = False
        self._fed_at = clock()
        self._fed_with: tuple[int, ...] | None = None

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> Service:
        """The service manager that started this process, if one did."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        watchdog = int(microseconds) / 1e6 if microseconds.isdecimal() and meant else None
        return cls(environment.get("NOTIFY_SOCKET"), watchdog)

    def shown(self, what: str) -> None:
        """A picture stands on the screen: the first one makes the service ready. `what` is one line for `systemctl status`."""
        lines = []
        if not self._ready:
            self._ready = True
            lines.append("READY=1")
        if what != self._said:
            self._said = what
            lines.append(f"STATUS={what}")
        if lines:
            self._send(*lines)

    def passed(self, beats: tuple[int, ...]) -> None:
        """The main loop has come round, and `beats` are the passes of every other thread.

        Feeds the watchdog only when each of them has moved on since the last time: a thread that hangs starves it.
        """
        if self._pause is None or self._clock() - self._fed_at < self._pause:
            return
        before = self._fed_with
        if before is not None and any(now == then for now, then in zip(beats, before, strict=True)):
            return
        self._fed_at = self._clock()
        self._fed_with = beats
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The program ends of its own will."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Closes the socket; may be called twice."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        try:
            if self._socket is None:
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
                self._socket.settimeout(SEND_SECONDS)
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            # A service manager that does not listen must not end the game; its watchdog will say so.
            log.warning("The service manager was not told %s: %s", lines[0], error)


@contextlib.contextmanager
def until_terminated(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, SIGTERM calls `stop` instead of ending the process, so that camera, journal and screen are closed."""

    def handle(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        stop()

    before = signal.signal(signal.SIGTERM, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _native(address: str | None) -> str | None:
    """As the kernel takes it; `None` for what is no Unix socket."""
    if not address or address[0] not in "/@" or len(address) < 2:
        return None
    return f"\0{address[1:]}" if address[0] == "@" else address
