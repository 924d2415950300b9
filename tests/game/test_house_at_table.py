"""Seats played by the house at a table: it throws its own dice, decides, and nobody sees under its cup."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_session import PARTY, replayed, seen
from test_session_games import Guests, balanced, happen

from game import house
from game.actions import Action, CallOff, CallUp, Keep, Reveal, Throw
from game.boss_side import BossSide
from game.coach import advise
from game.duel import DuelGame
from game.games import house_seats, new_game
from game.history import History
from game.house import Decisions, decisions
from game.house_players import FIRST_SECONDS, ROLL_SECONDS, THINK_SECONDS, HousePlayers
from game.menu import Offers, Party
from game.policies.seat import Strength
from game.records import Accepted, Undone
from game.session import Session
from game.setup import Agreed
from game.sighting import Button, LaneState, Sighting
from game.view import DieState, Lamp, Screen

GREEN, RED = Button.GREEN, Button.RED
KINDS: dict[str, dict[str, Any]] = {
    "boss": {"banks": [10] * 3, "max_wager": 5},
    "duel": {"stake": 5},
    "tournament": {"wins": 1},
    "qualification": {"rotations": 1},
    "progressive": {"round": 10},
}


def table(
    kind: str, taken: tuple[int, ...], players: int = 2, strength: Strength = Strength.REGULAR, seed: int = 1, **options: Any
) -> Guests:
    """A running game with the house in some seats, the others played by people at two lanes."""
    evening = Session(Offers.usual(PARTY), lanes=2, chance=random.Random(seed), by_hand=options.pop("by_hand", False))
    at = Guests(evening)
    names = tuple("House" if seat in taken else name for seat, name in enumerate(("Tom", "Irene", "Barbara")[:players]))
    options["house"] = [strength.value if seat in taken else None for seat in range(players)]
    agreed = Agreed(kind, Party(names, ("ivory", "red", "blue")[:players], taken), tuple(options.items()), 5)
    at.records += evening.start(agreed)
    return at


def actions(at: Guests) -> list[Action]:
    return [record.action for record in at.records if isinstance(record, Accepted)]


def until(at: Guests, screen: Screen, most: int = 60) -> None:
    """Lets time pass until a screen comes up."""
    for _ in range(most):
        if at.evening.view().screen is screen:
            return
        at.wait(0.5)
    raise AssertionError(f"{at.evening.view().screen} stays.")


def players_of(at: Guests) -> HousePlayers:
    assert at.evening.house is not None
    return at.evening.house


def test_the_set_up_offers_the_house_after_the_people_and_asks_how_well_it_plays() -> None:
    at = Guests(Session(Offers.usual(PARTY), lanes=2, chance=random.Random(1)))
    at.press(GREEN)
    at.press(GREEN)
    for _ in dict.fromkeys(at.evening.offers.parties):
        assert [str(line.label) for line in at.evening.view().setup] == ["Game", "Players", "Wager", "Bank", "House rules"]
        at.press(RED)
    assert [str(line.label) for line in at.evening.view().setup][2] == "House"
    assert at.evening.view().setup[1].players == (("Tom", "ivory"), ("House", "black"))
    at.press(GREEN)
    at.press(RED)
    assert str(at.evening.view().setup[2].explanation) == "The house makes the blunders of a beginner."
    for _ in range(5):
        at.press(GREEN)
    assert ("house", [None, "beginner"]) in at.records[0].options  # type: ignore[union-attr]
    assert players_of(at).strengths == {1: Strength.BEGINNER}


def test_without_randomness_no_house_is_offered() -> None:
    at = Guests(Session(Offers.usual(PARTY), lanes=2))
    at.press(GREEN)
    at.press(GREEN)
    names = set()
    for _ in range(12):
        names |= {name for name, _ in at.evening.view().setup[1].players}
        at.press(RED)
    assert "House" not in names


def test_a_person_plays_a_match_against_the_house() -> None:
    at = table("duel", (1,), stake=5)
    called: set[type[Action]] = set()
    for _ in range(80):
        game = at.evening.game
        assert isinstance(game, DuelGame)
        view = at.evening.view()
        if game.over:
            break
        before = len(at.records)
        if view.screen is Screen.SETTLEMENT:
            at.show(0, LaneState.EMPTY)
            at.wait(2)
        elif 0 in game.to_throw and game.first[0] is None:
            at.throw(0, "".join(str(random.Random(before).randint(1, 6)) for _ in range(5)))
        elif game.boss == 0 and view.screen is Screen.BOSS:
            at.show(0, LaneState.COVERED, game.kept)
        elif game.boss == 0 and view.screen is Screen.CALL:
            assert (view.footer.green.lamp, view.footer.red.lamp) == (Lamp.LIT, Lamp.LIT)
            at.press(GREEN)
        elif 0 in game.to_throw:
            at.press(GREEN)
        elif game.boss == 0 and view.screen is Screen.REVEAL:
            at.show(0, LaneState.OBSTRUCTED)
            at.show(0, LaneState.SETTLED, (*game.kept, 1, 2, 3)[:5])
        else:
            at.wait(1)
        called |= {type(action) for action in actions(at)}
    game = at.evening.game
    assert isinstance(game, DuelGame) and game.over
    assert game.banks is not None and sum(game.banks) == 100
    assert {Throw, CallUp, Reveal} <= called
    history = replayed(at.records)
    assert history is not None and history.game == game
    until(at, Screen.WINNER)
    at.press(GREEN)
    assert at.evening.house is not None and at.evening.view().screen is Screen.THROWS


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("strength", [Strength.BEGINNER, Strength.REGULAR])
def test_house_players_alone_play_to_the_end(kind: str, strength: Strength) -> None:
    players = 2 if kind == "duel" else 3
    at = table(kind, tuple(range(players)), players, strength, **KINDS[kind])
    for _ in range(6000):
        if at.evening.view().screen is Screen.WINNER:
            break
        at.wait(0.9)
    assert at.evening.view().screen is Screen.WINNER
    assert at.evening.game is not None and at.evening.game.over and balanced(at.evening.game)
    history = replayed(at.records)
    assert history is not None and history.game == at.evening.game


def test_the_table_goes_on_while_the_house_thinks() -> None:
    known: list[Any] = []

    def think(seen: Any, strength: Strength) -> Decisions | None:
        known.append(seen)
        return decisions(seen, strength) if len(known) > 5 else None

    at = table("duel", (1,))
    players_of(at).think = think
    players_of(at).plan = None
    at.wait(FIRST_SECONDS + ROLL_SECONDS)
    at.throw(0, "66124")
    assert [action.seat for action in actions(at) if isinstance(action, Throw)] == [0]
    for _ in range(8):
        at.wait(FIRST_SECONDS + ROLL_SECONDS)
    assert [action.seat for action in actions(at) if isinstance(action, Throw)][:2] == [0, 1]


def test_dice_of_the_house_are_hollow_and_roll_before_they_lie() -> None:
    at = table("duel", (1,))
    lane = at.evening.view().lanes[1]
    assert lane.dice and {die.state for die in lane.dice} == {DieState.WELL}
    at.wait(FIRST_SECONDS + 0.1)
    assert {die.state for die in at.evening.view().lanes[1].dice} == {DieState.ROLLING}
    assert actions(at) == []
    at.wait(ROLL_SECONDS)
    lane = at.evening.view().lanes[1]
    assert all(die.house and die.state is DieState.FACE for die in lane.dice) and len(lane.dice) == 5
    at.throw(0, "66124")
    person = next(lane for lane in at.evening.view().lanes if lane.seat == 0)
    assert not any(die.house for die in person.dice)


def house_is_boss(kind: str = "duel", **options: Any) -> Guests:
    """The house is Boss and has thrown under its cup; nothing has been called."""
    for seed in range(200):
        at = table(kind, (1,), seed=seed, **options)
        at.wait(THINK_SECONDS)
        at.wait(THINK_SECONDS)
        at.throw(0, "11234")
        game: Any = at.evening.game
        hidden = game.boss == 1 and len(game.kept) == 2
        if hidden:
            assert at.evening.view().screen is Screen.BOSS
            at.wait(0.1)
            at.wait(THINK_SECONDS)
            return at
    raise AssertionError("The house was never Boss with a pair.")


def test_the_house_throws_under_its_cup_looks_and_then_decides() -> None:
    at = house_is_boss()
    view = at.evening.view()
    assert view.screen is Screen.CALL
    lit = next(lane for lane in view.lanes if lane.lit)
    assert (lit.name, lit.cup, len(lit.dice)) == ("House", 3, 2)
    assert (view.footer.green.lamp, view.footer.red.lamp) == (Lamp.QUIET, Lamp.QUIET)
    assert str(view.footer.sentence) == "House looks under the cup."
    assert not at.evening.choosing
    done = len(actions(at))
    at.wait(THINK_SECONDS / 2)
    assert len(actions(at)) == done
    at.wait(THINK_SECONDS)
    assert isinstance(actions(at)[done], CallUp | CallOff)


def test_nobody_answers_for_the_house_but_green_goes_on_at_once() -> None:
    at = house_is_boss()
    at.press(RED)
    assert at.evening.view().screen is Screen.CORRECTION
    while str(at.evening.view().headline) != "Is everything right?":
        at.press(RED)
    at.press(GREEN)
    done = len(actions(at))
    at.wait(0.1)
    at.press(GREEN)
    assert len(actions(at)) == done + 1


def test_what_lies_under_the_cup_of_the_house_changes_nothing_on_the_screen() -> None:
    at = house_is_boss()
    players, croupier = players_of(at), at.evening.croupier
    assert isinstance(croupier, BossSide)
    ((key, hand),) = players.cups.items()
    shown, kept = at.evening.view(), croupier.hand.kept
    for values in ((1, 1, 1), (6, 6, 6), (2, 3, 4)):
        players.cups[key] = tuple(sorted((*kept, *values)))
        at.wait(0.01)
        assert at.evening.view() == shown
    players.cups[key] = hand
    assert all(die.value in kept for lane in shown.lanes if lane.cup for die in lane.dice)


def hidden_values(value: object, found: list[Any]) -> None:
    """All hands that can be reached from the croupier, its history and its watches."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            hidden_values(getattr(value, field.name), found)
    elif isinstance(value, tuple | list | frozenset):
        found.append(value)
        for part in value:
            hidden_values(part, found)
    elif isinstance(value, dict):
        for part in value.values():
            hidden_values(part, found)


def test_nothing_but_the_house_itself_knows_its_hidden_hand() -> None:
    at = house_is_boss()
    ((_, hand),) = players_of(at).cups.items()
    found: list[Any] = []
    hidden_values(at.evening.croupier, found)
    assert not any(
        isinstance(one, tuple) and len(one) == 5 and sorted(map(str, one)) == sorted(map(str, hand)) for one in found
    )
    assert not any(isinstance(action, Reveal) for action in actions(at))


def test_the_house_waits_until_the_boss_of_flesh_has_hidden_the_dice() -> None:
    at = table("duel", (1,), keep_before_call=True)
    at.wait(THINK_SECONDS)
    at.throw(0, "66666"[:4] + "1")
    at.wait(THINK_SECONDS)
    assert at.evening.view().screen is Screen.BOSS
    at.wait(10)
    assert not any(isinstance(action, Keep) for action in actions(at))
    at.show(0, LaneState.COVERED, (6, 6, 6, 6))
    at.wait(0.1)
    at.wait(THINK_SECONDS)
    assert isinstance(actions(at)[-1], Keep)
    assert at.evening.view().screen is Screen.CALL


def test_a_challenger_of_the_house_shows_what_it_keeps_before_it_throws() -> None:
    at = table("duel", (1,), seed=3)
    at.wait(THINK_SECONDS)
    at.wait(THINK_SECONDS)
    at.throw(0, "66661")
    at.show(0, LaneState.COVERED, (6, 6, 6, 6))
    at.press(GREEN)
    at.wait(0.1)
    at.wait(THINK_SECONDS + 0.1)
    lane = next(lane for lane in at.evening.view().lanes if lane.seat == 1)
    kept = [die.value for die in lane.dice if die.kept]
    assert kept and all(die.house for die in lane.dice if die.kept)
    at.wait(20)
    throw = actions(at)[-1]
    assert isinstance(throw, Throw) and sorted(throw.kept or ()) == sorted(kept)


def test_dice_on_the_tray_are_not_those_of_the_machine() -> None:
    at = table("duel", (1,))
    at.throw(1, "66666")
    at.wait(THINK_SECONDS)
    at.wait(THINK_SECONDS)
    (throw,) = actions(at)
    assert isinstance(throw, Throw) and throw.seat == 1 and throw.dice != (6, 6, 6, 6, 6)
    at.throw(0, "66124")
    assert actions(at)[-1] == Throw(0, (6, 6, 1, 2, 4))


def test_dice_of_the_machine_cannot_have_been_misread() -> None:
    at = table("duel", (1,))
    at.wait(THINK_SECONDS)
    at.wait(THINK_SECONDS)
    at.throw(0, "66124")
    at.press(RED)
    headlines = set()
    for _ in range(12):
        headlines.add(str(at.evening.view().headline))
        at.press(RED)
    assert not any("House" in headline for headline in headlines)
    assert any("Tom" in headline for headline in headlines)


def test_a_step_of_the_house_can_be_taken_back_and_the_same_cup_stands() -> None:
    at = house_is_boss()
    before = dict(players_of(at).cups)
    at.wait(THINK_SECONDS + 0.1)
    assert isinstance(actions(at)[-1], CallUp | CallOff)
    at.press(RED)
    while str(at.evening.view().headline) != "Take back the last step?":
        at.press(RED)
    at.press(GREEN)
    assert isinstance(at.records[-1], Undone)
    at.wait(0.1)
    assert at.evening.view().screen is Screen.CALL
    assert players_of(at).cups.items() >= before.items()


def test_after_a_power_cut_the_house_has_a_hand_with_which_it_would_have_called() -> None:
    at = house_is_boss("boss", banks=[20, 20], max_wager=5)
    game: Any = at.evening.game
    at.wait(THINK_SECONDS + 0.1)
    assert isinstance(actions(at)[-1], CallUp)
    options = dict(at.records[0].options)  # type: ignore[union-attr]
    history = replayed(at.records)
    assert history is not None
    for seed in range(20):
        later = Guests(Session(Offers.usual(PARTY), lanes=2, chance=random.Random(seed)))
        later.records += later.evening.resume(history, 1000.0, options)
        later.now = 1000.0
        assert players_of(later).strengths == {1: Strength.REGULAR}
        assert later.evening.agreed is not None and dict(later.evening.agreed.options)["house"] == [None, "regular"]
        later.press(GREEN)
        for _ in range(3):
            later.wait(THINK_SECONDS + 0.1)
        (shown,) = (action for action in actions(later) if isinstance(action, Reveal))
        seen_then = house.observe(game, 1, {1: shown.dice})
        assert house.decisions(seen_then, Strength.REGULAR) == {CallUp(): 1}


def test_people_may_throw_the_open_dice_of_the_house_for_it() -> None:
    at = table("duel", (1,), by_hand=True)
    at.wait(30)
    assert actions(at) == []
    at.throw(0, "66661")
    at.throw(1, "33215")
    at.show(0, LaneState.COVERED, (6, 6, 6, 6))
    at.press(GREEN)
    at.wait(0.1)
    view = at.evening.view()
    assert str(view.footer.sentence) == "Throw three for House. Leave the others."
    lane = next(lane for lane in view.lanes if lane.seat == 1)
    assert [die.value for die in lane.dice if die.kept] == [3, 3] and not any(die.house for die in lane.dice)
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, (3, 3))
    at.show(1, LaneState.MOVING)
    at.show(1, LaneState.SETTLED, (3, 3, 6, 5, 2))
    assert actions(at)[-1] == Throw(1, (3, 3, 6, 5, 2), (3, 3))


def test_what_the_house_hides_is_thrown_by_the_machine_even_so() -> None:
    at = table("duel", (1,), by_hand=True)
    at.throw(0, "33215")
    at.throw(1, "66524")
    assert at.evening.view().screen is Screen.BOSS
    at.wait(0.1)
    at.wait(THINK_SECONDS)
    assert at.evening.view().screen is Screen.CALL
    at.wait(0.1)
    at.wait(THINK_SECONDS)
    assert isinstance(actions(at)[-1], CallUp | CallOff)


def test_the_protocol_names_the_seats_of_the_house() -> None:
    assert house_seats({"house": [None, "equilibrium"]}, 2) == {1: Strength.EQUILIBRIUM}
    assert new_game("duel", ["Tom", "House"], {"house": [None, "beginner"]}).players == ("Tom", "House")
    for wrong in (["beginner"], [1, 2], "regular", [None, "champion"]):
        with pytest.raises(ValueError, match="house"):
            new_game("duel", ["Tom", "House"], {"house": wrong})


def test_only_the_machine_plays_on_without_anybody_clearing_a_lane() -> None:
    at = table("duel", (0, 1))
    until(at, Screen.SETTLEMENT)
    at.wait(3)
    assert at.evening.view().screen is Screen.SETTLEMENT
    at.wait(3)
    assert at.evening.view().screen is Screen.THROWS


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(list(KINDS)), st.sets(st.integers(0, 2), min_size=1), st.booleans(), st.integers(0, 2**32))
def test_no_order_of_presses_and_sightings_hangs_a_table_of_the_house(
    kind: str, taken: set[int], by_hand: bool, seed: int
) -> None:
    source = random.Random(seed)
    players = 2 if kind == "duel" else 3
    seats = tuple(seat for seat in sorted(taken) if seat < players) or (0,)
    strength = source.choice([Strength.BEGINNER, Strength.REGULAR])
    at = table(kind, seats, players, strength, seed, by_hand=by_hand, **KINDS[kind])
    for _ in range(60):
        happen(at, source)
        if source.random() < 0.5:
            at.wait(source.choice([0.3, 1.5, 3]))
        if at.evening.game is None:
            return
        assert balanced(at.evening.game)
        for lane in at.evening.view().lanes:
            if lane.cup and at.evening.view().screen is not Screen.CORRECTION:
                assert len(lane.dice) + lane.cup <= 5 or any(die.going for die in lane.dice)
    history = replayed(at.records)
    assert history is not None and history.game == at.evening.game
    later = Session(Offers.usual(PARTY), lanes=2, chance=source)
    later.resume(History(history.start, history.actions), at.now, dict(at.records[0].options))  # type: ignore[union-attr]
    for step in range(20):
        later.see([Sighting(0, LaneState.EMPTY, seen([]))], at.now + step)
    at.leave()


def called_up(coaching: bool) -> Guests:
    """Tom has called up against Irene, who keeps all; the cup still stands."""
    at = table("boss", (), banks=[20, 20], max_wager=5)
    at.evening.coaching = coaching
    at.throw(0, "66124")
    at.throw(1, "55321")
    at.show(0, LaneState.COVERED, (6, 6))
    at.press(GREEN)
    at.press(GREEN)
    return at


def test_the_coach_is_silent_unless_wanted_and_until_the_round_is_over() -> None:
    for coaching in (False, True):
        at = called_up(coaching)
        assert at.evening.view().screen is Screen.REVEAL and at.evening.view().coach == ()
        at.show(0, LaneState.OBSTRUCTED)
        at.show(0, LaneState.SETTLED, (6, 6, 4, 4, 1))
        view = at.evening.view()
        assert view.screen is Screen.SETTLEMENT
        if not coaching:
            assert view.coach == () and str(view.footer.sentence) == "The Boss collects."
            continue
        assert [str(message).split(":")[0] for message in view.coach] == ["Irene", "Tom"]
        assert view.footer.sentence == view.coach[0]
        assert str(view.coach[0]) == "Irene: against 6-6-4-4-1, keeping 5-5 would have won 50 %, keeping 5-5-3-2-1 wins 0 %."
        at.press(RED)
        assert at.evening.view().screen is Screen.CORRECTION and at.evening.view().coach == ()


def test_a_coach_that_is_still_reckoning_holds_nothing_up() -> None:
    at = called_up(coaching=True)
    at.evening.review = lambda history: None
    at.show(0, LaneState.OBSTRUCTED)
    at.show(0, LaneState.SETTLED, (6, 6, 4, 4, 1))
    assert at.evening.view().screen is Screen.SETTLEMENT and at.evening.view().coach == ()
    at.evening.review = advise
    assert len(at.evening.view().coach) == 2


def test_the_coach_says_nothing_of_a_hand_that_stayed_under_the_cup() -> None:
    at = table("boss", (), banks=[20, 20], max_wager=5)
    at.evening.coaching = True
    at.throw(0, "66124")
    at.throw(1, "55321")
    at.show(0, LaneState.COVERED, (6, 6))
    at.press(RED)
    assert str(at.evening.view().headline) == "Tom calls off"
    assert at.evening.view().coach == ()
