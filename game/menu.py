"""The games on offer and what is asked before each: players, chips, length, house rules.

The first offer of every question is the usual one, so that taking all of them starts the usual table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from game.actions import Json
from game.boss_options import recommended_bank
from game.duel_options import DuelRanking, explain_duel
from game.games import HOUSE
from game.house_rules import Offer, banking_rules, match_rules, progressive_rules, qualification_rules
from game.menu_lines import Key, Line, Menu, Offers, Party, Question, Spot
from game.menu_rules import rule_questions
from game.menu_seats import Sitter, seat_questions, seated_party
from game.message import Message, say
from game.names import number_word
from game.policies.seat import Strength
from game.qualification_options import explain as explain_qualification
from game.tournament_options import Length, explain_tournament

__all__ = ["Line", "Menu", "Offers", "Party", "Question", "by_name", "game_question", "party_of", "questions"]


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


def questions(offers: Offers, game: Menu, taken: Mapping[Key, int], seats: Sequence[Sitter] = ()) -> tuple[Question, ...]:
    """All questions of this game; `taken` are the offers chosen so far, by line, the first where nothing is said.

    `seats` are the people chosen by name, seat by seat.
    """
    first: tuple[Question, ...] = (game_question(), _players(offers, game))
    party = party_of(offers, game, taken, seats)
    if by_name(offers, game, taken):
        first = (*first, *seat_questions(offers, game, taken, seats))
    elif party.house and not party.strengths:
        first = (*first, _house(party))
    match game:
        case Menu.BANKING:
            return (*first, *_banking(offers, taken, party))
        case Menu.SAN_FRANCISCO | Menu.NORWEGIAN:
            ranking = DuelRanking.BULL if game is Menu.SAN_FRANCISCO else DuelRanking.NORWEGIAN
            return (*first, _stake(), _wins(), *_rules(offers, game, taken, match_rules(ranking)))
        case Menu.WINNER_STAYS_ON:
            ranking = list(DuelRanking)[taken.get(Line.RANKING, 0)]
            return (*first, _ranking(), _stake(), _length(), *_rules(offers, game, taken, match_rules(ranking)))
        case Menu.QUALIFICATION:
            return (*first, _points(), _turns(), *_rules(offers, game, taken, qualification_rules()))
    return (*first, _rounds(), *_rules(offers, game, taken, progressive_rules()))


def by_name(offers: Offers, game: Menu, taken: Mapping[Key, int]) -> bool:
    """Whether everybody is chosen by name: the offer after all parties."""
    return taken.get(Line.PLAYERS, 0) >= len(offers.parties_for(game))


def party_of(offers: Offers, game: Menu, taken: Mapping[Key, int], seats: Sequence[Sitter] = ()) -> Party:
    """Who plays."""
    if by_name(offers, game, taken):
        return seated_party(offers, game, taken, seats)
    return offers.parties_for(game)[taken.get(Line.PLAYERS, 0)]


def _players(offers: Offers, game: Menu) -> Question:
    parties = offers.parties_for(game)
    explained = say("In seat order, clockwise.")
    known = tuple(Offer(say("{count} players", count=len(party.players)), explained) for party in parties)
    others = Offer(say("by name"), say("Everybody chooses a name and a colour."))
    return Question(Line.PLAYERS, say("Players"), (*known, others))


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


def _rules(offers: Offers, game: Menu, taken: Mapping[Key, int], rules: tuple[Offer, ...]) -> tuple[Question, ...]:
    """The house rules: those of the last game, as written, one of them, or every one by itself."""
    last = next((options for kind, options in offers.last_rules if kind == game.value), None)
    if last is not None and all(dict(offer.options) != dict(last) for offer in rules):
        rules = (Offer(say("last time"), say("The house rules of the last game."), last), *rules)
    question = Question(Line.RULES, say("House rules"), (*rules, Offer(say("each by itself"), say("One line for every rule."))))
    question = replace(question, shown=3)
    if taken.get(Line.RULES, 0) < len(rules):
        return (question,)
    return (question, *rule_questions(game, rules))


def _banking(offers: Offers, taken: Mapping[Key, int], party: Party) -> tuple[Question, ...]:
    """Wager, bank and house rules; the bank follows from the players and the highest wager (rule A1)."""
    explained = say("Everybody stakes this against the Boss.")
    wagers = tuple(Offer(_wager(wager, most), explained, (("max_wager", most),), amount=wager) for wager, most in offers.wagers)
    players, wager = len(party.players), taken.get(Line.WAGER, 0)
    low, high = recommended_bank(players, offers.wagers[wager][1])
    steps = [low, low + (high - low) // 3, low + 2 * (high - low) // 3, high]
    usual = taken.get(Line.PLAYERS, 0) == 0 and wager == 0
    amounts = tuple(dict.fromkeys([offers.bank, *steps] if offers.bank is not None and usual else steps))
    others = number_word(players - 1)
    reach = say("2 to 4 × highest wager × {number} other players: {low} to {high}", number=others, low=low, high=high)
    banks = _amounts("banks", amounts, reach, players)
    if usual and len(offers.last_banks) == players:
        same: list[Json] = list(offers.last_banks)
        banks = (
            Offer(say("last time"), say("The banks of the last game."), (("banks", same),), amount=max(offers.last_banks)),
            *banks,
        )
    unequal = Offer(say("by player"), say("Who is less skilled may start with more."), amount=low)
    chosen = taken.get(Line.BANK, 0)
    bank = unequal.amount if chosen >= len(banks) else banks[chosen].amount
    asked: tuple[Question, ...] = (
        Question(Line.WAGER, say("Wager"), wagers, named=True),
        Question(Line.BANK, say("Bank"), (*banks, unequal), detail=say("chips each"), named=chosen < len(banks), chips=12),
    )
    if chosen >= len(banks):
        asked = (*asked, *(_share(seat, name, low, high) for seat, name in enumerate(party.players)))
    return (*asked, *_rules(offers, Menu.BANKING, taken, banking_rules(bank, offers.rules)))


def _share(seat: int, name: str, low: int, high: int) -> Question:
    """The bank of one player, where they differ (rule A2)."""
    amounts = dict.fromkeys((low, (low + high) // 2, high, 2 * high, max(1, low // 2)))
    explained = say("What {name} starts with.", name=name)
    offers = tuple(Offer(say("{amount}", amount=amount), explained, amount=amount) for amount in amounts)
    return Question(Spot(Line.SHARE, seat), say("{name}", name=name), offers, detail=say("bank"), named=True)


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
