"""What one lane shows in one frame, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Pose = tuple[Array, Array]
"""Position (mm) and quaternion (w, x, y, z)."""
Move = tuple[Pose, Pose]
"""Where a thing is when the shutter opens, and when it closes."""


@dataclass(frozen=True)
class Shown:
    """A die in a frame: its poses when the shutter opens and closes, as seen (labelling included)."""

    name: str
    start: Pose
    end: Pose
    hidden: bool = False


@dataclass(frozen=True)
class Scene:
    """One lane in one frame: what stands where, the true state (`empty moving settled covered obstructed`), the open values."""

    dice: tuple[Shown, ...] = ()
    cup: Move | None = None
    hand: tuple[str, Pose, Pose] | None = None
    state: str = "empty"
    values: str = ""

    def things(self) -> list[tuple[str, Pose, Pose]]:
        """Everything with its poses; the cup is called `cup`."""
        found = [(die.name, die.start, die.end) for die in self.dice]
        if self.cup is not None:
            found.append(("cup", *self.cup))
        if self.hand is not None:
            found.append(self.hand)
        return found


@dataclass(frozen=True)
class Lying:
    """A die at rest: the physics' pose, and the symmetry that puts the value on top."""

    value: int
    position: Array
    quaternion: Array
    symmetry: Array


def product(first: Array, second: Array) -> Array:
    """Quaternion of the rotation first @ second."""
    result = np.zeros(4)
    mujoco.mju_mulQuat(result, first, second)
    return result


def quaternion(rotation: Array) -> Array:
    """Unit quaternion of a rotation matrix."""
    result = np.zeros(4)
    mujoco.mju_mat2Quat(result, rotation.ravel())
    return result


def yawed(angle: float) -> Array:
    """Turn about the vertical by `angle` rad."""
    return np.array([np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)])


def plain(scene: Scene) -> dict[str, Any]:
    """A scene as JSON knows it."""

    def pose(value: Pose) -> list[list[float]]:
        return [np.asarray(part).tolist() for part in value]

    return {
        "dice": [[die.name, pose(die.start), pose(die.end), die.hidden] for die in scene.dice],
        "cup": scene.cup and [pose(scene.cup[0]), pose(scene.cup[1])],
        "hand": scene.hand and [scene.hand[0], pose(scene.hand[1]), pose(scene.hand[2])],
        "state": scene.state,
        "values": scene.values,
    }


def scene(data: dict[str, Any]) -> Scene:
    """A scene from its plain form."""

    def pose(value: Sequence[Sequence[float]]) -> Pose:
        return np.array(value[0], float), np.array(value[1], float)

    cup, hand = data["cup"], data["hand"]
    return Scene(
        tuple(Shown(name, pose(start), pose(end), hidden) for name, start, end, hidden in data["dice"]),
        cup and (pose(cup[0]), pose(cup[1])),
        hand and (hand[0], pose(hand[1]), pose(hand[2])),
        data["state"],
        data["values"],
    )
