"""Rendered trays with known truth: tilted, through wide lenses, with a tag hidden or under glare.

Centres are right to half a millimetre, the size of the dice to three in a hundred; views that cannot be are refused.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
import rendered_tray
from rendered_tray import HEIGHT, MARKERS, TRAY, WIDTH, Cube, Pose, farthest, photograph, true_geometry

from calibration.bleed import unbled
from calibration.bulge import view_from_tags
from calibration.dice_size import measure_dice
from calibration.errors import CalibrationError, Reason
from calibration.look import look
from calibration.measures import felt_edges
from calibration.solve import solve_tray
from vision.geometry import Geometry, Image, Lane, Lens

THROW = tuple(Cube(60.0 + 66.0 * i, 60.0 + 50.0 * ((2 * i) % 3), 13.0 + 29.0 * i) for i in range(5))
TILTS = (Pose(), Pose((0.3, 0.0, 0.0), (0.0, 10.0, 660.0)), Pose((-0.1, -0.28, 0.06), (20.0, 0.0, 680.0)))
PLAIN = Lens(np.array([[1010.0, 0.0, 648.0], [0.0, 1005.0, 352.0], [0.0, 0.0, 1.0]]), np.zeros(5))
WIDE = Lens(np.array([[760.0, 0.0, 642.0], [0.0, 758.0, 357.0], [0.0, 0.0, 1.0]]), np.array([-0.17, 0.03, 0.0, 0.0, 0.0]))
NEAR = Pose((0.12, -0.06, 0.02), (4.0, -6.0, 470.0))


@pytest.fixture
def through(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lens:
    """Renders through another lens."""
    lens: Lens = request.param
    monkeypatch.setattr(rendered_tray, "LENS", lens)
    monkeypatch.setattr(rendered_tray.true_geometry, "__defaults__", (lens,))
    rendered_tray._ideal_pixels.cache_clear()
    rendered_tray._maps.cache_clear()
    yield lens  # type: ignore[misc]
    rendered_tray._ideal_pixels.cache_clear()
    rendered_tray._maps.cache_clear()


def geometry_with(homography: np.ndarray, lens: Lens | None, empty: Image | None = None) -> Geometry:
    return Geometry(WIDTH, HEIGHT, homography, TRAY, (Lane(0.0, 0.0, *TRAY),), lens, None, empty)


@pytest.mark.parametrize("through", [PLAIN, rendered_tray.LENS, WIDE], ids=["plain", "bent", "wide"], indirect=True)
def test_tags_alone_tell_lens_and_tray_to_half_a_millimetre(through: Lens) -> None:
    """Without one picture of the lens board: the tags at the sides look too small by as much as the lens bends."""
    for pose in TILTS[:2] if through is not WIDE else (NEAR,):
        empty, thrown = photograph(pose, seed=1), photograph(pose, THROW, seed=2)
        seen = look(empty, 0.0)
        assert seen.refused is None
        view = view_from_tags(unbled(empty, seen.tags), MARKERS.size, WIDTH, HEIGHT)
        fit = solve_tray([empty], MARKERS, view.lens)
        found = geometry_with(fit.picture_to_tray, view.lens, empty)
        assert farthest(found, true_geometry(pose, through)) < 0.5
        assert measure_dice(thrown, found).edge == pytest.approx(16.0, rel=0.03)
        (width, height) = view.markers.centers[2][1:]
        assert (width, height) == (pytest.approx(480.0, rel=0.008), pytest.approx(200.0, rel=0.008))
        edges = felt_edges(empty, seen.tags, view.markers, view.lens)
        assert edges[0][0] == pytest.approx(TRAY[0], rel=0.01) and edges[1][0] == pytest.approx(TRAY[1], rel=0.01)


@pytest.mark.parametrize("pose", TILTS)
def test_dice_are_measured_from_every_side(pose: Pose) -> None:
    known = replace(true_geometry(pose), empty=photograph(pose, seed=1))
    size = measure_dice(photograph(pose, THROW, seed=2), known)
    assert size.edge == pytest.approx(16.0, rel=0.03)
    centers = sorted(size.centers)
    truth = sorted((die.x, die.y) for die in THROW)
    assert np.hypot(*(np.array(centers) - truth).T).max() < 6.0


def covered(picture: Image, tag: int) -> Image:
    hand = picture.copy()
    x, y = look(picture, 0.0).tags[tag].mean(axis=0).astype(int)
    cv2.circle(hand, (int(x), int(y)), 55, (150, 170, 210), -1)
    return hand


@pytest.mark.parametrize("tag", range(4))
def test_a_hidden_tag_is_named_and_harmless_when_seen_once(tag: int) -> None:
    picture = photograph(TILTS[0], seed=1)
    hidden = covered(picture, tag)
    with pytest.raises(CalibrationError) as refused:
        solve_tray([hidden, hidden], MARKERS, rendered_tray.LENS)
    assert (refused.value.reason, refused.value.values["first"]) == (Reason.MISSING, tag)
    fit = solve_tray([hidden, picture], MARKERS, rendered_tray.LENS)
    assert farthest(geometry_with(fit.picture_to_tray, rendered_tray.LENS), true_geometry(TILTS[0])) < 0.5


@pytest.mark.parametrize("strength", [40.0, 90.0, 160.0])
def test_glare_on_a_tag_never_shifts_the_tray(strength: float) -> None:
    """A soft reflection over a tag: the tray is right to half a millimetre, or the tag is said to be hidden."""
    picture = photograph(TILTS[0], seed=1)
    x, y = look(picture, 0.0).tags[1].mean(axis=0)
    down, across = np.mgrid[0:HEIGHT, 0:WIDTH]
    shine = strength * np.exp(-(((across - x - 14) / 26.0) ** 2 + ((down - y + 10) / 20.0) ** 2))
    glaring = np.clip(picture + shine[..., None], 0, 255).astype(np.uint8)
    try:
        fit = solve_tray([glaring], MARKERS, rendered_tray.LENS)
    except CalibrationError as error:
        assert (error.reason, error.values["first"]) == (Reason.MISSING, 1)
        assert strength > 40.0
    else:
        assert farthest(geometry_with(fit.picture_to_tray, rendered_tray.LENS), true_geometry(TILTS[0])) < 0.5


def test_white_that_bleeds_into_the_tags_is_allowed_for() -> None:
    """A bright lamp makes every tag look two pixels smaller; the estimated distances hardly change."""
    picture = photograph(TILTS[0], seed=1)
    bled = cv2.dilate(picture, np.ones((3, 3), np.uint8))
    tags = look(bled, 0.0).tags
    plain = view_from_tags(tags, MARKERS.size, WIDTH, HEIGHT).markers.centers[2][1]
    allowed = view_from_tags(unbled(bled, tags), MARKERS.size, WIDTH, HEIGHT).markers.centers[2][1]
    assert plain > 480.0 * 1.02
    assert allowed == pytest.approx(480.0, rel=0.01)
