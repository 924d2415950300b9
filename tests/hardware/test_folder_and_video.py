from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.folder import FolderCamera
from hardware.frame import CameraError
from hardware.video import VideoCamera


def write(path: Path, shade: int) -> None:
    assert cv2.imwrite(str(path), np.full((12, 16, 3), shade, np.uint8))


def test_a_folder_is_shown_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 2):
        write(tmp_path / f"take3-frame{number}.png", number)
    (tmp_path / "notes.txt").write_text("no picture")
    write(tmp_path / "cover.png", 99)
    camera = FolderCamera(tmp_path, 4.0)
    seen = []
    while (frame := camera.read(1.0)) is not None:
        seen.append((frame.number, frame.time, int(frame.image[0, 0, 0]), frame.image.shape))
    assert seen == [(2, 0.5, 2, (12, 16, 3)), (9, 2.25, 9, (12, 16, 3)), (10, 2.5, 10, (12, 16, 3))]
    camera.close()
    camera.close()


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no numbered pictures"):
        FolderCamera(tmp_path, 10.0)
    with pytest.raises(CameraError, match="cannot be read: No such file"):
        FolderCamera(tmp_path / "missing", 10.0)
    write(tmp_path / "a1.png", 0)
    write(tmp_path / "b1.png", 0)
    with pytest.raises(CameraError, match=r"a1\.png and b1\.png .* have the same number 1"):
        FolderCamera(tmp_path, 10.0)
    with pytest.raises(CameraError, match="positive"):
        FolderCamera(tmp_path, 0.0)


def test_a_damaged_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "7.jpg").write_bytes(b"not a picture")
    (tmp_path / "8.jpg").write_bytes(b"")
    camera = FolderCamera(tmp_path, 10.0)
    with pytest.raises(CameraError, match=r"7\.jpg is not a picture"):
        camera.read(1.0)
    with pytest.raises(CameraError, match=r"8\.jpg is not a picture"):
        camera.read(1.0)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.5, (64, 48))
    for shade in (20, 120, 220):
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize(("fps", "times"), [(None, [0.0, 0.08, 0.16]), (5.0, [0.0, 0.2, 0.4])])
def test_a_video_is_shown_picture_by_picture(video: Path, fps: float | None, times: list[float]) -> None:
    camera = VideoCamera(video, fps)
    frames = [camera.read(1.0) for _ in range(4)]
    assert frames[3] is None
    assert [frame.number for frame in frames if frame] == [0, 1, 2]
    np.testing.assert_allclose([frame.time for frame in frames if frame], times, atol=1e-6)
    np.testing.assert_allclose([frame.image.mean() for frame in frames if frame], [20, 120, 220], atol=6)
    assert camera.read(1.0) is None
    camera.close()
    camera.close()


def test_what_is_no_video_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="There is no file"):
        VideoCamera(tmp_path / "missing.mp4")
    (tmp_path / "text.mp4").write_text("not a video")
    with pytest.raises(CameraError, match="not a video that can be played"):
        VideoCamera(tmp_path / "text.mp4")
