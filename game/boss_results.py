"""What the screens of banking Boss Dice show between two rounds: the settlement, who is out, who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.actions import Dice
from game.boss import BossGame
from game.boss_lanes import BossTray, lane_view, screen_base
from game.boss_round import BossRound
from game.hands import Category, first_rank
from game.message import say
from game.names import first_throw_name, hand_name, number_word
from game.seating import clockwise
from game.settlement import Outcome, Result
from game.tray import MISREAD, NEXT_ROUND, faces
from game.view import BankLine, ButtonView, Footer, Lamp, OutView, Pill, PillView, Screen, View, WinnerView

FALLEN = {Result.LOSE: Pill.PAYS, Result.TIE: Pill.TIE}


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTray(BossTray):
    """The tray of a banking game; `rounds` are the finished rounds, oldest first."""

    game: BossGame
    rounds: Sequence[BossRound]


def settlement_view(tray: BankTray) -> View:
    """Who pays whom, losers first; the Boss is lit."""
    game = tray.game
    last = game.last_round
    assert last is not None
    boss = last.boss
    if last.outcome is Outcome.SETTLED and boss is not None:
        return _paid(tray, last, boss)
    lanes = []
    order = (boss, *clockwise(boss, len(game.players))) if boss is not None else range(len(game.players))
    for seat in order:
        dice = last.first[seat]
        if dice is None:
            continue
        name, detail = first_throw_name(dice)
        lit = seat == boss if boss is not None else seat in last.tied[:1]
        best = _combination(dice) if seat in last.tied else ()
        lane = lane_view(tray, seat, dice=faces(dice, best), hand=name, hand_detail=detail)
        lanes.append(replace(lane, lit=lit, boss=seat == boss))
    if last.outcome is Outcome.CALLED_OFF:
        headline, sentence = say("{name} calls off", name=game.players[boss or 0]), say("Pick them up. No chips move.")
    elif last.outcome is Outcome.PUSH:
        headline, sentence = say("A push"), say("Equal best hands. Take up the dice, throw again.")
    else:
        headline, sentence = say("Nobody has a pair"), say("Take up the dice, throw again.")
    footer = Footer(NEXT_ROUND, MISREAD, sentence)
    return screen_base(tray, Screen.SETTLEMENT, headline, tuple(lanes), footer)


def _combination(dice: Dice) -> Dice:
    rank = first_rank(dice)
    return () if rank.category is Category.NOTHING else tuple(value for value in dice if value == rank.primary)


def _paid(tray: BankTray, last: BossRound, boss: int) -> View:
    game = tray.game
    lanes = []
    paid = [game.players[seat] for seat, moved in enumerate(last.transfers) if moved > 0]
    for seat in (boss, *clockwise(boss, len(game.players))):
        dice = last.hands[seat]
        if dice is None:
            continue
        hand, detail = hand_name(dice)
        lane = lane_view(tray, seat, dice=faces(dice, last.kept if seat == boss else ()), hand=hand, hand_detail=detail)
        lanes.append(replace(lane, lit=seat == boss, boss=seat == boss, pill=_pill(last, seat)))
    losers = any(result is Result.LOSE for result in last.results)
    if last.boss_bust:
        headline, sentence = say("{name} cannot pay", name=game.players[boss]), say("So nobody collects.")
    elif losers:
        headline = say("Losers pay")
        sentence = say("Then the Boss pays {names}.", names=" & ".join(paid)) if paid else say("The Boss collects.")
    else:
        headline, sentence = say("The Boss pays") if paid else say("All tie"), say("Nobody lost.")
    footer = Footer(NEXT_ROUND, MISREAD, sentence)
    return screen_base(tray, Screen.SETTLEMENT, headline, tuple(lanes), footer)


def _pill(last: BossRound, seat: int) -> PillView | None:
    result = last.results[seat] if last.results else None
    if result is None:
        return None
    moved = last.transfers[seat]
    if result is Result.WIN:
        return PillView(Pill.COLLECTS, moved) if moved else PillView(Pill.OWED, last.wager)
    return PillView(FALLEN[result], -moved)


def elimination_view(tray: BankTray) -> View:
    """Who is out, with the sum, and what waits in the kitty."""
    game = tray.game
    last = game.last_round
    assert last is not None
    boss = last.boss or 0
    out = boss if boss in last.eliminated else last.eliminated[0]
    had = last.banks_before[out] + (last.kitty_taken if out == boss else 0)
    owed = last.owed if out == boss else last.wager
    hand = last.hands[out] or ()
    name = game.players[out]
    lanes = [lane_view(tray, out, lit=True, out=True, boss=out == boss, dice=faces(hand, last.kept), hand=hand_name(hand)[0])]
    for seat in (seat for seat in clockwise(out, len(game.players)) if last.hands[seat] is not None):
        unpaid = last.boss_bust and last.results[seat] is Result.WIN
        tie = last.results[seat] is Result.TIE
        note = say("not paid") if unpaid else say("a tie, owed nothing") if tie else None
        dice = last.hands[seat] or ()
        lanes.append(lane_view(tray, seat, dice=faces(dice), hand=hand_name(dice)[0], hand_detail=note))
    if last.boss_bust and out == boss:
        sentence = say("{name} cannot pay all, so nobody collects.", name=name)
    else:
        sentence = say("{name} has no chips left.", name=name)
    chips = sum(game.starting_banks) + game.options.kitty
    left = len(game.playing)
    footer = Footer(
        ButtonView(Lamp.LIT, say("Next round")),
        MISREAD,
        say("{number} play on. {chips} chips are still on the table.", number=number_word(left, capital=True), chips=chips),
    )
    base = screen_base(tray, Screen.ELIMINATION, say("{name} is out", name=name), tuple(lanes), footer)
    return replace(base, out=OutView(out, name, had, owed, game.kitty, sentence))


def winner_view(tray: BankTray) -> View:
    """The winner and all banks, round by round."""
    game = tray.game
    seat = game.winner if game.winner is not None else 0
    lines, kitties = [], []
    for player, name in enumerate(game.players):
        banks = (game.starting_banks[player], *(done.banks_after[player] for done in tray.rounds))
        gone = next((done.number for done in tray.rounds if player in done.eliminated), None)
        lines.append(BankLine(player, name, tray.tints[player], banks, player == seat, gone))
    for done in tray.rounds:
        if done.boss_bust and done.boss is not None:
            label = say("{name} out, kitty {chips}", name=game.players[done.boss], chips=done.kitty_after)
            kitties.append((done.number, label))
    if len(set(game.starting_banks)) == 1 and len(game.players) > 1 and game.banks[seat] == sum(game.starting_banks):
        sentence = say("all {number} banks of {chips}", number=number_word(len(game.players)), chips=game.starting_bank)
    else:
        sentence = say("{chips} chips were in play", chips=sum(game.starting_banks) + game.options.kitty)
    shown = WinnerView(
        game.players[seat], game.banks[seat], game.starting_bank, len(tray.rounds), tuple(lines), tuple(kitties), sentence
    )
    footer = Footer(
        ButtonView(Lamp.LIT, say("Play again")),
        ButtonView(Lamp.LIT, say("Finish")),
        say("Same table, same {number} players?", number=number_word(len(game.players))),
    )
    base = screen_base(tray, Screen.WINNER, say("{name} wins", name=game.players[seat]), (), footer)
    return replace(base, winner=shown)
