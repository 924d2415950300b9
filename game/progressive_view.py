"""What the screens of Progressive Qualification show: a `View` from the game and from the tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.actions import Direction
from game.freezing import OpenHand
from game.message import Message, say
from game.names import number_word
from game.pause import Stage
from game.progressive import ProgressiveGame, ProgressiveOutcome, ProgressivePhase, ProgressiveRound
from game.requirement_lanes import freeze_sentence, left_over, shown, wins, worth
from game.requirements import NUMBERED
from game.sighting import LaneState
from game.tray import MISREAD, NEXT_ROUND, WELLS, Tray, coming, first_throw_sentence, framed, throwing_footer, turn_of, unclear
from game.view import BankLine, ButtonView, Fact, Footer, Lamp, LaneView, Pill, PillView, Screen, View, WinnerView

ALL_AWARDS = sum(requirement.award for requirement in NUMBERED)
"""One full stack of chips: the points of all twelve rounds together (rule E7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveTray(Tray):
    """The tray and the game on it. `rounds` are the finished rounds with the totals after them, oldest first; `asked` is the
    tied seat that decides about a push now."""

    game: ProgressiveGame
    rounds: Sequence[tuple[ProgressiveRound, tuple[int, ...]]]
    asked: int | None = None


def progressive_view(tray: ProgressiveTray) -> View:
    """The screen that answers the question of the moment."""
    game = tray.game
    if tray.stage is Stage.WINNER:
        return _winner(tray)
    if tray.stage is not None and game.last_round is not None:
        return _settlement(tray, game.last_round)
    if tray.unread is not None:
        lanes = [_lane(tray, seat) for seat in range(len(game.players))]
        return unclear(tray, tray.unread, lanes, _facts(game), ALL_AWARDS)
    if tray.asked is not None:
        return _push(tray, tray.asked)
    if game.phase is ProgressivePhase.FIRST_THROWS:
        return _first_throws(tray)
    return _throw(tray)


def _facts(game: ProgressiveGame) -> tuple[Fact, ...]:
    figures = [Fact(say("Round"), game.round), Fact(say("Worth"), game.award)]
    if game.point is not None:
        figures.append(Fact(say("Point"), game.point))
    return tuple(figures)


def _lane(tray: ProgressiveTray, seat: int, **changes: object) -> LaneView:
    game = tray.game
    hand = game.hands[seat]
    lane = LaneView(seat=seat, name=game.players[seat], tint=tray.tints[seat], bank=game.totals[seat])
    if hand is not None:
        dice = shown(hand, game.requirement, Direction.HIGHER)
        lane = replace(lane, dice=dice, hand=worth(game.points_of(seat)))
        if game.phase is not ProgressivePhase.FIRST_THROWS and seat in game.holders:
            lane = replace(lane, hand_detail=say("has the Point") if len(game.holders) == 1 else say("tied"))
    return replace(lane, **changes)  # type: ignore[arg-type]


def _screen(tray: ProgressiveTray, screen: Screen, headline: Message, lanes: Sequence[LaneView], footer: Footer) -> View:
    return framed(tray, screen, headline, _facts(tray.game), lanes, footer, ALL_AWARDS)


def _first_throws(tray: ProgressiveTray) -> View:
    game = tray.game
    lit = tray.lit(game.to_throw)
    waiting = [seat for seat in game.to_throw if seat != lit and tray.lane_of(seat) is None]
    lanes = []
    for seat in range(len(game.players)):
        if game.hands[seat] is not None:
            lanes.append(_lane(tray, seat))
            continue
        status = say("five dice") if seat == lit else turn_of(tray, seat, following=waiting[:1] == [seat])
        watch = tray.lane_of(seat)
        rolling = watch is not None and watch.sighting.state is LaneState.MOVING and watch.fresh
        dice = coming(watch) if rolling else WELLS
        if rolling:
            status = say("dice rolling")
        lanes.append(_lane(tray, seat, lit=seat == lit, dice=dice or WELLS, status=status))
    usual = say("Five dice, in the open: {requirement}.", requirement=game.requirement.title)
    sentence = first_throw_sentence(tray.lane_of(lit), usual)
    return _screen(tray, Screen.THROWS, say("{name} throws", name=game.players[lit]), lanes, throwing_footer(sentence))


def _throw(tray: ProgressiveTray) -> View:
    """Unqualified players, players below the Point and tied players who do not agree on a push (E4 to E6)."""
    game = tray.game
    lit = tray.lit(game.to_throw)
    waiting = [seat for seat in game.to_throw if seat != lit]
    lanes = []
    for seat in range(len(game.players)):
        if seat not in game.to_throw:
            lanes.append(_lane(tray, seat))
            continue
        places = coming(tray.lane_of(seat)) if seat == lit else None
        status = say("throws next") if waiting[:1] == [seat] else left_over(game.throws_left(seat))
        changes: dict[str, object] = {} if places is None else {"dice": places, "hand": None, "hand_detail": None}
        lanes.append(_lane(tray, seat, lit=seat == lit, status=status, **changes))
    wanted = say("{requirement}", requirement=game.requirement.title)
    if game.points_of(lit) is not None:
        wanted = say("More than {point} leads", point=game.point or 0)
    footer = throwing_footer(freeze_sentence(game.freezable(lit), wanted))
    return _screen(tray, Screen.CHALLENGERS, say("{name} throws", name=game.players[lit]), lanes, footer)


def _push(tray: ProgressiveTray, asked: int) -> View:
    """A tied player agrees on a push or throws; who throws may lose the Point (E6, E-b, E-e)."""
    game = tray.game
    offered = game.phase is ProgressivePhase.OFFER
    lanes = []
    for seat in range(len(game.players)):
        status = left_over(game.throws_left(seat)) if seat in game.holders else None
        lanes.append(_lane(tray, seat, lit=seat == asked, status=status))
    sentence = say("A push is offered: nobody scores.") if offered else say("Tied: a push, or throw again?")
    footer = Footer(ButtonView(Lamp.LIT, say("Push")), ButtonView(Lamp.LIT, say("Throw")), sentence)
    return _screen(tray, Screen.CHALLENGERS, say("{name} decides", name=game.players[asked]), lanes, footer)


def _settlement(tray: ProgressiveTray, last: ProgressiveRound) -> View:
    game = tray.game
    lanes = []
    for seat, name in enumerate(game.players):
        hand = last.hands[seat]
        lane = LaneView(seat=seat, name=name, tint=tray.tints[seat], bank=game.totals[seat], lit=seat == last.winner)
        if hand is not None:
            lane = replace(lane, dice=shown(OpenHand(hand), last.requirement, Direction.HIGHER), hand=worth(last.points[seat]))
        if seat == last.winner:
            lane = replace(lane, pill=PillView(Pill.COLLECTS, last.award))
        elif last.outcome is ProgressiveOutcome.PUSH and last.points[seat] == last.point:
            lane = replace(lane, pill=PillView(Pill.TIE, 0))
        lanes.append(lane)
    if last.winner is not None:
        headline = say("{name} scores {points}", name=game.players[last.winner], points=last.award)
        sentence = say("Alone with the Point of {point}.", point=last.point or 0)
    elif last.outcome is ProgressiveOutcome.PUSH:
        headline = say("A push")
        sentence = (
            say("The points go to the next round.") if game.options.carry_over else say("The Point is tied. Nobody scores.")
        )
    else:
        headline, sentence = say("Nobody qualifies"), say("Nobody scores.")
    facts = (Fact(say("Round"), last.number), Fact(say("Worth"), last.award or last.requirement.award))
    footer = Footer(NEXT_ROUND, MISREAD, sentence)
    return framed(tray, Screen.SETTLEMENT, headline, facts, lanes, footer, ALL_AWARDS)


def _winner(tray: ProgressiveTray) -> View:
    """Who has most points after the last round; a shared win names all (E7, E-h)."""
    game = tray.game
    names = " & ".join(game.players[seat] for seat in game.winners)
    lines = tuple(
        BankLine(seat, name, tray.tints[seat], (0, *(totals[seat] for _, totals in tray.rounds)), seat in game.winners)
        for seat, name in enumerate(game.players)
    )
    sentence = say("of {points} points", points=sum(done.award for done, _ in tray.rounds))
    winner = WinnerView(
        names,
        max(game.totals),
        ALL_AWARDS,
        len(tray.rounds),
        lines,
        (),
        sentence,
        unit=say("points"),
        chart=say("The points, round by round"),
    )
    footer = Footer(
        ButtonView(Lamp.LIT, say("Play again")),
        ButtonView(Lamp.LIT, say("Finish")),
        say("Same table, same {number} players?", number=number_word(len(game.players))),
    )
    headline = wins([game.players[seat] for seat in game.winners])
    view = framed(tray, Screen.WINNER, headline, (Fact(say("Round"), len(tray.rounds)),), (), footer, ALL_AWARDS)
    return replace(view, winner=winner)
