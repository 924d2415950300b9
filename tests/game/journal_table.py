"""A journal with a running game, and actions for it."""

from __future__ import annotations

import random
from pathlib import Path

from random_tables import boss_games

from game.actions import Action
from game.boss import BossGame
from game.journal import Journal

PLAYERS = ["Ann", "Bob", "Cid"]
START = BossGame.new(PLAYERS, 30)


def actions(seed: int, most: int) -> list[Action]:
    return [action for action, _ in boss_games(START, random.Random(seed), most)]


def started(folder: Path) -> Journal:
    journal = Journal.open(folder, 1.0)
    journal.start("boss", PLAYERS, {"bank": 30}, 2.0)
    return journal
