"""The judgement alone: what the networks' opinions make of a die, of a thing beside it and of pips inside a large die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding import Candidate, merged
from vision.judgement import Evidence, Judgement, Limits, Verdict, in_doubt, judge_all
from vision.result import Flag

NOTHING, HIDDEN, LEANING = 0, 7, 8


def faces(label: int, chance: float, rest: int = HIDDEN) -> NDArray[np.float32]:
    """A network's nine chances: `label` has this one, and what is left goes mostly to `rest`."""
    row = np.full(9, (1 - chance) * 0.05, np.float32)
    row[rest] += (1 - chance) * 0.6
    row[label] = chance
    return (row / row.sum()).astype(np.float32)


def finder(label: int, chance: float) -> NDArray[np.float32]:
    """The finder's eight chances: hidden, 1..6, leaning."""
    row = np.full(8, (1 - chance) / 7, np.float32)
    row[label] = chance
    return row


def candidate(x: float, y: float, size: float, heat: float, values: NDArray[np.float32]) -> Candidate:
    return Candidate((x, y), size, size, (x, y), size * 0.8, 0.0, heat, values, 1.0)


def die(value: int, x: float, *, size: float = 40.0, sure: float = 0.97, heat: float = 0.85, y: float = 100.0) -> Evidence:
    return Evidence(candidate(x, y, size, heat, finder(value, 0.9)), faces(value, sure), 0.2, (200, 200, 200))


def company_of(*more: Evidence) -> list[Evidence]:
    return [die(2, 100), die(5, 200), die(6, 300), *more]


def at(x: float, judged: list[tuple[Evidence, Judgement]], y: float = 100.0) -> Judgement | None:
    near = [found for one, found in judged if one.candidate.center == (x, y)]
    return near[0] if near else None


def test_dice_on_which_both_agree_are_read() -> None:
    judged = judge_all(company_of(), None, Limits())
    assert [(found.verdict, found.guesses[0]) for _, found in judged] == [(Verdict.READ, v) for v in (2, 5, 6)]
    assert all(0.88 <= found.confidence <= 1 for _, found in judged)


def test_a_die_of_which_one_network_says_something_else_is_withheld() -> None:
    odd = Evidence(candidate(400, 100, 40, 0.85, finder(3, 0.95)), faces(5, 0.97), 0.2, (0, 0, 0))
    found = at(400, judge_all(company_of(odd), None, Limits()))
    assert found is not None
    assert found.verdict is Verdict.WITHHELD
    alone = at(400, judge_all(company_of(odd), None, Limits().without_second_opinion()))
    assert alone is not None
    assert (alone.verdict, alone.guesses[0]) == (Verdict.READ, 5)


def test_a_die_of_which_the_finder_nearly_knows_another_value_is_withheld() -> None:
    """The crop network's value is not without chance, but another is far likelier to the finder."""
    values = np.array([0.01, 0.01, 0.01, 0.82, 0.01, 0.12, 0.01, 0.01], np.float32)
    odd = Evidence(candidate(400, 100, 40, 0.85, values), faces(5, 0.99), 0.2, (0, 0, 0))
    found = at(400, judge_all(company_of(odd), None, Limits()))
    assert found is not None
    assert found.confidence >= Limits().certain
    assert found.verdict is Verdict.WITHHELD
    alone = at(400, judge_all(company_of(odd), None, Limits().without_second_opinion()))
    assert alone is not None
    assert (alone.verdict, alone.guesses[0]) == (Verdict.READ, 5)


def test_an_unsure_die_is_withheld_and_read_without_confidence() -> None:
    unsure = Evidence(candidate(400, 100, 40, 0.7, finder(4, 0.4)), faces(4, 0.45, rest=6), 0.2, (0, 0, 0))
    found = at(400, judge_all(company_of(unsure), None, Limits()))
    assert found is not None
    assert found.verdict is Verdict.WITHHELD
    assert found.guesses[:1] == (4,)
    bold = at(400, judge_all(company_of(unsure), None, Limits().without_confidence()))
    assert bold is not None
    assert bold.verdict is Verdict.READ


def unsure_of(value: int, other: int) -> Evidence:
    """A die that both networks take for `value`, neither with certainty."""
    return Evidence(candidate(400, 100, 40, 0.7, finder(value, 0.5)), faces(value, 0.6, rest=other), 0.2, (0, 0, 0))


def test_a_third_opinion_settles_a_doubtful_value() -> None:
    unsure = unsure_of(4, 6)
    before = at(400, judge_all(company_of(unsure), None, Limits()))
    assert before is not None
    assert before.verdict is Verdict.WITHHELD
    told = replace(unsure, context=faces(4, 0.97))
    after = at(400, judge_all(company_of(told), None, Limits()))
    assert after is not None
    assert (after.verdict, after.guesses[0]) == (Verdict.READ, 4)
    assert after.confidence > before.confidence
    unheard = at(400, judge_all(company_of(told), None, Limits(third=False)))
    assert unheard == before


def test_a_third_opinion_of_another_value_reads_nothing() -> None:
    found = at(400, judge_all(company_of(replace(unsure_of(4, 6), context=faces(6, 0.9))), None, Limits()))
    assert found is not None
    assert found.verdict is Verdict.WITHHELD
    assert set(found.guesses[:2]) == {4, 6}


def test_a_third_opinion_drops_a_shadow_and_keeps_a_hidden_die() -> None:
    shadow = Evidence(candidate(400, 100, 38, 0.4, finder(1, 0.3)), faces(NOTHING, 0.6, rest=HIDDEN), 0.2, (0, 0, 0))
    assert at(400, judge_all(company_of(shadow), None, Limits())) is not None
    assert at(400, judge_all(company_of(replace(shadow, context=faces(NOTHING, 0.98))), None, Limits())) is None
    kept = at(400, judge_all(company_of(replace(shadow, context=faces(HIDDEN, 0.9, rest=2))), None, Limits()))
    assert kept is not None
    assert (kept.verdict, kept.flag) == (Verdict.WITHHELD, Flag.OCCLUDED)


def test_a_faint_one_to_which_a_third_opinion_gives_a_fair_chance_does_not_vanish() -> None:
    faint = Evidence(candidate(400, 100, 38, 0.25, finder(1, 0.3)), faces(NOTHING, 0.9, rest=1), 0.2, (0, 0, 0))
    assert at(400, judge_all(company_of(replace(faint, context=faces(1, 0.1, rest=NOTHING))), None, Limits())) is None
    kept = at(400, judge_all(company_of(replace(faint, context=faces(1, 0.4, rest=NOTHING))), None, Limits()))
    assert kept is not None
    assert kept.present < Limits().present
    assert kept.verdict is Verdict.WITHHELD


def test_the_finder_alone_does_not_withhold_what_the_others_are_sure_of() -> None:
    torn = np.array([0.01, 0.01, 0.01, 0.01, 0.6, 0.01, 0.34, 0.01], np.float32)
    doubted = Evidence(candidate(400, 100, 40, 0.8, torn), faces(6, 0.98), 0.2, (0, 0, 0), context=faces(6, 0.93))
    found = at(400, judge_all(company_of(doubted), None, Limits()))
    assert found is not None
    assert (found.verdict, found.guesses[0]) == (Verdict.READ, 6)
    for less in (replace(doubted, context=faces(6, 0.6)), replace(doubted, faces=faces(6, 0.8))):
        found = at(400, judge_all(company_of(less), None, Limits()))
        assert found is not None
        assert found.verdict is Verdict.WITHHELD


@pytest.mark.parametrize(
    ("verdict", "confidence", "present", "asked"),
    [
        (Verdict.READ, 0.99, 0.99, False),
        (Verdict.READ, 0.9, 0.99, True),
        (Verdict.WITHHELD, 0.99, 0.99, True),
        (Verdict.NO_DIE, 0.1, 0.1, True),
        (Verdict.NO_DIE, 0.1, 0.001, False),
    ],
)
def test_when_a_third_opinion_is_asked(verdict: Verdict, confidence: float, present: float, asked: bool) -> None:
    assert in_doubt(Judgement(verdict, (3,), confidence, present, None)) is asked


def test_a_hidden_die_as_large_as_the_others_never_vanishes() -> None:
    hidden = Evidence(candidate(400, 100, 38, 0.6, finder(0, 0.8)), faces(HIDDEN, 0.8, rest=3), 0.2, (0, 0, 0))
    found = at(400, judge_all(company_of(hidden), None, Limits()))
    assert found is not None
    assert found.verdict is Verdict.WITHHELD
    assert found.flag is Flag.OCCLUDED


def test_a_leaning_die_is_withheld_as_such() -> None:
    leaning = Evidence(candidate(400, 100, 42, 0.8, finder(7, 0.8)), faces(LEANING, 0.85, rest=3), 0.2, (0, 0, 0))
    found = at(400, judge_all(company_of(leaning), None, Limits()))
    assert found is not None
    assert found.verdict is Verdict.WITHHELD
    assert found.flag is Flag.COCKED


def smeared(x: float, sharpness: float, hidden: float = 0.4) -> Evidence:
    """The networks have one class for what is hidden and what is smeared."""
    seen = candidate(x, 100, 38, 0.6, finder(0, hidden))
    return Evidence(seen, faces(HIDDEN, 0.9, rest=3), sharpness, (0, 0, 0))


def test_where_nothing_is_sharp_dice_are_blurred_and_not_hidden() -> None:
    judged = judge_all([smeared(x, 0.12) for x in (100.0, 200.0, 300.0)], None, Limits())
    assert [found.flag for _, found in judged] == [Flag.BLURRED] * 3


@pytest.mark.parametrize(
    ("sharpness", "hidden", "flag"),
    [(0.12, 0.4, Flag.BLURRED), (0.18, 0.4, Flag.OCCLUDED), (0.12, 0.8, Flag.OCCLUDED)],
    ids=["moved", "as sharp", "under something"],
)
def test_a_die_much_less_sharp_than_the_others_has_moved(sharpness: float, hidden: float, flag: Flag) -> None:
    found = at(400, judge_all(company_of(smeared(400, sharpness, hidden)), None, Limits()))
    assert found is not None
    assert (found.verdict, found.flag) == (Verdict.WITHHELD, flag)


@pytest.mark.parametrize(("size", "heat"), [(40.0, 0.25), (15.0, 0.35), (120.0, 0.4)])
def test_what_looks_like_nothing_is_dropped(size: float, heat: float) -> None:
    thing = Evidence(candidate(400, 100, size, heat, finder(1, 0.3)), faces(NOTHING, 0.9, rest=1), 0.2, (0, 0, 0))
    assert at(400, judge_all(company_of(thing), None, Limits())) is None


def test_pips_of_a_large_die_go_with_it() -> None:
    large = die(3, 200, size=200)
    pips = [die(1, 200 + d, y=100.0 + d, size=40, sure=0.9, heat=0.7) for d in (-60.0, 1.0, 60.0)]
    judged = judge_all([large, *pips], None, Limits())
    assert [(one.candidate.size, found.verdict, found.guesses[0]) for one, found in judged] == [(200.0, Verdict.READ, 3)]


def test_dice_on_a_square_that_looks_like_a_die_stay_and_the_square_is_withheld() -> None:
    square = die(5, 200, size=300, heat=0.8)
    small = [die(value, x, y=y, size=50) for value, x, y in ((4, 140.0, 40.0), (6, 260.0, 40.0), (2, 200.0, 160.0))]
    judged = judge_all([square, *small], None, Limits())
    assert [found.guesses[0] for one, found in judged if found.verdict is Verdict.READ and one.candidate.size == 50] == [
        4,
        6,
        2,
    ]
    kept = at(200, judged)
    assert kept is None or kept.verdict is Verdict.WITHHELD


def test_one_die_seen_at_two_scales_is_one_candidate_and_a_die_round_its_pip_stays() -> None:
    strong = candidate(100, 100, 40, 0.9, finder(3, 0.9))
    again = replace(strong, center=(104.0, 98.0), width=36.0, heat=0.5)
    pip = replace(strong, center=(110.0, 110.0), width=10.0, height=10.0, heat=0.5)
    around = replace(strong, width=160.0, height=160.0, heat=0.6)
    assert merged([again, pip, strong]) == [strong]
    assert merged([around, strong]) == [strong, around]
