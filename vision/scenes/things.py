"""Path-traced cut-outs of single things that are no dice, for `vision/training/things.py` to strew.

`./tray scenes things FOLDER --count N` writes `cutout-rendered-0000.png` and so on: one thing each, seen from above at up to 40
degrees, 160 pixels in the longer side, straight alpha, no ground. What is there already is left, so a stopped run goes on.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from vision.scenes import desk_things, electric_things, pocket_things, table_things
from vision.scenes.stage import clear, light
from vision.scenes.surfaces import noise

Picture = NDArray[np.uint8]
Rng = np.random.Generator

SIDE = 160
_RENDERED, _SAMPLES, _CLEAR_SAMPLES = 172, 12, 18
_STEEPEST = math.radians(40)
_MODULES = (electric_things, desk_things, pocket_things, table_things)
KINDS: dict[str, tuple[int, Callable[[Rng], None]]] = {
    kind: entry for module in _MODULES for kind, entry in module.KINDS.items()
}
_SEE_THROUGH = ("bead", "marble", "glass", "sweet", "ball pen", "lighter", "ring", "salt shaker", "ashtray")


def kind_of(seed: int, number: int) -> str:
    """The kind of a thing: every run of as many things as the weights add up to holds each kind by its weight, shuffled."""
    deck = [kind for kind, (weight, _) in KINDS.items() for _ in range(weight)]
    order = np.random.default_rng([seed, number // len(deck)]).permutation(len(deck))
    return deck[int(order[number % len(deck)])]


def _points() -> NDArray[np.float64]:
    """All vertices in the world, with modifiers and letters, in Blender's units."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    found = []
    for made in bpy.context.scene.objects:
        if made.type not in ("MESH", "FONT"):
            continue
        shaped = made.evaluated_get(depsgraph)
        data = shaped.to_mesh()
        flat = np.empty(3 * len(data.vertices), np.float32)
        data.vertices.foreach_get("co", flat)
        shaped.to_mesh_clear()
        matrix = np.array(shaped.matrix_world)
        found.append(flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
    return np.concatenate(found)


def _frame(rng: Rng) -> None:
    """Aims a camera so that the thing fills a picture whose longer side is `_RENDERED` pixels."""
    points = _points()
    middle = (points.min(0) + points.max(0)) / 2
    reach = float(np.linalg.norm(points - middle, axis=1).max())
    tilt = _STEEPEST * math.sqrt(rng.random())
    # Quarter turns keep long things along the picture's sides; what strews them turns them anyway.
    azimuth = int(rng.integers(4)) * math.pi / 2 + float(rng.normal(0, 0.15))
    way = Vector((math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), math.cos(tilt)))
    turn = way.to_track_quat("Z", "Y").to_matrix().to_4x4() if tilt > 1e-3 else Matrix.Identity(4)
    place = Vector(middle) + way * reach * float(rng.uniform(4, 14))
    data = bpy.data.cameras.new("camera")
    eye = bpy.data.objects.new("camera", data)
    eye.matrix_world = Matrix.Translation(place) @ turn
    scene = bpy.context.scene
    scene.collection.objects.link(eye)
    scene.camera = eye
    local = (points - np.array(place)) @ np.array(turn)[:3, :3]
    seen = local[:, :2] / -local[:, 2:]
    least, most = seen.min(0), seen.max(0)
    width, height = (most - least) * 1.04
    data.sensor_fit, data.sensor_width, data.lens, data.clip_end = "HORIZONTAL", 36.0, 36.0 / width, 1e5
    data.shift_x, data.shift_y = (least + most) / 2 / width
    longer = max(width, height)
    scene.render.resolution_x = max(8, round(_RENDERED * width / longer))
    scene.render.resolution_y = max(8, round(_RENDERED * height / longer))
    scene.render.resolution_percentage = 100


def _lit(rng: Rng) -> None:
    """A room with a bright window or without, a table's colour below, and up to three lamps, hard, soft or coloured."""
    rows, columns = 32, 64
    room = np.empty((rows, columns, 3), np.float32)
    dim = float(np.exp(rng.uniform(np.log(0.06), np.log(0.7))))
    room[:] = dim * rng.uniform(0.75, 1, 3)
    room *= (0.5 + noise(rng, rows, columns, 16, 2))[..., None]
    room[: rows // 2] = float(rng.uniform(0.1, 0.8)) * dim * rng.uniform(0.3, 1, 3)
    for _ in range(int(rng.integers(0, 3))):
        x, y = int(rng.integers(0, columns - 10)), int(rng.integers(rows // 2, rows - 5))
        room[y : y + int(rng.integers(2, 7)), x : x + int(rng.integers(3, 11))] = float(rng.uniform(2, 14)) * rng.uniform(
            0.7, 1, 3
        )
    lamps = []
    colored = rng.random() < 0.25
    for _ in range(int(rng.choice([0, 1, 1, 2, 3]))):
        lift, azimuth = float(rng.uniform(0.35, 1.5)), float(rng.uniform(0, 2 * np.pi))
        position = 600 * np.array([math.cos(lift) * math.cos(azimuth), math.cos(lift) * math.sin(azimuth), math.sin(lift)])
        color = rng.uniform(0.1, 1, 3) if colored else np.array([1.0, rng.uniform(0.7, 1), rng.uniform(0.45, 1)])
        edge = float(np.exp(rng.uniform(np.log(25), np.log(500))))
        lamps.append((position, edge, float(rng.uniform(0.2, 1.6)), tuple((color / color.max()).tolist())))
    light(room, lamps)


def _traced() -> NDArray[np.float32]:
    """The picture in linear light, multiplied by its alpha, row 0 at the top."""
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.exr"
        scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1]


def _developed(rng: Rng, traced: NDArray[np.float32]) -> Picture:
    """Crops to what is covered, scales to `SIDE`, exposes, lets what is too bright bleed a little, and codes for a screen."""
    cover = np.clip((traced[..., 3] - 0.03) / 0.94, 0, 1)
    rows, columns = np.nonzero(cover.max(1) > 0.1)[0], np.nonzero(cover.max(0) > 0.1)[0]
    part = np.dstack([traced[..., :3] * (cover / np.maximum(traced[..., 3], 1e-3))[..., None], cover])
    part = part[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    factor = SIDE / max(part.shape[:2])
    size = (max(1, round(part.shape[1] * factor)), max(1, round(part.shape[0] * factor)))
    part = cv2.resize(part, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
    alpha = part[..., 3]
    shade = part[..., :3] / np.maximum(alpha, 0.02)[..., None]
    bright = float(np.percentile(shade.max(-1)[alpha > 0.5], 93)) if np.any(alpha > 0.5) else 1.0
    gain = float(np.clip(1.0, 0.3 / max(bright, 1e-4), 1.1 / max(bright, 1e-4)) * np.exp(rng.uniform(-0.5, 0.5)))
    shade = shade * gain
    shade += float(rng.uniform(0, 0.5)) * cv2.GaussianBlur(np.clip(shade - 1, 0, 3), (0, 0), 3)
    coded = np.clip(shade, 0, 1) ** (1 / 2.2)
    return np.rint(255 * np.dstack([coded[..., ::-1], np.clip(alpha, 0, 1)])).astype(np.uint8)


def cutout(seed: int, number: int) -> Picture:
    """One thing, B,G,R and alpha, 160 pixels in its longer side; the same again for the same numbers."""
    kind = kind_of(seed, number)
    rng = np.random.default_rng([seed, number, 1])
    transparent = kind in _SEE_THROUGH
    clear(_CLEAR_SAMPLES if transparent else _SAMPLES, bounces=7 if transparent else 3)
    scene = bpy.context.scene
    scene.render.film_transparent = True
    scene.cycles.film_transparent_glass = bool(rng.random() < 0.4)
    scene.cycles.seed = int(rng.integers(1 << 30))
    scene.cycles.sample_clamp_indirect = 4.0
    KINDS[kind][1](rng)
    _lit(rng)
    _frame(rng)
    return _developed(rng, _traced())


def make(folder: Path, count: int, seed: int) -> None:
    """Writes the things 0 to `count` that the folder lacks, and prints how many of each kind there are."""
    folder.mkdir(parents=True, exist_ok=True)
    begun, done = time.process_time(), 0
    for number in range(count):
        path = folder / f"cutout-rendered-{number:04d}.png"
        if path.exists():
            continue
        coded = cv2.imencode(".png", cutout(seed, number))[1]
        part = path.with_suffix(".part")
        part.write_bytes(coded.tobytes())
        part.replace(path)
        done += 1
        each = (time.process_time() - begun) / done
        print(f"{number + 1} of {count}: {kind_of(seed, number)}, {each:.2f} s each", flush=True)
    for kind, times in sorted(Counter(kind_of(seed, number) for number in range(count)).items()):
        print(f"{times:5d}  {kind}")
