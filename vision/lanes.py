"""Follows the lanes of a tray from picture to picture: cheap looks at every picture, dear readings only of what lies still."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np

from vision.foreground import ForegroundSettings, Scene, analyse
from vision.geometry import Geometry, GeometryError, Image, Lane, LaneView, lane_view, native_scale, rectify, to_picture
from vision.lane_state import AT_REST, LaneState, Look, Pace, Track, read, start, step, wants_reading
from vision.motion import Features, Mask, MotionSettings, MotionWatch, features, mask_of, shrink_factor
from vision.open_dice import OpenDiceSettings, in_picture, in_the_open, is_doubtful
from vision.result import Die, Reading

__all__ = ["DiceReader", "LaneReading", "LaneState", "LaneTracker", "TrackerSettings"]


class DiceReader(Protocol):
    """Reads the dice of one picture; `die_size` is the edge of a die in its pixels when known."""

    def read(self, image: Image, *, die_size: float | None = None, expect: int | None = None) -> Reading: ...


@dataclass(frozen=True, slots=True)
class LaneReading:
    """One lane now. `dice` are those in the open, in pixels of the camera's picture; empty unless the lane is at rest.
    `reason` says why a die is withheld. `frame` (pictures since the start) and `time` tell when the lane last changed,
    `changed` whether it did so with this picture."""

    lane: int
    state: LaneState
    dice: tuple[Die, ...] = ()
    reason: str | None = None
    frame: int = 0
    time: float = 0.0
    changed: bool = False

    @property
    def values(self) -> tuple[int, ...] | None:
        """Sorted values of the dice in the open; `None` while the lane is not at rest or a die cannot be read."""
        if self.state not in {LaneState.EMPTY, LaneState.SETTLED, LaneState.COVERED}:
            return None
        values = [die.value for die in self.dice if die.value is not None]
        return tuple(sorted(values)) if len(values) == len(self.dice) else None


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """All amounts that following depends on; `handheld` replaces `motion` while there is no calibration.

    `die_guess` is the edge of a die as a share of the picture's long side while no die was read and nothing is known; what is
    to pass for a hand must then be large even for dice of `largest_guess`. `trembling` (once more) and `jerk` (at once) are the
    motions, in faces of a die, that count in a picture from a hand. `margin` is how much more than its lane a reading sees, in
    edges of a die. `largest_die` limits the scale of a view, in pixels a die. `lane_share` of a cup makes it stand in a lane.
    `hand` in a lane, in faces of a die, obstructs it. `follow` is how fast, in seconds, slow light is followed. `foreign` is
    the share of the picture that may differ from the empty place while there is no calibration.
    """

    pace: Pace = field(default_factory=Pace)
    motion: MotionSettings = field(default_factory=MotionSettings)
    handheld: MotionSettings = field(default_factory=lambda: MotionSettings(0.085, 0.065, tolerant=True))
    foreground: ForegroundSettings = field(default_factory=ForegroundSettings)
    open_dice: OpenDiceSettings = field(default_factory=OpenDiceSettings)
    die_guess: float = 0.04
    largest_guess: float = 0.14
    trembling: float = 0.25
    jerk: float = 3.0
    margin: float = 0.9
    largest_die: float = 64.0
    lane_share: float = 0.3
    hand: float = 0.3
    follow: float = 3.0
    foreign: float = 0.5


class LaneTracker:
    """The states of all lanes of one tray. Not safe for use from several threads at once."""

    def __init__(self, geometry: Geometry, reader: DiceReader, settings: TrackerSettings = TrackerSettings()) -> None:
        self._geometry = geometry
        self._reader = reader
        if not geometry.calibrated:
            pace = replace(settings.pace, stir=settings.trembling, move=settings.jerk)
            settings = replace(settings, motion=settings.handheld, pace=pace)
        self._settings = settings
        self._factor = shrink_factor(geometry.width, geometry.height)
        shape = (geometry.height // self._factor, geometry.width // self._factor)
        self._masks = [_lane_mask(geometry, lane, shape, self._factor) for lane in geometry.lanes]
        self._die = self._die_in_small_pixels(settings.die_guess)
        self._scaled = geometry.calibrated
        self._views: list[LaneView | None] = [None] * len(geometry.lanes)
        self._watch = MotionWatch(settings.motion)
        self._empty = None if geometry.empty is None else features(geometry.empty, self._factor)
        self._learned = [geometry.empty is not None] * len(geometry.lanes)
        self._seen_at_rest: Features | None = None
        self._scene: Scene | None = None
        self._moving = False
        self._tracks: list[Track] = []
        self._changes: list[int] = [0] * len(geometry.lanes)
        self._frame = -1
        self._time = -math.inf

    def update(self, image: Image, time: float) -> tuple[LaneReading, ...]:
        """Looks at the camera's next picture, uint8 B,G,R of shape (height, width, 3), taken at `time` in seconds.

        Returns one entry a lane. Raises `GeometryError` when the picture's size or the order of times is wrong.
        """
        if image.shape != (self._geometry.height, self._geometry.width, 3):
            raise GeometryError(
                f"The picture has {image.shape[1]} by {image.shape[0]} pixels, but the tray is known in "
                f"{self._geometry.width} by {self._geometry.height}."
            )
        if time <= self._time:
            raise GeometryError(f"A picture of {time:g} s came after one of {self._time:g} s.")
        elapsed = min(time - self._time, 1.0)
        self._frame += 1
        self._time = time
        if not self._tracks:
            self._tracks = [start(time) for _ in self._geometry.lanes]
        now = features(image, self._factor)
        moved = self._watch.update(now)
        any_motion = cv2.countNonZero(moved) > 0.05 * self._die**2
        due = any(track.rested_at is not None and track.due_at is not None and time >= track.due_at for track in self._tracks)
        # A cup that was carried a moment ago stands only in the first picture without motion.
        if any_motion or self._moving or due or self._scene is None:
            self._scene = self._analyse(now, moved)
        self._moving = any_motion
        for lane in range(len(self._tracks)):
            self._tracks[lane] = step(self._tracks[lane], self._look(lane, moved), time, self._settings.pace)
        for lane, track in enumerate(self._tracks):
            if wants_reading(track, time, self._settings.pace):
                self._tracks[lane] = read(track, self._read(lane, image), time, self._settings.pace)
            if self._tracks[lane].changed:
                self._changes[lane] = self._frame
        self._remember(now, any_motion, elapsed)
        return tuple(self._reading(lane) for lane in range(len(self._tracks)))

    def _die_in_small_pixels(self, guess: float) -> float:
        geometry = self._geometry
        if geometry.calibrated:
            middle = geometry.lanes[len(geometry.lanes) // 2]
            return max(2.0, (geometry.die_size or 16.0) * native_scale(geometry, middle) / self._factor)
        return max(2.0, guess * max(geometry.width, geometry.height) / self._factor)

    def _analyse(self, now: Features, moved: Mask) -> Scene | None:
        reference = self._empty if all(self._learned) else self._seen_at_rest
        if reference is None:
            return None
        die = self._die if self._scaled else self._die_in_small_pixels(self._settings.largest_guess)
        scene = analyse(now, reference, moved, die, self._settings.foreground)
        if not self._geometry.calibrated and cv2.countNonZero(scene.every) > self._settings.foreign * scene.every.size:
            # Nearly everything is different: the camera was moved, and what was known of the empty place is worth nothing.
            self._empty = self._seen_at_rest = None
            self._learned = [False] * len(self._learned)
            return None
        return scene

    def _look(self, lane: int, moved: Mask) -> Look:
        mask, face = self._masks[lane], self._die**2
        scene = self._scene
        if scene is None:
            return Look(_overlap(moved, mask) / face)
        in_lane = mask_of(cv2.bitwise_and(moved, mask))
        there = _overlap(in_lane, scene.near) / face
        gone = cv2.countNonZero(in_lane) / face - there
        hand = _overlap(scene.hand, mask) / face >= self._settings.hand
        cup = False
        for standing in scene.cups:
            column, row = int(standing.center[0]), int(standing.center[1])
            cup = cup or bool(mask[row, column]) or _overlap(scene.cup, mask) >= self._settings.lane_share * standing.area
        return Look(there, gone, hand, cup)

    def _read(self, lane: int, image: Image) -> Reading:
        geometry = self._geometry
        view = self._view(lane)
        die_size = geometry.die_size * view.scale if geometry.die_size is not None else None
        reading = in_picture(self._reader.read(rectify(view, image), die_size=die_size), view)
        sizes = [die.size for die in reading.dice if die.value is not None]
        if sizes and not geometry.calibrated:
            self._die = max(2.0, float(np.median(sizes)) / self._factor)
            self._scaled = True
        scene = self._scene if all(self._learned) else None
        return in_the_open(
            reading,
            geometry,
            geometry.lanes[lane],
            self._masks[lane],
            scene,
            self._die,
            self._factor,
            self._settings.open_dice,
        )

    def _view(self, lane: int) -> LaneView:
        view = self._views[lane]
        if view is None:
            geometry, place = self._geometry, self._geometry.lanes[lane]
            if geometry.calibrated:
                die = geometry.die_size or 16.0
                scale = min(native_scale(geometry, place), self._settings.largest_die / die)
                view = lane_view(geometry, place, scale, self._settings.margin * die)
            else:
                view = lane_view(geometry, place, 1.0)
            self._views[lane] = view
        return view

    def _remember(self, now: Features, any_motion: bool, elapsed: float) -> None:
        if any_motion:
            self._watch.renew(now)
        else:
            self._watch.follow(now, 1.0 - math.exp(-elapsed / self._settings.follow))
        for lane, track in enumerate(self._tracks):
            if track.known and not any_motion and (track.shown is LaneState.EMPTY or self._is_bare(lane)):
                self._learn(lane, now, elapsed)
        quiet = all(track.known and track.shown in AT_REST and not track.cup for track in self._tracks)
        if quiet and not any_motion and not all(self._learned):
            self._seen_at_rest = now.copy()

    def _is_bare(self, lane: int) -> bool:
        """Whether an unknown place shows nothing but what the reader takes for a die with little confidence: a table with
        lettering or tags, of which only what comes later can be a throw."""
        track = self._tracks[lane]
        doubtful = [is_doubtful(die, self._settings.open_dice) for die in track.dice]
        return not self._geometry.calibrated and not self._learned[lane] and track.shown is LaneState.UNSURE and all(doubtful)

    def _learn(self, lane: int, now: Features, elapsed: float) -> None:
        """The empty lane as it looks now: at once when it was not known, else slowly, as the light and the cloth change."""
        if self._empty is None:
            self._empty = now.copy()
        if not self._learned[lane]:
            cv2.copyTo(now.light, self._masks[lane], self._empty.light)
            cv2.copyTo(now.burnt, self._masks[lane], self._empty.burnt)
            self._learned[lane] = True
            self._scene = None
        elif self._scene is not None and not _overlap(self._scene.every, self._masks[lane]):
            share = 1.0 - math.exp(-elapsed / (10.0 * self._settings.follow))
            cv2.accumulateWeighted(now.light, self._empty.light, share, mask=self._masks[lane])

    def _reading(self, lane: int) -> LaneReading:
        track = self._tracks[lane]
        return LaneReading(lane, track.shown, track.dice, track.reason, self._changes[lane], track.changed_at, track.changed)


def _lane_mask(geometry: Geometry, lane: Lane, shape: tuple[int, int], factor: int) -> Mask:
    along = np.linspace(0.0, 1.0, 33)
    corners = [(lane.left, lane.top), (lane.right, lane.top), (lane.right, lane.bottom), (lane.left, lane.bottom)]
    border = [
        (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True)
        for share in along
    ]
    outline = (to_picture(geometry, np.array(border)) + 0.5) / factor - 0.5
    mask = np.zeros(shape, dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32).reshape(-1, 1, 2)], 255)
    return mask


def _overlap(one: Mask, other: Mask) -> int:
    return int(cv2.countNonZero(cv2.bitwise_and(one, other)))
