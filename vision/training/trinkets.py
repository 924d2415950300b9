"""Procedural cut-outs of what lies on tables and is no die: pens, batteries, plugs, letters, rough discs, keys, beads."""

from __future__ import annotations

import string

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import color

Picture = NDArray[np.uint8]
SIDE = 160


def _noise(rng: np.random.Generator, cells: int) -> NDArray[np.float32]:
    small = rng.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _joined(pixels: NDArray[np.floating], alpha: NDArray[np.floating]) -> Picture:
    """Colours (h, w, 3) and cover (h, w), 0..255, as one picture with four channels."""
    return np.clip(np.concatenate([pixels, alpha[..., None]], axis=2), 0, 255).astype(np.uint8)


def stick(rng: np.random.Generator) -> Picture:
    """A pen, a battery, a marker or a stick of memory: a shaded cylinder or slab in sections, with a tip or a plug."""
    pixels = np.zeros((SIDE, SIDE, 3), np.float32)
    alpha = np.zeros((SIDE, SIDE), np.float32)
    width = int(rng.uniform(14, 64))
    top = (SIDE - width) // 2
    across = np.linspace(-1, 1, width, dtype=np.float32)
    round_body = rng.random() < 0.65
    start, end = int(rng.uniform(0, 40)), SIDE - int(rng.uniform(0, 12))
    cuts = np.sort(rng.integers(start + 4, end - 4, int(rng.integers(1, 5))))
    for left, right in zip([start, *cuts.tolist()], [*cuts.tolist(), end], strict=True):
        shade = np.ones(width, np.float32)
        if round_body:
            shade = 0.35 + 0.65 * np.sqrt(np.clip(1 - across**2, 0, 1))
            shine = np.exp(-(((across - rng.uniform(-0.6, 0.6)) / rng.uniform(0.05, 0.3)) ** 2)) * rng.uniform(0, 200)
        else:
            shine = np.zeros(width, np.float32)
        inset = int(rng.uniform(0, 0.3) * width) if rng.random() < 0.35 else 0
        tone = np.array(color(rng)) if rng.random() < 0.6 else np.full(3, rng.uniform(10, 230))
        band = tone[None] * shade[:, None] + shine[:, None]
        rows = slice(top + inset, top + width - inset)
        pixels[rows, left:right] = band[inset : width - inset, None]
        alpha[rows, left:right] = 255
        if rng.random() < 0.3:
            pixels[rows, left : left + 2] *= rng.uniform(0.2, 0.7)
    if rng.random() < 0.5:
        scale = width / rng.uniform(24, 60)
        text = "".join(rng.choice(list(string.ascii_uppercase + string.digits), int(rng.integers(1, 9))))
        where = (int(rng.uniform(start, SIDE * 0.7)), int(SIDE / 2 + scale * 10))
        written = np.clip(pixels, 0, 255).astype(np.uint8)
        cv2.putText(written, text, where, int(rng.integers(0, 4)), scale, color(rng), max(1, int(scale * 2.5)), cv2.LINE_AA)
        pixels = written.astype(np.float32)
    kind = rng.random()
    if kind < 0.35:
        # A plug's metal shell with its two windows, or bare contacts.
        height, length = int(width * rng.uniform(0.55, 0.85)), int(width * rng.uniform(0.6, 1.1))
        y, x = (SIDE - height) // 2, max(start - length, 0)
        metal = rng.uniform(120, 240)
        pixels[y : y + height, x:start] = metal + np.linspace(-50, 50, height, dtype=np.float32)[:, None, None]
        alpha[y : y + height, x:start] = 255
        hole = color(rng) if rng.random() < 0.2 else (25.0, 25.0, 25.0)
        for part in (0.27, 0.73):
            cx, cy = x + int(length * rng.uniform(0.35, 0.6)), y + int(height * part)
            reach = max(1, int(height * rng.uniform(0.06, 0.14)))
            cv2.rectangle(pixels, (cx - reach, cy - reach), (cx + reach, cy + reach), hole, -1)
    elif kind < 0.7:
        tip = np.array([[start, top], [start, top + width], [max(start - width, 0), SIDE // 2]], np.int32)
        cv2.fillPoly(pixels, [tip.reshape(-1, 1, 2)], color(rng), cv2.LINE_AA)
        cv2.fillPoly(alpha, [tip.reshape(-1, 1, 2)], 255, cv2.LINE_AA)
    return _joined(pixels, cv2.GaussianBlur(alpha, (0, 0), 0.8))


def letters(rng: np.random.Generator) -> Picture:
    """One to three signs, printed, embossed or glowing, with or without the key they stand on."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    text = "".join(rng.choice(list(string.ascii_uppercase + string.digits + "#$%&@?+=*:!"), int(rng.integers(1, 4))))
    scale = 4.4 / len(text) * rng.uniform(0.6, 1)
    font, thick = int(rng.integers(0, 5)), max(2, int(scale * rng.uniform(2, 6)))
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(mask, text, ((SIDE - wide) // 2, (SIDE + high) // 2), font, scale, 255, thick, cv2.LINE_AA)
    ink = np.array(color(rng), np.float32)
    cover = mask.astype(np.float32)
    pixels = np.broadcast_to(ink, (SIDE, SIDE, 3)).astype(np.float32)
    kind = rng.random()
    if kind < 0.35:
        glow = cv2.GaussianBlur(cover, (0, 0), rng.uniform(4, 14))
        hot = np.clip(cover / 255, 0, 1)[..., None]
        pixels = pixels * (1 - hot) + (0.35 * ink + 165) * hot
        cover = np.maximum(cover, glow * rng.uniform(0.8, 2))
    elif kind < 0.6:
        slope = cv2.Sobel(cv2.GaussianBlur(cover, (0, 0), 2), cv2.CV_32F, 1, 1, ksize=3)
        pixels = pixels + (slope * rng.uniform(0.5, 3))[..., None]
        cover = np.clip(cv2.GaussianBlur(cover, (0, 0), 2) * 1.4, 0, 255)
    if rng.random() < 0.5:
        plate = np.zeros((SIDE, SIDE), np.float32)
        inset = int(rng.uniform(2, 26))
        cv2.rectangle(plate, (inset, inset), (SIDE - inset, SIDE - inset), 255.0, -1)
        plate = cv2.GaussianBlur(plate, (0, 0), rng.uniform(1, 5))
        share = np.clip(cover / 255, 0, 1)[..., None]
        ground = np.array(color(rng), np.float32) * rng.uniform(0.1, 1)
        pixels = ground * (1 - share) + pixels * share
        cover = np.maximum(cover, plate)
    away = np.minimum(np.arange(SIDE), np.arange(SIDE)[::-1])
    fade = np.clip(np.minimum(away[:, None], away[None]) / 8, 0, 1)
    return _joined(pixels, cover * fade)


def disc(rng: np.random.Generator) -> Picture:
    """A coin, a rivet, a drilled hole, a seal or a bead: round, rough or smooth, with a rim, a shadow's crescent or a gleam."""
    gy, gx = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j].astype(np.float32)
    radius = np.hypot(gx, gy * rng.uniform(0.8, 1.25))
    reach = rng.uniform(0.6, 0.92)
    alpha = np.clip((reach - radius) * SIDE / 2 + 0.5, 0, 1) * 255
    base = np.array(color(rng), np.float32)
    bumps = _noise(rng, int(rng.integers(4, 40))) * rng.uniform(0, 90)
    angle = rng.uniform(0, 6.28)
    side = gx * np.cos(angle) + gy * np.sin(angle)
    pixels = base + bumps[..., None] + (side * rng.uniform(-60, 60))[..., None]
    if rng.random() < 0.5:
        ball = np.sqrt(np.clip(1 - (radius / reach) ** 2, 0, 1))
        pixels = pixels * (0.3 + 0.7 * ball[..., None])
    if rng.random() < 0.5:
        shift = rng.uniform(0.05, 0.3)
        crescent = np.hypot(gx - shift * np.cos(angle), gy - shift * np.sin(angle)) > reach
        pixels = pixels * np.where(crescent, rng.uniform(0.05, 0.5), 1.0)[..., None]
    if rng.random() < 0.5:
        spot = rng.uniform(-0.4, 0.4, 2)
        gleam = np.exp(-(((gx - spot[0]) ** 2 + (gy - spot[1]) ** 2) / rng.uniform(0.003, 0.06)))
        pixels = pixels + (gleam * rng.uniform(60, 255))[..., None]
    for ring in range(int(rng.integers(0, 3))):
        inner = reach * rng.uniform(0.3, 0.95)
        line = np.abs(radius - inner) < rng.uniform(0.01, 0.08)
        pixels = np.where(line[..., None], np.array(color(rng), np.float32) * (0.5 + 0.5 * ring), pixels)
    return _joined(pixels, alpha)


def key(rng: np.random.Generator) -> Picture:
    """A door key: a bow with a hole, a blade with teeth."""
    pixels = np.zeros((SIDE, SIDE, 3), np.float32)
    alpha = np.zeros((SIDE, SIDE), np.float32)
    bow, blade = int(rng.uniform(20, 40)), int(rng.uniform(8, 16))
    middle = SIDE // 2
    cv2.circle(alpha, (bow + 2, middle), bow, 255.0, -1, cv2.LINE_AA)
    cv2.rectangle(alpha, (bow, middle - blade), (SIDE - 4, middle + blade), 255.0, -1)
    for x in np.arange(bow * 2 + 6, SIDE - 8, rng.uniform(5, 12)):
        depth = int(rng.uniform(2, blade))
        cv2.rectangle(alpha, (int(x), middle + blade - depth), (int(x) + 3, middle + blade + 1), 0.0, -1)
    cv2.circle(alpha, (bow // 2 + 4, middle), max(3, bow // 4), 0.0, -1, cv2.LINE_AA)
    tone = np.array(color(rng)) if rng.random() < 0.3 else np.array([0.8, 0.95, 1.0]) * rng.uniform(70, 220)
    pixels[:] = tone
    pixels += (_noise(rng, 20) * 20 + np.linspace(-50, 50, SIDE)[:, None] * rng.uniform(-1, 1))[..., None]
    pixels[middle - 2 : middle + 2, 2 * bow :] *= 0.6
    return _joined(pixels, alpha)


def trinket(rng: np.random.Generator) -> Picture:
    """One of them, `SIDE` pixels square, B,G,R and cover."""
    makers = (stick, stick, letters, letters, disc, disc, key)
    return makers[int(rng.integers(0, len(makers)))](rng)
