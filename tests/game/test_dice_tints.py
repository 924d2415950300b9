"""The dice on the screen have the colour of the real ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tray_hands import RED, TrayHands, dice

from game.boss import BossGame
from game.croupier_boss import BossCroupier
from game.dice_tints import SAME, tint_of_dice
from game.history import History
from game.sighting import LaneState, SeenDie
from game.table import Table


def hand(*tints: str | None) -> list[SeenDie]:
    return [SeenDie(3, tint=tint) for tint in tints]


def test_the_colour_that_was_seen_takes_the_place_of_the_agreed_one() -> None:
    assert tint_of_dice(hand("#102030", "#112131", "#122232", "#102030", "#0f1f2f"), "ivory") == "#102030"


def test_nothing_seen_changes_nothing() -> None:
    assert tint_of_dice(hand(None, None), "red") == "red"
    assert tint_of_dice((), "#123456") == "#123456"
    assert tint_of_dice(hand("reddish"), "red") == "red"


def test_one_die_of_another_colour_changes_nothing_and_nothing_is_mixed() -> None:
    assert tint_of_dice(hand("#f0e0d0", "#f0e0d0", "#f0e0d0", "#f1e0d0", "#000080"), "red") == "#f0e0d0"


def test_most_of_the_pips_say_whether_they_are_light() -> None:
    seen = hand("#903020/light", "#913121/light", "#903020/dark", "#92322a/light", "#903020/light")
    assert tint_of_dice(seen, "red") == "#903020/light"
    assert tint_of_dice(seen, "#903020/dark") == "#903020/light"
    assert tint_of_dice(seen, "#8f3020/light") == "#8f3020/light"


@pytest.mark.parametrize(("step", "stays"), [(SAME // 3, True), (SAME // 3 + 1, False)])
def test_a_small_difference_is_the_same_colour(step: int, stays: bool) -> None:
    later = f"#{0x40 + step:02x}{0x40 + step:02x}{0x40 + step:02x}"
    assert (tint_of_dice(hand(*[later] * 5), "#404040") == "#404040") is stays


def test_the_lanes_the_boss_and_a_correction_show_the_colours_that_the_camera_saw() -> None:
    game = BossGame.new(["Ann", "Bob"], [60, 60])
    at = TrayHands(BossCroupier.open(History(game), Table.arrange(2, 2), ("ivory", "red"), 5))
    at.croupier.begin(0.0)

    def throw(lane: int, values: str, tint: str) -> None:
        at.take_up(lane)
        at.show(lane, LaneState.SETTLED, tuple(replace(die, tint=tint) for die in dice(values)))

    throw(0, "66123", "#2f6f9f")
    assert [lane.tint for lane in at.croupier.view().lanes] == ["#2f6f9f", "red"]
    throw(1, "55123", "#d0a030")
    view = at.croupier.view()
    assert {lane.name: lane.tint for lane in view.lanes} == {"Ann": "#2f6f9f", "Bob": "#d0a030"}
    assert view.lanes[0].boss and view.lanes[0].tint == "#2f6f9f"
    at.croupier.press(RED, at.now + 1)
    correction = at.croupier.view().correction
    assert correction is not None and (correction.name, correction.tint) == ("Bob", "#d0a030")
