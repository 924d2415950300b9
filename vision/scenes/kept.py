"""Frames that are kept for measuring: five dice of kept makers in every condition, readable or not, with the exact truth.

What a frame contains follows from its seed alone: six of ten are readable, four have one reason why a die cannot be read.
Nothing that learns may see one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes import clutter, stage, surfaces
from vision.scenes.batch import draw_sensor, show
from vision.scenes.camera import Camera
from vision.scenes.covering import cover
from vision.scenes.dice import Maker, cube_rotations
from vision.scenes.makers import kept_maker
from vision.scenes.props import Tray
from vision.scenes.sensor import develop, jpeg
from vision.scenes.truth import Placed, contrast, describe

Array = NDArray[np.float64]
Linear = NDArray[np.float32]

FIRST = 900100
WIDTH, HEIGHT = 640, 480
ODD = ("cocked", "stacked", "half under the cup", "hand", "smeared", "cocked", "defocus", "card on a die", "stacked", "no dice")
LIGHTS = ("room", "lamp", "hard lamp", "neon", "sun patch", "ring", "dim", "cast")
FLOORS = ("felt", "felt", "leather", "wood", "slate", "printed", "patterned")
EXTRAS = ("coin", "chip", "card", "pen", "keys", "phone", "glass")
_OVERSIZE = 1.2


@dataclass(frozen=True)
class Plan:
    """What a frame will show; lengths in mm, angles in degrees, `pixels` the edge of a die in the picture."""

    seed: int
    odd: str
    makers: tuple[Maker, ...]
    floor: str
    light: str
    layout: str
    tray: bool
    pixels: float
    height: float
    tilt: float
    radial: tuple[float, float]
    extras: tuple[str, ...]
    conditions: tuple[str, ...] = field(default=())


def plan(seed: int) -> Plan:
    """The frame of a seed."""
    rng = np.random.default_rng([41, seed])
    number = seed - 900000
    odd = ODD[(number // 10 * 4 + number % 10 - 6) % len(ODD)] if number % 10 >= 6 else ""
    kinds = [kept_maker(rng) for _ in range(int(rng.choice([1, 1, 1, 2, 5])))]
    makers = [kinds[n % len(kinds)][0] for n in range(5)]
    if len(kinds) > 1:
        # Dice of one table are of one size, or nearly.
        makers = [_scaled(maker, makers[0].size * float(rng.uniform(0.92, 1.08))) for maker in makers]
    floor, light = FLOORS[int(rng.integers(len(FLOORS)))], LIGHTS[int(rng.integers(len(LIGHTS)))]
    layout = str(rng.choice(["loose", "loose", "touching", "chain", "corner"]))
    tray = odd == "cocked" or layout == "corner" or rng.random() < 0.4
    pixels = float(rng.uniform(26, 46))
    tilt = float(rng.choice([0, 1, 1, 2])) * float(rng.uniform(4, 15))
    kind = str(rng.choice(["straight", "straight", "normal", "wide"]))
    radial = {"straight": (0.0, 0.0), "normal": (-0.05, 0.01), "wide": (-0.22, 0.05)}[kind]
    # A wide lens is near: what it sees is broad for its height.
    height = float(rng.uniform(250, 420) if kind == "wide" else rng.uniform(350, 800))
    extras: tuple[str, ...] = ()
    if rng.random() < 0.45 or odd == "no dice":
        extras = tuple(str(e) for e in rng.choice(EXTRAS, int(rng.integers(1, 4)), replace=False))
    conditions = [
        *(word for kind_ in kinds for word in kind_[1]), f"makers:{len(kinds)}", f"floor:{floor}", f"light:{light}",
        f"layout:{layout}", f"ground:{'tray' if tray else 'open'}", f"lens:{kind}",
        f"height:{'25-40 cm' if height < 400 else '40-60 cm' if height < 600 else '60-80 cm'}",
        f"tilt:{'0-10' if tilt < 10 else '10-20' if tilt < 20 else '20-30'} degrees",
        f"edge:{'26-33' if pixels < 33 else '33-40' if pixels < 40 else '40-46'} px",
        *(f"extra:{extra}" for extra in extras or ("none",)), f"odd:{odd or 'readable'}",
    ]  # fmt: skip
    unique = tuple(dict.fromkeys(conditions))
    return Plan(seed, odd, tuple(makers), floor, light, layout, tray, pixels, height, tilt, radial, extras, unique)


def _scaled(maker: Maker, size: float) -> Maker:
    f = size / maker.size
    lengths = {name: getattr(maker, name) * f for name in ("rounding", "pip_radius", "ace_radius", "depth")}
    return replace(maker, size=size, **lengths)


def _turned(rng: np.random.Generator, yaw: float, lean: float = 0.0, toward: float = 0.0) -> Array:
    """A die's rotation: any symmetry of the cube, turned by `yaw`, then leaning by `lean` about the direction `toward`."""
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    axis = np.array([np.cos(toward), np.sin(toward), 0.0])
    tilted, _ = cv2.Rodrigues(axis * lean)
    return np.asarray(tilted @ flat @ cube_rotations()[int(rng.integers(24))], np.float64)


def _spots(rng: np.random.Generator, design: Plan, area: tuple[float, float, float, float]) -> list[tuple[float, float, float]]:
    """Place and yaw of five dice that lie flat and do not overlap, mm and rad, in `area` (left, bottom, right, top)."""
    left, low, right, high = area
    size = max(maker.size for maker in design.makers)
    if design.layout == "chain":
        yaw, gap = float(rng.uniform(0, np.pi)), size * float(rng.uniform(1.0, 1.02))
        way = np.array([np.cos(yaw), np.sin(yaw)])
        shift = np.cumsum(rng.normal(0, 0.12, 5)) * size
        line = [way * gap * (n - 2) + np.array([-way[1], way[0]]) * (shift[n] - shift[2]) for n in range(5)]
        return [(float(x), float(y), yaw) for x, y in line]
    found: list[tuple[float, float, float]] = []
    if design.layout == "corner":
        found.append((left + size / 2 + 0.3, low + size / 2 + 0.3, 0.0))
        # The rails stand at the edges of the area itself.
        left, low, right, high = left + 0.75 * size, low + 0.75 * size, right - 0.75 * size, high - 0.75 * size
    for attempt in range(4000):
        if len(found) == 5:
            break
        x, y, yaw = float(rng.uniform(left, right)), float(rng.uniform(low, high)), float(rng.uniform(0, np.pi / 2))
        if found and design.layout == "touching" and attempt % 2:
            other = found[int(rng.integers(len(found)))]
            turn = other[2] + float(rng.integers(4)) * np.pi / 2
            x, y, yaw = other[0] + 1.01 * size * np.cos(turn), other[1] + 1.01 * size * np.sin(turn), other[2]
        apart = 1.0 if design.layout == "touching" else 1.15
        if all(not _overlap((x, y, yaw), one, size * apart) for one in found) and left <= x <= right and low <= y <= high:
            found.append((x, y, yaw))
    return found


def _square(spot: tuple[float, float, float], size: float) -> NDArray[np.float32]:
    return np.asarray(cv2.boxPoints(((spot[0], spot[1]), (size, size), float(np.degrees(spot[2])))), np.float32)


def _overlap(one: tuple[float, float, float], other: tuple[float, float, float], size: float) -> bool:
    if np.hypot(one[0] - other[0], one[1] - other[1]) > 1.5 * size:
        return False
    shared, _ = cv2.intersectConvexConvex(_square(one, size).reshape(-1, 1, 2), _square(other, size).reshape(-1, 1, 2))
    return shared > 0.02 * size * size


def lay_dice(rng: np.random.Generator, design: Plan, area: tuple[float, float, float, float]) -> list[Placed]:
    """The dice of a plan where they lie, by geometry alone: flat, stacked, or leaning on a rail or a disc."""
    if design.odd == "no dice":
        return []
    placed = [
        Placed(f"die{n}", maker, np.array([x, y, maker.size / 2]), _turned(rng, yaw))
        for n, (maker, (x, y, yaw)) in enumerate(zip(design.makers, _spots(rng, design, area), strict=False))
    ]
    if design.odd == "stacked":
        under, upper = placed[1], placed[0]
        shift = rng.uniform(-0.4, 0.4, 2) * upper.maker.size
        at = under.position + np.array([*shift, (under.maker.size + upper.maker.size) / 2 + 0.05])
        placed[0] = replace(upper, position=at, rotation=_turned(rng, float(rng.uniform(0, np.pi))))
    if design.odd == "cocked":
        one = placed[0]
        half, lean = one.maker.size / 2, np.radians(rng.uniform(16, 42))
        reach = half * float(np.cos(lean) + np.sin(lean)) - one.maker.rounding * 0.3
        side = float(rng.choice([-1, 1]))
        # It leans on the rail at the left or right edge of the area, which lies there for it.
        x = (area[0] if side < 0 else area[2]) - side * reach
        y = float(rng.uniform(area[1], area[3]))
        turn = _turned(rng, float(rng.integers(4)) * np.pi / 2, float(lean), np.pi / 2)
        placed[0] = replace(one, position=np.array([x, y, reach]), rotation=turn)
        near = [n for n in range(1, len(placed)) if np.hypot(*(placed[n].position[:2] - (x, y))) < 1.3 * one.maker.size]
        placed = [die for n, die in enumerate(placed) if n not in near]
    return placed


def _ground(rng: np.random.Generator, kind: str) -> None:
    dark = float(rng.choice([0.02, 0.06, 0.2, 0.5]))
    color = tuple(float(c) for c in np.clip(dark * rng.uniform(0.3, 1.7, 3), 0.004, 0.8))
    brown = tuple(float(c) for c in np.array([0.3, 0.16, 0.07]) * rng.uniform(0.3, 1.8))
    pixels = {
        "felt": lambda: surfaces.felt(rng, color, 1024, float(rng.uniform(0.05, 0.4))),
        "leather": lambda: surfaces.leather(rng, color, 1024),
        "wood": lambda: surfaces.wood(rng, brown, 1024, float(rng.uniform(0.2, 0.8))),
        "slate": lambda: surfaces.slate(rng),
        "printed": lambda: surfaces.printed(rng),
        "patterned": lambda: surfaces.patterned(rng),
    }[kind]()
    rough = {"felt": 1.0, "leather": 0.5, "wood": 0.45, "slate": 0.6}.get(kind, float(rng.uniform(0.4, 1.0)))
    stage.sheet("floor", (0, 0, -0.6), 900, 900, stage.material("floor", pixels, rough, specular=0.3))


def _lights(rng: np.random.Generator, kind: str, camera: Camera) -> None:
    def around(low: float, high: float, rise: tuple[float, float] = (600, 1400)) -> Array:
        away, turn = rng.uniform(low, high), rng.uniform(0, 2 * np.pi)
        return np.array([away * np.cos(turn), away * np.sin(turn), rng.uniform(*rise)])

    warm = (1.0, float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.5, 1.0)))
    lamps: list[tuple[Array, float, float, tuple[float, float, float]]] = []
    level = 0.5
    if kind in ("lamp", "dim"):
        lamps = [(around(150, 800), float(rng.choice([120, 300, 500])), float(rng.uniform(0.7, 2.0)), warm)]
    elif kind == "hard lamp":
        lamps, level = [(around(100, 900, (500, 900)), 18.0, 2.5, warm)], 0.25
    elif kind == "neon":
        middle, turn = around(0, 500, (900, 1300)), rng.uniform(0, np.pi)
        way = np.array([np.cos(turn), np.sin(turn), 0.0])
        tint = ((0.7, 1.0, 0.75), (1.0, 0.35, 0.6), (0.4, 0.65, 1.0))[int(rng.integers(3))]
        lamps, level = [(middle + way * 130 * n, 60.0, 0.25, tint) for n in range(-3, 4)], 0.3
    elif kind == "sun patch":
        lamps, level = [(around(900, 1800, (1500, 2200)), 14.0, 5.0, (1.0, 0.93, 0.8))], 0.5
    elif kind == "ring":
        eye = np.array(camera.position)
        right, down, _ = camera.axes()
        turns = np.arange(10) / 10 * 2 * np.pi
        # A ring just behind the lens: it is mirrored in every flat face and in the pips.
        lamps = [(eye * 1.05 + 35 * (np.cos(t) * right + np.sin(t) * down), 9.0, 0.22, (1.0, 1.0, 1.0)) for t in turns]
        level = 0.35
    cast = float(rng.choice([-0.45, 0.5])) if kind == "cast" else float(rng.normal(0.05, 0.1))
    stage.light(surfaces.room(rng, level if lamps else 1.0, cast, int(rng.integers(0, 6))), lamps)
    if kind == "sun patch":
        _window(rng, lamps[0][0])


def _window(rng: np.random.Generator, sun: Array) -> None:
    """A wall between the sun and the table whose edge throws a hard shadow; the camera and its rays do not meet it."""
    foot = sun * 0.75
    away = np.array([-sun[1], sun[0], 0.0]) / np.hypot(sun[0], sun[1])
    offset = float(rng.uniform(-40, 40)) * 0.25
    near, far = foot + away * offset, foot + away * (offset + 700)
    up = np.array([0.0, 0.0, 500.0])
    wall = np.array([near - up, far - up, far + up, near + up])
    made = stage.thing("wall", wall, [[0, 1, 2, 3]], stage.material("wall", (0.02, 0.02, 0.02)))
    made.visible_camera = made.visible_glossy = made.visible_diffuse = made.visible_transmission = False


def _camera(rng: np.random.Generator, design: Plan) -> Camera:
    """A camera of the plan's height and lean in which a die's edge is about `pixels` long."""
    lean, turn = np.radians(design.tilt), rng.uniform(0, 2 * np.pi)
    direction = np.array([np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.cos(lean)])
    target = rng.uniform(-4, 4, 3) * np.array([1, 1, 0])
    position = target + direction * design.height / np.cos(lean)
    focal = design.pixels / design.makers[0].size * float(np.linalg.norm(position - target))
    return Camera(tuple(position), tuple(target), float(rng.normal(0, 0.15)), focal, WIDTH, HEIGHT, design.radial)


def bent(light: Linear, wide: Camera, camera: Camera) -> Linear:
    """The straight picture of `wide` as the lens of `camera` shows it."""
    grid = np.stack(np.meshgrid(np.arange(camera.width), np.arange(camera.height)), -1).reshape(-1, 1, 2).astype(np.float64)
    lens = np.array([*camera.radial, 0.0, 0.0, 0.0])
    straight = cv2.undistortPoints(grid, camera.matrix(), lens, P=wide.matrix()).reshape(camera.height, camera.width, 2)
    columns, rows = (np.ascontiguousarray(straight[..., axis], np.float32) for axis in (0, 1))
    return np.asarray(cv2.remap(light, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def smeared(light: Linear, odd: str, pixels: float, rng: np.random.Generator) -> Linear:
    """The light of a moved or unfocused camera, by a large part of a die."""
    if odd == "defocus":
        radius = max(2, round(pixels * float(rng.uniform(0.22, 0.34))))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2).astype(np.float32)
    elif odd == "smeared":
        length, angle = round(pixels * float(rng.uniform(0.55, 0.9))), rng.uniform(0, np.pi)
        kernel = np.zeros((length, length), np.float32)
        middle = (length - 1) / 2
        way = np.array([np.cos(angle), np.sin(angle)]) * middle
        cv2.line(kernel, tuple((middle - way).round().astype(int)), tuple((middle + way).round().astype(int)), 1.0)
    else:
        return light
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


def _add_extras(
    rng: np.random.Generator, design: Plan, placed: list[Placed], reach: tuple[float, float], camera: Camera
) -> list[dict[str, Any]]:
    """Things beside the dice, and what hides one of them; returns what was put where."""
    found = []
    for number, kind in enumerate(design.extras):
        clear = clutter.REACH[kind] + design.makers[0].size * 0.75 + (30 if kind == "glass" else 0)
        for _ in range(60):
            spot = (float(rng.uniform(-1, 1) * reach[0] * 1.3), float(rng.uniform(-1, 1) * reach[1] * 1.3))
            others = [one.position[:2] for one in placed] + [np.array([e["x_mm"], e["y_mm"]]) for e in found]
            if all(np.hypot(*(spot - other)) > clear for other in others):
                clutter.put(f"{kind}{number}", rng, kind, spot)
                found.append({"kind": kind, "x_mm": spot[0], "y_mm": spot[1]})
                break
    if placed:
        found += cover(rng, design.odd, placed[int(rng.integers(len(placed)))], camera)
    return found


def frame(seed: int) -> tuple[Linear, Camera, list[Placed], dict[str, Any], Plan]:
    """Renders the frame of a seed: linear light, the camera, the dice, and what else is known."""
    design, rng = plan(seed), np.random.default_rng([43, seed])
    stage.clear(samples=4, bounces=10 if "glass" in design.extras else 7)
    size = design.makers[0].size
    across = WIDTH / design.pixels * size
    reach = (across * 0.36, across * 0.27)
    area = (-reach[0], -reach[1], reach[0], reach[1])
    inner = tuple(np.array(area) - np.sign(area) * size * 0.75)
    camera = _camera(rng, design)
    placed = lay_dice(rng, design, inner if design.odd != "cocked" else area)  # type: ignore[arg-type]
    if design.tray:
        felt, wood = (tuple(float(c) for c in rng.uniform(low, high, 3)) for low, high in ((0.01, 0.09), (0.03, 0.3)))
        depth, width = 2 * reach[1], 2 * reach[0]
        if design.layout == "corner" and design.odd != "cocked":
            depth, width = depth - 1.5 * size, width - 1.5 * size
        tray = Tray(lanes=1, lane_width=width, depth=depth, tag_x=reach[0] + 38, tag_y=reach[1] * 0.7, felt=felt, wood=wood)
        tray.build(rng)
    _ground(rng, design.floor)
    _lights(rng, design.light, camera)
    extras = _add_extras(rng, design, placed, reach, camera)
    show(placed)
    wide = camera
    if any(design.radial):
        wide = replace(camera, width=int(WIDTH * _OVERSIZE), height=int(HEIGHT * _OVERSIZE), radial=(0.0, 0.0))
    stage.aim(wide)
    light = stage.render()
    if any(design.radial):
        light = bent(light, wide, camera)
    light = smeared(light, design.odd, design.pixels, rng)
    return light, camera, placed, {"odd": design.odd, "extras": extras}, design


def make(seeds: range, folder: Path) -> None:
    """Renders the frames of `seeds` that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        done = folder / f"{seed:06d}.json"
        if done.exists():
            continue
        light, camera, placed, facts, design = frame(seed)
        dice = [describe(one, camera) for one in placed]
        rng = np.random.default_rng(seed + 1)
        sensor = draw_sensor(rng)
        if design.light == "dim":
            sensor = replace(sensor, shot=0.035, read=0.02, grain=0.8)
        # A camera that trusts the grey world least keeps the cast.
        sensor = sensor.settled(light, gray=0.1 if design.light in ("cast", "neon") else float(rng.uniform(0.3, 1.0)))
        picture = develop(light, sensor, rng)
        name = f"{seed:06d}.jpg"
        (folder / name).write_bytes(jpeg(picture, sensor.quality))
        for die, one in zip(dice, placed, strict=True):
            die["contrast"] = [contrast(one, camera, picture)]
            if design.odd in ("smeared", "defocus"):
                die["flags"].append("blurred")
        seen_by = {
            "matrix": camera.matrix().round(4).tolist(),
            "position_mm": [float(v) for v in camera.position],
            "radial": list(camera.radial),
        }
        truth = {
            "version": 1, "seed": seed, "files": [name], "width": camera.width, "height": camera.height,
            "dice": [die for die in dice if -10 < die["cx"] < WIDTH + 10 and -10 < die["cy"] < HEIGHT + 10],
            "camera": seen_by,
            "felt_to_picture": camera.felt_to_picture().tolist(), "conditions": list(design.conditions), **facts,
        }  # fmt: skip
        part = done.with_suffix(".part")
        part.write_text(json.dumps(truth))
        part.rename(done)
        print(f"{seed} ({number + 1} of {len(seeds)}): {len(placed)} dice, {design.odd or 'readable'}", flush=True)


def conditions(folder: Path) -> dict[str, int]:
    """How many frames of a folder have each condition."""
    counted: dict[str, int] = {}
    for path in sorted(folder.glob("*.json")):
        for word in json.loads(path.read_text())["conditions"]:
            counted[word] = counted.get(word, 0) + 1
    return counted
