"""What the screens of two-player Boss Dice show between two rounds: who has the horse, who meets whom, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.boss_lanes import BossTray, screen_base
from game.duel_round import DuelOutcome, DuelRound
from game.message import Message, say
from game.names import hand_name, number_word
from game.tray import MISREAD, NEXT_ROUND, faces
from game.view import BankLine, ButtonView, Footer, Lamp, LaneView, Pill, PillView, Screen, View, WinnerView


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A finished round between two seats of the table. `paid` is what the loser of a match that ended with it has paid,
    `None` when the match goes on."""

    round: DuelRound
    seats: tuple[int, int]
    paid: int | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won the horse."""
        return None if self.round.winner is None else self.seats[self.round.winner]

    @property
    def score(self) -> Message:
        """The horses of both, the winner's first."""
        place = self.round.winner or 0
        return say("{more}–{less}", more=self.round.score[place], less=self.round.score[1 - place])


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """How all has ended: the winner's `total` in `unit`, everybody's numbers from round to round, a full stack of chips."""

    winner: int
    total: int
    unit: Message
    chart: Message
    lines: Mapping[int, tuple[int, ...]]
    full: int
    rounds: int
    sentence: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTray(BossTray):
    """The tray of a match. `last` is the round that ended last; `queue` waits, next first, and `won` counts the matches of
    every seat, in a tournament; `final` once it is over."""

    last: Ended | None = None
    queue: Sequence[int] = ()
    won: Mapping[int, int] | None = None
    final: Final | None = None


def settlement_view(tray: MatchTray, last: Ended) -> View:
    """Who has won the horse, or why nobody has; what moved stands beside the lane that is not lit."""
    done = last.round
    boss = None if done.boss is None else last.seats[done.boss]
    lit = last.winner if last.winner is not None else boss if boss is not None else last.seats[0]
    places = (0, 1) if done.boss is None else (done.boss, 1 - done.boss)
    lanes = []
    for place in places:
        seat, dice = last.seats[place], done.hands[place]
        name, detail = (None, None) if dice is None else hand_name(dice) if done.revealed else tray.first_name(dice)
        lane = replace(tray.bases[seat], boss=seat == boss, lit=seat == lit, hand=name, hand_detail=detail, notes=())
        if dice is not None:
            lane = replace(lane, dice=faces(dice, done.kept if seat == boss else ()))
        lanes.append(lane if seat == lit else replace(lane, pill=_pill(last, seat)))
    headline, sentence = _settled(tray, last)
    return screen_base(tray, Screen.SETTLEMENT, headline, lanes, Footer(NEXT_ROUND, MISREAD, sentence))


def _settled(tray: MatchTray, last: Ended) -> tuple[Message, Message]:
    done = last.round
    match done.outcome:
        case DuelOutcome.VOID:
            return say("Nobody has a pair"), say("Take up the dice, throw again.")
        case DuelOutcome.TIE_FIRST:
            return say("A push"), say("Equal best hands. Take up the dice, throw again.")
        case DuelOutcome.CALLED_OFF:
            name = tray.name(last.seats[done.boss or 0])
            return say("{name} calls off", name=name), say("Pick them up. The round does not count.")
        case DuelOutcome.TIE_SECOND:
            return say("A tie"), say("Equal hands. The round does not count.")
    name = tray.name(last.winner or 0)
    if last.paid is None:
        return say("{name} wins the horse", name=name), say("{score} in horses.", score=last.score)
    loser = tray.name(next(seat for seat in last.seats if seat != last.winner))
    if last.paid:
        return say("{name} wins the match", name=name), say("{name} pays {amount}.", name=loser, amount=last.paid)
    return say("{name} wins the match", name=name), say("{score} in horses.", score=last.score)


def _pill(last: Ended, seat: int) -> PillView | None:
    if last.round.outcome in (DuelOutcome.TIE_FIRST, DuelOutcome.TIE_SECOND):
        return PillView(Pill.TIE, 0)
    if not last.paid:
        return None
    return PillView(Pill.COLLECTS if seat == last.winner else Pill.PAYS, last.paid)


def match_view(tray: MatchTray) -> View:
    """Who meets whom next; the one who comes to the table is lit."""
    one, other = tray.hand.playing
    stays = tray.last.winner if tray.last is not None else None
    comes = one if other == stays else other
    lanes = [replace(_waiting(tray, seat), lit=seat == comes) for seat in (one, other)]
    for place, seat in enumerate(tray.queue):
        status = say("plays next") if place == 0 else say("waits")
        lanes.append(replace(_waiting(tray, seat), status=status, horses=()))
    footer = Footer(ButtonView(Lamp.LIT, say("Start")), MISREAD, say("{name} comes to the table.", name=tray.name(comes)))
    headline = say("{one} meets {other}", one=tray.name(one), other=tray.name(other))
    return screen_base(tray, Screen.MATCH, headline, lanes, footer)


def _waiting(tray: MatchTray, seat: int) -> LaneView:
    won = (tray.won or {}).get(seat, 0)
    lane = replace(tray.bases[seat], notes=())
    if won == 1:
        return replace(lane, hand=say("one match won"))
    return replace(lane, hand=say("{count} matches won", count=won)) if won else lane


def winner_view(tray: MatchTray, final: Final) -> View:
    """Who has won the match or the tournament, with everybody's numbers."""
    name = tray.name(final.winner)
    lines = tuple(
        BankLine(seat, tray.name(seat), tray.tints[seat], banks, seat == final.winner) for seat, banks in final.lines.items()
    )
    shown = WinnerView(
        name, final.total, final.full, final.rounds, lines, (), final.sentence, unit=final.unit, chart=final.chart
    )
    footer = Footer(
        ButtonView(Lamp.LIT, say("Play again")),
        ButtonView(Lamp.LIT, say("Finish")),
        say("Same table, same {number} players?", number=_players(len(tray.bases))),
    )
    view = screen_base(tray, Screen.WINNER, say("{name} wins", name=name), (), footer)
    return replace(view, winner=shown)


def _players(count: int) -> Message:
    return number_word(count) if count <= 6 else say("{count}", count=count)
