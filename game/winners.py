"""The line of a finished game in the list of last winners."""

from __future__ import annotations

from game.boss import BossGame
from game.duel import DuelGame
from game.game import Game
from game.message import say
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.tournament import TournamentGame
from game.view import WinnerRow


def winner_row(game: Game) -> WinnerRow | None:
    """Who has won what with which score; `None` when nobody has, or the game was left."""
    match game:
        case BossGame(winner=int(seat)):
            title = say("Boss Dice, {rounds} rounds", rounds=game.round)
            return WinnerRow(game.players[seat], title, game.banks[seat])
        case DuelGame(winner=int(seat)):
            return WinnerRow(game.players[seat], say("Match"), f"{game.score[seat]}–{game.score[1 - seat]}")
        case TournamentGame(winner=int(seat)):
            return WinnerRow(game.players[seat], say("Winner stays on"), game.titles[seat])
        case QualificationGame() if game.winners:
            return WinnerRow(_names(game, game.winners), say("Qualification"), int(max(game.banks)))
        case ProgressiveGame() if game.winners:
            return WinnerRow(_names(game, game.winners), say("Progressive"), max(game.totals))
    return None


def _names(game: Game, seats: tuple[int, ...]) -> str:
    return " & ".join(game.players[seat] for seat in seats)
