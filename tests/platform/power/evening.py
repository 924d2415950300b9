"""Runs in a machine that will lose its power: says what the journal holds, goes on with it, and tells every step it keeps.

    python evening.py FOLDER SEED

`FOUND` is the game after the last power cut, `EARLIER` what each of its last rows led to; `KEPT` is printed when `append` has
returned and before the next move, as the screen is drawn only then. A line is: game, rows, fingerprint of the game, its place.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import random
import sys
import time

from guests_at_play import GuestsAtPlay, Lane, Press

from game.game import Game
from game.history import History
from game.journal import Journal
from game.menu import Menu, Offers, Party
from game.records import Accepted, Amended, Record, Started, Undone
from game.session import Session
from game.sighting import LaneState, SeenDie, Sighting
from ui.chronicle import where
from ui.ledger import Ledger

PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))
LANES = 3
SHOWN = 4
STEP_SECONDS = 0.005


def tell(*words: object) -> None:
    """One line at once: a buffer would be lost with the power."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def fingerprint(game: Game) -> str:
    """The same for equal games, whatever the process."""
    return hashlib.sha256(repr(game).encode()).hexdigest()[:16]


def sighting(lane: int, state: LaneState, values: tuple[int, ...]) -> Sighting:
    """Dice beside each other in a lane."""
    return Sighting(lane, state, tuple(SeenDie(value, (0.1 + 0.15 * place, 0.5)) for place, value in enumerate(values)))


class Evening:
    """Guests at a table whose journal lies on a disk that may lose power at any moment."""

    def __init__(self, journal: Journal, chance: random.Random) -> None:
        self._journal, self._chance = journal, chance
        self._ledger = Ledger(journal)
        self._session = Session(Offers.usual(PARTY, 5, 5, 10), lanes=LANES)
        self._now = 0.0
        self._game, self._rows = 0, 0

    def go_on(self) -> None:
        """Says what the journal holds and takes it up."""
        history = self._journal.resume()
        if self._journal.notice is not None:
            tell("NOTICE", self._journal.notice)
        if history is None:
            ended = self._journal.games()
            tell("FOUND", ended[-1].id if ended else 0, "over")
        else:
            self._game = self._journal.games()[-1].id
            rows = self._journal.rows(self._game)
            self._rows = len(rows)
            self._keep(self._session.resume(history, self._now))
            tell("FOUND", self._game, self._rows, fingerprint(history.game), where(self._session.game or history.game))
            for back in range(1, min(SHOWN, len(history.actions)) + 1):
                earlier = History(history.start, history.actions[:-back])
                tell("EARLIER", self._game, self._rows - back, fingerprint(earlier.game))
        for lane in range(LANES):
            self._keep(self._session.see([sighting(lane, LaneState.EMPTY, ())], self._now))

    def play(self) -> None:
        """One game after the other, until the power goes."""
        while True:
            people = GuestsAtPlay(
                self._session, self._chance.choice(list(Menu)), self._chance, begun=self._session.game is not None
            )
            while not people.over:
                self._now += 0.4
                match people.next():
                    case Press(button):
                        self._keep(self._session.press(button, self._now))
                    case Lane(lane, state, values):
                        self._keep(self._session.see([sighting(lane, state, values)], self._now))
                    case None:
                        self._keep(self._session.see(self._session.newest.values(), self._now))
                time.sleep(STEP_SECONDS)

    def _keep(self, records: tuple[Record, ...]) -> None:
        for record in records:
            self._ledger.write((record,), time.time())
            if self._ledger.banner is not None:
                tell("LOST", self._ledger.banner.headline)
            if isinstance(record, Started):
                self._game, self._rows = self._journal.games()[-1].id, 0
            self._rows += isinstance(record, Accepted | Undone | Amended)
        if records and self._journal.history is not None:
            game = self._journal.history.game
            tell("KEPT", self._game, self._rows, fingerprint(game), where(game))


def main() -> None:
    """Plays until the process is killed."""
    folder, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    with Journal.open(folder, time.time()) as journal:
        evening = Evening(journal, random.Random(seed))
        evening.go_on()
        evening.play()


if __name__ == "__main__":
    main()
