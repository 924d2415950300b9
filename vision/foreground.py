"""What stands out from the empty tray: hands, cups and small things, told apart by size and place, never by fixed colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion import Features, Floats, Mask, coherent, color_trust, floats, mask_of, over

Inside = NDArray[np.bool_]

_BLOCKS = (5, 8)


@dataclass(frozen=True, slots=True)
class ForegroundSettings:
    """`brightness`, `color`: the least difference, in logarithms, to the empty tray. `shadow`: the darkest that a shadow may
    be; `shadow_tint`: the most that it may change a colour, as a share of its depth and beyond `color`; `shadow_grain`: the
    most structure that it may have. `hand_radius`, `cup_radius`: the least radius of the largest disc
    that fits into an arm or a hand, and into a cup, in edges of a die. `solid`: the least share of its convex hull that a cup
    fills. `moving`: the share of a large thing that must have changed for it to count as carried."""

    brightness: float = 0.13
    color: float = 0.075
    shadow: float = -0.9
    shadow_tint: float = 0.12
    shadow_grain: float = 0.05
    hand_radius: float = 1.1
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


def light_between(now: Features, then: Features) -> Floats:
    """The change of light from `then` to `now`, shape (height, width, 3): a plane in each channel, fitted to the medians of 40
    blocks so that hands and cups do not pull it (iteratively reweighted least squares with Tukey's biweight)."""
    rows, columns = _BLOCKS
    height, width = now.shape
    high, wide = max(2, height // rows // 2 * 2), max(2, width // columns // 2 * 2)
    part = (now.light - then.light)[: rows * high : 2, : columns * wide : 2]
    rows, columns = part.shape[0] * 2 // high, part.shape[1] * 2 // wide
    part = part[: rows * high // 2, : columns * wide // 2]
    blocks = part.reshape(rows, high // 2, columns, wide // 2, 3).transpose(0, 2, 1, 3, 4).reshape(rows * columns, -1, 3)
    medians = np.median(blocks, axis=1)
    down, across = np.divmod(np.arange(rows * columns), columns)
    design = np.column_stack([np.ones(rows * columns), (across + 0.5) * wide / width - 0.5, (down + 0.5) * high / height - 0.5])
    plane = _robust_plane(design, medians.astype(np.float64)).astype(np.float32)
    x = ((np.arange(width, dtype=np.float32) + 0.5) / width - 0.5)[None, :, None]
    y = ((np.arange(height, dtype=np.float32) + 0.5) / height - 0.5)[:, None, None]
    return floats(plane[0] + x * plane[1] + y * plane[2])


def _robust_plane(design: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Level, slope to the right and slope downwards of each column of `wanted`: shape (3, columns)."""
    plane = np.zeros((3, wanted.shape[1]))
    plane[0] = np.median(wanted, axis=0)
    for _ in range(6):
        distance = np.abs(wanted - design @ plane)
        scale = np.maximum(4.7 * 1.48 * np.median(distance, axis=0), 0.06)
        weight = np.clip(1.0 - (distance / scale) ** 2, 0.0, None) ** 2 + 1e-9
        normal = np.einsum("ki,kc,kj->cij", design, weight, design) + 1e-4 * np.eye(3)
        plane = np.linalg.solve(normal, np.einsum("ki,kc->ci", design, weight * wanted)[..., None])[..., 0].T
    return plane


def analyse(
    now: Features, empty: Features, moved: Mask, die: float, settings: ForegroundSettings = ForegroundSettings()
) -> Scene:
    """Compares a small picture with that of the empty tray. `moved` is what changed since the last picture, `die` the edge of
    a die in small pixels."""
    difference = now.light - empty.light - light_between(now, empty)
    difference[..., 1:] *= color_trust(now, empty)[..., None]
    # A burnt colour may be any brighter one.
    difference[..., 0][((now.burnt > 0) & (difference[..., 0] < 0)) | ((empty.burnt > 0) & (difference[..., 0] > 0))] = 0.0
    difference[..., 1:][(now.burnt > 0) & (empty.burnt > 0)] = 0.0
    every = coherent(over(np.abs(difference), settings.brightness, settings.color, settings.color), 4)
    every = mask_of(cv2.morphologyEx(every, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))
    shaded = _shadows(difference, settings)
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
        inside = labels[window] == label
        radius = float(depth[window][inside].max())
        if radius < settings.hand_radius * die:
            continue
        if np.count_nonzero(shaded[window][inside]) > 0.85 * area:
            continue
        reaches_out = x == 0 or y == 0 or x + width == every.shape[1] or y + height == every.shape[0]
        carried = np.count_nonzero(moved[window][inside]) > settings.moving * area
        stands = radius >= settings.cup_radius * die
        body = _without_attachments(inside, die) if stands else inside
        if reaches_out or (stands and (carried or not _is_solid(body, settings.solid))):
            hand[window][inside] = 255
        elif stands:
            cup[window][body] = 255
            row, column = np.unravel_index(int(np.argmax(np.where(inside, depth[window], 0.0))), inside.shape)
            cups.append(Cup((float(x + column), float(y + row)), int(np.count_nonzero(body))))
    things = cv2.bitwise_and(things, cv2.bitwise_not(cv2.bitwise_or(hand, cup)))
    near = cv2.dilate(every, np.ones((3, 3), np.uint8))
    near = mask_of(cv2.bitwise_and(near, cv2.bitwise_not(cv2.dilate(hand, np.ones((5, 5), np.uint8)))))
    return Scene(hand, cup, mask_of(things), every, near, tuple(cups))


def _without_attachments(inside: Inside, die: float) -> Inside:
    """The thing without what is too narrow to belong to a cup: dice that touch it, and its shadow's tip."""
    side = 2 * round(0.85 * die) + 1
    padded = cv2.copyMakeBorder(inside.astype(np.uint8), side, side, side, side, cv2.BORDER_CONSTANT, value=0)
    opened = cv2.morphologyEx(padded, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    return np.asarray(opened[side:-side, side:-side] > 0)


def _is_solid(inside: Inside, least: float) -> bool:
    """Whether the largest part fills its convex hull as a cup does, seen from any side."""
    contours, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return False
    largest = max(contours, key=cv2.contourArea)
    hull = cv2.contourArea(cv2.convexHull(largest))
    return bool(hull > 0 and cv2.contourArea(largest) >= least * hull)


def _shadows(difference: Floats, settings: ForegroundSettings) -> Mask:
    """Where the tray is only darker: its colour and its grain are those of the empty tray."""
    bright = floats(cv2.extractChannel(difference, 0))
    grain = cv2.absdiff(bright, cv2.blur(bright, (5, 5)))
    tint = np.maximum(np.abs(difference[..., 1]), np.abs(difference[..., 2]))
    same_color = tint < settings.color + settings.shadow_tint * np.abs(bright)
    darker = (bright > settings.shadow) & (bright < -0.5 * settings.brightness)
    return np.where(darker & same_color & (grain < settings.shadow_grain), np.uint8(255), np.uint8(0))
