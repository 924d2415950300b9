"""The public clips of real dice, without calibration: right or withheld while they lie, never a value while they roll."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hardware.video import VideoCamera
from vision.geometry import Geometry
from vision.lanes import LaneTracker
from vision.reader import Reader

PHOTOS = Path(__file__).parents[2] / ".." / "shared" / "photos"
LABEL_SLACK = 2

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not (PHOTOS / "clips.json").is_file(), reason="../shared/photos/clips.json is not there"),
]


def clips() -> list[dict[str, Any]]:
    path = PHOTOS / "clips.json"
    found: list[dict[str, Any]] = json.loads(path.read_text()) if path.is_file() else []
    return found


@pytest.mark.parametrize("clip", clips(), ids=lambda clip: Path(clip["file"]).stem)
def test_a_clip_is_right_or_withheld(clip: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    camera = VideoCamera(PHOTOS / clip["file"], clip["fps"])
    tracker, shown, told = None, [], []
    while (frame := camera.read(1.0)) is not None:
        if tracker is None:
            tracker = LaneTracker(Geometry.whole(frame.image.shape[1], frame.image.shape[0]), Reader.load())
        (lane,) = tracker.update(frame.image, frame.time)
        shown.append(lane.values or None)
        if lane.changed and lane.values:
            told.append((frame.number, lane.values))
    outcome = {"right": 0, "misread": 0, "abstained": 0}
    for event in clip["events"]:
        first, last = event["moving"]
        # A motion that begins may take two pictures to be seen.
        for number in range(first + LABEL_SLACK + 2, last - LABEL_SLACK):
            assert shown[number] is None, f"{shown[number]} shown in picture {number}, while dice roll"
        assert [tell for tell in told if first + LABEL_SLACK < tell[0] < last - LABEL_SLACK] == []
        begin, end = event["settled"]
        seen = {values for values in shown[begin : end + 1] if values is not None and values != shown[first]}
        right = tuple(event["values"])
        outcome["misread" if seen - {right} else "right" if right in seen else "abstained"] += 1
    with capsys.disabled():
        print(f"\n  {Path(clip['file']).stem}: {outcome}")
    assert outcome["misread"] == 0
