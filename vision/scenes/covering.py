"""What lies over a die so that it is half seen: a hand, the rim of a cup, a card."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.scenes import clutter, stage
from vision.scenes.camera import Camera
from vision.scenes.props import cup, hand
from vision.scenes.truth import Placed, describe

SKINS = ((0.55, 0.3, 0.2), (0.65, 0.4, 0.29), (0.32, 0.16, 0.09), (0.12, 0.055, 0.03))
CLOTHS = ((0.03, 0.04, 0.09), (0.3, 0.3, 0.31), (0.2, 0.02, 0.02), (0.02, 0.02, 0.02), (0.05, 0.12, 0.06))
_HALF = (0.15, 0.62)
"""The share of the top face that is to be seen."""
_TRIES = 25


def cover(rng: np.random.Generator, odd: str, victim: Placed, camera: Camera) -> list[dict[str, Any]]:
    """Puts what `odd` says over a part of a die; returns what was put where, nothing for any other `odd`."""
    x, y = float(victim.position[0]), float(victim.position[1])
    if odd == "hand":
        _hand(rng, victim, camera)
    elif odd == "half under the cup":
        _cup(rng, victim, camera)
    elif odd == "card on a die":
        # It floats a little, or the rays that ask what is seen would not tell it from the face.
        clutter.lay_card(rng, (x, y), victim.maker.size + victim.maker.depth + 1.4)
    else:
        return []
    return [{"kind": odd.split()[-1] if odd != "card on a die" else "card", "x_mm": x, "y_mm": y}]


def _half_seen(victim: Placed, camera: Camera) -> bool:
    return _HALF[0] < float(describe(victim, camera)["visible"]) < _HALF[1]


def _hand(rng: np.random.Generator, victim: Placed, camera: Camera) -> None:
    skin, cloth = SKINS[int(rng.integers(4))], CLOTHS[int(rng.integers(5))]
    made = hand("hand", rng, skin, cloth, float(rng.uniform(0, 1)), bool(rng.integers(2)))
    for _ in range(_TRIES):
        yaw, back, aside = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(35, 110)), float(rng.normal(0, 25))
        c, s = np.cos(yaw), np.sin(yaw)
        # The fingers point along (-sin, cos): the die lies under them, or beside them.
        place = victim.position[:2] + back * np.array([s, -c]) + aside * np.array([c, s])
        lift = float(rng.uniform(38, 60))
        stage.place(made, (np.array([*place, lift]), np.array([np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)])))
        if _half_seen(victim, camera):
            break


def _cup(rng: np.random.Generator, victim: Placed, camera: Camera) -> None:
    color = tuple(float(c) for c in np.array([0.16, 0.07, 0.03]) * rng.uniform(0.3, 2.0))
    made = cup("cup", rng, color)
    lean = float(np.arcsin(min(0.6, victim.maker.size / 80)))
    for _ in range(_TRIES):
        turn, shift = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(-0.2, 0.4)) * victim.maker.size
        way = np.array([np.cos(turn), np.sin(turn), 0.0])
        # One side of the rim rests on the die, the other on the table.
        middle = victim.position * np.array([1, 1, 0]) + way * (40 * np.cos(lean) + shift)
        middle[2] = 40 * np.sin(lean)
        axis = np.array([-way[1], way[0], 0.0])
        stage.place(made, (middle, np.array([np.cos(lean / 2), *(np.sin(lean / 2) * axis)])))
        if _half_seen(victim, camera):
            break
