"""What the kiosk remembers: at once the last winners, people and table; a little later, on a thread, everybody's figures and
whether the dice are fair."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from game.fairness import Tally, sets_of, tallied, verdicts
from game.journal import Journal
from game.journal_file import JournalError
from game.journal_reader import JournalReader
from game.past_game import past_game
from game.regulars import Regular, added, ranked
from game.remembered import last_table, last_winners, people
from game.session import WINNERS_KEPT, Session
from game.view import FacesView, RegularRow

log = logging.getLogger(__name__)

JOIN_SECONDS = 5.0
ROWS = 8


def recall(session: Session, journal: Journal) -> None:
    """Gives a new evening the last winners, the people with their colours, and the last table."""
    records = journal.games()
    session.winners = last_winners(records, WINNERS_KEPT)
    session.remember(people(records))
    session.agreed = last_table(records, journal.rows(records[-1].id) if records else ())


class Recollection:
    """Reads the journal of a folder on a thread of its own, after `look` only what is new; closed by its owner.

    `regulars` and `faces` are what the attract screen shows; they are replaced as a whole and may be read at any time.
    """

    def __init__(self, folder: Path) -> None:
        self.regulars: tuple[RegularRow, ...] = ()
        self.faces: FacesView | None = None
        self._folder = folder
        self._known: dict[str, Regular] = {}
        self._counted: Tally = {}
        self._seen = 0
        self._wanted = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recollection", daemon=True)
        self._wanted.set()
        self._thread.start()

    def look(self) -> None:
        """There may be another finished game."""
        self._wanted.set()

    def close(self) -> None:
        """Ends the thread; may be called twice."""
        self._ended.set()
        self._wanted.set()
        self._thread.join(JOIN_SECONDS)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._wanted.wait()
            self._wanted.clear()
            if self._ended.is_set():
                return
            try:
                self._read()
            except JournalError as error:
                log.info("%s", error)

    def _read(self) -> None:
        with JournalReader.open(self._folder) as reader:
            for record in reader.games():
                if self._ended.is_set():
                    return
                if record.id <= self._seen or record.ended is None:
                    continue
                self._seen = record.id
                past = past_game(record, reader.rows(record.id))
                if past is not None:
                    self._known, self._counted = added(self._known, past), tallied(self._counted, past)
        self.regulars = tuple(
            RegularRow(one.name, one.games, one.wins, one.calls, one.best or ()) for one in ranked(self._known)[:ROWS]
        )
        self.faces = shown_faces(self._counted)


def shown_faces(counted: Tally) -> FacesView | None:
    """What the screen says of the dice; `None` before a first throw was counted. The set that is most unusual speaks."""
    found = verdicts(sets_of(counted))
    if not found[0].faces.dice:
        return None
    loud = min((one for one in found if one.unusual), key=lambda one: one.faces.chance, default=found[0])
    return FacesView(loud.faces.counts, loud.sentence, loud.faces.tint, loud.needed, loud.faces.face if loud.unusual else 0)
