"""The croupiers of two-player Boss Dice: one match, and tournaments in which the winner stays on (rules B1 to B6, C1 to C7)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from game.actions import Dice
from game.boss_hand import Hand, match_hand
from game.boss_side import BossSide
from game.boss_view import hand_view
from game.counting import G
from game.duel import DuelGame
from game.duel_options import DuelOptions
from game.duel_results import Ended, Final, MatchTray, match_view, settlement_view, winner_view
from game.duel_round import DuelRound
from game.hands import Category, FirstFullHouse, FirstTwoPair, final_rank
from game.history import History
from game.message import Message, say
from game.names import Names, first_throw_name, hand_name, number_word
from game.pause import Stage
from game.table import Table
from game.tournament import TournamentGame
from game.view import Fact, LaneView, View

HORSES_DRAWN = 5
"""Longer matches are shown without horseshoes."""


@dataclass(slots=True)
class MatchSide(BossSide[G]):
    """Leads matches of two players; who sits at the table has the first or the second place of the table's lanes."""

    @abstractmethod
    def match_in(self, game: G) -> tuple[DuelGame, tuple[int, int]]:
        """The match that is being played in `game`, and the seats of its two players."""

    @abstractmethod
    def ended(self) -> Ended | None:
        """The round that ended last."""

    @abstractmethod
    def tray(self) -> MatchTray:
        """What the screens are made of."""

    def hand_of(self, game: G) -> Hand:
        return match_hand(*self.match_in(game))

    def lane_in(self, game: G, seat: int) -> int:
        return self.table.seat_lanes[self.match_in(game)[1].index(seat)]

    def picture(self) -> View:
        tray, last = self.tray(), self.ended()
        if self.pause is None or last is None:
            return hand_view(tray)
        if self.pause.stage is Stage.WINNER and tray.final is not None:
            return winner_view(tray, tray.final)
        return match_view(tray) if self.pause.stage is Stage.MATCH else settlement_view(tray, last)

    def base_tray(self, match: DuelGame, bases: dict[int, LaneView], facts: tuple[Fact, ...], full: int) -> MatchTray:
        """The tray but for what only a tournament, or only the end, has."""
        hand = self.hand
        return MatchTray(
            **self.on_table(),
            hand=hand,
            bases=bases,
            facts=facts,
            starting_bank=full,
            ready=self.ready,
            first_name=lambda dice: first_name(dice, match.options),
            aside=self.aside(),
            both_hidden=self.both_hidden,
            covered=tuple(seat for seat in hand.playing if hand.free and self.covered(seat)),
            boss_watch=None if hand.boss is None else self.watches[self.lane_in(self.game, hand.boss)],
            match=True,
            last=self.ended(),
        )

    def lane_view(self, seat: int, score: int, options: DuelOptions, bank: int | None) -> LaneView:
        """The lane of a seat with its horses, and a word when one more wins."""
        wins = options.wins
        horses = tuple(place < score for place in range(wins)) if wins <= HORSES_DRAWN else ()
        last_one = score == wins - 1
        notes = (say("one more horse wins"),) if last_one and wins > 1 else ()
        name, tint = self.game.players[seat], self.tints[seat]
        return LaneView(seat, name, tint, bank=bank if options.stake else None, horses=horses, notes=notes)


def best_of(wins: int) -> Fact:
    """How long a match is, as a fact of the header."""
    match wins:
        case 1:
            return Fact(say("One horse wins"))
        case 2 | 3:
            return Fact(say("Best of {number}", number=number_word(2 * wins - 1)))
    return Fact(say("Horses to win"), wins)


def first_name(dice: Dice, options: DuelOptions) -> Names:
    """What a first throw is called by the ranking of this match (B3, C2)."""
    category = final_rank(dice).category
    two_pair = category is Category.TWO_PAIR and options.two_pair is FirstTwoPair.TWO_PAIR
    full = category is Category.FULL_HOUSE and options.full_house is FirstFullHouse.FULL
    return hand_name(dice) if two_pair or full else first_throw_name(dice)


@dataclass(slots=True)
class DuelCroupier(MatchSide[DuelGame]):
    """Leads one match at one table."""

    @classmethod
    def open(cls, history: History[DuelGame], table: Table, tints: Iterable[str]) -> DuelCroupier:
        """A croupier for a new match, or for one that goes on after a power cut."""
        return cls(history, table, tuple(tints))

    def match_in(self, game: DuelGame) -> tuple[DuelGame, tuple[int, int]]:
        return game, (0, 1)

    def ended(self) -> Ended | None:
        game = self.game
        if game.last_round is None:
            return None
        paid = None
        if game.winner is not None:
            paid = 0
            if game.banks is not None and game.starting_banks is not None:
                paid = game.banks[game.winner] - game.starting_banks[game.winner]
        return Ended(round=game.last_round, seats=(0, 1), paid=paid)

    def tray(self) -> MatchTray:
        game, options = self.game, self.game.options
        last = game.last_round if self.pause is not None else None
        score = game.score if last is None else last.score
        bases = {}
        for seat in game.playing:
            bases[seat] = self.lane_view(seat, score[seat], options, None if game.banks is None else game.banks[seat])
        number = sum(score) + (last is None or last.winner is None)
        stake = (Fact(say("Stake"), options.stake),) if options.stake else ()
        facts = (best_of(options.wins), Fact(say("Horse"), number), *stake)
        tray = self.base_tray(game, bases, facts, max(game.starting_banks or (0,)))
        return tray if game.winner is None else replace(tray, final=self._final(game, game.winner))

    def _final(self, game: DuelGame, winner: int) -> Final:
        rounds = _finished([one.last_round for one in self.games()])
        lines = {seat: (0, *(done.score[seat] for done in rounds)) for seat in game.playing}
        last = self.ended()
        assert last is not None
        sentence: Message = say("{score} in horses", score=last.score)
        if last.paid:
            sentence = say("{name} pays {amount}", name=game.players[1 - winner], amount=last.paid)
        return Final(
            winner=winner,
            total=game.score[winner],
            unit=say("horses"),
            chart=say("The horses, round by round"),
            lines=lines,
            full=game.options.wins,
            rounds=len(rounds),
            sentence=sentence,
        )


@dataclass(slots=True)
class TournamentCroupier(MatchSide[TournamentGame]):
    """Leads a tournament at one table: the winner of a match meets the next player."""

    @classmethod
    def open(cls, history: History[TournamentGame], table: Table, tints: Iterable[str]) -> TournamentCroupier:
        """A croupier for a new tournament, or for one that goes on after a power cut."""
        return cls(history, table, tuple(tints))

    def match_in(self, game: TournamentGame) -> tuple[DuelGame, tuple[int, int]]:
        return game.match, game.at_table

    def interlude(self) -> Stage | None:
        return Stage.MATCH if self.game.results and self.game.match.last_round is None else None

    def ended(self) -> Ended | None:
        game = self.game
        if game.last_round is None:
            return None
        last, seats = game.last_round
        won = last.winner is not None and last.score[last.winner] >= game.options.match.wins
        return Ended(round=last, seats=seats, paid=game.results[-1].paid if won else None)

    def tray(self) -> MatchTray:
        game, options = self.game, self.game.options.match
        last = self.ended() if self.pause is not None and self.pause.stage is Stage.SETTLEMENT else None
        scores = dict(zip(game.at_table, game.match.score, strict=True))
        if last is not None:
            scores = dict(zip(last.seats, last.round.score, strict=True))
        bases = {}
        for seat in range(len(game.players)):
            bank = None if game.banks is None else game.banks[seat]
            bases[seat] = self.lane_view(seat, scores.get(seat, 0), options, bank)
        number = len(game.results) + (not game.over and (last is None or last.paid is None))
        horse = sum(scores.values()) + (last is None or last.winner is None)
        between = self.pause is not None and self.pause.stage is Stage.MATCH
        horses = () if between else (Fact(say("Horse"), horse),)
        facts = (Fact(say("Match"), number), best_of(options.wins), *horses)
        tray = self.base_tray(game.match, bases, facts, max(game.starting_banks or (0,)))
        tray = replace(tray, queue=game.queue, won=dict(enumerate(game.titles)))
        return tray if game.winner is None else replace(tray, final=self._final(game, game.winner))

    def _final(self, game: TournamentGame, winner: int) -> Final:
        games = self.games()
        ends = [games[0], *(after for before, after in pairwise(games) if len(after.results) > len(before.results))]
        rounds = len(_finished([one.last_round[0] if one.last_round is not None else None for one in games]))
        if game.banks is not None and game.starting_banks is not None and game.options.match.stake:
            lines = {seat: tuple((one.banks or ())[seat] for one in ends) for seat in range(len(game.players))}
            total, unit, full = game.banks[winner], say("chips"), max(game.starting_banks)
            chart = say("The banks, match by match")
        else:
            lines = {seat: tuple(one.titles[seat] for one in ends) for seat in range(len(game.players))}
            total, unit, full = game.titles[winner], say("matches"), max(1, max(game.titles))
            chart = say("The matches won")
        return Final(
            winner=winner,
            total=total,
            unit=unit,
            chart=chart,
            lines=lines,
            full=full,
            rounds=rounds,
            sentence=say("{count} matches were played", count=len(game.results)),
        )


def _finished(rounds: Sequence[DuelRound | None]) -> list[DuelRound]:
    """Every finished round once, oldest first, from the last round at every moment."""
    done: list[DuelRound] = []
    for last in rounds:
        if last is not None and (not done or done[-1] is not last):
            done.append(last)
    return done
