"""What lies on the tray, as the screens of all games need it, and the parts that their screens share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from game.actions import Dice
from game.correction import Candidate
from game.message import Message, say
from game.names import arrange, number_word
from game.pause import Stage
from game.sighting import LaneState, SeenDie
from game.table import LaneWatch
from game.view import ButtonView, DieState, DieView, Fact, Footer, Lamp, LaneView, Screen, UnclearView, View

MISREAD = ButtonView(Lamp.QUIET, say("Misread?"))
NEXT_ROUND = ButtonView(Lamp.QUIET, say("Next round"))
WELLS = (DieView(DieState.WELL),) * 5


@dataclass(frozen=True, slots=True, kw_only=True)
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


class OnTable(TypedDict):
    """The fields of `Tray` itself, for the tray of one game, which has more."""

    watches: Sequence[LaneWatch]
    awaited: Mapping[int, int]
    dice: Mapping[int, tuple[SeenDie, ...]]
    tints: Sequence[str]
    stage: Stage | None
    unread: Candidate | None
    note: Message | None


def wells(count: int) -> tuple[DieView, ...]:
    """Places that wait for dice."""
    return (DieView(DieState.WELL),) * count


def on_rail(dice: Dice) -> tuple[DieView, ...]:
    """Kept dice, high to low."""
    return tuple(DieView(DieState.FACE, value, kept=True) for value in sorted(dice, reverse=True))


def faces(dice: Dice, kept: Dice = ()) -> tuple[DieView, ...]:
    """A hand in drawing order; the dice of `kept` stand on the rail and come first."""
    rest = Counter(kept)
    shown = []
    for place in arrange(dice):
        value = dice[place]
        stays = rest[value] > 0
        rest[value] -= stays
        shown.append(DieView(DieState.FACE, value, kept=stays))
    return tuple(sorted(shown, key=lambda die: not die.kept))


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
    rail = on_rail(stays)
    return (*rail, *(DieView(DieState.ROLLING if moving else DieState.WELL) for _ in range(5 - len(rail))))


def first_throw_sentence(watch: LaneWatch | None, usual: Message) -> Message:
    """What has to be done in this lane before five dice can count there; `usual` when nothing is in the way."""
    if watch is None:
        return usual
    if watch.sighting.state is LaneState.COVERED:
        return say("Take the cup away first.")
    if watch.sighting.dice and not watch.fresh:
        return say("Take up the dice that lie there.")
    if watch.sighting.state is LaneState.SETTLED and len(watch.sighting.dice) > 5:
        return say("More than five dice lie there. Take some away.")
    return usual


def turn_of(tray: Tray, seat: int, *, following: bool) -> Message:
    """When a player who is not in the light throws: now as well, in a lane of their own, or after the others."""
    if tray.lane_of(seat) is not None:
        return say("may throw too")
    return say("throws next") if following else say("throws later")


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
