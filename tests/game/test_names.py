"""Names of hands, and the order in which a hand is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.names import arrange, face_name, first_throw_name, hand_name, number_word

hands = st.lists(st.integers(1, 6), min_size=5, max_size=5)


@pytest.mark.parametrize(
    ("dice", "first", "second"),
    [
        ((6, 6, 6, 6, 6), "Five sixes", None),
        ((4, 1, 4, 4, 4), "Four fours", None),
        ((5, 1, 5, 1, 1), "Full house", "aces over fives"),
        ((3, 3, 3, 6, 4), "Three threes", None),
        ((3, 6, 3, 6, 1), "Two pair", "sixes and threes"),
        ((1, 1, 6, 5, 3), "Pair of aces", None),
        ((1, 2, 3, 4, 5), "Nothing", "five different dice"),
        ((6, 6), "Pair of sixes", None),
    ],
)
def test_hands_are_named_in_two_lines(dice: tuple[int, ...], first: str, second: str | None) -> None:
    line, detail = hand_name(dice)
    assert (str(line), None if detail is None else str(detail)) == (first, second)


@pytest.mark.parametrize(
    ("dice", "first", "second"),
    [
        ((3, 3, 3, 6, 6), "Three threes", "the full house counts as three"),
        ((5, 5, 1, 1, 6), "Pair of fives", "two pair: the higher one counts"),
        ((6, 6, 5, 2, 1), "Pair of sixes", None),
    ],
)
def test_a_first_throw_says_what_counts(dice: tuple[int, ...], first: str, second: str | None) -> None:
    line, detail = first_throw_name(dice)
    assert (str(line), None if detail is None else str(detail)) == (first, second)


@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ((3, 2, 1, 1, 6), (1, 1, 6, 3, 2)),
        ((1, 6, 5, 1, 5), (5, 5, 1, 1, 6)),
        ((5, 1, 5, 1, 1), (1, 1, 1, 5, 5)),
        ((1, 3, 2, 6, 4), (6, 4, 3, 2, 1)),
    ],
)
def test_a_hand_shows_its_combination_first(dice: tuple[int, ...], shown: tuple[int, ...]) -> None:
    assert tuple(dice[index] for index in arrange(dice)) == shown


@given(hands)
def test_arranging_loses_no_die(dice: list[int]) -> None:
    assert sorted(arrange(dice)) == [0, 1, 2, 3, 4]


def test_words_exist_only_for_what_dice_show() -> None:
    assert [str(face_name(value)) for value in range(1, 7)] == ["aces", "twos", "threes", "fours", "fives", "sixes"]
    assert str(number_word(3)) == "three"
    assert str(number_word(3, capital=True)) == "Three"
    with pytest.raises(ValueError, match="1 to 6"):
        face_name(7)
    with pytest.raises(ValueError, match="one to six"):
        number_word(0)
