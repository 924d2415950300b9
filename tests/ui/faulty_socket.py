"""A socket for a camera whose faults are known beforehand, with a clock of its own.

A picture is given when the one before was `played`, so that the same happens on every machine.
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
TURN_SECONDS = 0.1
FAULT_SECONDS = 25.0
MOST_SECONDS = 500.0


@dataclass(frozen=True)
class Fault:
    """`kind` is stops, repeats, black, vanishes, fails or shrinks; `lost` pictures of the table pass meanwhile, never seen."""

    kind: str
    lost: int = 0


class Socket:
    """The place where a camera is plugged in, with a clock that every look and every pause moves on.

    `picture` gives the picture of an index up to `last`. Each of `faults` happens once, when the picture of its index was
    delivered, and lasts for `FAULT_SECONDS`, or longer until it was `told`. The table goes on when the camera is back.
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
        self._turns = threading.Semaphore(1)

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        # A moment of real time, too, so that the other threads get their turn.
        time.sleep(0.02)
        self.now += max(seconds, 0.02)

    def number_of(self, frame: Frame) -> int | None:
        """The index of the picture that a supervised camera has passed on."""
        return self._shown.get(frame.time)

    def played(self, number: int) -> None:
        """All that follows from the picture `number` was done."""
        self._turns.release()

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
        if not self.failing():
            while not self._turns.acquire(timeout=TURN_SECONDS):
                if plugged.closed:
                    raise NoPicture(deadline)
        self.now += STEP
        self.reads += 1
        if self.failing() and self.fault is not None:
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
        self.index = min(self.index + 1, self.last)
        return self._frame()

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
