"""Calls and keeps with several challengers, measured against every other call and keep and against the settlement itself."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from game.actions import Dice
from game.boss_options import ShortStack
from game.equilibrium import PublicState
from game.errors import RulesError
from game.hands import Rank
from game.odds import BANKING
from game.playbook import playbook
from game.policies import bust
from game.policies.banking import CallPlay, solve_covered
from game.policies.call_spot import CallSpot, call_spot
from game.settlement import Result, settle


def random_spots(players: int, count: int, covered: bool, seed: int) -> list[CallSpot]:
    rng = random.Random(seed)
    spots: list[CallSpot] = []
    while len(spots) < count:
        first = {seat: tuple(rng.randint(1, 6) for _ in range(5)) for seat in range(players)}
        ranks = {seat: BANKING.first_rank(hand) for seat, hand in first.items()}
        boss = max(ranks, key=lambda seat: ranks[seat])
        if not ranks[boss].category or list(ranks.values()).count(ranks[boss]) > 1:
            continue
        banks = {seat: rng.randint(1, 40) for seat in first}
        spot = call_spot(first, banks, boss, 5, rng.choice([0, 0, 30]), rng.choice(list(ShortStack)[:2]))
        if spot.covered is covered:
            spots.append(spot)
    return spots


def left_to_gain(spot: CallSpot, play: CallPlay) -> float:
    """The most that one player could gain alone, over all keeps and all sets of called hands."""
    table = bust._Table(spot)
    calls = np.array([float(chance) for chance in play.calls.values()])
    keeps = [
        np.array([float(mix.get(keep, 0)) for keep in options]) for mix, options in zip(play.keeps, table.options, strict=True)
    ]
    gains, answers = table.answers(calls, keeps)
    regrets = [float(table.ways @ (np.maximum(gains, 0) - calls * gains))]
    regrets += [float(values.max() - mix @ values) for values, mix in zip(answers, keeps, strict=True)]
    return max(regrets)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_bank_that_covers_all_is_played_exactly(players: int) -> None:
    for spot in random_spots(players, 12, covered=True, seed=players):
        play = solve_covered(spot)
        assert play.exact
        assert left_to_gain(spot, play) < 1e-9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_boss_who_may_go_bust_is_played_closely(players: int) -> None:
    """At most one per cent of a wager is left, a fraction of what playing as if covered leaves."""
    spots = random_spots(players, 8, covered=False, seed=players)
    risky = [bust.solve_risky(spot) for spot in spots]
    for spot, found in zip(spots, risky, strict=True):
        assert not found.play.exact
        assert found.regret <= 0.01 * 5
        assert left_to_gain(spot, found.play) == pytest.approx(found.regret, abs=1e-3)
    naive = sum(left_to_gain(spot, solve_covered(spot)) for spot in spots)
    assert sum(found.regret for found in risky) < naive


def test_two_players_play_as_in_the_stored_table() -> None:
    spot = call_spot({0: (6, 6, 1, 2, 3), 1: (3, 3, 6, 1, 2)}, {0: 50, 1: 50}, 0, 5)
    play = solve_covered(spot)
    assert play.gain == 5 * Fraction(101, 288)
    assert play.calls == playbook(BANKING).at(PublicState((6, 6), (1, 2, 3, 3, 6))).calls


def test_alike_duels_add_up() -> None:
    one = solve_covered(call_spot({0: (6, 6, 1, 2, 3), 1: (3, 3, 5, 1, 2)}, {0: 50, 1: 50}, 0, 5))
    two = solve_covered(
        call_spot({0: (6, 6, 1, 2, 3), 1: (3, 3, 5, 1, 2), 2: (3, 3, 5, 1, 2)}, dict.fromkeys(range(3), 50), 0, 5)
    )
    assert two.gain == 2 * one.gain
    assert two.keeps == one.keeps * 2


def test_a_kitty_makes_the_boss_call_more() -> None:
    first: dict[int, Dice] = {0: (6, 6, 1, 2, 3), 1: (3, 3, 5, 1, 2), 2: (5, 5, 4, 1, 2)}
    banks = dict.fromkeys(first, 50)
    poor, rich = (solve_covered(call_spot(first, banks, 0, 5, kitty)) for kitty in (0, 60))
    assert sum(rich.calls.values()) > sum(poor.calls.values())
    assert min(rich.calls.values()) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equities_are_what_the_settlement_pays(players: int) -> None:
    """Chips after the round, a kitty in equal parts to those still in, less the same for a call-off."""
    named = {bust.LOSE: Result.LOSE, bust.TIE: Result.TIE, bust.WIN: Result.WIN}
    rng = random.Random(players)
    for _ in range(20):
        banks = tuple(rng.randint(1, 20) for _ in range(players))
        kitty, wager, stack = rng.choice([0, 12]), rng.randint(1, 12), rng.choice(list(ShortStack)[:2])
        first = {0: (6, 6, 1, 2, 3)} | dict.fromkeys(range(1, players), (1, 2, 3, 4, 5))
        spot = call_spot(first, dict(enumerate(banks)), 0, wager, kitty, stack)
        table = bust.equities(spot)
        for outcome in product(named, repeat=players - 1):
            results = {seat: named[one] for seat, one in enumerate(outcome, 1)}
            done = settle((banks[0] + kitty, *banks[1:]), 0, results, wager, stack)
            alive = [seat for seat in range(players) if done.banks[seat]]
            after = [done.banks[seat] + (done.kitty / len(alive) if seat in alive else 0) for seat in range(players)]
            # Everybody who goes bust in the same settlement as the Boss leaves the kitty to the others.
            gains = [worth - bank - kitty / players for worth, bank in zip(after, banks, strict=True)]
            assert float(table.boss[outcome]) == pytest.approx(gains[0])
            for place, each in enumerate(table.challengers):
                assert float(each[outcome]) == pytest.approx(gains[place + 1])


def test_a_later_challenger_uses_what_is_seen() -> None:
    """The Boss cannot pay two; whatever the first challenger got, the second keeps a pair or both."""
    first: dict[int, Dice] = {0: (6, 6, 1, 2, 3), 1: (3, 3, 5, 1, 2), 2: (5, 5, 4, 4, 2)}
    spot = call_spot(first, {0: 5, 1: 10, 2: 10}, 0, 5)
    assert not spot.covered
    play = bust.solve_risky(spot).play
    for seen in ({}, {0: (6, 6, 6, 6, 6)}, {0: (1, 2, 3, 4, 6)}):
        keep = bust.best_keep(spot, play, 1, seen)
        assert keep in spot.rules.keeps_of(first[2])
        assert keep in {(4, 4, 5, 5), (5, 5)}


def test_a_spot_needs_a_boss() -> None:
    with pytest.raises(RulesError, match="only best"):
        call_spot({0: (6, 6, 1, 2, 3), 1: (6, 6, 5, 1, 2)}, {0: 5, 1: 5}, 0, 5)
    with pytest.raises(RulesError, match="challenger"):
        call_spot({0: (6, 6, 1, 2, 3)}, {0: 5}, 0, 5)


def test_calls_are_named_worst_first() -> None:
    play = solve_covered(random_spots(3, 1, covered=True, seed=9)[0])
    ranks: list[Rank] = list(play.calls)
    assert ranks == sorted(ranks)
