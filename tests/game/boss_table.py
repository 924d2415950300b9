"""Short ways to say what happens at a table of banking Boss Dice."""

from __future__ import annotations

from typing import Any

import pytest

from game.actions import Action, CallUp, Dice, Reveal, Throw, Wager
from game.boss import BossGame
from game.boss_options import BossOptions
from game.errors import IllegalAction, RulesError

PAIR_6 = (6, 6, 1, 2, 3)
PAIR_5 = (5, 5, 1, 2, 3)
PAIR_4 = (4, 4, 1, 2, 3)
TRIPS_5 = (5, 5, 5, 2, 3)
TRIPS_6 = (6, 6, 6, 2, 3)
NOTHING = (1, 2, 3, 4, 5)


def table(*banks: int, **options: Any) -> BossGame:
    return BossGame.new(["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"][: len(banks)], banks, BossOptions(**options))


def done(game: BossGame, *actions: Action) -> BossGame:
    for action in actions:
        game = game.apply(action).game
    return game


def first_throws(game: BossGame, wager: int, *hands: Dice | None) -> BossGame:
    throws = (Throw(seat, hand) for seat, hand in enumerate(hands) if hand is not None)
    return done(game, Wager(wager), *throws)


def called(game: BossGame, wager: int, firsts: list[Dice | None], seconds: dict[int, Dice], boss_hand: Dice) -> BossGame:
    game = done(first_throws(game, wager, *firsts), CallUp())
    game = done(game, *(Throw(seat, seconds[seat]) for seat in game.to_throw))
    assert game.boss is not None
    return done(game, Reveal(game.boss, boss_hand))


def fails(game: BossGame, action: Action, word: str, kind: type[RulesError] = IllegalAction) -> None:
    with pytest.raises(kind, match=word):
        game.apply(action)
