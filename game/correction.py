"""Correcting a die with two buttons: which die, then which value; the likeliest answers first.

Green takes what is proposed, red proposes the next. After the dice of the newest hand come the other hands, then taking back
the last step, then leaving. Nothing is changed here: the outcome says what the players want, and the rules decide.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from game.message import Message, say
from game.sighting import Button, SeenDie
from game.view import ButtonView, CorrectionView, DieState, DieView, Footer, Lamp, Screen, View


class Stage(enum.Enum):
    """What is being asked."""

    HAND = "hand"
    DIE = "die"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hand that may hold a misread die.

    `index` is its action in the history, or `None` when it lies in `lane` and has not counted yet. `dice` are in the order
    of the tray; a value of `None` is a die that was not read or not seen.
    """

    seat: int
    name: str
    dice: tuple[SeenDie, ...]
    index: int | None = None
    lane: int | None = None
    occasion: Message | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """The die number `die` of `candidate` shows `value`."""

    candidate: Candidate
    die: int
    value: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last step shall be taken back."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game shall end here, without a winner."""


@dataclass(frozen=True, slots=True)
class ChangeSound:
    """The sound shall be another step louder or softer; the question stays."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Nothing is wrong."""


Outcome = Chosen | TakeBack | EndGame | ChangeSound | Leave


@dataclass(frozen=True, slots=True)
class Correction:
    """The dialogue at one moment; `press` gives the next one or its outcome.

    `hand` counts the candidates and, after them, what else can be done: going on, taking back the last step when
    `last_step` names one, ending the game, and the sound when there is one.
    """

    candidates: tuple[Candidate, ...]
    stage: Stage = Stage.DIE
    hand: int = 0
    die: int = 0
    refused: int = 0
    last_step: Message | None = None
    has_sound: bool = False

    @classmethod
    def start(cls, candidates: tuple[Candidate, ...], last_step: Message | None, has_sound: bool = False) -> Correction:
        """Begins with the newest hand; with none, at the list of what else can be done."""
        return cls(candidates, Stage.DIE if candidates else Stage.HAND, last_step=last_step, has_sound=has_sound)

    @classmethod
    def by_hand(cls, candidates: tuple[Candidate, ...], die: int, last_step: Message | None) -> Correction:
        """Begins at the value of one die of the first candidate that could not be read."""
        return cls(candidates, Stage.VALUE, die=die, last_step=last_step)

    @property
    def candidate(self) -> Candidate | None:
        return self.candidates[self.hand] if self.hand < len(self.candidates) else None

    def values(self) -> tuple[int, ...]:
        """The values to propose for the die, likeliest first; the value that was read is left out."""
        candidate = self.candidate
        if candidate is None:
            return ()
        die = candidate.dice[self.die]
        order = dict.fromkeys((*die.guesses, 6, 5, 4, 3, 2, 1))
        return tuple(value for value in order if value != die.value)

    def press(self, button: Button) -> Correction | Outcome:
        """The next question, or what the players want."""
        green = button is Button.GREEN
        candidate = self.candidate
        if candidate is None:
            if green:
                return self._else()
            last = self.hand + 1 >= len(self.candidates) + len(self._others())
            return self._again() if last else replace(self, hand=self.hand + 1)
        if self.stage is Stage.HAND:
            return replace(self, stage=Stage.DIE, die=0) if green else replace(self, hand=self.hand + 1)
        if self.stage is Stage.DIE:
            if green:
                return replace(self, stage=Stage.VALUE, refused=0)
            if self.die + 1 < len(candidate.dice):
                return replace(self, die=self.die + 1)
            return replace(self, stage=Stage.HAND, hand=self.hand + 1, die=0)
        values = self.values()
        if green:
            return Chosen(candidate, self.die, values[self.refused])
        if self.refused + 1 < len(values):
            return replace(self, refused=self.refused + 1)
        if candidate.dice[self.die].value is None and candidate.index is None:
            return replace(self, stage=Stage.HAND, hand=self.hand + 1, die=0, refused=0)
        return replace(self, stage=Stage.DIE, refused=0)

    def _others(self) -> tuple[Outcome, ...]:
        """What else can be done after all hands were refused."""
        sound = (ChangeSound(),) if self.has_sound else ()
        back = (TakeBack(),) if self.last_step is not None else ()
        return (Leave(), *back, EndGame(), *sound)

    def _else(self) -> Outcome:
        return self._others()[self.hand - len(self.candidates)]

    def _again(self) -> Correction:
        return replace(self, hand=0, die=0, stage=Stage.HAND if self.candidates else self.stage)

    def view(self, base: View, effect: Message | None = None, sound: Message | None = None) -> View:
        """The correction screen; `base` gives the facts and the lanes, `effect` says what the proposed value would change,
        `sound` how loud it is now."""
        candidate = self.candidate
        if candidate is None:
            return self._end_view(base, sound)
        if self.stage is Stage.HAND:
            places = _places(candidate, None)
            shown = CorrectionView(candidate.name, places, occasion=candidate.occasion, tint=_tint(base, candidate))
            return replace(
                base,
                screen=Screen.CORRECTION,
                headline=say("Is it a die of {name}?", name=candidate.name),
                footer=_choice(say("This hand"), say("Another"), say("Which hand was misread?")),
                correction=shown,
                unclear=None,
            )
        die = candidate.dice[self.die]
        shown = CorrectionView(
            candidate.name,
            _places(candidate, self.die),
            read_as=die.value,
            occasion=candidate.occasion,
            why=say("It was read as {value}.", value=die.value) if die.value else die.reason,
            crop=die.crop,
            tint=_tint(base, candidate, die),
        )
        headline = say("Correct {name}’s {which} die", name=candidate.name, which=ordinal(self.die))
        if self.stage is Stage.DIE:
            footer = _choice(say("This one"), say("Another"), say("Which die was misread?"))
            return replace(base, screen=Screen.CORRECTION, headline=headline, footer=footer, correction=shown, unclear=None)
        values = self.values()
        value = values[self.refused]
        shown = replace(shown, proposed=value, guesses=values[self.refused + 1 :], effect=effect)
        footer = _choice(say("It is a {value}", value=value), say("Not a {value}", value=value), None)
        return replace(base, screen=Screen.CORRECTION, headline=headline, footer=footer, correction=shown, unclear=None)

    def _end_view(self, base: View, sound: Message | None) -> View:
        what = self._else()
        why = None
        if isinstance(what, TakeBack):
            headline, why = say("Take back the last step?"), self.last_step
            footer = _choice(say("Take it back"), say("Not this"), say("Only the last step is taken back."))
        elif isinstance(what, EndGame):
            headline, why = say("End this game?"), say("Nobody wins then.")
            footer = _choice(say("End it"), say("Not this"), None)
        elif isinstance(what, ChangeSound):
            headline, why = say("How loud should it be?"), sound
            footer = _choice(say("Change it"), say("Not this"), say("M does the same on a keyboard."))
        else:
            headline, why = say("Is everything right?"), say("Nothing is changed.")
            footer = _choice(say("Go on"), say("Not this"), None)
        shown = CorrectionView("", (), why=why)
        return replace(base, screen=Screen.CORRECTION, headline=headline, footer=footer, correction=shown, unclear=None)


def ordinal(index: int) -> Message:
    """The word for the die number `index`, counted from 0."""
    return (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))[min(index, 4)]


def _choice(green: Message, red: Message, sentence: Message | None) -> Footer:
    return Footer(ButtonView(Lamp.LIT, green), ButtonView(Lamp.LIT, red), sentence)


def _tint(base: View, candidate: Candidate, die: SeenDie | None = None) -> str:
    """The colour of a die as it was seen, or that of its player's dice."""
    if die is not None and die.tint is not None:
        return die.tint
    return next((lane.tint for lane in base.lanes if lane.seat == candidate.seat), "ivory")


def _places(candidate: Candidate, cursor: int | None) -> tuple[DieView, ...]:
    return tuple(
        DieView(DieState.FACE if die.value else DieState.UNCLEAR, die.value, cursor=place == cursor)
        for place, die in enumerate(candidate.dice)
    )
