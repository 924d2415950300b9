"""From linear light to the JPEG of a small camera: exposure, white balance, blur, noise, tone, sharpening."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Linear = NDArray[np.float32]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Sensor:
    """`gain` scales the light, `balance` are gains of red and blue, `blur` is the lens (sigma, pixels).

    `shot` and `read` are the noise in linear light, `grain` its size in pixels; `smooth` is the contrast (0..255) which the
    camera's noise filter levels, `sharpen` the unsharp mask's weight, `vignette` the loss of light in the
    corners, `chroma` how far (sigma, pixels) the colours are blurred.
    """

    gain: float = 1.0
    balance: tuple[float, float] = (1.0, 1.0)
    blur: float = 0.5
    shot: float = 0.004
    read: float = 0.001
    grain: float = 0.6
    smooth: float = 0.0
    sharpen: float = 0.3
    vignette: float = 0.1
    saturation: float = 1.1
    contrast: float = 0.15
    chroma: float = 0.0
    quality: int = 85

    def settled(self, light: Linear, bright: float = 0.8, gray: float = 1.0) -> Sensor:
        """The same sensor, set by a picture; `gray` 0..1 is how far its white balance trusts a grey world."""
        top = float(np.percentile(light.mean(2), 97))
        red, green, blue = (float(light[..., channel].mean()) for channel in range(3))
        balance = ((green / red) ** gray * self.balance[0], (green / blue) ** gray * self.balance[1])
        return replace(self, gain=self.gain * bright / max(top, 1e-6), balance=balance)


def develop(light: Linear, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """A linear RGB picture as BGR bytes, with fresh noise."""
    height, width = light.shape[:2]
    picture = light * (sensor.gain * np.array([sensor.balance[0], 1.0, sensor.balance[1]], np.float32))
    if sensor.vignette:
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        away = ((rows / height - 0.5) ** 2 + (columns / width - 0.5) ** 2 * (width / height) ** 2) / 0.7
        picture = picture * (1 - np.float32(sensor.vignette) * away)[..., None]
    if sensor.blur > 0.05:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur)
    noise = rng.standard_normal(picture.shape, np.float32)
    if sensor.grain > 0.2:
        noise = cv2.GaussianBlur(noise, (0, 0), sensor.grain)
        noise /= max(1e-6, float(noise.std()))
    picture = picture + noise * np.sqrt(np.maximum(picture, 0) * sensor.shot**2 + sensor.read**2)
    luma = picture.mean(2, keepdims=True)
    picture = np.maximum(luma + (picture - luma) * np.float32(sensor.saturation), 0)
    # A soft shoulder: nothing clips hard below twice the white point.
    bright = picture > 0.8
    picture[bright] = 0.8 + 0.2 * np.tanh((picture[bright] - 0.8) / 0.4)
    tone = np.where(picture <= 0.0031308, 12.92 * picture, 1.055 * cv2.pow(np.maximum(picture, 1e-8), 1 / 2.4) - 0.055)
    tone = tone + sensor.contrast * (tone - 0.5) * tone * (1 - tone) * 4
    if sensor.smooth:
        tone = cv2.bilateralFilter(tone.astype(np.float32), 5, sensor.smooth / 255, 2.0)
    if sensor.sharpen:
        tone = tone + sensor.sharpen * (tone - cv2.GaussianBlur(tone, (0, 0), 1.2))
    picture_8 = np.clip(tone[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    if sensor.chroma > 0.05:
        parts = cv2.cvtColor(picture_8, cv2.COLOR_BGR2YCrCb)
        parts[..., 1:] = cv2.GaussianBlur(parts[..., 1:], (0, 0), sensor.chroma)
        picture_8 = cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR).astype(np.uint8)
    return picture_8


def jpeg(picture: Bytes, quality: int) -> bytes:
    """The encoded picture."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    if not done:
        raise ValueError("the picture cannot be encoded as JPEG")
    return data.tobytes()
