"""The twelve requirements: which hands qualify, with which points."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import Dice, Direction
from game.errors import InvalidAction
from game.requirements import (
    NUMBERED,
    Qualifying,
    Requirement,
    beats,
    best_point,
    meets,
    qualifies,
    qualifying,
    qualifying_places,
    requirement_named,
    requirements_met,
)

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "golden" / "golden_predicates.json"
ALL_HANDS = tuple(product(range(1, 7), repeat=5))
hands = st.tuples(*[st.integers(1, 6)] * 5)
requirements = st.sampled_from(NUMBERED)


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    if not GOLDEN.exists():
        pytest.skip("needs ../shared/golden")
    loaded: dict[str, Any] = json.loads(GOLDEN.read_text())
    return loaded


@pytest.mark.parametrize(
    ("requirement", "dice", "met"),
    [
        ("one_reno", (4, 4), True),
        ("one_reno", (4, 3), False),
        ("one_vegas", (3, 4), True),
        ("one_vegas", (5, 6), True),
        ("one_vegas", (4, 4), False),
        ("three_to_make_ten", (6, 3, 1), True),
        ("three_to_make_ten", (6, 4, 1), False),
        ("nevada", (3, 5, 3, 6), True),
        ("nevada", (3, 4, 3, 4), False),
        ("nevada", (6, 6, 5, 1), False),
        ("two_to_make_ten", (5, 5), True),
        ("two_to_make_ten", (6, 5), False),
        ("two_vegas", (6, 6, 1, 1), True),
        ("two_vegas", (6, 1, 1, 5), False),
        ("ship_captain_crew", (5, 6, 4), True),
        ("ship_captain_crew", (2, 1, 3), True),
        ("ship_captain_crew", (2, 3, 4), False),
        ("two_reno", (2, 2, 2, 2), True),
        ("two_reno", (2, 2, 2, 3), False),
        ("monterey", (4, 5, 3), True),
        ("monterey", (4, 2, 3), True),
        ("monterey", (4, 5, 6), False),
        ("four_to_make_ten", (1, 1, 2, 6), True),
        ("four_to_make_ten", (1, 1, 1, 6), False),
        ("three_to_make_five", (2, 1, 2), True),
        ("three_to_make_five", (1, 1, 2), False),
        ("three_to_make_sixteen", (6, 6, 4), True),
        ("three_to_make_sixteen", (6, 6, 5), False),
    ],
)
def test_d5_dice_meet_a_requirement(requirement: str, dice: Dice, met: bool) -> None:
    assert meets(requirement_named(requirement), dice) is met


def test_d5_only_the_right_number_of_dice_meets_a_requirement() -> None:
    assert not meets(Requirement.TWO_TO_MAKE_TEN, (5, 4, 1))
    assert not meets(Requirement.THREE_TO_MAKE_TEN, (5, 5))


def test_d_f_four_of_a_kind_is_two_reno_but_no_die_counts_twice() -> None:
    assert qualifies(Requirement.TWO_RENO, (2, 2, 2, 2, 5))
    assert not qualifies(Requirement.TWO_RENO, (2, 2, 2, 1, 5))
    assert not qualifies(Requirement.TWO_VEGAS, (6, 1, 5, 3, 3))
    assert qualifies(Requirement.NEVADA, (6, 6, 5, 2, 3))
    assert not qualifies(Requirement.NEVADA, (6, 6, 1, 2, 3))


def test_f1_the_exact_counts_of_all_7776_throws() -> None:
    counted = Counter(requirement for hand in ALL_HANDS for requirement in requirements_met(hand))
    assert {requirement: counted[requirement] for requirement in NUMBERED} == {
        requirement: requirement.count for requirement in NUMBERED
    }
    assert Requirement.NEVADA.count == 4380
    assert Requirement.NEVADA.chance == Fraction(365, 648)


def test_f2_every_throw_qualifies_for_one_reno_or_one_vegas() -> None:
    met = Counter(len(requirements_met(hand)) for hand in ALL_HANDS)
    assert met == {1: 60, 2: 230, 3: 601, 4: 1680, 5: 1330, 6: 2565, 7: 1100, 8: 210}
    assert all(qualifies(Requirement.ONE_RENO, hand) or qualifies(Requirement.ONE_VEGAS, hand) for hand in ALL_HANDS)


def test_e7_the_awards_of_twelve_rounds_add_up_to_72() -> None:
    assert [requirement.award for requirement in NUMBERED] == [2, 2, 3, 3, 4, 6, 6, 7, 8, 9, 11, 11]
    assert [requirement.number for requirement in NUMBERED] == list(range(1, 13))


def test_d9_the_payouts() -> None:
    half = Fraction(1, 2)
    assert [requirement.payout for requirement in NUMBERED] == [1, 1, 1 + half, 1 + half, 2, 2, 3, 3, 3, 4, 5, 5]


def test_d_b_a_hand_may_qualify_in_several_ways() -> None:
    hand = (3, 6, 3, 6, 1)
    assert qualifying(Requirement.ONE_RENO, hand) == (Qualifying((6, 6), 7), Qualifying((3, 3), 13))
    assert best_point(Requirement.ONE_RENO, hand, Direction.HIGHER) == 13
    assert best_point(Requirement.ONE_RENO, hand, Direction.LOWER) == 7
    assert best_point(Requirement.MONTEREY, hand, Direction.LOWER) is None
    assert qualifying_places(Requirement.ONE_RENO, hand) == ((0, 2), (1, 3))
    assert qualifying_places(Requirement.ONE_RENO, (2, 2, 2, 4, 5)) == ((0, 1), (0, 2), (1, 2))


@settings(deadline=None)
@given(requirements, hands)
def test_the_point_is_the_sum_of_the_other_dice(requirement: Requirement, hand: Dice) -> None:
    by_place = {
        (tuple(sorted(hand[place] for place in places)), sum(hand[place] for place in range(5) if place not in places))
        for places in qualifying_places(requirement, hand)
    }
    assert by_place == {(way.dice, way.point) for way in qualifying(requirement, hand)}


@settings(deadline=None)
@given(requirements, hands, st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(requirement: Requirement, hand: Dice, random: Any) -> None:
    shuffled = list(hand)
    random.shuffle(shuffled)
    assert qualifying(requirement, tuple(shuffled)) == qualifying(requirement, hand)


def test_the_examples_meet_their_requirement() -> None:
    for requirement in NUMBERED:
        assert requirement.examples
        assert all(meets(requirement, example) for example in requirement.examples), requirement


def test_d_m_an_equal_point_beats_nothing() -> None:
    assert beats(9, 8, Direction.HIGHER) and beats(8, 9, Direction.LOWER)
    assert not beats(9, 9, Direction.HIGHER) and not beats(9, 9, Direction.LOWER)


def test_an_unknown_name_is_refused_in_one_sentence() -> None:
    with pytest.raises(InvalidAction, match="There is no requirement 'straight'; known are one_reno"):
        requirement_named("straight")


@pytest.mark.shared
def test_the_golden_predicates_agree_on_all_252_hands(golden: dict[str, Any]) -> None:
    assert golden["requirements"] == [requirement.value for requirement in NUMBERED]
    assert golden["uses"] == [requirement.dice for requirement in NUMBERED]
    assert [Fraction(*pair) for pair in golden["payout"]] == [requirement.payout for requirement in NUMBERED]
    assert golden["exact_count"] == [requirement.count for requirement in NUMBERED]
    assert golden["progressive_points"] == [requirement.award for requirement in NUMBERED]
    assert len(golden["hands"]) == 252
    for digits, (mask, points) in golden["hands"].items():
        hand = tuple(int(digit) for digit in digits)
        for bit, requirement in enumerate(NUMBERED):
            assert qualifies(requirement, hand) is bool(mask >> bit & 1), (digits, requirement)
            found = sorted({way.point for way in qualifying(requirement, hand)})
            assert found == points.get(str(bit), []), (digits, requirement)
