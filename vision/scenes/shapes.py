"""Building blocks of single things: finishes, turned bodies, slabs, tubes, letters and labels. Lengths in mm."""

from __future__ import annotations

import colorsys
import itertools
import string
from pathlib import Path

import bpy
import cv2
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from vision.scenes.stage import UNIT, material, thing
from vision.scenes.surfaces import noise, wood

Array = NDArray[np.float64]
Picture = NDArray[np.float32]
Color = tuple[float, float, float]
Rng = np.random.Generator

METALS: tuple[Color, ...] = (
    (0.6, 0.6, 0.6),
    (0.4, 0.4, 0.42),
    (0.75, 0.73, 0.7),
    (0.75, 0.52, 0.18),
    (0.8, 0.6, 0.25),
    (0.65, 0.33, 0.2),
    (0.15, 0.15, 0.16),
)
FONTS = ("Inter.woff2", "DejaVuSansMono.woff2", "")
"""Those that come with Blender and hold Latin letters; an empty name is its built-in one."""


def tone(rng: Rng, dark: float = 0.3) -> Color:
    """A colour in linear light: grey, or of any hue; `dark` is the share of nearly black ones."""
    kind = rng.random()
    if kind < dark:
        return tuple(float(c) for c in rng.uniform(0.006, 0.03) * rng.uniform(0.8, 1.2, 3))  # type: ignore[return-value]
    if kind < dark + 0.2:
        return tuple(float(c) for c in np.exp(rng.uniform(np.log(0.05), np.log(0.85))) * rng.uniform(0.92, 1, 3))  # type: ignore[return-value]
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.25, 1), rng.uniform(0.25, 0.95))
    return red**2.2, green**2.2, blue**2.2


def pick(rng: Rng, *choices: object) -> object:
    """One of the choices."""
    return choices[int(rng.integers(len(choices)))]


def signs(rng: Rng, low: int, high: int) -> str:
    """`low` to `high` capitals and digits."""
    letters = list(string.ascii_uppercase + string.digits)
    return "".join(rng.choice(letters, int(rng.integers(low, high + 1))))


def finish(rng: Rng, kind: str, color: Color | Picture | None = None) -> bpy.types.Material:
    """A material: plastic, matt, rubber, metal, glass, clear, wood, paper or glow, of a colour or with a picture."""
    if color is None:
        color = METALS[int(rng.integers(len(METALS)))] if kind == "metal" else tone(rng)
    if kind == "wood":
        made = material(kind, wood(rng, color, 128, 0.6), float(rng.uniform(0.3, 0.7)))
    elif kind == "metal":
        made = material(kind, color, float(rng.uniform(0.12, 0.5)), metallic=1.0)
    else:
        rough = {"plastic": (0.08, 0.3), "matt": (0.4, 0.7), "rubber": (0.7, 0.95), "paper": (0.75, 0.95), "glow": (0.5, 0.6)}
        low, high = rough.get(kind, (0.0, 0.12))
        specular = 0.2 if kind in ("rubber", "paper") else 0.5
        made = material(kind, color, float(rng.uniform(low, high)), specular=specular)
    inputs = made.node_tree.nodes["Principled BSDF"].inputs
    if kind in ("glass", "clear"):
        inputs["Transmission Weight"].default_value = float(rng.uniform(0.6, 0.95)) if kind == "glass" else 1.0
        inputs["IOR"].default_value = float(rng.uniform(1.3, 1.55))
    if kind == "glow" and isinstance(color, tuple):
        inputs["Emission Color"].default_value = (*color, 1)
        inputs["Emission Strength"].default_value = float(rng.uniform(1.5, 8))
    return made


def shell(rng: Rng) -> bpy.types.Material:
    """What housings are made of: gloss or matt plastic, seldom metal or rubber."""
    return finish(rng, str(rng.choice(["plastic", "matt", "metal", "rubber"], p=[0.4, 0.42, 0.1, 0.08])))


def posed(made: bpy.types.Object, at: tuple[float, float, float], turn: float = 0.0, tip: float = 0.0) -> bpy.types.Object:
    """Tips an object from the upright towards +x, turns it about the vertical, and moves it; radians."""
    spin = Matrix.Rotation(turn, 4, "Z") @ Matrix.Rotation(tip, 4, "Y")
    made.matrix_world = Matrix.Translation([UNIT * float(c) for c in at]) @ spin
    return made


def _edged(made: bpy.types.Object, bevel: float = 0.0) -> bpy.types.Object:
    made.data.set_sharp_from_angle(angle=0.7)
    if bevel:
        rounded = made.modifiers.new("bevel", "BEVEL")
        rounded.width, rounded.segments, rounded.angle_limit = bevel * UNIT, 2, 0.7
    return made


def turned(
    profile: list[tuple[float, float]],
    look: bpy.types.Material,
    at: tuple[float, float, float] = (0, 0, 0),
    steps: int = 32,
    wrap: bool = False,
    lying: bool = False,
    turn: float = 0.0,
) -> bpy.types.Object:
    """A body of (radius, height) pairs, closed at both ends; `wrap` lays a picture round it instead of from above."""
    angle = np.arange(steps) / steps * 2 * np.pi
    points = np.concatenate([np.stack([r * np.cos(angle), r * np.sin(angle), np.full(steps, z)], -1) for r, z in profile])
    largest = max(r for r, _ in profile)
    span = [np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(profile)]
    along = np.concatenate([[0], np.cumsum(span)]) / max(sum(span), 1e-6)
    faces, corners = [], []
    for ring in range(len(profile) - 1):
        for s in range(steps):
            t = (s + 1) % steps
            faces.append([ring * steps + s, ring * steps + t, (ring + 1) * steps + t, (ring + 1) * steps + s])
            corners += [(s / steps, along[ring]), ((s + 1) / steps, along[ring])]
            corners += [((s + 1) / steps, along[ring + 1]), (s / steps, along[ring + 1])]
    last = (len(profile) - 1) * steps
    faces += [list(range(steps))[::-1], list(range(last, last + steps))]
    corners += [(0.01, 0.01)] * steps + [(0.01, 0.99)] * steps
    uvs = np.array(corners) if wrap else points[np.concatenate(faces)][:, :2] / (2 * largest) + 0.5
    made = _edged(thing("turned", points, faces, look, uvs.astype(np.float32), smooth=True))
    return posed(made, at, turn, np.pi / 2 if lying else 0.0)


def oblong(width: float, depth: float, radius: float = 0.0, steps: int = 4) -> Array:
    """The outline of a rectangle with round corners, around the origin, counter-clockwise."""
    radius = min(radius, width / 2 - 1e-3, depth / 2 - 1e-3)
    if radius <= 0:
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([width, depth]) / 2
    middle = np.array([width, depth]) / 2 - radius
    points = []
    for number, corner in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for angle in (number + np.linspace(0, 1, steps)) * np.pi / 2:
            points.append(np.array(corner) * middle + radius * np.array([np.cos(angle), np.sin(angle)]))
    return np.array(points)


def slab(
    outline: Array,
    low: float,
    high: float,
    look: bpy.types.Material,
    top: bpy.types.Material | None = None,
    bevel: float = 0.0,
    shrink: float = 1.0,
    at: tuple[float, float] = (0, 0),
    turn: float = 0.0,
) -> bpy.types.Object:
    """A prism over an outline, its top `shrink` times as large and with its own material or picture if wanted."""
    n = len(outline)
    points = np.concatenate(
        [np.column_stack([outline, np.full(n, low)]), np.column_stack([outline * shrink, np.full(n, high)])]
    )
    faces = [list(range(n, 2 * n)), list(range(n))[::-1], *[[k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n)]]
    least, size = outline.min(0), np.ptp(outline, axis=0)
    uvs = (np.concatenate([outline, outline])[np.concatenate(faces)] - least) / size
    made = thing("slab", points, faces, look, uvs.astype(np.float32))
    if top is not None:
        made.data.materials.append(top)
        made.data.polygons[0].material_index = 1
    return posed(_edged(made, bevel), (*at, 0.0), turn)


def ringed(
    outer: Array, inner: Array, low: float, high: float, look: bpy.types.Material, bevel: float = 0.0
) -> bpy.types.Object:
    """A plate with a hole through it; both outlines have the same number of points."""
    n = len(outer)
    flat = np.concatenate([outer, inner])
    points = np.concatenate([np.column_stack([flat, np.full(2 * n, z)]) for z in (low, high)])
    faces = []
    for k in range(n):
        j = (k + 1) % n
        faces += [[k + 2 * n, j + 2 * n, j + 3 * n, k + 3 * n], [k, k + n, j + n, j]]
        faces += [[k, j, j + 2 * n, k + 2 * n], [k + n, k + 3 * n, j + 3 * n, j + n]]
    return _edged(thing("ringed", points, faces, look), bevel)


def circle(radius: float, steps: int = 32) -> Array:
    """The outline of a circle."""
    angle = np.arange(steps) / steps * 2 * np.pi
    return radius * np.stack([np.cos(angle), np.sin(angle)], -1)


def tube(path: Array, radius: float, look: bpy.types.Material, closed: bool = False, steps: int = 8) -> bpy.types.Object:
    """A wire along a path (n x 3)."""
    ahead = np.roll(path, -1, 0) - np.roll(path, 1, 0)
    if not closed:
        ahead[0], ahead[-1] = path[1] - path[0], path[-1] - path[-2]
    ahead = ahead / np.linalg.norm(ahead, axis=1, keepdims=True)
    up = np.where(np.abs(ahead[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])
    side = np.cross(ahead, up)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    other = np.cross(side, ahead)
    angle = np.arange(steps) / steps * 2 * np.pi
    rings = path[:, None] + radius * (side[:, None] * np.cos(angle)[:, None] + other[:, None] * np.sin(angle)[:, None])
    n = len(path)
    faces = [
        [r * steps + s, r * steps + (s + 1) % steps, (r + 1) % n * steps + (s + 1) % steps, (r + 1) % n * steps + s]
        for r in range(n if closed else n - 1)
        for s in range(steps)
    ]
    return thing("tube", rings.reshape(-1, 3), faces, look, smooth=True)


def hoop(radius: float, wire: float, look: bpy.types.Material, at: tuple[float, float, float] = (0, 0, 0)) -> bpy.types.Object:
    """A closed ring of wire that lies flat."""
    flat = circle(radius, 40)
    return posed(tube(np.column_stack([flat, np.full(40, wire)]), wire, look, closed=True), at)


def ball(
    rng: Rng,
    radii: tuple[float, float, float],
    look: bpy.types.Material,
    at: tuple[float, float, float] = (0, 0, 0),
    lumps: float = 0.0,
) -> bpy.types.Object:
    """An ellipsoid, dented by `lumps` of its radius."""
    steps, rings = 28, 15
    polar = np.linspace(-np.pi / 2 + 0.02, np.pi / 2 - 0.02, rings)
    angle = np.arange(steps) / steps * 2 * np.pi
    points = np.stack(
        [
            np.outer(np.cos(polar), np.cos(angle)),
            np.outer(np.cos(polar), np.sin(angle)),
            np.repeat(np.sin(polar)[:, None], steps, 1),
        ],
        -1,
    )
    if lumps:
        for _ in range(5):
            way, phase = rng.normal(0, 1.6, 3), rng.uniform(0, 6)
            points = points * (1 + lumps * 0.45 * np.sin(points @ way + phase))[..., None]
    flat = points.reshape(-1, 3)
    faces = [
        [r * steps + s, r * steps + (s + 1) % steps, (r + 1) * steps + (s + 1) % steps, (r + 1) * steps + s]
        for r in range(rings - 1)
        for s in range(steps)
    ]
    faces += [list(range(steps))[::-1], [(rings - 1) * steps + s for s in range(steps)]]
    uvs = (flat[np.concatenate(faces)][:, :2] / 2.4 + 0.5).astype(np.float32)
    return posed(thing("ball", flat * np.array(radii), faces, look, uvs, smooth=True), at)


def words(
    rng: Rng,
    text: str,
    room: tuple[float, float],
    at: tuple[float, float, float],
    look: bpy.types.Material,
    font: str = "",
    turn: float = 0.0,
) -> bpy.types.Object:
    """Raised or printed letters that fill `room` (width, height), lying flat with their middle at `at`."""
    data = bpy.data.curves.new("words", "FONT")
    lines = text.split("\n")
    size = min(room[1] / (0.95 * len(lines)), room[0] / (0.62 * max(len(line) for line in lines)))
    data.body, data.size, data.align_x, data.align_y = text, size * UNIT, "CENTER", "CENTER"
    data.resolution_u, data.extrude = 3, 0.05 * UNIT
    if font:
        data.font = bpy.data.fonts.load(str(Path(bpy.utils.system_resource("DATAFILES")) / "fonts" / font), check_existing=True)
    data.offset, data.shear = float(rng.uniform(0, 0.025)) * size * UNIT, float(rng.choice([0.0, 0.0, 0.2]))
    data.materials.append(look)
    made = bpy.data.objects.new("words", data)
    bpy.context.scene.collection.objects.link(made)
    return posed(made, at, turn)


def label(rng: Rng, width: int, height: int, ground: Color | None = None, lines: int = 2) -> Picture:
    """A printed picture: bands, some lines of text, a frame, a bar code or a mottled figure."""
    paper = np.array(tone(rng, 0.2) if ground is None else ground, np.float32)
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = paper
    for _ in range(int(rng.integers(0, 3))):
        y, tall = int(rng.integers(0, height)), int(rng.uniform(0.04, 0.4) * height)
        cv2.rectangle(picture, (0, y), (width, y + tall), tone(rng), -1)
    if rng.random() < 0.3:
        x, wide = int(rng.uniform(0, 0.8) * width), int(rng.uniform(0.1, 0.4) * width)
        patch = picture[int(0.15 * height) : int(0.85 * height), x : x + wide]
        patch[:] = noise(rng, *patch.shape[:2], 9, 2)[..., None] * np.array(tone(rng, 0), np.float32) + 0.3 * paper
    ink = tone(rng, 0.5) if paper.mean() > 0.18 else tuple(float(c) for c in rng.uniform(0.4, 0.9, 3))
    for number in range(lines):
        text = str(
            pick(rng, signs(rng, 2, 5), signs(rng, 4, 10), "1.5 V", "AAA", "USB 3.0", "32 GB", "MN1500", "LR6", "+", "KLASSE 2")
        )
        scale = min(rng.uniform(0.4, 0.9) * width / (19 * len(text)), 0.7 * height / lines / 24)
        y = int(height * (number + 0.75) / lines)
        font, thick = int(rng.integers(0, 5)), max(1, int(scale * rng.uniform(1.5, 4)))
        cv2.putText(picture, text, (int(rng.uniform(0.02, 0.3) * width), y), font, scale, ink, thick, cv2.LINE_AA)
    if rng.random() < 0.15:
        x, y = int(rng.uniform(0.1, 0.6) * width), int(0.2 * height)
        for bar in range(x, min(x + width // 4, width), 3):
            cv2.rectangle(picture, (bar, y), (bar + int(rng.integers(0, 2)), 2 * y), (0.01, 0.01, 0.01), -1)
    return np.ascontiguousarray(picture[::-1])
