"""A driver whose calls may never come back, on a thread of its own, so that nobody else hangs with it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.condition import CameraFault, Condition, NoPicture
from hardware.frame import CameraError, Frame

CLOSE_SECONDS = 4.0

DRIVER_ERRORS = (
    CameraError,
    RuntimeError,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    MemoryError,
    CancelledError,
    TimeoutError,
    cv2.error,
)
"""What the drivers below are known to raise, from an unplugged cable to a machine without memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What a driver delivered: a B,G,R picture and, where the driver counts and times it, its number and time in seconds."""

    image: NDArray[np.uint8]
    number: int | None = None
    time: float | None = None


@dataclass(frozen=True, slots=True)
class Nature:
    """What a camera turned out to be once it was open. `focus` is the lens' place in dioptres and `focus_range` how far it can
    move, `None` where it cannot; `locked` says in words what was locked."""

    name: str
    width: int
    height: int
    pixel_format: str
    locked: tuple[str, ...] = ()
    focus: float | None = None
    focus_range: tuple[float, float] | None = None


class Driver(Protocol):
    """One open camera; its calls block, perhaps for ever. Opened by its constructor."""

    nature: Nature

    def grab(self) -> Shot: ...

    def focus(self, dioptres: float) -> None:
        """Moves the lens, where it can move."""

    def close(self) -> None: ...


class ThreadedCamera:
    """A `Camera` over a driver that is opened, read and closed on one thread. `read` gives the newest picture, old ones are
    dropped. After `close` a driver that hangs keeps its thread until it comes back: `stuck` says so."""

    def __init__(self, opener: Callable[[], Driver], name: str = "camera", clock: Callable[[], float] = time.monotonic) -> None:
        self._opener = opener
        self._clock = clock
        self._condition = threading.Condition()
        self._newest: Frame | None = None
        self._fault: CameraFault | None = None
        self._ended = False
        self._stop = threading.Event()
        self._wanted_focus: float | None = None
        self._offset: float | None = None
        self._number = -1
        self.nature: Nature | None = None
        self._thread = threading.Thread(target=self._run, name=f"driver of {name}", daemon=True)
        self._thread.start()

    @property
    def stuck(self) -> bool:
        """Whether the camera was closed, but its driver has not come back yet."""
        return self._stop.is_set() and self._thread.is_alive()

    def read(self, deadline: float) -> Frame | None:
        """The newest picture not yet taken; raises `NoPicture` after `deadline` seconds, `CameraFault` after a fault."""
        end = time.monotonic() + deadline
        with self._condition:
            while self._newest is None:
                if self._ended:
                    raise self._fault or CameraFault(Condition.FAILED, "The camera has been closed.")
                left = end - time.monotonic()
                if left <= 0:
                    raise NoPicture(deadline)
                self._condition.wait(left)
            frame, self._newest = self._newest, None
            return frame

    def move_focus(self, dioptres: float) -> None:
        """Lets the driver move the lens before its next picture."""
        with self._condition:
            self._wanted_focus = dioptres

    def close(self) -> None:
        """Stops the driver and waits some seconds for it; may be called twice."""
        self._stop.set()
        with self._condition:
            self._ended = True
            self._newest = None
            self._condition.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        try:
            driver = self._opener()
        except DRIVER_ERRORS as error:
            self._end(error)
            return
        try:
            self.nature = driver.nature
            while not self._stop.is_set():
                with self._condition:
                    focus, self._wanted_focus = self._wanted_focus, None
                if focus is not None:
                    driver.focus(focus)
                    self.nature = driver.nature
                self._publish(driver.grab())
        except DRIVER_ERRORS as error:
            self._end(error)
        finally:
            try:
                driver.close()
            except DRIVER_ERRORS as error:
                self._end(error)

    def _publish(self, shot: Shot) -> None:
        now = self._clock()
        with self._condition:
            if self._ended:
                return
            self._number = self._number + 1 if shot.number is None else shot.number
            self._newest = Frame(shot.image, self._number, self._on_our_clock(shot.time, now))
            self._condition.notify_all()

    def _on_our_clock(self, time: float | None, now: float) -> float:
        """The driver's time on the clock of this program; both go at the same pace."""
        if time is None:
            return now
        if self._offset is None:
            self._offset = 0.0 if abs(time - now) < 1.0 else now - time
        return time + self._offset

    def _end(self, error: BaseException) -> None:
        with self._condition:
            self._ended = True
            if self._fault is None:
                self._fault = (
                    error
                    if isinstance(error, CameraFault)
                    else CameraFault(Condition.FAILED, f"The camera has failed: {str(error).strip() or type(error).__name__}.")
                )
            self._condition.notify_all()
