"""What a new evening knows of those before it: the last winners, the people and their colours, the last table.

All of it follows from the list of games alone, without replaying any, so that a start is quick however much was played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from game.actions import Json, Wager
from game.errors import RulesError
from game.games import tints_of
from game.journal_rows import GameRecord, JournalRow
from game.last_table import agreed_of
from game.menu_lines import TINTS
from game.past_game import house_of
from game.setup import Agreed
from game.view import WinnerRow
from game.winners import won_row

GUEST = "Guest"
"""What a forgotten person is called in the games that others remember."""


def is_guest(name: str) -> bool:
    """Whether this is somebody who was forgotten."""
    return re.fullmatch(rf"{GUEST}( \d+)?", name) is not None


def last_winners(records: Sequence[GameRecord], most: int) -> tuple[WinnerRow, ...]:
    """The winners of the last games that were played to their end, the latest first."""
    rows = (winner_of(record) for record in reversed(records) if record.ended is not None)
    found: list[WinnerRow] = []
    for row in rows:
        if row is not None:
            found.append(row)
        if len(found) == most:
            break
    return tuple(found)


def winner_of(record: GameRecord) -> WinnerRow | None:
    """Who has won this game with which score; `None` when nobody has, or it was left."""
    try:
        return won_row(record.kind, record.players, record.result or {})
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def people(records: Iterable[GameRecord]) -> tuple[tuple[str, str], ...]:
    """Everybody who has played, with the colour of their dice, who played last first."""
    known: dict[str, tuple[str, str]] = {}
    for record in reversed(list(records)):
        house = house_of(record)
        try:
            tints = tints_of(record.options, len(record.players)) or TINTS
        except RulesError:
            tints = TINTS
        for seat, name in enumerate(record.players):
            if seat not in house and not is_guest(name):
                known.setdefault(name.casefold(), (name, tints[seat % len(tints)]))
    return tuple(known.values())


def last_table(records: Sequence[GameRecord], rows: Iterable[JournalRow]) -> Agreed | None:
    """What was agreed before the last game, `None` when there was none; `rows` are those of that game."""
    if not records:
        return None
    record = records[-1]
    wager: Json = None
    for row in rows:
        if row.action is not None and row.action.get("type") == Wager.type:
            wager = row.action.get("amount")
            break
    try:
        agreed = agreed_of(record.kind, record.players, record.options, wager if isinstance(wager, int) else None)
        agreed.game()
    except ValueError:
        return None
    return agreed
