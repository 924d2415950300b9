"""What the screens of Qualification Dice show while a round is played: a `View` from the game and from the tray."""

from __future__ import annotations

from collections.abc import Sequence

from game.actions import Direction
from game.message import Message, say
from game.names import number_word
from game.pause import Stage
from game.qualification import Answer, QualificationPhase
from game.qualification_questions import Amount, Announcing
from game.qualification_results import elimination_view, settlement_view, winner_view
from game.qualification_screens import announce_view, stakes_view
from game.qualification_stakes import at_risk, payout
from game.qualification_tray import QualificationTray, aim, bank_shown, facts, order, seat_lane, starting_bank
from game.requirement_lanes import freeze_sentence, left_over
from game.tray import MISREAD, WELLS, coming, framed, throwing_footer, unclear
from game.view import ButtonView, Footer, Lamp, LaneView, Screen, View


def qualification_view(tray: QualificationTray) -> View:
    """The screen that answers the question of the moment."""
    match tray.stage:
        case Stage.WINNER:
            return winner_view(tray)
        case Stage.ELIMINATION:
            return elimination_view(tray)
        case Stage.SETTLEMENT:
            return settlement_view(tray)
    if tray.unread is not None:
        lanes = [seat_lane(tray, seat) for seat in order(tray.game)]
        return unclear(tray, tray.unread, lanes, facts(tray), starting_bank(tray.game))
    if tray.hiding:
        return _hiding(tray)
    if isinstance(tray.question, Amount):
        return stakes_view(tray, tray.question)
    if isinstance(tray.question, Announcing):
        return announce_view(tray, tray.question)
    match tray.game.phase:
        case QualificationPhase.COVER | QualificationPhase.ANTES | QualificationPhase.ANNOUNCE:
            return _chooses(tray)
        case QualificationPhase.ANSWERS:
            return _answer(tray)
        case QualificationPhase.REVEAL:
            return _reveal(tray)
        case QualificationPhase.BOSS_THROW:
            return _boss_throws(tray)
    return _throw(tray)


def _screen(tray: QualificationTray, screen: Screen, headline: Message, lanes: Sequence[LaneView], footer: Footer) -> View:
    return framed(tray, screen, headline, facts(tray), lanes, footer, starting_bank(tray.game))


def _hiding(tray: QualificationTray) -> View:
    """All throw under the cups: the Boss looks before announcing, the others before answering (D3)."""
    waiting = [seat for seat in tray.hiding if seat not in tray.under_cup]
    lit = waiting[0] if waiting else tray.hiding[0]
    lanes = []
    for seat in order(tray.game):
        if seat not in tray.hiding:
            lanes.append(seat_lane(tray, seat))
        elif seat in tray.under_cup:
            lanes.append(seat_lane(tray, seat, cup=5, lit=seat == lit))
        else:
            lanes.append(seat_lane(tray, seat, dice=WELLS, status=say("under the cup"), lit=seat == lit))
    sentence = say("Press when all cups stand.") if tray.shared else say("Five dice each, under the cups. Then look.")
    footer = Footer(ButtonView(Lamp.LIT if tray.shared else Lamp.QUIET, say("Ready")), MISREAD, sentence)
    return _screen(tray, Screen.THROWS, say("All throw, hidden"), lanes, footer)


def _chooses(tray: QualificationTray) -> View:
    """A seat decides that the buttons do not answer for."""
    game = tray.game
    lit = game.to_ante[0] if game.phase is QualificationPhase.ANTES else game.boss
    name = game.players[lit]
    headline = say("{name} chooses", name=name)
    if game.phase is QualificationPhase.COVER:
        headline = say("{name} covers", name=name)
    elif game.phase is QualificationPhase.ANTES:
        headline = say("{name} antes", name=name)
    lanes = []
    for seat in order(game):
        ante = game.antes[seat]
        status = say("ante {amount}", amount=ante) if ante is not None else None
        cup = 5 if seat in tray.under_cup and game.phase is QualificationPhase.ANNOUNCE else 0
        lanes.append(seat_lane(tray, seat, lit=seat == lit, status=status, cup=cup))
    return _screen(tray, Screen.THROWS, headline, lanes, Footer(red=MISREAD))


def _answer(tray: QualificationTray) -> View:
    game = tray.game
    lit, boss = game.to_answer[0], game.players[game.boss]
    assert game.requirement is not None and game.direction is not None
    ante = game.antes[lit] or 0
    notes = (
        say("risks {amount}", amount=bank_shown(at_risk(ante, game.banks[lit], stand=True))),
        say("wins {amount}", amount=bank_shown(payout(game.options, game.requirement, ante, stand=True))),
    )
    answers = game.seen_by(-1).responses
    lanes = []
    for seat in order(game):
        status = None
        if seat == game.boss:
            status = say("Stand")
        elif answers[seat] is Answer.CHALLENGE:
            status = say("challenges")
        elif seat in game.in_play:
            status = say("ante {amount}", amount=game.antes[seat] or 0)
        lane = seat_lane(tray, seat, lit=seat == lit)
        lanes.append(seat_lane(tray, seat, lit=seat == lit, status=status or lane.status, notes=notes if seat == lit else ()))
    footer = Footer(
        ButtonView(Lamp.LIT, say("Challenge")),
        ButtonView(Lamp.LIT, say("Concede")),
        say("{boss} stands: {aim}.", boss=boss, aim=aim(game.requirement, game.direction)),
    )
    return _screen(tray, Screen.CALL, say("{name} answers", name=game.players[lit]), lanes, footer)


def _reveal(tray: QualificationTray) -> View:
    game = tray.game
    lit = tray.lit(game.to_reveal)
    lanes = [seat_lane(tray, seat, lit=seat == lit) for seat in order(game)]
    assert game.requirement is not None and game.direction is not None
    said = aim(game.requirement, game.direction)
    footer = throwing_footer(say("Lift the cup. {aim}.", aim=said))
    return _screen(tray, Screen.REVEAL, say("{name} shows", name=game.players[lit]), lanes, footer)


def _throw(tray: QualificationTray) -> View:
    """Players throw until they qualify, then until they beat the Point (D7, D8)."""
    game = tray.game
    lit = tray.lit(game.to_throw)
    assert game.requirement is not None and game.direction is not None
    wanted = say("{requirement}", requirement=game.requirement.title)
    if game.phase is not QualificationPhase.QUALIFY:
        wanted = _more_than(game.direction, game.point or 0)
    waiting = [seat for seat in game.to_throw if seat != lit]
    lanes = []
    for seat in order(game):
        if seat in game.to_throw:
            lanes.append(_thrower(tray, seat, seat == lit, waiting[:1] == [seat]))
        else:
            detail = say("beats the Point") if seat in game.in_play and game.beats_point(seat) else None
            lanes.append(seat_lane(tray, seat, hand_detail=detail))
    footer = throwing_footer(freeze_sentence(game.freezable(lit), wanted))
    return _screen(tray, Screen.CHALLENGERS, _throws(tray, lit), lanes, footer)


def _thrower(tray: QualificationTray, seat: int, lit: bool, following: bool) -> LaneView:
    game = tray.game
    places = coming(tray.lane_of(seat)) if lit else None
    status = say("throws next") if following else left_over(game.throws_left(seat))
    lane = seat_lane(tray, seat, lit=lit, status=status)
    return lane if places is None else seat_lane(tray, seat, lit=lit, status=status, dice=places, hand=None)


def _throws(tray: QualificationTray, seat: int) -> Message:
    name, watch = tray.game.players[seat], tray.lane_of(seat)
    if watch is not None and watch.fewer and 0 < len(watch.left) < 5:
        return say("{name} throws {number}", name=name, number=number_word(5 - len(watch.left)))
    return say("{name} throws", name=name)


def _more_than(direction: Direction, point: int) -> Message:
    if direction is Direction.HIGHER:
        return say("More than {point} wins", point=point)
    return say("Less than {point} wins", point=point)


def _boss_throws(tray: QualificationTray) -> View:
    game = tray.game
    boss = game.boss
    lanes = []
    for seat in order(game):
        if seat == boss:
            lanes.append(_thrower(tray, seat, lit=True, following=False))
        else:
            detail = say("beats the Point") if game.beats_point(seat) else None
            lanes.append(seat_lane(tray, seat, hand_detail=detail))
    footer = Footer(
        ButtonView(Lamp.LIT, say("Stay")), MISREAD, freeze_sentence(game.freezable(boss), say("Stay, or throw once"))
    )
    return _screen(tray, Screen.CHALLENGERS, say("{name} decides", name=game.players[boss]), lanes, footer)
