"""The players of the mocked game: their lanes, dice and banks, and what every screen of it shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.message import Message, say
from game.names import arrange, first_throw_name, hand_name
from game.view import ButtonView, DieState, DieView, Fact, Footer, Lamp, LaneView

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


def lane(seat: int, **fields: Any) -> LaneView:
    """A lane of the mocked game."""
    name, tint = PLAYERS[seat]
    return replace(LaneView(seat, name, tint, bank=BANKS[seat]), **fields)


def first_throw(seat: int) -> LaneView:
    """A lane after its first throw."""
    hand, detail = first_throw_name(FIRST[seat])
    values = [FIRST[seat][index] for index in arrange(FIRST[seat])]
    return lane(seat, dice=faces(values), hand=hand, hand_detail=detail)


def finished(seat: int, values: Sequence[int], **fields: Any) -> LaneView:
    """A lane with its finished hand."""
    hand, detail = hand_name(values)
    return lane(seat, **{"dice": faces(values), "hand": hand, "hand_detail": detail, **fields})


def facts(round_: int = 16, wager: int = 5, kitty: int = 0) -> tuple[Fact, ...]:
    return (Fact(say("Round"), round_), Fact(say("Wager"), wager), Fact(say("Kitty"), kitty))


def footer(sentence: Message | None, green: ButtonView | None = None, red: ButtonView = MISREAD) -> Footer:
    return Footer(green if green is not None else ButtonView(), red, sentence)


def lit(text: Message) -> ButtonView:
    return ButtonView(Lamp.LIT, text)
