"""The line of a finished game in the list of last winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.game import Game
from game.message import Message, say
from game.view import WinnerRow


def winner_row(game: Game) -> WinnerRow | None:
    """Who has won what with which score; `None` when nobody has, or the game was left."""
    return won_row(game.name, game.players, game.state())


def won_row(kind: str, players: Sequence[str], state: Mapping[str, Any]) -> WinnerRow | None:
    """The same from the last `state` of a game of this kind, as the journal keeps it.

    Raises `KeyError`, `IndexError`, `TypeError` or `ValueError` when it is none.
    """
    if not state.get("over"):
        return None
    seats = state["winners"]
    if not seats:
        return None
    title, score = _titled(kind, state, seats[0])
    return WinnerRow(" & ".join(players[seat] for seat in seats), title, score)


def _titled(kind: str, state: Mapping[str, Any], seat: int) -> tuple[Message, str | int]:
    match kind:
        case "boss":
            return say("Boss Dice, {rounds} rounds", rounds=int(state["round"])), int(state["banks"][seat])
        case "duel":
            return say("Match"), f"{state['score'][seat]}–{state['score'][1 - seat]}"
        case "tournament":
            return say("Winner stays on"), int(state["titles"][seat])
        case "qualification":
            return say("Qualification"), int(max(state["banks"]))
        case "progressive":
            return say("Progressive"), int(max(state["totals"]))
    raise KeyError(kind)
