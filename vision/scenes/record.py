"""Renders the scripted table window by window, and writes the recording."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes import stage, surfaces
from vision.scenes.camera import Camera
from vision.scenes.lane import CUP_HEIGHT
from vision.scenes.props import Tray, cup, hand
from vision.scenes.scene import Scene, plain
from vision.scenes.scene import scene as from_plain
from vision.scenes.sensor import Sensor, develop, jpeg
from vision.scenes.three_players import PLAYERS, Script, makers, play
from vision.scenes.three_players import script as finished
from vision.scenes.throws import matrix
from vision.scenes.truth import Placed, describe

Array = NDArray[np.float64]
Box = tuple[int, int, int, int]

SEED = 20
WIDTH, HEIGHT = 800, 600
LAMP = np.array([-160.0, 260.0, 820.0])
SENSOR = Sensor(
    blur=0.6, shot=0.005, read=0.001, grain=0.8, smooth=16.0, sharpen=0.2, vignette=0.12, contrast=0.0, chroma=2.0, quality=60
)
BUDGET = 11_500_000
"""Bytes of all frames together."""


def camera() -> Camera:
    """The camera of the recording: 650 mm above the felt, leaning 8 degrees, the picture 412 mm wide."""
    lean, high, below = np.radians(8.0), 650.0, -4.0
    return Camera(
        (0.0, below - high * np.tan(lean), high), (0.0, below, 0.0), 0.0, WIDTH * high / np.cos(lean) / 412, WIDTH, HEIGHT
    )


def furnish(tray: Tray) -> dict[str, bpy.types.Object]:
    """Builds the whole scene; dice, cups and hands are hidden."""
    rng = np.random.default_rng(SEED)
    stage.clear(samples=4, bounces=4)
    wood = stage.material("table", surfaces.wood(rng, (0.09, 0.045, 0.022), 512, 0.03, 0.0), 0.45, specular=0.3)
    stage.sheet("table", (0, 0, -12), 1300, 1300, wood)
    tray.build(rng, grain=0.03, pores=0.0, contrast=0.04)
    stage.light(surfaces.room(rng, 0.45, 0.06, 3), [(LAMP, 240.0, 2.4, (1.0, 0.9, 0.76))])
    stage.aim(camera())
    things = {name: stage.die(name, maker) for name, maker in makers().items()}
    for lane in range(tray.lanes):
        things[f"cup{lane}"] = cup(f"cup{lane}", rng, (0.13, 0.05, 0.02) if lane == 0 else (0.05, 0.028, 0.018))
    looks = {
        "Tom": ((0.42, 0.22, 0.14), (0.03, 0.045, 0.1)),
        "Irene": ((0.5, 0.28, 0.19), (0.33, 0.31, 0.27)),
        "Barbara": ((0.2, 0.1, 0.055), (0.22, 0.03, 0.03)),
    }  # fmt: skip
    for player in PLAYERS:
        for lane in range(tray.lanes):
            # The thumb points outwards, so that a hand stays in its half of the picture.
            things[f"{player}{lane}"] = hand(f"{player}{lane}", rng, *looks[player], curl=0.42, left=lane == 0)
    for made in list(things.values()):
        show(made, False)
    return things


def show(made: bpy.types.Object, seen: bool) -> None:
    """Shows or hides an object and what hangs on it, for the renderer and for rays."""
    for one in (made, *made.children):
        one.hide_render = one.hide_viewport = not seen


def key(scene: Scene | None, lane: int) -> str:
    """A name for the looks of a lane."""
    parts: list[Any] = [lane]
    if scene is not None:
        parts += [
            (die.name, *(np.round(value, 3).tolist() for pose in (die.start, die.end) for value in pose)) for die in scene.dice
        ]
        parts.append([np.round(value, 3).tolist() for pose in scene.cup or () for value in pose])
        if scene.hand is not None:
            parts.append([scene.hand[0], *(np.round(value, 3).tolist() for pose in scene.hand[1:] for value in pose)])
    return hashlib.sha1(json.dumps(parts).encode(), usedforsecurity=False).hexdigest()[:16]


def pose_things(scene: Scene, lane: int, things: dict[str, bpy.types.Object]) -> tuple[list[str], bool]:
    """Shows what the lane holds; says what, and whether anything moves."""
    shown, moving = [], False
    entries = [(die.name, die.start, die.end) for die in scene.dice if not die.hidden]
    if scene.cup is not None:
        entries.append((f"cup{lane}", *scene.cup))
    if scene.hand is not None:
        entries.append((f"{scene.hand[0]}{lane}", *scene.hand[1:]))
    for name, start, end in entries:
        still = np.allclose(start[0], end[0], atol=0.02) and np.allclose(start[1], end[1], atol=1e-3)
        stage.place(things[name], start, None if still else end)
        show(things[name], True)
        moving |= not still
        shown.append(name)
    return shown, moving


def window(scene: Scene, lane: int, eye: Camera) -> Box:
    """The part of the picture in which a lane differs from the empty tray: all things and their shadows."""
    spheres: list[tuple[Array, float]] = []
    for die in scene.dice:
        spheres += [(die.start[0], 15.0), (die.end[0], 15.0)]
    for pose in scene.cup or ():
        spheres += [(pose[0] + np.array([0, 0, 12.0]), 46.0), (pose[0] + np.array([0, 0, CUP_HEIGHT - 14]), 42.0)]
    if scene.hand is not None:
        for position, turn in scene.hand[1:]:
            frame = matrix(turn)
            for x, y, z, radius in ((0, 60, -10, 62), (0, -20, 0, 62), (0, -100, 10, 50), (0, -200, 25, 55), (0, -300, 42, 58)):
                spheres.append((position + frame @ np.array([x, y, z]), float(radius)))
    points = []
    for center, radius in spheres:
        ball = center + radius * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1.0]])
        points.append(ball)
        high = np.clip(ball[:, 2:], 0, 300)
        # The shadow of a soft lamp: straight from its middle, and a little wider.
        points.append((ball + (ball - LAMP) * high / (LAMP[2] - high)) * [1, 1, 0] + np.sign(ball - center) * 0.12 * high)
    everything = np.concatenate(points)
    everything = everything[everything[:, 2] < 450]
    pixels = eye.project(everything)
    margin = 26 if scene.hand or scene.cup else 14
    low, high = pixels.min(0) - margin, pixels.max(0) + margin
    half = WIDTH // 2
    left, right = (0, half) if lane == 0 else (half, WIDTH)
    return (
        int(np.clip(low[0], left, right - 16)), int(np.clip(low[1], 0, HEIGHT - 16)),
        int(np.clip(high[0], left + 16, right)), int(np.clip(high[1], 16, HEIGHT)),
    )  # fmt: skip


def script(cache: Path) -> Script:
    """The table's script, played once and kept in the cache."""
    path = cache / "script.json"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        made = finished(play(Tray(), camera(), SEED))
        stored = {"frames": [[plain(scene) for scene in pair] for pair in made.frames], "presses": made.presses}
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_text(json.dumps(stored), encoding="utf-8")
        partial.replace(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    frames = tuple((from_plain(left), from_plain(right)) for left, right in data["frames"])
    return Script(frames, tuple((int(frame), str(button)) for frame, button in data["presses"]))


def wanted(table: Script) -> list[tuple[str, Scene, int]]:
    """Every distinct look of a lane, in the order of the frames."""
    found: dict[str, tuple[str, Scene, int]] = {}
    for pair in table.frames:
        for lane, scene in enumerate(pair):
            name = key(scene, lane)
            if (scene.dice or scene.cup or scene.hand) and name not in found:
                found[name] = (name, scene, lane)
    return list(found.values())


def draw(cache: Path, part: int, parts: int, samples: int) -> None:
    """Renders every `parts`-th look that is not in the cache yet; a negative part counts from the end, the last looks first."""
    tray, eye = Tray(), camera()
    looks = wanted(script(cache))
    things = furnish(tray)
    bpy.context.scene.cycles.samples = samples
    if part == 0 and not (cache / "empty.npz").exists():
        bpy.context.scene.cycles.samples = 8
        np.savez(cache / "empty.npz", light=stage.render().astype(np.float16))
        bpy.context.scene.cycles.samples = samples
    kinds = makers()
    order = list(enumerate(looks))
    if part < 0:
        order, part = order[::-1], part % parts
    for number, (name, scene, lane) in order:
        path = cache / f"{name}.npz"
        if number % parts != part or path.exists():
            continue
        shown, moving = pose_things(scene, lane, things)
        box = window(scene, lane, eye)
        light = stage.render(moving, box)
        dice = []
        if not moving:
            for die in scene.dice:
                placed = Placed(die.name, kinds[die.name], die.start[0], matrix(die.start[1]))
                dice.append(describe(placed, eye))
                if die.hidden:
                    dice[-1]["flags"] = ["under the cup"]
                    dice[-1]["visible"] = 0.0
        for shown_name in shown:
            show(things[shown_name], False)
        np.savez(path, light=light.astype(np.float16), box=np.array(box), dice=np.array(json.dumps(dice)))
        print(f"{number + 1}/{len(looks)}", box, scene.state, scene.values, flush=True)


def paste(picture: NDArray[np.float32], light: NDArray[np.float32], box: Box) -> None:
    """Lays a window over the picture; its inner edges fade within twelve pixels."""
    left, top, right, bottom = box
    height, width = light.shape[:2]
    if (height, width) != (bottom - top, right - left):
        raise ValueError(f"the window {box} was rendered with {width} x {height} pixels")
    mask = np.ones((height, width, 1), np.float32)
    ramp = (np.arange(12, dtype=np.float32) + 0.5) / 12
    if left not in (0, WIDTH // 2):
        mask[:, :12] *= ramp[None, :, None]
    if right not in (WIDTH, WIDTH // 2):
        mask[:, -12:] *= ramp[None, ::-1, None]
    if top > 0:
        mask[:12] *= ramp[:, None, None]
    if bottom < HEIGHT:
        mask[-12:] *= ramp[::-1, None, None]
    part = picture[top:bottom, left:right]
    part[:] = part * (1 - mask) + light * mask


class Window(NamedTuple):
    """A rendered part of the picture."""

    light: NDArray[np.float32]
    box: Box
    dice: list[dict[str, Any]]


class Film:
    """The frames in linear light, from the cache; a look that is not rendered yet repeats the lane's last one."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.script = script(cache)
        self.empty = np.load(cache / "empty.npz")["light"].astype(np.float32)
        self.missing = 0
        self._windows: dict[str, Window] = {}

    def window(self, name: str) -> Window | None:
        """One rendered look, or None."""
        path = self.cache / f"{name}.npz"
        if name not in self._windows and path.exists():
            with np.load(path) as stored:
                left, top, right, bottom = (int(edge) for edge in stored["box"])
                dice = json.loads(str(stored["dice"]))
                self._windows[name] = Window(stored["light"].astype(np.float32), (left, top, right, bottom), dice)
        return self._windows.get(name)

    def pictures(self) -> Iterator[NDArray[np.float32]]:
        """Every frame."""
        last: list[Window | None] = [None, None]
        for pair in self.script.frames:
            picture = self.empty.copy()
            for lane, scene in enumerate(pair):
                if scene.dice or scene.cup or scene.hand:
                    found = self.window(key(scene, lane))
                    self.missing += found is None
                    last[lane] = found or last[lane]
                    if last[lane] is not None:
                        paste(picture, last[lane].light, last[lane].box)
                else:
                    last[lane] = None
            yield picture

    def stills(self) -> list[dict[str, Any]]:
        """The truth of each stretch in which dice lie still and no hand is there."""
        found: dict[str, dict[str, Any]] = {}
        for number, pair in enumerate(self.script.frames):
            for lane, scene in enumerate(pair):
                name = key(scene, lane)
                window = self.window(name)
                quiet = scene.hand is None and all(np.array_equal(start[0], end[0]) for _, start, end in scene.things())
                if quiet and scene.state in ("settled", "covered") and name not in found and window is not None:
                    about = {"lane": lane, "first_frame": number, "state": scene.state, "values": scene.values}
                    found[name] = {**about, "dice": window.dice}
        return list(found.values())


def assemble(cache: Path, folder: Path, pictures: bool = True) -> None:
    """Develops every frame with the best JPEG quality that keeps to the budget, and writes what belongs to them."""
    from vision.scenes.files import write_files

    film = Film(cache)
    folder.mkdir(parents=True, exist_ok=True)
    write_files(folder, film.script, Tray(), camera(), film.stills())
    if not pictures:
        return
    sensor = SENSOR.settled(film.empty, bright=0.55, gray=0.55)
    frames = folder / "frames"
    frames.mkdir(parents=True, exist_ok=True)
    for old in frames.glob("*.jpg"):
        old.unlink()
    rng = np.random.default_rng(SEED)
    developed = [develop(picture, sensor, rng) for picture in film.pictures()]
    sample, quality = developed[::15], 74
    while quality > 40 and sum(len(jpeg(picture, quality)) for picture in sample) / len(sample) * len(developed) > BUDGET:
        quality -= 2
    for number, picture in enumerate(developed):
        (frames / f"{number:06d}.jpg").write_bytes(jpeg(picture, quality))
    (folder / "empty.jpg").write_bytes(jpeg(develop(film.empty, sensor, rng), 90))
    total = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{len(developed)} frames, {film.missing} looks missing, quality {quality}, {total / 1e6:.2f} MB")


def check(folder: Path) -> None:
    """Finds the markers in the finished pictures and compares them with the projected truth, in pixels."""
    eye, tray = camera(), Tray()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    for path in [folder / "empty.jpg", *sorted((folder / "frames").glob("*.jpg"))[::40]]:
        # OpenCV reads no file itself here, for it warns in words of its own before it fails.
        content = np.frombuffer(path.read_bytes(), np.uint8)
        picture = cv2.imdecode(content, cv2.IMREAD_GRAYSCALE) if content.size else None
        if picture is None:
            raise SystemExit(f"tray scenes: {path} is no picture; name the folder of a recorded table.")
        corners, ids, _ = detector.detectMarkers(picture)
        if ids is None:
            print(path.name, "no marker found")
            continue
        misses = []
        for number, found in zip(ids.ravel(), corners, strict=True):
            truth = eye.project(tray.tag_corners(int(number)))
            misses.append((int(number), np.round(np.mean(found.reshape(-1, 2) - truth, 0), 2).tolist()))
        print(path.name, sorted(misses))
