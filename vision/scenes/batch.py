"""Single frames of many dice with truth: to learn from (`train`), and kept for measuring (`test`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.scenes import stage, surfaces
from vision.scenes.camera import Camera
from vision.scenes.covering import CLOTHS, SKINS
from vision.scenes.dice import Maker, cube_rotations
from vision.scenes.makers import draw_maker
from vision.scenes.props import Tray, cup, hand
from vision.scenes.sensor import Sensor, develop, jpeg
from vision.scenes.throws import Block, Body, Start, Track, matrix, random_quaternion, roll
from vision.scenes.truth import Placed, contrast, describe

Array = NDArray[np.float64]


def scatter(
    rng: np.random.Generator, makers: list[Maker], area: tuple[float, float, float, float], blocks: list[Block], odd: str
) -> Track:
    """Dice dropped with some speed into an area (left, bottom, right, top, mm); `odd` sets one up `cocked` or `stacked`."""
    left, low, right, high = area
    bodies = [Body(maker.size, maker.rounding) for maker in makers]
    for _ in range(40):
        starts = []
        for _maker in makers:
            place = np.array([rng.uniform(left, right), rng.uniform(low, high), rng.uniform(25, 90)])
            starts.append(Start(place, random_quaternion(rng), rng.normal(0, 120, 3), rng.normal(0, 14, 3)))
        if odd == "cocked" and blocks:
            block = blocks[int(rng.integers(len(blocks)))]
            axis = 0 if block.half[0] < block.half[1] else 1
            side = -np.sign(block.center[axis]) or 1.0
            place = np.array([rng.uniform(left, right), rng.uniform(low, high), 0.0])
            lean = np.radians(rng.uniform(22, 40))
            half = makers[0].size / 2
            reach = half * (np.cos(lean) + np.sin(lean))
            place[axis] = block.center[axis] + side * (block.half[axis] + reach + 0.2)
            place[2] = reach
            turn = np.zeros(4)
            turn[0], turn[2 - axis] = np.cos(lean / 2), np.sin(lean / 2)
            starts[0] = Start(place, turn, np.zeros(3), np.zeros(3))
        if odd == "stacked":
            base = np.array([rng.uniform(left + 20, right - 20), rng.uniform(low + 20, high - 20), makers[1].size / 2])
            spin = rng.uniform(0, np.pi)
            starts[1] = Start(base, np.array([np.cos(spin), 0, 0, np.sin(spin)]), np.zeros(3), np.zeros(3))
            above = base + np.array([*rng.uniform(-0.3, 0.3, 2) * makers[0].size, (makers[0].size + makers[1].size) / 2 + 0.05])
            starts[0] = Start(above, np.array([np.cos(spin + 0.4), 0, 0, np.sin(spin + 0.4)]), np.zeros(3), np.zeros(3))
        track = roll(bodies, starts, blocks)
        end = track.positions[-1]
        inside = (end[:, 0] > left) & (end[:, 0] < right) & (end[:, 1] > low) & (end[:, 1] < high)
        tilt = np.abs(matrix(track.quaternions[-1][0])[2]).max() < np.cos(np.radians(8))
        high_up = end[0, 2] > makers[0].size / 2 + 3
        if inside.all() and (odd != "cocked" or tilt) and (odd != "stacked" or high_up):
            break
    return track


def spread_out(rng: np.random.Generator, makers: list[Maker], track: Track) -> list[Placed]:
    """Labels at random: each die turned by a symmetry of the cube, which the physics cannot tell apart."""
    rotations = cube_rotations()
    return [
        Placed(f"die{n}", maker, track.positions[-1][n], matrix(track.quaternions[-1][n]) @ rotations[int(rng.integers(24))])
        for n, maker in enumerate(makers)
    ]


def draw_sensor(rng: np.random.Generator) -> Sensor:
    """A random small camera."""
    noise = float(rng.choice([0.002, 0.006, 0.012, 0.02]))
    return Sensor(
        gain=float(rng.choice([0.45, 0.7, 0.9, 1.0, 1.15, 1.4])),
        balance=(float(rng.normal(1, 0.08)), float(rng.normal(1, 0.1))),
        blur=float(rng.uniform(0.3, 1.1)),
        shot=noise,
        read=noise / 3,
        grain=float(rng.uniform(0.3, 0.9)),
        sharpen=float(rng.choice([0.0, 0.3, 0.8])),
        vignette=float(rng.uniform(0, 0.35)),
        saturation=float(rng.uniform(0.8, 1.3)),
        contrast=float(rng.uniform(0, 0.35)),
        quality=int(rng.integers(60, 96)),
    )


def _lights(rng: np.random.Generator) -> None:
    warmth = float(rng.normal(0.05, 0.12))
    lamps = []
    for _ in range(int(rng.choice([0, 1, 1, 1, 2]))):
        away, turn = rng.uniform(150, 800), rng.uniform(0, 2 * np.pi)
        position = np.array([away * np.cos(turn), away * np.sin(turn), rng.uniform(600, 1400)])
        color = (1.0, float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.5, 1.0)))
        lamps.append((position, float(rng.choice([60, 120, 300, 500])), float(rng.uniform(0.7, 2.5)), color))
    level = float(rng.uniform(0.4, 1.2) if lamps else 1.0)
    stage.light(surfaces.room(rng, level, warmth, int(rng.integers(0, 6))), lamps)


def _floor(rng: np.random.Generator, measuring: bool) -> None:
    kind = rng.random()
    dark = float(rng.choice([0.02, 0.08, 0.25, 0.6]))
    color = tuple(float(c) for c in np.clip(dark * rng.uniform(0.3, 1.7, 3), 0.004, 0.8))
    if kind < 0.35:
        pixels = surfaces.felt(rng, color, 1024, float(rng.uniform(0.05, 0.4)))
    elif kind < 0.65:
        brown = tuple(float(c) for c in np.array([0.3, 0.16, 0.07]) * rng.uniform(0.3, 1.8) * rng.uniform(0.8, 1.2, 3))
        pixels = surfaces.wood(rng, brown, 1024, float(rng.uniform(0.2, 0.8)))
    elif kind < 0.85 or measuring:
        pixels = surfaces.patterned(rng)
    else:
        pixels = surfaces.felt(rng, color, 64, 0.03)
    look = stage.material("floor", pixels, float(rng.choice([0.25, 0.5, 0.9, 1.0])), specular=float(rng.uniform(0, 0.5)))
    stage.sheet("floor", (0, 0, -0.6), 900, 900, look)


def _frame(rng: np.random.Generator, width: int, height: int, view_mm: float, steep: float) -> Camera:
    """A camera whose picture is `view_mm` wide on the felt, leaning by up to `steep` degrees."""
    lean, turn = np.radians(rng.uniform(0, steep)), rng.uniform(0, 2 * np.pi)
    high = rng.uniform(450, 900)
    direction = np.array([np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.cos(lean)])
    target = rng.uniform(-8, 8, 3) * np.array([1, 1, 0])
    position = target + direction * high / np.cos(lean)
    focal = float(width * np.linalg.norm(position - target) / view_mm)
    # The roll keeps the camera's up direction arbitrary, as a hand-held phone has it.
    return Camera(tuple(position), tuple(target), float(rng.uniform(-np.pi, np.pi)), focal, width, height)


def show(placed: list[Placed]) -> None:
    """Puts dice into the scene."""
    for one in placed:
        made = stage.die(one.name, one.maker)
        pose = np.eye(4)
        pose[:3, :3] = one.rotation
        pose[:3, 3] = one.position * stage.UNIT
        made.matrix_world = pose.T


def _extras(rng: np.random.Generator, spot: Array, kind: str) -> dict[str, Any]:
    """Puts a cup or a hand at a spot and says so."""
    if kind == "cup":
        color = tuple(float(c) for c in np.array([0.16, 0.07, 0.03]) * rng.uniform(0.3, 2.0))
        made = cup("cup", rng, color)
        stage.place(made, (np.array([*spot[:2], 0.0]), np.array([1.0, 0, 0, 0])))
        return {"kind": "cup", "x_mm": float(spot[0]), "y_mm": float(spot[1])}
    made = hand(
        "hand", rng, SKINS[int(rng.integers(4))], CLOTHS[int(rng.integers(5))], float(rng.uniform(0, 1)), bool(rng.integers(2))
    )
    yaw = float(rng.uniform(-0.7, 0.7))
    stage.place(made, (np.array([*spot[:2], rng.uniform(42, 75)]), np.array([np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)])))
    return {"kind": "hand", "x_mm": float(spot[0]), "y_mm": float(spot[1])}


def train_frame(seed: int) -> tuple[NDArray[np.float32], Camera, list[Placed], dict[str, Any]]:
    """Many dice of mixed makers on any ground, 640 x 480."""
    rng = np.random.default_rng(seed)
    stage.clear(samples=4, bounces=7)
    makers = [draw_maker(rng, number) for number in range(int(rng.integers(8, 13)))]
    view = float(rng.uniform(150, 330))
    w, h = view * 0.42, view * 0.75 * 0.42
    odd = str(rng.choice(["", "", "", "", "cocked", "stacked"]))
    blocks = []
    if odd == "cocked" or rng.random() < 0.25:
        blocks = [Block((0.0, float(rng.choice([-1, 1])) * (h * 0.8 + 6), 9.0), (w * 1.4, 6.0, 9.0))]
    track = scatter(rng, makers, (-w, -h, w, h), blocks, odd)
    placed = spread_out(rng, makers, track)
    camera = _frame(rng, 640, 480, view, float(rng.choice([6, 15, 30])))
    if camera.position[2] > 0 and rng.random() < 0.6:
        camera = Camera(camera.position, camera.target, float(rng.normal(0, 0.1)), camera.focal, 640, 480)
    _floor(rng, False)
    _lights(rng)
    for number, block in enumerate(blocks):
        rail = stage.material("rail", surfaces.wood(rng, (0.2, 0.1, 0.05)), 0.4)
        stage.box(f"rail{number}", block.center, block.half, rail)
    show(placed)
    extra = []
    if rng.random() < 0.15:
        extra.append(_extras(rng, np.array([rng.uniform(-w, w), rng.uniform(-h, h)]), "hand"))
    stage.aim(camera)
    light = stage.render()
    return light, camera, placed, {"odd": odd, "extras": extra, "conditions": [name for name in (odd,) if name]}


def test_frame(seed: int) -> tuple[NDArray[np.float32], Camera, list[Placed], dict[str, Any]]:
    """Five dice of one kept maker in a tray, 640 x 480; one frame in four has a cup, a hand, a leaning or a stacked die."""
    rng = np.random.default_rng(seed)
    stage.clear(samples=4, bounces=7)
    maker = draw_maker(rng, 0, measuring=True)
    makers = [maker] * 5
    felt = tuple(float(c) for c in rng.uniform(0.01, 0.09, 3))
    tray = Tray(
        lanes=1,
        lane_width=230,
        depth=170,
        tag_x=155,
        tag_y=70,
        felt=felt,
        wood=tuple(float(c) for c in rng.uniform(0.03, 0.3, 3)),
    )
    odd = ("cup", "hand", "cocked", "stacked")[seed // 4 % 4] if seed % 4 == 0 else ""
    left, low, right, high = tray.lane(0)
    track = scatter(rng, makers, (left + 6, low + 6, right - 6, high - 6), tray.rails(), odd)
    placed = spread_out(rng, makers, track)
    camera = _frame(rng, 640, 480, float(rng.uniform(350, 400)), 10)
    camera = Camera(camera.position, camera.target, float(rng.normal(0, 0.03)), camera.focal, 640, 480)
    _floor(rng, True)
    _lights(rng)
    tray.build(rng)
    extra = []
    if odd in ("cup", "hand"):
        spot = placed[int(rng.integers(5))].position + rng.normal(0, 12, 3)
        if odd == "cup":
            spot = np.clip(spot, (left + 45, low + 45, 0), (right - 45, high - 45, 0))
            placed = [_under(one, spot, number) for number, one in enumerate(placed)]
        extra.append(_extras(rng, spot, odd))
    show(placed)
    stage.aim(camera)
    light = stage.render()
    return light, camera, placed, {"odd": odd, "extras": extra, "conditions": [odd] if odd else []}


def _under(one: Placed, spot: Array, number: int) -> Placed:
    """A die that the wall of a cup at `spot` would stand on goes wholly under it."""
    away = one.position[:2] - spot[:2]
    if np.linalg.norm(away) > 41 + 0.75 * one.maker.size:
        return one
    turn = number * 2 * np.pi / 5
    place = np.array([spot[0] + 21 * np.cos(turn), spot[1] + 21 * np.sin(turn), one.maker.size / 2])
    upright = np.round(one.rotation) if abs(np.linalg.det(np.round(one.rotation))) == 1 else np.eye(3)
    return Placed(one.name, one.maker, place, upright)


def make(kind: str, seeds: range, folder: Path) -> None:
    """Renders the frames of `seeds` that are not in the folder yet; each train frame is developed twice."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        done = folder / f"{seed:06d}.json"
        if done.exists():
            continue
        light, camera, placed, facts = (train_frame if kind == "train" else test_frame)(seed)
        dice = [describe(one, camera) for one in placed]
        rng = np.random.default_rng(seed + 1)
        files: list[str] = []
        for take in range(2 if kind == "train" else 1):
            sensor = draw_sensor(rng).settled(light, gray=float(rng.uniform(0.3, 1.0)))
            files.append(f"{seed:06d}{'ab'[take] if kind == 'train' else ''}.jpg")
            picture = develop(light, sensor, rng)
            (folder / files[-1]).write_bytes(jpeg(picture, sensor.quality))
            for die, one in zip(dice, placed, strict=True):
                die.setdefault("contrast", []).append(contrast(one, camera, picture))
        in_view = [die for die in dice if -10 < die["cx"] < camera.width + 10 and -10 < die["cy"] < camera.height + 10]
        truth = {
            "version": 1, "seed": seed, "files": files, "width": camera.width, "height": camera.height, "dice": in_view,
            "camera": {"matrix": camera.matrix().round(4).tolist(), "position_mm": list(map(float, camera.position))},
            "felt_to_picture": camera.felt_to_picture().tolist(), **facts,
        }  # fmt: skip
        done.write_text(json.dumps(truth))
        print(seed, len(in_view), facts["odd"], flush=True)
