"""The kinds of settings: each knows what it allows, says so in words, and checks a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Kind(Protocol):
    """One kind of setting. `doc` is its documentation, `allowed` says in words which values it takes."""

    @property
    def doc(self) -> str: ...

    @property
    def allowed(self) -> str: ...

    def fits(self, value: object) -> bool:
        """Whether `value`, as TOML gave it, is allowed."""


@dataclass(frozen=True, slots=True)
class Flag:
    doc: str
    allowed: str = "true or false"

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Whole:
    doc: str
    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def fits(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Number:
    doc: str
    low: float
    high: float

    @property
    def allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def fits(self, value: object) -> bool:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Choice:
    """`choices` are texts or numbers, or what gives them when they are asked for."""

    doc: str
    choices: tuple[Any, ...] | Callable[[], tuple[Any, ...]]

    @property
    def known(self) -> tuple[Any, ...]:
        return self.choices() if callable(self.choices) else self.choices

    @property
    def allowed(self) -> str:
        *most, last = (f'"{choice}"' if isinstance(choice, str) else str(choice) for choice in self.known)
        return f"{', '.join(most)} or {last}" if most else last

    def fits(self, value: object) -> bool:
        return not isinstance(value, bool) and any(type(value) is type(known) and value == known for known in self.known)


@dataclass(frozen=True, slots=True)
class Text:
    """`pattern` must fit the whole text; `allowed` says the same in words."""

    doc: str
    pattern: str
    allowed: str

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts, `low` to `high` of them, each like `pattern`."""

    doc: str
    pattern: str
    each: str
    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a list of {self.low} to {self.high} texts, each {self.each}"

    def fits(self, value: object) -> bool:
        if not isinstance(value, list) or not self.low <= len(value) <= self.high:
            return False
        return all(isinstance(entry, str) and re.fullmatch(self.pattern, entry) is not None for entry in value)
