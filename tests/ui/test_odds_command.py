"""`bosstray odds` from outside: what it prints for programs and for people, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from game.house import Strength
from ui.cli import command

# The line of the command-line contract; only its `calls` are shortened there.
CONTRACT = {"kept": "66", "challenger": "12336", "value": "101/288", "keeps": {"33": "1"}}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["odds", *arguments])


def lines(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


def test_state_is_the_contract() -> None:
    (line,) = lines("state", "--ranking", "bull", "--json", "66:12336")
    assert list(line) == ["kept", "challenger", "value", "keeps", "calls"]
    assert {key: line[key] for key in CONTRACT} == CONTRACT
    assert line["calls"]["6644"] == "1"
    assert line["calls"]["6622"] == "0"
    assert len(line["calls"]) == 19


def test_states_come_in_the_order_asked_and_dice_in_any_order() -> None:
    found = lines("state", "--ranking", "norwegian", "--json", "5566:43221", "11:65432")
    assert [(line["kept"], line["challenger"]) for line in found] == [("5566", "12234"), ("11", "23456")]


def test_mixtures_are_fractions() -> None:
    (line,) = lines("state", "--ranking", "bull", "--json", "33:11225")
    assert line["keeps"] == {"22": "6/11", "1122": "5/11"}
    assert line["calls"]["3322"] == "479/792"


def test_all_states() -> None:
    found = lines("state", "--ranking", "banking", "--json")
    assert len({(line["kept"], line["challenger"]) for line in found}) == len(found) == 4109


def test_nothing_kept_is_a_dash() -> None:
    (line,) = lines("state", "--ranking", "bull", "--json", "66666:11123")
    assert line["keeps"].keys() <= {"-", "111"}
    best = lines("keep", "--json", "66666:12345")[0]
    assert "-" in best["keeps"]


def test_keep_answers_with_the_exact_value() -> None:
    (line,) = lines("keep", "66:12336", "--json")
    assert line["value"] == "-101/288"
    assert next(iter(line["keeps"].items())) == ("33", {"value": "-101/288", "chance": "1"})
    assert line["keeps"]["6"] == {"value": "-127475/279936", "chance": "0"}


def test_keep_against_a_known_hand_and_against_every_call() -> None:
    (known,) = lines("keep", "66:12336", "--against", "66441", "--json")
    assert known["keeps"]["33"] == {"win": "4/9", "tie": "0", "lose": "5/9"}
    (every,) = lines("keep", "66:12336", "--always", "--json")
    assert every["keeps"]["33"]["win"] == "187/486"


def test_call_answers_with_the_exact_gain() -> None:
    assert lines("call", "66:12336", "66441", "--json") == [{"state": "66:12336", "hand": "6644", "call": "1", "gain": "1/9"}]
    assert len(lines("call", "66:12336", "--json")) == 19


def test_final_first_and_qualify_for_programs() -> None:
    (final,) = lines("final", "66", "--json")
    assert final["hands"]["66"] == "5/18"
    (first,) = lines("first", "--ranking", "norwegian", "--json")
    assert first["players"]["2"]["boss"] == "4777085/5038848"
    assert sum(first["first"].values()) == first["of"]
    found = lines("qualify", "--json")
    assert len(found) == 12
    assert found[3]["chances"][0] == "365/648"


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (("state", "66:12336"), "101/288"),
        (("keep", "66:12336"), "-101/288"),
        (("keep", "66:12336", "--always"), "187/486"),
        (("call", "66:12336"), "6633"),
        (("final", "666"), "5/9"),
        (("first",), "90.28 %"),
        (("qualify", "nevada"), "56.33 %"),
    ],
)
def test_tables_for_people(arguments: tuple[str, ...], seen: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert seen in result.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("state", "66"), "KEPT:CHALLENGER"),
        (("state", "67:12345"), "digits from 1 to 6"),
        (("state", "66:1234"), "a hand is 5 dice"),
        (("state", "66:66612"), "does not lose the first throw"),
        (("state", "--ranking", "bull", "5566:12345"), "No Boss keeps 5566"),
        (("state", "66:12345", "66:66612"), "does not lose the first throw"),
        (("call", "66:12336", "65512"), "which is not among"),
        (("keep", "66:12336", "--always", "--against", "66123"), "Either"),
        (("final", "65"), "No Boss keeps 56"),
        (("qualify", "two_mustangs"), "two_mustangs"),
    ],
)
def test_bad_questions_get_one_sentence_and_exit_code_2(arguments: tuple[str, ...], why: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert why in result.output
    assert result.stdout == ""
    assert "Traceback" not in result.output


def test_solve_needs_a_place_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.commands.odds_solve.written", lambda _: "{}")
    assert run("solve", "--output", str(tmp_path / "table.json")).exit_code == 0
    assert (tmp_path / "table.json").read_text() == "{}"
    result = run("solve", "--output", str(tmp_path / "missing" / "table.json"))
    assert result.exit_code == 1
    assert "cannot be written" in result.output


def test_policies_state_their_distance() -> None:
    found = lines("policies", "--spots", "3", "--decisions", "0", "--json")
    assert {"Boss Dice, two players", "Boss Dice, 6 players"} <= {line["policy"] for line in found}
    assert all(line["objective"] and line["left"] for line in found)


def test_house_strengths_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.commands.odds_house.Strength", (Strength.REGULAR, Strength.BEGINNER))
    found = lines("house", "--ranking", "banking", "--hands", "2000", "--json")
    assert [(line["first"], line["second"]) for line in found] == [
        ("regular", "regular"),
        ("regular", "beginner"),
        ("beginner", "beginner"),
    ]
    assert found[0]["edge"] == "0"
    assert round(float(Fraction(found[1]["edge"])), 5) == 0.03292
    assert found[1]["played"]["hands"] == 2000
    assert all(abs(error) < 5 for error in found[1]["standard_errors"])
