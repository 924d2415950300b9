from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from rendered_tray import MARKERS, TRAY, Cube, Pose, board_pictures, farthest, photograph, true_geometry

from calibration.errors import CalibrationError
from calibration.file import load
from calibration.folder import TraySetup, calibrate_from
from hardware.recording import load_recording
from ui.commands import calibrate, markers
from vision.geometry import to_picture, to_tray

POSE = Pose()
SETUP = TraySetup(TRAY, 480.0, 200.0, 40.0, lanes=2, divider=10.0)
THROW = tuple(Cube(60.0 + 66.0 * i, 60.0 + 50.0 * ((2 * i) % 3), 13.0 + 29.0 * i) for i in range(5))
RECORDING = Path(__file__).parents[1] / "recordings" / "three-players"


def write(folder: Path, name: str, picture: np.ndarray) -> None:
    assert cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for number in range(2):
        write(folder, f"empty-{number}.jpg", photograph(POSE, seed=number))
    write(folder, "throw-1.jpg", photograph(POSE, THROW[:1], seed=5))
    write(folder, "throw-2.jpg", photograph(POSE, THROW, seed=6))
    for number, board in enumerate(board_pictures()):
        write(folder, f"lens-{number:02d}.jpg", board)
    return folder


def test_a_folder_of_pictures_makes_a_calibration(pictures: Path) -> None:
    solved = calibrate_from(pictures, SETUP, "camera")
    assert solved.lens is not None
    assert solved.lens.error < 0.4
    assert farthest(solved.calibration.geometry, true_geometry(POSE)) < 0.5
    assert solved.calibration.die_size == pytest.approx(16.0, rel=0.03)
    assert solved.calibration.markers == MARKERS
    assert [lane.left for lane in solved.calibration.lanes] == [0.0, 205.0]
    assert solved.calibration.empty is not None


def run(*arguments: object) -> Result:
    return CliRunner().invoke(calibrate.command, [str(argument) for argument in arguments])


def test_the_command_writes_a_file_that_can_be_loaded(pictures: Path, tmp_path: Path) -> None:
    output = tmp_path / "calibration.toml"
    measures = ("--tray", "400x240", "--across", 480, "--down", 200, "--lanes", 2, "--camera", "picamera")
    result = run("--from", pictures, *measures, "-o", output)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["lens", "tray", "dice", "lanes", "written"]
    assert "from 9 pictures" in lines[0]
    back = load(output)
    assert (back.camera.name, back.camera.width, back.camera.height) == ("picamera", 1280, 720)
    assert farthest(back.geometry, true_geometry(POSE)) < 0.5


def test_what_is_missing_or_wrong_is_said(pictures: Path, tmp_path: Path) -> None:
    measures = ("--tray", "400x240", "--across", 480, "--down", 200, "-o", tmp_path / "c.toml")
    result = run("--from", tmp_path, *measures)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "needs at least one picture of the empty tray" in result.stderr
    assert run("--from", tmp_path / "missing", *measures).exit_code == 1
    write(tmp_path, "empty.jpg", photograph(POSE))
    write(tmp_path, "throw.jpg", photograph(POSE, THROW[:2]))
    result = run("--from", tmp_path, *measures)
    assert result.exit_code == 1
    assert "throw five dice again" in result.stderr
    write(tmp_path, "throw.jpg", photograph(POSE)[:360])
    with pytest.raises(CalibrationError, match="must all have the same size"):
        calibrate_from(tmp_path, SETUP, "camera")
    (tmp_path / "throw.jpg").write_text("no picture")
    with pytest.raises(CalibrationError, match=r"throw\.jpg: The file is not a picture"):
        calibrate_from(tmp_path, SETUP, "camera")
    assert not (tmp_path / "c.toml").exists()
    assert run("--from", tmp_path, "--tray", "wide").exit_code == 2
    assert run("--from", tmp_path).exit_code == 2
    # Without a screen nobody could press: a live camera is no source then.
    alone = run("--headless", "--camera", "/dev/video987", "-o", tmp_path / "c.toml")
    assert alone.exit_code == 2 and "--camera" in alone.stderr


@pytest.mark.skipif(not (RECORDING / "calibration.toml").is_file(), reason="the recorded table is not there")
def test_the_recorded_table_is_calibrated_from_its_own_pictures(tmp_path: Path) -> None:
    frames = {frame.number: frame.path for frame in load_recording(RECORDING).frames}
    for number in range(4):
        (tmp_path / f"empty-{number}.jpg").write_bytes(frames[number].read_bytes())
    for number in (45, 47):
        (tmp_path / f"throw-{number}.jpg").write_bytes(frames[number].read_bytes())
    solved = calibrate_from(tmp_path, TraySetup((312.0, 230.0), 370.0, 184.0, 24.0, 2, 12.0, above=650.0), "recorded")
    truth = load(RECORDING / "calibration.toml")
    grid = np.array([[x, y] for x in (0.0, 80.0, 156.0, 240.0, 312.0) for y in (0.0, 115.0, 230.0)])
    found = to_tray(solved.calibration.geometry, to_picture(truth.geometry, grid))
    assert np.linalg.norm(found - grid, axis=1).max() < 0.5
    assert solved.calibration.lanes == truth.lanes
    assert truth.die_size is not None
    assert solved.calibration.die_size == pytest.approx(truth.die_size, rel=0.03)


def test_the_markers_are_a_pdf(tmp_path: Path) -> None:
    result = CliRunner().invoke(markers.command, ["-o", str(tmp_path / "sheet.pdf")])
    assert result.exit_code == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    result = CliRunner().invoke(markers.command, ["-o", str(tmp_path / "missing" / "sheet.pdf")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be written: No such file" in result.stderr
