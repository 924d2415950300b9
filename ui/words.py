"""Sentences and numbers in the language of the table, from gettext catalogues.

A language is a folder `locale/LANGUAGE/LC_MESSAGES` with `bosstray.po` and the compiled `bosstray.mo`. The msgid is the
English text of `say`. An entry with the context `short` is the form for narrow places; an entry with a plural is chosen by
the message's value `count`; `name` with the context `language` is what the language calls itself. Even English has a
catalogue, for its short forms and plurals. After a change: `pybabel compile -d ui/locale -D bosstray`.
"""

from __future__ import annotations

import gettext
from pathlib import Path

from game.message import Message

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "bosstray"
SHORT = "short"
LANGUAGE = "language"
SPACE = "\u00a0"
"""Between thousands. The thin space of the shipped fonts, an eighth of an em, is not seen from two metres."""

MINUS = "\u2212"


class UnknownLanguage(ValueError):
    """There is no catalogue for the language."""


def languages() -> tuple[str, ...]:
    """The codes of all languages with a compiled catalogue, in alphabetical order."""
    return tuple(sorted(file.parent.parent.name for file in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def number(value: int) -> str:
    """A whole number as people read it: thousands apart by a space that does not break, the true minus sign."""
    digits = f"{abs(value):,}".replace(",", SPACE)
    return MINUS + digits if value < 0 else digits


class Words:
    """The words of one language; raises `UnknownLanguage` when there is no catalogue for it."""

    def __init__(self, language: str) -> None:
        try:
            self._catalogue = gettext.translation(DOMAIN, LOCALE, [language])
        except OSError as error:
            known = ", ".join(languages())
            raise UnknownLanguage(f"There is no catalogue for the language {language}; known are {known}.") from error
        self.language = language

    @property
    def name(self) -> str:
        """What the language calls itself ("Norsk")."""
        name = self._catalogue.pgettext(LANGUAGE, "name")
        return self.language if name == "name" else name

    def text(self, message: Message | str | int) -> str:
        """The sentence in this language; numbers are formatted, plain strings (names of players) stay as they are."""
        if isinstance(message, Message):
            return self._fill(self._translate(message), message)
        return number(message) if isinstance(message, int) else message

    def short(self, message: Message | str | int) -> str | None:
        """The short form for narrow places, or `None` when the language has none."""
        if not isinstance(message, Message):
            return None
        translated = self._catalogue.pgettext(SHORT, message.text)
        return None if translated == message.text else self._fill(translated, message)

    def forms(self, message: Message | str | int) -> tuple[str, ...]:
        """The full form, then the short form if there is one."""
        short = self.short(message)
        return (self.text(message),) if short is None else (self.text(message), short)

    def _translate(self, message: Message) -> str:
        count = dict(message.values).get("count")
        if isinstance(count, int):
            plural = self._catalogue.ngettext(message.text, "", count)
            if plural and (count != 1 or plural != message.text):
                return plural
        return self._catalogue.gettext(message.text)

    def _fill(self, translated: str, message: Message) -> str:
        return translated.format(**{name: self.text(value) for name, value in message.values})
