"""The croupier of Progressive Qualification: what the table must show next, and what the tray and the buttons mean (E1 to E7).

All dice lie in the open. The buttons only decide about a push among tied players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.actions import AcceptPush, Action, Dice, Direction, OfferPush, RefusePush, Throw
from game.freezing import OpenHand
from game.history import History
from game.message import Message, say
from game.progressive import ProgressiveGame, ProgressivePhase, ProgressiveRound
from game.progressive_view import ProgressiveTray, progressive_view
from game.records import Record
from game.requirement_lanes import worth
from game.sighting import Button, LaneState
from game.table import Table
from game.tableside import Tableside
from game.view import View


@dataclass(slots=True)
class ProgressiveCroupier(Tableside[ProgressiveGame]):
    """Leads one game of Progressive Qualification at one table.

    `going_on` says that the tied player who was asked throws and offers no push.
    """

    going_on: bool = False

    @classmethod
    def open(cls, history: History[ProgressiveGame], table: Table, tints: Iterable[str]) -> ProgressiveCroupier:
        """A croupier for a new game, or for one that goes on after a power cut."""
        return cls(history, table, tuple(tints))

    def present(self) -> range:
        return range(len(self.game.players))

    def hiding_now(self) -> tuple[int, ...]:
        return ()

    def asked(self) -> int | None:
        """The tied seat that says now whether it throws or agrees on a push; `None` when nobody is asked."""
        game = self.game
        if self.pause is not None:
            return None
        if game.phase is ProgressivePhase.OFFER:
            return game.to_answer[0]
        return game.to_throw[0] if game.phase is ProgressivePhase.TIED and not self.going_on else None

    def throwers(self) -> tuple[int, ...]:
        return self.game.to_throw

    def hand_in(self, game: ProgressiveGame, seat: int) -> Dice | None:
        hand = game.hands[seat]
        return None if hand is None else hand.dice

    def may_stay(self, seat: int, left: Dice) -> bool:
        sets = self.game.freezable(seat)
        return not sets or left in sets

    def due(self, lane: int, seat: int, values: Dice) -> Action | None:
        watch = self.watches[lane]
        if watch.sighting.state is not LaneState.SETTLED:
            return None
        if self.game.hands[seat] is None:
            return Throw(seat, values) if watch.fresh else None
        return Throw(seat, values, self.kept_in(lane, seat, values)) if self.thrown_anew(lane, seat) else None

    def all_five(self) -> bool:
        return self.game.phase is ProgressivePhase.FIRST_THROWS

    def choose(self, button: Button) -> tuple[Record, ...] | None:
        seat, green = self.asked(), button is Button.GREEN
        if seat is None:
            return None
        if self.game.phase is ProgressivePhase.OFFER:
            return self.accept(AcceptPush(seat) if green else RefusePush(seat))
        if green:
            return self.accept(OfferPush(seat))
        self.going_on = True
        return ()

    def asked_anew(self) -> None:
        self.going_on = False

    def effect(self, hand: Dice) -> Message | None:
        return worth(OpenHand(hand).point(self.game.requirement, Direction.HIGHER))

    def told(self, action: Action, before: ProgressiveGame) -> Message:
        match action:
            case OfferPush(seat):
                return say("{name} offered a push.", name=before.players[seat])
            case AcceptPush(seat):
                return say("{name} agreed on the push.", name=before.players[seat])
            case RefusePush(seat):
                return say("{name} refused the push.", name=before.players[seat])
            case Throw(seat):
                return say("{name} threw.", name=before.players[seat])
        return say("Something else was done.")

    def rounds(self) -> tuple[tuple[ProgressiveRound, tuple[int, ...]], ...]:
        """The finished rounds and the totals after them, oldest first."""
        done = {game.last_round: game.totals for game in reversed(self.games())}
        return tuple((one, totals) for one, totals in reversed(done.items()) if one is not None)

    def picture(self) -> View:
        return progressive_view(
            ProgressiveTray(
                **self.on_table(),
                game=self.game,
                rounds=self.rounds(),
                asked=self.asked(),
            )
        )
