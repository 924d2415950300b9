"""What a set-up is made of, as data: the games, the lines that are asked, who may play, and what is proposed."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.actions import Json
from game.boss_options import BossOptions
from game.games import HOUSE
from game.house_rules import Offer, Options
from game.message import Message
from game.policies.seat import Strength

NAMES = ("Tom", "Irene", "Barbara", "John", "Anna", "Erik")
TINTS = ("ivory", "red", "blue", "black", "amber", "ivory")
HOUSE_NAMES = ("House", "House 2", "House 3")
HOUSE_TINT = "black"
WITH_HOUSE = ((1, 1), (1, 2), (2, 1), (1, 3), (0, 2), (0, 3))
"""Parties with the house that are offered: so many people, so many seats of the house."""


class Menu(enum.Enum):
    """The games of the first line, in its order; `kind` is the name of the game in the protocol."""

    BANKING = "boss"
    SAN_FRANCISCO = "bull"
    NORWEGIAN = "norwegian"
    WINNER_STAYS_ON = "tournament"
    QUALIFICATION = "qualification"
    PROGRESSIVE = "progressive"

    @property
    def kind(self) -> str:
        """The protocol's name of the game."""
        return "duel" if self in (Menu.SAN_FRANCISCO, Menu.NORWEGIAN) else self.value

    @property
    def seats(self) -> tuple[int, int]:
        """How many players there may be, at least and at most."""
        match self.kind:
            case "duel":
                return 2, 2
            case "tournament":
                return 3, 6
        return 2, 6


class Line(enum.Enum):
    """What a question is about."""

    GAME = "game"
    PLAYERS = "players"
    HOUSE = "house"
    WAGER = "wager"
    BANK = "bank"
    RANKING = "ranking"
    STAKE = "stake"
    WINS = "wins"
    LENGTH = "length"
    TURNS = "turns"
    ROUNDS = "rounds"
    RULES = "rules"
    COUNT = "count"
    SEAT = "seat"
    COLOURS = "colours"
    TINT = "tint"
    SHARE = "share"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Spot:
    """A line that is asked several times: for every seat, or for every house rule."""

    line: Line
    number: int


Key = Line | Spot
"""What a question is known by."""


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays, and the colours of their dice; `house` are the seats that the house plays.

    `strengths` says how well it plays in each of these seats; empty where that is still to be asked.
    """

    players: tuple[str, ...]
    tints: tuple[str, ...]
    house: tuple[int, ...] = ()
    strengths: tuple[Strength, ...] = ()

    def first(self, count: int) -> Party:
        """The first so many of them."""
        house = tuple(seat for seat in self.house if seat < count)
        return Party(self.players[:count], self.tints[:count], house, self.strengths[: len(house)])

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The names and colours of those who are no seats of the house."""
        return tuple((name, self.tints[seat]) for seat, name in enumerate(self.players) if seat not in self.house)

    @property
    def house_option(self) -> Options:
        """The option of the protocol that names the strengths of the house; none where they are still to be asked."""
        if not self.strengths:
            return ()
        known = dict(zip(self.house, self.strengths, strict=True))
        seats: list[Json] = [known[seat].value if seat in known else None for seat in range(len(self.players))]
        return ((HOUSE, seats),)

    def and_house(self, people: int, seats: int) -> Party:
        """The first so many people of this party, and the house in so many seats."""
        names = [name for seat, name in enumerate(self.players) if seat not in self.house][:people]
        tints = [tint for seat, tint in enumerate(self.tints) if seat not in self.house][:people]
        taken = range(len(names), len(names) + seats)
        return Party((*names, *HOUSE_NAMES[:seats]), (*tints, *(HOUSE_TINT,) * seats), tuple(taken))


@dataclass(frozen=True, slots=True)
class Offers:
    """What the set-up proposes, the usual table first: parties, wagers as (wager, at most), everybody's bank.

    `rules` are this house's own rules of banking Boss Dice. `house` says that the house may play in any seat. `people` are
    the names and colours that are remembered, the latest first. `last_banks` are unequal banks of the last table, `last_rules`
    the house rules of the last game of every kind.
    """

    parties: tuple[Party, ...]
    wagers: tuple[tuple[int, int], ...]
    bank: int | None = None
    rules: BossOptions | None = None
    house: bool = False
    people: tuple[tuple[str, str], ...] = ()
    last_banks: tuple[int, ...] = ()
    last_rules: tuple[tuple[str, Options], ...] = ()

    @classmethod
    def usual(
        cls,
        party: Party | None = None,
        wager: int = 5,
        max_wager: int | None = None,
        bank: int | None = None,
        rules: BossOptions | None = None,
    ) -> Offers:
        """The usual offers; `party`, `wager`, `bank` and `rules` of the last table, or of the house, come first."""
        parties = [party] if party is not None else []
        parties += [Party(NAMES[:count], TINTS[:count]) for count in range(2, 7)]
        wagers = dict.fromkeys([(wager, max_wager or wager), (5, 5), (5, 10), (10, 10), (10, 20), (1, 1), (2, 4)])
        return cls(tuple(parties), tuple(wagers), bank, rules)

    def parties_for(self, game: Menu) -> tuple[Party, ...]:
        """The parties that may play this game; a longer one sends its first players."""
        least, most = game.seats
        parties = [party.first(most) for party in self.parties]
        if self.house:
            parties += [self.parties[0].and_house(people, seats) for people, seats in WITH_HOUSE]
        return tuple(dict.fromkeys(party for party in parties if least <= len(party.players) <= most))


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the set-up. `named` says that green takes the offer by its name; `shown` is how many choices fit;
    `chips` stand beside them."""

    line: Key
    label: Message
    offers: tuple[Offer, ...]
    detail: Message | None = None
    named: bool = False
    shown: int = 4
    chips: int = 0
