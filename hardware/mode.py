"""What is asked of a camera."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WantedMode:
    """The size of the pictures in pixels, pictures a second, the mains in Hz (50 or 60), and where the lens shall stand in
    dioptres (`None`: focused once, then left there)."""

    width: int = 1280
    height: int = 720
    fps: float = 15.0
    mains: int = 50
    focus: float | None = None
