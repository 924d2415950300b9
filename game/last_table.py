"""The last table once more: from what was agreed back to a set-up in which the next press starts it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from game.actions import Json
from game.games import HOUSE, TINTS, house_seats, tints_of
from game.house_rules import AS_WRITTEN, Options
from game.menu_lines import TINTS as USUAL_TINTS
from game.menu_lines import Line, Menu, Offers, Party, Question
from game.setup import Agreed, Setup

_FIXED = ("banks", "max_wager", "ranking", HOUSE, TINTS)


def again(offers: Offers, agreed: Agreed) -> Setup:
    """A set-up that begins with the last table: its offers first, all of it chosen, only the start left to press."""
    menu = menu_of(agreed)
    renewed = _renewed(offers, agreed, menu)
    setup = Setup(renewed, chosen={Line.GAME: list(Menu).index(menu)})
    options = dict(agreed.options)
    for question in setup.questions:
        if question.line in (Line.GAME, Line.PLAYERS, Line.WAGER) or not isinstance(question.line, Line):
            continue
        setup = replace(setup, chosen={**setup.chosen, question.line: _place(question, options)})
    return setup.ready


def agreed_of(
    kind: str, players: Sequence[str], options: Mapping[str, Json], wager: int | None, known: Iterable[Party] = ()
) -> Agreed:
    """What was agreed before a game that was written down; `wager` is that of its first round, if it has one.

    The colours are those of the options, else those of a `known` party of these players. Raises `InvalidOptions`.
    """
    house = house_seats(options, len(players))
    tints = tints_of(options, len(players))
    if tints is None:
        same = next((party for party in known if party.players == tuple(players)), None)
        tints = USUAL_TINTS[: len(players)] if same is None else same.tints
    party = Party(tuple(players), tints, tuple(house), tuple(house.values()))
    rest = tuple((name, value) for name, value in options.items() if name not in (HOUSE, TINTS))
    most = options.get("max_wager")
    return Agreed(kind, party, (*rest, *party.house_option), wager or (most if isinstance(most, int) else 1))


def menu_of(agreed: Agreed) -> Menu:
    """The game of the first line."""
    if agreed.kind == "duel":
        return Menu.NORWEGIAN if dict(agreed.options).get("ranking") == "norwegian" else Menu.SAN_FRANCISCO
    return Menu(agreed.kind)


def _renewed(offers: Offers, agreed: Agreed, menu: Menu) -> Offers:
    options = dict(agreed.options)
    rules = _rules(offers, agreed, menu)
    kept = tuple((kind, known) for kind, known in offers.last_rules if kind != menu.value)
    parties = tuple(dict.fromkeys((agreed.party, *offers.parties)))
    offers = replace(offers, parties=parties, last_rules=(*kept, (menu.value, rules)) if rules else kept)
    if agreed.kind != "boss":
        return offers
    most, banks = options.get("max_wager"), options.get("banks")
    wager = (agreed.wager, most if isinstance(most, int) else agreed.wager)
    amounts = tuple(bank for bank in banks if isinstance(bank, int)) if isinstance(banks, list) else ()
    unequal = len(set(amounts)) > 1
    return replace(
        offers,
        wagers=tuple(dict.fromkeys((wager, *offers.wagers))),
        bank=amounts[0] if amounts and not unequal else offers.bank,
        last_banks=amounts if unequal else (),
    )


def _rules(offers: Offers, agreed: Agreed, menu: Menu) -> Options:
    """The options that no line but that of the house rules can have set."""
    plain = Setup(replace(offers, parties=(agreed.party, *offers.parties)), chosen={Line.GAME: list(Menu).index(menu)})
    others = {name for question in plain.questions if question.line is not Line.RULES for name in _names((question,))}
    return tuple((name, value) for name, value in agreed.options if name not in others and name not in _FIXED)


def _place(question: Question, options: dict[str, Json]) -> int:
    """The offer of a line that these options came from, the first where none fits."""
    wanted = {name: options[name] for name in _names((question,)) if name in options}
    written = question.line is Line.RULES and not wanted
    for place, offer in enumerate(question.offers):
        if dict(offer.options) == wanted and (not written or offer.value == AS_WRITTEN):
            return place
    return 0


def _names(questions: Iterable[Question]) -> set[str]:
    return {name for question in questions for offer in question.offers for name, _ in offer.options}
