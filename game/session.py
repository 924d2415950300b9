"""One evening at the table: the attract screen, the set-up, a game, its winner, and round again.

Everything a guest does comes in as a sighting or a press; everything to be written down goes out as records; `view` is what
to show. From every state the attract screen can be reached with the two buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from game.actions import Json, Wager
from game.boss import BossGame
from game.boss_options import BossOptions
from game.croupier_boss import BossCroupier
from game.history import History
from game.message import say
from game.records import Finished, Record, Started
from game.setup import TINTS, Agreed, Offers, Party, Setup
from game.sighting import Button, Sighting
from game.table import Table
from game.view import ButtonView, Footer, Lamp, Screen, View, WinnerRow

SETUP_SECONDS = 90.0
ATTRACT_SECONDS = 6.0
LANGUAGES = (("en", "English"), ("nb", "Norsk"))


@dataclass(slots=True)
class Session:
    """Leads people through set-up and games at a table with `lanes` lanes; `language` is what the screens speak."""

    offers: Offers
    lanes: int
    seat_lanes: tuple[int, ...] | None = None
    language: str = "en"
    winners: tuple[WinnerRow, ...] = ()
    setup: Setup | None = None
    croupier: BossCroupier | None = None
    agreed: Agreed | None = None
    now: float = 0.0
    pressed_at: float = 0.0
    newest: dict[int, Sighting] = field(default_factory=dict)

    @property
    def game(self) -> BossGame | None:
        """The game being played, `None` on the attract screen and in the set-up."""
        return None if self.croupier is None else self.croupier.game

    def resume(self, history: History[BossGame], now: float) -> tuple[Record, ...]:
        """Goes on with a game that was not finished."""
        game = history.game
        wagers = [action.amount for action in history.actions if isinstance(action, Wager)]
        wager = wagers[-1] if wagers else game.options.max_wager or 1
        known = next((party for party in self.offers.parties if party.players == game.players), None)
        party = known or Party(game.players, TINTS[: len(game.players)])
        self.agreed = Agreed(party, game.starting_bank, wager, game.options)
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
            self.setup = Setup(self.offers)
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

    def _play(self, croupier: BossCroupier, button: Button, held: bool) -> tuple[Record, ...]:
        if not croupier.at_the_end:
            records = croupier.press(button, self.now, held)
            if croupier.left:
                self.croupier = None
                return (*records, Finished())
            return records
        self._remember(croupier.game)
        self.croupier = None
        if button is Button.GREEN and self.agreed is not None:
            return (Finished(), *self._start(self.agreed))
        return (Finished(),)

    def _remember(self, game: BossGame) -> None:
        if game.winner is None:
            return
        row = WinnerRow(
            game.players[game.winner], say("Boss Dice, {rounds} rounds", rounds=game.round), str(game.banks[game.winner])
        )
        self.winners = (row, *self.winners)[:3]

    def _start(self, agreed: Agreed) -> tuple[Record, ...]:
        self.agreed = agreed
        party = agreed.party
        banks = (agreed.bank,) * len(party.players)
        game = BossGame.new(party.players, banks=banks, options=agreed.options)
        self.offers = replace(self.offers, parties=tuple(dict.fromkeys((party, *self.offers.parties))), bank=agreed.bank)
        self.croupier = self._croupier(History(game), agreed)
        for sighting in self.newest.values():
            self.croupier.see((sighting,), self.now)
        started = Started("boss", party.players, boss_options_to_json(banks, agreed.options))
        return (started, *self.croupier.begin(self.now))

    def _croupier(self, history: History[BossGame], agreed: Agreed) -> BossCroupier:
        seats = len(history.game.players)
        if self.seat_lanes is not None and len(self.seat_lanes) == seats:
            table = Table(self.seat_lanes, self.lanes)
        else:
            table = Table.arrange(seats, self.lanes)
        return BossCroupier.open(history, table, agreed.party.tints, agreed.wager)


def boss_options_to_json(banks: Sequence[int], options: BossOptions) -> tuple[tuple[str, Json], ...]:
    """The options of a banking game as the referee protocol names them; defaults are left out."""
    shown: dict[str, Json] = {"banks": list(banks)}
    usual = BossOptions()
    for name in BossOptions.__dataclass_fields__:
        value = getattr(options, name)
        if value != getattr(usual, name):
            shown[name] = getattr(value, "value", value)
    return tuple(shown.items())
