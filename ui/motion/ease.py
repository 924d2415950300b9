"""How a motion speeds up and slows down: parts 0..1 of the time to parts 0..1 of the way."""

from __future__ import annotations

import math


def part(time: float, start: float, seconds: float) -> float:
    """How much of a motion of `seconds` has passed at `time`, 0..1; all of it when it takes no time."""
    if seconds <= 0:
        return 1.0
    return min(1.0, max(0.0, (time - start) / seconds))


def in_out(done: float) -> float:
    """Slow at both ends."""
    return (1 - math.cos(math.pi * done)) / 2


def out(done: float) -> float:
    """Quick at first, slow at the end."""
    return 1 - (1 - done) ** 3


def mix(start: float, end: float, done: float) -> float:
    return start + (end - start) * done
