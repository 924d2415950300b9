"""Thrown dice: MuJoCo rolls rounded cubes until they lie still."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TIMESTEP = 0.0005
LOG_EVERY = 8


@dataclass(frozen=True)
class Body:
    """Size of a die as the physics sees it, mm."""

    size: float
    rounding: float


@dataclass(frozen=True)
class Start:
    """Where a die begins: position (mm), quaternion (w, x, y, z), velocity (mm/s) and spin (rad/s)."""

    position: Array
    quaternion: Array
    velocity: Array
    spin: Array


@dataclass(frozen=True)
class Block:
    """A fixed box, such as a rail: centre and half extents, mm."""

    center: tuple[float, float, float]
    half: tuple[float, float, float]


@dataclass(frozen=True)
class Track:
    """A simulated throw: `times` (s), `positions` (steps x dice x 3, mm), `quaternions` (steps x dice x 4).

    `rest` is the time from which on nothing moves, `touching` the pairs of dice in contact at the end.
    """

    times: Array
    positions: Array
    quaternions: Array
    rest: float
    touching: tuple[tuple[int, int], ...]

    def at(self, time: float) -> tuple[Array, Array]:
        """Positions and quaternions at a time, before and after the simulation held."""
        place = float(np.interp(time, self.times, np.arange(len(self.times))))
        low = min(int(place), len(self.times) - 2)
        share = place - low
        near, far = self.quaternions[low], self.quaternions[low + 1]
        far = np.where((near * far).sum(-1, keepdims=True) < 0, -far, far)
        mixed = (1 - share) * near + share * far
        mixed /= np.linalg.norm(mixed, axis=-1, keepdims=True)
        return (1 - share) * self.positions[low] + share * self.positions[low + 1], mixed


def matrix(quaternion: Array) -> Array:
    """Rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def random_quaternion(rng: np.random.Generator) -> Array:
    """A rotation drawn evenly."""
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def _die(body: Body, number: int) -> str:
    half, r = body.size / 2000, body.rounding / 1000
    inner = half - r
    geoms = []
    for axis in range(3):
        extent = [inner] * 3
        extent[axis] = half
        geoms.append(f'<geom type="box" size="{extent[0]} {extent[1]} {extent[2]}" class="die"/>')
        others = [other for other in range(3) if other != axis]
        for a in (-inner, inner):
            for b in (-inner, inner):
                start, end = np.zeros(3), np.zeros(3)
                start[others] = end[others] = (a, b)
                start[axis], end[axis] = -inner, inner
                ends = " ".join(f"{value:.6f}" for value in (*start, *end))
                geoms.append(f'<geom type="capsule" fromto="{ends}" size="{r:.6f}" class="die"/>')
    return f'<body name="die{number}"><freejoint/>{"".join(geoms)}</body>'


def model(bodies: list[Body], blocks: list[Block], friction: float) -> mujoco.MjModel:
    """The MuJoCo model of dice on felt between blocks."""
    walls = "".join(
        '<geom type="box" pos="{} {} {}" size="{} {} {}" class="rail"/>'.format(
            *(value / 1000 for value in (*block.center, *block.half))
        )
        for block in blocks
    )
    dice = "".join(_die(body, number) for number, body in enumerate(bodies))
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{TIMESTEP}" cone="elliptic" impratio="4"/>
        <default><geom solref="0.003 0.6" condim="4"/>
        <default class="die"><geom density="1180" gap="0.0004" friction="{friction} 0.002 0.0001"/></default>
        <default class="rail"><geom friction="0.9 0.002 0.0001"/></default></default>
        <worldbody><geom type="plane" size="3 3 0.1" friction="{friction} 0.002 0.0001"/>{walls}{dice}</worldbody></mujoco>"""
    )


def roll(bodies: list[Body], starts: list[Start], blocks: list[Block], friction: float = 0.8, limit: float = 3.0) -> Track:
    """Simulates until all dice have been still for 0.15 s, or for `limit` seconds."""
    world = model(bodies, blocks, friction)
    data = mujoco.MjData(world)
    for number, start in enumerate(starts):
        data.qpos[7 * number : 7 * number + 3] = start.position / 1000
        data.qpos[7 * number + 3 : 7 * number + 7] = start.quaternion
        data.qvel[6 * number : 6 * number + 3] = start.velocity / 1000
        # MuJoCo keeps the spin of a free joint in the frame of the body.
        data.qvel[6 * number + 3 : 6 * number + 6] = matrix(start.quaternion).T @ start.spin
    times, places = [0.0], [data.qpos.copy()]
    still = 0.0
    while data.time < limit and still < 0.15:
        mujoco.mj_step(world, data, nstep=LOG_EVERY)
        times.append(data.time)
        places.append(data.qpos.copy())
        still = still + TIMESTEP * LOG_EVERY if np.abs(data.qvel).reshape(-1, 6).max() < 0.03 else 0.0
    track = np.array(places).reshape(len(places), -1, 7)
    end = track[-1]
    moved = np.abs(track[:, :, :3] - end[None, :, :3]).max((1, 2)) * 1000 > 0.15
    same = np.abs((track[:, :, 3:] * end[None, :, 3:]).sum(-1)).min(1)
    moved |= same < np.cos(np.radians(0.4) / 2)
    rest = times[min(len(times) - 1, int(np.flatnonzero(moved)[-1]) + 1)] if moved.any() else 0.0
    pairs = set()
    for number in range(data.ncon):
        contact = data.contact[number]
        first, second = sorted((int(world.geom_bodyid[contact.geom1]), int(world.geom_bodyid[contact.geom2])))
        if first > 0 and first != second:
            pairs.add((first - 1, second - 1))
    return Track(np.array(times), track[:, :, :3] * 1000, track[:, :, 3:], float(rest), tuple(sorted(pairs)))
