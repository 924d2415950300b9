"""What the screens of banking Boss Dice show while a round is played: a `View` from the game and from the tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.actions import Dice
from game.boss import BossGame, BossPhase
from game.boss_lanes import MISREAD, BossTable, Stage, faces, first_hand, lane_view, screen_base, wells
from game.boss_results import elimination_view, settlement_view, winner_view
from game.correction import Candidate
from game.keeping import among
from game.message import Message, say
from game.names import face_name, first_throw_name, hand_name, number_word
from game.seating import clockwise
from game.sighting import LaneState, SeenDie
from game.table import LaneWatch
from game.view import ButtonView, DieState, DieView, Footer, Lamp, LaneView, Screen, UnclearView, View


def boss_view(table: BossTable) -> View:
    """The screen that answers the question of the moment."""
    game = table.game
    if table.stage is Stage.WINNER:
        return winner_view(table)
    if table.stage is Stage.ELIMINATION:
        return elimination_view(table)
    if table.stage is Stage.SETTLEMENT:
        return settlement_view(table)
    if table.unread is not None:
        return _unclear(table, table.unread)
    if game.phase is BossPhase.CALL:
        return _call(table) if table.ready else _boss(table)
    if game.phase is BossPhase.SECOND_THROWS:
        return _challengers(table)
    if game.phase is BossPhase.REVEAL:
        return _reveal(table)
    return _throws(table)


def _seen(dice: Sequence[SeenDie]) -> tuple[DieView, ...]:
    """The dice that lie in a lane, the missing ones as wells."""
    shown = [DieView(DieState.FACE if die.value else DieState.UNCLEAR, die.value) for die in dice[:5]]
    return (*shown, *wells(5 - len(shown)))


def _coming(table: BossTable, lane: int) -> tuple[tuple[DieView, ...], Message | None]:
    """The places of a hand that is being thrown in `lane`, and what is going on there."""
    watch = table.watches[lane]
    if watch.sighting.state is LaneState.MOVING and (watch.fresh or watch.fewer):
        kept = watch.left
        faces = tuple(DieView(DieState.FACE, value, kept=True) for value in sorted(kept, reverse=True))
        return (*faces, *(DieView(DieState.ROLLING) for _ in range(5 - len(faces)))), say("dice rolling")
    return wells(), None


def _lit_seat(table: BossTable) -> int:
    """The one seat in the light: whose dice are rolling, else whose turn it is by seat order."""
    rolling = [
        seat
        for lane, seat in table.awaited.items()
        if table.watches[lane].sighting.state is LaneState.MOVING and table.watches[lane].fewer
    ]
    order = [seat for seat in table.game.to_throw if seat in table.awaited.values()]
    return next((seat for seat in order if seat in rolling), order[0] if order else 0)


def _throws(table: BossTable) -> View:
    game = table.game
    lit = _lit_seat(table)
    lane_of = {seat: lane for lane, seat in table.awaited.items()}
    waiting = [seat for seat in game.to_throw if seat != lit]
    lanes = []
    for seat in game.playing:
        if seat == lit:
            dice, status = _coming(table, lane_of[seat])
            lanes.append(lane_view(table, seat, lit=True, dice=dice, status=status or say("five dice")))
        elif game.first[seat] is not None:
            lanes.append(first_hand(table, seat))
        else:
            dice, status = _coming(table, lane_of[seat]) if seat in lane_of else (wells(), None)
            following = say("throws next") if seat == waiting[0] else say("throws later")
            lanes.append(lane_view(table, seat, dice=dice, status=status or following))
    lanes += [lane_view(table, seat) for seat in game.eliminated]
    footer = Footer(red=MISREAD, sentence=_throw_sentence(table, lane_of.get(lit)))
    return screen_base(table, Screen.THROWS, say("{name} throws", name=game.players[lit]), tuple(lanes), footer)


def _throw_sentence(table: BossTable, lane: int | None) -> Message:
    if lane is None:
        return say("Five dice, in the open.")
    watch = table.watches[lane]
    if watch.sighting.state is LaneState.COVERED:
        return say("Take the cup away first.")
    if watch.sighting.dice and not watch.fresh:
        return say("Take up the dice that lie there.")
    if watch.sighting.state is LaneState.SETTLED and len(watch.sighting.dice) > 5:
        return say("More than five dice lie there. Take some away.")
    return say("Five dice, in the open.")


def _in_play(table: BossTable) -> tuple[int, ...]:
    """Seats in drawing order once there is a Boss: the Boss, the challengers from the left, those who are out."""
    game = table.game
    boss = game.boss if game.boss is not None else 0
    order = [boss, *(seat for seat in clockwise(boss, len(game.players)) if seat in game.playing)]
    return (*order, *game.eliminated)


def _keep_sentence(kept: Dice) -> Message:
    hidden = 5 - len(kept)
    if not hidden:
        return say("All five {faces} stay. Nothing to throw.", faces=face_name(kept[0]))
    if len(set(kept)) > 1:
        return say("Keep your hand. Throw {number} under the cup.", number=number_word(hidden))
    faces = face_name(kept[0])
    if len(kept) == 2:
        return say("Keep both {faces}. Throw {number} under the cup.", faces=faces, number=number_word(hidden))
    return say(
        "Keep {kept} {faces}. Throw {number} under the cup.",
        kept=number_word(len(kept)),
        faces=faces,
        number=number_word(hidden),
    )


def _pair_of(kept: Dice) -> Message:
    """What the kept dice are called under the Boss' name."""
    faces = face_name(kept[0])
    match len(kept):
        case 2:
            return say("pair of {faces}", faces=faces)
        case 3:
            return say("three {faces}", faces=faces)
        case 4:
            return say("four {faces}", faces=faces)
    return say("five {faces}", faces=faces)


def _kept_and_going(game: BossGame) -> tuple[DieView, ...]:
    hand = game.first[game.boss or 0] or ()
    shown = faces(hand, game.kept)
    return tuple(die if die.kept else replace(die, going=True) for die in shown)


def _boss(table: BossTable) -> View:
    game = table.game
    boss = game.boss or 0
    watch = table.watches[next(iter(table.awaited), 0)]
    sentence = _keep_sentence(game.kept)
    if watch.sighting.state is LaneState.COVERED and watch.sighting.values is not None:
        if among(game.kept, watch.sighting.values):
            sentence = say("More dice lie beside the cup than are kept.")
        else:
            sentence = say("The kept dice must lie beside the cup.")
    lanes = [
        lane_view(table, boss, lit=True, dice=_kept_and_going(game), cup=5 - len(game.kept), status=_pair_of(game.kept)),
        *_others(table),
    ]
    footer = Footer(ButtonView(Lamp.QUIET, say("Ready")), MISREAD, sentence)
    return screen_base(table, Screen.BOSS, say("{name} is Boss", name=game.players[boss]), tuple(lanes), footer)


def _others(table: BossTable) -> list[LaneView]:
    return [first_hand(table, seat) for seat in _in_play(table)[1:]]


def _boss_lane(table: BossTable, **changes: object) -> LaneView:
    game = table.game
    kept = tuple(DieView(DieState.FACE, value, kept=True) for value in reversed(game.kept))
    return lane_view(table, game.boss or 0, **{"dice": kept, "cup": 5 - len(kept), "status": _pair_of(game.kept), **changes})


def _call(table: BossTable) -> View:
    game = table.game
    boss = game.boss or 0
    name = game.players[boss]
    stake, rivals = game.wager or 0, len(game.challengers)
    covers = game.banks[boss] + game.kitty >= stake * rivals
    notes = (
        say("{rivals} × {wager} at stake", rivals=rivals, wager=stake),
        say("the bank covers it") if covers else say("more than the bank"),
    )
    footer = Footer(
        ButtonView(Lamp.LIT, say("Come up!")),
        ButtonView(Lamp.LIT, say("Pick them up")),
        say("{name}, look under the cup and press.", name=name) if len(game.kept) < 5 else say("{name}, press.", name=name),
    )
    lanes = (_boss_lane(table, lit=True, notes=notes), *_others(table))
    return screen_base(table, Screen.CALL, say("{name} decides", name=name), lanes, footer)


def _challengers(table: BossTable) -> View:
    game = table.game
    lit = _lit_seat(table)
    lane = next((lane for lane, seat in table.awaited.items() if seat == lit), 0)
    watch = table.watches[lane]
    lanes = [_boss_lane(table, status=None, hand=say("Called up"), hand_detail=say("shows last"))]
    following = next((seat for seat in game.to_throw if seat != lit), None)
    thrown = None
    for seat in game.challengers:
        second = game.second[seat]
        if second is not None:
            name, detail = hand_name(second)
            lanes.append(lane_view(table, seat, dice=faces(second), hand=name, hand_detail=detail))
        elif seat == lit:
            shown, status, thrown = _second_throw(table, watch, lane, seat)
            lanes.append(lane_view(table, seat, lit=True, dice=shown, status=status))
        else:
            changes: dict[str, object] = {"hand_detail": say("throws next")} if seat == following else {}
            lanes.append(first_hand(table, seat, **changes))
    lanes += [lane_view(table, seat) for seat in game.eliminated]
    headline = say("{name} throws", name=game.players[lit])
    if thrown:
        headline = say("{name} throws {number}", name=game.players[lit], number=number_word(thrown))
    footer = Footer(ButtonView(Lamp.QUIET, say("Keep all")), MISREAD, say("Keep what you like. Throw the rest once."))
    if len(table.dice.get(lane, ())) > 5:
        footer = replace(footer, sentence=say("More than five dice lie there. Take some away."))
    return screen_base(table, Screen.CHALLENGERS, headline, tuple(lanes), footer)


def _second_throw(
    table: BossTable, watch: LaneWatch, lane: int, seat: int
) -> tuple[tuple[DieView, ...], Message | None, int | None]:
    """The lit challenger's places, status, and how many dice are thrown when that is known."""
    first = table.game.first[seat] or ()
    kept = watch.left if among(watch.left, first) else ()
    if watch.sighting.state is LaneState.MOVING and watch.fewer:
        shown, status = _coming(table, lane)
        return shown, status, 5 - len(kept) or None
    if watch.fewer and watch.sighting.state is LaneState.SETTLED and 0 < len(kept) < 5:
        on_rail = tuple(DieView(DieState.FACE, value, kept=True) for value in sorted(kept, reverse=True))
        status = say("keeps {number}", number=number_word(len(kept)))
        return (*on_rail, *wells(5 - len(on_rail))), status, 5 - len(kept)
    return faces(first), first_throw_name(first)[0], None


def _reveal(table: BossTable) -> View:
    game = table.game
    boss = game.boss or 0
    lanes = [_boss_lane(table, lit=True)]
    for seat in game.challengers:
        second = game.second[seat] or ()
        name, detail = hand_name(second)
        lanes.append(lane_view(table, seat, dice=faces(second), hand=name, hand_detail=detail))
    lanes += [lane_view(table, seat) for seat in game.eliminated]
    watch = table.watches[next(iter(table.awaited), 0)]
    values = watch.sighting.values
    sentence = say("Lift the cup.")
    if watch.sighting.state is LaneState.SETTLED and values and len(values) == 5 and not among(game.kept, values):
        sentence = say("The kept dice are not among these.")
    elif watch.sighting.state is LaneState.SETTLED and values and watch.thrown_again():
        sentence = say("All five dice of the Boss, in the open.")
    footer = Footer(red=MISREAD, sentence=sentence)
    return screen_base(table, Screen.REVEAL, say("{name} shows", name=game.players[boss]), tuple(lanes), footer)


def _unclear(table: BossTable, candidate: Candidate) -> View:
    game = table.game
    lane = candidate.lane or 0
    unread = next(die for die in candidate.dice if die.value is None)
    seen = [die for die in candidate.dice if die.value is not None]
    missing = unread.crop is None and unread.reason is not None and len(table.dice.get(lane, ())) < 5
    read = say("{number} dice read", number=number_word(len(seen))) if len(seen) > 1 else None
    lanes = []
    for seat in game.playing:
        if seat == candidate.seat:
            lanes.append(lane_view(table, seat, lit=True, dice=_seen(candidate.dice), status=read))
        elif game.second[seat] is not None:
            lanes.append(
                lane_view(table, seat, dice=faces(game.second[seat] or ()), hand=hand_name(game.second[seat] or ())[0])
            )
        else:
            lanes.append(first_hand(table, seat))
    reason = unread.reason or say("cannot be read")
    footer = Footer(red=ButtonView(Lamp.QUIET, say("Choose it by hand")), sentence=say("It counts when it lies flat."))
    headline = say("Nudge the unclear die")
    if missing:
        headline = say("{name} needs five dice", name=candidate.name)
        footer = replace(footer, sentence=say("Put the missing die into the lane."))
    base = screen_base(table, Screen.UNCLEAR, headline, tuple(lanes), footer)
    others = tuple(die.at for die in seen)
    return replace(base, unclear=UnclearView(lane, reason, None if missing else unread.at, others, unread.crop))
