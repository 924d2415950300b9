"""What a croupier does in every game: count what lies in the open, answer presses, correct misreads, pause between rounds.

Sightings and presses go in, records for the journal come out, and `view` says what to show. Time is passed in, in seconds of
one clock.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.actions import Action, Dice, Reveal, Throw
from game.correction import Candidate, ChangeSound, Chosen, Correction, EndGame, TakeBack
from game.counting import Counting, G
from game.errors import IllegalAction
from game.house_view import with_house
from game.keeping import among
from game.message import Message, say
from game.pause import Pause, Stage
from game.records import Amended, Record, Source, Undone
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.tray import OnTable
from game.view import View

CORRECTION_SECONDS = 30.0
PUZZLED_SECONDS = 1.5


@dataclass(slots=True)
class Tableside(Counting[G]):
    """Leads one game at one table; a croupier adds what its game asks for. `left` once the players ended it early.

    `sound` says how loud it is, where there is a sound; `sound_asks` counts how often another loudness was asked for.
    """

    correction: Correction | None = None
    asked_at: float = 0.0
    left: bool = False
    sound: Message | None = None
    sound_asks: int = 0

    def start_watching(self) -> None:
        """As `Counting`; pauses and open questions follow from the history."""
        Counting.start_watching(self)
        self.recall()

    @property
    def at_the_end(self) -> bool:
        """Whether the winner is shown: the next press is about another game."""
        return self.correction is None and self.pause is not None and self.pause.stage is Stage.WINNER

    # What a croupier adds

    @abstractmethod
    def asked(self) -> int | None:
        """The seat whose question the buttons answer now, `None` when they answer no question of one seat."""

    @abstractmethod
    def hiding_now(self) -> Sequence[int]:
        """The seats that throw under a cup now, before the game can go on."""

    @abstractmethod
    def choose(self, button: Button) -> tuple[Record, ...] | None:
        """The answer to a question that is open; `None` when the press does not answer it."""

    @abstractmethod
    def all_five(self) -> bool:
        """Whether fewer than five dice at rest in an awaited lane are a fault, and no player holding the others."""

    @abstractmethod
    def effect(self, hand: Dice) -> Message | None:
        """What a corrected hand would be worth."""

    @abstractmethod
    def told(self, action: Action, before: G) -> Message | None:
        """What an action was, for the question whether to take it back; `before` is the game in which it was done.

        `None` when it is not to be taken back.
        """

    @abstractmethod
    def picture(self) -> View:
        """The view, without a correction."""

    def opening(self) -> tuple[Record, ...]:
        """What is written down at the start of a round without asking anybody."""
        return ()

    def interlude(self) -> Stage | None:
        """What is shown after the settlement of the round that has just ended, before the next one; the winner apart."""
        return None

    # What comes in

    def begin(self, now: float) -> tuple[Record, ...]:
        """Starts the first round when none is running; questions look at the tray as it is seen now."""
        self.now = now
        self.asked_anew()
        return self.opening() if self.pause is None else ()

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes; gives the actions they amount to."""
        self.watch(sightings, now)
        if self.correction is not None:
            if now - self.asked_at > CORRECTION_SECONDS:
                self.correction = None
            return ()
        if self.pause is not None:
            return self._wait(self.pause)
        return self.count()

    def press(self, button: Button, now: float, held: bool = False) -> tuple[Record, ...]:
        """One press of a button; `held` opens the correction where red has another meaning."""
        self.now = now
        if self.correction is not None:
            return self._answer(self.correction, button)
        if self.pause is not None and not (button is Button.RED and self.pause.stage is not Stage.WINNER):
            return self._skip(self.pause) if button is Button.GREEN else ()
        mute = self.pause is not None or (held and button is Button.RED) or self.asked() in self.house.seats
        chosen = None if mute else self.choose(button)
        if chosen is not None:
            return chosen
        if button is Button.RED:
            self._ask()
        return ()

    def view(self) -> View:
        """What to show now."""
        picture = self.picture()
        if self.house.seats:
            asked = None if self.pause is not None else self.asked()
            picture = with_house(picture, self.house, None if asked not in self.house.seats else asked)
        return picture if self.correction is None else self.correction.view(picture, self._effect(self.correction), self.sound)

    def on_table(self) -> OnTable:
        """What lies on the table and whom it waits for, as the screens of every game need it."""
        awaited = self.awaited()
        return OnTable(
            watches=self.watches,
            awaited=awaited,
            dice={lane: self.open_dice(lane) for lane in awaited},
            tints=self.tints,
            stage=None if self.pause is None else self.pause.stage,
            unread=self.unread(),
            note=self.note,
        )

    def _effect(self, correction: Correction) -> Message | None:
        candidate, proposed = correction.candidate, correction.values()
        if candidate is None or correction.refused >= len(proposed):
            return None
        value = proposed[correction.refused]
        hand = [value if place == correction.die else die.value or 0 for place, die in enumerate(candidate.dice)]
        effect = None if 0 in hand else self.effect(tuple(hand))
        return None if effect is None else say("with a {value}: {effect}", value=value, effect=effect)

    # Between the rounds

    def _wait(self, pause: Pause) -> tuple[Record, ...]:
        alone = self.house.machine.issuperset(self.present())
        pause.cleared = pause.cleared or alone or any(watch.fresh for watch in self.watches)
        if not pause.waited(self.now, alone):
            return ()
        following = self._following(pause.stage)
        if following is not None:
            self.pause = Pause(following, self.now, pause.cleared)
            return ()
        return self._next_round() if pause.cleared else ()

    def _skip(self, pause: Pause) -> tuple[Record, ...]:
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
        return self.interlude() if stage is Stage.SETTLEMENT else None

    def _next_round(self) -> tuple[Record, ...]:
        self.pause = None
        return self.opening()

    # Corrections

    def _ask(self) -> None:
        candidate = self.unread()
        self.asked_at = self.now
        if candidate is not None:
            missing = next(place for place, die in enumerate(candidate.dice) if die.value is None)
            self.correction = Correction.by_hand((candidate, *self._candidates()), missing, self._last_step())
        else:
            self.correction = Correction.start(self._candidates(), self._last_step(), self.sound is not None)

    def unread(self) -> Candidate | None:
        """The hand of an awaited lane that lies still and could not be read, missing dice included, or `None`."""
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

    def _candidates(self) -> tuple[Candidate, ...]:
        """The hands of the newest round in which dice were shown, newest first."""
        games = self.games()
        candidates: list[Candidate] = []
        before: object = None
        for index in range(len(self.history.actions) - 1, -1, -1):
            action = self.history.actions[index]
            if not isinstance(action, Throw | Reveal) or self._by_machine(action):
                continue
            if candidates and games[index].last_round is not before:
                break
            before = games[index].last_round
            seen = self.seen.get(index, ())
            dice = seen if [die.value for die in seen] == list(action.dice) else tuple(SeenDie(value) for value in action.dice)
            occasion = self.occasion(action, games[index])
            candidates.append(Candidate(action.seat, self.game.players[action.seat], dice, index, occasion=occasion))
        return tuple(candidates)

    def _by_machine(self, action: Throw | Reveal) -> bool:
        """Whether nobody can have misread these dice: the machine has thrown them."""
        return action.seat in (self.house.seats if isinstance(action, Reveal) else self.house.machine)

    def occasion(self, action: Throw | Reveal, before: G) -> Message:
        """When these dice were shown."""
        if isinstance(action, Reveal):
            return say("under the cup")
        return say("first throw") if self.hand_in(before, action.seat) is None else say("thrown again")

    def _last_step(self) -> Message | None:
        if not self.history.actions:
            return None
        return self.told(self.history.actions[-1], self.games()[-2])

    def _answer(self, correction: Correction, button: Button) -> tuple[Record, ...]:
        self.asked_at = self.now
        outcome = correction.press(button)
        if isinstance(outcome, Correction):
            self.correction = outcome
            return ()
        if isinstance(outcome, ChangeSound):
            self.sound_asks += 1
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
        return self.accept_seen(action, lane, candidate.seat, dice, Source.HAND)

    def recall(self) -> None:
        """Brings the pause into line with the history, after a power cut, a correction or a step taken back."""
        self.note = None
        games = self.games()
        ended = len(games) > 1 and games[-1].last_round is not games[-2].last_round
        if ended and self.pause is None:
            self.pause = Pause(Stage.SETTLEMENT, self.now)
        elif not ended:
            self.pause = None
        self.asked_anew()
