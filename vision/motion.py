"""Motion watch: which parts of the picture have changed since the last look, whatever the light does.

A picture is shrunk and turned into logarithms, where light is a sum: a lamp adds nearly the same number everywhere, a shadow
with a soft edge adds a slowly changing one. What remains after the slow part is taken away is structure: dice, hands, cups.
The method is that of homomorphic filtering (Oppenheim, Schafer and Stockham, 1968),
cut down to a few passes over 60,000 pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Image

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

LONG_SIDE: Final = 320

# Dark colours are mostly noise, and a JPEG camera rounds them coarsely: the offset keeps their logarithms quiet.
_OFFSET: Final = 16.0
_BURNT: Final = 246.0
_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + _OFFSET)
# Brightness, and two differences of colours in which a change of light cancels.
_CHANNELS: Final = np.array([[1 / 3, 1 / 3, 1 / 3], [0.5, -0.5, 0.0], [0.0, -0.5, 0.5]], dtype=np.float32)
# Brightness (a logarithm) below which differences are noise, and above which they are believed wholly.
_NOISY: Final = (2.6, 3.4)
_COLORLESS: Final = (2.8, 3.8)


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A small picture in which light is a sum. `light`: float32 of shape (height, width, 3), the mean logarithm of the three
    colours and two halved differences between them. `burnt`: 255 where a colour is too bright to be measured."""

    light: Floats
    burnt: Mask

    @property
    def shape(self) -> tuple[int, int]:
        return self.burnt.shape[0], self.burnt.shape[1]

    def copy(self) -> Features:
        return Features(self.light.copy(), self.burnt.copy())


def shrink_factor(width: int, height: int) -> int:
    """By how much a picture of this size is shrunk: to about 320 pixels on its long side."""
    return max(1, int(max(width, height) / LONG_SIDE + 0.5))


def features(image: Image, factor: int) -> Features:
    """The features of a picture, uint8 B,G,R of shape (height, width, 3), shrunk by `factor`."""
    height, width = image.shape[0] // factor, image.shape[1] // factor
    small: Image = image[: height * factor, : width * factor]
    # Halving in steps is several times faster than one step of the same area average.
    while factor % 2 == 0 and factor > 1:
        small = _area(small, small.shape[1] // 2, small.shape[0] // 2)
        factor //= 2
    small = _area(small, width, height)
    measured = cv2.inRange(small, (0.0, 0.0, 0.0), (_BURNT, _BURNT, _BURNT))
    return Features(floats(cv2.transform(cv2.LUT(small, _LOGARITHMS), _CHANNELS)), mask_of(cv2.bitwise_not(measured)))


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """`brightness`, `color`: the least change, in logarithms, that counts. `noise`: multiples of the measured noise that
    do not count. `window`, `color_window`: sides, in small pixels, of the area over which light and its colour are taken to be
    even. `tolerant` accepts a picture that trembles by one small pixel, for a camera that is held by hand."""

    brightness: float = 0.115
    color: float = 0.15
    noise: float = 6.0
    window: int = 7
    color_window: int = 19
    tolerant: bool = False


class MotionWatch:
    """Compares every picture with the last one that was different, so that slow motion adds up and is seen."""

    def __init__(self, settings: MotionSettings = MotionSettings()) -> None:
        self._settings = settings
        self._anchor: Features | None = None

    def update(self, now: Features) -> Mask:
        """The structure that has changed since the anchor, 255 where it has, shape (height, width). The first picture changes
        nothing. Call `renew` or `follow` afterwards, which say what the next picture is compared with."""
        if self._anchor is None or self._anchor.shape != now.shape:
            self._anchor = now.copy()
        return changed(now, self._anchor, self._settings)

    def renew(self, now: Features) -> None:
        """The next picture is compared with this one."""
        self._anchor = now.copy()

    def follow(self, now: Features, share: float) -> None:
        """Lets the anchor follow what changes slowly, such as light, by `share` (0..1) of the difference."""
        if self._anchor is not None:
            cv2.accumulateWeighted(now.light, self._anchor.light, share)
            cv2.copyTo(now.burnt, now.burnt, self._anchor.burnt)


def changed(now: Features, then: Features, settings: MotionSettings) -> Mask:
    """Where `now` has another structure or colour than `then`, light apart: 255, else 0. Both of the same shape."""
    difference = floats(cv2.subtract(now.light, then.light))
    bright, blue, red = (floats(channel) for channel in cv2.split(difference))
    burnt = mask_of(cv2.bitwise_or(now.burnt, then.burnt))
    darker = floats(cv2.min(cv2.extractChannel(now.light, 0), cv2.extractChannel(then.light, 0)))
    sharp = floats(cv2.multiply(_without_even_part(bright, 0.7, settings.window), _trust(darker, _NOISY)))
    trust = _trust(darker, _COLORLESS)
    mask = _above(sharp, settings.brightness, settings.noise, now.burnt, then.burnt)
    for channel in (blue, red):
        tint = floats(cv2.multiply(_without_even_part(channel, 0.3, settings.color_window), trust))
        mask |= _above(tint, settings.color, settings.noise, burnt, burnt)
    if settings.tolerant:
        mask &= _outside(now, then, settings)
    return coherent(mask)


def coherent(mask: Mask, least: int = 3) -> Mask:
    """The mask without what noise makes: a pixel stays when at least `least` of the nine around and in it are set."""
    neighbors = cv2.boxFilter(mask, cv2.CV_16U, (3, 3), normalize=False, borderType=cv2.BORDER_REFLECT)
    return mask_of(cv2.bitwise_and(mask, cv2.inRange(neighbors, float(least * 255), 9.0 * 255)))


def color_trust(now: Features, then: Features) -> Floats:
    """How far a difference of colour can be believed, 0..1: little where either picture is dark. Shape (height, width)."""
    return _trust(floats(cv2.min(cv2.extractChannel(now.light, 0), cv2.extractChannel(then.light, 0))), _COLORLESS)


def _trust(brightness: Floats, span: tuple[float, float]) -> Floats:
    slope = 1.0 / (span[1] - span[0])
    return floats(np.clip(cv2.addWeighted(brightness, slope, brightness, 0.0, -span[0] * slope), 0.05, 1.0))


def _without_even_part(channel: Floats, most: float, window: int) -> Floats:
    # The clamp keeps one white die from spoiling the even part of everything around it.
    even = cv2.blur(np.clip(channel, -most, most), (window, window), borderType=cv2.BORDER_REFLECT)
    return floats(cv2.subtract(channel, even))


def _above(channel: Floats, least: float, multiple: float, burnt_now: Mask, burnt_then: Mask) -> Mask:
    """Where a channel differs by more than the noise. A burnt colour may be any brighter one."""
    # A camera that shakes is no noise to look through, but motion: the limit rises to its double and no further.
    limit = min(max(least, multiple * 1.48 * float(np.median(np.abs(channel[::4, ::4])))), 2.0 * least)
    brighter = cv2.bitwise_and(cv2.inRange(channel, limit, np.inf), cv2.bitwise_not(burnt_then))
    darker = cv2.bitwise_and(cv2.inRange(channel, -np.inf, -limit), cv2.bitwise_not(burnt_now))
    return mask_of(cv2.bitwise_or(brighter, darker))


def _outside(now: Features, then: Features, settings: MotionSettings) -> Mask:
    """Where `now` lies outside all that `then` shows within one small pixel."""
    kernel = np.ones((3, 3), np.uint8)
    light = np.median((now.light[::4, ::4] - then.light[::4, ::4]).reshape(-1, 3), axis=0).astype(np.float32)
    above = now.light - light - cv2.dilate(then.light, kernel)
    below = cv2.erode(then.light, kernel) - now.light + light
    return over(floats(cv2.max(above, below)), settings.brightness, settings.color, settings.color)


def over(channels: Floats, bright: float, blue: float, red: float) -> Mask:
    """255 where any of the three channels is above its limit, else 0."""
    return mask_of(cv2.bitwise_not(cv2.inRange(channels, (-np.inf, -np.inf, -np.inf), (bright, blue, red))))


def floats(array: object) -> Floats:
    """What OpenCV returned, as float32."""
    return np.asarray(array, dtype=np.float32)


def mask_of(array: object) -> Mask:
    """What OpenCV returned, as uint8."""
    return np.asarray(array, dtype=np.uint8)


def _area(image: Image, width: int, height: int) -> Image:
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
