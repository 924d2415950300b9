"""Pictures of views: the same view gives the same pixels, every screen at every size, and no die shows what was not read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.view import ButtonView, DieState, DieView, Lamp, Screen, View
from ui.draw.cache import Sprites
from ui.draw.sketch import Sketch
from ui.motion.timeline import timeline
from ui.paint import Painter, paint
from ui.samples import views
from ui.samples.crops import crops
from ui.samples.faults import tray_moved
from ui.samples.occasions import attract
from ui.samples.rounds import call, first_throws, reveal_waits, settlement
from ui.samples.seats import lane
from ui.samples.troubles import unclear
from ui.theme import BRASS, OFF, UP

SIZES = ((480, 320), (1024, 600), (1366, 768), (600, 1024), (700, 700))


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


def near(surface: pygame.Surface, color: tuple[int, int, int], slack: int = 6) -> np.ndarray:
    """Where the picture has a colour, as an array of booleans (x, y)."""
    return (np.abs(pixels(surface) - color) <= slack).all(axis=2)


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter((1280, 720), "en")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_screen_is_painted_at_every_size(size: tuple[int, int]) -> None:
    one = Painter(size, "nb")
    pictures = crops()
    for name, view in views().items():
        surface = one.paint(view, pictures)
        assert surface.get_size() == size
        assert pixels(surface).std() > 8, f"{name} is almost empty"


def test_a_large_screen_is_painted() -> None:
    surface = Painter((1920, 1080), "en").paint(call())
    assert surface.get_size() == (1920, 1080)
    assert near(surface, BRASS)[30:60, 240:320].any()


def test_every_kind_of_screen_has_a_sample() -> None:
    assert {view.screen for view in views().values()} == set(Screen)


@pytest.mark.parametrize("name", ["06-call", "08-settlement", "10-winner"])
def test_the_same_view_gives_the_same_pixels(name: str, painter: Painter) -> None:
    view = views()[name]
    first = painter.paint(view, crops(), 0.2)
    again = paint(view, (1280, 720), "en", crops(), 0.2)
    assert np.array_equal(pixels(first), pixels(again))


def test_a_view_without_anything_is_still_a_picture(painter: Painter) -> None:
    empty = call().headline
    for screen in Screen:
        assert painter.paint(View(screen, empty)).get_size() == (1280, 720)


def test_rolling_dice_have_no_pips(painter: Painter) -> None:
    """Ivory dice in the light: their pips are nearly black, which a blank face is not."""
    rolling = replace(first_throws(), lanes=(lane(0, lit=True, dice=(DieView(DieState.ROLLING),) * 5, bank=None),))
    thrown = replace(rolling, lanes=(replace(rolling.lanes[0], dice=(DieView(DieState.FACE, 5),) * 5),))
    pip = (32, 24, 15)
    assert near(painter.paint(thrown), pip, 3).sum() - near(painter.paint(rolling), pip, 3).sum() > 3000


def test_an_unclear_die_is_a_dashed_place_with_its_reason(painter: Painter) -> None:
    picture = painter.compose(unclear(), crops())
    written = [text.text for text in picture.texts]
    assert "?" in written
    assert "leans on the rail" in written


def test_a_number_stands_on_the_cup_and_nothing_else(painter: Painter) -> None:
    """Whatever lies hidden, the picture of the call is the same: only the number of hidden dice is in a view."""
    assert "3" in [text.text for text in painter.compose(call()).texts]


@pytest.mark.parametrize(("lamp", "lit"), [(Lamp.LIT, True), (Lamp.QUIET, False), (Lamp.DARK, False)])
def test_a_button_glows_only_when_the_game_waits_for_it(painter: Painter, lamp: Lamp, lit: bool) -> None:
    footer = replace(call().footer, green=ButtonView(lamp, call().footer.green.label))
    surface = painter.paint(replace(call(), footer=footer))
    corner = near(surface, UP, 40)[40:112, 620:700]
    assert bool(corner.sum() > 1500) is lit
    beside = (
        pixels(surface)[30, 610] - pixels(painter.paint(replace(call(), footer=replace(footer, green=ButtonView()))))[30, 610]
    )
    assert bool(beside[1] > 2) is lit


def test_a_dark_button_has_no_label(painter: Painter) -> None:
    footer = replace(call().footer, green=ButtonView(Lamp.DARK, call().footer.green.label))
    assert "Come up!" not in [text.text for text in painter.compose(replace(call(), footer=footer)).texts]


def test_nothing_is_green_or_red_but_the_buttons(painter: Painter) -> None:
    surface = painter.paint(call())
    for color in (UP, OFF):
        assert not near(surface, color, 20)[:, :600].any()


def test_exactly_one_lane_is_lit(painter: Painter) -> None:
    """The brass wedge stands once on the left edge, at the lane of whoever throws."""
    column = near(painter.paint(first_throws()), BRASS)[22, :]
    rows = np.flatnonzero(column)
    assert rows.size > 20
    assert rows.max() - rows.min() < 50
    assert 298 < rows.mean() < 488


def test_the_footer_never_moves(painter: Painter) -> None:
    """The ring of the green button stands at the same pixels in every game."""
    rings = [pixels(painter.paint(view, crops()))[36:40, 655:668] for name, view in views().items() if name != "01-attract"]
    assert all(np.abs(ring - rings[0]).max() < 90 for ring in rings)


def test_a_chip_flies_while_a_payment_is_under_way(painter: Painter) -> None:
    channel = (slice(985, 1035), slice(300, 590))
    paid = settlement()
    acts = timeline(reveal_waits(), paid)
    in_flight = 0.32 + 0.6 + 0.48 + 0.12 + 0.25
    still = pixels(painter.paint(paid))
    flying = [np.abs(pixels(painter.moment(paid, None, acts, time)) - still)[channel].sum() for time in (in_flight, 9.0)]
    assert flying[0] > 10000
    assert flying[1] == 0


def test_a_banner_dims_the_round_and_hides_its_texts(painter: Painter) -> None:
    picture = painter.compose(tray_moved())
    assert "The tray has moved" in [text.text for text in picture.texts]
    assert "Tom throws" not in [text.text for text in picture.texts]
    assert pixels(picture.surface)[:, :80].max() < 70


def test_every_fault_has_its_own_picture(painter: Painter) -> None:
    faults = [views()[name] for name in ("14-tray-moved", "14-camera-silent", "14-picture-unfit", "14-too-dark")]
    right = [pixels(painter.paint(view))[820:1200, 180:500] for view in faults]
    for index, one in enumerate(right):
        assert all((one != other).mean() > 0.01 for other in right[:index])


def test_the_light_of_the_attract_screen_moves_on_and_the_picture_drifts(painter: Painter) -> None:
    first, later = painter.paint(attract()), painter.paint(attract(), None, 6.5)
    assert not np.array_equal(pixels(first)[530:750, 140:400], pixels(later)[530:750, 140:400])
    drifted = painter.paint(attract(), None, 60.0)
    assert (pixels(drifted)[:12] == 0).all()


def test_the_attract_screen_grows_dark_and_keeps_one_picture(painter: Painter) -> None:
    bright, dim, alone = (pixels(painter.paint(attract(), None, time)) for time in (3.0, 620.0, 3605.0))
    assert dim.max() < 0.72 * bright.max()
    assert 0 < (alone > 60).mean() < 0.5 * (dim > 60).mean()


def test_sprites_stay_within_their_limit() -> None:
    sprites = Sprites(limit=50_000)
    for number in range(40):
        sprites.get(number, lambda: Sketch(0, 0, 50, 50).finish())
        assert sprites.bytes <= 50_000
    kept = sprites.get(39, lambda: pytest.fail("the newest sprite is still there"))
    assert kept.surface.get_size() == (50, 50)


def test_a_painter_keeps_its_cache_small() -> None:
    one = Painter((800, 480), "en", cache=4_000_000)
    for view in views().values():
        one.paint(view, crops())
        assert one.cached_bytes <= 4_000_000


@pytest.mark.parametrize("name", ["03-first-throws", "06-call", "08-settlement"])
def test_speed_of_a_frame(benchmark: BenchmarkFixture, painter: Painter, name: str) -> None:
    view = views()[name]
    painter.paint(view)
    benchmark(painter.paint, view, None, 0.2)
