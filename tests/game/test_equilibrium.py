"""Best play of two: exact values, nothing left to gain in any public state, the stored table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.equilibrium import (
    Equilibrium,
    PublicState,
    Regret,
    call_values,
    keep_values,
    play_value,
    public_states,
    rank_digits,
    regret,
    solve_state,
    weight,
)
from game.equilibrium_facts import HandFacts, hand_facts
from game.hands import TwoPairTie, final_rank
from game.odds import BANKING, BULL, BULL_ONE_PAIR, NORWEGIAN, HandRules, OddsError
from game.playbook import STORED, DamagedTable, load_table, playbook, read_table

NOTHING_TO_GAIN = Regret(Fraction(0), Fraction(0))
STATES = {name: tuple(public_states(rules)) for name, rules in STORED.items()}
some_states = st.sampled_from(sorted(STORED)).flatmap(
    lambda name: st.tuples(st.just(STORED[name]), st.sampled_from(STATES[name]))
)


def state(kept: str, challenger: str) -> PublicState:
    return PublicState(tuple(map(int, kept)), tuple(map(int, challenger)))


def called(play: Equilibrium) -> dict[str, Fraction]:
    return {rank_digits(rank): chance for rank, chance in play.calls.items() if chance}


@pytest.fixture(scope="module")
def facts() -> dict[str, HandFacts]:
    return {name: hand_facts(rules, playbook(rules).at) for name, rules in STORED.items()}


@pytest.mark.parametrize(
    ("name", "states", "value"),
    [
        ("bull", 10049, "330281468375/700398962208"),
        ("norwegian", 11379, "29778505933/66863903328"),
        ("banking", 4109, "324331364545/698705349408"),
    ],
)
def test_the_value_of_being_boss(facts: dict[str, HandFacts], name: str, states: int, value: str) -> None:
    """Facts F7."""
    assert facts[name].states == states == len(STATES[name])
    assert facts[name].value == Fraction(value)


@pytest.mark.parametrize("name", STORED)
def test_nothing_is_left_to_gain_in_any_state(name: str) -> None:
    """Every state of the stored table, against every keep and every set of called hands, in fractions."""
    rules = STORED[name]
    book = playbook(rules)
    for each in STATES[name]:
        assert regret(each, book.at(each), rules) == NOTHING_TO_GAIN, each


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("bull", "0.7747 .6178 .0106 .1463 .7358 0.382347 0.472651 68 40 .0818 .0448"),
        ("norwegian", "0.7379 .5864 .0105 .1411 .7227 0.375510 0.446857 60 20 .0075 .0025"),
        ("banking", "0.7710 .6116 .0120 .1474 .7321 0.371553 0.465902 143 115 .0889 .0518"),
    ],
)
def test_the_table_of_facts(facts: dict[str, HandFacts], name: str, row: str) -> None:
    """Facts F7, to the figures printed there (the calls of C are 0.737938)."""
    found = facts[name]
    figures = (
        found.calls,
        found.wins,
        found.ties,
        found.loses,
        found.horse,
        found.no_calls,
        found.against_believer,
        found.mixed_calls,
        found.mixed_keeps,
        found.call_mixing,
        found.keep_mixing,
    )
    for figure, printed in zip(figures, row.split(), strict=True):
        places = len(printed.partition(".")[2])
        assert round(float(figure), places) == float(printed)
    assert found.wins + found.ties + found.loses == found.calls
    assert found.wins - found.loses == found.value
    assert found.match == Fraction(1, 2) + found.value / 4


def test_a_challenger_bound_to_one_pair() -> None:
    """Facts F7, last column: solved when asked, not stored."""
    found = hand_facts(BULL_ONE_PAIR, lambda each: solve_state(each, BULL_ONE_PAIR))
    assert (found.states, found.value) == (10049, Fraction(30403136461, 63672632928))
    assert (found.mixed_calls, found.mixed_keeps) == (0, 0)
    assert round(float(found.no_calls), 6) == 0.401199


def test_sixes_against_threes() -> None:
    """Facts F3: from 6-6-3-3 upward, and 3-3 is kept; the Boss gains 101/288."""
    play = playbook(BULL).at(state("66", "12336"))
    assert play.value == Fraction(101, 288)
    assert play.keeps == {(3, 3): 1}
    assert next(iter(called(play))) == "6633"
    assert set(called(play).values()) == {Fraction(1)}


def test_both_pairs_or_the_higher() -> None:
    """Facts F7: the only kind of state of B where both mix."""
    play = playbook(BULL).at(state("33", "11225"))
    assert play.keeps == {(1, 1, 2, 2): Fraction(5, 11), (2, 2): Fraction(6, 11)}
    assert called(play)["3322"] == Fraction(479, 792)
    assert "3311" not in called(play)


def test_the_call_that_the_old_rules_blame() -> None:
    """Facts F4: with 5-5 any two pair is called against a bare six."""
    play = playbook(BULL).at(state("55", "12346"))
    assert next(iter(called(play))) == "5511"


def test_a_bare_pair_is_called_in_one_state_only() -> None:
    """Facts F7, shape."""
    book = playbook(BULL)
    bare = [
        each
        for each in STATES["bull"]
        if len(each.kept) == 2 and rank_digits(next(iter(book.at(each).calls))) in called(book.at(each))
    ]
    assert bare == [state("66", "12345")]


def test_trips_always_call_in_bull_dice() -> None:
    """Facts F7, shape."""
    book = playbook(BULL)
    for each in STATES["bull"]:
        if len(each.kept) >= 3:
            assert set(book.at(each).calls.values()) == {Fraction(1)}


@given(some_states)
@settings(max_examples=150, deadline=None)
def test_the_stored_table_is_a_fresh_solution(drawn: tuple[HandRules, PublicState]) -> None:
    rules, each = drawn
    assert playbook(rules).at(each) == solve_state(each, rules)


@given(some_states)
@settings(max_examples=50, deadline=None)
def test_a_better_hand_is_called_at_least_as_often(drawn: tuple[HandRules, PublicState]) -> None:
    rules, each = drawn
    chances = list(playbook(rules).at(each).calls.values())
    assert chances == sorted(chances)


@given(some_states)
@settings(max_examples=50, deadline=None)
def test_values_of_keeps_and_calls_agree_with_the_value(drawn: tuple[HandRules, PublicState]) -> None:
    rules, each = drawn
    play = playbook(rules).at(each)
    worth = keep_values(each, play.calls, rules)
    assert max(worth.values()) == -play.value == sum(chance * worth[keep] for keep, chance in play.keeps.items())
    assert play_value(each, play, rules) == play.value
    for rank, gain in call_values(each, play.keeps, rules).items():
        assert play.calls[rank] == (gain > 0) or gain == 0


def test_regret_sees_a_bad_keep_and_a_bad_call() -> None:
    each = state("66", "12336")
    best = solve_state(each, BULL)
    blunder = Equilibrium(best.value, {(6,): Fraction(1)}, best.calls)
    assert regret(each, blunder, BULL).challenger == max(keep_values(each, best.calls, BULL).values()) - Fraction(
        -127475, 279936
    )
    eager = Equilibrium(best.value, best.keeps, dict.fromkeys(best.calls, Fraction(1)))
    assert regret(each, eager, BULL).boss > 0


@pytest.mark.parametrize(
    "rules",
    [
        HandRules(BULL.ranking, two_pair_tie=TwoPairTie.HIGH),
        HandRules(BANKING.ranking, two_pair_tie=TwoPairTie.HIGH),
        BULL_ONE_PAIR,
    ],
)
def test_other_house_rules_are_solved_when_asked(rules: HandRules) -> None:
    book = playbook(rules)
    for each in list(public_states(rules))[::97]:
        assert regret(each, book.at(each), rules) == NOTHING_TO_GAIN
    chances = book.keep_chances((6, 6), (1, 1, 2, 2, 3))
    assert sum(chances.values()) == 1


def test_weights_are_the_first_throws_with_a_boss() -> None:
    total = sum(weight(each, BULL) for each in STATES["bull"])
    assert Fraction(2 * total, 7776**2) == Fraction(4549085, 5038848)


@pytest.mark.parametrize(
    ("kept", "challenger", "why"),
    [
        ("56", "12345", "No Boss keeps 56"),
        ("66", "66123", "does not lose"),
        ("66", "6123", "five dice"),
        ("5566", "12345", "No Boss keeps 5566"),
    ],
)
def test_states_that_cannot_arise(kept: str, challenger: str, why: str) -> None:
    with pytest.raises(OddsError, match=why):
        playbook(BULL).at(state(kept, challenger))
    with pytest.raises(OddsError, match=why):
        solve_state(state(kept, challenger), BULL)


def test_a_final_hand_holds_the_kept_dice() -> None:
    with pytest.raises(OddsError, match="not 65512"):
        playbook(BULL).call_chance((6, 6), (1, 2, 3, 3, 6), (6, 5, 5, 1, 2))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": 2}'])
def test_a_damaged_table_is_refused(text: str) -> None:
    with pytest.raises(DamagedTable, match="table of best play"):
        read_table(text)


def test_dice_come_in_any_order() -> None:
    book = playbook(NORWEGIAN)
    assert book.keep_chances((6, 6), (3, 6, 3, 2, 1)) == book.keep_chances((6, 6), (1, 2, 3, 3, 6))
    assert book.call_chance((6, 6), (3, 6, 3, 2, 1), (4, 6, 4, 6, 1)) == 1
    assert final_rank((4, 6, 4, 6, 1)) == final_rank((1, 4, 4, 6, 6))


def test_a_decision_from_the_stored_table(benchmark: Any) -> None:
    book = playbook(BULL)
    chance = benchmark(
        lambda: (book.call_chance((3, 3), (1, 1, 2, 2, 5), (3, 3, 2, 2, 6)), book.keep_chances((3, 3), (1, 1, 2, 2, 5)))
    )
    assert chance[0] == Fraction(479, 792)


def test_loading_the_stored_table(benchmark: Any) -> None:
    assert set(benchmark(load_table.__wrapped__)) == set(STORED)


def test_solving_a_state(benchmark: Any) -> None:
    each = state("33", "11225")
    assert benchmark(lambda: solve_state(each, BULL)).value == Fraction(13877, 42768)
