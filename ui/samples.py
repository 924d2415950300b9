"""The mocked game of the visual guide as views: one for every screen, for the gallery, the tests and the handbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.message import Message, say
from game.names import arrange, face_name, first_throw_name, hand_name, number_word
from game.view import (
    ButtonView,
    DieState,
    DieView,
    Fact,
    Footer,
    Lamp,
    LaneView,
    PaymentView,
    Pill,
    PillView,
    Screen,
    View,
)

ROLLING = DieView(DieState.ROLLING)
WELL = DieView(DieState.WELL)
MISREAD = ButtonView(Lamp.QUIET, say("Misread?"))
PLAYERS = (("John", "ivory"), ("Barbara", "red"), ("Tom", "blue"), ("Irene", "black"), ("Eva", "amber"), ("Ole", "#7FA08A"))
FIRST = ((1, 1, 6, 5, 3), (6, 6, 5, 2, 1), (5, 5, 1, 1, 6), (3, 3, 6, 4, 2), (5, 5, 4, 2, 1), (6, 4, 3, 2, 1))
BANKS = (30, 50, 80, 80, 70, 45)


def faces(values: Sequence[int], *, kept: int = 0, going: bool = False) -> tuple[DieView, ...]:
    """Dice in their drawing order, the first `kept` on the rail; the rest `going` under the cup if so."""
    return tuple(
        DieView(DieState.FACE, value, kept=index < kept, going=going and index >= kept) for index, value in enumerate(values)
    )


def lane(seat: int, **fields: object) -> LaneView:
    """A lane of the mocked game."""
    name, tint = PLAYERS[seat]
    return replace(LaneView(seat, name, tint, bank=BANKS[seat]), **fields)


def first_throw(seat: int) -> LaneView:
    """A lane after its first throw."""
    hand, detail = first_throw_name(FIRST[seat])
    values = [FIRST[seat][index] for index in arrange(FIRST[seat])]
    return lane(seat, dice=faces(values), hand=hand, hand_detail=detail)


def finished(seat: int, values: Sequence[int], **fields: object) -> LaneView:
    """A lane with its finished hand."""
    hand, detail = hand_name(values)
    return lane(seat, **{"dice": faces(values), "hand": hand, "hand_detail": detail, **fields})


def facts(round_: int = 16, wager: int = 5, kitty: int = 0) -> tuple[Fact, ...]:
    return (Fact(say("Round"), round_), Fact(say("Wager"), wager), Fact(say("Kitty"), kitty))


def footer(sentence: Message | None, green: ButtonView | None = None, red: ButtonView = MISREAD) -> Footer:
    return Footer(green if green is not None else ButtonView(), red, sentence)


def lit(text: Message) -> ButtonView:
    return ButtonView(Lamp.LIT, text)


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
        footer(
            say("{name}, look under the cup and press.", name="Barbara"), lit(say("Come up!")), lit(say("Pick them up"))
        ),
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
    """Screen 08: John's chip is on its way to Barbara."""
    lanes = (
        finished(1, (6, 6, 6, 4, 3), dice=faces((6, 6, 6, 4, 3), kept=2), lit=True, boss=True, bank=55),
        finished(2, (1, 1, 1, 5, 5), pill=PillView(Pill.OWED, 5)),
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
        payment=PaymentView(5, payer=0, payee=1),
    )
