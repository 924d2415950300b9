"""One evening at the table: the attract screen, the set-up, a game, its winner, and round again.

Everything a guest does comes in as a sighting or a press; everything to be written down goes out as records; `view` is what
to show. From every state the attract screen can be reached with the two buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.actions import Json, Wager
from game.coach import Advice, advise
from game.croupier import Croupier, open_croupier, places
from game.game import Game
from game.games import HOUSE, TINTS, house_seats, options_of
from game.history import History
from game.house import Randomness, Thinking, decisions
from game.house_players import HousePlayers
from game.last_table import again, agreed_of
from game.menu_lines import Offers
from game.message import Message, say
from game.records import Finished, Record, Started
from game.setup import Agreed, Setup
from game.sighting import Button, Sighting
from game.table import Table
from game.view import ButtonView, FacesView, Footer, Lamp, RegularRow, Screen, View, WinnerRow
from game.winners import winner_row

SETUP_SECONDS = 90.0
WINNERS_KEPT = 3
PEOPLE_KEPT = 24
LANGUAGES = (("en", "English"), ("nb", "Norsk"))


@dataclass(slots=True)
class Session:
    """Leads people through set-up and games at a table with `lanes` lanes; `language` is what the screens speak.

    `agreed` is the last table, with which the next set-up begins. With `chance` the house may play in
    any seat and throws its dice with it; with `by_hand` people throw for it what lies in the open. `coaching` shows after a
    round what would have been best. `think` weighs the decisions of the house and `review` those of a round that has ended;
    either may answer `None` while it is still reckoning.
    """

    offers: Offers
    lanes: int
    seat_lanes: tuple[int, ...] | None = None
    language: str = "en"
    winners: tuple[WinnerRow, ...] = ()
    regulars: tuple[RegularRow, ...] = ()
    faces: FacesView | None = None
    setup: Setup | None = None
    croupier: Croupier | None = None
    agreed: Agreed | None = None
    now: float = 0.0
    pressed_at: float = 0.0
    newest: dict[int, Sighting] = field(default_factory=dict)
    chance: Randomness | None = None
    by_hand: bool = False
    coaching: bool = False
    think: Thinking = decisions
    review: Callable[[History[Any]], tuple[Advice, ...] | None] = advise
    house: HousePlayers | None = None
    spoken: tuple[object, tuple[Message, ...]] | None = None

    @property
    def game(self) -> Game | None:
        """The game being played, `None` on the attract screen and in the set-up."""
        return None if self.croupier is None else self.croupier.game

    @property
    def choosing(self) -> bool:
        """Whether red is an answer now, so that only holding it down opens the correction (guide, section 7)."""
        playing = self.croupier is not None and self.croupier.correction is None and not self.croupier.at_the_end
        return playing and self.view().footer.red.lamp is Lamp.LIT

    def resume(self, history: History[Any], now: float, written: Mapping[str, Json] | None = None) -> tuple[Record, ...]:
        """Goes on with a game that was not finished, of any kind; `written` are its options as they were written down.

        From them it is known which seats the house plays. Raises `InvalidOptions`.
        """
        game: Game = history.game
        seats = {name: value for name, value in (written or {}).items() if name in (HOUSE, TINTS)}
        wagers = [action.amount for action in history.actions if isinstance(action, Wager)]
        options = {**options_of(history.start), **seats}
        self.agreed = agreed_of(game.name, game.players, options, wagers[-1] if wagers else None, self.offers.parties)
        self.croupier = self._croupier(history, self.agreed)
        self.now = now
        return (*self.croupier.begin(now), *self._house_moves(self.croupier))

    def see(self, sightings: Iterable[Sighting], now: float) -> tuple[Record, ...]:
        """Takes the newest sightings of the lanes."""
        self.now = now
        sightings = tuple(sightings)
        self.newest.update((sighting.lane, sighting) for sighting in sightings)
        if self.croupier is not None:
            return (*self.croupier.see(sightings, now), *self._house_moves(self.croupier))
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
                return self.start(answer)
            self.setup = answer
        elif button is Button.GREEN:
            offers = replace(self.offers, house=self.chance is not None)
            self.setup = Setup(offers) if self.agreed is None else again(offers, self.agreed)
        else:
            codes = [code for code, _ in LANGUAGES]
            self.language = codes[(codes.index(self.language) + 1) % len(codes)]
        return ()

    def view(self) -> View:
        """What to show now."""
        if self.croupier is not None:
            return self._coached(self.croupier)
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
            regulars=self.regulars,
            faces=self.faces,
        )

    def _play(self, croupier: Croupier, button: Button, held: bool) -> tuple[Record, ...]:
        if not croupier.at_the_end:
            if self.house is not None and button is Button.GREEN and croupier.pause is None and croupier.correction is None:
                self.house.hurry()
            records = (*croupier.press(button, self.now, held), *self._house_moves(croupier))
            if croupier.left:
                self.croupier = None
                return (*records, Finished())
            return records
        row = winner_row(croupier.game)
        if row is not None:
            self.winners = (row, *self.winners)[:WINNERS_KEPT]
        self.croupier = None
        if button is Button.GREEN and self.agreed is not None:
            return (Finished(), *self.start(self.agreed))
        return (Finished(),)

    def remember(self, people: Iterable[tuple[str, str]]) -> None:
        """Offers these people, by name and colour, before all others when everybody is chosen by name."""
        known: dict[str, tuple[str, str]] = {}
        for name, tint in (*people, *self.offers.people):
            known.setdefault(name.casefold(), (name, tint))
        self.offers = replace(self.offers, people=tuple(known.values())[:PEOPLE_KEPT])

    def type(self, letter: str, now: float) -> None:
        """One letter of a keyboard, where a name is being spelt."""
        if self.setup is not None:
            self.now = self.pressed_at = now
            self.setup = self.setup.type(letter)

    def touch(self, what: str, now: float) -> None:
        """What was touched on the screen of letters."""
        if self.setup is not None:
            self.now = self.pressed_at = now
            self.setup = self.setup.touch(what)

    @property
    def spelling(self) -> bool:
        """Whether letters are wanted, from a keyboard or by a touch."""
        return self.setup is not None and self.setup.spelling is not None

    def start(self, agreed: Agreed) -> tuple[Record, ...]:
        """Begins a game as it was set up."""
        self.agreed = agreed
        self.offers = again(self.offers, agreed).offers
        self.remember(agreed.party.people)
        self.croupier = self._croupier(History(agreed.game()), agreed)
        for sighting in self.newest.values():
            self.croupier.watch((sighting,), self.now)
        tints: list[Json] = list(agreed.party.tints)
        started = Started(agreed.kind, agreed.party.players, (*agreed.options, (TINTS, tints)))
        return (started, *self.croupier.begin(self.now), *self._house_moves(self.croupier))

    def _croupier(self, history: History[Any], agreed: Agreed) -> Croupier:
        seats = places(history.game)
        if self.seat_lanes is not None and len(self.seat_lanes) == seats:
            table = Table(self.seat_lanes, self.lanes)
        else:
            table = Table.arrange(seats, self.lanes)
        croupier = open_croupier(history, table, agreed.party.tints, agreed.wager)
        strengths = house_seats(dict(agreed.options), len(agreed.party.players))
        self.house = None
        if strengths and self.chance is not None:
            self.house = HousePlayers(strengths, self.chance, self.by_hand, self.think)
            self.house.sit_down(croupier)
        return croupier

    def _coached(self, croupier: Croupier) -> View:
        """The croupier's view; while a round's result is shown, with what the coach says of it, the dearest mistake first.

        The footer has room for one sentence of the coach.
        """
        view = croupier.view()
        if not self.coaching or view.screen is not Screen.SETTLEMENT:
            return view
        last = croupier.game.last_round
        if self.spoken is None or self.spoken[0] is not last:
            found = self.review(croupier.history)
            if found is None:
                return view
            said = sorted(found, key=lambda advice: -advice.cost)
            self.spoken = (last, tuple(advice.message for advice in said))
        _, messages = self.spoken
        footer = replace(view.footer, sentence=messages[0]) if messages else view.footer
        return replace(view, coach=messages, footer=footer)

    def _house_moves(self, croupier: Croupier) -> tuple[Record, ...]:
        """What the house does now, as often as it is its turn without waiting."""
        records: list[Record] = []
        while self.house is not None and (moved := self.house.move(croupier, self.now)):
            records += moved
        return tuple(records)
