"""What the screens of Boss Dice show while a hand is played: a `View` from the hand and from the tray."""

from __future__ import annotations

from dataclasses import replace

from game.actions import Dice
from game.boss_hand import Moment
from game.boss_lanes import BossTray, first_hand, lane_view, screen_base
from game.keeping import among
from game.message import Message, say
from game.names import face_name, hand_name, number_word
from game.sighting import LaneState
from game.table import LaneWatch
from game.tray import (
    MISREAD,
    WELLS,
    coming,
    faces,
    first_throw_sentence,
    on_rail,
    throwing_footer,
    turn_of,
    unclear,
    wells,
)
from game.view import ButtonView, DieView, Footer, Lamp, LaneView, Screen, View


def hand_view(tray: BossTray) -> View:
    """The screen that answers the question of the moment, while no result is shown."""
    hand = tray.hand
    if tray.unread is not None:
        view = unclear(tray, tray.unread, _lanes_of_round(tray), tray.facts, tray.starting_bank)
        return replace(view, kitty=tray.kitty)
    if hand.hiding and not tray.ready:
        return _boss(tray)
    if hand.free:
        return _reveal_freely(tray) if tray.both_hidden else _hide_freely(tray)
    match hand.moment:
        case Moment.KEEP:
            return _keep(tray)
        case Moment.CALL:
            return _call(tray)
        case Moment.SECOND_THROWS:
            return _challengers(tray)
        case Moment.REVEAL:
            return _reveal(tray)
    return _throws(tray)


# The first throws


def _throws(tray: BossTray) -> View:
    hand = tray.hand
    if not hand.to_throw:
        lanes = [lane_view(tray, seat) for seat in tray.bases]
        return screen_base(tray, Screen.THROWS, say("The next round"), lanes, throwing_footer(say("Five dice, in the open.")))
    lit = tray.lit(hand.to_throw)
    waiting = [seat for seat in hand.to_throw if seat != lit and tray.lane_of(seat) is None] or [lit]
    lanes = []
    for seat in hand.playing:
        if seat in hand.first:
            lanes.append(first_hand(tray, seat))
            continue
        watch = tray.lane_of(seat)
        rolling = watch is not None and watch.sighting.state is LaneState.MOVING and (watch.fresh or watch.fewer)
        status = say("five dice") if seat == lit else turn_of(tray, seat, following=seat == waiting[0])
        dice = (coming(watch) if rolling else None) or WELLS
        lanes.append(lane_view(tray, seat, lit=seat == lit, dice=dice, status=say("dice rolling") if rolling else status))
    lanes += [lane_view(tray, seat) for seat in tray.out]
    sentence = first_throw_sentence(tray.lane_of(lit), say("Five dice, in the open."))
    return screen_base(tray, Screen.THROWS, say("{name} throws", name=tray.name(lit)), lanes, throwing_footer(sentence))


def _lanes_of_round(tray: BossTray) -> list[LaneView]:
    """All lanes with what has been thrown, nobody lit."""
    hand = tray.hand
    lanes = []
    for seat in hand.playing:
        second = hand.second.get(seat)
        if second is None:
            lanes.append(first_hand(tray, seat))
        else:
            lanes.append(lane_view(tray, seat, dice=faces(second), hand=hand_name(second)[0]))
    return [*lanes, *(lane_view(tray, seat) for seat in tray.out)]


# The Boss' throw under the cup and the call


def _others(tray: BossTray) -> list[LaneView]:
    return [*(first_hand(tray, seat) for seat in tray.hand.challengers), *(lane_view(tray, seat) for seat in tray.out)]


def _title(tray: BossTray) -> dict[str, object]:
    """What the kept dice are called: under the Boss' name, in a match as a hand of its own."""
    kept = tray.hand.kept
    name, detail = hand_name(kept)
    if tray.match:
        first = tray.hand.first.get(tray.hand.boss or 0, ())
        if len(kept) == 2 and hand_name(first)[0] == say("Two pair"):
            detail = say("of two pair, one is kept")
        return {"hand": name, "hand_detail": detail}
    if len(set(kept)) > 1:
        return {"status": name}
    faces = face_name(kept[0])
    match len(kept):
        case 2:
            return {"status": say("pair of {faces}", faces=faces)}
        case 3:
            return {"status": say("three {faces}", faces=faces)}
        case 4:
            return {"status": say("four {faces}", faces=faces)}
    return {"status": say("five {faces}", faces=faces)}


def _boss_lane(tray: BossTray, **changes: object) -> LaneView:
    hand = tray.hand
    usual = {"dice": on_rail(hand.kept), "cup": hand.hidden, **_title(tray)}
    return lane_view(tray, hand.boss or 0, **{**usual, **changes})


def _keep_sentence(kept: Dice) -> Message:
    hidden = 5 - len(kept)
    if len(set(kept)) > 1:
        if not hidden:
            return say("All five dice stay. Nothing to throw.")
        return say("Keep your hand. Throw {number} under the cup.", number=number_word(hidden))
    faces = face_name(kept[0])
    if not hidden:
        return say("All five {faces} stay. Nothing to throw.", faces=faces)
    if len(kept) == 2:
        return say("Keep both {faces}. Throw {number} under the cup.", faces=faces, number=number_word(hidden))
    return say(
        "Keep {kept} {faces}. Throw {number} under the cup.",
        kept=number_word(len(kept)),
        faces=faces,
        number=number_word(hidden),
    )


def _boss(tray: BossTray) -> View:
    hand = tray.hand
    boss, watch = hand.boss or 0, tray.boss_watch
    sentence = _keep_sentence(hand.kept)
    if watch is not None and watch.sighting.state is LaneState.COVERED and watch.sighting.values is not None:
        if among(hand.kept, watch.sighting.values):
            sentence = say("More dice lie beside the cup than are kept.")
        else:
            sentence = say("The kept dice must lie beside the cup.")
    dice = tuple(die if die.kept else replace(die, going=True) for die in faces(hand.first.get(boss, ()), hand.kept))
    lanes = [_boss_lane(tray, lit=True, dice=dice), *_others(tray)]
    footer = Footer(ButtonView(Lamp.QUIET, say("Ready")), MISREAD, sentence)
    return screen_base(tray, Screen.BOSS, say("{name} is Boss", name=tray.name(boss)), lanes, footer)


def _keep(tray: BossTray) -> View:
    """The challenger sets dice aside before the call (reading B-e)."""
    seat = tray.hand.challengers[0]
    first, aside = tray.hand.first[seat], tray.aside
    if aside is None or len(aside) == 5:
        lane = first_hand(tray, seat, lit=True)
    else:
        dice = (*on_rail(aside), *wells(5 - len(aside)))
        lane = lane_view(tray, seat, lit=True, dice=dice, status=_keeps(len(aside)))
    label = say("Keep all") if aside is not None and len(aside) == len(first) else say("Keep these")
    if aside == ():
        label = say("Keep none")
    footer = Footer(ButtonView(Lamp.LIT if aside is not None else Lamp.DARK, label), MISREAD, say("Leave what you keep."))
    lanes = [_boss_lane(tray), lane, *(lane_view(tray, other) for other in tray.out)]
    return screen_base(tray, Screen.CHALLENGERS, say("{name} sets dice aside", name=tray.name(seat)), lanes, footer)


def _keeps(count: int) -> Message:
    return say("keeps {number}", number=number_word(count)) if count else say("keeps none")


def _call(tray: BossTray) -> View:
    hand = tray.hand
    name = tray.name(hand.boss or 0)
    footer = Footer(
        ButtonView(Lamp.LIT, say("Come up!")),
        ButtonView(Lamp.LIT, say("Pick them up")),
        say("{name}, look under the cup and press.", name=name) if hand.hidden else say("{name}, press.", name=name),
    )
    changes: dict[str, object] = {"notes": tray.notes} if tray.notes else {}
    lanes = [_boss_lane(tray, lit=True, **changes), *_others(tray)]
    if hand.declared is not None:
        seat = hand.challengers[0]
        status = _keeps(len(hand.declared))
        lanes[1] = first_hand(tray, seat, dice=faces(hand.first[seat], hand.declared), status=status)
    return screen_base(tray, Screen.CALL, say("{name} decides", name=name), lanes, footer)


# The second throws and the reveal


def _challengers(tray: BossTray) -> View:
    hand = tray.hand
    lit = tray.lit(hand.to_throw)
    watch = tray.lane_of(lit)
    called = say("Called up") if hand.calls else say("Nobody calls")
    lanes = [_boss_lane(tray, status=None, hand=called, hand_detail=say("shows last"))]
    following = next((seat for seat in hand.to_throw if seat != lit), None)
    thrown = None
    for seat in hand.challengers:
        second = hand.second.get(seat)
        if second is not None:
            name, detail = hand_name(second)
            lanes.append(lane_view(tray, seat, dice=faces(second), hand=name, hand_detail=detail))
        elif seat == lit:
            shown, status, thrown = _second_throw(tray, watch, seat)
            lanes.append(lane_view(tray, seat, lit=True, dice=shown, status=status))
        else:
            changes: dict[str, object] = {}
            if seat == following or tray.lane_of(seat) is not None:
                changes["hand_detail"] = turn_of(tray, seat, following=True)
            lanes.append(first_hand(tray, seat, **changes))
    lanes += [lane_view(tray, seat) for seat in tray.out]
    headline = say("{name} throws", name=tray.name(lit))
    if thrown:
        headline = say("{name} throws {number}", name=tray.name(lit), number=number_word(thrown))
    sentence = say("Keep what you like. Throw the rest once.")
    if hand.declared is not None:
        sentence = say("Throw the dice that were not set aside.")
    if watch is not None and len(tray.dice.get(watch.lane, ())) > 5:
        sentence = say("More than five dice lie there. Take some away.")
    green = ButtonView(Lamp.QUIET, say("Keep all")) if hand.declared is None else ButtonView()
    return screen_base(tray, Screen.CHALLENGERS, headline, lanes, Footer(green, MISREAD, sentence))


def _second_throw(tray: BossTray, watch: LaneWatch | None, seat: int) -> tuple[tuple[DieView, ...], Message | None, int | None]:
    """The lit challenger's places, status, and how many dice are thrown when that is known."""
    first = tray.hand.first.get(seat, ())
    name = tray.first_name(first)[0]
    if watch is None:
        return faces(first), name, None
    kept = tray.hand.declared
    if kept is None:
        kept = watch.left if among(watch.left, first) else ()
    if watch.fewer and watch.sighting.state is LaneState.MOVING:
        return coming(watch, kept) or WELLS, say("dice rolling"), 5 - len(kept) or None
    if watch.fewer and watch.sighting.state is LaneState.SETTLED and 0 < len(kept) < 5:
        return (*on_rail(kept), *wells(5 - len(kept))), _keeps(len(kept)), 5 - len(kept)
    return faces(first), name, None


def _reveal(tray: BossTray) -> View:
    hand = tray.hand
    boss, watch = hand.boss or 0, tray.lane_of(hand.boss or 0)
    lanes = [_boss_lane(tray, lit=True)]
    for seat in hand.challengers:
        second = hand.second.get(seat, ())
        name, detail = hand_name(second)
        lanes.append(lane_view(tray, seat, dice=faces(second), hand=name, hand_detail=detail))
    lanes += [lane_view(tray, seat) for seat in tray.out]
    sentence = say("Lift the cup.") if hand.hidden else say("Put all five dice back, in the open.")
    if watch is not None and watch.sighting.state is LaneState.SETTLED and (values := watch.sighting.values):
        if len(values) == 5 and not among(hand.kept, values):
            sentence = say("The kept dice are not among these.")
        elif watch.thrown_again():
            sentence = say("All five dice of the Boss, in the open.")
    return screen_base(tray, Screen.REVEAL, say("{name} shows", name=tray.name(boss)), lanes, throwing_footer(sentence))


# Where nobody is Boss (reading C-e)


def _hide_freely(tray: BossTray) -> View:
    hand = tray.hand
    waiting = [seat for seat in hand.to_reveal if seat not in tray.covered]
    lit = (waiting or list(hand.to_reveal))[0]
    lanes = [_hidden_freely(tray, seat, seat == lit) for seat in hand.playing]
    sentence = say("Keep what you like in the open, throw the rest under the cup.")
    footer = Footer(ButtonView(Lamp.QUIET, say("Ready")), MISREAD, sentence)
    return screen_base(tray, Screen.THROWS, say("Both throw, hidden"), lanes, footer)


def _reveal_freely(tray: BossTray) -> View:
    hand = tray.hand
    lit = tray.lit(hand.to_reveal)
    lanes = []
    for seat in hand.playing:
        second = hand.second.get(seat)
        if second is None:
            lanes.append(_hidden_freely(tray, seat, seat == lit))
        else:
            name, detail = hand_name(second)
            lanes.append(lane_view(tray, seat, dice=faces(second), hand=name, hand_detail=detail))
    watch = tray.lane_of(lit)
    # Who keeps all five dice has no cup.
    cup = lit in tray.covered or (watch is not None and watch.covered)
    footer = throwing_footer(say("Lift the cup.") if cup else say("All five dice, in the open."))
    return screen_base(tray, Screen.REVEAL, say("{name} shows", name=tray.name(lit)), lanes, footer)


def _hidden_freely(tray: BossTray, seat: int, lit: bool) -> LaneView:
    """A hand of which some dice lie beside a cup; all of it while no cup is seen."""
    watch = tray.lane_of(seat)
    values = watch.sighting.values if watch is not None else None
    if seat in tray.covered and values is not None and among(values, tray.hand.first[seat]):
        return lane_view(tray, seat, lit=lit, dice=on_rail(values), cup=5 - len(values))
    return first_hand(tray, seat, lit=lit)
