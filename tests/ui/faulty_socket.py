"""A socket for a camera whose faults are known beforehand, with a clock of its own.

The clock waits for whoever plays: a picture is given when the one before was `played`, and while a fault lasts, no more time
passes than the main loop has come round for. So the same happens on every machine, however busy.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.condition import CameraFault, Condition, NoPicture
from hardware.frame import Frame

STEP = 1 / 12
AHEAD_SECONDS = 0.1
"""So far the clock may run ahead of the main loop, less than any wait of the game or of a button."""
TURN_SECONDS = 0.1
REAL_SECONDS = 120.0
"""Of real time, after which a turn that is not over counts as one that never ends."""
FAULT_SECONDS = 25.0
MOST_SECONDS = 500.0


@dataclass(frozen=True)
class Fault:
    """`kind` is stops, repeats, black, vanishes, fails or shrinks; `lost` pictures of the table pass meanwhile, never seen."""

    kind: str
    lost: int = 0


class Socket:
    """The place where a camera is plugged in, with a clock that every look and every pause moves on.

    It is told what was `played`, when the main loop has `passed`, and that all is `over`. `picture` gives the picture of an
    index up to `last`. Each of `faults` happens once, when the picture of its index was delivered, and lasts for
    `FAULT_SECONDS`, or longer until it was `told`. The table goes on when the camera is back.
    """

    def __init__(
        self,
        last: int,
        picture: Callable[[int], NDArray[np.uint8]],
        faults: dict[int, Fault],
        told: Callable[[str], bool] = lambda kind: True,
    ) -> None:
        self.last, self.picture, self.faults, self.told = last, picture, dict(faults), told
        self.now = 0.0
        self.index = -1
        self.until = 0.0
        self.fault: Fault | None = None
        self.reads = 0
        self.opened = 0
        self._shown: dict[float, int] = {}
        self._turn = threading.Condition()
        self._given = self._played = -1
        self._passes = 0
        self._passed_at = 0.0
        self._over = False
        self._waited_for: str | None = None

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += max(seconds, 0.02)
        self._keep_step()

    def number_of(self, frame: Frame) -> int | None:
        """The index of the picture that a supervised camera has passed on."""
        return self._shown.get(frame.time)

    def played(self, number: int) -> None:
        """All that follows from the picture `number` was done."""
        with self._turn:
            self._played = max(self._played, number)
            self._turn.notify_all()

    def passed(self) -> None:
        """The main loop has come round once; raises `TimeoutError` when something it should have done never came."""
        with self._turn:
            self._passes += 1
            self._turn.notify_all()
            if self._waited_for is not None:
                raise TimeoutError(f"{self._waited_for} was waited for in vain.")

    def over(self) -> None:
        """The main loop has ended; nothing waits for it any more."""
        with self._turn:
            self._over = True
            self._turn.notify_all()

    def _keep_step(self) -> None:
        """Waits, when the clock is too far ahead, until the main loop has gone once all the way by the time it is now."""
        if self.now - self._passed_at < AHEAD_SECONDS:
            return
        with self._turn:
            # The pass that is going on may have looked at the clock before.
            wanted = self._passes + 2
            self._wait(lambda: self._passes >= wanted, "a pass of the main loop")
        self._passed_at = self.now

    def _wait(self, done: Callable[[], bool], what: str, plugged: Plugged | None = None) -> None:
        end = time.monotonic() + REAL_SECONDS
        while not (done() or self._over or (plugged is not None and plugged.closed)):
            if time.monotonic() > end:
                self._waited_for = what
                return
            self._turn.wait(TURN_SECONDS)

    def occasion(self) -> str | None:
        """The kind of the fault that lasts now."""
        return self.fault.kind if self.fault is not None else None

    def failing(self) -> bool:
        if self.index in self.faults:
            self.fault, self.until = self.faults.pop(self.index), self.now + FAULT_SECONDS
        if self.fault is not None:
            if self.now < self.until or (self.now < self.until + MOST_SECONDS and not self.told(self.fault.kind)):
                return True
            self.index = min(self.index + self.fault.lost, self.last)
            self.fault = None
        return False

    def plugged(self) -> Plugged:
        """Opens the camera."""
        self.opened += 1
        if self.failing() and self.fault is not None and self.fault.kind == "vanishes":
            raise CameraFault(Condition.NOT_DETECTED, "No camera is detected; check the cable.")
        return Plugged(self)

    def read(self, deadline: float, plugged: Plugged) -> Frame:
        with self._turn:
            self._wait(lambda: self._played >= self._given, f"what follows from picture {self._given}", plugged)
        if plugged.closed:
            raise NoPicture(deadline)
        self.now += STEP
        self.reads += 1
        if self.failing() and self.fault is not None:
            self._keep_step()
            match self.fault.kind:
                case "stops":
                    raise NoPicture(deadline)
                case "vanishes":
                    raise CameraFault(Condition.STALLED, "The camera /dev/video0 has gone; plug it in again.")
                case "fails":
                    raise CameraFault(Condition.FAILED, "The camera has failed: Input/output error.")
                case "black":
                    return Frame(np.zeros_like(self.picture(self.index)), self.reads, self.now)
                case "repeats":
                    return self._frame()
                case "shrinks":
                    small = np.ascontiguousarray(self.picture(self.index)[::2, ::2])
                    small[0, 0] = self.reads % 251
                    return Frame(small, self.reads, self.now)
        self.index = self._given = min(self.index + 1, self.last)
        return self._frame()

    def forget(self) -> None:
        """The camera was unplugged: a picture that was given and not passed on is played by nobody."""
        self._given = min(self._given, self._played)

    def _frame(self) -> Frame:
        self._shown[self.now] = self.index
        return Frame(self.picture(self.index), self.reads, self.now)


class Plugged:
    """One camera in the socket."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.closed = False

    def read(self, deadline: float) -> Frame | None:
        return self.socket.read(deadline, self)

    def close(self) -> None:
        self.closed = True
        self.socket.forget()
