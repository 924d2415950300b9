"""Moments of motions as pictures: the same moment gives the same pixels, and each motion ends in the still picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.sighting import Button
from game.view import DieState, DieView, View
from ui.draw.canvas import HALO, Part
from ui.motion.acts import Timeline
from ui.motion.glow import halo, lamp, swell
from ui.motion.reel import STALE_SECONDS, Reel
from ui.motion.timeline import timeline
from ui.paint import Painter
from ui.samples import views
from ui.samples.faults import tray_moved
from ui.samples.rounds import boss, call, challengers, elimination, first_throws, reveal_waits, settlement
from ui.screens import attract

SIZE = (640, 360)


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(SIZE, "en")


@pytest.fixture(scope="module")
def other() -> Painter:
    """A painter that has painted nothing of this."""
    return Painter(SIZE, "en")


def changes() -> list[tuple[View, View]]:
    winner = views()["10-winner"]
    return [
        (boss(), call()),
        (call(), challengers()),
        (reveal_waits(), settlement()),
        (settlement(), elimination()),
        (elimination(), winner),
        (replace(tray_moved(), banner=None), tray_moved()),
    ]


@pytest.mark.parametrize("index", range(6))
def test_a_motion_is_the_same_every_time_and_ends_in_the_still_picture(painter: Painter, other: Painter, index: int) -> None:
    before, view = changes()[index]
    acts = timeline(before, view)
    assert acts.seconds > 0
    for part in (0.0, 0.3, 0.8):
        once = pixels(painter.moment(view, None, acts, part * acts.seconds))
        again = pixels(other.moment(view, None, acts, part * acts.seconds))
        assert np.array_equal(once, again)
    still = pixels(painter.moment(view, None, Timeline(), 0.0, rolls=False))
    assert np.array_equal(pixels(painter.moment(view, None, acts, acts.seconds + 0.01, rolls=False)), still)
    assert not np.array_equal(pixels(painter.moment(view, None, acts, 0.0)), still)


def test_a_motion_begins_with_what_was_there(painter: Painter) -> None:
    """The first picture of a turn and of a fade is the old screen."""
    for before, view in ((call(), challengers()), (settlement(), elimination())):
        first = pixels(painter.moment(view, None, timeline(before, view), 0.0))
        assert np.abs(first - pixels(painter.still(before).surface)).mean() < 3


def test_still_pictures_are_never_drawn_on(painter: Painter) -> None:
    thrown = first_throws()
    rolls = (replace(lane, dice=(DieView(DieState.ROLLING),) * 5) if lane.lit else lane for lane in thrown.lanes)
    lies = (replace(lane, dice=(DieView(DieState.FACE, 4),) * 5) if lane.lit else lane for lane in thrown.lanes)
    landing = (replace(thrown, lanes=tuple(rolls)), replace(thrown, lanes=tuple(lies)))
    for before, view in (landing, (boss(), call()), (reveal_waits(), settlement())):
        acts = timeline(before, view)
        for start, act in acts.starts():
            once, again = (pixels(painter.moment(view, None, acts, start + act.seconds * part)) for part in (0.1, 0.9))
            assert np.array_equal(pixels(painter.moment(view, None, acts, start + act.seconds * 0.1)), once)
            assert np.array_equal(pixels(painter.moment(view, None, acts, start + act.seconds * 0.9)), again)


def test_rolling_dice_tumble_without_pips(painter: Painter) -> None:
    thrown = first_throws()
    rolls = tuple(
        replace(lane, tint="ivory", dice=(DieView(DieState.ROLLING),) * 5) if lane.lit else lane for lane in thrown.lanes
    )
    view = replace(thrown, lanes=rolls)
    one, other = (pixels(painter.moment(view, None, Timeline(), time)) for time in (0.02, 0.32))
    assert not np.array_equal(one, other)
    x, y, width, side = painter.still(view).parts[Part.DICE, 2]
    scale = painter.layout.scale
    row = (slice(int(x * scale), int((x + width) * scale)), slice(int(y * scale), int((y + side) * scale)))
    pip = (32, 24, 15)
    for picture in (one, other):
        assert (np.abs(picture[row] - pip) <= 3).all(axis=2).mean() < 0.02


def test_a_machines_die_that_rolls_is_hollow(painter: Painter) -> None:
    thrown = first_throws()
    hollow = tuple(
        replace(lane, tint="ivory", dice=(DieView(DieState.ROLLING, house=True),) * 5) if lane.lit else lane
        for lane in thrown.lanes
    )
    view = replace(thrown, lanes=hollow)
    x, y, width, side = painter.still(view).parts[Part.DICE, 2]
    scale = painter.layout.scale
    row = (slice(int(x * scale), int((x + width) * scale)), slice(int(y * scale), int((y + side) * scale)))
    ivory = (np.abs(pixels(painter.moment(view, None, Timeline(), 0.1))[row] - (244, 233, 210)) < 24).all(axis=2)
    assert ivory.mean() < 0.01


def test_a_swell_brightens_only_the_buttons(painter: Painter) -> None:
    rest = pixels(painter.moment(call(), None, Timeline(), 30.0, halos=dict.fromkeys(Button, HALO)))
    bright = pixels(painter.moment(call(), None, Timeline(), 30.0, halos=dict.fromkeys(Button, 1.0)))
    assert np.abs(bright - rest)[:, : SIZE[1] // 2].max() == 0
    assert (bright - rest)[:120].sum() > 1000


def test_lamp_and_halo_swell_in_the_same_phase() -> None:
    assert halo(0.0, HALO) == 0.0
    assert halo(0.2, HALO) == pytest.approx(HALO)
    assert swell(19.9) == 0.0
    for waited in (20.5, 21.0, 28.7, 37.0):
        assert (halo(waited, HALO) - HALO) / (1 - HALO) == pytest.approx(swell(waited))
        assert (lamp(waited) - 0.75) / 0.25 == pytest.approx(swell(waited))
    assert max(swell(20 + step / 100) for step in range(800)) == pytest.approx(1.0, abs=0.01)


def test_the_reel_wants_a_picture_only_when_something_changes() -> None:
    reel = Reel()
    assert reel.turn_to(reveal_waits(), 10.0)
    assert not reel.turn_to(reveal_waits(), 10.1)
    assert reel.key(11.0) == reel.key(15.0)
    assert reel.turn_to(settlement(), 20.0)
    assert reel.moving(20.5) and reel.key(20.5) != reel.key(20.6)
    assert not reel.moving(30.0) and reel.key(30.0) == reel.key(40.0)
    assert reel.key(40.0) != reel.key(20.0 + STALE_SECONDS + 1)


def test_a_press_cuts_what_moves() -> None:
    reel = Reel()
    reel.turn_to(reveal_waits(), 0.0)
    reel.turn_to(settlement(), 10.0)
    assert reel.moving(10.1)
    reel.cut(10.1)
    assert not reel.moving(10.1)


def test_another_sentence_does_not_cut_a_motion() -> None:
    reel = Reel()
    reel.turn_to(reveal_waits(), 0.0)
    reel.turn_to(settlement(), 10.0)
    reel.turn_to(replace(settlement(), footer=call().footer), 10.2)
    assert reel.moving(10.3)


def test_chips_arrive_before_it_is_said_who_is_out() -> None:
    reel = Reel()
    reel.turn_to(reveal_waits(), 0.0)
    reel.turn_to(settlement(), 10.0)
    paying = reel.acts.seconds
    reel.turn_to(elimination(), 10.5)
    assert reel.acts.seconds > paying and reel.moving(10.0 + paying)
    reel.cut(10.6)
    assert not reel.moving(10.6)


def test_without_motion_everything_is_a_cut(painter: Painter) -> None:
    reel = Reel(motion=False)
    reel.turn_to(reveal_waits(), 0.0)
    reel.turn_to(settlement(), 10.0)
    assert not reel.moving(10.0) and reel.lamps(40.0) == (1.0, 1.0)
    assert np.array_equal(pixels(reel.picture(painter, {}, 10.0)), pixels(painter.still(settlement()).surface))


def test_a_choice_lights_both_lamps_alike_and_swells_after_a_while() -> None:
    reel = Reel()
    reel.turn_to(boss(), 0.0)
    reel.turn_to(call(), 100.0)
    assert reel.lamps(105.0) == (0.75, 0.75)
    assert reel.lamps(121.0)[0] == reel.lamps(121.0)[1] == pytest.approx(1.0)
    reel.cut(121.0)
    assert reel.lamps(121.0) == pytest.approx((0.75, 0.75))


def test_the_waiting_screen_is_drawn_seldom_and_burns_nothing_in() -> None:
    drawn = {attract.phase(step / 60, True) for step in range(60 * 60)}
    assert len(drawn) < 90, "an hour of pictures at 60 a second would be 3600 in this minute"
    places = {attract.phase(float(second), True)[3:5] for second in range(0, 600, 2)}
    assert len(places) > 40


def test_a_hand_over_the_tray_wakes_a_dimmed_screen() -> None:
    reel = Reel()
    reel.turn_to(views()["01-attract"], 0.0)
    asleep = reel.key(700.0)
    reel.cut(700.0)
    assert reel.key(700.0) != asleep
    assert reel.key(700.0) == reel.key(700.1)
