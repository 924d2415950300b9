"""What the screens of Qualification Dice show between two rounds: the payments, who is out, who has won."""

from __future__ import annotations

from dataclasses import replace

from game.freezing import OpenHand
from game.message import Message, say
from game.names import number_word
from game.qualification import QualificationResult, QualificationRound
from game.qualification_tray import QualificationTray, bank_shown, starting_bank
from game.requirement_lanes import shown, wins, worth
from game.seating import clockwise
from game.tray import MISREAD, NEXT_ROUND, framed
from game.view import BankLine, ButtonView, Fact, Footer, Lamp, LaneView, OutView, Pill, PillView, Screen, View, WinnerView

PILLS = {QualificationResult.LOSE: Pill.PAYS, QualificationResult.CONCEDE: Pill.PAYS, QualificationResult.TIE: Pill.TIE}


def settlement_view(tray: QualificationTray) -> View:
    """Who pays whom; the Boss is lit."""
    game, last = tray.game, _last(tray)
    boss = game.players[last.boss]
    paid = [game.players[seat] for seat, moved in enumerate(last.payments) if moved > 0]
    lost = any(moved < 0 for moved in last.payments)
    if last.bluff and last.stand:
        headline, sentence = say("{name} has bluffed", name=boss), say("Who challenged is paid double.")
    elif last.bluff:
        headline, sentence = say("{name} does not qualify", name=boss), say("Everybody is paid double.")
    elif last.requirement is None:
        headline, sentence = say("Nobody antes"), say("The next Boss covers.")
    elif last.point is None:
        headline, sentence = say("All concede"), say("The hand of {name} stays hidden.", name=boss)
    elif lost:
        headline = say("Losers pay")
        sentence = say("Then the Boss pays {names}.", names=" & ".join(paid)) if paid else say("The Boss collects.")
    else:
        headline, sentence = say("The Boss pays") if paid else say("All tie"), say("Nobody lost.")
    lanes = [_lane(tray, last, seat) for seat in (last.boss, *clockwise(last.boss, len(game.players)))]
    shown_lanes = [lane for lane in lanes if lane.boss or last.results[lane.seat] is not None]
    footer = Footer(NEXT_ROUND, MISREAD, sentence)
    return framed(tray, Screen.SETTLEMENT, headline, _facts(last), shown_lanes, footer, starting_bank(game))


def _last(tray: QualificationTray) -> QualificationRound:
    last = tray.game.last_round
    assert last is not None
    return last


def _facts(last: QualificationRound) -> tuple[Fact, ...]:
    facts = [Fact(say("Round"), last.number), Fact(say("Antes"), sum(ante or 0 for ante in last.antes))]
    if last.point is not None:
        facts.append(Fact(say("Point"), last.point))
    return tuple(facts)


def _lane(tray: QualificationTray, last: QualificationRound, seat: int) -> LaneView:
    game = tray.game
    lane = LaneView(
        seat=seat,
        name=game.players[seat],
        tint=tray.tints[seat],
        bank=bank_shown(last.banks_after[seat]),
        boss=seat == last.boss,
        lit=seat == last.boss,
        out=seat in last.eliminated,
        pill=_pill(last, seat),
    )
    dice, result = last.hands[seat], last.results[seat]
    if dice is not None and last.requirement is not None and last.direction is not None:
        point = last.point if seat == last.boss else last.points[seat]
        lane = replace(lane, dice=shown(OpenHand(dice), last.requirement, last.direction), hand=worth(point))
    elif result is QualificationResult.CONCEDE:
        lane = replace(lane, status=say("conceded"))
    elif result is QualificationResult.OUT:
        lane = replace(lane, status=say("sat out"))
    elif seat == last.boss and last.requirement is not None:
        lane = replace(lane, cup=5)
    return lane


def _pill(last: QualificationRound, seat: int) -> PillView | None:
    result, moved = last.results[seat], last.payments[seat]
    if result is None or result is QualificationResult.OUT:
        return None
    return PillView(PILLS.get(result, Pill.COLLECTS), bank_shown(-moved if moved < 0 else moved))


def elimination_view(tray: QualificationTray) -> View:
    """Who has no points left."""
    game, last = tray.game, _last(tray)
    out = last.eliminated[0]
    name = game.players[out]
    lanes = [replace(_lane(tray, last, out), lit=True, out=True)]
    lanes += [replace(_lane(tray, last, seat), lit=False) for seat in clockwise(out, len(game.players)) if last.hands[seat]]
    had = bank_shown(last.banks_before[out])
    owed = had - bank_shown(last.banks_after[out])
    sentence = say("{name} has no points left.", name=name)
    left = number_word(len(game.playing), capital=True)
    footer = Footer(ButtonView(Lamp.LIT, say("Next round")), MISREAD, say("{number} play on.", number=left))
    headline = say("{name} is out", name=name)
    view = framed(tray, Screen.ELIMINATION, headline, _facts(last), lanes, footer, starting_bank(game))
    return replace(view, out=OutView(out, name, had, owed, 0, sentence))


def winner_view(tray: QualificationTray) -> View:
    """Who has most points at the end; a shared win names all (D12, D-q)."""
    game = tray.game
    names = " & ".join(game.players[seat] for seat in game.winners)
    lines = []
    for seat, name in enumerate(game.players):
        banks = (game.starting_banks[seat], *(bank_shown(done.banks_after[seat]) for done in tray.rounds))
        gone = next((done.number for done in tray.rounds if seat in done.eliminated), None)
        lines.append(BankLine(seat, name, tray.tints[seat], banks, seat in game.winners, gone))
    most = bank_shown(max(game.banks))
    sentence: Message = say("{points} points were in play", points=sum(game.starting_banks))
    winner = WinnerView(names, most, starting_bank(game), len(tray.rounds), tuple(lines), (), sentence, unit=say("points"))
    footer = Footer(
        ButtonView(Lamp.LIT, say("Play again")),
        ButtonView(Lamp.LIT, say("Finish")),
        say("Same table, same {number} players?", number=number_word(len(game.players))),
    )
    headline = wins([game.players[seat] for seat in game.winners])
    view = framed(tray, Screen.WINNER, headline, (Fact(say("Round"), len(tray.rounds)),), (), footer, starting_bank(game))
    return replace(view, winner=winner)
