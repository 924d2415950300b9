"""Every game from the attract screen to the attract screen with two buttons, whatever anybody does."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_session import PARTY, replayed, seen

from game.actions import Cover, Throw
from game.boss import BossGame
from game.game import Game
from game.history import History
from game.menu import Menu, Offers, Party
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame, QualificationPhase
from game.records import Accepted, Finished, Record, Started
from game.session import Session
from game.sighting import Button, LaneState, Sighting
from game.tournament import TournamentGame
from game.view import Lamp, Screen

GREEN, RED = Button.GREEN, Button.RED


class Guests:
    """People at a table with two lanes: they press and throw, and look at the screen after each."""

    def __init__(self, evening: Session) -> None:
        self.evening = evening
        self.records: list[Record] = []
        self.now = 0.0
        for lane in range(evening.lanes):
            self.show(lane, LaneState.EMPTY)

    def press(self, button: Button, held: bool = False) -> None:
        self.now += 0.5
        self.records += self.evening.press(button, self.now, held)
        self.look()

    def show(self, lane: int, state: LaneState, values: tuple[int | None, ...] = ()) -> None:
        self.now += 0.4
        self.records += self.evening.see([Sighting(lane, state, seen(list(values)))], self.now)
        self.look()

    def throw(self, lane: int, values: str) -> None:
        for state in (LaneState.OBSTRUCTED, LaneState.EMPTY, LaneState.MOVING):
            self.show(lane, state)
        self.show(lane, LaneState.SETTLED, tuple(map(int, values)))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.records += self.evening.see(self.evening.newest.values(), self.now)
        self.look()

    def look(self) -> None:
        view = self.evening.view()
        assert str(view.headline) and "{" not in str(view.headline)
        assert all(die.value is None or 1 <= die.value <= 6 for lane in view.lanes for die in lane.dice)
        assert sum(lane.lit for lane in view.lanes) <= 1
        if view.screen is Screen.CALL:
            people = self.evening.house is None or self.evening.croupier.asked() not in self.evening.house.strengths
            assert {view.footer.green.lamp, view.footer.red.lamp} == {Lamp.LIT if people else Lamp.QUIET}
        if view.footer.red.lamp is Lamp.LIT and self.evening.croupier is not None and view.screen is not Screen.WINNER:
            assert self.evening.choosing is (view.screen is not Screen.CORRECTION)

    def start(self, game: Menu) -> None:
        """From the attract screen, everything as usual."""
        self.press(GREEN)
        for _ in range(list(Menu).index(game)):
            self.press(RED)
        for _ in range(10):
            if self.evening.game is not None:
                return
            self.press(GREEN)

    def leave(self) -> None:
        """The way back to the attract screen that is always there."""
        for _ in range(200):
            view = self.evening.view()
            if view.screen is Screen.ATTRACT:
                return
            end = str(view.headline) == "End this game?" or (view.screen is Screen.SETUP and self.evening.game is None)
            self.press(GREEN if end else RED, held=self.evening.choosing)
        raise AssertionError("There is no way back to the attract screen.")


def guests(bank: int = 10) -> Guests:
    return Guests(Session(Offers.usual(PARTY, 5, 5, bank), lanes=2, seat_lanes=(0, 1, 0)))


def balanced(game: Game) -> bool:
    """Whether no chip and no point has come or gone."""
    if isinstance(game, BossGame):
        return sum(game.banks) + game.kitty == sum(game.starting_banks)
    if isinstance(game, ProgressiveGame):
        return sum(game.totals) <= 72
    banks, start = game.banks, game.starting_banks  # type: ignore[attr-defined]
    return banks is None or sum(banks) == sum(start)


@pytest.mark.parametrize(
    ("game", "kind", "screen", "headline"),
    [
        (Menu.BANKING, "boss", Screen.THROWS, "Tom throws"),
        (Menu.SAN_FRANCISCO, "duel", Screen.THROWS, "Tom throws"),
        (Menu.NORWEGIAN, "duel", Screen.THROWS, "Tom throws"),
        (Menu.WINNER_STAYS_ON, "tournament", Screen.THROWS, "Tom throws"),
        (Menu.QUALIFICATION, "qualification", Screen.SETUP, "Tom covers"),
        (Menu.PROGRESSIVE, "progressive", Screen.THROWS, "Tom throws"),
    ],
)
def test_every_game_starts_goes_on_after_a_power_cut_and_ends(game: Menu, kind: str, screen: Screen, headline: str) -> None:
    at = guests()
    at.start(game)
    started = at.records[0]
    assert isinstance(started, Started) and started.kind == kind
    assert (at.evening.view().screen, str(at.evening.view().headline)) == (screen, headline)
    if game is Menu.QUALIFICATION:
        at.press(GREEN)
        assert at.records[-1] == Accepted(Cover(50))
    else:
        at.throw(0, "66124")
        at.throw(1, "55123")
    history = replayed(at.records)
    assert history is not None
    tints = ("amber", "#123456", "blue")[: len(history.game.players)]
    later = Guests(Session(Offers.usual(Party(history.game.players, tints), 5, 5, 10), lanes=2))
    later.records += later.evening.resume(history, 1000.0)
    later.now = 1000.0
    assert later.evening.game == at.evening.game
    assert later.evening.view().headline == at.evening.view().headline
    assert later.evening.agreed is not None and later.evening.agreed.game() == history.start
    assert later.evening.agreed.party.tints == tints
    for one in (at, later):
        one.leave()
        assert one.records[-1] == Finished()


def test_a_match_is_remembered_on_the_attract_screen_and_played_again() -> None:
    at = guests()
    at.start(Menu.SAN_FRANCISCO)
    for _ in range(2):
        at.throw(0, "66666")
        at.throw(1, "55123")
        at.press(GREEN)
        at.throw(1, "55124")
        at.show(0, LaneState.SETTLED, (6, 6, 6, 6, 6))
        at.press(GREEN)
    assert at.evening.view().screen is Screen.WINNER
    at.press(RED)
    (row,) = at.evening.view().last_winners
    assert (row.name, str(row.game), row.score) == ("Tom", "Match", "2–0")
    at.press(GREEN)
    assert str(at.evening.view().setup[0].value) == "Match, San Francisco"


def test_the_offers_of_the_next_game_begin_with_the_last_table() -> None:
    at = guests()
    at.start(Menu.QUALIFICATION)
    at.leave()
    at.press(GREEN)
    assert str(at.evening.view().setup[0].value) == "Qualification Dice"


def test_cups_of_the_last_game_are_no_hidden_hands() -> None:
    at = guests()
    for lane in (0, 1):
        at.show(lane, LaneState.COVERED)
    at.press(GREEN)
    for button in (*[RED] * 4, GREEN, RED, GREEN, GREEN, GREEN, GREEN, GREEN):
        at.press(button)
    at.press(GREEN)
    at.press(GREEN)
    game = at.evening.game
    assert isinstance(game, QualificationGame) and game.phase is QualificationPhase.ANNOUNCE
    assert str(at.evening.view().headline) == "All throw, hidden"
    for lane in (0, 1):
        at.show(lane, LaneState.OBSTRUCTED)
        at.show(lane, LaneState.COVERED)
    assert str(at.evening.view().headline) == "Tom, choose"


def test_in_a_choice_red_waits_for_the_hold() -> None:
    at = guests()
    assert not at.evening.choosing
    at.start(Menu.QUALIFICATION)
    assert at.evening.choosing
    at.press(RED, held=True)
    assert at.evening.view().screen is Screen.CORRECTION
    assert not at.evening.choosing


def happen(at: Guests, source: random.Random) -> None:
    """Something that people do, more often than not what the game waits for."""
    lane = source.randrange(2)
    values = "".join(str(source.randint(1, 6)) for _ in range(5))
    match source.randrange(12):
        case 0 | 1 | 2:
            at.press(GREEN)
        case 3:
            at.press(RED, held=source.random() < 0.1)
        case 4 | 5 | 6:
            at.throw(lane, values)
        case 7:
            kept: Any = getattr(at.evening.game, "kept", ())
            at.show(lane, LaneState.COVERED, tuple(kept) if source.random() < 0.7 else ())
        case 8:
            awaited = at.evening.croupier.awaited() if at.evening.croupier is not None else {}
            kept = at.evening.croupier.hand.kept if hasattr(at.evening.croupier, "hand") else ()
            rest = tuple(source.randint(1, 6) for _ in range(5 - len(kept)))
            at.show(next(iter(awaited), lane), LaneState.SETTLED, (*kept, *rest))
        case 9:
            faces = [source.choice([None, 1, 2, 3, 4, 5, 6]) for _ in range(source.randint(0, 7))]
            at.show(lane, source.choice(list(LaneState)), tuple(faces))
        case 10:
            at.wait(source.choice([0.5, 2, 14, 40]))
        case 11:
            at.show(lane, LaneState.EMPTY)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(Menu), st.integers(0, 2**32), st.integers(10, 90))
def test_no_order_of_presses_and_sightings_hangs_a_table_or_loses_a_chip(menu: Menu, seed: int, length: int) -> None:
    source = random.Random(seed)
    at = guests()
    at.start(menu)
    for _ in range(length):
        happen(at, source)
    game = at.evening.game
    if game is not None:
        assert balanced(game)
        history = replayed(at.records)
        assert history is not None and history.game == game
        later = Session(Offers.usual(PARTY, 5, 5, 10), lanes=2)
        later.resume(History(history.start, history.actions), at.now)
        assert later.game == game
    at.leave()
    assert at.evening.view().screen is Screen.ATTRACT


def test_the_next_player_of_a_tournament_sits_down_at_the_loser_s_lane() -> None:
    at = guests()
    at.start(Menu.WINNER_STAYS_ON)
    for _ in range(2):
        at.throw(1, "66666")
        at.throw(0, "55123")
        at.press(GREEN)
        at.throw(0, "55124")
        at.show(1, LaneState.SETTLED, (6, 6, 6, 6, 6))
        at.press(GREEN)
    assert (at.evening.view().screen, str(at.evening.view().headline)) == (Screen.MATCH, "Barbara meets Irene")
    at.press(GREEN)
    at.throw(0, "33124")
    assert at.records[-1] == Accepted(Throw(2, (3, 3, 1, 2, 4)))
    assert isinstance(at.evening.game, TournamentGame)
