"""Exact odds against counts by hand, the facts of the rules, the golden vectors and brute force."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.actions import Dice
from game.distributions import (
    Outcome,
    against_every_call,
    against_rank,
    final_distribution,
    final_ranks,
    keeps_of,
    results_of,
    throws_of,
)
from game.freezing import UnqualifiedThrow
from game.hands import Category, FirstRanking, Rank, TwoPairTie, final_rank
from game.odds import (
    BANKING,
    BULL,
    BULL_ONE_PAIR,
    NORWEGIAN,
    HandRules,
    OddsError,
    best_qualifying_keep,
    boss_chances,
    boss_final,
    boss_keeps,
    first_distribution,
    keep_odds_against_caller,
    keep_odds_against_hand,
    qualifying_chance,
)
from game.requirements import NUMBERED, Requirement, qualifies

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "golden"
SYSTEMS = {"A": BANKING, "B": BULL, "C": NORWEGIAN}
hands = st.tuples(*[st.integers(1, 6)] * 5)


def golden(name: str) -> Any:
    path = GOLDEN / name
    if not path.exists():
        pytest.skip(f"needs ../shared/golden/{name}")
    return json.loads(path.read_text())


def dice(digits: str) -> Dice:
    return () if digits == "-" else tuple(map(int, digits))


def listed(rank: Rank) -> list[int]:
    return [int(rank.category), rank.primary, rank.secondary]


def test_throws_of_count_every_throw_once() -> None:
    for count in range(6):
        brute = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=count))
        assert dict(throws_of(count)) == brute


def test_keeps_of_two_pair() -> None:
    assert keeps_of((2, 2, 3)) == ((), (2,), (3,), (2, 2), (2, 3), (2, 2, 3))


@given(hands)
@settings(max_examples=20)
def test_final_distribution_by_brute_force(hand: Dice) -> None:
    kept = tuple(sorted(hand[:2]))
    brute = Counter(final_rank(kept + thrown) for thrown in product(range(1, 7), repeat=3))
    found = final_distribution(kept)
    assert found.total == 216
    assert {rank: ways for rank, ways in zip(final_ranks(), found.counts, strict=True) if ways} == brute


def test_results_of_hold_the_kept_dice() -> None:
    assert sum(ways for _, ways in results_of((6, 6))) == 216
    assert all(hand.count(6) >= 2 for hand, _ in results_of((6, 6)))


def test_first_throw_counts() -> None:
    """Facts F5."""
    counts: Counter[Category] = Counter()
    for rank, ways in first_distribution(NORWEGIAN):
        counts[rank.category] += ways
    assert [counts[category] for category in sorted(Category, reverse=True)] == [6, 150, 300, 1200, 1800, 3600, 720]


@pytest.mark.parametrize(
    ("rules", "players", "boss", "push"),
    [
        (BANKING, 2, "1512695/1679616", "152521/1679616"),
        (BANKING, 3, "22621450655/26121388032", "3479201377/26121388032"),
        (BULL, 2, "4549085/5038848", "446563/5038848"),
        (NORWEGIAN, 2, "4777085/5038848", "218563/5038848"),
    ],
)
def test_boss_push_and_void(rules: HandRules, players: int, boss: str, push: str) -> None:
    """Facts F5."""
    chances = boss_chances(players, rules)
    assert (chances.boss, chances.push) == (Fraction(boss), Fraction(push))
    assert chances.void == Fraction(720, 7776) ** players


@pytest.mark.parametrize("players", [1, 7])
def test_boss_chances_need_two_to_six_players(players: int) -> None:
    with pytest.raises(OddsError, match="2 to 6"):
        boss_chances(players, BANKING)


def test_a_boss_with_a_pair() -> None:
    """Facts F6."""
    counts: Counter[Category] = Counter()
    for rank, chance in boss_final((4, 4), BULL):
        counts[rank.category] += int(216 * chance)
    assert [counts[category] for category in sorted(Category)] == [0, 60, 60, 60, 20, 15, 1]


def test_what_a_boss_may_keep_depends_on_the_ranking() -> None:
    assert [len(boss_keeps(rules)) for rules in SYSTEMS.values()] == [24, 54, 69]
    with pytest.raises(OddsError, match="No Boss keeps 3366"):
        boss_final((3, 6, 3, 6), BULL)
    assert boss_final((3, 6, 3, 6), NORWEGIAN)


def test_the_scenario_of_the_old_rules() -> None:
    """Facts F3: the Boss holds 6-6-4-4-x, then 6-6-6-x-y; the opponent threw 3-3-6."""
    two_pair, trips = final_rank((6, 6, 4, 4, 1)), final_rank((6, 6, 6, 1, 2))
    assert against_rank((3, 3), two_pair) == Outcome(Fraction(4, 9), Fraction(0), Fraction(5, 9))
    assert against_rank((6,), two_pair) == Outcome(Fraction(1, 4), Fraction(1, 27), Fraction(77, 108))
    assert against_rank((3, 3, 6), two_pair).win == Fraction(1, 3)
    assert against_rank((), two_pair) == Outcome(Fraction(37, 162), Fraction(5, 324), Fraction(245, 324))
    assert against_rank((3, 3), trips).win == Fraction(1, 6)
    assert against_rank((6,), trips) == Outcome(Fraction(19, 324), Fraction(5, 54), Fraction(275, 324))
    assert against_rank((), trips) == Outcome(Fraction(19, 324), Fraction(25, 972), Fraction(890, 972))


def test_a_boss_who_always_calls() -> None:
    """Facts F3: only the two sixes are known."""
    odds = keep_odds_against_caller((1, 2, 3, 3, 6), (6, 6), BULL)
    assert next(iter(odds)) == (3, 3)
    assert odds[(3, 3)].win == Fraction(187, 486)
    assert odds[(3, 3)].tie == Fraction(25, 7776)
    assert odds[(3, 3, 6)].win == Fraction(2627, 7776)
    assert odds[(6,)].win == Fraction(62345, 279936)


def test_the_examples_of_the_old_rules() -> None:
    """Facts F4."""
    trips = keep_odds_against_hand((5, 5, 4, 4, 3), final_rank((6, 6, 6, 2, 1)), BULL)
    assert (trips[(5, 5)].win, trips[(4, 4, 5, 5)].win) == (Fraction(1, 6), Fraction(1, 3))
    assert (4, 4, 5, 5) not in keep_odds_against_hand((5, 5, 4, 4, 3), final_rank((6, 6, 6, 2, 1)), BULL_ONE_PAIR)
    six = against_rank((6,), final_rank((5, 5, 4, 4, 2)))
    assert six == Outcome(Fraction(43, 108), Fraction(1, 216), Fraction(43, 72))


def test_only_the_higher_pair_counts_under_the_house_rule() -> None:
    """Reading H-a, option high: F3 gives 4/9 : 1/2 with ties 1/18."""
    boss = final_rank((6, 6, 4, 4, 1), TwoPairTie.HIGH)
    assert against_rank((3, 3), boss, TwoPairTie.HIGH).win == Fraction(4, 9)
    # 3-3 beaten by sixes up in any case; a tie needs 6-6 and nothing more.
    assert against_rank((3, 3), boss, TwoPairTie.HIGH) == Outcome(Fraction(4, 9), Fraction(1, 18), Fraction(1, 2))


@given(hands, hands)
@settings(max_examples=15)
def test_always_calling_is_the_mixture_of_the_final_hands(mine: Dice, his: Dice) -> None:
    keep, kept = tuple(sorted(mine[:3])), tuple(sorted(his[:3]))
    found = final_distribution(kept)
    parts = [(found.chance(index), against_rank(keep, rank)) for index, rank in enumerate(final_ranks()) if found.counts[index]]
    together = against_every_call(keep, kept)
    assert together.win == sum(chance * part.win for chance, part in parts)
    assert together.tie == sum(chance * part.tie for chance, part in parts)
    assert together.win + together.tie + together.lose == 1


@pytest.mark.parametrize("requirement", NUMBERED)
def test_one_throw_qualifies_as_often_as_counted(requirement: Requirement) -> None:
    assert qualifying_chance(requirement, 1) == requirement.chance


@pytest.mark.parametrize("hand", throws_of(5)[::25], ids=str)
def test_the_last_throw_to_make_five_by_brute_force(hand: tuple[Dice, int]) -> None:
    requirement = Requirement.THREE_TO_MAKE_FIVE
    _, chance = best_qualifying_keep(requirement, hand[0], 1)
    assert chance == max(_brute(requirement, keep) for keep in keeps_of(hand[0]))


def test_two_throws_are_the_best_keeps_of_all_first_throws() -> None:
    requirement = Requirement.MONTEREY
    total = sum(ways * best_qualifying_keep(requirement, hand, 1)[1] for hand, ways in throws_of(5))
    assert qualifying_chance(requirement, 2) == total / 7776


def _brute(requirement: Requirement, keep: Dice) -> Fraction:
    thrown = list(_thrown(5 - len(keep)))
    return Fraction(sum(qualifies(requirement, keep + throw) for throw in thrown), len(thrown))


def _thrown(count: int) -> Iterator[Dice]:
    return product(range(1, 7), repeat=count)


@pytest.mark.parametrize("requirement", NUMBERED)
def test_more_throws_and_free_keeps_help(requirement: Requirement) -> None:
    one, two, three = (qualifying_chance(requirement, throws) for throws in (1, 2, 3))
    assert one < two < three < 1
    miss = 1 - requirement.chance
    assert qualifying_chance(requirement, 3, UnqualifiedThrow.ALL) == 1 - miss**3 <= three


def test_what_to_keep_to_qualify() -> None:
    keep, chance = best_qualifying_keep(Requirement.SHIP_CAPTAIN_CREW, (6, 5, 2, 2, 1), 1)
    # Three dice bring a 4 (91 of 216), or all of 1-2-3 (6 of 216); 1-2 is as good, and of equals the higher dice stay.
    assert (keep, chance) == ((5, 6), Fraction(91 + 6, 216))
    assert best_qualifying_keep(Requirement.SHIP_CAPTAIN_CREW, (6, 5, 4, 1, 1), 2) == ((1, 1, 4, 5, 6), 1)
    with pytest.raises(OddsError):
        best_qualifying_keep(Requirement.ONE_RENO, (1, 2, 3, 4, 5), 0)


@pytest.mark.parametrize("throws", [0, 4])
def test_there_are_one_to_three_throws(throws: int) -> None:
    with pytest.raises(OddsError, match="one to 3"):
        qualifying_chance(Requirement.ONE_RENO, throws)


@pytest.mark.shared
@pytest.mark.parametrize("system", SYSTEMS)
def test_golden_first_throws(system: str) -> None:
    expected = golden("golden_first.json")["systems"][system]
    rules = SYSTEMS[system]
    assert [[listed(rank), ways] for rank, ways in first_distribution(rules)] == expected["first"]
    for players, chances in expected["players"].items():
        found = boss_chances(int(players), rules)
        assert [found.boss, found.push, found.void] == list(map(Fraction, chances))


@pytest.mark.shared
@pytest.mark.parametrize("system", SYSTEMS)
def test_golden_boss_final_hands(system: str) -> None:
    data = golden("golden_boss_final.json")
    ranks, rules = data["ranks"], SYSTEMS[system]
    assert [listed(rank) for rank in final_ranks()] == ranks
    expected = data["systems"][system]
    assert {dice(kept) for kept in expected} == set(boss_keeps(rules))
    for kept, entry in expected.items():
        assert listed(boss_keeps(rules)[dice(kept)][0]) == entry["first"]
        found = {ranks.index(listed(rank)): chance for rank, chance in boss_final(dice(kept), rules)}
        assert found == {int(index): Fraction(count, entry["n"]) for index, count in entry["dist"].items()}


@pytest.mark.shared
def test_golden_keep_odds() -> None:
    data = golden("golden_keep_odds.json")
    ranks = [Rank(Category(category), primary, secondary) for category, primary, secondary in data["ranks"]]
    assert len(data["keeps"]) == 462
    for keep, entry in data["keeps"].items():
        found = final_distribution(dice(keep))
        assert found.total == entry["n"]
        assert {index: ways for index, ways in enumerate(found.counts) if ways} == {
            int(index): ways for index, ways in entry["dist"].items()
        }
        for index in range(0, 70, 7):
            odds = against_rank(dice(keep), ranks[index])
            above = sum(ways for other, ways in entry["dist"].items() if int(other) > index)
            assert odds.win == Fraction(above, entry["n"])


def test_rankings_are_the_three_systems() -> None:
    assert {rules.ranking for rules in SYSTEMS.values()} == set(FirstRanking)
