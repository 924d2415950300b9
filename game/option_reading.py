"""House rules as JSON: the options of a game read from untrusted data with types checked, and written back."""

from __future__ import annotations

import dataclasses
import difflib
import enum
import reprlib
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from game.actions import Json
from game.errors import InvalidOptions
from game.seating import whole

T = TypeVar("T")


def options_from_json(kind: type[T], data: Mapping[str, object], also: tuple[str, ...] = ()) -> T:
    """An instance of the options dataclass `kind`; raises `InvalidOptions` with one sentence.

    Values are numbers, true or false, or the value of an enum member; `null` takes the default. Keys in `also` belong to
    somebody else and are passed over; an unknown key is refused with the nearest known one as a suggestion.
    """
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for key, value in data.items():
        if key in also:
            continue
        if key not in fields:
            raise InvalidOptions(_unknown(key, (*fields, *also)))
        if value is not None:
            values[key] = _read(key, value, hints[key])
    return kind(**values)


def options_to_json(options: Any) -> dict[str, Json]:
    """All fields of an options dataclass in the form that `options_from_json` reads."""
    shown: dict[str, Json] = {}
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        shown[field.name] = value.value if isinstance(value, enum.Enum) else value
    return shown


def _read(key: str, value: object, hint: Any) -> object:
    kinds = [kind for kind in _members(hint) if kind is not type(None)]
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            choices = {member.value: member for member in kind}
            if isinstance(value, str) and value in choices:
                return choices[value]
            named = ", ".join(str(choice) for choice in choices)
            raise InvalidOptions(f"The option {key} is one of {named}, not {reprlib.repr(value)}.")
    if bool in kinds:
        if not isinstance(value, bool):
            raise InvalidOptions(f"The option {key} is true or false, not {reprlib.repr(value)}.")
        return value
    return whole(key, value, 0)


def _members(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)


def _unknown(key: object, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(str(key)[:80], known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(known))}."
    return f"There is no option {reprlib.repr(key)}; {hint}"
