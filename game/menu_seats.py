"""Choosing everybody by name: remembered people first, a new name, the house in any of its strengths, and their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.colours import colour_names
from game.house_rules import Offer
from game.menu_lines import HOUSE_NAMES, NAMES, TINTS, Key, Line, Menu, Offers, Party, Question, Spot
from game.message import say
from game.names import number_word
from game.policies.seat import Strength

COLOURS = ("ivory", "red", "blue", "black", "amber")
HOUSE_TINT = "black"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who may sit in a seat: a person by name, the house in a `strength`, or somebody whose name is to be spelt (no name)."""

    name: str = ""
    strength: Strength | None = None


NEW = Sitter()


def count_of(game: Menu, taken: Mapping[Key, int]) -> int:
    """How many seats there are when everybody is chosen by name."""
    least, _ = game.seats
    return least + taken.get(Line.COUNT, 0)


def sitters(offers: Offers, before: Sequence[Sitter]) -> tuple[Sitter, ...]:
    """Who may sit next to those who sit already: the remembered, somebody new, the house, and the usual names."""
    known: dict[str, str] = {}
    for name, _ in (*offers.people, *(one for party in offers.parties[:1] for one in party.people)):
        known.setdefault(name.casefold(), name)
    more = [name for name in NAMES if name.casefold() not in known]
    taken = {sitter.name.casefold() for sitter in before if sitter.strength is None}
    people = tuple(Sitter(name) for key, name in known.items() if key not in taken)
    usual = tuple(Sitter(name) for name in more if name.casefold() not in taken)
    house = sum(sitter.strength is not None for sitter in before)
    played = tuple(Sitter("", strength) for strength in Strength) if offers.house and house < len(HOUSE_NAMES) else ()
    if people:
        return (*people, NEW, *played, *usual)
    return (*usual[:1], NEW, *played, *usual[1:])


def seated(offers: Offers, count: int, seats: Sequence[Sitter]) -> tuple[Sitter, ...]:
    """Who sits in each of `count` seats: as chosen, or the first who is free; whose name is still to be spelt is there, too."""
    placed: list[Sitter] = []
    for seat in range(count):
        free = sitters(offers, placed)
        wanted = seats[seat] if seat < len(seats) else None
        known = wanted is not None and (wanted in free or (bool(wanted.name) and not _sits(wanted, placed)))
        placed.append(wanted if wanted is not None and known else free[0])
    return tuple(placed)


def seated_party(offers: Offers, game: Menu, taken: Mapping[Key, int], seats: Sequence[Sitter]) -> Party:
    """The party of those who were chosen by name, with the colours of their dice."""
    placed = seated(offers, count_of(game, taken), seats)
    house = tuple(seat for seat, sitter in enumerate(placed) if sitter.strength is not None)
    names, machines = [], iter(_house_names(placed))
    for sitter in placed:
        names.append(next(machines) if sitter.strength is not None else sitter.name or "…")
    strengths = tuple(sitter.strength for sitter in placed if sitter.strength is not None)
    return Party(tuple(names), _tints(offers, taken, placed), house, strengths)


def seat_questions(offers: Offers, game: Menu, taken: Mapping[Key, int], seats: Sequence[Sitter]) -> tuple[Question, ...]:
    """How many play, who sits in every seat, and whether the colours are as remembered."""
    least, most = game.seats
    asked: list[Question] = []
    if most > least:
        numbers = tuple(Offer(number_word(number), say("In seat order, clockwise.")) for number in range(least, most + 1))
        asked.append(Question(Line.COUNT, say("How many"), numbers, shown=5))
    placed = seated(offers, count_of(game, taken), seats)
    for seat in range(len(placed)):
        names = tuple(offer_of(sitter) for sitter in sitters_at(offers, placed, seat))
        asked.append(Question(Spot(Line.SEAT, seat), say("Seat {number}", number=seat + 1), names))
    same = Offer(say("as they are"), say("The colours of the dice of everybody."))
    other = Offer(say("choose"), say("One line for every player."))
    asked.append(Question(Line.COLOURS, say("Colours"), (same, other)))
    if taken.get(Line.COLOURS, 0):
        usual = _usual_tints(offers, placed)
        party = seated_party(offers, game, taken, seats)
        for seat, name in enumerate(party.players):
            colours = tuple(
                Offer(word, say("The dice of {name}.", name=name)) for word in colour_names(colours_for(usual[seat]))
            )
            asked.append(Question(Spot(Line.TINT, seat), say("{name}", name=name), colours, detail=say("colour"), shown=3))
    return tuple(asked)


def sitters_at(offers: Offers, placed: Sequence[Sitter], seat: int) -> tuple[Sitter, ...]:
    """The choices of one seat, given who sits in those before it; whoever sits there now is among them."""
    free = sitters(offers, placed[:seat])
    return free if placed[seat] in free else (placed[seat], *free)


def offer_of(sitter: Sitter) -> Offer:
    """How a choice of a seat is called and explained."""
    match sitter.strength:
        case Strength.REGULAR:
            return Offer(say("House, regular"), say("The house plays as a good regular does."))
        case Strength.BEGINNER:
            return Offer(say("House, beginner"), say("The house makes the blunders of a beginner."))
        case Strength.EQUILIBRIUM:
            return Offer(say("House, perfect"), say("The house plays as well as it can."))
    if sitter == NEW:
        return Offer(say("new name"), say("Spelt with the two buttons, a touch or a keyboard."))
    return Offer(say("{name}", name=sitter.name), say("In seat order, clockwise."))


def colours_for(usual: str) -> tuple[str, ...]:
    """The colours on offer, the usual one first."""
    return tuple(dict.fromkeys((usual, *COLOURS)))


def _tints(offers: Offers, taken: Mapping[Key, int], placed: Sequence[Sitter]) -> tuple[str, ...]:
    usual = _usual_tints(offers, placed)
    if not taken.get(Line.COLOURS, 0):
        return usual
    return tuple(colours_for(tint)[taken.get(Spot(Line.TINT, seat), 0)] for seat, tint in enumerate(usual))


def _usual_tints(offers: Offers, placed: Sequence[Sitter]) -> tuple[str, ...]:
    """Everybody's remembered colour, else one that nobody has."""
    known = {name.casefold(): tint for party in offers.parties[:1] for name, tint in party.people}
    known.update((name.casefold(), tint) for name, tint in offers.people)
    tints: list[str] = []
    for seat, sitter in enumerate(placed):
        free = next((tint for tint in COLOURS if tint not in tints), TINTS[seat % len(TINTS)])
        tint = HOUSE_TINT if sitter.strength is not None else known.get(sitter.name.casefold(), free)
        tints.append(tint)
    return tuple(tints)


def _house_names(placed: Sequence[Sitter]) -> tuple[str, ...]:
    people = {sitter.name.casefold() for sitter in placed}
    return tuple(name for name in (*HOUSE_NAMES, *(f"House {n}" for n in range(4, 12))) if name.casefold() not in people)


def _sits(sitter: Sitter, placed: Sequence[Sitter]) -> bool:
    return sitter.strength is None and sitter.name.casefold() in {one.name.casefold() for one in placed}
