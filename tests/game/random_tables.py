"""Random legal games of Boss Dice from a seed, for properties, benchmarks and attacks on the referee."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.actions import Action, CallOff, CallUp, Dice, Keep, Reveal, Throw, Wager
from game.boss import BossGame, BossPhase
from game.duel import DuelGame, DuelPhase
from game.duel_options import ChallengerTwoPair


def hand(source: random.Random) -> Dice:
    """Five dice, every face equally likely."""
    return tuple(source.randint(1, 6) for _ in range(5))


def rethrown(source: random.Random, kept: Dice) -> Dice:
    """A whole hand that holds the kept dice."""
    return (*kept, *(source.randint(1, 6) for _ in range(5 - len(kept))))


def boss_action(game: BossGame, source: random.Random) -> Action:
    """A random legal action; the wager is between a fifth of the largest and the largest that may be agreed."""
    match game.phase:
        case BossPhase.WAGER:
            most = game.largest_wager or max(game.banks)
            return Wager(source.randint(max(1, most // 5), most))
        case BossPhase.FIRST_THROWS:
            return Throw(source.choice(game.to_throw), hand(source))
        case BossPhase.CALL:
            return CallUp() if source.random() < 0.7 else CallOff()
        case BossPhase.SECOND_THROWS:
            seat = source.choice(game.to_throw)
            first = game.first[seat]
            assert first is not None
            kept = tuple(source.sample(first, source.randint(0, 5)))
            return Throw(seat, rethrown(source, kept), kept if source.random() < 0.5 else None)
    assert game.boss is not None
    return Reveal(game.boss, rethrown(source, game.kept))


def boss_games(game: BossGame, source: random.Random, most: int = 100_000) -> Iterator[tuple[Action, BossGame]]:
    """Plays on at random: every action and the game after it, until somebody has won or `most` actions are done."""
    for _ in range(most):
        if game.over:
            return
        action = boss_action(game, source)
        game = game.apply(action).game
        yield action, game


def played(game: BossGame, source: random.Random, most: int = 100_000) -> BossGame:
    """The game after it was played on at random."""
    for _, after in boss_games(game, source, most):
        game = after
    return game


def duel_action(game: DuelGame, source: random.Random) -> Action:
    """A random legal action of a match."""
    match game.phase:
        case DuelPhase.FIRST_THROWS:
            return Throw(source.choice(game.to_throw), hand(source))
        case DuelPhase.CALL:
            return CallUp() if source.random() < 0.7 else CallOff()
        case DuelPhase.REVEAL:
            return Reveal(source.choice(game.to_reveal), rethrown(source, game.kept))
    assert game.challenger is not None
    first = game.first[game.challenger]
    assert first is not None
    most = 3 if game.options.challenger_two_pair is ChallengerTwoPair.ONE_PAIR else 5
    kept = tuple(source.sample(first, source.randint(0, most)))
    if game.phase is DuelPhase.KEEP:
        return Keep(game.challenger, kept)
    if game.declared is not None:
        kept = game.declared
    return Throw(game.challenger, rethrown(source, kept), kept if source.random() < 0.5 else None)


def duel_games(game: DuelGame, source: random.Random, most: int = 100_000) -> Iterator[tuple[Action, DuelGame]]:
    """Plays a match on at random: every action and the match after it."""
    for _ in range(most):
        if game.over:
            return
        action = duel_action(game, source)
        game = game.apply(action).game
        yield action, game
