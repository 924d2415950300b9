"""Spelling a name: with two buttons (a group of letters, then the letter), by touching letters, or on a keyboard."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from game.message import Message, say
from game.sighting import Button
from game.view import ButtonView, Footer, Lamp, Screen, SpellingView, View

LONGEST = 10
GROUPS = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "ZÆØÅ-")
DELETE, DONE, CANCEL = "delete", "done", "cancel"
BESIDES = " -’'."
"""What a name may hold besides letters, not at its beginning."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """The name so far; `taken` are the names that others at the table have. `group` is the row under the cursor, after the
    letters deleting, done and leaving; `letter` the place in it, `None` while the row is being chosen."""

    taken: tuple[str, ...] = ()
    text: str = ""
    group: int = 0
    letter: int | None = None

    @property
    def rows(self) -> tuple[str, ...]:
        """The letters and what else can be done now."""
        if not self.text:
            return (*GROUPS, CANCEL)
        return (*GROUPS, DONE, DELETE, CANCEL) if self.usable else (*GROUPS, DELETE, CANCEL)

    @property
    def name(self) -> str:
        """The name as it will be shown."""
        return self.text.strip()

    @property
    def usable(self) -> bool:
        """Whether this is a name that nobody else at the table has."""
        return is_name(self.name) and self.name.casefold() not in {name.casefold() for name in self.taken}

    def press(self, button: Button) -> Spelling | str | None:
        """The next state, the finished name, or `None` when no name is wanted after all."""
        rows = self.rows
        row = rows[self.group]
        if self.letter is not None:
            if button is Button.GREEN:
                return self.type(row[self.letter])
            last = self.letter + 1 == len(row)
            return replace(self, letter=None) if last else replace(self, letter=self.letter + 1)
        if button is Button.RED:
            return replace(self, group=(self.group + 1) % len(rows))
        return self.touch(row) if row in (DONE, DELETE, CANCEL) else replace(self, letter=0)

    def type(self, letter: str) -> Spelling:
        """With one more letter, capital at the beginning of a word; what is no letter of a name changes nothing."""
        begins = not self.text or self.text[-1] in " -"
        letter = letter.upper() if begins else letter.lower()
        if len(letter) != 1 or len(self.text) >= LONGEST or not (letter.isalpha() or (self.text and letter in BESIDES)):
            return replace(self, letter=None)
        longer = replace(self, text=self.text + letter, group=0, letter=None)
        full = len(longer.text) == LONGEST and DONE in longer.rows
        return replace(longer, group=longer.rows.index(DONE)) if full else longer

    def touch(self, what: str) -> Spelling | str | None:
        """A letter, or `done`, `delete` or `cancel`, whatever the cursor is on."""
        if what == CANCEL:
            return None
        if what == DELETE:
            return replace(self, text=self.text[:-1], group=0, letter=None)
        if what == DONE:
            return self.name if self.usable else replace(self, letter=None)
        return self.type(what)

    def view(self) -> View:
        """The screen of the letters."""
        rows = self.rows
        row = rows[self.group]
        red: Message = say("Another")
        if self.letter is not None:
            green = say("Take {choice}", choice=row[self.letter])
        elif row in (DONE, DELETE, CANCEL):
            green = word_of(row)
        else:
            green = say("{first} to {last}", first=row[0], last=row[-1])
        shown = SpellingView(self.text, tuple(rows), self.group, self.letter, LONGEST)
        footer = Footer(ButtonView(Lamp.LIT, green), ButtonView(Lamp.LIT, red), self._sentence())
        return View(Screen.SPELLING, say("Who is it?"), footer=footer, spelling=shown)

    def _sentence(self) -> Message | None:
        if self.text and not self.usable:
            return say("{name} sits here already.", name=self.name)
        if len(self.text) == LONGEST:
            return say("No more letters fit.")
        return say("Touch a letter, or use the buttons.") if not self.text else None


def word_of(row: str) -> Message:
    """What a row that is no letters is called."""
    if row == DONE:
        return say("Done")
    return say("Delete") if row == DELETE else say("Cancel")


def is_name(name: str) -> bool:
    """Whether this may be a name at the table: 1 to 10 letters, with single spaces, hyphens, points and apostrophes inside."""
    if not 1 <= len(name) <= LONGEST or name != " ".join(name.split()) or not name[0].isalpha():
        return False
    return all(letter.isalpha() or letter in BESIDES for letter in name)


def unique(names: Collection[str]) -> bool:
    """Whether no two names are the same but for case."""
    return len({name.casefold() for name in names}) == len(names)
