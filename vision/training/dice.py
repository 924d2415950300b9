"""Procedural dice: sphere-traced rounded cubes with pips, cut out with alpha and the shadow they throw.

One die takes some milliseconds. The renderer knows the pose, so every sprite carries exact truth: value, outline, the corners
of the top face, how far the view is tilted and whether the die leans.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
SPRITE = 128
EDGE = 40.0
_SCALE = EDGE / 2

_PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True, slots=True)
class Sprite:
    """One die on a `SPRITE`-pixel square: `pixels` (BGR, alpha, shadow, top-face mask) as uint8 and its truth."""

    pixels: NDArray[np.uint8]
    value: int
    tilt: float
    lean: float
    hull: Array
    corners: Array


@dataclass(frozen=True, slots=True)
class _Make:
    """How one die was manufactured; lengths in half edges."""

    rounding: float
    sphere: float
    body: Array
    second: Array
    swirl: float
    pip: Array
    ones: Array
    radius: float
    one_radius: float
    spacing: float
    six_spacing: float
    depth: float
    ring: float
    square: bool
    gloss: float
    power: float
    translucent: float
    disc: float
    lamps: float
    mirrored: bool
    turned: bool


def _color(rng: np.random.Generator) -> Array:
    """A random linear-ish BGR colour 0..1, from plastic white to saturated."""
    kind = rng.random()
    if kind < 0.38:
        base = np.array([0.86, 0.92, 0.95]) + rng.normal(0, 0.04, 3) + np.array([-1, -0.3, 0]) * rng.uniform(0, 0.3)
    elif kind < 0.5:
        base = np.full(3, rng.uniform(0.03, 0.16)) + rng.normal(0, 0.02, 3)
    else:
        hsv = np.array([[[rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(60, 255)]]], np.uint8)
        base = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).reshape(3) / 255.0
    return np.clip(base, 0.01, 1).astype(np.float32)


def _luma(color: Array) -> float:
    return float(color @ np.array([0.114, 0.587, 0.299], np.float32))


def _pip_color(rng: np.random.Generator, body: Array) -> Array:
    """Mostly black or white against the body; sometimes another colour, sometimes one of equal brightness."""
    bright = _luma(body)
    kind = rng.random()
    if kind < 0.68:
        pip = np.full(3, rng.uniform(0.01, 0.12)) if bright > 0.4 else rng.uniform(0.75, 1, 3)
    elif kind < 0.86:
        for _ in range(20):
            pip = _color(rng)
            if abs(_luma(pip) - bright) > 0.25:
                break
    else:
        # Equal brightness, another hue: a reader that only knows dark on light must fail here, so it is trained.
        for _ in range(30):
            pip = _color(rng)
            pip = np.clip(pip * (bright / max(_luma(pip), 0.02)), 0, 1).astype(np.float32)
            if np.abs(pip - body).max() > 0.3:
                break
    return np.asarray(pip, np.float32)


def _make(rng: np.random.Generator) -> _Make:
    body = _color(rng)
    pip = _pip_color(rng, body)
    special = rng.random() < 0.15
    radius = float(rng.uniform(0.13, 0.25) if rng.random() < 0.85 else rng.uniform(0.085, 0.14))
    spacing = float(rng.uniform(0.42, 0.6))
    radius = min(radius, spacing * 0.44)
    return _Make(
        rounding=float(rng.choice([rng.uniform(0.04, 0.15), rng.uniform(0.12, 0.42)])),
        sphere=float(rng.uniform(1.25, 1.5)) if rng.random() < 0.35 else 9.0,
        body=body,
        second=_color(rng),
        swirl=float(rng.uniform(0.2, 1)) if rng.random() < 0.12 else 0.0,
        pip=pip,
        ones=np.array([0.1, 0.1, 0.8], np.float32) if special else pip,
        radius=radius,
        one_radius=float(radius * (rng.uniform(1.3, 2.2) if rng.random() < 0.2 else 1.0)),
        spacing=spacing,
        six_spacing=float(spacing * rng.uniform(0.85, 1.05)),
        depth=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.6 else 0.0,
        ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.03 else 0.0,
        square=bool(rng.random() < 0.02),
        gloss=float(rng.uniform(0, 0.7) ** 1.5),
        power=float(rng.uniform(6, 70)),
        translucent=float(rng.uniform(0.15, 0.6)) if rng.random() < 0.12 else 0.0,
        disc=float(rng.uniform(0.7, 0.9)) if rng.random() < 0.04 else 0.0,
        lamps=float(rng.uniform(0.25, 1.0)) if rng.random() < 0.4 else 0.0,
        mirrored=bool(rng.random() < 0.5),
        turned=bool(rng.random() < 0.5),
    )


def _distance(points: Array, make: _Make) -> Array:
    """Signed distance to the die; points (n, 3) in the die's own axes."""
    over = np.maximum(np.abs(points) - np.float32(1 - make.rounding), 0)
    distance = np.sqrt(np.einsum("ij,ij->i", over, over)) - np.float32(make.rounding)
    if make.sphere < 5:
        distance = np.maximum(distance, np.sqrt(np.einsum("ij,ij->i", points, points)) - np.float32(make.sphere))
    return np.asarray(distance, np.float32)


def _normals(points: Array, make: _Make) -> Array:
    over = np.maximum(np.abs(points) - np.float32(1 - make.rounding), 0) * np.sign(points)
    length = np.sqrt(np.einsum("ij,ij->i", over, over))[:, None]
    normal = over / np.maximum(length, 1e-4)
    if make.sphere < 5:
        radius = np.sqrt(np.einsum("ij,ij->i", points, points))[:, None]
        ball = np.clip((radius - make.sphere + 0.03) / 0.03, 0, 1)
        normal = normal * (1 - ball) + points / np.maximum(radius, 1e-4) * ball
    return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-4), np.float32)


def _face_values(rng: np.random.Generator, top: int, mirrored: bool) -> dict[int, int]:
    """Values of the faces +x, +y, +z, -x, -y, -z (keys 0..5) with `top` on +z and opposite faces adding to seven."""
    sides = [value for value in range(1, 7) if value not in (top, 7 - top)]
    x = int(rng.choice(sides))
    y = int(rng.choice([value for value in sides if value not in (x, 7 - x)]))
    if mirrored:
        x, y = y, x
    return {0: x, 1: y, 2: top, 3: 7 - x, 4: 7 - y, 5: 7 - top}


def _pip_layer(points: Array, make: _Make, faces: dict[int, int], soft: float) -> tuple[Array, Array, Array, Array]:
    """Coverage of pips, the dents' normal offsets, coverage of special ones, and discs, for surface points (n, 3)."""
    axis = np.argmax(np.abs(points), axis=1)
    sign = points[np.arange(len(points)), axis] < 0
    face = axis + 3 * sign
    cover = np.zeros(len(points), np.float32)
    special = np.zeros(len(points), np.float32)
    discs = np.zeros(len(points), np.float32)
    dent = np.zeros_like(points)
    for index, value in faces.items():
        chosen = np.flatnonzero(face == index)
        if not len(chosen):
            continue
        plane = [other for other in range(3) if other != index % 3]
        uv = points[np.ix_(chosen, plane)]
        flip = np.float32(-1 if (make.turned != (index >= 3)) else 1)
        if make.disc and value in (1, 6):
            discs[chosen] = np.clip((make.disc - np.hypot(uv[:, 0], uv[:, 1])) / soft, 0, 1)
        for a, b in _PIPS[value]:
            step = make.six_spacing if value == 6 and b == 0 else make.spacing
            center = np.array([a * make.spacing * flip, b * (step if value != 6 else make.six_spacing)], np.float32)
            if value == 6 and make.turned:
                center = center[::-1]
            radius = make.one_radius if value == 1 else make.radius
            offset = uv - center
            away = np.abs(offset).max(axis=1) if make.square else np.sqrt((offset**2).sum(axis=1))
            inside = np.clip((radius - away) / soft + 0.5, 0, 1)
            if make.depth:
                slope = (inside * np.clip(away / radius, 0, 1))[:, None] * offset / np.maximum(away, 1e-3)[:, None]
                for k in range(2):
                    dent[chosen, plane[k]] -= make.depth * slope[:, k]
            if make.ring:
                inside = inside * np.clip((away - make.ring * radius) / soft + 0.5, 0, 1)
            cover[chosen] = np.maximum(cover[chosen], inside)
            if value == 1:
                special[chosen] = np.maximum(special[chosen], inside)
    return cover, dent, special, discs


def _rotation(axis: int, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix.astype(np.float32)


def _marble(rng: np.random.Generator, points: Array, make: _Make) -> Array:
    waves = np.zeros(len(points), np.float32)
    for _ in range(3):
        direction = rng.normal(0, 1.6, 3).astype(np.float32)
        waves += np.sin(points @ direction + rng.uniform(0, 6) + 1.5 * np.sin(points @ direction[::-1].copy()))
    mix = np.clip(0.5 + waves * 0.5, 0, 1)[:, None] * make.swirl
    return np.asarray(make.body * (1 - mix) + make.second * mix, np.float32)


def _mirrored_lamps(rng: np.random.Generator, normal: Array, view: Array, strength: float) -> Array:
    """Light of one to four lamps or windows that smooth plastic mirrors, on flat faces, round edges and inside the pips."""
    reflected = 2 * (normal @ view)[:, None] * normal - view
    light = np.zeros(len(normal), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        elevation, bearing = np.radians(rng.uniform(30, 90)), rng.uniform(0, 2 * np.pi)
        way = np.array(
            [np.cos(elevation) * np.cos(bearing), np.cos(elevation) * np.sin(bearing), np.sin(elevation)], np.float32
        )
        reach, soft = np.cos(np.radians(rng.uniform(3, 18))), rng.uniform(0.004, 0.04)
        light += rng.uniform(0.4, 1.0) / (1 + np.exp(-np.clip((reflected @ way - reach) / soft, -30, 30)))
    # Plastic mirrors more the flatter light meets it.
    glance = 0.45 + 0.55 * (1 - np.clip(normal @ view, 0, 1)) ** 3
    return np.asarray(light * glance * strength, np.float32)


def look(rng: np.random.Generator) -> _Make:
    """How one kind of die looks; given to `render`, several dice are of one kind."""
    return _make(rng)


def render(rng: np.random.Generator, *, tilt: float, lean: float = 0.0, make: _Make | None = None) -> Sprite:
    """Renders one die seen `tilt` degrees off the vertical (side faces show at the bottom), leaning by `lean` degrees."""
    make = make or _make(rng)
    value = int(rng.integers(1, 7))
    faces = _face_values(rng, value, make.mirrored)
    pose = _rotation(2, rng.uniform(0, 2 * np.pi))
    if lean:
        pose = _rotation(2, rng.uniform(0, 2 * np.pi)) @ _rotation(0, np.radians(lean)) @ pose
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32) * (1 - make.rounding)
    floor = float((cube @ pose.T)[:, 2].min() - make.rounding)

    # A right-handed camera frame: x to the right, y down in the picture, looking at the die's middle.
    angle = np.radians(tilt)
    view = np.array([0, -np.sin(angle), np.cos(angle)], np.float32)
    right = np.array([1, 0, 0], np.float32)
    down = -np.cross(view, right).astype(np.float32)
    far = float(np.exp(rng.uniform(np.log(9), np.log(45))))
    axis = (np.arange(SPRITE, dtype=np.float32) - (SPRITE - 1) / 2) / np.float32(_SCALE * far)
    gx, gy = np.meshgrid(axis, axis)
    rays = gx.reshape(-1, 1) * right + gy.reshape(-1, 1) * down - view
    rays = (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)
    origin = view * np.float32(far)

    # In the die's axes the die stands still, and only rays through its bounding ball are marched.
    local_rays = rays @ pose
    local_origin = origin @ pose
    along = -(local_rays @ local_origin)
    closest = local_origin + along[:, None] * local_rays
    near = np.flatnonzero((closest**2).sum(axis=1) < 3.05)
    travel = along[near] - 1.75
    smallest = np.full(len(near), 9, np.float32)
    for _ in range(16):
        distance = _distance(local_origin + travel[:, None] * local_rays[near], make)
        smallest = np.minimum(smallest, distance)
        travel = travel + distance
    pixel = np.float32(1 / _SCALE)
    alpha = np.zeros(SPRITE * SPRITE, np.float32)
    alpha[near] = np.clip(0.75 - smallest / pixel, 0, 1)
    hit = np.flatnonzero(alpha[near] > 0)
    travel = np.where(smallest[hit] < 0.02, travel[hit], along[near][hit])
    surface = local_origin + travel[:, None] * local_rays[near][hit]

    elevation, bearing = np.radians(rng.uniform(25, 88)), rng.uniform(0, 2 * np.pi)
    light = np.array([np.cos(elevation) * np.cos(bearing), np.cos(elevation) * np.sin(bearing), np.sin(elevation)], np.float32)
    key = float(rng.uniform(0.3, 0.95))
    ambient = float(1.05 - key + rng.uniform(-0.1, 0.1))

    cover, dent, special, discs = _pip_layer(surface, make, faces, float(pixel) * 1.2)
    normal = _normals(surface, make) + dent
    normal = (normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-4)) @ pose.T
    world = surface @ pose.T
    color = _marble(rng, surface, make) if make.swirl else np.broadcast_to(make.body, surface.shape)
    color = color * (1 - 0.3 * discs[:, None])
    paint = make.pip + (make.ones - make.pip) * special[:, None]
    color = color * (1 - cover[:, None]) + paint * cover[:, None]
    lambert = np.clip(normal @ light, 0, 1)
    sky = 0.62 + 0.38 * normal[:, 2]
    ground = np.clip(0.62 + 0.38 * (world[:, 2] - floor) / 1.2, 0, 1)
    half = light + view
    half = half / np.linalg.norm(half)
    shine = make.gloss * np.clip(normal @ half, 0, 1) ** make.power
    shaded = color * (key * lambert + ambient * sky * ground)[:, None] + (shine * (1 - 0.5 * cover))[:, None]
    if make.lamps:
        shaded = shaded + _mirrored_lamps(rng, normal, view, make.lamps)[:, None]
    if rng.random() < 0.12:
        # A window or a lamp mirrored in the flat top.
        spot = rng.uniform(-0.8, 0.8, 2)
        shape = rng.uniform(0.15, 0.7, 2)
        glare = np.exp(-(((world[:, :2] - spot) / shape) ** 2).sum(axis=1) * 1.5) * (normal[:, 2] > 0.8)
        shaded = shaded + (glare * rng.uniform(0.3, 0.9))[:, None]

    pixels = np.zeros((SPRITE * SPRITE, 6), np.float32)
    index = near[hit]
    pixels[index, :3] = np.clip(shaded, 0, 1)
    opaque = 1 - make.translucent * (1 - cover) * (0.5 + 0.5 * np.abs(normal @ view))
    pixels[index, 3] = alpha[index] * opaque
    local_normal = np.abs(surface).argmax(axis=1) == 2
    pixels[index, 5] = (local_normal & (surface[:, 2] > 0.5)) * alpha[index]

    # What the die takes from the table's light: the key light's soft shadow and the dark line of contact.
    reach = (floor - origin[2]) / rays[:, 2]
    table = origin + reach[:, None] * rays
    close = np.flatnonzero((table[:, 0] ** 2 + table[:, 1] ** 2 < 16) & (alpha < 0.99))
    spot = (table[close] @ pose).astype(np.float32)
    toward = light @ pose
    lit = np.ones(len(close), np.float32)
    step = np.full(len(close), 0.05, np.float32)
    hardness = float(rng.uniform(2, 14))
    for _ in range(12):
        distance = _distance(spot + step[:, None] * toward, make)
        lit = np.minimum(lit, np.clip(0.5 + 0.5 * hardness * distance / step, 0, 1))
        step = step + np.clip(distance, 0.06, 0.7)
    contact = np.clip(_distance(spot + np.array([0, 0, 0.25], np.float32) @ pose, make) / 0.45, 0, 1)
    shadow = (key * lit + ambient * (0.45 + 0.55 * contact)) / (key + ambient)
    pixels[close, 4] = 1 - np.clip(shadow, 0, 1)
    if make.translucent:
        pixels[close, 4] *= 0.6

    def project(points: Array) -> Array:
        relative = points - origin
        depth = -(relative @ view)
        picture = np.stack([relative @ right, relative @ down], axis=1) / depth[:, None] * far * _SCALE
        return (picture + (SPRITE - 1) / 2).astype(np.float32)

    top = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32) @ pose.T
    mask = (alpha.reshape(SPRITE, SPRITE) > 0.5).astype(np.uint8)
    outline, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(outline, key=len)).reshape(-1, 2).astype(np.float32)
    image = np.clip(pixels * 255 + 0.5, 0, 255).astype(np.uint8).reshape(SPRITE, SPRITE, 6)
    return Sprite(image, value, tilt, lean, hull, project(top))
