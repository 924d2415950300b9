from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, CameraMode, Markers, load, require_mode, save, to_toml
from vision.geometry import Lane, Lens

FULL = Calibration(
    CameraMode('Camera "één" \\ 3', 64, 48, focus=2.5),
    (480.0, 210.5),
    Markers(30.0, ((0, -25.0, 10.0), (1, 505.0, 10.0), (2, 505.0, 200.0), (3, -25.0, 200.0))),
    np.array([[7.5, 0.01, -3.0], [0.02, 7.4, 1e-7], [1e-5, -2e-5, 1.0]]),
    (Lane(0.0, 0.0, 480.0, 70.0), Lane(0.0, 70.0, 480.0, 140.25)),
    Lens(np.array([[60.0, 0.0, 32.0], [0.0, 60.0, 24.0], [0.0, 0.0, 1.0]]), np.array([-0.1, 0.02, 0.0, 0.0, 0.001])),
    16.25,
    np.full((48, 64, 3), (30, 90, 40), dtype=np.uint8),
    ("#d8c7a0", "#b3262a"),
)
PLAIN = Calibration(CameraMode("c", 64, 48), (480.0, 210.0), FULL.markers, FULL.picture_to_tray, FULL.lanes[:1])


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    save(FULL, tmp_path / "calibration.toml")
    back = load(tmp_path / "calibration.toml")
    assert (back.camera, back.tray, back.markers, back.lanes) == (FULL.camera, FULL.tray, FULL.markers, FULL.lanes)
    assert back.die_size == 16.25
    assert np.array_equal(back.picture_to_tray, FULL.picture_to_tray)
    assert back.lens is not None and FULL.lens is not None
    assert np.array_equal(back.lens.matrix, FULL.lens.matrix)
    assert np.array_equal(back.lens.distortion, FULL.lens.distortion)
    assert back.empty is not None
    assert np.abs(back.empty.astype(int) - (30, 90, 40)).max() <= 3
    calibration, picture = sorted(path.name for path in tmp_path.iterdir())
    assert calibration == "calibration.toml"
    assert re.fullmatch(r"empty-[0-9a-f]{8}\.jpg", picture)
    assert back.die_colors == FULL.die_colors == ("#d8c7a0", "#b3262a")


def test_a_power_cut_while_saving_leaves_the_old_calibration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was written when the power went, the file and its picture belong together."""
    path = tmp_path / "calibration.toml"
    save(FULL, path)
    assert FULL.empty is not None
    newer = replace(FULL, die_size=19.5, empty=np.full_like(FULL.empty, 200))
    whole = Path.replace
    for cut in (0, 1):
        done = 0

        def torn(self: Path, target: Path, cut: int = cut) -> Path:
            nonlocal done
            done += 1
            if done > cut:
                raise OSError("the power is gone")
            return whole(self, target)

        monkeypatch.setattr(Path, "replace", torn)
        with pytest.raises(CalibrationError, match="cannot be written"):
            save(newer, path)
        monkeypatch.setattr(Path, "replace", whole)
        back = load(path)
        assert back.die_size == FULL.die_size and back.empty is not None
        assert np.abs(back.empty.astype(int) - (30, 90, 40)).max() <= 3
    save(newer, path)
    back = load(path)
    assert back.die_size == 19.5 and back.empty is not None and back.empty.min() > 190
    assert len(list(tmp_path.glob("empty*.jpg"))) == 1


def test_why_a_file_is_refused_is_known_to_a_screen(tmp_path: Path) -> None:
    path = tmp_path / "calibration.toml"
    path.write_text(to_toml(PLAIN).replace("version = 1", "version = 2"), encoding="utf-8")
    with pytest.raises(CalibrationError) as refused:
        load(path)
    assert refused.value.reason is Reason.OTHER_VERSION
    path.write_text("version = ", encoding="utf-8")
    with pytest.raises(CalibrationError) as refused:
        load(path)
    assert refused.value.reason is Reason.DAMAGED
    with pytest.raises(CalibrationError) as refused:
        require_mode(PLAIN, 640, 480)
    assert (refused.value.reason, refused.value.values["width"]) == (Reason.OTHER_MODE, PLAIN.camera.width)
    with pytest.raises(CalibrationError) as refused:
        require_mode(PLAIN, PLAIN.camera.width, PLAIN.camera.height, "another")
    assert (refused.value.reason, refused.value.values) == (Reason.OTHER_CAMERA, {"was": PLAIN.camera.name})


def test_optional_parts_may_be_absent(tmp_path: Path) -> None:
    save(PLAIN, tmp_path / "c.toml")
    back = load(tmp_path / "c.toml")
    assert (back.lens, back.die_size, back.empty, back.camera.focus) == (None, None, None, None)
    assert back.geometry.calibrated


def test_the_text_is_toml_in_the_documented_format() -> None:
    table = tomllib.loads(to_toml(FULL))
    assert table["version"] == 1
    assert table["camera"] == {"name": 'Camera "één" \\ 3', "width": 64, "height": 48, "focus": 2.5}
    assert table["markers"]["centers"][1] == [1, 505.0, 10.0]
    assert table["lanes"][1] == {"left": 0.0, "top": 70.0, "right": 480.0, "bottom": 140.25}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("version = 1", "version = 2", "has version 2, but this program reads version 1"),
        ("version = 1\n", "", "has no version"),
        ("version = 1", "version = true", "has version True"),
        ("width_mm = 480.0", "width_mm = -1.0", "needs a number from 10 to 5000 for tray.width_mm"),
        ("width_mm = 480.0", "widht_mm = 480.0", "unknown key 'tray.widht_mm'; did you mean 'width_mm'"),
        ("width = 64", "width = 64.5", "needs a whole number from 1 to 20000 for camera.width"),
        ('name = "c"', "name = 3", "needs a text for camera.name"),
        ("[homography]", "[homografy]", "unknown key 'homografy'; did you mean 'homography'"),
        ('"DICT_4X4_50"', '"DICT_6X6_250"', "uses the markers DICT_6X6_250, but this program knows DICT_4X4_50"),
        ("[1, 505.0, 10.0]", "[0, 505.0, 10.0]", "the same id twice"),
        ("[1, 505.0, 10.0]", "[1, 505.0]", "needs 3 numbers for each of markers.centers"),
        ("[7.5, 0.01, -3.0]", "[7.5, nan, -3.0]", "needs 3 numbers for homography.picture_to_tray"),
        ("[7.5, 0.01, -3.0]", "[0.0, 0.0, 0.0]", "The homography cannot be inverted"),
        ("right = 480.0", "right = -2.0", "A lane needs its right edge right of its left edge"),
        ("[[lanes]]", "[lanes]", "needs at least one [[lanes]]"),
        ("[camera]", "[camera", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = to_toml(PLAIN)
    assert old in text
    path = tmp_path / "c.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CalibrationError) as caught:
        load(path)
    assert reason in str(caught.value)
    assert str(path) in str(caught.value) or "cannot be used" in str(caught.value)


@pytest.mark.parametrize("name", ["missing.jpg", "../empty.jpg", "/etc/hostname"])
def test_the_empty_picture_lies_beside_the_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(to_toml(PLAIN) + f'\n[empty]\npicture = "{name}"\n', encoding="utf-8")
    with pytest.raises(CalibrationError):
        load(path)


def test_an_empty_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    save(FULL, tmp_path / "c.toml")
    text = (tmp_path / "c.toml").read_text(encoding="utf-8").replace("width = 64", "width = 128")
    (tmp_path / "c.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="empty tray of another size"):
        load(tmp_path / "c.toml")


def test_files_that_are_no_calibration(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        load(tmp_path / "nothing.toml")
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    with pytest.raises(CalibrationError, match="not a text file"):
        load(tmp_path / "binary")


def test_another_camera_or_mode_is_refused() -> None:
    require_mode(PLAIN, 64, 48, "c")
    require_mode(PLAIN, 64, 48)
    with pytest.raises(CalibrationError, match="for the camera 'c', not for 'd'"):
        require_mode(PLAIN, 64, 48, "d")
    with pytest.raises(CalibrationError, match="pictures of 64x48, but these have 48x64"):
        require_mode(PLAIN, 48, 64)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    save(PLAIN, tmp_path / "c.toml")
    (tmp_path / ".c.toml.partial").mkdir()
    with pytest.raises(CalibrationError, match="cannot be written"):
        save(FULL, tmp_path / "c.toml")
    assert load(tmp_path / "c.toml").camera.name == "c"
