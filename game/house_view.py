"""How a seat that the house plays is shown: hollow dice that can never pass for real ones, and what it keeps and throws."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.message import Message, say
from game.names import number_word
from game.tray import MISREAD, on_rail
from game.view import ButtonView, DieState, DieView, Footer, Lamp, LaneView, Screen, View

if TYPE_CHECKING:
    from game.counting import HouseSeats, Intent

GO_ON = ButtonView(Lamp.QUIET, say("Go on"))


def with_house(view: View, house: HouseSeats, asked: int | None) -> View:
    """The view with the dice of the house as such; `asked` is the seat of the house that has to decide, if one has.

    Then the buttons answer nothing: green goes on at once, red opens the correction.
    """
    lanes = tuple(_lane(lane, house) for lane in view.lanes)
    if asked is None or view.screen is Screen.UNCLEAR:
        return replace(view, lanes=lanes)
    name = next((lane.name for lane in lanes if lane.seat == asked), "")
    sentence = None if view.screen in (Screen.BOSS, Screen.CHALLENGERS) else view.footer.sentence
    if view.screen is Screen.CALL:
        sentence = say("{name} looks under the cup.", name=name)
    if house.intent is not None and house.intent.seat == asked:
        sentence = _told(house, house.intent, name) or sentence
    green = ButtonView() if asked not in house.machine and house.intent is not None else GO_ON
    return replace(view, lanes=lanes, footer=Footer(green, MISREAD, sentence))


def _told(house: HouseSeats, intent: Intent, name: str) -> Message | None:
    """What people shall do who throw for the house."""
    if intent.seat in house.machine or len(intent.kept) == 5:
        return None
    if not intent.kept:
        return say("Throw all five for {name}.", name=name)
    return say("Throw {number} for {name}. Leave the others.", number=number_word(5 - len(intent.kept)), name=name)


def _lane(lane: LaneView, house: HouseSeats) -> LaneView:
    if lane.seat not in house.seats:
        return lane
    intent = house.intent
    if intent is not None and intent.seat == lane.seat and (intent.rolling or intent.kept):
        others = DieView(DieState.ROLLING if intent.rolling else DieState.WELL)
        dice = (*on_rail(intent.kept), *(others,) * (5 - len(intent.kept)))
        kept = len(intent.kept)
        status = say("dice rolling") if intent.rolling else say("keeps {number}", number=number_word(kept))
        lane = replace(lane, dice=dice, hand=None, hand_detail=None, status=status)
    if lane.seat not in house.machine:
        return lane
    return replace(lane, dice=tuple(replace(die, house=die.state in (DieState.FACE, DieState.ROLLING)) for die in lane.dice))
