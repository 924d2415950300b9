"""What cameras and files do to a picture: exposure, colour, focus, motion, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def _curve(rng: np.random.Generator) -> NDArray[np.uint8]:
    """One look-up table per channel: gamma, gain, offset and white balance."""
    ramp = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.3))
    gain = np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.08, 3))
    table = (ramp - 0.5) * gain * rng.uniform(0.55, 1.1) + 0.5 + rng.normal(0, 0.06)
    return np.clip(table * 255, 0, 255).astype(np.uint8).reshape(1, 256, 3)


def photometric(rng: np.random.Generator, image: Picture, *, strength: float = 1.0) -> Picture:
    """A new recording of the same picture; geometry stays. `strength` scales blur, noise and compression."""
    if rng.random() < 0.25:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.12:
        grey = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2GRAY)
        image = np.repeat(grey[..., None], 3, axis=2)
    if rng.random() < 0.06:
        image = 255 - image
    image = cv2.LUT(np.ascontiguousarray(image), _curve(rng))
    kind = rng.random()
    if kind < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), 0.3 + rng.exponential(0.45) * strength)
    elif kind < 0.43:
        length = int(rng.integers(3, 4 + int(4 * strength)))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = (length - 1) / 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        start, end = (middle - reach).round().astype(int).tolist(), (middle + reach).round().astype(int).tolist()
        cv2.line(kernel, tuple(start), tuple(end), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    elif kind < 0.5:
        image = cv2.addWeighted(image, 1.8, cv2.GaussianBlur(image, (0, 0), 1.2), -0.8, 0)
    if rng.random() < 0.5:
        spread = rng.exponential(5) * strength
        size = image.shape if rng.random() < 0.6 else (*image.shape[:2], 1)
        noise = rng.standard_normal(size, np.float32) * np.float32(spread)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.03:
        salt = rng.random(image.shape[:2]) < rng.uniform(0.002, 0.03)
        image = image.copy()
        image[salt] = rng.choice([0, 255], (int(salt.sum()), 1))
    if rng.random() < 0.4:
        quality = int(rng.uniform(30 if strength >= 1 else 60, 95))
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def standardised(image: Picture) -> NDArray[np.float32]:
    """Mean 0 and spread 1 over the whole square, channels first: what both networks take."""
    floats = image.astype(np.float32)
    return ((floats - floats.mean()) / (floats.std() + 8.0)).transpose(2, 0, 1)
