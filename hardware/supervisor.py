"""A camera that is opened again whenever it stops, and that can say what is wrong with it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from hardware.condition import CameraFault, Condition, Health, NoPicture
from hardware.frame import Camera, CameraError, Frame
from hardware.health import Limits, Watch
from hardware.inspection import inspect
from hardware.threaded import Nature, ThreadedCamera

log = logging.getLogger(__name__)

MOST_STUCK = 2
LOOK_SECONDS = 0.5
POLL_SECONDS = 0.02
SHARPNESS_SECONDS = 2.0
STUCK = "The camera's driver does not answer; unplug the camera, or restart the machine."
ENDED = "The camera has ended."


class SupervisedCamera:
    """A `Camera` around others: `opener` opens one, which is closed, and opened anew after 2 to 20 seconds, when it stops,
    repeats itself, turns black or fails. Opening may not block for long (`ThreadedCamera` does not). A picture that is the one
    before once more, point by point, is not passed on: dice that are frozen while they roll must not seem to lie still.

    `read` raises `CameraFault` when no picture came in time, and may be called again. Its numbers count on over all of them.
    `health` may be read from any thread.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        clock: Callable[[], float] = time.monotonic,
        limits: Limits | None = None,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._opener = opener
        self._clock = clock
        self._watch = Watch(clock(), limits)
        self._camera: Camera | None = None
        self._left: list[ThreadedCamera] = []
        self._closed = threading.Event()
        self._pause = pause or self._closed.wait
        self._number = -1
        self._time = float("-inf")
        self._sharp_at = float("-inf")
        self._fingerprint: int | None = None
        self._told: tuple[Condition, str] | None = None

    @property
    def health(self) -> Health:
        """How the camera is now."""
        return self._watch.health

    @property
    def nature(self) -> Nature | None:
        """What the camera turned out to be, `None` until it is open."""
        return self._camera.nature if isinstance(self._camera, ThreadedCamera) else None

    def move_focus(self, dioptres: float) -> None:
        """Lets the lens move, where it can."""
        if isinstance(self._camera, ThreadedCamera):
            self._camera.move_focus(dioptres)

    def read(self, deadline: float) -> Frame | None:
        """The next picture; raises `CameraFault` when none comes in `deadline` seconds."""
        end = self._clock() + deadline
        while not self._closed.is_set():
            left = end - self._clock()
            if left <= 0:
                break
            frame = self._next(left)
            self._tell()
            if frame is not None:
                return frame
        health = self._watch.health
        condition = Condition.STALLED if health.delivers or health.condition is Condition.STARTING else health.condition
        raise CameraFault(condition, health.sentence or f"The camera has delivered no picture for {deadline:g} seconds.")

    def close(self) -> None:
        """Closes the camera; may be called twice, and ends a `read` of another thread soon."""
        self._closed.set()
        self._drop()

    def _next(self, left: float) -> Frame | None:
        camera = self._camera
        if camera is None:
            self._open(left)
            return None
        try:
            frame = camera.read(min(left, LOOK_SECONDS))
        except NoPicture:
            if not self._watch.quiet(self._clock()):
                self._drop()
            # A camera that answers at once that it has nothing must not keep this thread busy.
            self._pause(POLL_SECONDS)
            return None
        except CameraFault as fault:
            if not self._closed.is_set():
                self._fail(fault.condition, str(fault))
            return None
        except CameraError as error:
            self._fail(Condition.FAILED, str(error))
            return None
        if frame is None:
            self._fail(Condition.STALLED, ENDED)
            return None
        return self._seen(frame)

    def _seen(self, frame: Frame) -> Frame | None:
        now = self._clock()
        sharpness = now - self._sharp_at >= SHARPNESS_SECONDS
        if sharpness:
            self._sharp_at = now
        seen = inspect(frame.image, sharpness)
        if not self._watch.saw(now, frame.number, frame.time, seen):
            self._drop()
            return None
        before, self._fingerprint = self._fingerprint, seen.fingerprint
        if seen.fingerprint == before:
            return None
        self._number += 1
        self._time = max(frame.time, self._time + 1e-6)
        return Frame(frame.image, self._number, self._time)

    def _open(self, left: float) -> None:
        now = self._clock()
        wait = (self._watch.retry_at or now) - now
        if wait > 0:
            self._pause(min(wait, left, LOOK_SECONDS))
            return
        self._left = [camera for camera in self._left if camera.stuck]
        self._watch.stuck(len(self._left))
        if len(self._left) >= MOST_STUCK:
            self._watch.failed(now, Condition.STALLED, STUCK)
            return
        try:
            self._camera = self._opener()
        except CameraFault as fault:
            self._watch.failed(now, fault.condition, str(fault))
        except CameraError as error:
            self._watch.failed(now, Condition.FAILED, str(error))
        else:
            self._watch.opened(self._clock())

    def _fail(self, condition: Condition, sentence: str) -> None:
        self._watch.failed(self._clock(), condition, sentence)
        self._drop()

    def _drop(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        camera.close()
        if isinstance(camera, ThreadedCamera) and camera.stuck:
            self._left.append(camera)
            self._watch.stuck(len(self._left))

    def _tell(self) -> None:
        """Logs a change of the condition once, so that a long fault does not fill the journal."""
        health = self._watch.health
        key = (health.condition, health.sentence)
        if key != self._told:
            if health.sentence:
                log.warning("%s", health.sentence)
            elif self._told is not None and self._told[1]:
                log.warning("The camera is well again.")
            if health.sentence or health.condition is Condition.FINE:
                self._told = key
