"""Setting up a table of banking Boss Dice with two buttons: green takes what is proposed, red proposes another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.boss import recommended_bank
from game.boss_options import BossOptions, KittyAtEnd, ShortStack, explain
from game.hands import TwoPairTie
from game.message import Message, say
from game.names import number_word
from game.sighting import Button
from game.view import ButtonView, Footer, Lamp, Screen, SetupLine, View

NAMES = ("Tom", "Irene", "Barbara", "John", "Anna", "Erik")
TINTS = ("ivory", "red", "blue", "black", "amber", "ivory")


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays, and the colours of their dice."""

    players: tuple[str, ...]
    tints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was set up: one bank for all, the wager that every round starts with, the house rules."""

    party: Party
    bank: int
    wager: int
    options: BossOptions


@dataclass(frozen=True, slots=True)
class Offers:
    """What the set-up proposes, the usual table first: parties, wagers as (wager, at most), banks as (bank, of how many)."""

    parties: tuple[Party, ...]
    wagers: tuple[tuple[int, int], ...]
    bank: int | None = None

    @classmethod
    def usual(cls, party: Party | None = None, wager: int = 5, max_wager: int | None = None, bank: int | None = None) -> Offers:
        """The usual offers; `party`, `wager` and `bank` of the last table come first."""
        parties = [party] if party is not None else []
        parties += [Party(NAMES[:count], TINTS[:count]) for count in range(2, 7)]
        wagers = dict.fromkeys([(wager, max_wager or wager), (5, 5), (5, 10), (10, 10), (10, 20), (1, 1), (2, 4)])
        return cls(tuple(parties), tuple(wagers), bank)


LINES = 5


@dataclass(frozen=True, slots=True)
class Setup:
    """The dialogue at one moment: the line in question (`LINES` when only the start is left) and the offer chosen on each."""

    offers: Offers
    step: int = 0
    party: int = 0
    wager: int = 0
    bank: int = 0
    rules: int = 0

    def press(self, button: Button) -> Setup | Agreed:
        """The next question, or what was agreed."""
        if self.step == LINES:
            return self.agreed() if button is Button.GREEN else replace(self, step=0)
        if button is Button.GREEN:
            return replace(self, step=self.step + 1)
        match self.step:
            case 1:
                return replace(self, party=(self.party + 1) % len(self.offers.parties), bank=0)
            case 2:
                return replace(self, wager=(self.wager + 1) % len(self.offers.wagers), bank=0)
            case 3:
                return replace(self, bank=(self.bank + 1) % len(self.banks()))
            case 4:
                return replace(self, rules=(self.rules + 1) % len(self.house_rules()))
        return self

    def agreed(self) -> Agreed:
        """What is chosen now."""
        _, most = self.offers.wagers[self.wager]
        options = replace(self.house_rules()[self.rules][1], max_wager=most)
        wager, _ = self.offers.wagers[self.wager]
        return Agreed(self.offers.parties[self.party], self.banks()[self.bank], wager, options)

    def banks(self) -> tuple[int, ...]:
        """The starting banks offered: the last table's, then steps of the recommended range (rule A1)."""
        players = len(self.offers.parties[self.party].players)
        low, high = recommended_bank(players, self.offers.wagers[self.wager][1])
        steps = [low, low + (high - low) // 3, low + 2 * (high - low) // 3, high]
        mine = [self.offers.bank] if self.offers.bank is not None and self.party == self.wager == 0 else []
        return tuple(dict.fromkeys([*mine, *steps]))

    def house_rules(self) -> tuple[tuple[Message, BossOptions, Message], ...]:
        """House rules on offer: what they are called, the options, and what they mean."""
        target = 2 * self.banks()[self.bank]
        return (
            (say("as written"), BossOptions(), explain("short_stack", ShortStack.PAY_ALL_WIN_FULL)),
            (say("short game"), BossOptions(target=target), explain("target", target)),
            (
                say("table stakes"),
                BossOptions(short_stack=ShortStack.TABLE_STAKES),
                explain("short_stack", ShortStack.TABLE_STAKES),
            ),
            (say("smallest bank"), BossOptions(short_stack=ShortStack.CAP_WAGER), explain("short_stack", ShortStack.CAP_WAGER)),
            (say("high pair ties"), BossOptions(two_pair_tie=TwoPairTie.HIGH), explain("two_pair_tie", TwoPairTie.HIGH)),
            (say("free keep"), BossOptions(boss_may_keep_extra=True), explain("boss_may_keep_extra", True)),
            (say("kitty stays"), BossOptions(kitty_at_end=KittyAtEnd.STAYS), explain("kitty_at_end", KittyAtEnd.STAYS)),
        )

    def view(self) -> View:
        """The set-up screen."""
        lines = tuple(replace(line, done=index < self.step, lit=index == self.step) for index, line in enumerate(self._lines()))
        headline = say("Set up the table")
        green: Message
        red: Message | None
        sentence: Message | None
        if self.step == LINES:
            green, red, sentence = say("Start"), say("Change"), self._sum()
        else:
            taken = lines[self.step].value or say("this")
            green = say("Take {choice}", choice=taken) if self.step in (2, 3) else say("Take it")
            red = say("Another") if self.step else None
            sentence = self._sum() if self.step == 3 else lines[self.step].explanation
        footer = Footer(ButtonView(Lamp.LIT, green), ButtonView(Lamp.LIT, red) if red is not None else ButtonView(), sentence)
        return View(Screen.SETUP, headline, footer=footer, setup=lines, starting_bank=self.banks()[self.bank])

    def _sum(self) -> Message:
        count, bank = len(self.offers.parties[self.party].players), self.banks()[self.bank]
        number = number_word(count, capital=True)
        return say("{number} banks of {bank}: {chips} chips in play.", number=number, bank=bank, chips=count * bank)

    def _lines(self) -> Sequence[SetupLine]:
        party = self.offers.parties[self.party]
        wager, most = self.offers.wagers[self.wager]
        low, high = recommended_bank(len(party.players), most)
        number = number_word(len(party.players) - 1)
        reach = say("2 to 4 × highest wager × {number} other players: {low} to {high}", number=number, low=low, high=high)
        rules = self.house_rules()
        return (
            SetupLine(say("Game"), value=say("Boss Dice, with banks"), explanation=say("Two to six players, five dice each.")),
            SetupLine(
                say("Players"),
                value=say("{count} players", count=len(party.players)),
                players=tuple(zip(party.players, party.tints, strict=True)),
                explanation=say("In seat order, clockwise."),
            ),
            SetupLine(
                say("Wager"),
                value=_wager(wager, most),
                choices=tuple(_wager(*offer) for offer in self.offers.wagers[:4]),
                chosen=min(self.wager, 3),
                explanation=say("Everybody stakes this against the Boss."),
            ),
            SetupLine(
                say("Bank"),
                detail=say("chips each"),
                value=say("{amount}", amount=self.banks()[self.bank]),
                choices=tuple(say("{amount}", amount=bank) for bank in self.banks()),
                chosen=self.bank,
                explanation=reach,
            ),
            SetupLine(
                say("House rules"),
                value=rules[self.rules][0],
                choices=tuple(rule[0] for rule in rules[max(0, self.rules - 2) : max(0, self.rules - 2) + 3]),
                chosen=min(self.rules, 2),
                explanation=rules[self.rules][2],
            ),
        )


def _wager(wager: int, most: int) -> Message:
    if wager == most:
        return say("{amount}", amount=wager)
    return say("{wager}, at most {most}", wager=wager, most=most)
