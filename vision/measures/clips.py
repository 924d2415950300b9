"""Clips of real dice, followed without a calibration: the right value at rest, never a value while they roll."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.video import VideoCamera
from vision.geometry import Geometry
from vision.lanes import LaneTracker
from vision.measures.answers import reader_digest
from vision.measures.verdicts import Verdict
from vision.reader import Reader

LABEL_SLACK = 2
"""Pictures by which the labelled ranges may be wrong."""
UNSEEN = 2
"""Pictures that a motion may take to be seen, more than the slack of the labels."""


@dataclass(frozen=True, slots=True)
class Rest:
    """One throw of a clip: what was shown when it lay, and how many pictures showed a value while it rolled; `note` is what
    its label says beside the values."""

    clip: str
    expected: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    verdict: Verdict
    values_in_motion: int
    note: str = ""


def clips(folder: Path) -> list[dict[str, Any]]:
    """The labels of a folder's clips; none without `clips.json`."""
    path = folder / "clips.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return found


def followed(path: Path, fps: float, networks: Path | None) -> list[list[int] | None]:
    """For each picture of a clip: the values shown of the whole picture as one lane, `None` when none are."""
    camera, tracker = VideoCamera(path, fps), None
    found: list[list[int] | None] = []
    try:
        while (frame := camera.read(1.0)) is not None:
            if tracker is None:
                tracker = LaneTracker(Geometry.whole(frame.image.shape[1], frame.image.shape[0]), Reader.load(networks))
            (lane,) = tracker.update(frame.image, frame.time)
            found.append(list(lane.values) if lane.values else None)
    finally:
        camera.close()
    return found


def rests(clip: dict[str, Any], shown: list[list[int] | None]) -> list[Rest]:
    """Judges what was shown of a clip, throw by throw."""
    found = []
    for event in clip["events"]:
        first, last = event["moving"]
        begin, end = event["settled"]
        rolling = range(first + LABEL_SLACK + UNSEEN, min(last - LABEL_SLACK, len(shown)))
        # What lay there before may still be shown until the motion is seen.
        before = shown[first] if first < len(shown) else None
        at_rest = {tuple(values) for values in shown[begin : end + 1] if values is not None and values != before}
        right = tuple(event["values"])
        judged = Verdict.MISREAD if at_rest - {right} else Verdict.RIGHT if right in at_rest else Verdict.ABSTAINED
        moving = sum(shown[number] is not None for number in rolling)
        found.append(Rest(Path(clip["file"]).stem, right, tuple(sorted(at_rest)), judged, moving, event.get("note", "")))
    return found


def measured(
    folder: Path, networks: Path | None, remembered: Callable[[str, Callable[[], Any]], Any], key: Callable[..., str]
) -> list[Rest]:
    """Every throw of every clip; `remembered` keeps what a clip showed under the `key` of its content."""
    found: list[Rest] = []
    for clip in clips(folder):
        path = folder / clip["file"]
        if path.is_file():
            made = key("clip", path.read_bytes(), clip["fps"], reader_digest(networks, "lanes"))
            shown = remembered(made, lambda path=path, clip=clip: followed(path, clip["fps"], networks))  # type: ignore[misc]
            found += rests(clip, shown)
    return found
