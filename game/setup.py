"""Setting up a table with two buttons: green takes what is proposed, red proposes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.actions import Json
from game.game import Game
from game.games import new_game
from game.house_rules import Offer, Options, merged
from game.menu import party_of, questions
from game.menu_lines import NAMES, TINTS, Key, Line, Menu, Offers, Party, Question, Spot
from game.menu_seats import NEW, Sitter, count_of, seated, sitters_at
from game.message import Message, say
from game.names import number_word
from game.sighting import Button
from game.spelling import CANCEL, DELETE, DONE, Spelling
from game.view import ButtonView, Fact, Footer, Lamp, Screen, SetupLine, View

__all__ = ["NAMES", "TINTS", "Agreed", "Offers", "Party", "Setup"]

FOLLOWS: Mapping[Line, tuple[Line, ...]] = {
    Line.PLAYERS: (Line.COUNT, Line.COLOURS, Line.TINT, Line.BANK, Line.SHARE),
    Line.COUNT: (Line.TINT, Line.BANK, Line.SHARE),
    Line.SEAT: (Line.TINT,),
    Line.WAGER: (Line.BANK, Line.SHARE),
    Line.RANKING: (Line.RULES, Line.RULE),
}
"""Questions that begin anew with the first offer when another one is answered otherwise; with another game all do."""

DETAILS = (Line.COUNT, Line.COLOURS)
"""Lines whose answers are seen in that of the players."""

LINES_SHOWN = 6
"""So many lines fit on a screen; of more, those around the line in question are shown."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was set up: the game by the names of the protocol. `wager` is what every round of a banking game starts with."""

    kind: str
    party: Party
    options: Options
    wager: int = 1

    def game(self) -> Game:
        """A new game of this kind."""
        return new_game(self.kind, self.party.players, dict(self.options))


@dataclass(frozen=True, slots=True)
class Setup:
    """The dialogue at one moment: the number of the line in question (as many as there are when only the start is left), and
    the offer chosen on each line, the first where nothing is said. `seats` are the people chosen by name; `spelling` is open
    while a new name is spelt for the seat in question."""

    offers: Offers
    step: int = 0
    chosen: Mapping[Key, int] = field(default_factory=dict)
    seats: tuple[Sitter, ...] = ()
    spelling: Spelling | None = None

    @property
    def game(self) -> Menu:
        """The game that is being set up."""
        return list(Menu)[self.chosen.get(Line.GAME, 0)]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All lines."""
        return questions(self.offers, self.game, self.chosen, self.seats)

    @property
    def party(self) -> Party:
        """Who plays."""
        return party_of(self.offers, self.game, self.chosen, self.seats)

    @property
    def ready(self) -> Setup:
        """With every line as it is chosen, so that the next press starts the game."""
        return replace(self, step=len(self.questions))

    def press(self, button: Button) -> Setup | Agreed:
        """The next question, or what was agreed."""
        if self.spelling is not None:
            return self._spelt(self.spelling.press(button))
        lines = self.questions
        if self.step == len(lines):
            return self.agreed() if button is Button.GREEN else replace(self, step=0)
        question = lines[self.step]
        if isinstance(question.line, Spot) and question.line.line is Line.SEAT:
            return self._seat(question.line.number, button)
        if button is Button.GREEN:
            return replace(self, step=self.step + 1)
        other = (self.chosen.get(question.line, 0) + 1) % len(question.offers)
        if question.line is Line.GAME:
            return replace(self, chosen={Line.GAME: other}, seats=())
        return replace(self, chosen={**self._kept(question.line), question.line: other})

    def type(self, letter: str) -> Setup:
        """One letter of a keyboard, where a name is being spelt."""
        if self.spelling is None or letter not in (DONE, DELETE, CANCEL):
            return self if self.spelling is None else replace(self, spelling=self.spelling.type(letter))
        return self.touch(letter)

    def touch(self, what: str) -> Setup:
        """A letter or a word of the screen of letters that was touched."""
        return self if self.spelling is None else self._spelt(self.spelling.touch(what))

    def _kept(self, line: Key) -> dict[Key, int]:
        """What stays chosen when `line` is answered otherwise."""
        anew = FOLLOWS.get(line.line if isinstance(line, Spot) else line, ())
        return {key: place for key, place in self.chosen.items() if (key.line if isinstance(key, Spot) else key) not in anew}

    # Everybody by name

    def _placed(self) -> tuple[Sitter, ...]:
        return seated(self.offers, count_of(self.game, self.chosen), self.seats)

    def _seat(self, seat: int, button: Button) -> Setup:
        placed = self._placed()
        sitter = placed[seat]
        if button is Button.GREEN:
            if sitter == NEW:
                others = tuple(one.name for one in placed[:seat] if one.strength is None)
                return replace(self, spelling=Spelling(others))
            return replace(self, seats=(*placed[:seat], sitter, *self.seats[seat + 1 :]), step=self.step + 1)
        free = sitters_at(self.offers, placed, seat)
        return self._with(seat, free[(free.index(sitter) + 1) % len(free)])

    def _with(self, seat: int, sitter: Sitter) -> Setup:
        """Somebody in this seat; those after it are chosen anew where they cannot stay."""
        return replace(self, seats=(*self._placed()[:seat], sitter), chosen=self._kept(Spot(Line.SEAT, seat)))

    def _spelt(self, outcome: Spelling | str | None) -> Setup:
        if isinstance(outcome, Spelling):
            return replace(self, spelling=outcome)
        question = self.questions[self.step]
        seat = question.line.number if isinstance(question.line, Spot) else 0
        closed = replace(self, spelling=None)
        if outcome is None:
            free = [one for one in sitters_at(self.offers, self._placed(), seat) if one != NEW]
            return closed._with(seat, free[0])
        return replace(closed._with(seat, Sitter(outcome)), step=self.step + 1)

    # What was chosen

    def taken(self) -> Mapping[Key, Offer]:
        """The offer chosen on each line; the seats have none."""
        return {question.line: question.offers[self._place(question)] for question in self.questions}

    def _place(self, question: Question) -> int:
        """The number of the offer under the cursor."""
        if isinstance(question.line, Spot) and question.line.line is Line.SEAT:
            placed, seat = self._placed(), question.line.number
            return sitters_at(self.offers, placed, seat).index(placed[seat])
        return min(self.chosen.get(question.line, 0), len(question.offers) - 1)

    def agreed(self) -> Agreed:
        """What is chosen now."""
        taken, party = self.taken(), self.party
        ranking: Options = (("ranking", "norwegian"),) if self.game is Menu.NORWEGIAN else ()
        shares = self._shares(taken)
        banks: Options = (("banks", list(shares)),) if shares else ()
        options = dict((*ranking, *party.house_option, *merged(list(taken.values())), *banks))
        first = ("banks",) if "banks" in options else ()
        ordered = tuple((name, options[name]) for name in (*first, *(name for name in options if name not in first)))
        wager = taken[Line.WAGER].amount if Line.WAGER in taken else 1
        return Agreed(self.game.kind, party, ordered, wager)

    def _shares(self, taken: Mapping[Key, Offer]) -> list[Json]:
        """Everybody's bank where they differ; empty where all are alike."""
        return [offer.amount for key, offer in taken.items() if isinstance(key, Spot) and key.line is Line.SHARE]

    # What it looks like

    def view(self) -> View:
        """The set-up screen."""
        if self.spelling is not None:
            return self.spelling.view()
        asked = self.questions
        lines = self._window(tuple(self._line(place, question) for place, question in enumerate(asked)))
        taken = self.taken()
        bank = taken[Line.BANK].amount if Line.BANK in taken else 0
        green: Message
        red: Message | None
        sentence: Message | None
        if self.step == len(asked):
            green, red, sentence = say("Start"), say("Change"), self._sum(bank)
        else:
            question = asked[self.step]
            choice = taken[question.line].value
            named = question.named and len(str(choice)) <= 6
            green = say("Take {choice}", choice=choice) if named else say("Take it")
            red = say("Another") if len(question.offers) > 1 else None
            sentence = self._sum(bank) if question.line is Line.BANK and question.named else None
        footer = Footer(ButtonView(Lamp.LIT, green), ButtonView(Lamp.LIT, red) if red is not None else ButtonView(), sentence)
        step = say("{step} of {steps}", step=min(self.step + 1, len(asked)), steps=len(asked))
        facts = (Fact(say("Step"), step),) if self.step < len(asked) else ()
        return View(Screen.SETUP, say("Set up the table"), facts, footer=footer, setup=lines, starting_bank=bank)

    def _window(self, lines: tuple[SetupLine, ...]) -> tuple[SetupLine, ...]:
        """The lines that are shown: all, or those around the one in question; in the end those that are no details."""
        if self.step == len(lines):
            main = [isinstance(question.line, Line) and question.line not in DETAILS for question in self.questions]
            lines = tuple(line for line, shown in zip(lines, main, strict=True) if shown)
        start = max(0, min(self.step - LINES_SHOWN // 2, len(lines) - LINES_SHOWN))
        return lines[start : start + LINES_SHOWN]

    def _sum(self, bank: int) -> Message:
        players = len(self.party.players)
        number = number_word(players, capital=True)
        banks = dict(self.agreed().options).get("banks")
        if self.game is Menu.BANKING and isinstance(banks, list) and len(set(map(str, banks))) > 1:
            return say("{chips} chips in play.", chips=sum(one for one in banks if isinstance(one, int)))
        match self.game:
            case Menu.BANKING:
                return say("{number} banks of {bank}: {chips} chips in play.", number=number, bank=bank, chips=players * bank)
            case Menu.QUALIFICATION:
                return say("{number} banks of {bank} points.", number=number, bank=bank)
        return say("{number} players.", number=number)

    def _line(self, place: int, question: Question) -> SetupLine:
        chosen = self._place(question)
        offer = question.offers[chosen]
        start = max(0, min(chosen - 1, len(question.offers) - question.shown))
        shown = question.offers[start : start + question.shown]
        players = question.line is Line.PLAYERS
        return SetupLine(
            question.label,
            detail=question.detail,
            value=offer.value,
            choices=() if players else tuple(one.short or one.value for one in shown),
            chosen=chosen - start,
            explanation=offer.explanation,
            done=place < self.step,
            lit=place == self.step,
            players=tuple(zip(self.party.players, self.party.tints, strict=True)) if players else (),
            chips=question.chips,
        )
