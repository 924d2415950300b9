"""The figures of fair dice: the right chances, only throws that may count, and few false alarms."""

from __future__ import annotations

import random

import pytest
from test_regulars import NAMES, written

from game.actions import Action, CallUp, Reveal, Throw, Wager, action_to_json
from game.fairness import (
    ALPHA,
    BIAS,
    LEAST_DICE,
    POWER,
    Faces,
    chi_square_tail,
    critical,
    dice_needed,
    faces,
    once_in,
    power,
    verdict,
    verdicts,
)
from game.journal_rows import GameRecord, JournalRow
from game.past_game import past_game

ROUND: list[Action] = [
    Wager(5),
    Throw(0, (6, 6, 6, 2, 1)),
    Throw(1, (5, 5, 4, 2, 1)),
    Throw(2, (1, 2, 3, 4, 6)),
    CallUp(),
    Throw(1, (5, 5, 5, 5, 5), (5, 5)),
    Throw(2, (3, 3, 3, 3, 3)),
    Reveal(0, (6, 6, 6, 4, 4)),
]
"""Six sixes, aces and twos and fives and fours in the first throws; what comes later is chosen or shown only sometimes."""


@pytest.mark.parametrize(
    ("statistic", "chance"), [(0, 1.0), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)]
)
def test_the_chances_are_those_of_the_tables(statistic: float, chance: float) -> None:
    assert chi_square_tail(statistic) == pytest.approx(chance, rel=2e-3)
    if statistic:
        assert critical(chance) == pytest.approx(statistic, rel=1e-3)


def test_the_noncentral_chances_are_those_of_the_tables() -> None:
    """Cohen's figures for five degrees of freedom: 80 % power at the 5 % level needs a noncentrality of 12.83."""
    dice = round(12.83 * 5 / 0.2**2)
    assert power(dice, 0.2, 0.05) == pytest.approx(0.80, abs=0.002)
    assert power(0, 0.2, 0.05) == pytest.approx(0.05, abs=1e-6)


def test_so_many_dice_show_the_bias_so_often() -> None:
    chance, needed = random.Random(5), dice_needed(BIAS)
    weights = [(1 + BIAS) / 6, *[(1 - BIAS / 5) / 6] * 5]
    limit, found = critical(ALPHA), 0
    for _ in range(400):
        counts = [0] * 6
        for face in chance.choices(range(6), weights, k=needed):
            counts[face] += 1
        found += Faces(tuple(counts)).chi_square >= limit  # type: ignore[arg-type]
    assert found / 400 == pytest.approx(POWER, abs=0.05)


def test_only_whole_first_throws_that_the_camera_read_count() -> None:
    (total,) = faces([written("boss", NAMES, {"bank": 40}, ROUND)])
    assert total.counts == (3, 3, 1, 2, 2, 4)
    assert (total.dice, total.left_out, total.tint) == (15, 0, None)


def sources(*known: str | None, house: bool = False) -> Faces:
    options = {"bank": 40, **({"house": [None, "regular", None]} if house else {})}
    record = GameRecord(1, "boss", NAMES, options, 1.0, None, None)
    rows = [
        JournalRow(1, "act", None, action_to_json(action), source, 1.0) for action, source in zip(ROUND[:4], known, strict=True)
    ]
    past = past_game(record, rows)
    assert past is not None
    return faces([past])[0]


def test_what_was_set_by_hand_or_thrown_by_the_machine_is_left_out() -> None:
    assert sources(None, "seen", "by hand", "seen") == Faces((2, 2, 1, 1, 0, 4), None, 1)
    assert sources(None, "seen", None, "seen", house=True) == Faces((2, 2, 1, 1, 0, 4), None, 0)


def test_a_corrected_throw_is_left_out() -> None:
    record = GameRecord(1, "boss", NAMES, {"bank": 40}, 1.0, None, None)
    rows = [JournalRow(1, "act", None, action_to_json(action), "seen", 1.0) for action in ROUND[:4]]
    fixed = JournalRow(1, "amend", 1, action_to_json(Throw(0, (5, 5, 5, 5, 5))), "misread", 2.0)
    past = past_game(record, [*rows, fixed])
    assert past is not None
    assert faces([past])[0] == Faces((2, 2, 1, 2, 2, 1), None, 1)


def test_every_colour_is_a_set_of_its_own() -> None:
    found = faces([written("boss", NAMES, {"bank": 40, "tints": ["red", "blue", "red"]}, ROUND)])
    assert [(one.tint, one.dice) for one in found] == [(None, 15), ("red", 10), ("blue", 5)]
    assert tuple(map(sum, zip(*(one.counts for one in found[1:]), strict=True))) == found[0].counts


def test_what_is_said() -> None:
    assert str(verdict(Faces((5,) * 6)).sentence) == f"30 dice are too few to say; {LEAST_DICE} are the least."
    fair = verdict(Faces((205, 208, 207, 206, 209, 205)))
    assert (str(fair.sentence), fair.unusual) == ("Nothing unusual in 1240 dice.", False)
    assert fair.needed == dice_needed(BIAS) - 1240
    loud = verdict(Faces((195, 195, 195, 195, 195, 265)))
    assert loud.unusual
    assert (
        str(loud.sentence)
        == f"Too many sixes: 265 of 1240 dice, 207 expected; by chance once in {once_in(loud.faces.chance)} times."
    )
    rare = verdict(Faces((140, 220, 220, 220, 220, 220)))
    assert str(rare.sentence).startswith("Too few aces: 140 of 1240 dice, 207 expected")


@pytest.mark.parametrize(("chance", "times"), [(0.5, 2), (1 / 300, 300), (1 / 12_345, 12_000), (0.0, 1_000_000)])
def test_a_chance_in_words(chance: float, times: int) -> None:
    assert once_in(chance) == times


def test_fair_tables_are_suspected_once_in_a_hundred_at_most() -> None:
    chance, alarms = random.Random(11), 0
    for _ in range(1500):
        sets = []
        for tint in ("ivory", "red", "blue"):
            counts = [0] * 6
            for face in chance.choices(range(6), k=150):
                counts[face] += 1
            sets.append(Faces(tuple(counts), tint))  # type: ignore[arg-type]
        total = Faces(tuple(map(sum, zip(*(one.counts for one in sets), strict=True))))  # type: ignore[arg-type]
        alarms += any(one.unusual for one in verdicts((total, *sets)))
    assert alarms / 1500 <= 0.02
