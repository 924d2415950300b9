"""The text of a card: a small part of Markdown, so that one file is read on a screen and printed.

A card has a title (`#`), a line of facts, the aim, then headings (`##`), paragraphs, lists (`-`, `1.`) and tables; `---`
begins the second column. Dice are written ⚀ to ⚅; bold ones are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FACES = "⚀⚁⚂⚃⚄⚅"
_ITEM = re.compile(r"(-|\d{1,2}\.) +(.*)")
_RULE = re.compile(r"\|[-| :]+\|")


class CardError(ValueError):
    """A card that cannot be read or does not fit its page, in one sentence."""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list; `mark` is its number with a full stop, or "-"."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A table; the first row is its head."""

    cells: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Item | Rows


@dataclass(frozen=True, slots=True)
class Card:
    """One page: what it is called, for whom, what to play for, and two columns of blocks."""

    title: str
    facts: str
    aim: str
    left: tuple[Block, ...]
    right: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class DiceRun:
    """A row of dice: values 1 to 6, and which of them are kept."""

    values: tuple[int, ...]
    kept: tuple[bool, ...]


@dataclass(slots=True)
class _Column:
    blocks: list[Block] = field(default_factory=list)


def folder(language: str) -> Path:
    """Where the cards of a language are; raises `CardError` when there are none."""
    package = Path(__file__).parent
    for place in (package / "play" / language, package.parents[1] / "docs" / "play" / language):
        if place.is_dir():
            return place
    raise CardError(f"There are no cards in the language {language}.")


def cards(language: str) -> tuple[Card, ...]:
    """All cards of a language, in the order of their file names; raises `CardError`."""
    return tuple(parse(file.read_text(encoding="utf-8"), file.name) for file in sorted(folder(language).glob("*.md")))


def parse(text: str, name: str = "card") -> Card:
    """The card that `text` describes; raises `CardError` when title, facts or aim are missing."""
    columns = [_Column()]
    title = ""
    for chunk in _chunks(text):
        if chunk[0].startswith("# ") and not title:
            title = chunk[0][2:].strip()
        elif chunk == ["---"]:
            columns.append(_Column())
        else:
            columns[-1].blocks += _blocks(chunk)
    first = columns[0].blocks
    if not title or len(columns) != 2 or len(first) < 2:
        raise CardError(f"{name} has no title, or no second column.")
    facts, aim, *left = first
    if not isinstance(facts, Paragraph) or not isinstance(aim, Paragraph):
        raise CardError(f"{name} does not begin with a line of facts and the aim.")
    return Card(title, facts.text, aim.text, tuple(left), tuple(columns[1].blocks))


def dice_in(cell: str) -> DiceRun | None:
    """The dice of a cell that holds nothing else, `None` for words."""
    values: list[int] = []
    kept: list[bool] = []
    bold = False
    for part in re.split(r"(\*\*)", cell.strip()):
        if part == "**":
            bold = not bold
        elif any(letter not in FACES for letter in part):
            return None
        else:
            values += [FACES.index(letter) + 1 for letter in part]
            kept += [bold] * len(part)
    return DiceRun(tuple(values), tuple(kept)) if values else None


def _chunks(text: str) -> Iterator[list[str]]:
    """Lines that belong together, without the empty ones between them."""
    lines: list[str] = []
    for line in (*text.splitlines(), ""):
        if line.strip():
            lines.append(line.rstrip())
        elif lines:
            yield lines
            lines = []


def _blocks(lines: list[str]) -> list[Block]:
    if lines[0].startswith("## "):
        return [Heading(lines[0][3:].strip())]
    if lines[0].startswith("|"):
        rows = [
            tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines if not _RULE.fullmatch(line)
        ]
        return [Rows(tuple(rows))]
    blocks: list[Block] = []
    for line in lines:
        found = _ITEM.match(line)
        if found is not None:
            blocks.append(Item(found[1], found[2]))
        elif blocks and isinstance(blocks[-1], Item):
            last = blocks[-1]
            blocks[-1] = Item(last.mark, f"{last.text} {line.strip()}")
        elif blocks and isinstance(blocks[-1], Paragraph):
            blocks[-1] = Paragraph(f"{blocks[-1].text} {line.strip()}")
        else:
            blocks.append(Paragraph(line.strip()))
    return blocks
