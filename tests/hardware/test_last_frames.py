"""The ring of the last pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.frame import Frame
from hardware.last_frames import LastFrames, last_frames


class Source:
    number = -1

    def read(self, deadline: float) -> Frame | None:
        self.number += 1
        return Frame(np.full((8, 8, 3), self.number, np.uint8), self.number, self.number * 0.5)

    def close(self) -> None: ...


def test_a_few_pictures_are_kept_and_the_oldest_goes(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    camera = LastFrames(folder, every=2.0, keep=3).tap(Source())
    for _ in range(4 * 7):
        assert camera.read(1.0) is not None
    camera.close()
    assert sorted(path.name for path in last_frames(folder)) == ["last-00.jpg", "last-01.jpg", "last-02.jpg"]


def test_a_folder_that_cannot_be_written_is_said_once_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    camera = LastFrames(tmp_path / "file").tap(Source())
    for _ in range(20):
        assert camera.read(1.0) is not None
    assert len(caplog.records) == 1
    assert last_frames(tmp_path / "none") == ()
