"""Fitting a text: smaller, then its short form, then narrow letters, then an ellipsis."""

from __future__ import annotations

import pytest

from ui.text import ELLIPSIS, Face, Fonts

FULL, SHORT = "Barbara, look under the cup and press.", "Look, then press."


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts()


def test_a_text_that_fits_keeps_its_size(fonts: Fonts) -> None:
    fitted = fonts.fit((FULL, SHORT), Face.FACT_600, 30, 900, 20)
    assert (fitted.lines, fitted.pixels, fitted.cut) == ((FULL,), 30, False)


def test_a_text_shrinks_no_further_than_needed(fonts: Fonts) -> None:
    width = fonts.width(FULL, Face.FACT_600, 26)
    fitted = fonts.fit((FULL, SHORT), Face.FACT_600, 30, width, 20)
    assert (fitted.lines, fitted.pixels) == ((FULL,), 26)
    assert fonts.width(FULL, Face.FACT_600, 27) > width


def test_the_short_form_comes_before_letters_below_the_smallest(fonts: Fonts) -> None:
    width = fonts.width(FULL, Face.FACT_600, 25) - 1
    fitted = fonts.fit((FULL, SHORT), Face.FACT_600, 30, width, 25)
    assert (fitted.lines, fitted.pixels) == ((SHORT,), 30)


def test_nothing_shrinks_below_70_percent(fonts: Fonts) -> None:
    fitted = fonts.fit((FULL,), Face.FACT_600, 40, 100, 10)
    assert fitted.pixels == 28
    assert fitted.cut


def test_a_name_in_besley_takes_narrow_letters_before_it_is_cut(fonts: Fonts) -> None:
    width = fonts.width("Wilhelmina", Face.NAME_700, 22) - 10
    fitted = fonts.fit(("Wilhelmina",), Face.NAME_700, 30, width, 22)
    assert (fitted.lines, fitted.face, fitted.cut) == (("Wilhelmina",), Face.FACT_700, False)


def test_the_end_is_cut_with_an_ellipsis_that_fits(fonts: Fonts) -> None:
    fitted = fonts.fit(("Wilhelmina",), Face.FACT_700, 30, 80, 25)
    (line,) = fitted.lines
    assert line.endswith(ELLIPSIS) and "Wilhelmina".startswith(line.removesuffix(ELLIPSIS))
    assert fonts.width(line, Face.FACT_700, fitted.pixels) <= 80


def test_two_lines_are_about_equally_long(fonts: Fonts) -> None:
    width = round(fonts.width(FULL, Face.FACT_600, 28) * 0.7)
    fitted = fonts.fit((FULL, SHORT), Face.FACT_600, 28, width, 25, 2)
    assert " ".join(fitted.lines) == FULL
    first, second = (fonts.width(line, Face.FACT_600, 28) for line in fitted.lines)
    assert abs(first - second) < width * 0.35


@pytest.mark.parametrize("face", list(Face))
def test_the_shipped_fonts_have_every_letter_of_both_languages(fonts: Fonts, face: Face) -> None:
    letters = "æøåÆØÅéà«»–−×…’%·\u00a0"
    assert all(metrics is not None and metrics[4] > 0 for metrics in fonts.font(face, 40).metrics(letters))


def test_figures_are_equally_wide_in_the_face_that_counts(fonts: Fonts) -> None:
    assert len({advance for *_, advance in fonts.font(Face.FACT_700, 84).metrics("0123456789")}) == 1
