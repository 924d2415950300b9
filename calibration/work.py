"""What takes a moment in a guided calibration: the empty tray and its fit, and the size of the dice. Done on any thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.dice_size import DiceSize, measure_dice
from calibration.errors import CalibrationError, Reason
from calibration.file import Markers
from calibration.look import Look
from calibration.markers import TrayFit, find_markers
from calibration.solve import empty_tray, solve_seen
from vision.geometry import Geometry, Image, Lane, Lens, Points, lane_view, native_scale, rectify
from vision.result import Reading

_LIKELY_EDGE_MM = 16.0


class DiceReader(Protocol):
    """`vision.reader.Reader`, or what stands for it."""

    def read(self, image: NDArray[np.uint8], *, die_size: float | None = None, expect: int | None = None) -> Reading: ...


@dataclass(frozen=True, slots=True, eq=False)
class EmptyTray:
    """Pictures of the tray that shall be empty, the newest with its `look`."""

    look: Look
    pictures: tuple[Image, ...]
    markers: Markers
    geometry: Geometry


@dataclass(frozen=True, slots=True, eq=False)
class ThrownDice:
    """A picture of a throw, with its `look`; the geometry has the picture of the empty tray."""

    look: Look
    picture: Image
    geometry: Geometry


Work: TypeAlias = EmptyTray | ThrownDice


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What came of a piece of work: either the problem, or the rest. `faces` are what the dice show as far as they are read,
    in the order of `dice.centers`."""

    step: str
    look: Look
    problem: CalibrationError | None = None
    empty: Image | None = None
    fit: TrayFit | None = None
    dice: DiceSize | None = None
    faces: tuple[int | None, ...] = ()


def do(work: Work, reader: DiceReader | None = None) -> Outcome:
    """Does the work; with a `reader` dice on the empty tray are noticed and thrown dice are read."""
    try:
        return _empty(work, reader) if isinstance(work, EmptyTray) else _dice(work, reader)
    except CalibrationError as error:
        return Outcome("empty" if isinstance(work, EmptyTray) else "dice", work.look, error)


def solve_sightings(sightings: Sequence[Mapping[int, Points]], markers: Markers, lens: Lens | None) -> TrayFit:
    """As `solve_tray`, of tags that were found already in several pictures."""
    seen: dict[int, list[Points]] = {}
    for tags in sightings:
        for tag, quad in tags.items():
            seen.setdefault(tag, []).append(quad)
    return solve_seen(seen, markers, lens)


def _empty(work: EmptyTray, reader: DiceReader | None) -> Outcome:
    geometry = work.geometry
    picture = empty_tray(work.pictures)
    count = _dice_on(picture, geometry, reader) if reader is not None else 0
    if count:
        sentence = "There are dice on the tray; take them out."
        return Outcome("empty", work.look, CalibrationError(sentence, Reason.NOT_EMPTY, count=count))
    fit = solve_sightings([find_markers(one) for one in work.pictures], work.markers, geometry.lens)
    return Outcome("empty", work.look, None, picture, fit)


def _dice_on(picture: Image, geometry: Geometry, reader: DiceReader) -> int:
    area = Lane(0.0, 0.0, *geometry.tray)
    scale = native_scale(geometry, area)
    reading = reader.read(rectify(lane_view(geometry, area, scale), picture), die_size=_LIKELY_EDGE_MM * scale)
    # Only dice that are sure: a knot in the wood is none.
    return sum(die.value is not None for die in reading.dice)


def _dice(work: ThrownDice, reader: DiceReader | None) -> Outcome:
    dice = measure_dice(work.picture, work.geometry)
    faces: tuple[int | None, ...] = (None,) * len(dice.centers)
    if reader is not None:
        area = Lane(0.0, 0.0, *work.geometry.tray)
        scale = native_scale(work.geometry, area)
        view = lane_view(work.geometry, area, scale)
        read = reader.read(rectify(view, work.picture), die_size=dice.edge * scale).dice
        found = []
        for center in dice.centers:
            near = [die for die in read if np.hypot(*(np.array(die.center) / scale - center)) < dice.edge * 0.7]
            found.append(near[0].value if near else None)
        faces = tuple(found)
    return Outcome("dice", work.look, dice=dice, faces=faces)
