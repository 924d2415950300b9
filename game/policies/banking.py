"""Calls and keeps in banking Boss Dice with any number of challengers.

Objective: chips after this round, a kitty counted in equal parts to those still in; a call-off changes nothing and is worth 0.
As all chips end with one player, equally good players win the game as often as they have their share of the chips, so chips
are the right thing to want (the target of a short game is left out of account).

Distance from optimal: none while the Boss can pay everybody (`CallSpot.covered`). Then what a challenger wins the Boss loses,
duel by duel, and the round is one matrix game of the Boss' thresholds against the keeps of all challengers, solved exactly
here by adding best answers until none is better. When the Boss may go bust, the duels hang together and `game.policies.bust`
looks for a balance; it measures how much any one player could still gain. `bosstray odds policies` prints both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from game.actions import Dice
from game.distributions import THROWS, final_distribution, final_ranks
from game.equilibrium import PublicState, boss_side
from game.hands import Rank, TwoPairTie
from game.matrix import solve
from game.odds import BANKING
from game.playbook import playbook
from game.policies.call_spot import CallSpot

_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class CallPlay:
    """How to play a `CallSpot`: the chance of a call for each final hand of the Boss, and each challenger's keeps.

    `gain` is the Boss' average gain in chips over a call-off; `exact` says that nobody could do better.
    """

    calls: Mapping[Rank, Fraction]
    keeps: tuple[Mapping[Dice, Fraction], ...]
    gain: Fraction
    exact: bool


def solve_covered(spot: CallSpot) -> CallPlay:
    """Best play when the Boss can pay everybody; also a start where he cannot, as if a bank covered all (`exact` is False)."""
    if spot.players == 2 and not spot.kitty and spot.challengers[0].pays == spot.challengers[0].wins and spot.rules == BANKING:
        return _from_playbook(spot)
    side = boss_side(spot.kept, spot.two_pair_tie)
    keeps = [spot.rules.keeps_of(each.first) for each in spot.challengers]
    # All gains in parts of 7776 x the Boss' throws x players: the kitty's part for everybody makes whole numbers.
    vectors = [
        [_threshold_gains(spot.kept, keep, each.pays, each.wins, spot.two_pair_tie) for keep in options]
        for each, options in zip(spot.challengers, keeps, strict=True)
    ]
    reach = tuple(accumulate(reversed(side.ways), initial=0))[::-1]
    kitty = [spot.kitty * len(spot.challengers) * THROWS * ways for ways in reach]

    def column(profile: Sequence[int]) -> tuple[int, ...]:
        chosen = [options[choice] for options, choice in zip(vectors, profile, strict=True)]
        return tuple(k + spot.players * sum(gains) for k, *gains in zip(kitty, *chosen, strict=True))

    profile = tuple(min(range(len(options)), key=lambda i: options[i][0]) for options in vectors)
    profiles, columns = [profile], [column(profile)]
    for _ in range(_ROUNDS):
        solution = solve(tuple(zip(*columns, strict=True)))
        profile = tuple(_best(options, solution.rows) for options in vectors)
        answer = column(profile)
        if sum(chance * gain for chance, gain in zip(solution.rows, answer, strict=True)) >= solution.value:
            break
        profiles.append(profile)
        columns.append(answer)
    else:
        raise AssertionError("Best answers to a call repeat after a few rounds.")
    mixed: list[dict[Dice, Fraction]] = [{} for _ in spot.challengers]
    for chance, used in zip(solution.columns, profiles, strict=True):
        if chance:
            for own, options, choice in zip(mixed, keeps, used, strict=True):
                own[options[choice]] = own.get(options[choice], Fraction(0)) + chance
    calls = tuple(accumulate(solution.rows[:-1]))
    return CallPlay(
        {final_ranks(spot.two_pair_tie)[place]: chance for place, chance in zip(side.places, calls, strict=True)},
        tuple(mixed),
        solution.value / (side.total * THROWS * spot.players),
        spot.covered,
    )


def _from_playbook(spot: CallSpot) -> CallPlay:
    (challenger,) = spot.challengers
    play = playbook(BANKING).at(PublicState(spot.kept, challenger.first))
    return CallPlay(play.calls, (play.keeps,), play.value * challenger.pays, spot.covered)


def _best(options: Sequence[tuple[int, ...]], rows: Sequence[Fraction]) -> int:
    used = [(place, chance) for place, chance in enumerate(rows) if chance]
    return min(range(len(options)), key=lambda i: sum((chance * options[i][place] for place, chance in used), Fraction(0)))


@lru_cache(maxsize=8192)
def _threshold_gains(kept: Dice, keep: Dice, pays: int, wins: int, tie: TwoPairTie) -> tuple[int, ...]:
    """What the Boss gains from one challenger by calling all but his `t` worst hands, in parts of 7776 x his throws."""
    side, found = boss_side(kept, tie), final_distribution(keep, tie)
    below = tuple(accumulate(found.counts, initial=0))
    scale = THROWS // found.total
    gains = []
    for place, ways in zip(side.places, side.ways, strict=True):
        above = found.total - below[place + 1]
        gains.append(ways * scale * (pays * below[place] - wins * above))
    return tuple(accumulate(reversed(gains), initial=0))[::-1]
