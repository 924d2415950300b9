"""The palette keeps its contrasts, dice of any colour stay readable, and every screen finds its size class."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui import theme
from ui.theme import TINTS, contrast, layout, rgb, tint_of


@pytest.mark.parametrize(
    ("letters", "ground", "least"),
    [
        (theme.BONE, theme.NIGHT, 17.5),
        (theme.FOG, theme.SHADE, 11.1),
        (theme.MIST, theme.RAISE, 7.0),
        (theme.FOG, theme.FOOT, 12.1),
        (theme.BONE, theme.OAK[0], 11.1),
        (theme.SAND, theme.OAK[0], 9.0),
        (theme.BRASS, theme.OAK[0], 7.5),
        (theme.INK, theme.BRASS, 11.6),
    ],
)
def test_letters_stand_out_as_the_guide_says(letters: theme.Color, ground: theme.Color, least: float) -> None:
    assert contrast(letters, ground) >= least


@pytest.mark.parametrize("color", theme.CHART)
def test_names_in_the_chart_are_readable(color: theme.Color) -> None:
    assert contrast(color, theme.SHADE) >= 7


def test_a_measured_colour_keeps_its_hue_and_gets_readable_pips() -> None:
    green = tint_of("#3f8f55")
    assert contrast(green.face, green.pip) >= 7
    assert green.face[1] > green.face[0] and green.face[1] > green.face[2]


def test_red_dice_with_white_pips_stay_red() -> None:
    light, dark = tint_of("#b43c34/light"), tint_of("#b43c34/dark")
    assert light.pip == rgb("#FFF4E2") and light.face[0] < 0xB4 and not light.pale
    assert dark.pip == rgb("#20180F") and dark.face[0] > 0xB4 and dark.pale


@given(st.tuples(*[st.integers(0, 255)] * 3), st.sampled_from(("", "/light", "/dark")))
def test_pips_are_readable_on_every_colour(face: tuple[int, int, int], pips: str) -> None:
    tint = tint_of("#{:02x}{:02x}{:02x}".format(*face) + pips)
    assert contrast(tint.face, tint.pip) >= 6.9
    assert contrast(tint.face, tint.side) >= 1


def test_named_tints_are_those_of_the_guide_and_nonsense_is_ivory() -> None:
    assert tint_of("red").face == rgb("#942A24")
    assert tint_of("nonsense") == tint_of("#12") == TINTS["ivory"]


@pytest.mark.parametrize(
    ("width", "height", "name", "scale"),
    [
        (800, 480, "small", 1.0),
        (1024, 600, "large", 0.8),
        (1280, 720, "large", 1.0),
        (1280, 800, "large", 1.0),
        (1920, 1080, "large", 1.5),
        (1080, 1920, "portrait", 1.0),
        (720, 1280, "portrait", 2 / 3),
        (480, 320, "small", 0.6),
    ],
)
def test_a_screen_takes_its_class_by_shape(width: int, height: int, name: str, scale: float) -> None:
    found = layout(width, height)
    assert found.size.name == name
    assert found.scale == pytest.approx(scale)
    assert (found.pixels(found.width), found.pixels(found.height)) == (width, height)


def test_a_screen_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="0x480"):
        layout(0, 480)
