"""One evening at the table: the attract screen, the set-up, a game, its winner, and round again.

Everything a guest does comes in as a sighting or a press; everything to be written down goes out as records; `view` is what
to show. From every state the attract screen can be reached with the two buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from game.actions import Wager
from game.croupier import Croupier, open_croupier, places
from game.game import Game
from game.games import options_of
from game.history import History
from game.menu import Line, Offers, Party
from game.message import say
from game.records import Finished, Record, Started
from game.setup import TINTS, Agreed, Setup, last_choice, renewed
from game.sighting import Button, Sighting
from game.table import Table
from game.view import ButtonView, Footer, Lamp, Screen, View, WinnerRow
from game.winners import winner_row

SETUP_SECONDS = 90.0
ATTRACT_SECONDS = 6.0
WINNERS_KEPT = 3
LANGUAGES = (("en", "English"), ("nb", "Norsk"))


@dataclass(slots=True)
class Session:
    """Leads people through set-up and games at a table with `lanes` lanes; `language` is what the screens speak.

    `last` is what was taken on the lines of the last set-up; the next one begins with it.
    """

    offers: Offers
    lanes: int
    seat_lanes: tuple[int, ...] | None = None
    language: str = "en"
    winners: tuple[WinnerRow, ...] = ()
    setup: Setup | None = None
    croupier: Croupier | None = None
    agreed: Agreed | None = None
    last: Mapping[Line, int] = field(default_factory=dict)
    now: float = 0.0
    pressed_at: float = 0.0
    newest: dict[int, Sighting] = field(default_factory=dict)

    @property
    def game(self) -> Game | None:
        """The game being played, `None` on the attract screen and in the set-up."""
        return None if self.croupier is None else self.croupier.game

    @property
    def choosing(self) -> bool:
        """Whether red is an answer now, so that only holding it down opens the correction (guide, section 7)."""
        playing = self.croupier is not None and self.croupier.correction is None and not self.croupier.at_the_end
        return playing and self.view().footer.red.lamp is Lamp.LIT

    def resume(self, history: History[Any], now: float) -> tuple[Record, ...]:
        """Goes on with a game that was not finished, of any kind."""
        game: Game = history.game
        known = next((party for party in self.offers.parties if party.players == game.players), None)
        party = known or Party(game.players, TINTS[: len(game.players)])
        options = options_of(history.start)
        wagers = [action.amount for action in history.actions if isinstance(action, Wager)]
        most = options.get("max_wager")
        wager = wagers[-1] if wagers else most if isinstance(most, int) else 1
        self.agreed = Agreed(game.name, party, tuple(options.items()), wager)
        self.croupier = self._croupier(history, self.agreed)
        return self.croupier.begin(now)

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes."""
        self.now = now
        sightings = tuple(sightings)
        self.newest.update((sighting.lane, sighting) for sighting in sightings)
        if self.croupier is not None:
            return self.croupier.see(sightings, now)
        if self.setup is not None and now - self.pressed_at > SETUP_SECONDS:
            self.setup = None
        return ()

    def press(self, button: Button, now: float, held: bool = False) -> tuple[Record, ...]:
        """Takes one press of a button."""
        self.now = self.pressed_at = now
        if self.croupier is not None:
            return self._play(self.croupier, button, held)
        if self.setup is not None:
            answer = self.setup.press(button)
            if isinstance(answer, Agreed):
                self.setup = None
                return self._start(answer)
            self.setup = answer
        elif button is Button.GREEN:
            self.setup = Setup(self.offers, chosen=self.last)
        else:
            codes = [code for code, _ in LANGUAGES]
            self.language = codes[(codes.index(self.language) + 1) % len(codes)]
        return ()

    def view(self) -> View:
        """What to show now."""
        if self.croupier is not None:
            return self.croupier.view()
        if self.setup is not None:
            return self.setup.view()
        codes = [code for code, _ in LANGUAGES]
        other = LANGUAGES[(codes.index(self.language) + 1) % len(codes)][1]
        footer = Footer(ButtonView(Lamp.LIT, say("Play")), ButtonView(Lamp.QUIET, say("{language}", language=other)))
        return View(
            Screen.ATTRACT,
            say("Boss Tray"),
            footer=footer,
            last_winners=self.winners,
            attract_step=int(self.now / ATTRACT_SECONDS) % 5,
        )

    def _play(self, croupier: Croupier, button: Button, held: bool) -> tuple[Record, ...]:
        if not croupier.at_the_end:
            records = croupier.press(button, self.now, held)
            if croupier.left:
                self.croupier = None
                return (*records, Finished())
            return records
        row = winner_row(croupier.game)
        if row is not None:
            self.winners = (row, *self.winners)[:WINNERS_KEPT]
        self.croupier = None
        if button is Button.GREEN and self.agreed is not None:
            return (Finished(), *self._start(self.agreed))
        return (Finished(),)

    def _start(self, agreed: Agreed) -> tuple[Record, ...]:
        self.agreed = agreed
        self.offers, self.last = renewed(self.offers, agreed), last_choice(agreed)
        self.croupier = self._croupier(History(agreed.game()), agreed)
        for sighting in self.newest.values():
            self.croupier.watch((sighting,), self.now)
        started = Started(agreed.kind, agreed.party.players, agreed.options)
        return (started, *self.croupier.begin(self.now))

    def _croupier(self, history: History[Any], agreed: Agreed) -> Croupier:
        seats = places(history.game)
        if self.seat_lanes is not None and len(self.seat_lanes) == seats:
            table = Table(self.seat_lanes, self.lanes)
        else:
            table = Table.arrange(seats, self.lanes)
        return open_croupier(history, table, agreed.party.tints, agreed.wager)
