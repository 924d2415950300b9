"""Exact solutions of small matrix games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.matrix import Solution, solve

half, third = Fraction(1, 2), Fraction(1, 3)
matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda size: st.lists(st.lists(st.integers(-9, 9), min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


def test_matching_pennies() -> None:
    assert solve([[1, -1], [-1, 1]]) == Solution(Fraction(0), (half, half), (half, half))


def test_rock_paper_scissors() -> None:
    assert solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) == Solution(Fraction(0), (third,) * 3, (third,) * 3)


def test_unequal_mixture() -> None:
    # The row player equalises 3p - (1 - p) = -p + 2(1 - p), so p = 3/7.
    solution = solve([[3, -1], [-1, 2]])
    assert solution.value == Fraction(5, 7)
    assert solution.rows == (Fraction(3, 7), Fraction(4, 7))
    assert solution.columns == (Fraction(3, 7), Fraction(4, 7))


def test_single_moves_are_preferred_to_mixtures() -> None:
    assert solve([[1, 1], [1, 1]]) == Solution(Fraction(1), (Fraction(1), Fraction(0)), (Fraction(1), Fraction(0)))


def test_dominated_moves_are_never_used() -> None:
    solution = solve([[0, 5], [0, 4]])
    assert solution.rows == (Fraction(1), Fraction(0))


@given(matrices)
def test_neither_player_can_gain(matrix: list[list[int]]) -> None:
    solution = solve(matrix)
    assert sum(solution.rows) == 1 == sum(solution.columns)
    assert min(solution.rows) >= 0 <= min(solution.columns)
    guaranteed = min(sum(p * a for p, a in zip(solution.rows, column, strict=True)) for column in zip(*matrix, strict=True))
    conceded = max(sum(p * a for p, a in zip(solution.columns, row, strict=True)) for row in matrix)
    assert guaranteed == solution.value == conceded


@pytest.mark.parametrize("bad", [[], [[]], [[1, 2], [3]]])
def test_a_matrix_must_be_a_rectangle(bad: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="same length"):
        solve(bad)
