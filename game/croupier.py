"""Which croupier leads which game at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.boss import BossGame
from game.croupier_boss import BossCroupier
from game.croupier_duel import DuelCroupier, TournamentCroupier
from game.croupier_progressive import ProgressiveCroupier
from game.croupier_qualification import QualificationCroupier
from game.duel import DuelGame
from game.game import Game
from game.history import History
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.table import Table
from game.tableside import Tableside
from game.tournament import TournamentGame

Croupier = Tableside[Any]
"""The croupier of any game."""


def open_croupier(history: History[Any], table: Table, tints: Iterable[str], wager: int = 1) -> Croupier:
    """The croupier of a new game, or of one that goes on after a power cut; `wager` is for banking Boss Dice.

    `table` has a place for everybody, in matches for two (see `places`).
    """
    match history.game:
        case BossGame():
            return BossCroupier.open(history, table, tints, wager)
        case DuelGame():
            return DuelCroupier.open(history, table, tints)
        case TournamentGame():
            return TournamentCroupier.open(history, table, tints)
        case QualificationGame():
            return QualificationCroupier.open(history, table, tints)
        case ProgressiveGame():
            return ProgressiveCroupier.open(history, table, tints)
    raise TypeError(f"Nobody leads {history.game!r}.")


def places(game: Game) -> int:
    """How many players throw at the table: all, or the two of the match."""
    return 2 if isinstance(game, DuelGame | TournamentGame) else len(game.players)
