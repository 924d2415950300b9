"""The rules as a line protocol, as UCI is for chess: one JSON object a line in, one reply a line out.

A refused command changes nothing and is answered with one sentence, whatever the line holds; memory stays bounded.
"""

from __future__ import annotations

import difflib
import json
from collections import deque
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NoReturn

from game.actions import Json, action_from_json
from game.errors import RulesError
from game.game import Event, Game
from game.games import new_game

LINE_LIMIT = 64 * 1024
"""The longest line in bytes; the longest sensible command has some hundred."""

DEPTH_LIMIT = 8
UNDO_LIMIT = 100_000

FIELDS: Mapping[str, tuple[str, ...]] = {
    "new": ("game", "players", "options"),
    "act": ("action",),
    "undo": (),
    "state": (),
    "quit": (),
}


class ProtocolError(ValueError):
    """A line that is no command."""


class Referee:
    """One game at a time, started and changed by commands; `ended` is true after `quit`."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.ended = False
        self._past: deque[Game] = deque(maxlen=UNDO_LIMIT)

    def answer(self, line: bytes) -> dict[str, Json]:
        """The reply to one line: `ok`, and then `events`, `state` and `expects`, or the `error`."""
        try:
            events = self._obey(_command(line))
        except (ProtocolError, RulesError) as error:
            return {"ok": False, "error": str(error)}
        return {
            "ok": True,
            "events": [event.to_json() for event in events],
            "state": None if self.game is None else self.game.state(),
            "expects": [] if self.game is None else [expected.to_json() for expected in self.game.expects()],
        }

    def _obey(self, command: dict[str, object]) -> tuple[Event, ...]:
        name = command["cmd"]
        if name == "new":
            if "game" not in command or "players" not in command:
                raise ProtocolError('A new game needs "game" and "players".')
            self.game = new_game(command["game"], command["players"], command.get("options"))
            self._past.clear()
            return ()
        if name == "quit":
            self.ended = True
            return ()
        if self.game is None:
            raise ProtocolError('No game is running; start one with {"cmd": "new", "game": "boss", "players": ["A", "B"]}.')
        if name == "act":
            if "action" not in command:
                raise ProtocolError('The command act needs an "action".')
            step = self.game.apply(action_from_json(command["action"]))
            self._past.append(self.game)
            self.game = step.game
            return step.events
        if name == "undo":
            if not self._past:
                raise ProtocolError("There is nothing to take back.")
            self.game = self._past.pop()
        return ()


def serve(lines: BinaryIO, replies: BinaryIO) -> None:
    """Answers every line until `quit` or the end of the input; each reply is flushed at once."""
    referee = Referee()
    for line in _lines(lines):
        if line is None:
            reply: dict[str, Json] = {"ok": False, "error": f"The line is longer than {LINE_LIMIT} bytes."}
        else:
            reply = referee.answer(line)
        replies.write(json.dumps(reply, allow_nan=False).encode("ascii") + b"\n")
        replies.flush()
        if referee.ended:
            return


def _lines(lines: BinaryIO) -> Iterator[bytes | None]:
    """The lines; `None` for one that is too long, whose rest is skipped without being kept."""
    while line := lines.readline(LINE_LIMIT + 1):
        if line.endswith(b"\n") or len(line) <= LINE_LIMIT:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = lines.readline(LINE_LIMIT)
        yield None


def _command(line: bytes) -> dict[str, object]:
    """The command in a line, with a known `cmd` and no unknown fields; raises `ProtocolError`."""
    try:
        data = json.loads(line.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise ProtocolError("The line is not UTF-8.") from error
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" starting at").lower()
        raise ProtocolError(f"The line is no JSON: {what} at character {error.pos + 1}.") from error
    except ProtocolError:
        raise
    except ValueError as error:
        raise ProtocolError("The line holds a number with too many digits.") from error
    except RecursionError as error:
        raise ProtocolError("The line is nested too deeply.") from error
    if not isinstance(data, dict):
        raise ProtocolError('A command is an object such as {"cmd": "state"}.')
    _check_depth(data)
    name = data.get("cmd")
    if not isinstance(name, str) or name not in FIELDS:
        near = difflib.get_close_matches(str(name)[:80], FIELDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(FIELDS)}."
        raise ProtocolError(f"There is no such command; {hint}")
    for key in data:
        if key != "cmd" and key not in FIELDS[name]:
            raise ProtocolError(f"The command {name} has no field {key[:40]!r}.")
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ProtocolError("An object of the line has the same field twice.")
    return data


def _no_number(name: str) -> NoReturn:
    raise ProtocolError(f"{name} is no number of JSON.")


def _check_depth(data: object) -> None:
    level = [data]
    for _ in range(DEPTH_LIMIT):
        deeper: list[object] = []
        for item in level:
            if isinstance(item, dict):
                deeper.extend(item.values())
            elif isinstance(item, list):
                deeper.extend(item)
        if not deeper:
            return
        level = deeper
    raise ProtocolError("The line is nested too deeply.")
