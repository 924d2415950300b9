"""The recorded table end to end: what is true in every frame against what the tracker tells, once with a reader that knows the
truth (so that only time is tested) and once with the real one."""

from __future__ import annotations

import csv
import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.file import load
from hardware.recording import RecordedCamera, load_recording
from vision.geometry import Geometry, lane_view, native_scale, picture_to_view, rectify
from vision.lanes import DiceReader, LaneState, LaneTracker, TrackerSettings
from vision.reader import Reader
from vision.result import Die, Reading, Status

FOLDER = Path(__file__).parents[1] / "recordings" / "three-players"
REST = {"empty", "settled", "covered"}
SOON = 0.5

pytestmark = pytest.mark.skipif(not (FOLDER / "expected.csv").is_file(), reason="the recorded table is not there")


@dataclass(frozen=True)
class Span:
    """A lane from `first` to `last` (frames, inclusive) in one state; `values` sorted."""

    lane: int
    first: int
    last: int
    state: str
    values: tuple[int, ...]


def spans() -> list[Span]:
    with (FOLDER / "expected.csv").open(newline="") as file:
        rows = [(int(row["lane"]), int(row["frame"]), row["state"], row["values"]) for row in csv.DictReader(file)]
    found = []
    for (lane, state, values), group in itertools.groupby(sorted(rows), key=lambda row: (row[0], row[2], row[3])):
        frames = [row[1] for row in group]
        found.append(Span(lane, frames[0], frames[-1], state, tuple(sorted(int(value) for value in values))))
    return found


class TruthReader:
    """Knows what lies in each lane. While something moves it says what lay there before, as a reader does that sees a die of
    the last throw in a blur: only the tracker can know that this is not to be shown."""

    def __init__(self, geometry: Geometry) -> None:
        self.calls = 0
        self.frame = 0
        self.picture: np.ndarray | None = None
        settings = TrackerSettings()
        assert geometry.die_size is not None
        self.views = [
            lane_view(
                geometry,
                lane,
                min(native_scale(geometry, lane), settings.largest_die / geometry.die_size),
                settings.margin * geometry.die_size,
            )
            for lane in geometry.lanes
        ]
        self.stills: list[dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text())["stills"]

    def read(self, image: np.ndarray, *, die_size: float | None = None, expect: int | None = None) -> Reading:
        self.calls += 1
        assert self.picture is not None
        lane = next(n for n, view in enumerate(self.views) if np.array_equal(rectify(view, self.picture), image))
        past = [still for still in self.stills if still["lane"] == lane and still["first_frame"] <= self.frame]
        dice = tuple(self._die(lane, die) for die in past[-1]["dice"] if die["visible"] > 0.5) if past else ()
        return Reading(Status.READ if dice else Status.EMPTY, dice)

    def _die(self, lane: int, die: dict[str, Any]) -> Die:
        points = picture_to_view(self.views[lane], np.array([[die["cx"], die["cy"]], *die["corners"]]))
        center, a, b, c, d = ((float(x), float(y)) for x, y in points)
        return Die(die["value"], 0.99, center, die["size"], (a, b, c, d), None, (die["value"],))


@dataclass
class Watched:
    """What was shown after each frame, by (frame, lane), the changes in their order, and the times of the frames."""

    shown: dict[tuple[int, int], tuple[str, tuple[int, ...] | None]]
    changes: list[tuple[int, int, str, tuple[int, ...] | None, str | None]]
    times: dict[int, float]


def watch(reader: DiceReader, tracker: LaneTracker) -> Watched:
    camera = RecordedCamera(load_recording(FOLDER))
    seen = Watched({}, [], {})
    while (frame := camera.read(1.0)) is not None:
        seen.times[frame.number] = frame.time
        if isinstance(reader, TruthReader):
            reader.frame, reader.picture = frame.number, frame.image
        for lane in tracker.update(frame.image, frame.time):
            seen.shown[frame.number, lane.lane] = (lane.state.value, lane.values)
            if lane.changed:
                seen.changes.append((frame.number, lane.lane, lane.state.value, lane.values, lane.reason))
    return seen


@pytest.fixture(scope="module")
def known() -> tuple[TruthReader, Watched]:
    geometry = load(FOLDER / "calibration.toml").geometry
    reader = TruthReader(geometry)
    return reader, watch(reader, LaneTracker(geometry, reader))


@pytest.fixture(scope="module")
def read() -> Watched:
    reader = Reader.load()
    return watch(reader, LaneTracker(load(FOLDER / "calibration.toml").geometry, reader))


def at_rest(seen: Watched, lane: int) -> list[tuple[str, tuple[int, ...] | None]]:
    told = [(state, values) for _, number, state, values, _ in seen.changes if number == lane and state in REST]
    return [key for key, _ in itertools.groupby(told)]


def fewest_frames(seen: Watched) -> int:
    return round(SOON / float(np.median(np.diff(list(seen.times.values()))))) + 1


def test_with_the_truth_every_rest_is_told_in_its_order(known: tuple[TruthReader, Watched]) -> None:
    seen = known[1]
    for lane in {span.lane for span in spans()}:
        long = [s for s in spans() if s.lane == lane and s.state in REST and s.last - s.first >= fewest_frames(seen)]
        wanted = [key for key, _ in itertools.groupby((span.state, span.values) for span in long)]
        told = at_rest(seen, lane)
        # A rest shorter than half a second may be told or not.
        short = {(span.state, span.values) for span in spans() if span.lane == lane and span not in long}
        position = 0
        for state in told:
            if position < len(wanted) and state == wanted[position]:
                position += 1
            else:
                assert state in short or state == wanted[position - 1], (lane, state, wanted[position:])
        assert position == len(wanted), (lane, wanted[position:])


def test_with_the_truth_each_rest_is_told_within_half_a_second(known: tuple[TruthReader, Watched]) -> None:
    seen = known[1]
    late = []
    for span in spans():
        if span.state not in REST or span.last - span.first < fewest_frames(seen):
            continue
        frame = next(
            (n for n in range(span.first, span.last + 1) if seen.shown[n, span.lane] == (span.state, span.values)), None
        )
        if frame is None or seen.times[frame] - seen.times[span.first] > SOON:
            late.append((span, frame))
    assert late == []


def assert_no_value_while_moving(seen: Watched) -> None:
    """A motion that begins is seen one frame later; from then on no value is shown, and none is ever told."""
    for span in spans():
        if span.state in REST:
            continue
        for frame in range(span.first + 2, span.last + 1):
            state, values = seen.shown[frame, span.lane]
            assert not values, (span, frame, state, values)
        told = [
            change for change in seen.changes if change[1] == span.lane and span.first < change[0] <= span.last and change[3]
        ]
        assert told == []


def test_with_the_truth_no_value_is_shown_while_something_moves(known: tuple[TruthReader, Watched]) -> None:
    assert_no_value_while_moving(known[1])


def test_with_the_truth_nothing_is_unsure_and_hands_are_hands(known: tuple[TruthReader, Watched]) -> None:
    reader, seen = known
    assert [change for change in seen.changes if change[2] == "unsure"] == []
    for span in spans():
        if span.state == "obstructed" and span.last - span.first >= 6:
            states = [seen.shown[frame, span.lane][0] for frame in range(span.first, span.last + 1)]
            assert states.count("obstructed") >= 0.5 * len(states), (span, states)
        if span.state == "moving" and span.last - span.first >= 5:
            states = [seen.shown[frame, span.lane][0] for frame in range(span.first, span.last + 1)]
            assert states.count("moving") >= 0.5 * len(states), (span, states)
    assert reader.calls <= 3.5 * len([span for span in spans() if span.state in REST])


def test_the_reader_tells_no_wrong_value(read: Watched) -> None:
    truth = {(frame, s.lane): s for s in spans() for frame in range(s.first, s.last + 1)}
    wrong = [
        change
        for change in read.changes
        if change[3] and (change[2], change[3]) != (truth[change[0], change[1]].state, truth[change[0], change[1]].values)
    ]
    assert wrong == []
    assert_no_value_while_moving(read)


def test_the_reader_reads_the_whole_table(read: Watched) -> None:
    wanted = [s for s in spans() if s.state in {"settled", "covered"} and s.last - s.first >= fewest_frames(read)]
    missed = [
        span
        for span in wanted
        if (span.state, span.values) not in [read.shown[frame, span.lane] for frame in range(span.first, span.last + 1)]
    ]
    assert missed == []


def test_the_states_are_those_of_the_contract() -> None:
    assert {state.value for state in LaneState} == {"empty", "moving", "settled", "unsure", "covered", "obstructed"}
