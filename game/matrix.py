"""Two-player zero-sum games of whole numbers, solved exactly (von Neumann 1928; simplex with Bland's rule, Bland 1977).

The pivots keep all numbers whole (Edmonds 1967, Bareiss 1968), so no rounding is ever made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Solution:
    """The value for the row player, who wants much, and one best mixture of rows and of columns."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve(payoffs: Matrix) -> Solution:
    """An equilibrium of the game in which the row player receives `payoffs[row][column]` from the column player.

    A pair of single moves is preferred to mixtures; dominated moves are never used. Raises ValueError for an empty
    or ragged matrix.
    """
    if not payoffs or not payoffs[0] or any(len(row) != len(payoffs[0]) for row in payoffs):
        raise ValueError("A matrix game needs rows of the same length, at least one, and at least one column.")
    rows, columns = _undominated(payoffs)
    small = [[payoffs[row][column] for column in columns] for row in rows]
    solution = _saddle(small) or _simplex(small)
    return Solution(
        solution.value,
        _spread(solution.rows, rows, len(payoffs)),
        _spread(solution.columns, columns, len(payoffs[0])),
    )


def _spread(chances: Sequence[Fraction], places: Sequence[int], size: int) -> tuple[Fraction, ...]:
    wide = [Fraction(0)] * size
    for place, chance in zip(places, chances, strict=True):
        wide[place] = chance
    return tuple(wide)


def _undominated(payoffs: Matrix) -> tuple[list[int], list[int]]:
    """Rows and columns left when all moves are removed that another is never worse than; of equal ones the first stays."""
    rows, columns = list(range(len(payoffs))), list(range(len(payoffs[0])))
    while True:
        before = len(rows) + len(columns)
        rows = _maximal(rows, [[payoffs[row][column] for column in columns] for row in rows])
        columns = _maximal(columns, [[-payoffs[row][column] for row in rows] for column in columns])
        if len(rows) + len(columns) == before:
            return rows, columns


def _maximal(names: Sequence[int], vectors: Matrix) -> list[int]:
    left: list[int] = []
    for i, mine in enumerate(vectors):
        beaten = any(
            j != i and all(b >= a for a, b in zip(mine, other, strict=True)) and (mine != other or j < i)
            for j, other in enumerate(vectors)
        )
        if not beaten:
            left.append(names[i])
    return left


def _saddle(payoffs: Matrix) -> Solution | None:
    lows = [min(row) for row in payoffs]
    highs = [max(column) for column in zip(*payoffs, strict=True)]
    if max(lows) != min(highs):
        return None
    row, column = lows.index(max(lows)), highs.index(min(highs))
    return Solution(
        Fraction(max(lows)),
        tuple(Fraction(i == row) for i in range(len(lows))),
        tuple(Fraction(i == column) for i in range(len(highs))),
    )


def _simplex(payoffs: Matrix) -> Solution:
    """Maximises the sum of y over `payoffs @ y <= 1`, after a shift that makes all payoffs positive.

    The entries of the tableau stand over one common denominator, the last pivot, which stays positive.
    """
    shift = 1 - min(min(row) for row in payoffs)
    height, width = len(payoffs), len(payoffs[0])
    tableau = [[entry + shift for entry in row] + [int(i == k) for k in range(height)] + [1] for i, row in enumerate(payoffs)]
    tableau.append([-1] * width + [0] * height + [0])
    basis = list(range(width, width + height))
    denominator = 1
    while True:
        goal = tableau[height]
        entering = next((j for j in range(width + height) if goal[j] < 0), None)
        if entering is None:
            break
        leaving = min(
            (i for i in range(height) if tableau[i][entering] > 0),
            key=lambda i: (Fraction(tableau[i][-1], tableau[i][entering]), basis[i]),
        )
        denominator = _pivot(tableau, leaving, entering, denominator)
        basis[leaving] = entering
    total = Fraction(tableau[height][-1], denominator)
    columns = [Fraction(0)] * width
    for i, name in enumerate(basis):
        if name < width:
            columns[name] = Fraction(tableau[i][-1], denominator) / total
    rows = tuple(Fraction(tableau[height][width + i], denominator) / total for i in range(height))
    return Solution(1 / total - shift, rows, tuple(columns))


def _pivot(tableau: list[list[int]], leaving: int, entering: int, denominator: int) -> int:
    pivot_row = tableau[leaving]
    pivot = pivot_row[entering]
    for i, row in enumerate(tableau):
        if i != leaving:
            factor = row[entering]
            tableau[i] = [(a * pivot - factor * b) // denominator for a, b in zip(row, pivot_row, strict=True)]
    return pivot
