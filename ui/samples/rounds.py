"""Rounds of the mocked game as views: screens 03 and 05 to 09 of the guide."""

from __future__ import annotations

from dataclasses import replace

from game.message import say
from game.names import face_name, first_throw_name, number_word
from game.view import LaneView, OutView, Pill, PillView, Screen, View
from ui.samples.seats import FIRST, PLAYERS, ROLLING, WELL, faces, facts, finished, first_throw, footer, lane, lit


def first_throws(count: int = 4) -> View:
    """Screen 03: the third (or last) of `count` players throws."""
    turn = min(2, count - 1) if count <= 4 else 3
    name = PLAYERS[turn][0]
    lanes = []
    for seat in range(count):
        if seat < turn:
            lanes.append(first_throw(seat))
        elif seat == turn:
            lanes.append(lane(seat, lit=True, dice=(ROLLING,) * 5, status=say("dice rolling")))
        elif seat == turn + 1:
            lanes.append(lane(seat, dice=(WELL,) * 5, status=say("throws next")))
        else:
            status = say("throws after {name}", name=PLAYERS[seat - 1][0])
            lanes.append(lane(seat, dice=(WELL,) * 5, status=status))
    return View(
        Screen.THROWS,
        say("{name} throws", name=name),
        facts(),
        tuple(lanes),
        footer(say("Five dice, in the open.")),
        starting_bank=60,
    )


def _challengers(count: int) -> tuple[LaneView, ...]:
    order = [seat for seat in (2, 3, 4, 5, 0) if seat < count]
    return tuple(first_throw(seat) for seat in order)


def boss(count: int = 4) -> View:
    """Screen 05: Barbara is Boss."""
    hand, _ = first_throw_name(FIRST[1])
    top = lane(1, lit=True, boss=True, dice=faces(FIRST[1], kept=2, going=True), hand=hand)
    return View(
        Screen.BOSS,
        say("{name} is Boss", name="Barbara"),
        facts(),
        (top, *_challengers(count)),
        footer(say("Keep both {faces}. Throw {number} under the cup.", faces=face_name(6), number=number_word(3))),
        starting_bank=60,
    )


def call(count: int = 4) -> View:
    """Screen 06: Barbara decides."""
    hand, _ = first_throw_name(FIRST[1])
    top = lane(
        1,
        lit=True,
        boss=True,
        dice=faces((6, 6), kept=2),
        cup=3,
        hand=hand,
        notes=(say("{challengers} × {wager} at stake", challengers=count - 1, wager=5), say("the bank covers it")),
    )
    return View(
        Screen.CALL,
        say("{name} decides", name="Barbara"),
        facts(),
        (top, *_challengers(count)),
        footer(say("{name}, look under the cup and press.", name="Barbara"), lit(say("Come up!")), lit(say("Pick them up"))),
        starting_bank=60,
    )


def challengers() -> View:
    """Screen 07: Irene throws three dice again."""
    top = lane(1, boss=True, dice=faces((6, 6), kept=2), cup=3, hand=say("Called up"), hand_detail=say("shows last"))
    tom = finished(2, (5, 5, 1, 1, 1), dice=faces((5, 5, 1, 1, 1), kept=4))
    irene = lane(
        3,
        lit=True,
        dice=(*faces((3, 3), kept=2), ROLLING, ROLLING, ROLLING),
        status=say("keeps {number}", number=number_word(2)),
    )
    john = replace(first_throw(0), hand_detail=say("throws next"))
    return View(
        Screen.CHALLENGERS,
        say("{name} throws {number}", name="Irene", number=number_word(3)),
        facts(),
        (top, tom, irene, john),
        footer(say("Keep what you like. Throw the rest once.")),
        starting_bank=60,
    )


def settlement() -> View:
    """Screen 08: all is paid; between `reveal_waits` and this the cup is lifted and the chips fly."""
    lanes = (
        finished(1, (6, 6, 6, 4, 3), dice=faces((6, 6, 6, 4, 3), kept=2), lit=True, boss=True, bank=55),
        finished(2, (1, 1, 1, 5, 5), bank=85, pill=PillView(Pill.COLLECTS, 5)),
        finished(3, (3, 3, 6, 4, 2), bank=75, pill=PillView(Pill.PAYS, 5)),
        finished(0, (1, 1, 1, 5, 2), bank=25, pill=PillView(Pill.PAYS, 5)),
    )
    return View(
        Screen.SETTLEMENT,
        say("Losers pay"),
        facts(),
        lanes,
        footer(say("Then the Boss pays {name} {amount}.", name="Tom", amount=5)),
        starting_bank=60,
    )


def reveal() -> View:
    """Between 07 and 08: the cup is up, every hand is finished."""
    lanes = (
        finished(1, (6, 6, 6, 4, 3), dice=faces((6, 6, 6, 4, 3), kept=2), lit=True, boss=True),
        finished(2, (1, 1, 1, 5, 5)),
        finished(3, (3, 3, 6, 4, 2)),
        finished(0, (1, 1, 1, 5, 2)),
    )
    return View(Screen.REVEAL, say("{name} shows", name="Barbara"), facts(), lanes, footer(None), starting_bank=60)


def reveal_waits() -> View:
    """After the last challenger: the Boss shall lift the cup."""
    top = replace(call().lanes[0], notes=())
    lanes = (top, finished(2, (1, 1, 1, 5, 5)), finished(3, (3, 3, 6, 4, 2)), finished(0, (1, 1, 1, 5, 2)))
    return View(
        Screen.REVEAL,
        say("{name} shows", name="Barbara"),
        facts(),
        lanes,
        footer(say("{name}, lift the cup.", name="Barbara")),
        starting_bank=60,
    )


def elimination() -> View:
    """Screen 09: John cannot pay both."""
    john = finished(0, (4, 4, 4, 3, 1), dice=faces((4, 4, 4, 3, 1), kept=3), lit=True, boss=True, bank=0)
    others = (
        finished(1, (6, 6, 6, 4, 2), hand_detail=say("not paid"), bank=80),
        finished(2, (5, 5, 5, 3, 1), hand_detail=say("not paid"), bank=60),
        finished(3, (4, 4, 4, 5, 1), hand_detail=say("a tie, owed nothing"), bank=95),
    )
    return View(
        Screen.ELIMINATION,
        say("{name} is out", name="John"),
        facts(38, 5, 5),
        (john, *others),
        footer(
            say("{number} play on. {chips} chips are still on the table.", number=number_word(3, capital=True), chips=240),
            lit(say("Next round")),
        ),
        starting_bank=60,
        kitty=5,
        out=OutView(0, "John", 5, 10, 5, say("{name} cannot pay both, so nobody collects.", name="John")),
    )
