"""Locking the exposure so that the lamps of a bar do not flicker in the picture."""

from __future__ import annotations

from dataclasses import dataclass

MAINS = (50, 60)
ROUNDING = 1e-3


@dataclass(frozen=True, slots=True)
class Exposure:
    """`microseconds` of exposure and the `gain` that goes with it."""

    microseconds: int
    gain: float


def half_period(mains: int) -> float:
    """Half a period of mains of 50 or 60 Hz in microseconds: lamps flicker twice a period.

    >>> half_period(50)
    10000.0
    """
    return 1e6 / (2 * mains)


def locked(
    settled: Exposure,
    mains: int,
    longest: float,
    gains: tuple[float, float],
) -> Exposure:
    """The exposure nearest to `settled` that is as bright and a multiple of half the mains period, at most `longest` µs.

    Shorter exposures are preferred, the gain makes up for them. In light so bright that half a period is too long at the least
    gain, the settled exposure stays: such light is daylight, or the picture would burn out.

    >>> locked(Exposure(33000, 2.0), 50, 40000, (1.0, 8.0))
    Exposure(microseconds=30000, gain=2.2)
    >>> locked(Exposure(4000, 4.0), 50, 40000, (1.0, 8.0))
    Exposure(microseconds=10000, gain=1.6)
    >>> locked(Exposure(900, 1.0), 50, 40000, (1.0, 8.0))
    Exposure(microseconds=900, gain=1.0)
    """
    half = half_period(mains)
    light = settled.microseconds * settled.gain
    low, high = gains
    most = int(longest / half + ROUNDING)
    if most < 1 or light < 0.97 * low * half:
        return Exposure(min(settled.microseconds, int(longest)), settled.gain)
    for count in range(max(1, min(most, int(settled.microseconds / half + ROUNDING))), most + 1):
        gain = light / (count * half)
        if gain <= high:
            return Exposure(round(count * half), max(low, gain))
    return Exposure(round(most * half), high)
