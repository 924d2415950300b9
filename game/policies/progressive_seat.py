"""A house player in a seat of Progressive Qualification (rules E3 to E6).

The regular thinks one throw ahead and pushes when tied with a point above the middle; the beginner throws all dice until
qualified, freezes the first dice that qualify, and takes every push.
"""

from __future__ import annotations

import numpy as np

from game.actions import AcceptPush, Dice, Direction, OfferPush, RefusePush
from game.policies.progressive import Standing, accepts_push, keep_to_win, offers_push
from game.policies.rethrow import best_of, keeps_with, points
from game.policies.seat import Decisions, Keeping, NothingToDecide, Observation, Strength, surely
from game.progressive import ProgressiveGame, ProgressivePhase


def decisions(seen: Observation[ProgressiveGame], strength: Strength) -> Decisions:
    """What the seat does with which chances; raises `NothingToDecide` when it is not its turn."""
    game, seat = seen.game, seen.seat
    if seat in game.to_answer:
        return surely(AcceptPush(seat) if _accepts(game, seat, strength) else RefusePush(seat))
    if seat not in game.to_throw:
        raise NothingToDecide(f"{game.players[seat]} has nothing to decide now.")
    if game.hands[seat] is None:
        return surely(Keeping(()))
    if game.phase is ProgressivePhase.TIED and _offers(game, seat, strength):
        return surely(OfferPush(seat))
    return surely(Keeping(_keep(game, seat, strength)))


def standings(game: ProgressiveGame) -> tuple[list[Standing], dict[int, int]]:
    """All players in this round's seat order, and the place of every seat in it."""
    standings = []
    for seat in game.order:
        hand = game.hands[seat]
        assert hand is not None
        standings.append(Standing(tuple(sorted(hand.dice)), game.throws_left(seat)))
    return standings, {seat: place for place, seat in enumerate(game.order)}


def legal_keeps_of(game: ProgressiveGame, seat: int) -> tuple[Dice, ...]:
    """The keeps that the rules allow; locked dice narrow them (reading D-c)."""
    hand = game.hands[seat]
    assert hand is not None
    return keeps_with(tuple(sorted(hand.dice)), game.freezable(seat), game.options.freezing)


def _keep(game: ProgressiveGame, seat: int, strength: Strength) -> Dice:
    keeps = legal_keeps_of(game, seat)
    if strength is Strength.BEGINNER:
        return keeps[0]
    if strength is Strength.EQUILIBRIUM:
        players, place = standings(game)
        return keep_to_win(game.requirement, game.options.freezing, players, place[seat], keeps)
    found = points(game.requirement, Direction.HIGHER)
    rest = [point for other in game.order if other != seat and (point := game.points_of(other)) is not None]
    return best_of(keeps, (found > max(rest, default=-1)).astype(float) + found / 1000)


def _offers(game: ProgressiveGame, seat: int, strength: Strength) -> bool:
    if strength is Strength.EQUILIBRIUM:
        players, place = standings(game)
        tied = [place[holder] for holder in game.holders]
        return offers_push(game.requirement, game.options.freezing, players, place[seat], tied)
    return strength is Strength.BEGINNER or _above_the_middle(game)


def _accepts(game: ProgressiveGame, seat: int, strength: Strength) -> bool:
    if strength is Strength.EQUILIBRIUM:
        players, place = standings(game)
        return accepts_push(game.requirement, game.options.freezing, players, place[seat])
    return strength is Strength.BEGINNER or _above_the_middle(game)


def _above_the_middle(game: ProgressiveGame) -> bool:
    found = points(game.requirement, Direction.HIGHER)
    return (game.point or 0) > float(np.median(found[found >= 0]))
