"""Lines for the referee: sensible commands, commands that are almost sensible, and rubbish, from a seed."""

from __future__ import annotations

import json
import random
from typing import Any

NAMES = ["Ann", "Bob", "Åse", "Dan", "Eve", "Fay"]

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "boss": {
        "bank": [1, 5, 40, 100],
        "max_wager": [None, 1, 5, 30],
        "kitty": [0, 7],
        "target": [None, 150],
        "short_stack": ["pay_all_win_full", "table_stakes", "cap_wager"],
        "kitty_at_end": ["winner", "stays"],
        "two_pair_tie": ["lex", "high"],
        "boss_may_keep_extra": [False, True],
    },
    "duel": {
        "ranking": ["bull", "norwegian"],
        "calls": [True, False],
        "first_full_house": [None, "full", "trips"],
        "first_two_pair": [None, "two_pair", "high_pair"],
        "challenger_two_pair": ["free", "one_pair"],
        "two_pair_tie": ["lex", "high"],
        "keep_before_call": [False, True],
        "no_call": ["boss_keeps", "free"],
        "wins": [1, 2, 3],
        "stake": [0, 5],
        "banks": [[40, 40], [3, 60]],
    },
    "tournament": {
        "length": ["once", "wins"],
        "matches": [1, 2],
        "wins": [1, 2],
        "keep_before_call": [True],
        "no_call": ["boss_keeps", "free"],
        "calls": [True, False],
        "stake": [0, 5],
        "bank": [3, 40],
    },
    "qualification": {
        "bank": [1, 50, 1000],
        "boss": [0, 1],
        "rotations": [1, 2],
        "rounding": ["floor", "ceil", "exact"],
        "stand_payout_base": ["ante", "tripled"],
        "bluff_pays": ["double_payout", "double_ante"],
        "boss_rethrow": ["stands", "keep_better"],
        "tie": ["boss", "push"],
        "freeze": ["rechoose", "locked"],
    },
    "progressive": {"carry_over": [False, True], "round": [1, 12]},
}

RUBBISH: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    6,
    7,
    5.0,
    0.5,
    1e308,
    10**30,
    -(10**300),
    "",
    "boss",
    "0",
    "é\u0000",
    "\ud800",
    "x" * 300,
    [],
    [1, 2, 3, 4, 5],
    [7, 7, 7, 7, 7],
    [1] * 6,
    [[1], [2], [3], [4], [5]],
    {},
    {"type": "call_up"},
    {"a": {"b": {"c": {"d": {}}}}},
]

RAW: list[bytes] = [
    b"",
    b" ",
    b"\x00",
    b"\xff\xfe\xfa",
    b"\xef\xbb\xbf{}",
    b"null",
    b"[]",
    b"NaN",
    b'{"cmd": NaN}',
    b'{"cmd": Infinity}',
    b'{"cmd": "act", "action": {"type": "wager", "amount": 1e999}}',
    b'{"cmd": "act", "action": {"type": "wager", "amount": -0}}',
    b'{"cmd": "state", "cmd": "quit"}',
    b'{"cmd": "state"',
    b"{'cmd': 'state'}",
    b'{"cmd": "state"} {"cmd": "state"}',
    b'"' + b"\\ud83d" * 100 + b'"',
    b"[" * 5000,
    b"[" * 60000,
    b'{"a":' * 10000,
    b"[" * 500 + b"]" * 500,
    b'{"cmd": "act", "action": ' + b"[" * 900 + b"]" * 900 + b"}",
    b"9" * 5000,
    b"-" + b"9" * 60000,
    b'{"cmd": "act", "action": {"type": "wager", "amount": ' + b"9" * 4000 + b"}}",
    b'{"cmd": "' + b"x" * 65500 + b'"}',
    b"x" * 70000,
    b"x" * 1_000_000,
]


def new(source: random.Random, games: list[str]) -> dict[str, Any]:
    """A command that starts some game, mostly with options that exist."""
    game = source.choice(games)
    known = OPTIONS[game]
    options = {key: source.choice(known[key]) for key in source.sample(sorted(known), source.randint(0, len(known)))}
    players = 2 if game == "duel" else source.randint(2, 6)
    return {"cmd": "new", "game": game, "players": NAMES[:players], "options": options}


def likely(reply: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """One of the actions that the referee expects, filled in; mostly legal."""
    expected = source.choice(reply["expects"])
    action: dict[str, Any] = {key: value for key, value in expected.items() if key in ("type", "seat")}
    if expected.get("count") is not None:
        held = list(reply["state"].get("kept") or []) if expected["type"] == "reveal" else []
        action["dice"] = (held + [source.randint(1, 6) for _ in range(5)])[:5]
    if "least" in expected or "most" in expected:
        least = expected.get("least", 0)
        action["amount"] = source.randint(least, max(least, expected.get("most", least + 40)))
    if expected["type"] == "keep":
        action["kept"] = []
    if expected.get("choices"):
        action["requirement"] = source.choice(expected["choices"])
        action["direction"] = source.choice(["higher", "lower"])
        action["stand"] = source.random() < 0.3
    return {"cmd": "act", "action": action}


def mutated(value: Any, source: random.Random) -> Any:
    """The same JSON value with one place changed, removed, added or doubled."""
    if isinstance(value, dict) and value and source.random() < 0.8:
        key = source.choice(sorted(value))
        changed = dict(value)
        match source.randrange(5):
            case 0:
                del changed[key]
            case 1:
                changed[source.choice(["seat", "cmd", "x" * 50, "kept", "dice", key + "s"])] = source.choice(RUBBISH)
            case _:
                changed[key] = mutated(value[key], source)
        return changed
    if isinstance(value, list) and value and source.random() < 0.8:
        place = source.randrange(len(value))
        match source.randrange(4):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return value + value
        return [*value[:place], mutated(value[place], source), *value[place + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and source.random() < 0.5:
        return value + source.choice([-1, 1, 7, 10**9, 10**20])
    return source.choice(RUBBISH)


def torn(line: bytes, source: random.Random) -> bytes:
    """A line with some bytes changed, cut off or doubled, still one line."""
    changed = bytearray(line)
    for _ in range(source.randint(1, 4)):
        place = source.randrange(len(changed) + 1)
        match source.randrange(3):
            case 0:
                changed[place:place] = bytes([source.randrange(256)])
            case 1:
                del changed[place : place + source.randint(1, 10)]
            case 2:
                changed[place : place + 1] = bytes([source.randrange(256)])
    return bytes(changed).replace(b"\n", b" ")


def hostile(reply: dict[str, Any] | None, source: random.Random, games: list[str]) -> bytes:
    """A line that is probably refused, without its end."""
    if source.random() < 0.2:
        return source.choice(RAW)
    command = new(source, games)
    if reply is not None and reply.get("expects") and source.random() < 0.8:
        command = likely(reply, source)
    if source.random() < 0.3:
        return torn(json.dumps(command).encode(), source)
    for _ in range(source.randint(1, 3)):
        command = mutated(command, source)
    return json.dumps(command).encode()
