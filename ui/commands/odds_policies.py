"""What `bosstray odds policies` prints: what the computed policies aim at, and how far from optimal they are, measured now."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from game.actions import Dice
from game.odds import BANKING
from game.policies import bust, stand
from game.policies.banking import solve_covered
from game.policies.call_spot import CallSpot, call_spot
from game.policies.progressive_rounds import measured_deviation
from game.qualification_options import QualificationOptions
from game.requirements import Requirement

_WAGER = 5
_ROUNDS_EACH = 600


def measured(spots: int, decisions: int, seed: int) -> list[tuple[str, str, str, str]]:
    """Policy, objective, kind of solution and what is left to gain, for every policy."""
    rows = [
        ("Boss Dice, two players", "win +1, lose -1, replay 0", "exact in every public state", "0"),
        *(_banking(players, spots, seed) for players in range(3, 7)),
        _stands(),
        ("Qualification Dice, throws", "points of the round", "optimal against one opponent, the Boss' throw always", "0"),
        ("Progressive, two players", "award minus the rival's", "exact, solved backwards", "0"),
    ]
    if decisions:
        rows.append(_progressive(decisions, seed))
    return rows


def random_spot(players: int, rng: random.Random) -> CallSpot:
    """A call at a table of this size, banks anywhere between nearly out and rich."""
    while True:
        first: dict[int, Dice] = {seat: tuple(rng.randint(1, 6) for _ in range(5)) for seat in range(players)}
        ranks = {seat: BANKING.first_rank(hand) for seat, hand in first.items()}
        boss = max(ranks, key=lambda seat: ranks[seat])
        if ranks[boss].category and list(ranks.values()).count(ranks[boss]) == 1:
            banks = {seat: rng.randint(1, 2 * _WAGER * (players - 1)) for seat in first}
            return call_spot(first, banks, boss, _WAGER, rng.choice([0, 0, 0, 4 * _WAGER]))


def _banking(players: int, spots: int, seed: int) -> tuple[str, str, str, str]:
    rng = random.Random(seed)
    left = []
    for _ in range(spots):
        spot = random_spot(players, rng)
        if spot.covered:
            assert solve_covered(spot).exact
            left.append(0.0)
        else:
            left.append(bust.solve_risky(spot).regret / _WAGER)
    exact = Fraction(left.count(0.0), spots)
    return (
        f"Boss Dice, {players} players",
        "chips, the kitty in equal parts",
        f"exact in {float(exact):.0%} of {spots} calls, else a balance",
        f"{np.mean(left):.4f} wagers on average, {max(left):.4f} at most",
    )


def _stands() -> tuple[str, str, str, str]:
    found = stand.distance(stand.stand_game(QualificationOptions()), stand.stored())
    return (
        "Qualification Dice, announcements and answers",
        "points of the round",
        f"CFR+; the Boss gains {found.value:.4f} antes",
        f"{found.left:.4f} antes, both sides together",
    )


def _progressive(decisions: int, seed: int) -> tuple[str, str, str, str]:
    rng = np.random.default_rng(seed)
    found = measured_deviation(Requirement.MONTEREY, 3, decisions, _ROUNDS_EACH, rng)
    return (
        "Progressive, three players",
        "award minus the rivals' average",
        f"product of duels; {decisions} decisions of Monterey played out",
        f"{max(found.mean, 0):.4f} of the award, give or take {found.error:.4f}",
    )
