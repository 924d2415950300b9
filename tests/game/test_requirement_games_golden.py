"""The golden rounds of Qualification Dice and Progressive Qualification, point by point."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.actions import action_from_json
from game.errors import RulesError
from game.games import new_game
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame

pytestmark = pytest.mark.shared

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "golden"
NEVER_SHOWN = "qual-068"
"""Everybody concedes to a bluff whose dice stay hidden (D-u): no player and no referee can know that it was one."""


def _cases(name: str, key: str) -> list[Any]:
    path = GOLDEN / name
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="needs ../shared/golden"))]
    return [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text())[key]]


class Play:
    """A game played with the JSON actions of the referee protocol."""

    def __init__(self, kind: str, players: int, **options: Any) -> None:
        game = new_game(kind, [f"P{seat}" for seat in range(players)], options)
        assert isinstance(game, QualificationGame | ProgressiveGame)
        self.game: QualificationGame | ProgressiveGame = game

    def act(self, name: str, **values: Any) -> None:
        self.game = self.game.apply(action_from_json({"type": name, **values})).game

    @property
    def last(self) -> dict[str, Any]:
        done = self.game.last_round
        return {} if done is None else done.to_json()

    def points(self, seat: int, rounds: int) -> Any:
        """The point of the seat, also when the throw before has ended round number `rounds`."""
        return self.game.points_of(seat) if self.game.round == rounds and not self.game.over else self.last["points"][seat]


def rethrown(hand: list[int], event: dict[str, Any]) -> tuple[list[int], list[int]]:
    new = iter(event["new"])
    return [hand[place] if place in event["keep"] else next(new) for place in range(5)], [
        hand[place] for place in event["keep"]
    ]


def play_qualification(case: dict[str, Any]) -> Play:
    want, boss, players = case["expect"], case["boss"], len(case["banks"])
    table = Play("qualification", players, banks=case["banks"], boss=boss, **case["rules"])
    order = [(boss + place) % players for place in range(1, players)]
    antes = {seat: case["antes"].get(str(seat), 0) for seat in order}
    table.act("cover", amount=case["cover"])
    for seat in order:
        table.act("ante", seat=seat, amount=antes[seat])
    table.act("announce", requirement=case["requirement"], direction=case["direction"], stand=case["stand"])
    playing = [seat for seat in order if antes[seat]]
    if case["stand"]:
        for seat in playing:
            table.act(case["responses"][str(seat)], seat=seat)
        playing = [seat for seat in playing if case["responses"][str(seat)] == "challenge"]
    if not playing:
        return table
    hands = {seat: case["hands"][seat] for seat in (boss, *playing)}
    table.act("reveal", seat=boss, dice=hands[boss])
    if table.last:
        return table
    assert table.game.point == want.get("initial_point", table.game.point)
    for seat in playing:
        table.act("reveal", seat=seat, dice=hands[seat])
    boss_throw = [] if case["boss_throw"] is None else [{"p": boss, **case["boss_throw"]}]
    points = []
    for event in (*case["events"], *boss_throw, *case["post_events"]):
        seat = event["p"]
        hands[seat], kept = rethrown(hands[seat], event)
        table.act("throw", seat=seat, dice=hands[seat], kept=kept)
        if seat != boss:
            points.append(table.points(seat, 1))
    assert points == want.get("event_points", points)
    if not boss_throw and any(one.type == "stay" for one in table.game.expects()):
        table.act("stay")
    return table


@pytest.mark.parametrize("case", _cases("golden_qual.json", "scripts"))
def test_qualification(case: dict[str, Any]) -> None:
    want = case["expect"]
    if "without Stand" in case["tag"]:
        # Nothing of this hand can be known before it is shown; then it pays like a caught bluff at the announced antes.
        table = play_qualification(case)
        assert table.last["bluff"] is True
        assert table.last["payments"] == {seat: 6 * ante for seat, ante in case["antes"].items()}
        return
    if "illegal" in want:
        with pytest.raises(RulesError):
            play_qualification(case)
        return
    table = play_qualification(case)
    last = table.last
    assert last["bluff"] is (want["bluff"] and case["id"] != NEVER_SHOWN)
    assert last["boss_qualified"] == (want["boss_qualified"] if want["boss_revealed"] else None)
    assert (last["boss_hand"] is not None) is want["boss_revealed"]
    assert last["point"] == want["point"]
    assert last["results"] == want["results"]
    assert last["payments"] == want["payments"]
    assert all(last["points"][int(seat)] == point for seat, point in want["points"].items())
    assert table.game.state()["banks"] == want["banks"]


def play_progressive(table: Play, case: dict[str, Any]) -> None:
    want, number = case["expect"], table.game.round
    hands = [list(hand) for hand in case["hands"]]
    for seat, hand in enumerate(hands):
        table.act("throw", seat=seat, dice=hand)
        if seat + 1 == len(hands) and "initial_points" in want:
            assert [table.points(one, number) for one in range(len(hands))] == want["initial_points"]
    seen: list[Any] = []
    for event in case["events"]:
        if "offer" in event:
            table.act("offer_push", seat=event["offer"])
            answers = [one.seat for one in table.game.expects() if one.type == "accept_push"]
            refused = [asked for asked in answers if asked not in event["accept"]]
            for asked in answers:
                if asked not in refused:
                    table.act("accept_push", seat=asked)
            if refused:
                table.act("refuse_push", seat=refused[0])
            seen.append("declined" if refused else "push")
        else:
            seat = event["p"]
            hands[seat], kept = rethrown(hands[seat], event)
            table.act("throw", seat=seat, dice=hands[seat], kept=kept)
            seen.append(table.points(seat, number))
    assert seen == want.get("event_points", seen)


@pytest.mark.parametrize("case", _cases("golden_prog.json", "rounds"))
def test_progressive_round(case: dict[str, Any]) -> None:
    table = Play("progressive", len(case["hands"]), round=case["round"])
    want = case["expect"]
    if "illegal" in want:
        with pytest.raises(RulesError):
            play_progressive(table, case)
        return
    assert table.game.state()["requirement"] == want["requirement"]
    play_progressive(table, case)
    last = table.last
    assert {key: last[key] for key in ("outcome", "winner", "award", "points", "point")} == {
        key: want[key] for key in ("outcome", "winner", "award", "points", "point")
    }
    assert last["agreed"] is want["push_agreed"]


@pytest.mark.parametrize("case", _cases("golden_prog.json", "games"))
def test_progressive_game(case: dict[str, Any]) -> None:
    table = Play("progressive", case["players"])
    for number, one in enumerate(case["rounds"], start=1):
        assert table.game.round == number
        play_progressive(table, one)
        assert table.game.state()["totals"] == one["expect"]["totals"]
    assert table.game.over
    assert table.game.state()["totals"] == case["totals"]
    assert list(table.game.winners) == case["winners"]
