"""The croupier of banking Boss Dice: what the table must show next, and what the tray and the buttons mean.

Sightings and presses go in, records for the journal come out, and `view` says what to show. Time is passed in, in seconds of
one clock. A throw counts when its five dice lie still in the lane of the player whose throw it can be, after that lane was
cleared; what has counted is never changed by the camera again, only by a correction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from game.actions import Action, CallOff, CallUp, Reveal, Throw, Wager
from game.boss import BossGame, BossPhase
from game.boss_lanes import BossTable, Stage
from game.boss_round import BossRound
from game.boss_view import boss_view
from game.correction import Candidate, Chosen, Correction, EndGame, TakeBack
from game.errors import IllegalAction
from game.history import History
from game.keeping import among
from game.message import Message, say
from game.names import hand_name
from game.records import Accepted, Amended, Record, Undone
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.table import LaneWatch, Table
from game.view import View

SETTLEMENT_SECONDS = 1.5
ELIMINATION_SECONDS = 12.0
CORRECTION_SECONDS = 30.0
PUZZLED_SECONDS = 1.5


@dataclass(slots=True)
class Pause:
    """The time between two rounds: the stage shown since `since`; `cleared` once a lane was emptied."""

    stage: Stage
    since: float
    cleared: bool = False


@dataclass(slots=True)
class Croupier:
    """Leads one game of banking Boss Dice at one table."""

    history: History[BossGame]
    table: Table
    wager: int
    tints: tuple[str, ...]
    now: float = 0.0
    watches: tuple[LaneWatch, ...] = ()
    pause: Pause | None = None
    correction: Correction | None = None
    asked_at: float = 0.0
    ready: bool = False
    kept_at: tuple[SeenDie, ...] = ()
    seen: dict[int, tuple[SeenDie, ...]] = field(default_factory=dict)
    note: Message | None = None
    left: bool = False

    @classmethod
    def open(cls, history: History[BossGame], table: Table, wager: int, tints: Iterable[str]) -> Croupier:
        """A croupier for a new game, or for one that goes on after a power cut."""
        croupier = cls(history, table, wager, tuple(tints))
        croupier.watches = tuple(LaneWatch(lane) for lane in range(table.lanes))
        for action in history.actions:
            if isinstance(action, Throw | Reveal):
                croupier.watches[croupier.table.lane(action.seat)].resume(action.dice)
        croupier._recall()
        return croupier

    @property
    def game(self) -> BossGame:
        return self.history.game

    @property
    def at_the_end(self) -> bool:
        """Whether the winner is shown: the next press is about another game."""
        return self.correction is None and self.pause is not None and self.pause.stage is Stage.WINNER

    # What comes in

    def begin(self, now: float) -> tuple[Record, ...]:
        """Starts the first round when none is running."""
        self.now = now
        if self.pause is None and self.game.phase is BossPhase.WAGER:
            return self._next_round()
        return ()

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes; gives the actions they amount to."""
        self.now = now
        for sighting in sightings:
            if sighting.lane < len(self.watches):
                self.watches[sighting.lane].see(sighting, now)
        if self.correction is not None:
            if now - self.asked_at > CORRECTION_SECONDS:
                self.correction = None
            return ()
        if self.pause is not None:
            return self._wait()
        records: list[Record] = []
        for _ in range(len(self.watches) + 1):
            action = self._due()
            if action is None:
                break
            records += self._accept(action)
            if self.pause is not None:
                break
        if self.game.phase is BossPhase.CALL and not self.pause:
            self._look_for_cup()
        return tuple(records)

    def press(self, button: Button, now: float, held: bool = False) -> tuple[Record, ...]:
        """One press of a button; `held` opens the correction where red has another meaning."""
        self.now = now
        if self.correction is not None:
            return self._answer(button)
        if self.pause is not None and not (button is Button.RED and self.pause.stage is not Stage.WINNER):
            return self._skip() if button is Button.GREEN else ()
        deciding = self.pause is None and self.game.phase is BossPhase.CALL
        if deciding and self.ready and not held:
            return self._accept(CallUp() if button is Button.GREEN else CallOff())
        if button is Button.RED:
            self._ask()
            return ()
        if deciding:
            self.ready = True
            return ()
        return self._stand()

    # The first throws, the second throws, the reveal

    def awaited(self) -> dict[int, int]:
        """Which seat's dice each lane waits for now."""
        game = self.game
        lanes: dict[int, int] = {}
        if self.pause is not None:
            return lanes
        if game.phase in (BossPhase.FIRST_THROWS, BossPhase.SECOND_THROWS):
            for seat in game.to_throw:
                lanes.setdefault(self.lane(seat), seat)
        elif game.phase in (BossPhase.CALL, BossPhase.REVEAL) and game.boss is not None:
            lanes[self.lane(game.boss)] = game.boss
        return lanes

    def lane(self, seat: int) -> int:
        """The lane in which `seat` throws now: challengers make way for the Boss' cup."""
        game = self.game
        if game.phase is BossPhase.SECOND_THROWS and game.boss is not None and seat != game.boss:
            return self.table.lane(seat, self.table.lane(game.boss))
        return self.table.lane(seat)

    def open_dice(self, lane: int) -> tuple[SeenDie, ...]:
        """The open dice of one lane that belong to the throw awaited there: not those that the Boss keeps beside the cup."""
        watch = self.watches[lane]
        dice = list(watch.sighting.dice)
        game = self.game
        beside = game.phase is BossPhase.SECOND_THROWS and game.boss is not None and lane == self.table.lane(game.boss)
        if beside:
            for kept in self.kept_at:
                same = [die for die in dice if die.value == kept.value]
                if same:
                    dice.remove(min(same, key=lambda die: _distance(die, kept)))
        return tuple(dice)

    def _due(self) -> Action | None:
        game = self.game
        if game.phase not in (BossPhase.FIRST_THROWS, BossPhase.SECOND_THROWS, BossPhase.REVEAL):
            return None
        for lane, seat in self.awaited().items():
            watch = self.watches[lane]
            dice = self.open_dice(lane)
            values = tuple(die.value for die in dice if die.value is not None)
            if watch.sighting.values is None or len(values) != 5 or len(dice) != 5:
                continue
            if game.phase is BossPhase.FIRST_THROWS and watch.fresh and watch.sighting.state is LaneState.SETTLED:
                return Throw(seat, values)
            if game.phase is BossPhase.SECOND_THROWS and watch.thrown_again():
                return Throw(seat, values, self._kept_by(seat, watch, values))
            lifted = watch.sighting.state is LaneState.SETTLED and (watch.thrown_again() or len(game.kept) == 5)
            if game.phase is BossPhase.REVEAL and lifted and among(game.kept, values):
                return Reveal(seat, values)
        return None

    def _kept_by(self, seat: int, watch: LaneWatch, values: tuple[int, ...]) -> tuple[int, ...] | None:
        first = self.game.first[seat]
        left = watch.left
        if not left or first is None or not among(left, first) or not among(left, values):
            return None
        return left

    def _accept(self, action: Action) -> tuple[Record, ...]:
        try:
            step = self.history.push(action)
        except IllegalAction as refusal:
            self.note = say("{reason}", reason=str(refusal))
            return ()
        before = self.game
        self.history = step
        self.note = None
        if isinstance(action, Throw | Reveal):
            self._counted(action)
        if isinstance(action, CallUp | CallOff):
            self.ready = False
        if self.game.phase is BossPhase.CALL and before.phase is not BossPhase.CALL:
            self.ready = False
            self.kept_at = ()
        if self.game.last_round is not before.last_round:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
        return (Accepted(action),)

    def _counted(self, action: Throw | Reveal) -> None:
        lane = self.lane(action.seat)
        for watch in self.watches:
            values = sorted(die.value or 0 for die in watch.sighting.dice)
            if watch.lane == lane or values == sorted(action.dice):
                self.seen[len(self.history.actions) - 1] = watch.sighting.dice
                watch.count()
                return

    def _stand(self) -> tuple[Record, ...]:
        """The player whose turn it is keeps all five dice."""
        game = self.game
        if game.phase is not BossPhase.SECOND_THROWS or not game.to_throw:
            return ()
        seat = game.to_throw[0]
        first = game.first[seat]
        return self._accept(Throw(seat, first, first)) if first is not None else ()

    # The cup

    def _look_for_cup(self) -> None:
        game = self.game
        if game.boss is None:
            return
        watch = self.watches[self.lane(game.boss)]
        if len(game.kept) == 5:
            self.ready = True
        elif watch.sighting.state is LaneState.COVERED and self._kept_beside(watch):
            self.ready = True
            self.kept_at = watch.sighting.dice

    def _kept_beside(self, watch: LaneWatch) -> bool:
        """Whether what must be kept lies beside the cup; more only where the house rule allows it (reading A-b)."""
        values, game = watch.sighting.values, self.game
        if values is None:
            return False
        return among(game.kept, values) if game.options.boss_may_keep_extra else values == game.kept

    # Between the rounds

    def _wait(self) -> tuple[Record, ...]:
        pause = self.pause
        assert pause is not None
        pause.cleared = pause.cleared or any(watch.fresh for watch in self.watches)
        waited = self.now - pause.since
        if pause.stage is Stage.SETTLEMENT and waited >= SETTLEMENT_SECONDS:
            following = self._following(Stage.SETTLEMENT)
            if following is not None:
                self.pause = Pause(following, self.now, pause.cleared)
            elif pause.cleared:
                return self._next_round()
        elif pause.stage is Stage.ELIMINATION and waited >= ELIMINATION_SECONDS and pause.cleared:
            return self._next_round()
        return ()

    def _skip(self) -> tuple[Record, ...]:
        pause = self.pause
        assert pause is not None
        following = self._following(pause.stage)
        if following is not None:
            self.pause = Pause(following, self.now, pause.cleared)
            return ()
        return () if pause.stage is Stage.WINNER else self._next_round()

    def _following(self, stage: Stage) -> Stage | None:
        if stage is Stage.WINNER:
            return None
        if self.game.over:
            return Stage.WINNER
        last = self.game.last_round
        if stage is Stage.SETTLEMENT and last is not None and last.eliminated:
            return Stage.ELIMINATION
        return None

    def _next_round(self) -> tuple[Record, ...]:
        self.pause = None
        self.ready = False
        self.kept_at = ()
        if self.game.phase is not BossPhase.WAGER:
            return ()
        return self._accept(Wager(self._wager()))

    def _wager(self) -> int:
        """The agreed wager, or as much as the game allows when that is less (reading A-s: the wager stays as it was)."""
        most = next((offer.most for offer in self.game.expects() if offer.type == Wager.type), None)
        return self.wager if most is None else max(1, min(self.wager, most))

    # Corrections

    def _ask(self) -> None:
        candidate = self.unread()
        self.asked_at = self.now
        if candidate is not None:
            missing = next(place for place, die in enumerate(candidate.dice) if die.value is None)
            self.correction = Correction.by_hand((candidate, *self._candidates()), missing, self._last_step())
        else:
            self.correction = Correction.start(self._candidates(), self._last_step())

    def unread(self) -> Candidate | None:
        """The hand of an awaited lane that lies still and could not be read, missing dice included, or `None`."""
        if self.pause is not None or self.game.phase is BossPhase.CALL:
            return None
        for lane, seat in self.awaited().items():
            watch = self.watches[lane]
            dice = self.open_dice(lane)
            puzzled = watch.sighting.state is LaneState.UNSURE or (
                watch.sighting.state is LaneState.SETTLED
                and 0 < len(dice) < 5
                and self.now - watch.since >= PUZZLED_SECONDS
                and self.game.phase is BossPhase.FIRST_THROWS
            )
            if puzzled and len(dice) <= 5:
                missing = tuple(SeenDie(None, reason=say("was not seen")) for _ in range(5 - len(dice)))
                dice = (*dice, *missing)
                if any(die.value is None for die in dice):
                    return Candidate(seat, self.game.players[seat], dice, lane=lane)
        return None

    def _candidates(self) -> tuple[Candidate, ...]:
        candidates: list[Candidate] = []
        for index in range(len(self.history.actions) - 1, -1, -1):
            action = self.history.actions[index]
            if isinstance(action, Wager) and candidates:
                break
            if isinstance(action, Throw | Reveal):
                seen = self.seen.get(index, ())
                dice = seen if _values(seen) == list(action.dice) else tuple(SeenDie(value) for value in action.dice)
                candidates.append(
                    Candidate(action.seat, self.game.players[action.seat], dice, index, occasion=self._occasion(index))
                )
        return tuple(candidates)

    def _occasion(self, index: int) -> Message:
        action = self.history.actions[index]
        if isinstance(action, Reveal):
            return say("under the cup")
        earlier = 0
        for other in reversed(self.history.actions[:index]):
            if isinstance(other, Wager):
                break
            earlier += isinstance(other, CallUp)
        return say("second throw") if earlier else say("first throw")

    def _last_step(self) -> Message | None:
        if not self.history.actions:
            return None
        action = self.history.actions[-1]
        if isinstance(action, CallUp):
            return say("{name} called up.", name=self._boss_name())
        if isinstance(action, CallOff):
            return say("{name} called off.", name=self._boss_name())
        if isinstance(action, Throw):
            return say("{name} threw.", name=self.game.players[action.seat])
        if isinstance(action, Reveal):
            return say("{name} lifted the cup.", name=self.game.players[action.seat])
        return None

    def _boss_name(self) -> str:
        last = self.game.last_round
        boss = self.game.boss if self.game.boss is not None else last.boss if last is not None else None
        return self.game.players[boss] if boss is not None else ""

    def _answer(self, button: Button) -> tuple[Record, ...]:
        assert self.correction is not None
        self.asked_at = self.now
        outcome = self.correction.press(button)
        if isinstance(outcome, Correction):
            self.correction = outcome
            return ()
        self.correction = None
        if isinstance(outcome, Chosen):
            return self._choose(outcome)
        if isinstance(outcome, EndGame):
            self.left = True
            return ()
        if isinstance(outcome, TakeBack):
            self.history = self.history.undo()
            self._recall()
            return (Undone("taken back at the table"),)
        return ()

    def _choose(self, chosen: Chosen) -> tuple[Record, ...]:
        candidate = chosen.candidate
        dice = tuple(
            replace(die, value=chosen.value, reason=None) if place == chosen.die else die
            for place, die in enumerate(candidate.dice)
        )
        if candidate.index is None:
            missing = next((place for place, die in enumerate(dice) if die.value is None), None)
            if missing is not None:
                more = (replace(candidate, dice=dice), *self._candidates())
                self.correction = Correction.by_hand(more, missing, self._last_step())
                return ()
            values = tuple(die.value or 0 for die in dice)
            reveal = self.game.phase is BossPhase.REVEAL
            return self._accept(Reveal(candidate.seat, values) if reveal else Throw(candidate.seat, values))
        values = tuple(die.value or 0 for die in dice)
        old = self.history.actions[candidate.index]
        action: Action = Reveal(candidate.seat, values) if isinstance(old, Reveal) else Throw(candidate.seat, values)
        try:
            self.history = self.history.amend(candidate.index, action)
        except IllegalAction as refusal:
            self.note = say("{reason}", reason=str(refusal))
            return ()
        self.seen = {index: seen for index, seen in self.seen.items() if index < len(self.history.actions)}
        self.seen[candidate.index] = dice
        self._recall()
        return (Amended(candidate.index, action, "misread"),)

    def _recall(self) -> None:
        """Brings pause and cup into line with the history, after a power cut, a correction or a step taken back."""
        self.ready = False
        self.note = None
        game = self.game
        ended = game.phase in (BossPhase.WAGER, BossPhase.OVER) and game.last_round is not None
        if ended and self.pause is None:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
        elif not ended:
            self.pause = None

    # What goes out

    def view(self) -> View:
        """What to show now."""
        awaited = self.awaited()
        base = boss_view(
            BossTable(
                game=self.game,
                watches=self.watches,
                awaited=awaited,
                dice={lane: self.open_dice(lane) for lane in awaited},
                tints=self.tints,
                rounds=self.rounds(),
                stage=None if self.pause is None else self.pause.stage,
                ready=self.ready,
                unread=self.unread(),
                note=self.note,
            )
        )
        if self.correction is None:
            return base
        return self.correction.view(base, self._effect())

    def rounds(self) -> tuple[BossRound, ...]:
        """The finished rounds, oldest first."""
        done: list[BossRound] = []
        for game in self.history.steps():
            last = game.last_round
            if last is not None and (not done or done[-1] is not last):
                done.append(last)
        return tuple(done)

    def _effect(self) -> Message | None:
        correction = self.correction
        assert correction is not None
        candidate = correction.candidate
        if candidate is None or correction.refused >= len(correction.values()):
            return None
        value = correction.values()[correction.refused]
        values = [value if place == correction.die else die.value for place, die in enumerate(candidate.dice)]
        known = [value for value in values if value is not None]
        if len(known) != 5:
            return None
        return say("with a {value}: {hand}", value=value, hand=hand_name(known)[0])


def _values(dice: tuple[SeenDie, ...]) -> list[int | None]:
    return [die.value for die in dice]


def _distance(one: SeenDie, other: SeenDie) -> float:
    return abs(one.at[0] - other.at[0]) + abs(one.at[1] - other.at[1])
