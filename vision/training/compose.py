"""Procedural scenes: dice from the store laid on procedural tables, touching, hidden, leaning, with exact truth."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import cup, hand, lay, surface, table
from vision.training.dice import EDGE, SPRITE, Sprite
from vision.training.store import HIDDEN, LEANING, Truth, cut_value

Picture = NDArray[np.uint8]
SCENE = 192
STACKED = 0.04
_LEANING = 0.22
_MOVING = 0.1
# Of a die that moves by less than the first part of its edge the pips can be told, by more than the second they cannot.
_SLIGHT, _SMEARED = 0.14, 0.3
# The share that a readable die shows at least, of its top face, or of its outline where nobody knows which part the face is.
_FACE_SEEN, _OUTLINE_SEEN = 0.82, 0.6


class _Laid:
    """A die put into the scene: its transform, its outline and the masks that say what of it stays visible."""

    def __init__(self, sprite: Sprite, matrix: NDArray[np.float32], size: int) -> None:
        self.sprite = sprite
        hull = sprite.hull @ matrix[:, :2].T + matrix[:, 2]
        self.hull = hull
        low, high = hull.min(axis=0) - 0.5, hull.max(axis=0) + 0.5
        self.box = (*((low + high) / 2), *(high - low))
        self.corners = sprite.corners @ matrix[:, :2].T + matrix[:, 2]
        self.layers = cv2.warpAffine(sprite.pixels[..., :4], matrix, (size, size), flags=cv2.INTER_AREA)
        self.extra = cv2.warpAffine(np.ascontiguousarray(sprite.pixels[..., 4:]), matrix, (size, size), flags=cv2.INTER_AREA)
        self.alpha = self.layers[..., 3] > 60
        self.top = self.extra[..., 1] > 128
        self.area = max(int(self.alpha.sum()), 1)
        self.top_area = max(int(self.top.sum()), 1)
        self.path = 0.0

    def move(self, way: NDArray[np.float64], edge: float) -> None:
        """Smears the die, not what it lies on, along `way` in pixels, as when it rolls while the shutter is open."""
        self.path = float(np.hypot(*way)) / edge
        kernel = motion_kernel(way)
        cover = self.layers[..., 3:4].astype(np.float32)
        colors = cv2.filter2D(self.layers[..., :3] * (cover / 255), -1, kernel)
        cover = cv2.filter2D(cover, -1, kernel).reshape(cover.shape)
        colors = colors / np.maximum(cover / 255, 1e-3)
        self.layers = np.clip(np.concatenate([colors, cover], axis=2), 0, 255).astype(np.uint8)
        self.extra = np.asarray(cv2.filter2D(self.extra, -1, kernel), np.uint8)
        x, y, w, h = self.box
        self.box = (x, y, w + abs(float(way[0])), h + abs(float(way[1])))


def motion_kernel(way: NDArray[np.float64]) -> NDArray[np.float32]:
    """The kernel of a motion by `way` pixels along a straight line; sums to 1."""
    reach = int(np.ceil(np.abs(way).max() / 2))
    steps = np.linspace(-0.5, 0.5, 8 * reach + 1)
    columns, rows = np.round(reach + steps * way[0]).astype(int), np.round(reach + steps * way[1]).astype(int)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    np.add.at(kernel, (rows, columns), np.float32(1 / len(steps)))
    return kernel


def _shrunk(sprite: Sprite, scale: float) -> tuple[Sprite, float]:
    """The sprite brought near its final size first, so that the warp does not alias; returns it and the scale left."""
    if scale >= 0.7:
        return sprite, scale
    side = max(round(SPRITE * scale * 1.25), 16)
    factor = side / SPRITE
    front = cv2.resize(sprite.pixels[..., :4], (side, side), interpolation=cv2.INTER_AREA)
    back = cv2.resize(np.ascontiguousarray(sprite.pixels[..., 4:]), (side, side), interpolation=cv2.INTER_AREA)
    shift = (factor - 1) / 2
    hull, corners = sprite.hull * factor + shift, sprite.corners * factor + shift
    pixels = np.concatenate([front, back], axis=2)
    return Sprite(pixels, sprite.value, sprite.tilt, sprite.lean, hull, corners), scale / factor


def _place(
    rng: np.random.Generator, sprite: Sprite, scale: float, turn: float, at: NDArray[np.float64], squeeze: float
) -> _Laid:
    sprite, scale = _shrunk(sprite, scale)
    middle = (sprite.pixels.shape[0] - 1) / 2
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c * squeeze, -s * squeeze], [s, c]], np.float32)
    if rng.random() < 0.5:
        linear[:, 0] *= np.float32(1 if sprite.lean else -1)
    offset = np.asarray(at, np.float32) - linear @ np.array([middle, middle], np.float32)
    return _Laid(sprite, np.concatenate([linear, offset[:, None]], axis=1).astype(np.float32), SCENE)


def _free(hull: NDArray[np.float32], others: list[_Laid], slack: float) -> bool:
    for other in others:
        overlap, _ = cv2.intersectConvexConvex(hull.reshape(-1, 1, 2), other.hull.reshape(-1, 1, 2).astype(np.float32))
        if overlap > slack:
            return False
    return True


class Dice(Protocol):
    """A store of dice to compose scenes from."""

    def pick(self, rng: np.random.Generator, tilt: float, leaning: bool) -> Sprite:
        """A random die seen at about `tilt` degrees."""


def scene(
    rng: np.random.Generator, sprites: Dice, backdrop: Picture | None = None, stacked: float = STACKED
) -> tuple[Picture, list[Truth]]:
    """Composes one `SCENE`-pixel square and its truth; `backdrop` (dice-free) replaces the procedural table. `stacked` is the
    share of scenes in which one die lies on another."""
    edge = float(np.exp(rng.uniform(np.log(11), np.log(46))))
    image = backdrop if backdrop is not None else table(rng, SCENE, edge)
    if rng.random() < 0.08:
        return image, []
    count = int(np.clip(rng.poisson(min(5.0, 1.2 + (70 / edge) ** 1.3)), 1, 9))
    pitch = float(rng.choice([0.0, rng.uniform(0, 20), rng.uniform(0, 55)], p=[0.35, 0.3, 0.35]))
    swing = rng.normal(0, 0.15)
    spread = rng.uniform(0, 14)
    squeeze = float(np.exp(rng.uniform(-0.4, 0.4))) if rng.random() < 0.3 else 1.0
    mixed = rng.random() < 0.15
    huddled = rng.random() < 0.5
    lens = rng.uniform(-0.5, 1.5, 2) * SCENE
    laid: list[_Laid] = []
    for _ in range(count):
        for _attempt in range(6):
            at = rng.uniform(*((0.0, 1.0) if laid else (0.12, 0.88)), 2) * SCENE
            if huddled and laid:
                other = laid[int(rng.integers(0, len(laid)))]
                angle = rng.uniform(0, 2 * np.pi)
                at = np.array(other.box[:2]) + np.array([np.cos(angle), np.sin(angle)]) * edge * rng.uniform(1.0, 1.5)
            # The view is tilted by the camera's pitch (downwards) and by the place in the picture (outwards).
            tilt = np.array([np.sin(swing), np.cos(swing)]) * pitch + (at - lens) / SCENE * spread
            size = float(np.hypot(*tilt))
            leaning = bool(size < 24 and rng.random() < _LEANING)
            sprite = sprites.pick(rng, size, leaning)
            turn = float(np.arctan2(-tilt[0], tilt[1])) if size > 3 else float(rng.uniform(0, 2 * np.pi))
            scale = edge / EDGE * float(rng.normal(1, 0.02)) * (float(rng.uniform(0.75, 1.3)) if mixed else 1.0)
            die = _place(rng, sprite, scale, turn, at, squeeze)
            if _free(die.hull, laid, edge * edge * (0.02 + 0.006 * min(size, 40))):
                laid.append(die)
                break
    laid.sort(key=lambda die: die.box[1])
    if rng.random() < stacked and len(laid) >= 1:
        # One die on another: neither the upper, which does not lie on the table, nor the lower is read.
        base = laid[int(rng.integers(0, len(laid)))]
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.7) * edge
        at = np.array(base.box[:2]) + np.array([np.cos(angle), np.sin(angle)]) * far
        upper = _place(rng, sprites.pick(rng, pitch, False), edge / EDGE * 1.06, rng.uniform(0, 6.3), at, squeeze)
        upper.sprite = Sprite(upper.sprite.pixels, HIDDEN, upper.sprite.tilt, 0.0, upper.sprite.hull, upper.sprite.corners)
        laid.append(upper)
    if rng.random() < _MOVING:
        share, farthest = rng.choice([0.4, 1.0]), float(np.exp(rng.uniform(np.log(0.1), np.log(1.4))))
        for die in laid:
            if rng.random() < share:
                angle, far = rng.uniform(0, 2 * np.pi), farthest * edge * float(np.exp(rng.normal(0, 0.3)))
                die.move(np.array([np.cos(angle), np.sin(angle)]) * far, edge)
    floats = image.astype(np.float32)
    for die in laid:
        shade = die.extra[..., 0:1].astype(np.float32) * np.float32(1 / 255)
        floats *= 1 - shade
        cover = die.layers[..., 3:4].astype(np.float32) * np.float32(1 / 255)
        floats = floats * (1 - cover) + die.layers[..., :3] * cover
    image = np.clip(floats, 0, 255).astype(np.uint8)

    covered = np.zeros((SCENE, SCENE), bool)
    if laid and rng.random() < 0.16:
        victim = laid[int(rng.integers(0, len(laid)))]
        at = tuple((np.array(victim.box[:2]) + rng.normal(0, 0.35, 2) * edge).tolist())
        kind = rng.random()
        if kind < 0.5:
            pixels, mask = hand(rng, SCENE, edge, at)
        elif kind < 0.8:
            pixels, mask = cup(rng, SCENE, edge, at)
        else:
            mask = np.zeros((SCENE, SCENE), np.uint8)
            points = np.array(at) + rng.normal(0, 0.9, (5, 2)) * edge
            cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 255, cv2.LINE_AA)
            pixels = surface(rng, SCENE)
        image = lay(image, pixels, mask)
        covered = mask > 128
    return image, _truths(laid, covered)


def _truths(laid: list[_Laid], covered: NDArray[np.bool_]) -> list[Truth]:
    """What can be said of every die after the later ones, the occluder and the picture's edge took their part."""
    found = []
    hidden = covered.copy()
    for die in reversed(laid):
        seen = float((die.alpha & ~hidden).sum()) / die.area
        top = float((die.top & ~hidden).sum()) / die.top_area
        hidden |= die.alpha
        x, y, w, h = (float(v) for v in die.box)
        inside = max(0.0, min(x + w / 2, SCENE) - max(x - w / 2, 0.0)) * max(0.0, min(y + h / 2, SCENE) - max(y - h / 2, 0.0))
        part = inside / max(w * h, 1.0)
        corners = tuple((float(a), float(b)) for a, b in die.corners)
        truth = Truth(_value(die, seen, top), (x, y, w, h), corners)
        found.append(truth if part > 0.999 else replace(truth, value=cut_value(truth, SCENE, part)))
    return found


def _value(die: _Laid, seen: float, top: float) -> int:
    """What can be read of a die of which the share `seen` is not covered, and the share `top` of its face."""
    if seen < 0.15:
        return -1
    if die.path > _SLIGHT:
        return HIDDEN if die.path > _SMEARED else -1
    if die.sprite.lean:
        return LEANING if seen > 0.75 else HIDDEN
    if top < (_FACE_SEEN if len(die.corners) else _OUTLINE_SEEN):
        return HIDDEN
    return -1 if top < 0.94 else die.sprite.value
