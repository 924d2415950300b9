"""The croupier of Qualification Dice: what the table must show next, and what the tray and the buttons mean (rules D1 to D12).

Cover, antes, announcement and answers are chosen with the buttons. All hands stand under cups at first; the Boss lifts his cup,
then everybody who plays on. Frozen dice stay in the lane while the others are thrown again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.actions import (
    Action,
    Announce,
    Ante,
    Challenge,
    Concede,
    Cover,
    Dice,
    Reveal,
    Stay,
    Throw,
)
from game.freezing import OpenHand
from game.history import History
from game.message import Message, say
from game.pause import Stage
from game.qualification import QualificationGame, QualificationPhase, QualificationRound
from game.qualification_options import AntesWhen
from game.qualification_questions import Amount, Announcing
from game.qualification_tray import QualificationTray
from game.qualification_view import qualification_view
from game.records import Record
from game.requirement_lanes import worth
from game.sighting import Button, LaneState, Sighting
from game.table import Table
from game.tableside import Tableside
from game.view import View

USUAL_PART = 20
"""The first cover proposed is the starting bank divided by this."""


@dataclass(slots=True)
class QualificationCroupier(Tableside[QualificationGame]):
    """Leads one game of Qualification Dice at one table.

    `hidden` says that all dice of this round lie under cups; it is nowhere in the journal and asked again after a power cut,
    when the cups on the tray answer it. `standing` are the lanes whose cup still stands from the round before.
    """

    question: Amount | Announcing | None = None
    hidden: bool = False
    standing: frozenset[int] = frozenset()

    @classmethod
    def open(cls, history: History[QualificationGame], table: Table, tints: Iterable[str]) -> QualificationCroupier:
        """A croupier for a new game, or for one that goes on after a power cut."""
        return cls(history, table, tuple(tints))

    @property
    def hiding(self) -> tuple[int, ...]:
        """The seats that throw under a cup now, the Boss first; empty when the table waits for something else.

        They throw before the announcement, and before the antes where those come after the look under the cup (D3, D-g).
        """
        game = self.game
        late = game.options.antes_when is AntesWhen.AFTER_THROW and game.phase is QualificationPhase.ANTES
        if self.pause is not None or self.hidden or not (late or game.phase is QualificationPhase.ANNOUNCE):
            return ()
        anted = game.options.antes_when is AntesWhen.BEFORE_THROW
        return (game.boss, *(game.in_play if anted else game.opponents))

    def covered(self, seat: int) -> bool:
        """Whether the dice of this seat stand under a cup since this round, with none beside it."""
        if seat in self.house.machine:
            return seat in self.house.down
        lane = self.table.lane(seat)
        sighting = self.watches[lane].sighting
        return sighting.state is LaneState.COVERED and not sighting.dice and lane not in self.standing

    @property
    def shared(self) -> bool:
        """Whether some who hide their dice now share a lane: a cup there says nothing about the others."""
        lanes = [self.table.lane(seat) for seat in self.hiding if seat not in self.house.machine]
        return len(set(lanes)) < len(lanes)

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes; gives the actions they amount to."""
        records = Tableside.see(self, sightings, now)
        self.standing -= {watch.lane for watch in self.watches if watch.sighting.state is not LaneState.COVERED}
        hiding = self.hiding
        if hiding and not self.shared and all(self.covered(seat) for seat in hiding):
            self.hidden = True
        return records

    def present(self) -> tuple[int, ...]:
        return self.game.playing

    def hiding_now(self) -> tuple[int, ...]:
        return self.hiding

    def asked(self) -> int | None:
        game = self.game
        if self.hiding:
            return None
        match game.phase:
            case QualificationPhase.ANTES:
                return game.to_ante[0]
            case QualificationPhase.ANSWERS:
                return game.to_answer[0]
            case QualificationPhase.COVER | QualificationPhase.ANNOUNCE | QualificationPhase.BOSS_THROW:
                return game.boss
        return None

    def throwers(self) -> tuple[int, ...]:
        return (*self.game.to_reveal, *self.game.to_throw)

    def hand_in(self, game: QualificationGame, seat: int) -> Dice | None:
        hand = game.hands[seat]
        return None if hand is None else hand.dice

    def may_stay(self, seat: int, left: Dice) -> bool:
        sets = self.game.freezable(seat)
        return not sets or left in sets

    def due(self, lane: int, seat: int, values: Dice) -> Action | None:
        shared = self.table.seat_lanes.count(lane) > 1
        rest = (LaneState.SETTLED, LaneState.COVERED) if shared else (LaneState.SETTLED,)
        if self.watches[lane].sighting.state not in rest or not self.thrown_anew(lane, seat):
            return None
        if self.game.phase is QualificationPhase.REVEAL:
            return Reveal(seat, values)
        return Throw(seat, values, self.kept_in(lane, seat, values))

    def all_five(self) -> bool:
        return self.game.phase is QualificationPhase.REVEAL

    def choose(self, button: Button) -> tuple[Record, ...] | None:
        game, green = self.game, button is Button.GREEN
        if self.hiding:
            self.hidden = green
            return () if green else None
        if self.question is not None:
            return self._answered(self.question.press(button))
        if game.phase is QualificationPhase.ANSWERS:
            seat = game.to_answer[0]
            return self.accept(Challenge(seat) if green else Concede(seat))
        if game.phase is QualificationPhase.BOSS_THROW and green:
            return self.accept(Stay())
        return None

    def _answered(self, answer: Amount | Announcing | int | Announce) -> tuple[Record, ...]:
        if isinstance(answer, Amount | Announcing):
            self.question = answer
            return ()
        if isinstance(answer, Announce):
            return self.accept(answer)
        if self.game.phase is QualificationPhase.COVER:
            return self.accept(Cover(answer))
        return self.accept(Ante(self.game.to_ante[0], answer))

    def asked_anew(self) -> None:
        game = self.game
        if game.phase in (QualificationPhase.COVER, QualificationPhase.OVER):
            self.hidden = False
            self.standing = frozenset(watch.lane for watch in self.watches if watch.sighting.state is LaneState.COVERED)
        self.question = None
        match game.phase:
            case QualificationPhase.COVER:
                usual = max(game.starting_banks) // USUAL_PART if game.last_round is None else game.last_round.cover
                self.question = Amount.upto(game.largest_cover, 1, usual)
            case QualificationPhase.ANTES:
                most = game.largest_ante(game.to_ante[0])
                self.question = Amount.upto(most, game.ante_step, most)
            case QualificationPhase.ANNOUNCE:
                self.question = Announcing(game.announceable(stand=False), game.announceable(stand=True))

    def interlude(self) -> Stage | None:
        last = self.game.last_round
        return Stage.ELIMINATION if last is not None and last.eliminated else None

    def effect(self, hand: Dice) -> Message | None:
        requirement, direction = self.game.requirement, self.game.direction
        if requirement is None or direction is None:
            return None
        return worth(OpenHand(hand).point(requirement, direction))

    def told(self, action: Action, before: QualificationGame) -> Message:
        names, boss = before.players, before.players[before.boss]
        match action:
            case Cover(amount):
                return say("{name} covered {amount}.", name=boss, amount=amount)
            case Ante(seat, amount):
                return say("{name} anted {amount}.", name=names[seat], amount=amount)
            case Announce():
                return say("{name} announced.", name=boss)
            case Concede(seat):
                return say("{name} conceded.", name=names[seat])
            case Challenge(seat):
                return say("{name} challenged.", name=names[seat])
            case Reveal(seat):
                return say("{name} lifted the cup.", name=names[seat])
            case Throw(seat):
                return say("{name} threw.", name=names[seat])
        return say("{name} stayed.", name=boss)

    def rounds(self) -> tuple[QualificationRound, ...]:
        """The finished rounds, oldest first."""
        done = dict.fromkeys(game.last_round for game in self.games())
        return tuple(one for one in done if one is not None)

    def picture(self) -> View:
        return qualification_view(
            QualificationTray(
                **self.on_table(),
                game=self.game,
                rounds=self.rounds(),
                question=None if self.asked() in self.house.seats else self.question,
                hiding=self.hiding,
                shared=self.shared,
                under_cup=tuple(seat for seat in self.game.playing if self.covered(seat)),
            )
        )
