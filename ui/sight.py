"""From what the camera read to what the croupier sees: places in the lane, reasons in words, crops of unclear dice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from game.message import Message, say
from game.sighting import LaneState, SeenDie, Sighting
from ui.eyes import Observation
from vision.geometry import Geometry, to_tray
from vision.lanes import LaneReading
from vision.result import Die, Flag

CROPS_KEPT = 24
CROP_REACH = 1.1
CROP_SIDE = 240


def reason_for(flag: Flag | None) -> Message:
    """Why a die is withheld, in words a person can act on (guide, section 10)."""
    match flag:
        case Flag.COCKED:
            return say("leans on the rail")
        case Flag.STACKED:
            return say("lies on another die")
        case Flag.OCCLUDED:
            return say("is half hidden")
        case Flag.BLURRED:
            return say("is blurred")
    return say("cannot be read")


class Crops(Mapping[str, pygame.Surface]):
    """Camera pictures of single dice by key, the newest few; the screens show them beside a die in question."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, pygame.Surface] = OrderedDict()

    def cut(self, key: str, image: NDArray[np.uint8], die: Die) -> str:
        """Keeps a square picture of the surroundings of `die` in `image` (B,G,R) under `key`; gives the key."""
        reach = max(8.0, die.size * CROP_REACH)
        x, y = die.center
        height, width = image.shape[:2]
        left, right = round(max(0.0, x - reach)), round(min(float(width), x + reach))
        top, bottom = round(max(0.0, y - reach)), round(min(float(height), y + reach))
        if right - left > 2 and bottom - top > 2:
            part = cv2.resize(image[top:bottom, left:right], (CROP_SIDE, CROP_SIDE), interpolation=cv2.INTER_CUBIC)
            data = cv2.cvtColor(part, cv2.COLOR_BGR2RGB).tobytes()
            self._pictures[key] = pygame.image.frombuffer(data, (CROP_SIDE, CROP_SIDE), "RGB")
            self._pictures.move_to_end(key)
        while len(self._pictures) > CROPS_KEPT:
            self._pictures.popitem(last=False)
        return key

    def __getitem__(self, key: str) -> pygame.Surface:
        return self._pictures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pictures)

    def __len__(self) -> int:
        return len(self._pictures)


def sightings(observation: Observation, geometry: Geometry, crops: Crops) -> tuple[Sighting, ...]:
    """What the croupier is told of one picture."""
    return tuple(_sighting(observation, reading, geometry, crops) for reading in observation.lanes)


def _sighting(observation: Observation, reading: LaneReading, geometry: Geometry, crops: Crops) -> Sighting:
    dice = tuple(
        _seen(die, f"{reading.lane}:{round(die.center[0])}:{round(die.center[1])}", observation, reading, geometry, crops)
        for die in reading.dice
    )
    return Sighting(reading.lane, LaneState(reading.state.value), dice)


def _seen(die: Die, key: str, observation: Observation, reading: LaneReading, geometry: Geometry, crops: Crops) -> SeenDie:
    lane = geometry.lanes[reading.lane]
    x, y = to_tray(geometry, np.array([die.center]))[0]
    at = (float((x - lane.left) / lane.width), float((y - lane.top) / lane.height))
    crop = key if key in crops and not reading.changed else crops.cut(key, observation.frame.image, die)
    reason = None if die.value is not None else reason_for(die.flag)
    return SeenDie(die.value, at, _tint(die), die.guesses, reason, crop)


def _tint(die: Die) -> str | None:
    """The colour that the camera saw, and whether the pips are light or dark, as `#rrggbb/light`."""
    if die.color is None:
        return None
    return "#{:02x}{:02x}{:02x}".format(*die.color) + ("/light" if die.light_pips else "/dark")
