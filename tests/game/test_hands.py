"""Ranking five dice: rules H1 to H5 and the first throws of the systems A, B and C."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.hands import (
    Category,
    FirstFullHouse,
    FirstRanking,
    FirstTwoPair,
    Rank,
    TwoPairTie,
    all_ranks,
    combination,
    final_rank,
    first_rank,
    kept_by_boss,
)

A, B, C = FirstRanking
DICE = st.tuples(*[st.integers(1, 6)] * 5)


def test_h1_six_is_high_and_the_ace_low() -> None:
    assert final_rank((6, 6, 1, 2, 3)) > final_rank((5, 5, 1, 2, 3)) > final_rank((1, 1, 6, 5, 4))


def test_h2_classes_from_five_of_a_kind_down_to_a_pair() -> None:
    ladder = [(1, 1, 1, 1, 1), (1, 1, 1, 1, 2), (1, 1, 1, 2, 2), (1, 1, 1, 2, 3), (1, 1, 2, 2, 3), (1, 1, 2, 3, 4)]
    ranks = [final_rank(hand) for hand in ladder]
    assert ranks == sorted(ranks, reverse=True)
    assert [rank.category for rank in ranks] == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("straight", [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (6, 1, 2, 4, 5)])
def test_h3_straights_and_five_different_dice_are_nothing(straight: tuple[int, ...]) -> None:
    assert final_rank(straight) == Rank(Category.NOTHING, 0, 0)
    assert final_rank(straight) < final_rank((1, 1, 2, 3, 4))


def test_h4_the_trips_of_a_full_house_decide_first_then_its_pair() -> None:
    assert final_rank((6, 6, 6, 1, 1)) > final_rank((5, 5, 5, 6, 6))
    assert final_rank((5, 5, 5, 6, 6)) > final_rank((5, 5, 5, 2, 2))


def test_h4_h_a_the_high_pair_decides_first_then_the_low_pair() -> None:
    assert final_rank((6, 6, 1, 1, 2)) > final_rank((5, 5, 4, 4, 6))
    assert final_rank((6, 6, 5, 5, 1)) > final_rank((6, 6, 4, 4, 3))


def test_h_a_two_pair_tie_high_makes_equal_high_pairs_tie() -> None:
    high = TwoPairTie.HIGH
    assert final_rank((6, 6, 5, 5, 1), high) == final_rank((6, 6, 4, 4, 3), high)
    assert final_rank((6, 6, 1, 1, 2), high) > final_rank((5, 5, 4, 4, 6), high)


def test_h_b_full_houses_with_the_same_trips_compare_their_pairs() -> None:
    assert final_rank((1, 1, 1, 3, 3)) > final_rank((1, 1, 1, 2, 2))


@pytest.mark.parametrize(
    ("one", "other"),
    [((4, 4, 4, 4, 1), (4, 4, 4, 4, 6)), ((3, 3, 3, 1, 2), (3, 3, 3, 6, 5)), ((2, 2, 5, 5, 1), (5, 5, 2, 2, 6))],
)
def test_h5_h_c_other_dice_never_count(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert final_rank(one) == final_rank(other)


def test_h_d_nothing_ties_nothing() -> None:
    assert final_rank((1, 2, 3, 4, 5)) == final_rank((1, 2, 3, 4, 6))


def test_a5_a_a_full_house_counts_as_trips_and_two_pair_as_a_pair_under_a() -> None:
    assert first_rank((5, 5, 5, 2, 2), A) == first_rank((5, 5, 5, 3, 4), A) == Rank(Category.TRIPS, 5, 0)
    assert first_rank((5, 5, 4, 4, 1), A) == first_rank((5, 5, 3, 2, 1), A) == Rank(Category.PAIR, 5, 0)


def test_b3_b_a_only_two_pair_is_an_exception_under_b() -> None:
    assert first_rank((5, 5, 5, 2, 2), B) == Rank(Category.FULL_HOUSE, 5, 2)
    assert first_rank((5, 5, 4, 4, 1), B) == Rank(Category.PAIR, 5, 0)


def test_c2_c_a_c_b_the_first_throw_ranks_like_the_last_under_c() -> None:
    assert first_rank((5, 5, 5, 2, 2), C) == Rank(Category.FULL_HOUSE, 5, 2)
    assert first_rank((5, 5, 4, 4, 1), C) == Rank(Category.TWO_PAIR, 5, 4)


def test_readings_of_the_first_throw_can_be_chosen() -> None:
    assert first_rank((5, 5, 5, 2, 2), B, full_house=FirstFullHouse.TRIPS).category is Category.TRIPS
    assert first_rank((5, 5, 5, 2, 2), A, full_house=FirstFullHouse.FULL).category is Category.FULL_HOUSE
    assert first_rank((5, 5, 4, 4, 1), C, two_pair=FirstTwoPair.HIGH_PAIR).category is Category.PAIR
    assert first_rank((5, 5, 4, 4, 1), B, two_pair=FirstTwoPair.TWO_PAIR).category is Category.TWO_PAIR


@pytest.mark.parametrize(
    ("dice", "kept"),
    [
        ((2, 5, 1, 5, 6), {A: (5, 5), B: (5, 5), C: (5, 5)}),
        ((3, 5, 3, 5, 6), {A: (5, 5), B: (5, 5), C: (3, 3, 5, 5)}),
        ((2, 5, 5, 5, 6), {A: (5, 5, 5), B: (5, 5, 5), C: (5, 5, 5)}),
        ((2, 5, 5, 5, 2), {A: (5, 5, 5), B: (2, 2, 5, 5, 5), C: (2, 2, 5, 5, 5)}),
        ((4, 4, 4, 1, 4), {A: (4, 4, 4, 4), B: (4, 4, 4, 4), C: (4, 4, 4, 4)}),
        ((1, 1, 1, 1, 1), {A: (1,) * 5, B: (1,) * 5, C: (1,) * 5}),
        ((1, 2, 3, 4, 6), {A: (), B: (), C: ()}),
    ],
)
def test_a7_b4_c3_the_boss_keeps_the_dice_of_the_combination(
    dice: tuple[int, ...], kept: dict[FirstRanking, tuple[int, ...]]
) -> None:
    assert {ranking: kept_by_boss(dice, ranking) for ranking in FirstRanking} == kept


def test_combination_names_both_pairs_even_where_only_the_high_one_counts() -> None:
    assert combination((6, 5, 6, 5, 1), final_rank((6, 5, 6, 5, 1), TwoPairTie.HIGH)) == (5, 5, 6, 6)


def test_f5_counts_of_the_7776_throws() -> None:
    counts = Counter(final_rank(dice).category for dice in product(range(1, 7), repeat=5))
    assert [counts[category] for category in Category] == [720, 3600, 1800, 1200, 300, 150, 6]


def test_all_ranks_are_the_70_that_throws_have() -> None:
    ranks = all_ranks()
    assert len(ranks) == 70
    assert list(ranks) == sorted({final_rank(dice) for dice in product(range(1, 7), repeat=5)})


@given(DICE, st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(dice: tuple[int, ...], source: object) -> None:
    shuffled = list(dice)
    source.shuffle(shuffled)  # type: ignore[attr-defined]
    assert final_rank(tuple(shuffled)) == final_rank(dice)
    assert [kept_by_boss(tuple(shuffled), ranking) for ranking in FirstRanking] == [
        kept_by_boss(dice, ranking) for ranking in FirstRanking
    ]


@given(DICE)
def test_the_kept_dice_alone_make_the_boss(dice: tuple[int, ...]) -> None:
    for ranking in FirstRanking:
        kept = kept_by_boss(dice, ranking)
        assert not Counter(kept) - Counter(dice)
        assert bool(kept) == (first_rank(dice, ranking).category is not Category.NOTHING)
