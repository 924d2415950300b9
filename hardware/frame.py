"""What a camera delivers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class CameraError(ValueError):
    """A camera that cannot deliver, in one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: `image` is uint8 B,G,R of shape (height, width, 3); `number` counts from 0 and never repeats;
    `time` is in seconds of a monotonic clock (or of the recording)."""

    image: NDArray[np.uint8]
    number: int
    time: float


class Camera(Protocol):
    """Opened by its constructor, closed by its owner; `close` may be called twice."""

    def read(self, deadline: float) -> Frame | None:
        """The next frame, or `None` at the end of a recording; raises `CameraError` when none comes in `deadline` seconds."""

    def close(self) -> None: ...
