"""Writes records into the journal before they are shown, and keeps the table playing when the disk does not do its part."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from game.journal import DiskFullError, Journal, JournalError
from game.records import Accepted, Amended, Finished, Record, Started, Undone
from game.view import Banner
from ui.banners import disk_banner

log = logging.getLogger(__name__)


class Ledger:
    """The journal of one kiosk; `banner` says what is wrong with it, `None` when all is written."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.banner: Banner | None = None

    def write(self, records: Iterable[Record], now: float) -> None:
        """Commits every record; after a failure the game goes on in memory until the next one begins, and a banner says so."""
        for record in records:
            if self.banner is not None and not isinstance(record, Started):
                continue
            try:
                self._write(record, now)
            except JournalError as error:
                log.error("%s", error)
                self.banner = disk_banner(isinstance(error, DiskFullError))
            else:
                self.banner = None

    def _write(self, record: Record, now: float) -> None:
        match record:
            case Started(kind, players, options):
                self._journal.start(kind, players, dict(options), now)
            case Accepted(action, source):
                self._journal.append(action, now, None if source is None else source.value)
            case Undone(reason):
                self._journal.undo(reason, now)
            case Amended(index, action, reason):
                self._journal.amend(index, action, reason, now)
            case Finished():
                self._journal.finish(now)
