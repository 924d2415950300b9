"""The threads between the camera and the main loop: one takes pictures, one reads them, and the newest reading waits.

With a live camera old pictures are dropped, never queued. A recorded table is played without loss: each picture waits until
the one before it was read and shown, so that a slow machine sees the same game.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.moved import MovedWatch, Place
from hardware.frame import Camera, CameraError, Frame
from vision.geometry import GeometryError
from vision.lanes import LaneReading

log = logging.getLogger(__name__)

T = TypeVar("T")

FAULT_SECONDS = 0.02
"""Between two tries to read a camera that has a fault."""


class Tracker(Protocol):
    """What follows the lanes from picture to picture."""

    def update(self, image: NDArray[np.uint8], time: float) -> tuple[LaneReading, ...]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What one picture showed; `frame` is the picture itself, for the crops of unclear dice; `place` whether the tray is
    where it was calibrated; `turn` counts the changes of the tracker before it."""

    frame: Frame
    lanes: tuple[LaneReading, ...]
    place: Place = Place.FINE
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """No more pictures: the end of a recording, or a fault in one sentence."""

    fault: str | None = None


class Slot(Generic[T]):
    """Room for one thing between two threads. `lossless` makes `put` wait until the slot is empty, else it overwrites."""

    def __init__(self, lossless: bool) -> None:
        self._lossless = lossless
        self._condition = threading.Condition()
        self._item: T | None = None
        self._closed = False

    def put(self, item: T) -> bool:
        """Leaves `item`; `False` when the slot was closed meanwhile."""
        with self._condition:
            while self._lossless and self._item is not None and not self._closed:
                self._condition.wait(1.0)
            if self._closed:
                return False
            self._item = item
            self._condition.notify_all()
            return True

    def take(self, deadline: float) -> T | None:
        """The item, or `None` when none came within `deadline` seconds or the slot was closed."""
        end = time.monotonic() + deadline
        with self._condition:
            while self._item is None and not self._closed:
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._condition.wait(left)
            item, self._item = self._item, None
            self._condition.notify_all()
            return item

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._condition.notify_all()


class Eyes:
    """Owns the camera and the two threads; a context manager.

    `pace` (1 = real time, `None` = as fast as it is read) applies to lossless recordings only. `tracker` is made on the
    vision thread, so that no network is shared between threads. `patient` reads on after a fault, for a supervised camera,
    which mends itself and says how it is; without it a fault is the end. Without a `tracker` pictures are only shown.
    """

    def __init__(
        self,
        camera: Camera,
        tracker: Callable[[], Tracker] | None,
        *,
        lossless: bool,
        pace: float | None = None,
        camera_deadline: float = 5.0,
        patient: bool = False,
        moved: MovedWatch | None = None,
    ) -> None:
        self._camera = camera
        self._make_tracker = tracker
        self._pace = pace if lossless else None
        self._deadline = camera_deadline
        self._moved = moved
        self._patient = patient
        self._frames: Slot[Frame | Ended] = Slot(lossless)
        self._seen: Slot[Observation | Ended] = Slot(lossless)
        self._stop = threading.Event()
        self._change = threading.Lock()
        self._passes = [0, 0]
        self._turn = 0
        self._threads = (
            threading.Thread(target=self._watch, name="camera", daemon=True),
            threading.Thread(target=self._read, name="vision", daemon=True),
        )

    def __enter__(self) -> Eyes:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def beats(self) -> tuple[int, int]:
        """How often the camera's and the reader's thread have come round; a count that stands is a thread that hangs."""
        return self._passes[0], self._passes[1]

    def look(self, deadline: float) -> Observation | Ended | None:
        """The newest observation not yet taken, waiting at most `deadline` seconds for it."""
        seen = self._seen.take(deadline)
        if isinstance(seen, Observation) and seen.turn != self._turn:
            return None
        return seen

    def turn_to(self, tracker: Callable[[], Tracker] | None, moved: MovedWatch | None = None) -> None:
        """From the next picture on another tracker reads, after a new calibration; `None` only shows pictures.

        What the old one saw is not given any more. Called by whoever calls `look`.
        """
        with self._change:
            self._make_tracker, self._moved = tracker, moved
            self._turn += 1

    def close(self) -> None:
        """Stops both threads and closes the camera; may be called twice."""
        self._stop.set()
        self._frames.close()
        self._seen.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(self._deadline + 1)
        self._camera.close()

    def _watch(self) -> None:
        started: tuple[float, float] | None = None
        while not self._stop.is_set():
            self._passes[0] += 1
            try:
                frame = self._camera.read(self._deadline)
            except CameraError as error:
                if self._patient:
                    self._stop.wait(FAULT_SECONDS)
                    continue
                self._frames.put(Ended(str(error)))
                return
            if frame is None:
                self._frames.put(Ended())
                return
            if self._pace:
                if started is None:
                    started = (time.monotonic(), frame.time)
                wait = started[0] + (frame.time - started[1]) / self._pace - time.monotonic()
                if wait > 0 and self._stop.wait(wait):
                    return
            if not self._frames.put(frame):
                return

    def _read(self) -> None:
        turn, tracker, watch = self._turned()
        told = ""
        while not self._stop.is_set():
            self._passes[1] += 1
            frame = self._frames.take(1.0)
            if frame is None:
                continue
            if isinstance(frame, Ended):
                self._seen.put(frame)
                return
            if turn != self._turn:
                turn, tracker, watch = self._turned()
            try:
                lanes = () if tracker is None else tracker.update(frame.image, frame.time)
                place = Place.FINE if watch is None else watch.look(frame.image, frame.time)
            except GeometryError as error:
                if str(error) != told:
                    told = str(error)
                    log.warning("%s", told)
                if not self._seen.put(Ended(str(error))) or not self._patient:
                    return
                continue
            if not self._seen.put(Observation(frame, lanes, place, turn)):
                return

    def _turned(self) -> tuple[int, Tracker | None, MovedWatch | None]:
        with self._change:
            make, turn, watch = self._make_tracker, self._turn, self._moved
        return turn, None if make is None else make(), watch
