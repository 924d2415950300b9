"""What lies under a cup is on no screen, in no line, in no log, in no journal and in no file for a question before it is shown.

The cups of guests are seen by nobody but them; those of the house are known to the machine, so the house plays here. Its
hands are watched from the throw to the reveal, and those that were called off for ever.
"""

from __future__ import annotations

import dataclasses
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.actions import Dice, Json, Reveal, Throw
from game.journal import Journal
from game.journal_reader import JournalReader
from game.menu import Offers, Party
from game.records import Record
from game.session import Session
from game.setup import Agreed
from game.sighting import Button, LaneState, Sighting
from game.view import LaneView, View
from ui.chronicle import Chronicle, where
from ui.doctor.finding import Answer, ok
from ui.ledger import Ledger
from ui.settings import Settings
from ui.support import Scrubber, gathered

NAMES = ("Tom", "Irene", "Bo")
GAMES: dict[str, tuple[tuple[str, Json], ...]] = {
    "boss": (("banks", [20] * 3), ("max_wager", 5)),
    "duel": (),
    "qualification": (("rotations", 1),),
}
STEPS = 400


def spelt(dice: Dice) -> set[str]:
    """How five dice may be written: 66421, 6 6 4 2 1, 6, 6, 4, 2, 1, upwards and downwards."""
    orders = (tuple(sorted(dice)), tuple(sorted(dice, reverse=True)), tuple(dice))
    return {mark.join(map(str, order)) for order in orders for mark in ("", " ", ", ", ",")}


def texts(value: Any) -> Iterator[str]:
    """Every text in a view or a record."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts(part)


def hands_in(value: Any) -> Iterator[Dice]:
    """Every hand of five values in a view or a record."""
    if isinstance(value, LaneView):
        value = value.dice
    if isinstance(value, tuple) and len(value) == 5:
        found = [getattr(part, "value", part) for part in value]
        values = [one for one in found if isinstance(one, int)]
        if len(values) == 5:
            yield tuple(sorted(values))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from hands_in(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from hands_in(part)


class Evening:
    """The house against itself, and all that is shown, written and logged of it."""

    def __init__(self, kind: str, seed: int, folder: Path) -> None:
        self.session = Session(Offers.usual(Party(NAMES, ("ivory", "red", "blue"))), lanes=2, chance=random.Random(seed))
        players = 2 if kind == "duel" else 3
        options: tuple[tuple[str, Json], ...] = (*GAMES[kind], ("house", ["regular"] * players))
        self.agreed = Agreed(kind, Party(NAMES[:players], ("ivory",) * players, tuple(range(players))), options, 5)
        self.folder, self.chronicle = folder, Chronicle()
        self.lines: list[str] = []
        self.public: set[Dice] = set()
        self.hidden: set[Dice] = set()
        self.seen: set[Dice] = set()
        self.watched = 0

    def play(self, log: pytest.LogCaptureFixture) -> None:
        empty = [Sighting(lane, LaneState.EMPTY) for lane in range(2)]
        with Journal.open(self.folder, 0.0) as journal:
            ledger = Ledger(journal)
            self.write(ledger, self.session.start(self.agreed), 0.0)
            for step in range(STEPS):
                self.write(ledger, self.session.see(empty, float(step)), float(step))
                self.look(log)
                if self.session.croupier is None or self.session.croupier.at_the_end:
                    return
                self.write(ledger, self.session.press(Button.GREEN, step + 0.5), step + 0.5)
                self.look(log)

    def write(self, ledger: Ledger, records: tuple[Record, ...], now: float) -> None:
        ledger.write(records, now)
        for record in records:
            action = getattr(record, "action", None)
            if isinstance(action, Throw | Reveal):
                self.public.add(tuple(sorted(action.dice)))
        self.lines += self.chronicle.news(self.session.game)
        if self.session.game is not None:
            self.lines.append(where(self.session.game))

    def look(self, log: pytest.LogCaptureFixture) -> None:
        """Every hand under a cup now that nobody has shown by chance, too, against all that can be seen now."""
        assert self.session.house is not None
        cups = {tuple(sorted(dice)) for dice in self.session.house.cups.values()}
        self.hidden |= cups
        secret = cups - self.public
        view: View = self.session.view()
        shown = set(hands_in(view))
        self.seen |= shown
        if not secret:
            return
        self.watched += 1
        assert not secret & shown, view.headline
        told = "\n".join([*texts(view), *self.lines, log.text])
        for dice in secret:
            assert not any(spelling in told for spelling in spelt(dice)), dice


@pytest.mark.parametrize(("kind", "seed"), [("boss", 3), ("boss", 4), ("duel", 2), ("qualification", 1)])
def test_a_hidden_hand_is_nowhere_before_it_is_shown(
    kind: str, seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    evening = Evening(kind, seed, tmp_path / "state")
    evening.play(caplog)
    assert evening.watched > 5 and evening.lines
    never = evening.hidden - evening.public
    raw = b"".join(file.read_bytes() for file in (tmp_path / "state").iterdir())
    log = "\n".join([*evening.lines, caplog.text])
    entries = gathered(
        Settings(),
        "",
        [ok("storage", "Fine.")],
        tmp_path / "none.toml",
        tmp_path / "state",
        Scrubber(NAMES, tmp_path),
        lambda arguments, seconds: Answer(0, log),
        tmp_path / "model",
    )
    zipped = "\n".join(entry.data.decode("utf-8", "replace") for entry in entries)
    assert any(entry.name == "log.txt" for entry in entries)
    with JournalReader.open(tmp_path / "state") as reader:
        replayed = list(reader.past())
    for dice in never:
        assert str(list(dice)).encode() not in raw
        assert not any(spelling in zipped for spelling in spelt(dice) if " " not in spelling), dice
        assert all(dice not in set(hands_in(past.history.actions)) for past in replayed)


def test_the_watch_itself_sees_a_hand_that_is_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What is thrown in the open is found by the same search, on the screen and in the lines."""
    evening = Evening("boss", 3, tmp_path / "state")
    evening.play(caplog)
    assert evening.seen and evening.seen <= evening.public
    lines = "\n".join(evening.lines)
    assert any(spelling in lines for dice in evening.seen for spelling in spelt(dice))
