"""The real `Picamera2` on libcamera's virtual pipeline, as far as that needs help."""

from __future__ import annotations

import threading
from typing import Any

import libcamera
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

from hardware.recording import Recording

NO_HURRY = 60.0
SHOWN_TIMES = 4
"""So often the virtual pipeline shows each of its pictures."""


class VirtualPicamera(Picamera2):
    """The virtual pipeline has no raw stream, and its buffers must come from libcamera itself."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
        sizes = [(kind, size) for kind in formats.pixel_formats for size in formats.sizes(kind)]
        return [{"format": str(kind), "size": (size.width, size.height)} for kind, size in sizes]


class Film:
    """A recorded table before the virtual sensor: the next picture is exposed when the one before was played, at its own time.

    The virtual pipeline knows no pace of its own: it would show hundreds of pictures a second and begin again at the first.
    """

    def __init__(self, recording: Recording) -> None:
        self.times = [frame.time for frame in recording.frames]
        self.exposed = -1
        self.over = threading.Event()
        self._turns = threading.Semaphore(1)

    def clock(self) -> float:
        """Seconds of the recording; stands still between two pictures."""
        return self.times[max(self.exposed, 0)]

    def played(self, number: int) -> None:
        """The picture `number` was played; the next may come."""
        if number + 1 < len(self.times):
            self._turns.release()

    def wait(self) -> None:
        """Until it is the next picture's turn; raises `RuntimeError` when the film is over."""
        while not self._turns.acquire(timeout=0.2):
            if self.over.is_set():
                raise RuntimeError("the film is over")
        self.exposed += 1


class Exposure:
    """A completed request of picamera2, taken at the time of the film."""

    def __init__(self, request: Any, time: float) -> None:
        self._request, self._time = request, time

    def make_array(self, name: str) -> Any:
        return self._request.make_array(name)

    def get_metadata(self) -> dict[str, Any]:
        return {**self._request.get_metadata(), "SensorTimestamp": round(self._time * 1e9)}

    def release(self) -> None:
        self._request.release()


class FilmPicamera(VirtualPicamera):
    """A virtual camera before a `film`: none of its pictures is lost, for each waits until somebody asks for it."""

    film: Film
    capturing = False

    def process_requests(self, display: Any) -> None:
        if not self._job_list:
            return
        if not self.capturing:
            super().process_requests(display)
            return
        with self._requestslock:
            waiting, self._requests = self._requests[1:], self._requests[:1]
        super().process_requests(display)
        with self._requestslock:
            self._requests = waiting + self._requests

    def capture_request(self, wait: float | None = None, **named: Any) -> Any:
        self.film.wait()
        self.capturing = True
        for _ in range(SHOWN_TIMES - 1):
            self._captured(**named).release()
        request = self._captured(**named)
        self.capturing = False
        return Exposure(request, self.film.clock())

    def _captured(self, **named: Any) -> Any:
        job = super().capture_request(wait=False, **named)
        self._run_process_requests()
        # A film is in no hurry, however long the driver would wait.
        return job.get_result(timeout=NO_HURRY)
