"""Procedural tables and clutter: felt, wood, carpet, paper, trays, lettering, keys, cups, cables, hands. No dice."""

from __future__ import annotations

import string

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]


def color(rng: np.random.Generator) -> tuple[float, float, float]:
    """A random BGR colour 0..255, often greyish as tables are."""
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, 255) * rng.uniform(0, 1), rng.uniform(15, 255)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).reshape(3)
    return float(b), float(g), float(r)


def _noise(rng: np.random.Generator, size: int, cell: float, stretch: float = 1.0) -> Floats:
    """Smooth noise -1..1 with features of `cell` pixels, stretched along x."""
    rows = max(2, int(size / cell))
    columns = max(2, int(size / (cell * stretch)))
    small = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def _turned(rng: np.random.Generator, image: Floats) -> Floats:
    size = image.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), rng.uniform(1.0, 1.6))
    return cv2.warpAffine(image, matrix, (size, size), borderMode=cv2.BORDER_REFLECT)


def surface(rng: np.random.Generator, size: int) -> Picture:
    """One material over the whole square, as uint8 BGR."""
    base = np.array(color(rng), np.float32)
    kind = rng.random()
    layers = np.zeros((size, size), np.float32)
    if kind < 0.25:
        layers += rng.normal(0, rng.uniform(1, 9), (size, size)).astype(np.float32)
        layers += _noise(rng, size, 30) * rng.uniform(0, 10)
    elif kind < 0.45:
        rings = _noise(rng, size, rng.uniform(4, 20), rng.uniform(6, 20))
        layers += np.sin(rings * rng.uniform(2, 14)) * rng.uniform(3, 28) + _noise(rng, size, 2, 12) * rng.uniform(0, 15)
        if rng.random() < 0.3:
            for y in np.arange(rng.uniform(0, 30), size, rng.uniform(25, 90)):
                layers[int(y) : int(y) + 2] -= rng.uniform(20, 70)
    elif kind < 0.58:
        cell = rng.uniform(1.5, 6)
        layers += _noise(rng, size, cell, rng.uniform(1, 3)) * rng.uniform(20, 90) + _noise(rng, size, cell * 3) * 20
    elif kind < 0.64:
        step = rng.uniform(8, 60)
        gx, gy = np.meshgrid(np.arange(size), np.arange(size))
        layers += (((gx // step + gy // step) % 2) * 2 - 1) * rng.uniform(15, 120)
    elif kind < 0.7:
        period, x = rng.uniform(3, 30), np.arange(size, dtype=np.float32)
        layers += np.sign(np.sin(x * 2 * np.pi / period))[None] * rng.uniform(5, 60)
    elif kind < 0.76:
        # Polka dots: what a pip looks like without a die round it.
        image = np.empty((size, size, 3), np.float32)
        image[:] = base
        step, radius, ink = rng.uniform(8, 40), rng.uniform(1.5, 7), color(rng)
        for x in np.arange(0, size, step):
            for y in np.arange(0, size, step):
                shift = step / 2 * (int(y / step) % 2)
                cv2.circle(image, (int((x + shift) * 8), int(y * 8)), int(radius * 8), ink, -1, cv2.LINE_AA, 3)
        return np.clip(_turned(rng, image), 0, 255).astype(np.uint8)
    else:
        layers += _noise(rng, size, rng.uniform(20, 120)) * rng.uniform(0, 30)
    image = base + _turned(rng, layers)[..., None] * rng.uniform(0.4, 1.6, 3).astype(np.float32)
    if rng.random() < 0.15:
        image = image + (_noise(rng, size, rng.uniform(3, 40)) > rng.uniform(0.2, 0.8))[..., None] * rng.normal(0, 50, 3)
    return np.clip(image, 0, 255).astype(np.uint8)


def light(rng: np.random.Generator, image: Picture) -> Picture:
    """A gradient, a vignette, or the hard edge of a shadow across the picture."""
    size = image.shape[0]
    gx, gy = np.meshgrid(np.linspace(-1, 1, size, dtype=np.float32), np.linspace(-1, 1, size, dtype=np.float32))
    gain = np.ones((size, size), np.float32)
    if rng.random() < 0.6:
        angle = rng.uniform(0, 6.28)
        gain += (gx * np.cos(angle) + gy * np.sin(angle)) * rng.uniform(0, 0.4)
    if rng.random() < 0.25:
        gain *= (
            1 - rng.uniform(0.1, 0.6) * np.clip((gx - rng.uniform(-1, 1)) ** 2 + (gy - rng.uniform(-1, 1)) ** 2, 0, 1.5) / 1.5
        )
    if rng.random() < 0.15:
        angle = rng.uniform(0, 6.28)
        edge = gx * np.cos(angle) + gy * np.sin(angle) + _noise(rng, size, size / 3) * 0.2 - rng.uniform(-0.6, 0.6)
        gain *= 1 - rng.uniform(0.2, 0.65) * np.clip(edge * rng.uniform(3, 40) + 0.5, 0, 1)
    return np.clip(image * gain[..., None], 0, 255).astype(np.uint8)


def tray(rng: np.random.Generator, image: Picture) -> Picture:
    """Fields of other materials with straight borders and rails: a tray's wall, a table's edge, a sheet of paper."""
    size = image.shape[0]
    other = surface(rng, size)
    angle = rng.uniform(0, np.pi / 2)
    center = rng.uniform(0, size, 2)
    half = rng.uniform(0.2, 0.9, 2) * size
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes + center
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [box.astype(np.int32).reshape(-1, 1, 2)], 255, cv2.LINE_AA)
    blend = mask[..., None].astype(np.float32) / 255
    out = np.clip(image * (1 - blend) + other * blend, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        cv2.polylines(out, [box.astype(np.int32).reshape(-1, 1, 2)], True, color(rng), int(rng.uniform(1, 22)), cv2.LINE_AA)
    return out


def _keys(rng: np.random.Generator, image: Picture, unit: float) -> None:
    key, gap = unit * rng.uniform(0.5, 1.3), unit * rng.uniform(0.05, 0.3)
    face, ink = color(rng), color(rng)
    left, top = rng.uniform(-0.2, 0.8, 2) * image.shape[0]
    for row in range(int(rng.integers(1, 5))):
        for column in range(int(rng.integers(1, 7))):
            x, y = left + column * (key + gap) + row * key * 0.25, top + row * (key + gap)
            p, q = (int(x), int(y)), (int(x + key), int(y + key))
            cv2.rectangle(image, p, q, face, -1, cv2.LINE_AA)
            text = str(rng.choice(list(string.ascii_uppercase + string.digits + ".:*+")))
            where = (int(x + key * rng.uniform(0.1, 0.5)), int(y + key * rng.uniform(0.4, 0.9)))
            cv2.putText(image, text, where, int(rng.integers(0, 4)), key / 45, ink, max(1, int(key / 14)), cv2.LINE_AA)


def _words(rng: np.random.Generator, image: Picture, unit: float) -> None:
    scale = unit / 30 * rng.uniform(0.3, 2)
    for line in range(int(rng.integers(1, 6))):
        text = "".join(rng.choice(list(string.ascii_letters + string.digits + "  .:;oO08B%"), int(rng.integers(3, 16))))
        where = (int(rng.uniform(-0.1, 0.6) * image.shape[0]), int(rng.uniform(0, 1) * image.shape[0] + line * scale * 30))
        font = int(rng.integers(0, 7))
        cv2.putText(image, text, where, font, scale, color(rng), max(1, int(scale * rng.uniform(1, 4))), cv2.LINE_AA)


def _rounds(rng: np.random.Generator, image: Picture, unit: float) -> None:
    """Cups and coins from above, buttons with holes, screws, washers, marbles."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        x, y = (rng.uniform(0, size, 2) * 8).astype(int)
        radius = unit * rng.uniform(0.15, 1.6)
        parts = int(rng.integers(1, 5))
        for part in range(parts):
            ring = -1 if rng.random() < 0.7 else max(1, int(radius * 0.1))
            cv2.circle(image, (int(x), int(y)), int(radius * 8 * (1 - part / parts)), color(rng), ring, cv2.LINE_AA, 3)
        holes = int(rng.integers(0, 5))
        ink = color(rng)
        for hole in range(holes):
            angle = 6.283 * hole / holes
            cx, cy = x + np.cos(angle) * radius * 3.2, y + np.sin(angle) * radius * 3.2
            cv2.circle(image, (int(cx), int(cy)), int(radius * 0.16 * 8), ink, -1, cv2.LINE_AA, 3)


def _blocks(rng: np.random.Generator, image: Picture, unit: float) -> None:
    """Plain blocks, plugs with two holes, tiles with a mark, blank dice: a die's outline without a die's face."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        center, half = rng.uniform(0, size, 2), unit * rng.uniform(0.3, 0.8, 2)
        angle = rng.uniform(0, np.pi)
        axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes + center
        face, ink = color(rng), color(rng)
        cv2.fillPoly(image, [(box + unit * 0.08).astype(np.int32).reshape(-1, 1, 2)], (20, 20, 20), cv2.LINE_AA)
        cv2.fillPoly(image, [box.astype(np.int32).reshape(-1, 1, 2)], face, cv2.LINE_AA)
        kind = rng.random()
        if kind < 0.3:
            side = int(rng.integers(0, 4))
            a, b = box[side], box[(side + 1) % 4]
            for part in rng.uniform(0, 1, int(rng.integers(1, 3))):
                x, y = (a * part + b * (1 - part)) * 0.8 + center * 0.2
                cv2.circle(image, (int(x * 8), int(y * 8)), int(unit * rng.uniform(0.05, 0.14) * 8), ink, -1, cv2.LINE_AA, 3)
        elif kind < 0.5:
            cv2.line(image, tuple(box[0].astype(int).tolist()), tuple(box[2].astype(int).tolist()), ink, max(1, int(unit / 12)))
        elif kind < 0.6:
            mark = str(rng.choice(list("XO+=!?ABWMS")))
            where = (int(center[0] - unit / 3), int(center[1] + unit / 3))
            cv2.putText(image, mark, where, 0, unit / 30, ink, max(1, int(unit / 10)), cv2.LINE_AA)


def _tags(rng: np.random.Generator, image: Picture, unit: float) -> None:
    """Squares of black and white cells, such as the tray's own markers."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        side = unit * rng.uniform(0.6, 2.5)
        cells = np.zeros((6, 6), np.uint8)
        cells[1:5, 1:5] = rng.integers(0, 2, (4, 4)) * 255
        framed = cv2.copyMakeBorder(cells, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)
        tag = cv2.resize(framed, (64, 64), interpolation=cv2.INTER_NEAREST)
        c, s = np.cos(angle := rng.uniform(0, 6.28)) * side / 64, np.sin(angle) * side / 64
        x, y = rng.uniform(0, size, 2)
        matrix = np.array([[c, -s, x], [s, c, y]])
        light, dark = rng.uniform(140, 255), rng.uniform(0, 60)
        shown = cv2.warpAffine(tag, matrix, (size, size), flags=cv2.INTER_AREA).astype(np.float32) / 255
        cover = cv2.warpAffine(np.full_like(tag, 255), matrix, (size, size)).astype(np.float32)[..., None] / 255
        image[:] = np.clip(image * (1 - cover) + (dark + (light - dark) * shown)[..., None] * cover, 0, 255).astype(np.uint8)


def _lines(rng: np.random.Generator, image: Picture, unit: float) -> None:
    """Pens, cables and scissors' arms."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        points = np.cumsum(rng.normal(0, size / 6, (int(rng.integers(2, 7)), 2)), axis=0) + rng.uniform(0, size, 2)
        width = max(1, int(unit * rng.uniform(0.05, 0.4)))
        path = [points.astype(np.int32).reshape(-1, 1, 2)]
        cv2.polylines(image, path, False, color(rng), width, cv2.LINE_AA)
        if width > 3:
            cv2.polylines(image, path, False, color(rng), max(1, width // 3), cv2.LINE_AA)


def hand(rng: np.random.Generator, size: int, unit: float, at: tuple[float, float] | None = None) -> tuple[Picture, Picture]:
    """A hand of fused capsules with shading, reaching in from an edge or ending at `at`; returns pixels and mask."""
    mask = np.zeros((size, size), np.uint8)
    angle = rng.uniform(0, 6.28)
    way = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-way[1], way[0]])
    tip = np.array(at if at is not None else rng.uniform(0.1, 0.9, 2) * size)
    width = unit * rng.uniform(0.35, 0.8)
    fingers = int(rng.integers(1, 5))
    palm = tip - way * width * rng.uniform(3, 5) + across * rng.normal(0, width)
    for finger in range(fingers):
        start = tip + across * (finger - (fingers - 1) / 2 * (at is None)) * width * rng.uniform(1, 1.3)
        start = start - way * abs(finger - 1) * width * rng.uniform(0, 1)
        points = (np.array([start, (start + palm) / 2 + across * rng.normal(0, width * 0.3), palm]) * 8).astype(np.int32)
        cv2.polylines(mask, [points.reshape(-1, 1, 2)], False, 255, max(2, int(width)), cv2.LINE_AA, 3)
    ends = ((palm * 8).astype(int).tolist(), ((palm - way * size * 2) * 8).astype(int).tolist())
    cv2.line(mask, tuple(ends[0]), tuple(ends[1]), 255, max(3, int(width * (fingers + 1.5))), cv2.LINE_AA, 3)
    skin = np.array([rng.uniform(60, 180), rng.uniform(90, 200), rng.uniform(120, 245)]) * rng.uniform(0.35, 1.1)
    if rng.random() < 0.2:
        skin = np.array(color(rng))
    depth = cv2.GaussianBlur(mask, (0, 0), max(1.0, width / 3)).astype(np.float32) / 255
    texture = 1 + _noise(rng, size, max(3.0, width / 2)) * 0.08
    pixels = np.clip(skin * (0.45 + 0.6 * depth * texture)[..., None], 0, 255).astype(np.uint8)
    return pixels, mask


def cup(rng: np.random.Generator, size: int, unit: float, at: tuple[float, float] | None = None) -> tuple[Picture, Picture]:
    """An upturned cup from above: discs with a bottom, a wall and a rim; returns pixels and mask."""
    center = np.array(at if at is not None else rng.uniform(0, 1, 2) * size)
    radius = unit * rng.uniform(1.4, 3.5)
    pixels = np.zeros((size, size, 3), np.uint8)
    mask = np.zeros((size, size), np.uint8)
    if at is not None:
        angle = rng.uniform(0, 6.28)
        center = center + np.array([np.cos(angle), np.sin(angle)]) * radius
    shade = np.array(color(rng)) * 0.8
    x, y = (center * 8).astype(int).tolist()
    cv2.circle(mask, (x, y), int(radius * 8), 255, -1, cv2.LINE_AA, 3)
    for part, gain in (
        (1.0, rng.uniform(0.4, 1)),
        (rng.uniform(0.85, 0.95), rng.uniform(0.7, 1.2)),
        (rng.uniform(0.6, 0.8), 1.3),
    ):
        tone = np.clip(shade * gain, 0, 255).tolist()
        cv2.circle(pixels, (x, y), int(radius * part * 8), tone, -1, cv2.LINE_AA, 3)
    gx = np.linspace(-1, 1, size, dtype=np.float32)
    slope = 1 + rng.uniform(-0.4, 0.4) * gx[None] + rng.uniform(-0.4, 0.4) * gx[:, None]
    return np.clip(pixels * slope[..., None], 0, 255).astype(np.uint8), mask


def lay(image: Picture, pixels: Picture, mask: Picture) -> Picture:
    """Lays something with a soft shadow over the picture."""
    dark = cv2.GaussianBlur(mask, (0, 0), 5).astype(np.float32)[..., None] / 255
    cover = mask.astype(np.float32)[..., None] / 255
    return np.clip(image * (1 - 0.4 * dark) * (1 - cover) + pixels * cover, 0, 255).astype(np.uint8)


def clutter(rng: np.random.Generator, image: Picture, unit: float) -> Picture:
    """Adds one or two kinds of things that are no dice; `unit` is about a die's edge in pixels."""
    image = np.ascontiguousarray(image)
    for _ in range(int(rng.integers(1, 3))):
        draw = (_keys, _words, _rounds, _blocks, _lines, _blocks, _rounds, _tags)[int(rng.integers(0, 8))]
        layer = image.copy()
        draw(rng, layer, unit)
        if rng.random() < 0.5:
            matrix = cv2.getRotationMatrix2D((image.shape[0] / 2,) * 2, rng.uniform(0, 360), 1.2)
            changed = np.any(layer != image, axis=2).astype(np.uint8) * 255
            layer = cv2.warpAffine(layer, matrix, image.shape[:2], borderMode=cv2.BORDER_REFLECT)
            changed = cv2.warpAffine(changed, matrix, image.shape[:2])
            blend = changed[..., None].astype(np.float32) / 255
            layer = (image * (1 - blend) + layer * blend).astype(np.uint8)
        image = layer
    if rng.random() < 0.15:
        image = lay(image, *hand(rng, image.shape[0], unit))
    if rng.random() < 0.1:
        image = lay(image, *cup(rng, image.shape[0], unit))
    return image


def table(rng: np.random.Generator, size: int, unit: float) -> Picture:
    """A whole dice-free scene."""
    image = surface(rng, size)
    if rng.random() < 0.35:
        image = tray(rng, image)
    if rng.random() < 0.35:
        image = clutter(rng, image, unit)
    return light(rng, image)
