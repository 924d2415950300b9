"""The games on offer and what is asked before each: players, chips, length, house rules.

The first offer of every question is the usual one, so that taking all of them starts the usual table.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.actions import Json
from game.boss_options import BossOptions, recommended_bank
from game.duel_options import DuelRanking, explain_duel
from game.games import HOUSE
from game.house_rules import Offer, banking_rules, match_rules, progressive_rules, qualification_rules
from game.message import Message, say
from game.names import number_word
from game.policies.seat import Strength
from game.qualification_options import explain as explain_qualification
from game.tournament_options import Length, explain_tournament

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


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays, and the colours of their dice; `house` are the seats that the house plays."""

    players: tuple[str, ...]
    tints: tuple[str, ...]
    house: tuple[int, ...] = ()

    def first(self, count: int) -> Party:
        """The first so many of them."""
        return Party(self.players[:count], self.tints[:count], tuple(seat for seat in self.house if seat < count))

    def and_house(self, people: int, seats: int) -> Party:
        """The first so many people of this party, and the house in so many seats."""
        names = [name for seat, name in enumerate(self.players) if seat not in self.house][:people]
        tints = [tint for seat, tint in enumerate(self.tints) if seat not in self.house][:people]
        taken = range(len(names), len(names) + seats)
        return Party((*names, *HOUSE_NAMES[:seats]), (*tints, *(HOUSE_TINT,) * seats), tuple(taken))


@dataclass(frozen=True, slots=True)
class Offers:
    """What the set-up proposes, the usual table first: parties, wagers as (wager, at most), everybody's bank.

    `rules` are this house's own rules of banking Boss Dice. `house` says that the house may play in any seat.
    """

    parties: tuple[Party, ...]
    wagers: tuple[tuple[int, int], ...]
    bank: int | None = None
    rules: BossOptions | None = None
    house: bool = False

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

    line: Line
    label: Message
    offers: tuple[Offer, ...]
    detail: Message | None = None
    named: bool = False
    shown: int = 4
    chips: int = 0


def game_question() -> Question:
    """Which game it shall be."""
    offers = (
        Offer(say("Boss Dice, with banks"), say("Two to six players, five dice each."), short=say("Boss Dice")),
        Offer(say("Match, San Francisco"), say("Two players, the best of three horses."), short=say("San Francisco")),
        Offer(say("Match, Norwegian"), say("Two players, the best of three horses."), short=say("Norwegian")),
        Offer(say("Winner stays on"), say("The winner of a match meets the next player."), short=say("Winner stays")),
        Offer(say("Qualification Dice"), say("A secret hand, twelve requirements, and antes."), short=say("Qualification")),
        Offer(say("Progressive Qualification"), say("Twelve rounds, one requirement each."), short=say("Progressive")),
    )
    return Question(Line.GAME, say("Game"), offers, shown=3)


def questions(offers: Offers, game: Menu, taken: Mapping[Line, int]) -> tuple[Question, ...]:
    """All questions of this game; `taken` are the offers chosen so far, by line, the first where nothing is said."""
    first: tuple[Question, ...] = (game_question(), _players(offers, game))
    party = party_of(offers, game, taken)
    if party.house:
        first = (*first, _house(party))
    match game:
        case Menu.BANKING:
            return (*first, *_banking(offers, taken))
        case Menu.SAN_FRANCISCO | Menu.NORWEGIAN:
            ranking = DuelRanking.BULL if game is Menu.SAN_FRANCISCO else DuelRanking.NORWEGIAN
            return (*first, _stake(), _wins(), _rules(match_rules(ranking)))
        case Menu.WINNER_STAYS_ON:
            ranking = list(DuelRanking)[taken.get(Line.RANKING, 0)]
            return (*first, _ranking(), _stake(), _length(), _rules(match_rules(ranking)))
        case Menu.QUALIFICATION:
            return (*first, _points(), _turns(), _rules(qualification_rules()))
    return (*first, _rounds(), _rules(progressive_rules()))


def party_of(offers: Offers, game: Menu, taken: Mapping[Line, int]) -> Party:
    """Who plays."""
    return offers.parties_for(game)[taken.get(Line.PLAYERS, 0)]


def _players(offers: Offers, game: Menu) -> Question:
    parties = offers.parties_for(game)
    explained = say("In seat order, clockwise.")
    return Question(
        Line.PLAYERS,
        say("Players"),
        tuple(Offer(say("{count} players", count=len(party.players)), explained) for party in parties),
    )


def _house(party: Party) -> Question:
    """How well the house plays."""
    named = (
        (Strength.REGULAR, say("regular"), say("The house plays as a good regular does.")),
        (Strength.BEGINNER, say("beginner"), say("The house makes the blunders of a beginner.")),
        (Strength.EQUILIBRIUM, say("perfect"), say("The house plays as well as it can.")),
    )
    offers = []
    for strength, name, explained in named:
        seats: list[Json] = [strength.value if seat in party.house else None for seat in range(len(party.players))]
        offers.append(Offer(name, explained, ((HOUSE, seats),)))
    return Question(Line.HOUSE, say("House"), tuple(offers))


def _rules(rules: tuple[Offer, ...]) -> Question:
    return Question(Line.RULES, say("House rules"), rules, shown=3)


def _banking(offers: Offers, taken: Mapping[Line, int]) -> tuple[Question, ...]:
    """Wager, bank and house rules; the bank follows from the players and the highest wager (rule A1)."""
    explained = say("Everybody stakes this against the Boss.")
    wagers = tuple(Offer(_wager(wager, most), explained, (("max_wager", most),), amount=wager) for wager, most in offers.wagers)
    players, wager = len(party_of(offers, Menu.BANKING, taken).players), taken.get(Line.WAGER, 0)
    low, high = recommended_bank(players, offers.wagers[wager][1])
    steps = [low, low + (high - low) // 3, low + 2 * (high - low) // 3, high]
    usual = taken.get(Line.PLAYERS, 0) == 0 and wager == 0
    banks = tuple(dict.fromkeys([offers.bank, *steps] if offers.bank is not None and usual else steps))
    others = number_word(players - 1)
    reach = say("2 to 4 × highest wager × {number} other players: {low} to {high}", number=others, low=low, high=high)
    bank = banks[taken.get(Line.BANK, 0)]
    return (
        Question(Line.WAGER, say("Wager"), wagers, named=True),
        Question(
            Line.BANK, say("Bank"), _amounts("banks", banks, reach, players), detail=say("chips each"), named=True, chips=12
        ),
        _rules(banking_rules(bank, offers.rules)),
    )


def _wager(wager: int, most: int) -> Message:
    if wager == most:
        return say("{amount}", amount=wager)
    return say("{wager}, at most {most}", wager=wager, most=most)


def _amounts(name: str, amounts: Iterable[int], explained: Message, players: int) -> tuple[Offer, ...]:
    """Banks of the same amount for all players."""
    return tuple(
        Offer(say("{amount}", amount=amount), explained, ((name, [amount] * players),), amount=amount) for amount in amounts
    )


def _stake() -> Question:
    offers = tuple(
        Offer(
            say("{amount}", amount=stake) if stake else say("none"),
            explain_duel("stake", stake),
            (("stake", stake),) if stake else (),
            amount=stake,
        )
        for stake in (0, 1, 5, 10)
    )
    return Question(Line.STAKE, say("Stake"), offers, detail=say("chips a match"))


def _wins() -> Question:
    named = {2: say("best of three"), 1: say("one horse"), 3: say("best of five")}
    offers = tuple(
        Offer(name, explain_duel("wins", wins), (("wins", wins),) if wins != 2 else ()) for wins, name in named.items()
    )
    return Question(Line.WINS, say("Horses"), offers)


def _ranking() -> Question:
    offers = (
        Offer(say("San Francisco"), explain_duel("ranking", DuelRanking.BULL)),
        Offer(say("Norwegian"), explain_duel("ranking", DuelRanking.NORWEGIAN), (("ranking", DuelRanking.NORWEGIAN.value),)),
    )
    return Question(Line.RANKING, say("Rules"), offers)


def _length() -> Question:
    once = Offer(say("once each"), explain_tournament("length", Length.ONCE))
    more = tuple(
        Offer(
            say("first to {number}", number=number_word(matches)),
            explain_tournament("matches", matches),
            (("length", Length.WINS.value), ("matches", matches)),
        )
        for matches in (2, 3, 5)
    )
    return Question(Line.LENGTH, say("Matches"), (once, *more))


def _points() -> Question:
    explained = say("Everybody starts with this.")
    offers = tuple(
        Offer(say("{amount}", amount=bank), explained, (("bank", bank),) if bank != 1000 else (), amount=bank)
        for bank in (1000, 500, 2000, 200)
    )
    return Question(Line.BANK, say("Bank"), offers, detail=say("points each"), named=True)


def _turns() -> Question:
    offers = tuple(
        Offer(
            say("{amount}", amount=turns),
            explain_qualification("rotations", turns),
            (("rotations", turns),) if turns != 2 else (),
        )
        for turns in (2, 1, 3, 4)
    )
    return Question(Line.TURNS, say("Turns"), offers, detail=say("as Boss, each"))


def _rounds() -> Question:
    offers = (
        Offer(say("all twelve"), say("From a pair to three that make sixteen.")),
        Offer(say("the last six"), say("Only the harder requirements."), (("round", 7),)),
        Offer(say("the last three"), say("Only the hardest requirements."), (("round", 10),)),
    )
    return Question(Line.ROUNDS, say("Rounds"), offers, shown=3)
