"""Every game by its name in the referee protocol and the journal, made from players and options as JSON."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from game.actions import Json
from game.boss import BossGame, BossOptions
from game.duel import DuelGame, DuelOptions
from game.errors import InvalidOptions
from game.game import Game, Points, points_to_json
from game.option_reading import options_from_json
from game.policies.seat import Strength
from game.progressive import ProgressiveGame, ProgressiveOptions
from game.qualification import QualificationGame, QualificationOptions
from game.tournament import TournamentGame, TournamentOptions

Options = Mapping[str, object]
Factory = Callable[[Sequence[str], Options], Game]

BANKS = ("bank", "banks")
HOUSE = "house"
TINTS = "tints"


def new_game(kind: object, players: object, options: object = None) -> Game:
    """A new game of the kind with this name.

    `players` is a list of names, `options` an object as in the referee protocol (`None`: none). Raises `InvalidOptions`.
    """
    factory = GAMES.get(kind) if isinstance(kind, str) else None
    if factory is None:
        near = difflib.get_close_matches(str(kind)[:80], GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(GAMES)}."
        raise InvalidOptions(f"There is no such game; {hint}")
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise InvalidOptions("The players are a list of names.")
    if options is None:
        options = {}
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise InvalidOptions('The options are an object such as {"max_wager": 5}.')
    house_seats(options, len(players))
    tints_of(options, len(players))
    return factory(players, {name: value for name, value in options.items() if name not in (HOUSE, TINTS)})


def house_seats(options: Options, players: int) -> dict[int, Strength]:
    """The seats that the house plays, and how well: the option `house` holds a strength or nothing for every seat.

    It means nothing to the rules. Raises `InvalidOptions`.
    """
    given = options.get(HOUSE)
    if given is None:
        return {}
    known = {strength.value: strength for strength in Strength}
    if not isinstance(given, list | tuple) or len(given) != players:
        raise InvalidOptions("The house is a list with a strength or null for every player.")
    if not all(name is None or (isinstance(name, str) and name in known) for name in given):
        raise InvalidOptions(f"The house plays as {', '.join(known)}, or null where a person plays.")
    return {seat: known[name] for seat, name in enumerate(given) if name is not None}


def tints_of(options: Options, players: int) -> tuple[str, ...] | None:
    """The colours of everybody's dice: the option `tints` holds one for every seat; `None` when it is not given.

    It means nothing to the rules. Raises `InvalidOptions`.
    """
    given = options.get(TINTS)
    if given is None:
        return None
    if not isinstance(given, list | tuple) or len(given) != players or not all(isinstance(tint, str) for tint in given):
        raise InvalidOptions("The tints are a list with the name of a colour for every player.")
    return tuple(str(tint) for tint in given)


def options_of(game: Game) -> dict[str, Json]:
    """The options with which `new_game` makes a game as this one was at its start; what is usual is left out."""
    match game:
        case BossGame() | QualificationGame():
            return {"banks": _plain(game.starting_banks), **_unusual(game.options)}
        case DuelGame():
            return {**_banks(game.starting_banks), **_unusual(game.options)}
        case TournamentGame():
            whole = {name: value for name, value in _unusual(game.options).items() if name != "match"}
            return {**_banks(game.starting_banks), **whole, **_unusual(game.options.match)}
        case ProgressiveGame():
            return _unusual(game.options)
    raise InvalidOptions(f"There is no such game as {game.name}.")


def _banks(banks: Sequence[Points] | None) -> dict[str, Json]:
    return {} if banks is None else {"banks": _plain(banks)}


def _plain(banks: Sequence[Points]) -> list[Json]:
    return [points_to_json(bank) for bank in banks]


def _unusual(options: Any) -> dict[str, Json]:
    usual = type(options)()
    fields = [field.name for field in dataclasses.fields(options) if getattr(options, field.name) != getattr(usual, field.name)]
    return {name: getattr(getattr(options, name), "value", getattr(options, name)) for name in fields}


def bank_option(options: Options) -> int | Sequence[int] | None:
    """What `bank` (one number for all) or `banks` (one a seat) say; `None` when neither is given."""
    bank, banks = options.get("bank"), options.get("banks")
    if bank is not None and banks is not None:
        raise InvalidOptions("Give either bank or banks, not both.")
    if banks is not None and not isinstance(banks, list | tuple):
        raise InvalidOptions("The banks are a list of whole numbers, one for each player.")
    if bank is not None and (isinstance(bank, bool) or not isinstance(bank, int)):
        raise InvalidOptions("The bank is a whole number.")
    return cast("int | Sequence[int] | None", bank if banks is None else banks)


def _boss(players: Sequence[str], options: Options) -> Game:
    return BossGame.new(players, bank_option(options), options_from_json(BossOptions, options, also=BANKS))


def _duel(players: Sequence[str], options: Options) -> Game:
    return DuelGame.new(players, bank_option(options), options_from_json(DuelOptions, options, also=BANKS))


def _tournament(players: Sequence[str], options: Options) -> Game:
    own = ("length", "matches")
    match = options_from_json(DuelOptions, options, also=(*BANKS, *own))
    whole = options_from_json(TournamentOptions, {key: options[key] for key in own if key in options})
    return TournamentGame.new(players, bank_option(options), replace(whole, match=match))


def _qualification(players: Sequence[str], options: Options) -> Game:
    house_rules = options_from_json(QualificationOptions, options, also=BANKS)
    return QualificationGame.new(players, bank_option(options), house_rules)


def _progressive(players: Sequence[str], options: Options) -> Game:
    return ProgressiveGame.new(players, options_from_json(ProgressiveOptions, options))


GAMES: Mapping[str, Factory] = {
    "boss": _boss,
    "duel": _duel,
    "tournament": _tournament,
    "qualification": _qualification,
    "progressive": _progressive,
}
