"""The guided calibration from outside: pages on a display, presses, the file; and `bosstray calibrate` without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest

from calibration.errors import CalibrationError, Reason
from calibration.file import CameraMode, load
from calibration.guide import Guide, Step
from calibration.look import look
from calibration.measures import Line
from calibration.measuring import Known
from hardware.frame import Frame
from hardware.press import Press, Role
from ui.display import MemoryDisplay
from ui.eyes import Eyes
from ui.guide_pages import page
from ui.guide_view import MarkKind
from ui.guided import Guided, GuidedError
from ui.samples.tray_picture import MARKERS, SIZE, TAG, TRAY, tray_picture
from ui.settings import CameraSettings, Settings
from ui.table_calibration import fitting, known_before

BOSSTRAY = Path(sys.executable).parent / "bosstray"
ENVIRONMENT = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
CAMERA = CameraMode("camera", *SIZE)
MEASURED = Known(
    {
        Line.ACROSS: MARKERS[1][0] - MARKERS[0][0],
        Line.DOWN: MARKERS[3][1] - MARKERS[0][1],
        Line.WIDTH: TRAY[0],
        Line.HEIGHT: TRAY[1],
    },
    TAG,
)


def pixels(**what: object) -> np.ndarray:
    drawn = pygame.surfarray.array3d(tray_picture(soft=0.9, **what)).swapaxes(0, 1)  # type: ignore[arg-type]
    return np.ascontiguousarray(drawn[..., ::-1])


@pytest.fixture(scope="module")
def empty() -> np.ndarray:
    return pixels()


@pytest.fixture(scope="module")
def thrown() -> np.ndarray:
    return pixels(dice=True)


class Lens:
    """A camera over the table of a guide: it shows what the step needs, ten pictures a second."""

    def __init__(self, shows: Callable[[], np.ndarray], most: int = 400) -> None:
        self.shows, self.most, self.number = shows, most, 0

    def read(self, deadline: float) -> Frame | None:
        if self.number == self.most:
            return None
        self.number += 1
        return Frame(self.shows(), self.number, self.number * 0.1)

    def close(self) -> None:
        pass


class Fingers(MemoryDisplay):
    """Presses what a test says, one press a pass."""

    def __init__(self, plan: Callable[[], Press | None]) -> None:
        super().__init__((400, 240))
        self.plan = plan

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        press = self.plan()
        return [] if press is None else [press]


def led(
    lens: Lens, path: Path, plan: Callable[[], Press | None] = lambda: None, why: Reason | None = None, **how: object
) -> tuple[Guided, object]:
    reason = None if why is None else CalibrationError("", why)
    eyes = Eyes(lens, None, lossless=True)
    guided = Guided(lambda: Guide(CAMERA, MEASURED, why=reason), eyes, Fingers(plan), path, **how)  # type: ignore[arg-type]
    lens.guided = guided  # type: ignore[attr-defined]
    with eyes:
        return guided, guided.run()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, empty: np.ndarray, thrown: np.ndarray) -> tuple[Path, Guided]:
    folder = tmp_path_factory.mktemp("made")
    lens = Lens(lambda: thrown if lens.guided.guide.step is Step.DICE else empty)  # type: ignore[attr-defined]
    (folder / "shots").mkdir()
    guided, calibration = led(lens, folder / "new" / "calibration.toml", eager=True, screenshots=folder / "shots")
    assert calibration is not None
    return folder, guided


def test_a_tray_is_calibrated_on_the_screen(made: tuple[Path, Guided]) -> None:
    folder, _ = made
    calibration = load(folder / "new" / "calibration.toml")
    assert calibration.die_size == pytest.approx(17.0, rel=0.04)
    assert calibration.tray == TRAY and len(calibration.lanes) == 2 and calibration.empty is not None
    shots = sorted(path.stem.split("-", 1)[1] for path in (folder / "shots").glob("*.png"))
    assert {f"calibrate-{step.value}" for step in Step if step is not Step.INTRO} <= set(shots)


def test_the_new_file_is_for_this_camera_and_mode_only(made: tuple[Path, Guided], tmp_path: Path) -> None:
    path = made[0] / "new" / "calibration.toml"
    settings = Settings()
    assert fitting(path, settings, "camera").tray == TRAY
    for other, source, reason in (
        (settings, "camera:1", Reason.OTHER_CAMERA),
        (Settings(camera=CameraSettings(width=1920, height=1080)), "camera", Reason.OTHER_MODE),
    ):
        with pytest.raises(CalibrationError) as refused:
            fitting(path, other, source)
        assert refused.value.reason is reason
    with pytest.raises(CalibrationError) as refused:
        fitting(tmp_path / "none.toml", settings, "camera")
    assert refused.value.reason is Reason.NONE_YET
    known = known_before(path, settings, "camera", {Line.ACROSS: 499.0}, lanes=4)
    assert known.measures[Line.ACROSS] == 499.0 and known.measures[Line.WIDTH] == TRAY[0] and known.lanes == 4


def test_leaving_changes_nothing(made: tuple[Path, Guided], tmp_path: Path, empty: np.ndarray) -> None:
    path = tmp_path / "calibration.toml"
    path.write_text("old")
    held = iter([None, None, Press(Role.RED, 0.0, held=True)])
    _, calibration = led(Lens(lambda: empty), path, lambda: next(held, None))
    assert calibration is None and path.read_text() == "old"


def test_without_a_calibration_red_changes_the_language_and_nobody_leaves(tmp_path: Path, empty: np.ndarray) -> None:
    seen = []

    def plan() -> Press | None:
        guided = lens.guided  # type: ignore[attr-defined]
        seen.append((guided.guide.step, guided.language))
        script = {3: Press(Role.RED, 0.0), 6: Press(Role.GREEN, 0.0), 9: Press(Role.RED, 0.0, held=True)}
        return script.get(len(seen), Press(Role.QUIT, 0.0) if len(seen) > 14 else None)

    lens = Lens(lambda: empty)
    guided, calibration = led(lens, tmp_path / "c.toml", plan, why=Reason.NONE_YET, may_leave=False)
    assert calibration is None and guided.quit
    assert seen[2] == (Step.INTRO, "en") and seen[4] == (Step.INTRO, "nb")
    assert (Step.AIM, "nb") in seen
    assert seen[-1] == (Step.INTRO, "nb")


def test_pictures_that_end_say_what_they_lacked(tmp_path: Path) -> None:
    hidden = pixels(hidden=2)
    with pytest.raises(GuidedError, match=r"ended at the step aim: Marker 2 is not seen\. The one at the bottom right"):
        led(Lens(lambda: hidden, 6), tmp_path / "c.toml", eager=True)


def test_a_camera_of_another_mode_is_one_sentence(tmp_path: Path, empty: np.ndarray) -> None:
    with pytest.raises(GuidedError, match=r"delivers 1280x600 instead of 1280x720; set camera\.width = 1280"):
        led(Lens(lambda: empty[:600], 3), tmp_path / "c.toml", eager=True)


def test_a_page_marks_what_is_missing_where_it_should_be() -> None:
    guide = Guide(CAMERA, MEASURED)
    picture = pixels(hidden=2)
    guide.see(look(picture, 0.1), picture)
    view = page(guide)
    kinds = {mark.label: mark for mark in view.marks if mark.kind in (MarkKind.TAG, MarkKind.MISSING)}
    assert kinds["2"].kind is MarkKind.MISSING
    seen_at = np.mean(kinds["2"].points, axis=0)
    whole = pixels()
    truth = look(whole, 0.0).tags[2].mean(axis=0) / np.array(SIZE)
    assert np.abs(seen_at - truth).max() < 0.03
    assert view.footer.green.label is None and not view.met


def test_the_command_calibrates_from_a_folder_without_a_screen(tmp_path: Path, empty: np.ndarray, thrown: np.ndarray) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name, picture in (("empty", empty), ("thrown", thrown)):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    for number in range(100):
        (pictures / f"{number:04d}.jpg").hardlink_to(tmp_path / ("empty.jpg" if number < 62 else "thrown.jpg"))
    measures = ["--tray", "400x250", "--across", "484", "--down", "200"]
    command = [str(BOSSTRAY), "calibrate", "--headless", "--camera", str(pictures), "--size", "400x240", *measures]
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "c.toml")], capture_output=True, text=True, timeout=500, env=ENVIRONMENT, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"written to {tmp_path / 'c.toml'}"
    assert load(tmp_path / "c.toml").die_size == pytest.approx(17.0, rel=0.04)
    for number in range(30, 100):
        (pictures / f"{number:04d}.jpg").unlink()
    short = subprocess.run(
        [*command, "-o", str(tmp_path / "d.toml")], capture_output=True, text=True, timeout=500, env=ENVIRONMENT, check=False
    )
    assert short.returncode == 1 and short.stdout == ""
    assert short.stderr.startswith("bosstray: The pictures ended at the step ")
    assert not (tmp_path / "d.toml").exists()
