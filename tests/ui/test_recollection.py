"""What the kiosk remembers over a restart: shown while nobody plays, and never told twice."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.actions import Throw, Wager
from game.boss import BossGame
from game.game import Game
from game.journal import Journal
from game.menu_lines import Line, Menu, Offers, Party
from game.session import Session
from game.setup import Setup
from game.sighting import Button
from game.spelling import CANCEL, DELETE, DONE, Spelling
from game.view import FacesView, Screen
from hardware.press import Press, Role
from ui.chronicle import Chronicle
from ui.display import WindowDisplay
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from ui.recollection import Recollection, recall, shown_faces
from ui.samples import views
from ui.screens.attract import PAGE_SECONDS, Page, page_of
from ui.screens.spelling import cells, touched
from ui.theme import layout

NAMES = ("Tom", "Irene")
PARTY = Party(NAMES, ("red", "ivory"))


def play(folder: Path, rounds: int, seed: int = 1) -> Game:
    """A game with so many rounds nobody wins a chip in, left before its end; the running game of the journal after it."""
    chance = random.Random(seed)
    with Journal.open(folder, 1.0) as journal:
        journal.start("boss", NAMES, {"banks": [20, 20], "max_wager": 5, "tints": ["red", "ivory"]}, 1.0)
        for _ in range(rounds):
            journal.append(Wager(3), 2.0)
            for seat in range(2):
                dice = (1, 2, 3, 4, 6)
                journal.append(Throw(seat, tuple(chance.sample(dice, 5))), 3.0, "seen")
        journal.finish(4.0)
        return journal.start("boss", NAMES, {"bank": 20}, 5.0).game


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_regulars_and_dice_come_a_little_later_and_again_after_a_game(tmp_path: Path) -> None:
    play(tmp_path, 20)
    recollection = Recollection(tmp_path)
    try:
        until(lambda: recollection.faces is not None)
        assert [(row.name, row.games, row.wins) for row in recollection.regulars] == [("Irene", 0, 0), ("Tom", 0, 0)]
        assert recollection.faces is not None and recollection.faces.counts == (40, 40, 40, 40, 0, 40)
        assert str(recollection.faces.sentence).startswith("Too few fives: 0 of 200 dice, 33 expected")
        play(tmp_path, 3)
        recollection.look()
        until(lambda: recollection.faces is not None and sum(recollection.faces.counts) == 230)
    finally:
        recollection.close()
        recollection.close()


def test_without_a_journal_nothing_is_remembered_and_nothing_breaks(tmp_path: Path) -> None:
    recollection = Recollection(tmp_path)
    recollection.close()
    assert (recollection.regulars, recollection.faces) == ((), None)
    assert shown_faces({}) is None


def test_a_restart_offers_the_last_table(tmp_path: Path) -> None:
    play(tmp_path, 1)
    with Journal.open(tmp_path, 9.0) as journal:
        journal.resume()
        journal.finish(9.0)
        evening = Session(Offers.usual(Party(("Anna", "Erik"), ("ivory", "red"))), lanes=2)
        recall(evening, journal)
    assert evening.agreed is not None and evening.agreed.party.players == NAMES
    assert dict(evening.offers.people)["Tom"] in ("ivory", "red")
    evening.press(Button.GREEN, 1.0)
    assert evening.setup is not None and evening.setup.step == len(evening.setup.questions)


def step(setup: Setup, button: Button) -> Setup:
    after = setup.press(button)
    assert isinstance(after, Setup)
    return after


class NoEyes:
    """A camera from which nothing comes."""

    beats = ()

    def look(self, _: float) -> None:
        return None


class Hands:
    """A display that gives the presses of a list, one at each look."""

    def __init__(self, presses: list[Press], size: tuple[int, int] = (800, 480)) -> None:
        self.size, self.spelling, self._presses = size, False, presses
        self.wanted: list[bool] = []

    def show(self, _: pygame.Surface) -> None:
        pass

    def presses(self, _now: float, _red: bool) -> list[Press]:
        self.wanted.append(self.spelling)
        return [self._presses.pop(0)] if self._presses else [Press(Role.QUIT, 0.0)]

    def close(self) -> None:
        pass


def kiosk(session: Session, journal: Journal, hands: Hands, told: list[str]) -> Kiosk:
    clock = iter(range(10_000))
    clocks = Clocks(lambda: next(clock) * 0.05, lambda: 100.0)
    return Kiosk(session, Ledger(journal), NoEyes(), hands, None, clocks=clocks, tell=told.append)  # type: ignore[arg-type]


def test_a_round_that_was_told_before_a_power_cut_is_not_told_again(tmp_path: Path) -> None:
    with Journal.open(tmp_path, 1.0) as journal:
        journal.start("boss", NAMES, {"bank": 20}, 1.0)
        for action in (Wager(3), Throw(0, (1, 2, 3, 4, 6)), Throw(1, (1, 2, 3, 4, 6))):
            journal.append(action, 2.0)
    told: list[str] = []
    with Journal.open(tmp_path, 3.0) as journal:
        history = journal.resume()
        assert history is not None and isinstance(history.game, BossGame) and history.game.round == 2
        session = Session(Offers.usual(PARTY), lanes=2)
        session.resume(history, 3.0)
        kiosk(session, journal, Hands([]), told).run()
    assert told == []
    fresh = Chronicle()
    assert [line.split(":")[0] for line in fresh.news(history.game)] == ["round 1"]
    fresh.resume(None)


def test_a_name_is_typed_and_touched_on_the_screen_of_letters(tmp_path: Path) -> None:
    session = Session(Offers.usual(PARTY), lanes=2)
    parties = len(session.offers.parties_for(Menu.BANKING))
    setup = Setup(session.offers, 3, {Line.PLAYERS: parties})
    while str(next(line for line in setup.view().setup if line.lit).value) != "new name":
        setup = step(setup, Button.RED)
    session.setup = step(setup, Button.GREEN)
    assert session.spelling
    shape = layout(800, 480)
    spelling = session.view().spelling
    assert spelling is not None
    box = next(cell.box for cell in cells(shape, spelling) if cell.what == "Ø")
    spot = (round((box.x + box.width / 2) * shape.scale), round(box.middle * shape.scale))
    hands = Hands([Press(Role.TOUCH, 0.0, at=spot), Press(Role.LETTER, 0.1, letter="Y"), Press(Role.LETTER, 0.2, letter=DONE)])
    with Journal.open(tmp_path, 1.0) as journal:
        kiosk(session, journal, hands, []).run()
    assert session.setup is not None and "Øy" in session.setup.party.players
    assert hands.wanted[:3] == [True, True, True] and hands.wanted[3] is False


def test_keys_are_letters_while_a_name_is_spelt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = WindowDisplay((800, 480))
    try:
        pygame.event.clear()
        window.spelling = True
        keys = [(pygame.K_g, "g"), (pygame.K_q, "q"), (pygame.K_SPACE, " "), (0, "å")]
        keys += [(pygame.K_RETURN, "\r"), (pygame.K_BACKSPACE, "\b"), (pygame.K_ESCAPE, "\x1b")]
        for key, letter in keys:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0, scancode=0))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, scancode=0))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(160, 100), button=1, touch=False))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(160, 100), button=1, touch=False))
        found = window.presses(1.0, True)
        assert [press.letter for press in found if press.role is Role.LETTER] == ["g", "q", " ", "å", DONE, DELETE, CANCEL]
        assert [press.at for press in found if press.role is Role.TOUCH] == [(160, 100)]
        assert {press.role for press in found} == {Role.LETTER, Role.TOUCH}
        window.spelling = False
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_g, unicode="g", mod=0, scancode=0))
        assert [press.role for press in window.presses(2.0, False)] == [Role.GREEN]
    finally:
        window.close()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1080, 1920)])
def test_every_letter_and_word_has_a_place_of_its_own_to_touch(size: tuple[int, int]) -> None:
    shape = layout(*size)
    view = Spelling(("Tom",), "Bo").view().spelling
    assert view is not None
    places = cells(shape, view)
    assert [cell.what for cell in places] == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ-", DONE, DELETE, CANCEL]
    for cell in places:
        box = cell.box
        assert (
            shape.left <= box.x and box.right <= shape.right + 0.01 and shape.top <= box.y and box.bottom <= shape.bottom + 0.01
        )
        assert touched(shape, view, box.x + box.width / 2, box.middle) == cell.what
        assert min(box.width, box.height) * shape.scale >= 40
    assert touched(shape, view, 1, 1) is None


def test_the_rules_stand_between_all_other_pages() -> None:
    full = views()["01-attract"]
    faces = FacesView((1,) * 6, views()["01-fair-dice"].headline)
    full = replace(full, regulars=views()["01-regulars"].regulars, faces=faces)
    pages = [page_of(full, turn * PAGE_SECONDS + 1) for turn in range(8)]
    assert pages[::2] == [Page.RULES] * 4
    assert pages[1::2] == [Page.WINNERS, Page.REGULARS, Page.FACES, Page.WINNERS]
    bare = replace(full, regulars=(), faces=None, last_winners=())
    assert bare.screen is Screen.ATTRACT and {page_of(bare, turn * PAGE_SECONDS) for turn in range(4)} == {Page.RULES}
