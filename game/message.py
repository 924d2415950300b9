"""Sentences for people as data: an English text with named places, translated only where it is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """`text` is the msgid of the catalogues, with `{name}` places; `values` fill them.

    A value that is itself a `Message` is translated before it is filled in. Names of players are plain strings and are
    never translated. `count` chooses the plural form where a catalogue has one.
    """

    text: str
    values: tuple[tuple[str, str | int | Message], ...] = ()

    def __str__(self) -> str:
        """The English sentence."""
        return self.text.format(**{name: str(value) for name, value in self.values})


def say(text: str, /, **values: str | int | Message) -> Message:
    """A message; the extractor of the catalogues looks for calls of this name.

    >>> str(say("{name} throws", name="Tom"))
    'Tom throws'
    """
    return Message(text, tuple(values.items()))
