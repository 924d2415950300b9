"""The live picture of the camera with what it says of itself: pictures a second, sharpness, light, glare."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from hardware.condition import CameraFault
from hardware.inspection import Inspection, inspect
from hardware.supervisor import SupervisedCamera

OVER = 30
MARGIN = 16


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture, B,G,R, and its figures; `image` is `None` and `sentence` says why while none comes."""

    image: NDArray[np.uint8] | None
    fps: float
    seen: Inspection | None
    sentence: str

    @property
    def figures(self) -> str:
        """The figures in one line; a sharp edge is 2 to 4 pixels wide."""
        if self.seen is None:
            return self.sentence
        sharp = f"edges {self.seen.edge:.1f} px" if self.seen.edge is not None else "no edges"
        line = f"{self.fps:4.1f} pictures/s   {sharp}   light {self.seen.mean:3.0f} of 255   glare {self.seen.glare:.1%}"
        return f"{line}   {self.sentence}" if self.sentence else line


def looks(camera: SupervisedCamera, seconds: float, clock: Callable[[], float] = time.monotonic) -> Iterator[Look]:
    """One look for every picture or fault, for so many seconds."""
    begun = clock()
    times: deque[float] = deque(maxlen=OVER)
    while clock() - begun < seconds:
        try:
            frame = camera.read(0.5)
        except CameraFault as fault:
            times.clear()
            yield Look(None, 0.0, None, str(fault))
            continue
        if frame is None:
            return
        times.append(frame.time)
        took = times[-1] - times[0]
        fps = (len(times) - 1) / took if took > 0 else 0.0
        yield Look(frame.image, fps, inspect(frame.image, sharpness=True), camera.health.sentence)


def painted(look: Look, size: tuple[int, int], font: pygame.font.Font) -> pygame.Surface:
    """The picture as large as it fits into `size`, its figures below."""
    surface = pygame.Surface(size)
    surface.fill((11, 17, 20))
    bar = font.get_linesize() + MARGIN
    if look.image is not None:
        height, width = look.image.shape[:2]
        scale = min(size[0] / width, (size[1] - bar) / height)
        shape = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = np.asarray(cv2.cvtColor(cv2.resize(look.image, shape, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB))
        picture = pygame.image.frombuffer(small.tobytes(), shape, "RGB")
        surface.blit(picture, ((size[0] - shape[0]) // 2, (size[1] - bar - shape[1]) // 2))
    text = font.render(look.figures, True, (255, 244, 222))
    surface.blit(text, (MARGIN, size[1] - bar + MARGIN // 2))
    return surface
