"""The dice that lie in the open in one lane, checked against what stands out from the empty tray.

The reader sees dice, the foreground sees that something lies there: a die that only one of them sees is not certain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.foreground import Scene
from vision.geometry import Geometry, Lane, LaneView, to_tray, view_to_picture
from vision.motion import Mask
from vision.reasons import place, withheld
from vision.result import Die, Flag, Point, Reading, Status


@dataclass(frozen=True, slots=True)
class OpenDiceSettings:
    """`seen`: the least share of a die that must stand out. `doubtful`: the confidence below which what cannot be read is
    taken for a part of the table, if it was there before. `unread`: the radius, in edges of a die, of a disc that fits into
    something large enough to be a die. `skirt`: how far a die's sides and blur reach beyond its face, in its edges."""

    seen: float = 0.1
    doubtful: float = 0.5
    unread: float = 0.33
    skirt: float = 0.4


def in_picture(reading: Reading, view: LaneView) -> Reading:
    """The reading of a view with its dice in pixels of the camera's picture."""
    return replace(reading, dice=tuple(_die_in_picture(die, view) for die in reading.dice))


def place_in_lane(geometry: Geometry, lane: Lane, center: Point) -> Point:
    """Where a point of the camera's picture lies in a lane: 0..1 from left to right and from top to bottom."""
    x, y = to_tray(geometry, np.array([center]))[0]
    return (
        float(np.clip((x - lane.left) / lane.width, 0.0, 1.0)),
        float(np.clip((y - lane.top) / lane.height, 0.0, 1.0)),
    )


def in_the_open(
    reading: Reading,
    geometry: Geometry,
    lane: Lane,
    lane_mask: Mask,
    scene: Scene | None,
    die: float,
    factor: int,
    settings: OpenDiceSettings = OpenDiceSettings(),
) -> Reading:
    """The reading of one lane, dice in pixels of the camera's picture, without those of other lanes, those on a cup and those
    that were there when the tray was empty; unsure when something as large as a die was not read.

    `scene` is `None` when the empty tray is not known; `die` is the edge of a die, `lane_mask` the lane, in small pixels, and
    `factor` the camera's pixels to a small pixel.
    """
    dice = reading.dice
    if geometry.calibrated:
        dice = tuple(candidate for candidate in dice if _lies_in(geometry, lane, candidate))
    if scene is not None:
        dice = _beside(scene.cup, dice, die, factor)
        if not geometry.calibrated:
            dice = tuple(
                candidate
                for candidate in dice
                if not is_doubtful(candidate, settings) or _stands_out(scene.every, candidate, factor, settings.seen)
            )
        else:
            dice = tuple(candidate for candidate in dice if _stands_out(scene.every, candidate, factor, settings.seen))
            unread = _unread(scene, dice, lane_mask, die, factor, settings)
            if unread is not None:
                where = place(place_in_lane(geometry, lane, unread), 1, 1)
                return Reading(Status.UNSURE, dice, f"Something {where} cannot be read.")
    if dice == reading.dice:
        return reading
    if any(candidate.value is None for candidate in dice):
        return Reading(Status.UNSURE, dice, _why(reading, dice, geometry, lane))
    return Reading(Status.READ if dice else Status.EMPTY, dice)


def is_doubtful(die: Die, settings: OpenDiceSettings = OpenDiceSettings()) -> bool:
    """Whether this is rather a thing that the reader is not sure about than a die."""
    return die.value is None and die.confidence < settings.doubtful


def _why(reading: Reading, dice: tuple[Die, ...], geometry: Geometry, lane: Lane) -> str:
    if reading.reason is not None and sum(die.value is None for die in dice) == sum(die.value is None for die in reading.dice):
        return reading.reason
    centers = [place_in_lane(geometry, lane, die.center) for die in dice]
    return withheld([replace(die, center=center) for die, center in zip(dice, centers, strict=True)], 1, 1)


def _die_in_picture(die: Die, view: LaneView) -> Die:
    points = view_to_picture(view, np.array([die.center, *die.corners]))
    center, *corners = ((float(x), float(y)) for x, y in points)
    edge = float(np.mean(np.linalg.norm(points[1:] - np.roll(points[1:], 1, axis=0), axis=1)))
    a, b, c, d = corners
    return replace(die, center=center, corners=(a, b, c, d), size=edge)


def _lies_in(geometry: Geometry, lane: Lane, die: Die) -> bool:
    x, y = to_tray(geometry, np.array([die.center]))[0]
    return bool(lane.left <= x < lane.right and lane.top <= y < lane.bottom)


def _beside(cup: Mask, dice: tuple[Die, ...], die: float, factor: int) -> tuple[Die, ...]:
    """The dice beside a cup: what is seen on it is no die, and a die at its very edge may be half hidden and is withheld."""
    depth = cv2.distanceTransform(cup, cv2.DIST_L2, 3)
    kept = []
    for candidate in dice:
        column, row = (int((value + 0.5) / factor) for value in candidate.center)
        inside = float(depth[min(max(row, 0), cup.shape[0] - 1), min(max(column, 0), cup.shape[1] - 1)])
        if inside == 0.0:
            kept.append(candidate)
        elif inside < 0.6 * die:
            kept.append(replace(candidate, value=None, flag=Flag.OCCLUDED))
    return tuple(kept)


def _outline(die: Die, factor: int) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    return np.round((np.array(die.corners) + 0.5) / factor - 0.5).astype(np.int32).reshape(-1, 2)


def _stands_out(every: Mask, die: Die, factor: int, least: float) -> bool:
    face = np.zeros_like(every)
    cv2.fillConvexPoly(face, _outline(die, factor), 255)
    return cv2.countNonZero(cv2.bitwise_and(face, every)) >= least * max(1, cv2.countNonZero(face))


def _unread(
    scene: Scene, dice: tuple[Die, ...], lane_mask: Mask, die: float, factor: int, settings: OpenDiceSettings
) -> Point | None:
    """The middle, in pixels of the camera's picture, of the largest thing in the lane that is neither a die nor a cup."""
    explained = np.zeros_like(scene.things)
    for candidate in dice:
        cv2.fillConvexPoly(explained, _outline(candidate, factor), 255)
    explained = np.asarray(cv2.bitwise_or(explained, scene.cup), dtype=np.uint8)
    side = 2 * max(1, round(settings.skirt * die)) + 1
    explained = np.asarray(cv2.dilate(explained, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))), dtype=np.uint8)
    left = cv2.bitwise_and(cv2.bitwise_and(scene.things, lane_mask), cv2.bitwise_not(explained))
    depth = cv2.distanceTransform(left, cv2.DIST_L2, 3)
    _, radius, _, (column, row) = cv2.minMaxLoc(depth)
    if radius < max(1.5, settings.unread * die):
        return None
    return ((column + 0.5) * factor - 0.5, (row + 0.5) * factor - 0.5)
