"""The lanes and the frame that the screens of both games of requirements share, and what they are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.actions import Dice, Direction
from game.boss_lanes import MISREAD, Stage
from game.correction import Candidate
from game.freezing import OpenHand
from game.message import Message, say
from game.names import number_word
from game.requirements import Requirement
from game.sighting import LaneState, SeenDie
from game.table import LaneWatch
from game.view import ButtonView, DieState, DieView, Fact, Footer, Lamp, LaneView, Screen, UnclearView, View

WELLS = (DieView(DieState.WELL),) * 5
NEXT_ROUND = ButtonView(Lamp.QUIET, say("Next round"))


@dataclass(frozen=True, slots=True)
class Tray:
    """What lies on the table: `awaited` maps lanes to the seat whose dice they wait for, `dice` to those dice.

    `stage` is set between two rounds, `unread` when a hand lies still that could not be read, `note` when the rules have
    refused what lies there.
    """

    watches: Sequence[LaneWatch]
    awaited: Mapping[int, int]
    dice: Mapping[int, tuple[SeenDie, ...]]
    tints: Sequence[str]
    stage: Stage | None = None
    unread: Candidate | None = None
    note: Message | None = None

    def lane_of(self, seat: int) -> LaneWatch | None:
        """The lane that waits for the dice of this seat."""
        return next((self.watches[lane] for lane, one in self.awaited.items() if one == seat), None)

    def lit(self, order: Sequence[int]) -> int:
        """The one seat in the light: whose dice are rolling, else the first of `order`."""
        rolling = [seat for seat in order if (watch := self.lane_of(seat)) and _rolling(watch)]
        return (rolling or list(order))[0]


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


def coming(watch: LaneWatch | None, kept: Dice = ()) -> tuple[DieView, ...] | None:
    """The places of a hand that is being thrown: what stayed in the lane on the rail, the rest rolling or still to come.

    `None` when no die has been taken up.
    """
    if watch is None or not (watch.fewer or watch.fresh):
        return None
    moving = watch.sighting.state is LaneState.MOVING
    stays = kept or watch.left
    if not moving and (watch.sighting.state is not LaneState.SETTLED or not 0 < len(stays) < 5):
        return WELLS if watch.sighting.state is LaneState.EMPTY else None
    rail = tuple(DieView(DieState.FACE, value, kept=True) for value in sorted(stays, reverse=True))
    return (*rail, *(DieView(DieState.ROLLING if moving else DieState.WELL) for _ in range(5 - len(rail))))


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


def framed(
    tray: Tray,
    screen: Screen,
    headline: Message,
    facts: tuple[Fact, ...],
    lanes: Sequence[LaneView],
    footer: Footer,
    starting_bank: int,
) -> View:
    """A screen; a refusal of the rules takes the place of the footer's sentence."""
    if tray.note is not None:
        footer = replace(footer, sentence=tray.note)
    return View(screen, headline, facts, tuple(lanes), footer, starting_bank=starting_bank)


def throwing_footer(sentence: Message) -> Footer:
    """The footer while dice are awaited: nothing to press but the correction."""
    return Footer(red=MISREAD, sentence=sentence)


def unclear(tray: Tray, candidate: Candidate, lanes: Sequence[LaneView], facts: tuple[Fact, ...], bank: int) -> View:
    """The screen that names the die which could not be read, over the lanes as they are."""
    lane = candidate.lane or 0
    unread = next(die for die in candidate.dice if die.value is None)
    seen = [die for die in candidate.dice if die.value is not None]
    missing = unread.crop is None and unread.reason is not None and len(tray.dice.get(lane, ())) < 5
    read = say("{number} dice read", number=number_word(len(seen))) if len(seen) > 1 else None
    places = tuple(DieView(DieState.FACE if die.value else DieState.UNCLEAR, die.value) for die in candidate.dice)
    if missing:
        places = tuple(die if die.value else DieView(DieState.WELL) for die in places)
    marked = [
        replace(one, lit=True, dice=places, cup=0, hand=None, hand_detail=None, status=read)
        if one.seat == candidate.seat
        else replace(one, lit=False)
        for one in lanes
    ]
    headline = say("{name} needs five dice", name=candidate.name) if missing else say("Nudge the unclear die")
    sentence = say("Put the missing die into the lane.") if missing else say("It counts when it lies flat.")
    footer = Footer(red=ButtonView(Lamp.QUIET, say("Choose it by hand")), sentence=sentence)
    view = framed(tray, Screen.UNCLEAR, headline, facts, marked, footer, bank)
    at = None if missing else unread.at
    reason = unread.reason or say("cannot be read")
    return replace(view, unclear=UnclearView(lane, reason, at, tuple(die.at for die in seen), unread.crop))


def _rolling(watch: LaneWatch) -> bool:
    return watch.sighting.state is LaneState.MOVING and watch.fewer
