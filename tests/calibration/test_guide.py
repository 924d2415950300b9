"""The guided calibration without a screen: rendered pictures and presses in, the calibration and its refusals out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendered_tray import HEIGHT, MARKERS, TRAY, WIDTH, Cube, Pose, farthest, photograph, sheet, true_geometry

from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, CameraMode
from calibration.guide import Guide, Step
from calibration.look import Look, look
from calibration.measures import Line
from calibration.measuring import Known
from calibration.work import do
from vision.geometry import Image, Lens

POSE = Pose()
THROW = tuple(Cube(60.0 + 66.0 * i, 60.0 + 50.0 * ((2 * i) % 3), 13.0 + 29.0 * i) for i in range(5))
CAMERA = CameraMode("camera", WIDTH, HEIGHT)
MEASURED = Known({Line.ACROSS: 480.0, Line.DOWN: 200.0, Line.WIDTH: TRAY[0], Line.HEIGHT: TRAY[1]})
SHARP, SOFT = 2.1, 5.0
HAND = (150, 170, 210)


@pytest.fixture(scope="module")
def empties() -> list[Image]:
    return [photograph(POSE, seed=seed) for seed in range(3)]


@pytest.fixture(scope="module")
def thrown() -> Image:
    return photograph(POSE, THROW, seed=7)


class Table:
    """A guide at a table: time passes with every picture, work is done at once. Looks are kept, for pictures come again."""

    def __init__(self, guide: Guide, fps: float = 10.0) -> None:
        self.guide, self.time, self.step = guide, 0.0, 1.0 / fps
        self.looks: dict[tuple[int, float], Look] = {}
        self.shown: list[Image] = []

    def show(self, picture: Image, seconds: float, edge: float = SHARP) -> None:
        for _ in range(round(seconds / self.step)):
            self.time += self.step
            key = (id(picture), edge)
            if key not in self.looks:
                self.looks[key] = look(picture, 0.0, edge)
                self.shown.append(picture)
            self.guide.see(replace(self.looks[key], time=self.time), picture)
            work = self.guide.take_work()
            if work is not None:
                self.guide.worked(do(work))

    def show_each(self, pictures: Iterator[Image]) -> None:
        for picture in pictures:
            self.time += self.step
            self.guide.see(look(picture, self.time, SHARP), picture)

    def green(self) -> None:
        self.guide.press(True)

    def red(self, held: bool = False) -> None:
        self.guide.press(False, held)

    @property
    def reason(self) -> Reason | None:
        problem = self.guide.problem
        return None if problem is None else problem.reason

    def up_to(self, step: Step, empty: Image) -> None:
        """Goes on, with everything in order, until `step`."""
        for _ in range(60):
            if self.guide.step is step:
                return
            self.show(empty, 0.5)
            if self.guide.met or self.guide.asks is not None:
                self.green()
        raise AssertionError(f"still at {self.guide.step}: {self.guide.problem}")


def test_from_the_first_picture_to_the_calibration(empties: list[Image], thrown: Image) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    guide = table.guide
    seen = []
    for _ in range(80):
        if guide.result is not None:
            break
        if not seen or seen[-1] is not guide.step:
            seen.append(guide.step)
        table.show(thrown if guide.step is Step.DICE else empties[0], 0.4)
        if guide.met or guide.asks is not None:
            table.green()
    assert seen == [Step.AIM, Step.FOCUS, Step.LIGHT, Step.MEASURE, Step.EMPTY, Step.DICE, Step.LANES, Step.DONE]
    result = guide.result
    assert result is not None
    # No lens was measured: that the tags at the sides look too small tells enough of it.
    assert farthest(result.geometry, true_geometry(POSE)) < 0.5
    assert result.die_size == pytest.approx(16.0, rel=0.03)
    assert result.markers == MARKERS and result.tray == TRAY and len(result.lanes) == 2
    assert result.empty is not None
    assert np.abs(result.empty.astype(int) - empties[0]).mean() < 3.0
    assert len(result.die_colors) == 5
    channels = [int(color[1:][place : place + 2], 16) for color in result.die_colors for place in (0, 2, 4)]
    assert channels == pytest.approx([235, 230, 225] * 5, abs=12)
    assert not guide.cancelled


def test_green_does_nothing_before_a_step_is_met(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.green()
    assert table.guide.step is Step.AIM
    table.show(empties[0], 0.3)
    table.green()
    assert (table.guide.step, table.guide.met) == (Step.AIM, False)
    table.show(empties[0], 0.6)
    assert table.guide.met
    table.green()
    assert table.guide.step is Step.FOCUS


def hidden(picture: Image, tag: int) -> Image:
    """A hand lies on one tag."""
    covered = picture.copy()
    quad = look(picture, 0.0).tags[tag]
    x, y = quad.mean(axis=0).astype(int)
    cv2.circle(covered, (int(x), int(y)), 55, HAND, -1)
    return covered


def test_aiming_says_what_is_wrong(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.show(np.full_like(empties[0], 60), 0.3)
    problem = table.guide.problem
    assert problem is not None and (problem.reason, problem.values) == (Reason.MISSING, {"first": 0, "more": 3})
    table.show(hidden(empties[0], 2), 1.5)
    problem = table.guide.problem
    assert problem is not None and (problem.reason, problem.values) == (Reason.MISSING, {"first": 2, "more": 0})
    assert not table.guide.met
    upside_down = photograph(Pose((0.02, 0.01, 3.1)))
    table.show(upside_down, 1.0)
    problem = table.guide.problem
    assert problem is not None and (problem.reason, problem.values) == (Reason.TURNED, {"quarters": 2})
    table.show(photograph(Pose(middle=(4.0, -6.0, 1900.0))), 0.3)
    assert table.reason in (Reason.FAR, Reason.SMALL)
    table.show(photograph(Pose(middle=(-175.0, 0.0, 640.0))), 0.3)
    assert table.reason in (Reason.EDGE, Reason.MISSING)
    table.show(np.ascontiguousarray(empties[0][:, ::-1]), 0.3)
    assert table.reason in (Reason.ORDER, Reason.MISSING)
    table.show(photograph(Pose((0.0, 1.15, 0.0), (0.0, 0.0, 560.0))), 0.3)
    assert table.reason in (Reason.ASIDE, Reason.SMALL, Reason.MISSING)
    table.show(empties[0], 1.0)
    assert table.guide.met and table.reason is None


def test_a_tag_that_is_there_twice_is_said(empties: list[Image]) -> None:
    twice = empties[0].copy()
    twice[560:660, 600:700] = cv2.resize(twice[130:225, 228:318], (100, 100))
    table = Table(Guide(CAMERA, MEASURED))
    table.show(twice, 0.3)
    assert table.reason is Reason.TWICE


def test_the_sharpest_is_held_and_wanted_again(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.up_to(Step.FOCUS, empties[0])
    table.show(empties[0], 1.5, edge=6.5)
    assert (table.reason, table.guide.met) == (Reason.BLURRED, False)
    table.show(empties[0], 1.5, edge=2.4)
    assert table.guide.met
    best = table.guide.focusing.best
    table.show(empties[0], 1.5, edge=3.4)
    assert table.guide.focusing.best == best
    assert (table.reason, table.guide.met) == (Reason.BELOW_BEST, False)
    table.show(empties[0], 1.5, edge=2.5)
    assert table.guide.met


def test_a_lens_that_can_move_is_led_to_its_best_place(empties: list[Image]) -> None:
    guide = Guide(CAMERA, MEASURED, focus_range=(0.0, 10.0))
    table = Table(guide)
    table.up_to(Step.FOCUS, empties[0])
    for _ in range(120):
        assert guide.focus is not None
        table.show(empties[0], 0.1, edge=2.0 + 1.5 * abs(guide.focus - 2.7))
        if guide.met:
            break
    assert guide.met and guide.focus == pytest.approx(2.7, abs=0.5)


def glaring(picture: Image) -> Image:
    shining = picture.copy()
    cv2.ellipse(shining, (700, 300), (46, 30), 20, 0, 360, (255, 255, 255), -1)
    return shining


def test_light_that_will_not_do_is_said(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.up_to(Step.LIGHT, empties[0])
    dim = (empties[0] * 0.3).astype(np.uint8)
    table.show(dim, 1.0)
    assert (table.reason, table.guide.met) == (Reason.DARK, False)
    shining = glaring(empties[0])
    table.show(shining, 1.5)
    newest = table.guide.newest
    assert table.reason is Reason.GLARE and newest is not None
    (x, y, w, h), *others = newest.glare
    assert not others
    assert (x + w / 2) * WIDTH == pytest.approx(700, abs=8) and (y + h / 2) * HEIGHT == pytest.approx(300, abs=8)
    table.show(empties[0], 2.0)
    assert table.guide.met


def test_a_lamp_that_flickers_is_told_from_a_steady_one(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.up_to(Step.LIGHT, empties[0])
    rows = np.arange(HEIGHT)[:, None, None]

    def flickering() -> Iterator[Image]:
        for number in range(10):
            wave = 1.0 + 0.08 * np.sin(2 * np.pi * (rows / 500.0 + number * 0.37))
            yield np.clip(empties[number % 3] * wave, 0, 255).astype(np.uint8)

    table.show_each(flickering())
    assert (table.reason, table.guide.met) == (Reason.FLICKER, False)
    table.show_each(iter([empties[number % 3] for number in range(22)]))
    assert table.guide.met


def test_measures_are_proposed_and_changed_with_two_buttons(empties: list[Image]) -> None:
    """480 by 200 between the tags and a felt of 400 by 240, as a ruler says; nothing is known beforehand."""
    table = Table(Guide(CAMERA, Known()))
    guide = table.guide
    table.up_to(Step.MEASURE, empties[0])
    table.show(empties[0], 0.3)
    for line, truth in ((Line.ACROSS, 480.0), (Line.DOWN, 200.0), (Line.WIDTH, 400.0), (Line.HEIGHT, 240.0)):
        assert guide.asks is line and not guide.met
        proposed = guide.measuring.choices[line].value
        assert proposed == pytest.approx(truth, rel=0.01)
        for _ in range(10):
            if guide.measuring.choices[line].value == truth:
                break
            table.red()
        assert guide.measuring.choices[line].value == truth
        table.green()
    assert guide.asks is None and guide.met and guide.fit is not None
    assert guide.fit.error < 0.3
    table.red()
    assert guide.asks is Line.ACROSS and guide.measuring.choices[Line.ACROSS].value == 480.0


def test_measures_that_contradict_the_tags_are_refused(empties: list[Image]) -> None:
    known = Known({Line.ACROSS: 480.0, Line.DOWN: 200.0, Line.WIDTH: 400.0, Line.HEIGHT: 240.0}, tag=36.0)
    table = Table(Guide(CAMERA, known))
    table.up_to(Step.MEASURE, empties[0])
    table.show(empties[0], 0.5)
    assert not table.guide.met and table.reason is Reason.SCALE
    crooked = Known({**MEASURED.measures, Line.DOWN: 260.0})
    table = Table(Guide(CAMERA, crooked))
    table.up_to(Step.MEASURE, empties[0])
    table.show(empties[0], 0.5)
    assert not table.guide.met and table.reason is Reason.APART


def test_a_hand_over_the_empty_tray_is_waited_for(empties: list[Image]) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.up_to(Step.EMPTY, empties[0])
    hands = [empties[0].copy() for _ in range(4)]
    for number, picture in enumerate(hands):
        cv2.circle(picture, (500 + 40 * number, 420), 60, HAND, -1)
    for picture in hands:
        table.show(picture, 0.1)
    assert table.reason is Reason.RESTLESS and not table.guide.met
    table.show(empties[0], 2.0)
    assert table.guide.met and table.guide.empty is not None
    table.show(hands[0], 0.2)
    assert not table.guide.met
    table.show(empties[1], 2.0)
    assert table.guide.met


def test_throws_that_tell_nothing_are_refused_until_a_good_one(empties: list[Image], thrown: Image) -> None:
    table = Table(Guide(CAMERA, MEASURED))
    table.up_to(Step.DICE, empties[0])
    table.show(empties[0], 1.5)
    assert table.reason is Reason.NO_DICE
    table.show(photograph(POSE, THROW[:2], seed=8), 1.5)
    assert (table.reason, table.guide.met) == (Reason.FEW_DICE, False)
    unlike = tuple(replace(die, edge=12.0 + 2.5 * i) for i, die in enumerate(THROW))
    table.show(photograph(POSE, unlike, seed=8), 1.5)
    assert (table.reason, table.guide.met) == (Reason.UNLIKE_DICE, False)
    table.show(thrown, 1.5)
    assert table.guide.met and table.guide.dice is not None
    assert table.guide.dice.edge == pytest.approx(16.0, rel=0.03)
    table.red()
    assert table.guide.dice is None and table.guide.step is Step.DICE


def test_lanes_are_chosen_and_laid_out(empties: list[Image], thrown: Image) -> None:
    table = Table(Guide(CAMERA, replace(MEASURED, lanes=3)))
    guide = table.guide
    table.up_to(Step.DICE, empties[0])
    table.show(thrown, 1.5)
    table.green()
    counts = []
    for _ in range(6):
        assert guide.geometry is not None and guide.asks is Line.LANES
        counts.append(len(guide.geometry.lanes))
        table.red()
    assert counts == [3, 1, 2, 4, 5, 6]
    table.green()
    table.red()
    assert guide.divider == 6.0
    table.green()
    table.green()
    assert guide.step is Step.DONE and guide.result is None
    table.red()
    assert guide.step is Step.LANES
    table.red(held=True)
    assert guide.cancelled and guide.result is None


def test_a_game_that_goes_on_keeps_its_lanes(empties: list[Image], thrown: Image) -> None:
    table = Table(Guide(CAMERA, replace(MEASURED, lanes=2, fixed_lanes=True)))
    table.up_to(Step.DICE, empties[0])
    table.show(thrown, 1.5)
    table.green()
    assert table.guide.step is Step.DONE
    table.green()
    assert table.guide.result is not None and len(table.guide.result.lanes) == 2
    table.guide.not_written(CalibrationError("The disk is full.", Reason.NOT_WRITTEN))
    assert (table.guide.result, table.reason) == (None, Reason.NOT_WRITTEN)
    table.green()
    assert table.guide.result is not None


def test_red_goes_back_and_out() -> None:
    guide = Guide(CAMERA, MEASURED, why=CalibrationError("There is none.", Reason.NONE_YET))
    assert guide.step is Step.INTRO and guide.met
    guide.press(True)
    assert guide.step is Step.AIM
    guide.press(False)
    assert guide.step is Step.INTRO and not guide.cancelled
    guide.press(False)
    assert guide.cancelled
    guide = Guide(CAMERA, MEASURED)
    guide.press(False)
    assert guide.cancelled


def test_an_old_calibration_tells_what_is_known() -> None:
    geometry = true_geometry(POSE)
    old = Calibration(CAMERA, TRAY, MARKERS, geometry.picture_to_tray, geometry.lanes, geometry.lens, 16.0)
    known = Known.of(old)
    assert known.measures == MEASURED.measures
    assert (known.tag, known.lanes, known.divider, known.lens) == (40.0, 1, 0.0, geometry.lens)
    assert Known.of(old, 4).fixed_lanes and Known.of(old, 4).lanes == 4


def test_a_sheet_that_was_printed_smaller_shows(empties: list[Image]) -> None:
    """The size of the tags tells the distances, so a page fitted to the paper is not noticed by the camera but by the ruler."""
    small = replace(MARKERS, size=36.0)
    table = Table(Guide(CAMERA, MEASURED))
    picture = photograph(POSE, table=sheet(small))
    table.up_to(Step.MEASURE, picture)
    table.show(picture, 0.5)
    assert table.reason is Reason.SCALE


def test_an_old_lens_that_contradicts_the_tags_gives_way(empties: list[Image]) -> None:
    wrong = Lens(np.array([[1010.0, 0.0, 648.0], [0.0, 1005.0, 352.0], [0.0, 0.0, 1.0]]), np.array([0.3, 0.0, 0.0, 0.0, 0.0]))
    for known, kept in ((wrong, False), (true_geometry(POSE).lens, True)):
        table = Table(Guide(CAMERA, replace(MEASURED, lens=known)))
        table.up_to(Step.MEASURE, empties[0])
        table.show(empties[0], 0.5)
        assert table.guide.met
        assert (table.guide.measuring.lens is known) is kept
