"""How bright an awaited button shines, on the screen and in its lamp: it rises, stays, and after a while swells now and then.

One function of the time since the game began to wait, so that lamp and picture are always in the same phase.
"""

from __future__ import annotations

import math

RISE_SECONDS = 0.2
STILL_SECONDS = 20.0
SWELL_EVERY = 8.0
SWELL_SECONDS = 2.0


def swell(waited: float) -> float:
    """0 at rest to 1 at the height of a swell; `waited` in seconds."""
    if waited < STILL_SECONDS:
        return 0.0
    into = (waited - STILL_SECONDS) % SWELL_EVERY
    return math.sin(math.pi * into / SWELL_SECONDS) ** 2 if into < SWELL_SECONDS else 0.0


def halo(waited: float, rest: float, most: float = 1.0) -> float:
    """The light around the button on the screen: up to `rest` in 200 ms, and from there up to `most` in a swell."""
    if waited < RISE_SECONDS:
        return rest * max(0.0, waited) / RISE_SECONDS
    return rest + (most - rest) * swell(waited)


def lamp(waited: float) -> float:
    """The brightness of the lamp, 0..1: three quarters at rest, so that a swell is seen."""
    return halo(waited, 0.75)
