"""The recorded table as it should be read, frame by frame: the session comes to the rounds and banks that were rendered."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path
from typing import Any

from game.boss import BossGame
from game.menu import Offers, Party
from game.records import Accepted, Finished, Started
from game.session import Session
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.view import Screen

RECORDING = Path(__file__).parent.parent / "recordings" / "three-players"


def rows(name: str) -> list[dict[str, str]]:
    with (RECORDING / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_recorded_table_is_led_to_its_winner() -> None:
    table = tomllib.loads((RECORDING / "table.toml").read_text(encoding="utf-8"))
    truth: dict[str, Any] = json.loads((RECORDING / "expected.json").read_text(encoding="utf-8"))
    party = Party(tuple(table["players"]), tuple(table["tints"]))
    offers = Offers.usual(party, table["wager"], table.get("max_wager"), table["bank"])
    evening = Session(offers, table["lanes"], tuple(table["seat_lanes"]))
    presses: dict[int, list[Button]] = {}
    for row in rows("presses.csv"):
        presses.setdefault(int(row["frame"]), []).append(Button(row["button"]))
    seen: dict[int, list[Sighting]] = {}
    for row in rows("expected.csv"):
        dice = tuple(SeenDie(int(value), (0.1 + 0.1 * place, 0.5)) for place, value in enumerate(row["values"] or ""))
        seen.setdefault(int(row["frame"]), []).append(Sighting(int(row["lane"]), LaneState(row["state"]), dice))
    records: list[object] = []
    rounds: list[Any] = []
    for row in rows("frames.csv"):
        number, now = int(row["number"]), float(row["time"])
        records += evening.see(seen.get(number, []), now)
        for button in presses.get(number, []):
            records += evening.press(button, now)
        game = evening.game
        if isinstance(game, BossGame) and game.last_round is not None and game.last_round not in rounds:
            rounds.append(game.last_round)
    assert isinstance(records[0], Started) and isinstance(records[1], Accepted)
    assert [(done.number, done.outcome.value, done.boss, list(done.banks_after), done.kitty_after) for done in rounds] == [
        (want["round"], want["outcome"], want["boss"], want["banks"], want["kitty"]) for want in truth["rounds"]
    ]
    ended = evening.view().screen is Screen.WINNER or isinstance(records[-1], Finished)
    assert ended, evening.view().headline
