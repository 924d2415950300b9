"""Setting up a table with two buttons: green takes what is proposed, red proposes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.actions import Json
from game.game import Game
from game.games import new_game
from game.house_rules import Offer, Options, merged
from game.menu import NAMES, TINTS, Line, Menu, Offers, Party, Question, party_of, questions
from game.message import Message, say
from game.names import number_word
from game.sighting import Button
from game.view import ButtonView, Fact, Footer, Lamp, Screen, SetupLine, View

__all__ = ["NAMES", "TINTS", "Agreed", "Offers", "Party", "Setup"]

FOLLOWS = {
    Line.PLAYERS: (Line.BANK,),
    Line.WAGER: (Line.BANK,),
    Line.RANKING: (Line.RULES,),
}
"""Questions that begin anew with the first offer when another one is answered otherwise; with another game all do."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was set up: the game by the names of the protocol. `wager` is what every round of a banking game starts with,
    `chosen` what was taken on every line, so that the next set-up can begin with it."""

    kind: str
    party: Party
    options: Options
    wager: int = 1
    chosen: Mapping[Line, int] = field(default_factory=dict)

    def game(self) -> Game:
        """A new game of this kind."""
        return new_game(self.kind, self.party.players, dict(self.options))


@dataclass(frozen=True, slots=True)
class Setup:
    """The dialogue at one moment: the number of the line in question (as many as there are when only the start is left), and
    the offer chosen on each line, the first where nothing is said."""

    offers: Offers
    step: int = 0
    chosen: Mapping[Line, int] = field(default_factory=dict)

    @property
    def game(self) -> Menu:
        """The game that is being set up."""
        return list(Menu)[self.chosen.get(Line.GAME, 0)]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All lines."""
        return questions(self.offers, self.game, self.chosen)

    @property
    def party(self) -> Party:
        """Who plays."""
        return party_of(self.offers, self.game, self.chosen)

    def press(self, button: Button) -> Setup | Agreed:
        """The next question, or what was agreed."""
        lines = self.questions
        if self.step == len(lines):
            return self.agreed() if button is Button.GREEN else replace(self, step=0)
        if button is Button.GREEN:
            return replace(self, step=self.step + 1)
        question = lines[self.step]
        other = (self.chosen.get(question.line, 0) + 1) % len(question.offers)
        if question.line is Line.GAME:
            return replace(self, chosen={Line.GAME: other})
        anew = FOLLOWS.get(question.line, ())
        kept = {line: place for line, place in self.chosen.items() if line not in anew}
        return replace(self, chosen={**kept, question.line: other})

    def taken(self) -> Mapping[Line, Offer]:
        """The offer chosen on each line."""
        return {question.line: question.offers[self.chosen.get(question.line, 0)] for question in self.questions}

    def agreed(self) -> Agreed:
        """What is chosen now."""
        taken = self.taken()
        ranking: Options = (("ranking", "norwegian"),) if self.game is Menu.NORWEGIAN else ()
        options = dict((*ranking, *merged(list(taken.values()))))
        first = ("banks",) if "banks" in options else ()
        ordered = tuple((name, options[name]) for name in (*first, *(name for name in options if name not in first)))
        wager = taken[Line.WAGER].amount if Line.WAGER in taken else 1
        return Agreed(self.game.kind, self.party, ordered, wager, self.chosen)

    # What it looks like

    def view(self) -> View:
        """The set-up screen."""
        asked = self.questions
        lines = tuple(self._line(place, question) for place, question in enumerate(asked))
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
            green = say("Take {choice}", choice=choice) if question.named else say("Take it")
            red = say("Another") if len(question.offers) > 1 else None
            sentence = self._sum(bank) if question.line is Line.BANK else None
        footer = Footer(ButtonView(Lamp.LIT, green), ButtonView(Lamp.LIT, red) if red is not None else ButtonView(), sentence)
        step = say("{step} of {steps}", step=min(self.step + 1, len(asked)), steps=len(asked))
        facts = (Fact(say("Step"), step),) if self.step < len(asked) else ()
        return View(Screen.SETUP, say("Set up the table"), facts, footer=footer, setup=lines, starting_bank=bank)

    def _sum(self, bank: int) -> Message:
        players = len(self.party.players)
        number = number_word(players, capital=True)
        match self.game:
            case Menu.BANKING:
                return say("{number} banks of {bank}: {chips} chips in play.", number=number, bank=bank, chips=players * bank)
            case Menu.QUALIFICATION:
                return say("{number} banks of {bank} points.", number=number, bank=bank)
        return say("{number} players.", number=number)

    def _line(self, place: int, question: Question) -> SetupLine:
        chosen = self.chosen.get(question.line, 0)
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


def last_choice(agreed: Agreed) -> dict[Line, int]:
    """What the next set-up begins with; the last players, and the last wager and bank, are the first offers then."""
    first = (Line.PLAYERS, Line.WAGER, Line.BANK) if agreed.kind == "boss" else (Line.PLAYERS,)
    return {line: place for line, place in agreed.chosen.items() if line not in first}


def renewed(offers: Offers, agreed: Agreed) -> Offers:
    """The offers with the last table first."""
    options: Mapping[str, Json] = dict(agreed.options)
    parties = tuple(dict.fromkeys((agreed.party, *offers.parties)))
    if agreed.kind != "boss":
        return replace(offers, parties=parties)
    most, banks = options.get("max_wager"), options.get("banks")
    last = (agreed.wager, most if isinstance(most, int) else agreed.wager)
    bank = banks[0] if isinstance(banks, list) and isinstance(banks[0], int) else offers.bank
    return replace(offers, parties=parties, wagers=tuple(dict.fromkeys((last, *offers.wagers))), bank=bank)
