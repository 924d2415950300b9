"""What dice are called: by their agreed colour, or by the word that is nearest to what the camera has measured."""

from __future__ import annotations

import pytest

from game.colours import WORDS, colour_name, colour_names
from ui.theme import TINTS


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("#ffffff", "white"),
        ("#e8e9ea", "white"),
        ("#eee0c4", "ivory"),
        ("#b01818", "red"),
        ("#7c1d1d", "red"),
        ("#1d3f8f", "blue"),
        ("#101318", "black"),
        ("#2b2b2b", "black"),
        ("#808080", "grey"),
        ("#2e8b4e", "green"),
        ("#0f5132", "green"),
        ("#f2d21f", "yellow"),
        ("#ea7722", "orange"),
        ("#5c3820", "brown"),
        ("#5b2d86", "purple"),
        ("#e88fb0", "pink"),
        ("#24a0a0", "turquoise"),
    ],
)
def test_a_measured_colour_has_the_word_that_people_use(code: str, word: str) -> None:
    for pips in ("", "/light", "/dark"):
        assert str(colour_name(code + pips)) == word


def test_the_colours_of_the_screen_have_their_own_names() -> None:
    for name, tint in TINTS.items():
        assert str(colour_name(name)) == name
        assert str(colour_name("#{:02x}{:02x}{:02x}".format(*tint.face))) == name


def test_every_colour_that_stands_for_a_word_is_called_by_it() -> None:
    for word, (name, codes) in WORDS.items():
        assert [str(colour_name(code)) for code in codes] == [word] * len(codes) == [str(name)] * len(codes)


def test_what_is_no_colour_is_called_by_itself() -> None:
    assert [str(name) for name in colour_names(["reddish", "#12", ""])] == ["reddish", "#12", ""]


def test_two_that_would_be_called_alike_show_their_codes() -> None:
    assert [str(name) for name in colour_names(["#942a24", "#275689/light"])] == ["red", "blue"]
    assert [str(name) for name in colour_names(["red", "#a02020/dark", "#942a24"])] == ["red", "red #a02020", "red #942a24"]
    alike = ["#942a24/light", "#942a24/dark", "blue", "blue"]
    assert [str(name) for name in colour_names(alike)] == ["red #942a24/light", "red #942a24/dark", "blue", "blue"]
