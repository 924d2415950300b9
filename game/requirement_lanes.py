"""What the screens of both games of requirements share: how a hand is shown and what a player shall do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.actions import Dice, Direction
from game.freezing import OpenHand
from game.message import Message, say
from game.names import number_word
from game.requirements import Requirement
from game.view import DieState, DieView


def shown(hand: OpenHand, requirement: Requirement, direction: Direction) -> tuple[DieView, ...]:
    """A hand in drawing order: the dice that qualify, with the best point, stand on the rail and come first."""
    ways = hand.ways(requirement)
    rail: Counter[int] = Counter(ways[-1 if direction is Direction.HIGHER else 0].dice if ways else ())
    on: list[DieView] = []
    off: list[DieView] = []
    for value in sorted(hand.dice, reverse=True):
        kept = rail[value] > 0
        rail[value] -= kept
        (on if kept else off).append(DieView(DieState.FACE, value, kept=kept))
    return (*on, *off)


def worth(point: int | None) -> Message:
    """What a hand is worth, as its first line."""
    return say("Not qualified") if point is None else say("Point {point}", point=point)


def left_over(throws: int) -> Message:
    """How many throws a player has left."""
    match throws:
        case 0:
            return say("no throw")
        case 1:
            return say("one throw")
    return say("{number} throws", number=number_word(throws))


def spoken(dice: Dice) -> str:
    """Dice in a sentence, high to low: `6-6`."""
    return "-".join(str(value) for value in sorted(dice, reverse=True))


def wins(names: Sequence[str]) -> Message:
    """The headline of the winner's screen; more than two names would not fit."""
    match names:
        case [name]:
            return say("{name} wins", name=name)
        case [one, other]:
            return say("{one} & {other} share the win", one=one, other=other)
    return say("{number} share the win", number=number_word(len(names), capital=True))


def freeze_sentence(sets: Sequence[Dice], wanted: Message) -> Message:
    """What a player shall do with the dice in front of him; `wanted` says what the throw is for."""
    if not sets:
        return say("{wanted}. Keep what you like, throw the rest.", wanted=wanted)
    if len(sets) > 1:
        return say("{wanted}. Freeze {one} or {other}.", wanted=wanted, one=spoken(sets[-1]), other=spoken(sets[0]))
    rest = 5 - len(sets[0])
    return say("{wanted}. Freeze {one}, throw {number}.", wanted=wanted, one=spoken(sets[0]), number=number_word(rest))
