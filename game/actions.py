"""Everything that can happen at a table, as data: the outcome of a throw is inside the action (as in OpenSpiel's chance nodes).

The JSON form is the one of the referee protocol: `{"type": "throw", "seat": 1, "dice": [6, 6, 4, 2, 1]}`.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from game.errors import InvalidAction

Dice = tuple[int, ...]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Direction(enum.Enum):
    """Which points beat the Boss' Point in Qualification Dice (rule D4)."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Wager:
    """All players agree on the wager of the round (rule A3)."""

    type: ClassVar[str] = "wager"
    amount: int


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw: `dice` is the whole hand afterwards; `kept` (optional) the values that were not thrown again."""

    type: ClassVar[str] = "throw"
    seat: int
    dice: Dice
    kept: Dice | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """A challenger sets dice aside before the call, where the house plays so (reading B-e)."""

    type: ClassVar[str] = "keep"
    seat: int
    kept: Dice


@dataclass(frozen=True, slots=True)
class CallUp:
    """ "Come up!" (rules A8, B5, C3); implies that the Boss has made the hidden throw."""

    type: ClassVar[str] = "call_up"


@dataclass(frozen=True, slots=True)
class CallOff:
    """ "Pick them up" (rules A8, B5, C3)."""

    type: ClassVar[str] = "call_off"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The cup is lifted: the whole hand of this seat."""

    type: ClassVar[str] = "reveal"
    seat: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Cover:
    """The Boss of Qualification Dice states the largest bet he covers (rule D2)."""

    type: ClassVar[str] = "cover"
    amount: int


@dataclass(frozen=True, slots=True)
class Ante:
    """A player's ante, 0 to sit out (rules D2, D-p)."""

    type: ClassVar[str] = "ante"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The Boss announces a requirement by its name, higher or lower, and perhaps "Stand" (rule D4)."""

    type: ClassVar[str] = "announce"
    requirement: str
    direction: Direction
    stand: bool = False


@dataclass(frozen=True, slots=True)
class Concede:
    """Pays the ante at once after a stand (rule D10)."""

    type: ClassVar[str] = "concede"
    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Plays against a stand with a triple ante (rule D10)."""

    type: ClassVar[str] = "challenge"
    seat: int


@dataclass(frozen=True, slots=True)
class Stay:
    """The Boss of Qualification Dice does not throw (rule D8)."""

    type: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class OfferPush:
    """A tied player offers a push (rule E6)."""

    type: ClassVar[str] = "offer_push"
    seat: int


@dataclass(frozen=True, slots=True)
class AcceptPush:
    type: ClassVar[str] = "accept_push"
    seat: int


@dataclass(frozen=True, slots=True)
class RefusePush:
    type: ClassVar[str] = "refuse_push"
    seat: int


Action = (
    Wager
    | Throw
    | Keep
    | CallUp
    | CallOff
    | Reveal
    | Cover
    | Ante
    | Announce
    | Concede
    | Challenge
    | Stay
    | OfferPush
    | AcceptPush
    | RefusePush
)

ACTIONS: Mapping[str, type[Action]] = {kind.type: kind for kind in Action.__args__}


def action_to_json(action: Action) -> dict[str, Json]:
    """The protocol's form of an action; `None` fields are left out."""
    fields: dict[str, Json] = {"type": action.type}
    for field in dataclasses.fields(action):
        value = getattr(action, field.name)
        if isinstance(value, enum.Enum):
            value = value.value
        if value is not None:
            fields[field.name] = list(value) if isinstance(value, tuple) else value
    return fields


def action_from_json(data: object) -> Action:
    """Reads an action of the protocol; raises `InvalidAction` when it is none."""
    if not isinstance(data, Mapping):
        raise InvalidAction('An action is an object such as {"type": "call_up"}.')
    name = data.get("type")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidAction(f"There is no action of type {_shown(name)}; known are {', '.join(sorted(ACTIONS))}.")
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key in data:
        if key != "type" and key not in fields:
            raise InvalidAction(f"The action {name} has no field {_shown(key)}.")
    values: dict[str, object] = {}
    for key, field in fields.items():
        if data.get(key) is None:
            if field.default is dataclasses.MISSING:
                raise InvalidAction(f"The action {name} needs the field {key}.")
            continue
        values[key] = _read(key, data[key])
    return kind(**values)  # type: ignore[arg-type]


def _read(key: str, value: object) -> object:
    if key in ("dice", "kept"):
        return dice_of(value, count=5 if key == "dice" else None)
    if key == "direction":
        if value not in ("higher", "lower"):
            raise InvalidAction(f'The direction is "higher" or "lower", not {_shown(value)}.')
        return Direction(value)
    if key == "stand":
        if not isinstance(value, bool):
            raise InvalidAction(f"The field stand is true or false, not {_shown(value)}.")
        return value
    if key == "requirement":
        if not isinstance(value, str):
            raise InvalidAction(f"The requirement is a name such as one_reno, not {_shown(value)}.")
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidAction(f"The field {key} is a whole number, not {_shown(value)}.")
    return value


def dice_of(value: object, count: int | None = None) -> Dice:
    """A tuple of dice 1..6 from any list; `count` is the number there must be (`None`: at most five)."""
    if not isinstance(value, list | tuple):
        raise InvalidAction(f"Dice are a list of numbers from 1 to 6, not {_shown(value)}.")
    if count is not None and len(value) != count:
        raise InvalidAction(f"A hand has {count} dice, not {len(value)}.")
    if len(value) > 5:
        raise InvalidAction(f"There are at most 5 dice, not {len(value)}.")
    for die in value:
        if isinstance(die, bool) or not isinstance(die, int) or not 1 <= die <= 6:
            raise InvalidAction(f"A die shows 1 to 6, not {_shown(die)}.")
    return tuple(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
