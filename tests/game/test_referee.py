"""The line protocol: what is right is played, what is wrong is answered with one sentence and changes nothing."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile import hostile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.referee import LINE_LIMIT, Referee, serve

SLOW = [HealthCheck.too_slow]
"""A busy machine is no fault of the code."""

BOSSTRAY = Path(sys.executable).parent / "bosstray"
NEW = {"cmd": "new", "game": "boss", "players": ["Ann", "Bob"], "options": {"bank": 40, "max_wager": 10}}
ROUND: list[dict[str, Any]] = [
    {"type": "wager", "amount": 5},
    {"type": "throw", "seat": 1, "dice": [6, 6, 1, 2, 3]},
    {"type": "throw", "seat": 0, "dice": [5, 5, 1, 2, 3]},
    {"type": "call_up"},
    {"type": "throw", "seat": 0, "dice": [5, 5, 5, 2, 3], "kept": [5, 5]},
    {"type": "reveal", "seat": 1, "dice": [6, 6, 4, 4, 1]},
]


def ask(referee: Referee, command: object) -> dict[str, Any]:
    return dict(referee.answer(json.dumps(command).encode()))


def act(referee: Referee, **action: object) -> dict[str, Any]:
    return ask(referee, {"cmd": "act", "action": action})


def at(steps: int) -> Referee:
    """A referee after `NEW` and the first actions of `ROUND`."""
    referee = Referee()
    assert ask(referee, NEW)["ok"]
    for action in ROUND[:steps]:
        assert act(referee, **action)["ok"], action
    return referee


def test_a_whole_round() -> None:
    reply = ask(at(6), {"cmd": "state"})
    assert reply["ok"] is True
    assert (reply["events"], reply["expects"]) == ([], [{"type": "wager", "least": 1, "most": 10}])
    assert reply["state"]["banks"] == [45, 35]
    assert reply["state"]["last_round"]["results"] == {"0": "win"}


def test_a_reply_tells_the_events() -> None:
    reply = act(at(5), **ROUND[5])
    assert reply["events"] == [
        {"event": "revealed", "seat": 1, "dice": [6, 6, 4, 4, 1]},
        {"event": "paid", "seat": 1, "other": 0, "amount": 5},
    ]


def test_expects_are_partly_filled_actions() -> None:
    shown = [ask(at(steps), {"cmd": "state"})["expects"] for steps in range(6)]
    assert shown == [
        [{"type": "wager", "least": 1, "most": 10}],
        [{"type": "throw", "seat": 0, "count": 5}, {"type": "throw", "seat": 1, "count": 5}],
        [{"type": "throw", "seat": 0, "count": 5}],
        [{"type": "call_up"}, {"type": "call_off"}],
        [{"type": "throw", "seat": 0, "count": 5}],
        [{"type": "reveal", "seat": 1, "count": 5}],
    ]


def test_undo_takes_back_one_action_after_the_other() -> None:
    referee = at(6)
    for steps in range(5, -1, -1):
        assert ask(referee, {"cmd": "undo"}) == ask(at(steps), {"cmd": "state"})
    assert ask(referee, {"cmd": "undo"}) == {"ok": False, "error": "There is nothing to take back."}


def test_undo_never_reaches_an_earlier_game() -> None:
    referee = at(3)
    assert ask(referee, NEW)["ok"]
    assert not ask(referee, {"cmd": "undo"})["ok"]


def test_a_new_game_that_cannot_be_leaves_the_old_one() -> None:
    referee = at(3)
    before = ask(referee, {"cmd": "state"})
    assert not ask(referee, {**NEW, "players": ["Alone"]})["ok"]
    assert ask(referee, {"cmd": "state"}) == before
    assert ask(referee, {"cmd": "undo"})["ok"]


def test_quit_ends() -> None:
    referee = at(2)
    assert ask(referee, {"cmd": "quit"})["ok"]
    assert referee.ended


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ('{"cmd": "state"', "no JSON"),
        ('{"cmd": "state"} x', "no JSON"),
        ("[1, 2]", "A command is an object"),
        ("null", "A command is an object"),
        ("{}", "no such command; known are new, act, undo, state, quit"),
        ('{"cmd": "udno"}', "did you mean undo"),
        ('{"cmd": 5}', "no such command"),
        ('{"cmd": "state", "x": 1}', "has no field 'x'"),
        ('{"cmd": "state", "cmd": "quit"}', "same field twice"),
        ('{"cmd": NaN}', "NaN is no number"),
        ('{"cmd": -Infinity}', "-Infinity is no number"),
        ('{"cmd": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 60000, "nested too deeply"),
        ("[" * 500 + "]" * 500, "A command is an object"),
        ('{"cmd": "state", "x": ' + "[" * 400 + "]" * 400 + "}", "nested too deeply"),
        ('{"cmd": "act"}', 'needs an "action"'),
        ('{"cmd": "act", "action": []}', "An action is an object"),
        ('{"cmd": "act", "action": {"type": "trhow"}}', "no action of type"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1}}', "needs the field dice"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [1, 2, 3, 4, 7]}}', "1 to 6"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [1, 2, 3, 4, 0]}}', "1 to 6"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5.0]}}', "1 to 6"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5, 6]}}', "5 dice, not 6"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": "66123"}}', "list of numbers"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 2, "dice": [1, 2, 3, 4, 5]}}', "no such seat"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": -1, "dice": [1, 2, 3, 4, 5]}}', "no such seat"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": true, "dice": [1, 2, 3, 4, 5]}}', "whole number"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5], "x": 1}}', "no field"),
        ('{"cmd": "act", "action": {"type": "throw", "seat": 1, "dice": [6, 6, 1, 2, 3]}}', "has thrown already"),
        ('{"cmd": "act", "action": {"type": "call_up"}}', "Only a Boss calls"),
        ('{"cmd": "act", "action": {"type": "wager", "amount": 1e999}}', "whole number"),
        ('{"cmd": "act", "action": {"type": "wager", "amount": ' + "9" * 4000 + "}}", "first throws"),
        ('{"cmd": "act", "action": {"type": "reveal", "seat": 1, "dice": [6, 6, 1, 2, 3]}}', "after the challengers"),
        ('{"cmd": "act", "action": {"type": "cover", "amount": 3}}', "no cover in Boss Dice"),
        ('{"cmd": "new", "game": "boss"}', 'needs "game" and "players"'),
        ('{"cmd": "new", "game": "bos", "players": ["A", "B"]}', "did you mean boss"),
        ('{"cmd": "new", "game": 1, "players": ["A", "B"]}', "no such game"),
        ('{"cmd": "new", "game": "boss", "players": "AB"}', "list of names"),
        ('{"cmd": "new", "game": "boss", "players": ["A", 2]}', "list of names"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "\\ud800"]}', "name of 1 to 40"),
        ('{"cmd": "new", "game": "boss", "players": ["A"]}', "2 to 6 players"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": [1]}', "options are an object"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"max_wagr": 5}}', "did you mean max_wager"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"max_wager": "5"}}', "whole number"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"max_wager": true}}', "whole number"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"short_stack": "all_in"}}', "one of pay_all"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"bank": 5, "banks": [5, 5]}}', "not both"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"banks": {"0": 5}}}', "list of whole numbers"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"banks": [5, 5, 5]}}', "2 players but 3 banks"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"bank": 1e3}}', "whole number"),
        ('{"cmd": "new", "game": "boss", "players": ["A", "B"], "options": {"kitty": -1}}', "from 0 to"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str, word: str) -> None:
    referee = at(2)
    before = ask(referee, {"cmd": "state"})
    reply = referee.answer(line.encode())
    assert reply["ok"] is False
    assert word in str(reply["error"])
    assert ask(referee, {"cmd": "state"}) == before


@pytest.mark.parametrize("line", [b"\xff\xfe", b'{"cmd": "\xc3"}', b"\x00"])
def test_what_is_no_text_is_refused(line: bytes) -> None:
    assert Referee().answer(line)["ok"] is False


@pytest.mark.parametrize("command", ["act", "undo", "state"])
def test_commands_without_a_game_say_how_to_start_one(command: str) -> None:
    reply = Referee().answer(json.dumps({"cmd": command}).encode())
    assert "No game is running" in str(reply["error"])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
COMMANDS = st.fixed_dictionaries(
    {"cmd": st.sampled_from(["new", "act", "undo", "state"]) | JSON},
    optional={
        "game": st.sampled_from(["boss", "duel"]) | JSON,
        "players": st.lists(st.text(max_size=5), max_size=7) | JSON,
        "options": st.dictionaries(st.sampled_from(["bank", "banks", "max_wager", "target", "short_stack"]), JSON) | JSON,
        "action": st.fixed_dictionaries(
            {"type": st.sampled_from(["wager", "throw", "call_up", "reveal"]) | JSON},
            optional={
                "seat": st.integers(-2, 3) | JSON,
                "dice": st.lists(st.integers(0, 7), min_size=4, max_size=6) | JSON,
                "kept": st.lists(st.integers(0, 7), max_size=6) | JSON,
                "amount": st.integers() | JSON,
            },
        )
        | JSON,
    },
)


def check(referee: Referee, line: bytes) -> None:
    before = ask(referee, {"cmd": "state"})
    reply = referee.answer(line)
    json.dumps(reply, allow_nan=False)
    if reply["ok"] is not True:
        assert set(reply) == {"ok", "error"}
        error = str(reply["error"])
        assert error[-1] in ".?"
        assert "\n" not in error
        assert len(error) < 400
        assert ask(referee, {"cmd": "state"}) == before


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(st.integers(0, 6), COMMANDS | JSON)
def test_any_json_gets_a_proper_reply(steps: int, command: object) -> None:
    check(at(steps), json.dumps(command).encode())


@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(st.integers(0, 6), st.binary(max_size=200))
def test_any_bytes_get_a_proper_reply(steps: int, line: bytes) -> None:
    check(at(steps), line)


@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(st.integers(0, 6), st.integers(0, 2**32))
def test_mutated_commands_get_a_proper_reply(steps: int, seed: int) -> None:
    referee = at(steps)
    line = hostile(ask(referee, {"cmd": "state"}), random.Random(seed), ["boss"])
    check(referee, line[:LINE_LIMIT])


def served(lines: bytes) -> list[dict[str, Any]]:
    replies = io.BytesIO()
    serve(io.BytesIO(lines), replies)
    return [json.loads(line) for line in replies.getvalue().splitlines()]


def test_a_line_that_is_too_long_is_answered_once_and_the_next_is_read() -> None:
    replies = served(b"x" * 10_000_000 + b"\n" + json.dumps(NEW).encode() + b"\n")
    assert [reply["ok"] for reply in replies] == [False, True]
    assert replies[0]["error"] == f"The line is longer than {LINE_LIMIT} bytes."


@pytest.mark.parametrize("spare", [-1, 0, 1])
def test_the_limit_of_a_line_is_exact(spare: int) -> None:
    padded = json.dumps({"cmd": "state"}).encode()
    padded += b" " * (LINE_LIMIT + spare - len(padded))
    error = served(padded + b"\n" + b"\n")[0]["error"]
    assert ("longer than" in error) == (spare > 0)
    assert len(served(padded + b"\n" + b"\n")) == 2
    assert len(served(padded)) == 1


def test_the_end_of_input_in_the_middle_of_a_line_is_answered() -> None:
    replies = served(json.dumps(NEW).encode() + b'\n{"cmd": "sta')
    assert [reply["ok"] for reply in replies] == [True, False]
    assert served(json.dumps(NEW).encode())[0]["ok"] is True
    assert served(b"") == []


def test_nothing_is_read_after_quit() -> None:
    assert len(served(b'{"cmd": "quit"}\n{"cmd": "state"}\n')) == 1


def test_the_program_answers_line_by_line_and_ends_well() -> None:
    with subprocess.Popen(
        [BOSSTRAY, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for command in (NEW, {"cmd": "state"}, {"cmd": "nonsense"}):
            program.stdin.write(json.dumps(command).encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["ok"] == (command != {"cmd": "nonsense"})
        out, err = program.communicate(b'{"cmd": "quit"}\n', timeout=30)
    assert json.loads(out)["ok"]
    assert (program.returncode, err) == (0, b"")


def test_the_program_ends_quietly_when_nobody_listens() -> None:
    program = subprocess.Popen([BOSSTRAY, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with program:
        assert program.stdout is not None
        program.stdout.close()
        _, err = program.communicate(b'{"cmd": "state"}\n' * 10, timeout=30)
    assert (program.returncode, err) == (0, b"")


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs the peak memory of a child")
def test_memory_stays_bounded_whatever_is_sent() -> None:
    def peak(lines: bytes) -> int:
        program = subprocess.Popen([BOSSTRAY, "referee"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert program.stdin is not None
        for _ in range(40):
            program.stdin.write(lines)
        program.stdin.close()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        assert program.returncode == 0
        return usage.ru_maxrss

    assert peak(b"x" * 1_000_000) - peak(b"\n") < 8 * 1024
