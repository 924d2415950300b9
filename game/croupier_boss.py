"""The croupier of banking Boss Dice (rules A1 to A16): the wager of every round, the banks, and who is out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.actions import Wager
from game.boss import BossGame, BossPhase
from game.boss_hand import Hand, banking_hand
from game.boss_results import BankTray, elimination_view, settlement_view, winner_view
from game.boss_round import BossRound
from game.boss_side import BossSide
from game.boss_view import hand_view
from game.history import History
from game.message import Message, say
from game.pause import Stage
from game.records import Record
from game.table import Table
from game.view import Fact, LaneView, View


@dataclass(slots=True)
class BossCroupier(BossSide[BossGame]):
    """Leads one game of banking Boss Dice; every round is played for `wager`, or for as much as the game allows."""

    wager: int = 1

    @classmethod
    def open(cls, history: History[BossGame], table: Table, tints: Iterable[str], wager: int) -> BossCroupier:
        """A croupier for a new game, or for one that goes on after a power cut."""
        return cls(history, table, tuple(tints), wager=wager)

    def hand_of(self, game: BossGame) -> Hand:
        return banking_hand(game)

    def opening(self) -> tuple[Record, ...]:
        """The agreed wager, or as much as the game allows when that is less (reading A-s: it stays as it was)."""
        if self.game.phase is not BossPhase.WAGER:
            return ()
        most = next((offer.most for offer in self.game.expects() if offer.type == Wager.type), None)
        return self.accept(Wager(self.wager if most is None else max(1, min(self.wager, most))))

    def interlude(self) -> Stage | None:
        last = self.game.last_round
        return Stage.ELIMINATION if last is not None and last.eliminated else None

    def rounds(self) -> tuple[BossRound, ...]:
        """The finished rounds, oldest first."""
        done: list[BossRound] = []
        for game in self.history.steps():
            last = game.last_round
            if last is not None and (not done or done[-1] is not last):
                done.append(last)
        return tuple(done)

    def picture(self) -> View:
        game, hand = self.game, self.hand
        stage = None if self.pause is None else self.pause.stage
        last = game.last_round if stage is not None else None
        number, wager = (game.round, game.wager or 0) if last is None else (last.number, last.wager)
        tray = BankTray(
            **self.on_table(),
            hand=hand,
            bases={seat: self._lane(seat) for seat in range(len(game.players))},
            facts=(Fact(say("Round"), number), Fact(say("Wager"), wager), Fact(say("Kitty"), game.kitty)),
            starting_bank=game.starting_bank,
            kitty=game.kitty,
            ready=self.ready,
            notes=self._stakes(hand),
            boss_watch=None if hand.boss is None else self.watches[self.table.lane(hand.boss)],
            game=game,
            rounds=self.rounds(),
        )
        match stage:
            case Stage.WINNER:
                return winner_view(tray)
            case Stage.ELIMINATION:
                return elimination_view(tray)
            case Stage.SETTLEMENT:
                return settlement_view(tray)
        return hand_view(tray)

    def _lane(self, seat: int) -> LaneView:
        game = self.game
        out = seat in game.eliminated
        return LaneView(seat, game.players[seat], self.tints[seat], bank=game.banks[seat], out=out)

    def _stakes(self, hand: Hand) -> tuple[Message, ...]:
        """What is at stake at the call, and whether the Boss could pay all."""
        game = self.game
        if hand.boss is None:
            return ()
        stake, rivals = game.wager or 0, len(hand.challengers)
        covers = game.banks[hand.boss] + game.kitty >= stake * rivals
        return (
            say("{rivals} × {wager} at stake", rivals=rivals, wager=stake),
            say("the bank covers it") if covers else say("more than the bank"),
        )
