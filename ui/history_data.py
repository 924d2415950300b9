"""The history as plain records, the same for a table in the terminal, CSV and JSON.

What is written for other programs is English in every language of the table; lines for people are put into it by `text`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from game.actions import Action, Json, Reveal, Throw, action_to_json
from game.fairness import BIAS, Verdict
from game.journal_rows import GameRecord
from game.message import Message, say
from game.past_game import Change, PastGame, house_of
from game.regulars import Regular
from ui.chronicle import Text, hand, round_line, where, winner_line

VERSION = 1
"""Of all JSON documents; a field may be added, none changes its meaning without another number."""

Row = dict[str, Json]

_REASONS: Mapping[str, Message] = {"misread": say("misread"), "taken back at the table": say("taken back at the table")}
"""The reasons that the table writes into the journal; others are shown as they are."""

_STEPS: Mapping[str, Message] = {
    "wager": say("wager"),
    "keep": say("dice set aside"),
    "call_up": say("calling up"),
    "call_off": say("calling off"),
    "cover": say("cover"),
    "ante": say("ante"),
    "announce": say("announcement"),
    "concede": say("conceding"),
    "challenge": say("challenge"),
    "stay": say("staying"),
    "offer_push": say("offer of a push"),
    "accept_push": say("consent to a push"),
    "refuse_push": say("refusal of a push"),
}
"""What the actions of the protocol are called when one was taken back."""


def moment(at: float | None) -> str | None:
    """A time of the journal in ISO 8601, in UTC."""
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def game_row(past: PastGame) -> Row:
    """One game of the list."""
    record = past.record
    return {
        "id": record.id,
        "game": record.kind,
        "started": moment(record.started),
        "ended": moment(record.ended),
        "players": list(record.players),
        "house": [record.players[seat] for seat in house_of(record)],
        "winners": [record.players[seat] for seat in past.winners],
        "rounds": len(past.rounds),
        "changes": len(past.changes),
        "state": state_of(past),
    }


def state_of(past: PastGame) -> str:
    """Whether a game was `won`, `left` before its end, or is still `open`."""
    return "won" if past.won else "open" if past.record.ended is None else "left"


def shown_game(past: PastGame) -> Row:
    """One game with its rounds, its actions and what was changed."""
    return {
        **game_row(past),
        "options": dict(past.record.options),
        "story": _story(past),
        "actions": [*action_rows(past)],
        "changed": [change_row(change, past.record) for change in past.changes],
        "missing": past.missing,
    }


def _story(past: PastGame) -> list[Json]:
    lines = [*(round_line(game) for game in past.rounds), winner_line(past.game)]
    return [line for line in lines if line is not None]


def action_rows(past: PastGame) -> list[Json]:
    """Every action that stands, with the round it belongs to and how its dice are known."""
    rows: list[Json] = []
    for action, source, at, before in zip(past.history.actions, past.sources, past.times, past.games, strict=False):
        fields = action_to_json(action)
        seat = fields.get("seat")
        rows.append(
            {
                "round": where(before),
                "time": moment(at),
                "player": past.record.players[seat] if isinstance(seat, int) else None,
                "source": source,
                **fields,
            }
        )
    return rows


def change_row(change: Change, record: GameRecord) -> Row:
    """One thing that was taken back or corrected."""
    seat = getattr(change.before, "seat", None)
    return {
        "round": where(change.game),
        "time": moment(change.at),
        "reason": change.reason,
        "player": None if seat is None else record.players[seat],
        "before": action_to_json(change.before),
        "after": None if change.after is None else action_to_json(change.after),
        "dropped": change.dropped,
    }


def change_line(change: Change, record: GameRecord, text: Text = str) -> str:
    """The same in one line."""
    before, why = _told(change.before, record, text), text(_REASONS.get(change.reason, say("{name}", name=change.reason)))
    if change.after is None:
        return f"{where(change.game, text)}: {text(say('{step} was undone', step=before))} ({why})"
    became = text(say("{before} became {after}", before=before, after=_dice(change.after)))
    more = f"; {text(say('{count} later steps fell with it', count=change.dropped))}" if change.dropped else ""
    return f"{where(change.game, text)}: {became} ({why}){more}"


def kept_line(past: PastGame, first: int, last: int, text: Text = str) -> str:
    """What challengers kept in the actions from `first` to before `last`, as far as it was seen; empty when nothing was."""
    found = [
        text(say("{name} keeps {kept}", name=past.record.players[action.seat], kept=hand(action.kept)))
        for action in past.history.actions[first:last]
        if isinstance(action, Throw) and action.kept
    ]
    return ", ".join(found)


def _told(action: Action, record: GameRecord, text: Text) -> str:
    if isinstance(action, Throw | Reveal):
        return f"{record.players[action.seat]} {hand(action.dice)}"
    named, place = _STEPS.get(action.type, say("{name}", name=action.type)), getattr(action, "seat", None)
    return text(named if place is None else say("{step} of {name}", step=named, name=record.players[place]))


def _dice(action: object) -> str:
    return hand(action.dice) if isinstance(action, Throw | Reveal) else str(getattr(action, "type", "-"))


def regular_row(person: Regular) -> Row:
    """One person."""
    return {
        "name": person.name,
        "games": person.games,
        "wins": person.wins,
        "left": person.left,
        "hands": person.hands,
        "boss": person.boss,
        "calls": person.calls,
        "called_off": person.offs,
        "stands": person.stands,
        "bluffs_caught": person.caught,
        "best_hand": None if person.best is None else hand(person.best),
        "chips_won": person.chips,
        "last_played": moment(person.last_played),
    }


def dice_row(verdict: Verdict) -> Row:
    """One set of dice."""
    found = verdict.faces
    return {
        "dice": found.tint or "all",
        **{str(face): found.counts[face - 1] for face in range(1, 7)},
        "counted": found.dice,
        "throws_left_out": found.left_out,
        "chi_square": round(found.chi_square, 3),
        "chance": round(found.chance, 6),
        "unusual": verdict.unusual,
        "sentence": str(verdict.sentence),
        "bias": BIAS,
        "dice_needed": verdict.needed,
    }


def as_json(name: str, content: Json) -> str:
    """One document with its version."""
    return json.dumps({"version": VERSION, name: content}, ensure_ascii=False, indent=1)


def as_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """A table with a header (RFC 4180); lists are joined by a plus sign. A cell is never a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", restval="")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(row.get(name)) for name in columns})
    return out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        joint = "" if all(isinstance(one, int) for one in value) else "+"
        value = joint.join(str(one) for one in value)
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value
