"""What stands out from the empty tray: hands, cups and small things, told apart by size and place, never by fixed colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion import Features, Floats, Mask, coherent, color_trust, floats, mask_of

_BLOCKS = (5, 8)


@dataclass(frozen=True, slots=True)
class ForegroundSettings:
    """`brightness`, `color`: the least difference, in logarithms, to the empty tray. `shadow`: the darkest that a shadow may
    be; `shadow_tint`: the most that it may change a colour, as a share of its depth and beyond `color`; `shadow_grain`: the
    most structure that it may have. `hand_radius`, `cup_radius`: the least radius of the largest disc
    that fits into an arm or a hand, and into a cup, in edges of a die. `solid`: the least share of its convex hull that a cup
    fills. `moving`: the share of a large thing that must have changed for it to count as carried."""

    brightness: float = 0.13
    color: float = 0.12
    shadow: float = -0.9
    shadow_tint: float = 0.12
    shadow_grain: float = 0.05
    hand_radius: float = 1.45
    cup_radius: float = 1.45
    solid: float = 0.72
    moving: float = 0.06


@dataclass(frozen=True, slots=True)
class Cup:
    """A large thing that stands: its centre (x, y) and its area in small pixels."""

    center: tuple[float, float]
    area: int


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Masks of shape (height, width) of the small picture, 255 inside: `hand` for hands and what they carry, `cup` for cups
    that stand, `things` for all else that is no shadow, `every` for whatever differs from the empty tray and
    `near` for that and its edges, hands and theirs left out."""

    hand: Mask
    cup: Mask
    things: Mask
    every: Mask
    near: Mask
    cups: tuple[Cup, ...] = ()


def without_light(now: Features, then: Features) -> list[Floats]:
    """The three channels of `now` - `then` without the change of light, shape (height, width) each: a plane in each channel is
    fitted to the medians of 40 blocks so that hands and cups do not pull it, and taken away."""
    difference = floats(cv2.subtract(now.light, then.light))
    height, width = now.shape
    x = (np.arange(width, dtype=np.float32) + 0.5) / width - 0.5
    y = (np.arange(height, dtype=np.float32) + 0.5) / height - 0.5
    channels = []
    for channel, (level, slope, tilt) in zip(cv2.split(difference), _light_planes(difference).T, strict=True):
        flat = floats(channel)
        flat -= (level + tilt * y)[:, None]
        flat -= (slope * x)[None, :]
        channels.append(flat)
    return channels


def _light_planes(difference: Floats) -> NDArray[np.float32]:
    """Level, slope to the right and slope downwards of each channel's light: shape (3, channels)."""
    rows, columns = _BLOCKS
    height, width = difference.shape[:2]
    step = 4 if min(height // rows, width // columns) >= 16 else 1
    high, wide = max(step, height // rows // step * step), max(step, width // columns // step * step)
    part = difference[: rows * high : step, : columns * wide : step]
    rows, columns = part.shape[0] * step // high, part.shape[1] * step // wide
    part = part[: rows * high // step, : columns * wide // step]
    blocks = part.reshape(rows, high // step, columns, wide // step, 3).transpose(0, 2, 1, 3, 4).reshape(rows * columns, -1, 3)
    medians = np.median(blocks, axis=1)
    down, across = np.divmod(np.arange(rows * columns), columns)
    design = np.column_stack([np.ones(rows * columns), (across + 0.5) * wide / width - 0.5, (down + 0.5) * high / height - 0.5])
    return floats(_robust_plane(design, medians.astype(np.float64)))


def _robust_plane(design: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """The plane through each column of `wanted`, by iteratively reweighted least squares with Tukey's biweight."""
    plane: NDArray[np.float64] = np.zeros((3, wanted.shape[1]))
    plane[0] = np.median(wanted, axis=0)
    for _ in range(4):
        distance = np.abs(wanted - design @ plane)
        scale = np.maximum(4.7 * 1.48 * np.median(distance, axis=0), 0.06)
        weight = np.clip(1.0 - (distance / scale) ** 2, 0.0, None) ** 2 + 1e-9
        normal = (design.T[None] * weight.T[:, None, :]) @ design + 1e-4 * np.eye(3)
        plane = np.asarray(np.linalg.solve(normal, ((weight * wanted).T @ design)[..., None])[..., 0].T, dtype=np.float64)
    return plane


def analyse(
    now: Features, empty: Features, moved: Mask, die: float, settings: ForegroundSettings = ForegroundSettings()
) -> Scene:
    """Compares a small picture with that of the empty tray. `moved` is what changed since the last picture, `die` the edge of
    a die in small pixels."""
    bright, blue, red = without_light(now, empty)
    trust = color_trust(now, empty)
    if cv2.countNonZero(now.burnt) or cv2.countNonZero(empty.burnt):
        # A burnt colour may be any brighter one: what it seems to be darker, or brighter than, proves nothing.
        burnt_now, burnt_empty = now.burnt > 0, empty.burnt > 0
        bright[(burnt_now & (bright < 0)) | (burnt_empty & (bright > 0))] = 0.0
        trust[burnt_now & burnt_empty] = 0.0
    tint = floats(cv2.multiply(cv2.max(np.abs(blue), np.abs(red)), trust))
    as_bright = cv2.inRange(bright, -settings.brightness, settings.brightness)
    as_colored = cv2.inRange(tint, 0.0, settings.color)
    every = coherent(mask_of(cv2.bitwise_not(cv2.bitwise_and(as_bright, as_colored))), 4)
    every = mask_of(cv2.morphologyEx(every, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))
    shaded = _shadows(bright, tint, settings)
    things = cv2.bitwise_and(every, cv2.bitwise_not(shaded))
    hand, cup = np.zeros_like(every), np.zeros_like(every)
    cups: list[Cup] = []
    depth = cv2.distanceTransform(cv2.copyMakeBorder(every, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.DIST_L2, 3)[1:-1, 1:-1]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(every, connectivity=8)
    for label in range(1, count):
        x, y, width, height, area = (int(value) for value in stats[label])
        if area < 2.0 * settings.hand_radius**2 * die**2:
            continue
        window = np.s_[y : y + height, x : x + width]
        inside = mask_of(cv2.inRange(labels[window], label, label))
        _, radius, _, (column, row) = cv2.minMaxLoc(depth[window], inside)
        if radius < settings.hand_radius * die or _share(shaded[window], inside) > 0.85:
            continue
        reaches_out = x == 0 or y == 0 or x + width == every.shape[1] or y + height == every.shape[0]
        if radius < settings.cup_radius * die and not reaches_out:
            continue
        carried = _share(moved[window], inside) > settings.moving
        body = inside if reaches_out or carried else _body(inside, shaded[window], die, settings.cup_radius)
        if reaches_out or carried or not _is_solid(body, settings.solid):
            hand[window] |= inside
        else:
            cup[window] |= body
            cups.append(Cup((float(x + column), float(y + row)), cv2.countNonZero(body)))
    things = cv2.bitwise_and(things, cv2.bitwise_not(cv2.bitwise_or(hand, cup)))
    near = cv2.dilate(every, np.ones((3, 3), np.uint8))
    near = mask_of(cv2.bitwise_and(near, cv2.bitwise_not(cv2.dilate(hand, np.ones((5, 5), np.uint8)))))
    return Scene(hand, cup, mask_of(things), every, near, tuple(cups))


def _share(mask: Mask, inside: Mask) -> float:
    return cv2.countNonZero(cv2.bitwise_and(mask, inside)) / max(1, cv2.countNonZero(inside))


def _body(inside: Mask, shaded: Mask, die: float, least_radius: float) -> Mask:
    """A large thing without its shadow and without what is too narrow to belong to a cup: dice that touch it."""
    side = 2 * round(0.85 * die) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))

    def opened(mask: Mask) -> Mask:
        padded = cv2.copyMakeBorder(mask, side, side, side, side, cv2.BORDER_CONSTANT, value=0)
        return mask_of(cv2.morphologyEx(padded, cv2.MORPH_OPEN, disc)[side:-side, side:-side])

    lit = cv2.morphologyEx(cv2.bitwise_and(inside, cv2.bitwise_not(shaded)), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    body = opened(mask_of(cv2.bitwise_and(lit, inside)))
    # A dark cup may look like its own shadow; then all of it is the body.
    return body if cv2.distanceTransform(body, cv2.DIST_L2, 3).max() >= least_radius * die else opened(inside)


def _is_solid(inside: Mask, least: float) -> bool:
    """Whether the largest part fills its convex hull as a cup does, seen from any side."""
    contours, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return False
    largest = max(contours, key=cv2.contourArea)
    hull = cv2.contourArea(cv2.convexHull(largest))
    return bool(hull > 0 and cv2.contourArea(largest) >= least * hull)


def _shadows(bright: Floats, tint: Floats, settings: ForegroundSettings) -> Mask:
    """Where the tray is only darker: its colour and its grain are those of the empty tray."""
    grain = cv2.absdiff(bright, cv2.blur(bright, (5, 5)))
    excess = cv2.addWeighted(tint, 1.0, np.abs(bright), -settings.shadow_tint, 0.0)
    darker = cv2.inRange(bright, settings.shadow, -0.5 * settings.brightness)
    plain = cv2.bitwise_and(cv2.inRange(excess, -np.inf, settings.color), cv2.inRange(grain, 0.0, settings.shadow_grain))
    return mask_of(cv2.bitwise_and(darker, plain))
