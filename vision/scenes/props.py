"""What stands and moves around the dice: the tray with its markers, leather cups, hands."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.stage import UNIT, box, material, sheet, thing
from vision.scenes.surfaces import felt, noise, wood
from vision.scenes.throws import Block

Array = NDArray[np.float64]
Color = tuple[float, float, float]


@dataclass(frozen=True)
class Tray:
    """A tray: lanes of felt side by side, rails round and between them, tags on the board beside them, level with the felt."""

    lanes: int = 2
    lane_width: float = 150.0
    depth: float = 230.0
    divider: float = 12.0
    rail: float = 8.0
    rail_height: float = 18.0
    tag: float = 24.0
    tag_x: float = 185.0
    tag_y: float = 92.0
    felt: Color = (0.012, 0.055, 0.03)
    wood: Color = (0.16, 0.075, 0.03)

    @property
    def width(self) -> float:
        """Width of the playing area, mm."""
        return self.lanes * self.lane_width + (self.lanes - 1) * self.divider

    def lane(self, number: int) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of a lane in the world, mm."""
        left = -self.width / 2 + number * (self.lane_width + self.divider)
        return left, -self.depth / 2, left + self.lane_width, self.depth / 2

    def rails(self) -> list[Block]:
        """All rails as blocks."""
        z = self.rail_height / 2
        half_w, half_d, half_r = self.width / 2, self.depth / 2, self.rail / 2
        blocks = [Block((0.0, sign * (half_d + half_r), z), (half_w + self.rail, half_r, z)) for sign in (-1, 1)] + [
            Block((sign * (half_w + half_r), 0.0, z), (half_r, half_d, z)) for sign in (-1, 1)
        ]
        for number in range(self.lanes - 1):
            x = self.lane(number)[2] + self.divider / 2
            blocks.append(Block((x, 0.0, z), (self.divider / 2, half_d, z)))
        return blocks

    def tags(self) -> list[tuple[int, float, float]]:
        """Id and centre of each tag in the world, clockwise from the far left one."""
        return [
            (0, -self.tag_x, self.tag_y),
            (1, self.tag_x, self.tag_y),
            (2, self.tag_x, -self.tag_y),
            (3, -self.tag_x, -self.tag_y),
        ]

    def tag_corners(self, number: int) -> Array:
        """The corners of a tag in the world (4 x 3), in the order in which OpenCV finds them."""
        _, x, y = self.tags()[number]
        half = self.tag / 2
        return np.array([[x - half, y + half, 0], [x + half, y + half, 0], [x + half, y - half, 0], [x - half, y - half, 0]])

    def build(self, rng: np.random.Generator, grain: float = 0.18, pores: float = 0.12, contrast: float = 0.3) -> None:
        """Puts the tray into the scene; little `grain`, `pores` and `contrast` of the wood make small JPEG files."""
        board = material("board", wood(rng, self.wood, contrast=contrast, pores=pores), 0.5, specular=0.3)
        rails = material("rails", wood(rng, tuple(1.5 * c for c in self.wood), contrast=contrast, pores=pores), 0.4)
        sheet("board", (0, 0, -0.4), 2 * self.tag_x + 46, self.depth + 50, board)
        for number in range(self.lanes):
            left, low, right, high = self.lane(number)
            cloth = material(f"felt{number}", felt(rng, self.felt, grain=grain), 1.0, specular=0.1)
            sheet(f"felt{number}", ((left + right) / 2, (low + high) / 2, 0), right - left, high - low, cloth)
        for number, block in enumerate(self.rails()):
            box(f"rail{number}", block.center, block.half, rails)
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for number, x, y in self.tags():
            side, quiet = 240, 40
            paper = np.full((side + 2 * quiet, side + 2 * quiet), 255, np.uint8)
            paper[quiet:-quiet, quiet:-quiet] = cv2.aruco.generateImageMarker(dictionary, number, side)
            shade = np.where(paper[::-1, :, None] > 127, 0.72, 0.025) * np.ones(3)
            look = material(f"tag{number}", shade.astype(np.float32), 0.9, specular=0.1)
            edge = self.tag * (side + 2 * quiet) / side
            sheet(f"tag{number}", (x, y, 0.0), edge, edge, look)


def cup(
    name: str, rng: np.random.Generator, color: Color, height: float = 92.0, mouth: float = 41.0, base: float = 34.0
) -> bpy.types.Object:
    """A leather cup, mouth down at z = 0: a turned wall with a rim and a stitched-looking bottom."""
    wall = [(mouth - 3, 0.0), (mouth, 0.0), (mouth + 0.8, 1.5), (mouth + 0.8, 7.0), (mouth - 0.4, 8.5)]
    rim = [(base + 1.0, height - 9), (base + 1.2, height - 5), (base, height - 1.5), (base - 2.0, height)]
    profile = [*wall, *rim, (base - 4.0, height - 0.4), (base - 5.0, height - 1.6), (0.3, height - 1.6)]
    steps = 64
    angle = np.arange(steps) / steps * 2 * np.pi
    rings = [np.stack([r * np.cos(angle), r * np.sin(angle), np.full(steps, z)], -1) for r, z in profile]
    vertices = np.concatenate(rings)
    faces, uvs = [], []
    for ring in range(len(profile) - 1):
        for step in range(steps):
            after = (step + 1) % steps
            quad = [ring * steps + step, ring * steps + after, (ring + 1) * steps + after, (ring + 1) * steps + step]
            faces.append(quad)
            uvs += [vertices[index][:2] / 100 + 0.5 for index in quad]
    shade = 1 + 0.5 * (noise(rng, 384, 384, 7, 3) - 0.5) + 0.3 * (noise(rng, 384, 384, 90, 2) - 0.5)
    look = material(name, (shade[..., None] * np.array(color, np.float32)).astype(np.float32), 0.45)
    return thing(name, vertices, faces, look, np.array(uvs, np.float32), smooth=True)


def _capsule(
    start: Array, end: Array, near: float, far: float, rings: int = 8, steps: int = 16
) -> tuple[Array, list[list[int]]]:
    """Points and faces of a closed cone with round ends."""
    along = end - start
    length = float(np.linalg.norm(along))
    axis = along / length
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    points = []
    for center, radius, low, high in ((start, near, -np.pi / 2, 0.0), (end, far, 0.0, np.pi / 2)):
        for lift in np.linspace(low, high, rings):
            ring = np.cos(lift) * radius * 0.999 + 0.01
            for turn in np.arange(steps) / steps * 2 * np.pi:
                points.append(center + axis * np.sin(lift) * radius + ring * (np.cos(turn) * side + np.sin(turn) * other))
    total = 2 * rings
    faces = [
        [r * steps + s, r * steps + (s + 1) % steps, (r + 1) * steps + (s + 1) % steps, (r + 1) * steps + s]
        for r in range(total - 1)
        for s in range(steps)
    ]
    faces += [list(range(steps))[::-1], [(total - 1) * steps + s for s in range(steps)]]
    return np.array(points), faces


def hand(name: str, rng: np.random.Generator, skin: Color, sleeve: Color, curl: float, left: bool = False) -> bpy.types.Object:
    """A hand with its forearm: the middle of the palm at the origin, fingers towards +y; `curl` 0 is flat, 1 grasps.

    Fused capsules: right for "a hand is here", not for what a hand looks like.
    """
    parts: list[tuple[Array, Array, float, float]] = []
    for x in (-28.0, -10.0, 9.0, 27.0):
        parts.append((np.array([x * 0.7, -42.0, 0.0]), np.array([x, 34.0, 2.0]), 15.0, 11.5))
    lengths = (34.0, 42.0, 46.0, 40.0)
    for x, length in zip((-29.0, -10.0, 9.0, 27.0), lengths, strict=True):
        joint = np.array([x, 38.0, 2.0])
        for number, share in enumerate((1.0, 0.75, 0.6)):
            bend = curl * (0.35 + 0.5 * number) + 0.08
            tip = joint + length * share * np.array([x / 500, np.cos(bend), -np.sin(bend)])
            parts.append((joint, tip, 10.0 - number * 1.2, 9.0 - number * 1.2))
            joint = tip
    root = np.array([34.0, -22.0, -4.0])
    middle = root + np.array([24.0 - 8 * curl, 30.0, -10.0 - 10 * curl])
    parts += [(root, middle, 13.0, 11.0), (middle, middle + np.array([2.0 - 12 * curl, 34.0, -6.0 - 14 * curl]), 11.0, 8.5)]
    parts.append((np.array([0.0, -46.0, 0.0]), np.array([0.0, -120.0, 12.0]), 24.0, 29.0))
    vertices, faces, offset = [], [], 0
    for start, end, near, far in parts:
        points, quads = _capsule(start, end, near, far)
        vertices.append(points)
        faces += [[index + offset for index in face] for face in quads]
        offset += len(points)
    shape = np.concatenate(vertices)
    if left:
        shape = shape * np.array([-1, 1, 1])
        faces = [face[::-1] for face in faces]
    made = thing(name, shape, faces, material(f"{name} skin", skin, 0.5), smooth=True)
    remesh = made.modifiers.new("fuse", "REMESH")
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", 2.6 * UNIT, True
    even = made.modifiers.new("even", "SMOOTH")
    even.factor, even.iterations = 0.5, 6
    points, quads = _capsule(np.array([0.0, -98.0, 9.0]), np.array([0.0, -460.0, 70.0]), 37.0, 48.0, steps=28)
    cloth = material(f"{name} cloth", felt(rng, sleeve, 128, 0.3), 0.95)
    arm = thing(f"{name} sleeve", points, quads, cloth, smooth=True)
    arm.parent = made
    return made
