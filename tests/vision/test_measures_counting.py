"""Right, misread, withheld and rash hands are counted as they are, and a count says how far it can be trusted."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.measures.answers import Answer, Case, Mode
from vision.measures.sheets import COUNTED, Sheet, counted, markdown, mean_over_sources, mutations, tallies, unreadable
from vision.measures.verdicts import Truth, Unreadable, Verdict, most, tally, verdict
from vision.result import Die, Flag, Reading, Status


def die(value: int | None, at: tuple[float, float] = (50.0, 50.0), flag: Flag | None = None) -> Die:
    x, y = at
    return Die(value, 0.9, at, 20.0, ((x, y), (x, y), (x, y), (x, y)), flag, (value or 1,))


def read(*values: int) -> Reading:
    return Reading(Status.READ if values else Status.EMPTY, tuple(die(value) for value in values))


def withheld(*dice: Die) -> Reading:
    return Reading(Status.UNSURE, dice, "The die in the middle is unclear.")


LEANING = Truth((3, 4), (Unreadable((50.0, 50.0), 30.0, frozenset({Flag.COCKED})),))


@pytest.mark.parametrize(
    ("truth", "reading", "expected"),
    [
        (Truth((1, 3, 5)), read(5, 1, 3), Verdict.RIGHT),
        (Truth((1, 3, 5)), read(1, 3, 6), Verdict.MISREAD),
        (Truth((1, 3, 5)), read(1, 3), Verdict.MISREAD),
        (Truth((1, 3, 5)), read(), Verdict.MISREAD),
        (Truth((1, 3, 5)), withheld(die(None)), Verdict.ABSTAINED),
        (Truth((1, 3, 5)), None, Verdict.FAILED),
        (Truth(()), read(), Verdict.RIGHT),
        (Truth(()), read(1), Verdict.MISREAD),
        (Truth(()), withheld(die(None)), Verdict.ABSTAINED),
        (Truth(None), read(1), Verdict.RASH),
        (Truth(None), read(), Verdict.SPARED),
        (Truth(None), withheld(die(None)), Verdict.SPARED),
        (LEANING, read(3, 4), Verdict.MISREAD),
        (LEANING, read(), Verdict.MISREAD),
        (LEANING, withheld(die(None, flag=Flag.COCKED)), Verdict.RIGHT),
        (LEANING, withheld(die(None, (66.0, 60.0), Flag.COCKED)), Verdict.RIGHT),
        (LEANING, withheld(die(None, flag=Flag.UNCLEAR)), Verdict.OTHER_REASON),
        (LEANING, withheld(die(None, (200.0, 50.0), Flag.COCKED)), Verdict.OTHER_REASON),
        (LEANING, withheld(die(4, flag=Flag.COCKED), die(None, (200.0, 50.0))), Verdict.OTHER_REASON),
    ],
)
def test_one_reading_is_judged(truth: Truth, reading: Reading | None, expected: Verdict) -> None:
    assert verdict(truth, reading) is expected


@pytest.mark.parametrize(
    ("wrong", "total", "rate"), [(0, 182, 0.01632), (0, 3000, 0.000998), (1, 100, 0.04656), (5, 5, 1.0), (3, 50, 0.1478)]
)
def test_the_bound_is_the_exact_one(wrong: int, total: int, rate: float) -> None:
    assert most(wrong, total) == pytest.approx(rate, rel=2e-3)


@settings(deadline=None)
@given(st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total - 1), st.just(total))))
def test_a_bound_lies_above_what_was_seen_and_rises_with_each_fault(counts: tuple[int, int]) -> None:
    wrong, total = counts
    assert wrong / total < most(wrong, total) < most(wrong + 1, total) <= 1.0


@pytest.mark.parametrize(("wrong", "total"), [(-1, 5), (6, 5)])
def test_impossible_counts_have_no_bound(wrong: int, total: int) -> None:
    with pytest.raises(ValueError, match="cannot be wrong"):
        most(wrong, total)


def answer(group: str, truth: Truth, usual: Reading | None, mutated: Reading | None = None) -> Answer:
    def load() -> tuple[object, Truth]:
        raise AssertionError("an answer is not loaded again")

    case = Case("a.jpg", "key", ("all", group), load)  #
    return Answer(case, truth, {mode: usual if mode is Mode.USUAL else mutated or usual for mode in Mode})


MIXED = [
    answer("source a", Truth((1, 2)), read(1, 2)),
    answer("source a", Truth((1, 2)), read(1, 2)),
    answer("source a", Truth((1, 2)), read(1, 3)),
    answer("source a", Truth((1, 2)), withheld(die(None)), read(6, 6)),
    answer("source b", Truth((4,)), read(4)),
]


def test_a_table_counts_by_group() -> None:
    found = tallies(MIXED)
    assert counted("all", found["all"]) == ("all", "5", "60.0 %", "1", "65.7 %", "1", "0")
    assert counted("a", found["source a"])[1:4] == ("4", "50.0 %", "1")
    assert len(counted("a", found["source a"])) == len(COUNTED)


def test_every_source_counts_alike_in_their_mean() -> None:
    row = mean_over_sources(tallies(MIXED))
    assert row[0] == "mean over 2 sources"
    assert (row[2], row[3], row[5]) == ("75.0 %", "12.5 %", "12.5 %")


def test_hands_that_must_be_withheld_count_by_reason() -> None:
    one = tally([Verdict.RIGHT, Verdict.RIGHT, Verdict.OTHER_REASON, Verdict.MISREAD])
    assert unreadable("leaning", one)[:4] == ("leaning", "4", "50.0 %", "1")
    assert unreadable("leaning", one)[5] == "25.0 %"


def test_nothing_counted_is_no_share() -> None:
    assert math.isnan(tally([]).share(Verdict.RIGHT))
    assert counted("none", tally([]))[2] == ""


def test_mutations_stand_beside_the_reader_as_it_is() -> None:
    sheet = mutations([("photographs", MIXED)])
    assert [row[2:] for row in sheet.rows] == [
        ("3", "1", "20.0 %", "1"),
        *[("3", "2", "40.0 %", "0")] * 4,
    ]
    spoilt = mutations([("leaning", [answer("x", LEANING, withheld(die(None)), read(3, 4))])])
    assert [row[2:] for row in spoilt.rows] == [("0", "0", "0.0 %", "1"), *[("0", "1", "100.0 %", "0")] * 4]


def test_a_table_becomes_markdown() -> None:
    text = markdown([Sheet("Title", ("", "n"), (("all", "3"),), "A note.")])
    assert text == "**Title**\n\n|  | n |\n| --- | --: |\n| all | 3 |\n\nA note.\n"
