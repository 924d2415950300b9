"""From the attract screen to the attract screen with two buttons, whatever anybody does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.boss import BossPhase
from game.games import new_game
from game.history import History
from game.records import Accepted, Amended, Finished, Record, Started, Undone
from game.session import Session
from game.setup import Offers, Party
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.view import Lamp, Screen

PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))


def session(bank: int = 10) -> Session:
    return Session(Offers.usual(PARTY, 5, 5, bank), lanes=2, seat_lanes=(0, 1, 0))


def start(evening: Session) -> list[Record]:
    records: list[Record] = []
    evening.see([Sighting(lane, LaneState.EMPTY) for lane in range(evening.lanes)], 0.1)
    for step in range(7):
        records += evening.press(Button.GREEN, 0.2 + step)
    return records


def test_seven_green_presses_start_the_usual_table() -> None:
    evening = session()
    assert evening.view().screen is Screen.ATTRACT
    records = start(evening)
    tints = ("tints", ["ivory", "red", "blue"])
    assert records[0] == Started("boss", PARTY.players, (("banks", [10, 10, 10]), ("max_wager", 5), tints))
    assert evening.view().screen is Screen.THROWS
    assert str(evening.view().headline) == "Tom throws"


def test_red_offers_other_choices_and_changes_the_language() -> None:
    evening = session()
    evening.press(Button.RED, 1)
    assert evening.language == "nb"
    evening.press(Button.RED, 2)
    assert evening.language == "en"
    evening.press(Button.GREEN, 3)
    evening.press(Button.GREEN, 4)
    assert str(evening.view().setup[1].value) == "3 players"
    evening.press(Button.RED, 5)
    assert str(evening.view().setup[1].value) == "2 players"
    evening.press(Button.GREEN, 6)
    evening.press(Button.GREEN, 7)
    assert [str(choice) for choice in evening.view().setup[3].choices] == ["10", "13", "16", "20"]


def test_a_set_up_left_alone_goes_back_to_the_attract_screen() -> None:
    evening = session()
    evening.press(Button.GREEN, 1)
    evening.see([], 200)
    assert evening.view().screen is Screen.ATTRACT


def replayed(records: list[Record]) -> History | None:
    """The game that a journal with these records would resume."""
    history: History | None = None
    for record in records:
        match record:
            case Started(kind, players, options):
                history = History(new_game(kind, list(players), dict(options)))
            case Accepted(action):
                assert history is not None
                history = history.push(action)
            case Undone():
                assert history is not None
                history = history.undo()
            case Amended(index, action, _):
                assert history is not None
                history = history.amend(index, action)
            case Finished():
                assert history is not None
                history = None
    return history


def seen(values: list[int | None]) -> tuple[SeenDie, ...]:
    return tuple(SeenDie(value, (0.1 + 0.1 * place, 0.5)) for place, value in enumerate(values))


values = st.lists(st.one_of(st.integers(1, 6), st.none()), max_size=7)
five = st.lists(st.integers(1, 6), min_size=5, max_size=5)
happening = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(Button), st.booleans()),
    st.tuples(st.just("show"), st.integers(0, 1), st.sampled_from(LaneState), values),
    st.tuples(st.just("throw"), st.integers(0, 1), five),
    st.tuples(st.just("cover"), st.integers(0, 1)),
    st.tuples(st.just("wait"), st.floats(0.1, 40)),
)


def play(evening: Session, happenings: list[tuple[object, ...]]) -> list[Record]:
    """Lets everything happen in turn; looks at the screen after each; gives all records."""
    records, now = [], 10.0

    def see(lane: int, state: LaneState, dice: tuple[SeenDie, ...] = ()) -> None:
        records.extend(evening.see([Sighting(lane, state, dice)], now))

    for what in happenings:
        now += 0.5
        match what:
            case ("press", button, held):
                records += evening.press(button, now, held)  # type: ignore[arg-type]
            case ("show", lane, state, faces):
                see(lane, state, seen(faces))  # type: ignore[arg-type]
            case ("throw", lane, faces):
                for state, dice in (
                    (LaneState.EMPTY, ()),
                    (LaneState.MOVING, ()),
                    (LaneState.SETTLED, seen(faces)),  # type: ignore[arg-type]
                ):
                    see(lane, state, dice)  # type: ignore[arg-type]
            case ("cover", lane):
                kept = evening.game.kept if evening.game is not None else ()
                see(lane, LaneState.COVERED, seen(list(kept)))  # type: ignore[arg-type]
            case ("wait", seconds):
                now += seconds  # type: ignore[operator]
                see(0, evening.newest[0].state if 0 in evening.newest else LaneState.EMPTY)
        view = evening.view()
        assert str(view.headline)
        assert all(die.value is None or 1 <= die.value <= 6 for lane in view.lanes for die in lane.dice)
        if view.screen is Screen.CALL:
            assert {view.footer.green.lamp, view.footer.red.lamp} == {Lamp.LIT}
    return records


@settings(max_examples=60, deadline=None)
@given(st.lists(happening, max_size=40))
def test_no_order_of_presses_and_sightings_hangs_the_table_or_loses_a_chip(happenings: list[tuple[object, ...]]) -> None:
    evening = session()
    records = start(evening)
    records += play(evening, happenings)
    game = evening.game
    if game is not None:
        assert sum(game.banks) + game.kitty == 30
        history = replayed(records)
        assert history is not None and history.game == game
    for press in range(200):
        if evening.view().screen is Screen.ATTRACT:
            break
        end = str(evening.view().headline) == "End this game?" or evening.view().screen is Screen.SETUP
        deciding = evening.view().screen is Screen.CALL
        evening.press(Button.GREEN if end else Button.RED, 1000 + press, held=deciding)
    assert evening.view().screen is Screen.ATTRACT


@pytest.mark.parametrize("again", [True, False])
def test_after_the_winner_the_table_plays_again_or_rests(again: bool) -> None:
    evening = session(5)
    records = start(evening)
    hands = {0: [6, 6, 6, 6, 6], 1: [5, 5, 1, 2, 3]}
    play(evening, [("throw", 0, hands[0]), ("throw", 1, hands[1]), ("throw", 0, [4, 4, 1, 2, 3])])
    assert evening.game is not None and evening.game.phase is BossPhase.CALL
    play(evening, [("press", Button.GREEN, False)])
    play(evening, [("throw", 1, [5, 5, 1, 2, 3]), ("throw", 1, [4, 4, 1, 2, 3]), ("cover", 0)])
    play(evening, [("throw", 0, hands[0]), ("wait", 3.0), ("wait", 3.0)])
    assert evening.view().screen is Screen.WINNER
    records = list(evening.press(Button.GREEN if again else Button.RED, 100))
    assert records[0] == Finished()
    assert evening.view().screen is (Screen.THROWS if again else Screen.ATTRACT)
    assert evening.winners[0].name == "Tom"
