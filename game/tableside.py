"""What a croupier does in every game of requirements: watch lanes, write actions down, correct misreads, pause between rounds.

Sightings and presses go in, records for the journal come out. Time is passed in, in seconds of one clock. What has counted is
never changed by the camera again, only by a correction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from game.actions import Action, Dice, Reveal, Throw
from game.boss_lanes import Stage
from game.correction import Candidate, Chosen, Correction, EndGame, TakeBack
from game.croupier import CORRECTION_SECONDS, ELIMINATION_SECONDS, PUZZLED_SECONDS, SETTLEMENT_SECONDS, Pause
from game.errors import IllegalAction
from game.history import History
from game.keeping import among
from game.message import Message, say
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.records import Accepted, Amended, Record, Undone
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.table import LaneWatch, Table, moved
from game.view import View

G = TypeVar("G", QualificationGame, ProgressiveGame)


@dataclass(slots=True)
class Tableside(ABC, Generic[G]):
    """Leads one game at one table; a croupier adds what its game asks for."""

    history: History[G]
    table: Table
    tints: tuple[str, ...]
    now: float = 0.0
    watches: tuple[LaneWatch, ...] = ()
    pause: Pause | None = None
    correction: Correction | None = None
    asked_at: float = 0.0
    seen: dict[int, tuple[SeenDie, ...]] = field(default_factory=dict)
    lying: dict[int, tuple[int, tuple[SeenDie, ...]]] = field(default_factory=dict)
    note: Message | None = None
    left: bool = False

    def __post_init__(self) -> None:
        """Also a game that goes on after a power cut: dice that counted and still lie there are no new throw."""
        self.watches = tuple(LaneWatch(lane) for lane in range(self.table.lanes))
        for action in self.history.actions:
            if isinstance(action, Throw | Reveal):
                self.watches[self.table.lane(action.seat)].resume(action.dice)
        self.recall()

    @property
    def game(self) -> G:
        return self.history.game

    @property
    def at_the_end(self) -> bool:
        """Whether the winner is shown: the next press is about another game."""
        return self.correction is None and self.pause is not None and self.pause.stage is Stage.WINNER

    # What a croupier adds

    @abstractmethod
    def awaited(self) -> dict[int, int]:
        """Which seat's dice each lane waits for now; empty while nothing lies in the open."""

    @abstractmethod
    def due(self, lane: int, seat: int, values: Dice) -> Action | None:
        """The action that five dice of an awaited seat in the open amount to, or `None` when they are not new."""

    @abstractmethod
    def choose(self, button: Button) -> tuple[Record, ...] | None:
        """The answer to a question that is open; `None` when the press does not answer it."""

    @abstractmethod
    def asked_anew(self) -> None:
        """Another action was accepted, taken back or corrected: open questions begin anew."""

    @abstractmethod
    def all_five(self) -> bool:
        """Whether fewer than five dice at rest in an awaited lane are a fault, and no player holding the others."""

    @abstractmethod
    def effect(self, hand: Dice) -> Message | None:
        """What a corrected hand would be worth."""

    @abstractmethod
    def told(self, action: Action, before: G) -> Message:
        """What an action was, for the question whether to take it back; `before` is the game in which it was done."""

    @abstractmethod
    def picture(self) -> View:
        """The view, without a correction."""

    # What comes in

    def begin(self, now: float) -> tuple[Record, ...]:
        """Starts the first round; nothing has to be written down for it."""
        self.now = now
        return ()

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes; gives the actions they amount to."""
        self.now = now
        for sighting in sightings:
            if sighting.lane < len(self.watches):
                self.watches[sighting.lane].see(sighting, now)
            if sighting.state is LaneState.EMPTY:
                self.lying = {seat: dice for seat, dice in self.lying.items() if dice[0] != sighting.lane}
        if self.correction is not None:
            if now - self.asked_at > CORRECTION_SECONDS:
                self.correction = None
            return ()
        if self.pause is not None:
            self._wait(self.pause)
            return ()
        records: list[Record] = []
        for _ in range(len(self.watches) + 1):
            counted = self._count()
            if not counted:
                break
            records += counted
            if self.pause is not None:
                break
        return tuple(records)

    def press(self, button: Button, now: float, held: bool = False) -> tuple[Record, ...]:
        """One press of a button; `held` opens the correction where red has another meaning."""
        self.now = now
        if self.correction is not None:
            return self._answer(self.correction, button)
        if self.pause is not None and not (button is Button.RED and self.pause.stage is not Stage.WINNER):
            if button is Button.GREEN:
                self._skip(self.pause)
            return ()
        chosen = None if self.pause is not None or (held and button is Button.RED) else self.choose(button)
        if chosen is not None:
            return chosen
        if button is Button.RED:
            self._ask()
        return ()

    def view(self) -> View:
        """What to show now."""
        picture = self.picture()
        return picture if self.correction is None else self.correction.view(picture, self._effect(self.correction))

    def _effect(self, correction: Correction) -> Message | None:
        candidate, proposed = correction.candidate, correction.values()
        if candidate is None or correction.refused >= len(proposed):
            return None
        value = proposed[correction.refused]
        hand = [value if place == correction.die else die.value or 0 for place, die in enumerate(candidate.dice)]
        effect = None if 0 in hand else self.effect(tuple(hand))
        return None if effect is None else say("with a {value}: {effect}", value=value, effect=effect)

    # Dice in the open

    def open_dice(self, lane: int) -> tuple[SeenDie, ...]:
        """The dice in the open of the seat awaited in `lane`: not those of others that still lie where they counted."""
        dice = list(self.watches[lane].sighting.dice)
        seat = self.awaited().get(lane)
        for other, (place, counted) in self.lying.items():
            if place == lane and other != seat:
                for old in counted:
                    still = next((die for die in dice if not moved((old,), (die,))), None)
                    if still is not None:
                        dice.remove(still)
        return tuple(dice)

    def _count(self) -> tuple[Record, ...]:
        for lane, seat in self.awaited().items():
            dice = self.open_dice(lane)
            values = tuple(die.value for die in dice if die.value is not None)
            if self.watches[lane].sighting.values is None or len(values) != 5 or len(dice) != 5:
                continue
            action = self.due(lane, seat, values)
            if action is not None and (records := self.accept(action)):
                self.seen[len(self.history.actions) - 1] = dice
                self.lying[seat] = (lane, dice)
                self.watches[lane].count()
                return records
        return ()

    def thrown_anew(self, lane: int, seat: int) -> bool:
        """Whether the dice of this seat are a new throw: dice were taken up, or a hand was here and a die lies elsewhere."""
        watch = self.watches[lane]
        _, before = self.lying.get(seat, (lane, ()))
        return watch.thrown_again() or (watch.touched and bool(before) and moved(before, self.open_dice(lane)))

    def kept_in(self, lane: int, seat: int, values: Dice) -> Dice | None:
        """The dice that this seat left in the lane while the others were taken up, or `None` when that was not seen well.

        Of a qualified hand only a set that may be frozen counts: dice are picked up one after the other, and the camera may
        have seen the lane at rest too early.
        """
        hand, left = self.game.hands[seat], self.watches[lane].left
        if hand is None or not left or len(left) == 5 or not among(left, hand.dice) or not among(left, values):
            return None
        sets = self.game.freezable(seat)
        return left if not sets or left in sets else None

    def accept(self, action: Action) -> tuple[Record, ...]:
        """Writes an action down; what the rules refuse becomes a sentence on the screen."""
        before = self.game
        try:
            self.history = self.history.push(action)
        except IllegalAction as refusal:
            self.note = say("{reason}", reason=str(refusal))
            return ()
        self.note = None
        self.asked_anew()
        if self.game.last_round is not before.last_round:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
            self.lying = {}
        return (Accepted(action),)

    # Between the rounds

    def _wait(self, pause: Pause) -> None:
        pause.cleared = pause.cleared or any(watch.fresh for watch in self.watches)
        waited = self.now - pause.since
        if pause.stage is Stage.SETTLEMENT and waited >= SETTLEMENT_SECONDS:
            following = self._following(pause.stage)
            if following is not None:
                self.pause = Pause(following, self.now, pause.cleared)
            elif pause.cleared:
                self.pause = None
        elif pause.stage is Stage.ELIMINATION and waited >= ELIMINATION_SECONDS and pause.cleared:
            self.pause = None

    def _skip(self, pause: Pause) -> None:
        following = self._following(pause.stage)
        if following is not None:
            self.pause = Pause(following, self.now, pause.cleared)
        elif pause.stage is not Stage.WINNER:
            self.pause = None

    def _following(self, stage: Stage) -> Stage | None:
        if stage is Stage.WINNER:
            return None
        if self.game.over:
            return Stage.WINNER
        return Stage.ELIMINATION if stage is Stage.SETTLEMENT and self.someone_out() else None

    def someone_out(self) -> bool:
        """Whether somebody went out in the round that has ended."""
        return False

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
        if self.pause is not None:
            return None
        for lane, seat in self.awaited().items():
            watch = self.watches[lane]
            dice: tuple[SeenDie, ...] = self.open_dice(lane)
            few = watch.sighting.state is LaneState.SETTLED and 0 < len(dice) < 5 and self.all_five()
            puzzled = watch.sighting.state is LaneState.UNSURE or (few and self.now - watch.since >= PUZZLED_SECONDS)
            if puzzled and len(dice) <= 5:
                unseen: tuple[SeenDie, ...] = tuple(SeenDie(None, reason=say("was not seen")) for _ in range(5 - len(dice)))
                hand = (*dice, *unseen)
                if any(die.value is None for die in hand):
                    return Candidate(seat, self.game.players[seat], hand, lane=lane)
        return None

    def games(self) -> tuple[G, ...]:
        """The game at the start and after every action."""
        games: list[G] = [self.history.start]
        games.extend(self.history.steps())
        return tuple(games)

    def _candidates(self) -> tuple[Candidate, ...]:
        """The hands of the newest round in which dice were shown, newest first."""
        games = self.games()
        candidates: list[Candidate] = []
        number = None
        for index in range(len(self.history.actions) - 1, -1, -1):
            action = self.history.actions[index]
            if not isinstance(action, Throw | Reveal):
                continue
            number = games[index].round if number is None else number
            if games[index].round != number:
                break
            seen = self.seen.get(index, ())
            dice = seen if [die.value for die in seen] == list(action.dice) else tuple(SeenDie(value) for value in action.dice)
            earlier = games[index].hands[action.seat] is not None
            occasion = (
                say("under the cup") if isinstance(action, Reveal) else say("thrown again") if earlier else say("first throw")
            )
            candidates.append(Candidate(action.seat, self.game.players[action.seat], dice, index, occasion=occasion))
        return tuple(candidates)

    def _last_step(self) -> Message | None:
        if not self.history.actions:
            return None
        action = self.history.actions[-1]
        before = self.games()[-2]
        return self.told(action, before)

    def _answer(self, correction: Correction, button: Button) -> tuple[Record, ...]:
        self.asked_at = self.now
        outcome = correction.press(button)
        if isinstance(outcome, Correction):
            self.correction = outcome
            return ()
        self.correction = None
        if isinstance(outcome, Chosen):
            return self._choose_value(outcome)
        if isinstance(outcome, EndGame):
            self.left = True
        if isinstance(outcome, TakeBack):
            self.history = self.history.undo()
            self.recall()
            return (Undone("taken back at the table"),)
        return ()

    def _choose_value(self, chosen: Chosen) -> tuple[Record, ...]:
        candidate = chosen.candidate
        dice = tuple(
            replace(die, value=chosen.value, reason=None) if place == chosen.die else die
            for place, die in enumerate(candidate.dice)
        )
        values = tuple(die.value or 0 for die in dice)
        if candidate.index is None:
            if 0 in values:
                more = (replace(candidate, dice=dice), *self._candidates())
                self.correction = Correction.by_hand(more, values.index(0), self._last_step())
                return ()
            return self._count_by_hand(candidate, dice, values)
        old = self.history.actions[candidate.index]
        action: Action = Reveal(candidate.seat, values)
        if isinstance(old, Throw):
            kept = old.kept if old.kept is not None and among(old.kept, values) else None
            action = Throw(candidate.seat, values, kept)
        try:
            self.history = self.history.amend(candidate.index, action)
        except IllegalAction as refusal:
            self.note = say("{reason}", reason=str(refusal))
            return ()
        self.seen = {index: seen for index, seen in self.seen.items() if index < len(self.history.actions)}
        self.seen[candidate.index] = dice
        self.recall()
        return (Amended(candidate.index, action, "misread"),)

    def _count_by_hand(self, candidate: Candidate, dice: tuple[SeenDie, ...], values: Dice) -> tuple[Record, ...]:
        lane = candidate.lane or 0
        action: Action = Throw(candidate.seat, values, self.kept_in(lane, candidate.seat, values))
        if any(one.type == Reveal.type for one in self.game.expects()):
            action = Reveal(candidate.seat, values)
        records = self.accept(action)
        if records:
            self.seen[len(self.history.actions) - 1] = dice
            self.lying[candidate.seat] = (lane, dice)
            self.watches[lane].count()
        return records

    def recall(self) -> None:
        """Brings the pause into line with the history, after a power cut, a correction or a step taken back."""
        self.note = None
        self.asked_anew()
        games = self.games()
        ended = len(games) > 1 and games[-1].last_round is not games[-2].last_round
        if ended and self.pause is None:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
        elif not ended:
            self.pause = None
