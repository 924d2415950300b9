"""Who sits at the table: names, seats, starting banks and the clockwise order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.errors import InvalidAction, InvalidOptions

T = TypeVar("T")

CHIPS_LIMIT = 1_000_000_000
"""No bank, wager or target is larger; keeps every number on the screen and in the journal readable."""

NAME_LIMIT = 40


def seated(players: Sequence[str], least: int, most: int) -> tuple[str, ...]:
    """The names as a tuple; raises `InvalidOptions` unless `least` to `most` players have names of 1 to 40 letters."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidOptions("The players are a list of names.")
    if not least <= len(players) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise InvalidOptions(f"This game is for {wanted} players, not {len(players)}.")
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > NAME_LIMIT or not name.isprintable():
            raise InvalidOptions(f"Every player needs a name of 1 to {NAME_LIMIT} letters.")
    return tuple(players)


def banked(banks: int | Sequence[int], players: int, zero: bool = True) -> tuple[int, ...]:
    """One bank a seat; `banks` may be one number for all. `zero`: a bank of 0 is a player already out."""
    if isinstance(banks, int):
        banks = (banks,) * players
    if isinstance(banks, str) or not isinstance(banks, Sequence):
        raise InvalidOptions("The banks are a list of whole numbers, one for each player.")
    if len(banks) != players:
        raise InvalidOptions(f"There are {players} players but {len(banks)} banks.")
    return tuple(whole("bank", bank, 0 if zero else 1) for bank in banks)


def whole(name: str, value: object, least: int) -> int:
    """A whole number from `least` to `CHIPS_LIMIT`, else `InvalidOptions`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidOptions(f"The {name} is a whole number.")
    if not least <= value <= CHIPS_LIMIT:
        raise InvalidOptions(f"The {name} is a number from {least} to {CHIPS_LIMIT}.")
    return value


def clockwise(seat: int, players: int) -> tuple[int, ...]:
    """The other seats in seat order, from the left of `seat`.

    >>> clockwise(2, 4)
    (3, 0, 1)
    """
    return tuple((seat + k) % players for k in range(1, players))


def check_seat(seat: object, players: int) -> None:
    """Raises `InvalidAction` when there is no such seat."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise InvalidAction(f"There is no such seat; the seats are 0 to {players - 1}.")


def placed(places: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same tuple with one place changed."""
    return (*places[:seat], value, *places[seat + 1 :])
