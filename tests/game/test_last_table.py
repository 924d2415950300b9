"""The last table comes back after a restart with one press, whatever was agreed, and everybody can be chosen by name."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.boss import BossGame
from game.games import TINTS, house_seats, new_game, tints_of
from game.journal_rows import GameRecord, JournalRow
from game.last_table import again, agreed_of
from game.menu_lines import Line, Menu, Offers, Party, Spot
from game.policies.seat import Strength
from game.remembered import last_table, last_winners, people
from game.session import Session
from game.setup import Agreed, Setup
from game.sighting import Button
from game.view import Screen

GREEN, RED = Button.GREEN, Button.RED
PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))
OFFERS = replace(Offers.usual(PARTY, 5, 5, 20), house=True, people=(("Åse", "amber"), ("Bjørn", "black"), ("Tom", "red")))


def pressed(setup: Setup, buttons: str) -> Setup:
    for button in buttons:
        answer = setup.press(GREEN if button == "g" else RED)
        assert isinstance(answer, Setup)
        setup = answer
    return setup


def to(setup: Setup, label: str) -> Setup:
    """Takes what is proposed until this line is asked."""
    for _ in range(60):
        if str(setup.questions[setup.step].label) == label:
            return setup
        setup = pressed(setup, "g")
    raise AssertionError(f"There is no line {label}.")


def take(setup: Setup, value: str) -> Setup:
    """Goes on to this offer of the line in question."""
    for _ in range(60):
        line = next(line for line in setup.view().setup if line.lit)
        if str(line.value) == value:
            return setup
        setup = pressed(setup, "r")
    raise AssertionError(f"There is no offer {value}.")


def by_name(game: Menu = Menu.BANKING) -> Setup:
    setup = pressed(Setup(OFFERS), "r" * list(Menu).index(game) + "g")
    return pressed(setup, "r" * len(OFFERS.parties_for(game)))


def written(agreed: Agreed) -> GameRecord:
    """The game as the journal has it."""
    options = {**dict(agreed.options), TINTS: list(agreed.party.tints)}
    return GameRecord(1, agreed.kind, agreed.party.players, options, 1.0, 2.0, None)


def rows(agreed: Agreed) -> list[JournalRow]:
    return [JournalRow(1, "act", None, {"type": "wager", "amount": agreed.wager}, None, 1.0)] if agreed.kind == "boss" else []


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from([GREEN, RED]), max_size=90))
def test_whatever_was_agreed_comes_back_with_one_press_after_a_restart(buttons: list[Button]) -> None:
    answer: Setup | Agreed = Setup(OFFERS)
    for button in [*buttons, *[GREEN] * 200]:
        if isinstance(answer, Agreed):
            break
        answer = answer.press(button)
    assert isinstance(answer, Agreed)
    same = last_table([written(answer)], rows(answer))
    assert same is not None
    assert same.game() == answer.game()
    assert (same.kind, same.party.players, same.party.tints, same.wager) == (
        answer.kind,
        answer.party.players,
        answer.party.tints,
        answer.wager,
    )
    once = again(OFFERS, same).press(GREEN)
    assert isinstance(once, Agreed)
    assert once.game() == answer.game()
    assert dict(once.options) == dict(answer.options)
    assert (once.party.players, once.party.tints, once.wager) == (answer.party.players, answer.party.tints, answer.wager)


def test_names_colours_and_the_house_are_chosen_seat_by_seat() -> None:
    setup = take(to(by_name(), "How many"), "four")
    setup = take(to(setup, "Seat 1"), "Bjørn")
    setup = take(to(setup, "Seat 2"), "House, beginner")
    setup = take(to(setup, "Seat 3"), "new name")
    setup = pressed(setup, "g")
    assert setup.spelling is not None and setup.view().screen is Screen.SPELLING
    for letter in "siv":
        setup = setup.type(letter)
    setup = setup.touch("done")
    setup = take(to(setup, "Seat 4"), "House, perfect")
    setup = take(to(setup, "Colours"), "choose")
    setup = take(to(setup, "Siv"), "blue")
    agreed = setup.ready.press(GREEN)
    assert isinstance(agreed, Agreed)
    assert agreed.party.players == ("Bjørn", "House", "Siv", "House 2")
    assert agreed.party.tints == ("black", "black", "blue", "black")
    assert house_seats(dict(agreed.options), 4) == {1: Strength.BEGINNER, 3: Strength.EQUILIBRIUM}


def test_nobody_is_offered_twice_and_remembered_people_come_first() -> None:
    setup = to(by_name(), "Seat 1")
    assert [str(choice) for choice in setup.view().setup[3].choices] == ["Åse", "Bjørn", "Tom", "Irene"]
    setup = to(take(setup, "Tom"), "Seat 2")
    offered = [str(offer.value) for offer in setup.questions[setup.step].offers]
    assert "Tom" not in offered and offered[:2] == ["Åse", "Bjørn"]
    assert setup.party.tints[0] == "red"


@settings(deadline=None, max_examples=80)
@given(st.lists(st.sampled_from([GREEN, RED]), max_size=60), st.sampled_from(list(Menu)))
def test_all_names_at_a_table_differ(buttons: list[Button], game: Menu) -> None:
    setup = by_name(game)
    for button in buttons:
        answer = setup.press(button)
        if isinstance(answer, Agreed):
            break
        setup = answer
        names = [name.casefold() for name in setup.party.players]
        assert len(set(names)) == len(names)


def test_a_bank_for_every_player() -> None:
    setup = take(to(Setup(OFFERS), "Bank"), "by player")
    assert [str(question.label) for question in setup.questions][4:7] == ["Tom", "Irene", "Barbara"]
    setup = take(to(setup, "Irene"), "40")
    agreed = setup.ready.press(GREEN)
    assert isinstance(agreed, Agreed)
    game = agreed.game()
    assert isinstance(game, BossGame) and game.banks == (20, 40, 20)
    assert str(setup.ready.view().footer.sentence) == "80 chips in play."


@pytest.mark.parametrize("game", list(Menu))
def test_every_house_rule_can_be_chosen_by_itself_and_is_explained(game: Menu) -> None:
    setup = take(to(pressed(Setup(OFFERS), "r" * list(Menu).index(game)), "House rules"), "each by itself")
    rules = [question for question in setup.questions if isinstance(question.line, Spot) and question.line.line is Line.RULE]
    assert len(rules) >= 5
    for question in rules:
        assert question.offers[0].options == () and len(question.offers) >= 2
        assert all(offer.explanation is not None for offer in question.offers)
    setup = pressed(setup, "g" + "rg" * len(rules))
    agreed = setup.ready.press(GREEN)
    assert isinstance(agreed, Agreed)
    changed = {name for question in rules for name, _ in question.offers[1].options}
    assert changed <= set(dict(agreed.options))
    agreed.game()


@pytest.mark.parametrize("game", list(Menu))
def test_every_offer_of_every_line_is_explained_or_plain(game: Menu) -> None:
    setup = pressed(Setup(OFFERS), "r" * list(Menu).index(game))
    assert all(offer.explanation is not None for question in setup.questions for offer in question.offers)


def test_an_evening_begins_with_the_last_table_and_knows_people_and_winners() -> None:
    agreed = take(to(Setup(OFFERS), "Bank"), "26").ready.press(GREEN)
    assert isinstance(agreed, Agreed)
    result = {"over": True, "winners": [1], "round": 7, "banks": [0, 78, 0]}
    record = replace(written(agreed), result=result)
    left = replace(record, id=2, result={"over": False, "winners": [], "round": 2, "banks": [1, 2, 3]})
    broken = replace(record, id=3, result={"over": True, "winners": [9]})
    evening = Session(Offers.usual(PARTY), lanes=2, chance=random.Random(1))
    evening.winners = last_winners([record, left, broken], 3)
    evening.remember(people([record, left, broken]))
    evening.agreed = last_table([record], rows(agreed))
    assert [(row.name, str(row.game), row.score) for row in evening.view().last_winners] == [
        ("Irene", "Boss Dice, 7 rounds", 78)
    ]
    assert evening.offers.people == (("Tom", "ivory"), ("Irene", "red"), ("Barbara", "blue"))
    evening.press(GREEN, 1.0)
    assert (str(evening.view().footer.green.label), str(evening.view().footer.red.label)) == ("Start", "Change")
    records = evening.press(GREEN, 2.0)
    assert records[0].options == (("banks", [26, 26, 26]), ("max_wager", 5), ("tints", ["ivory", "red", "blue"]))  # type: ignore[union-attr]


def test_a_last_table_that_cannot_be_made_again_is_none() -> None:
    record = GameRecord(1, "boss", ("Tom",), {"bank": 5}, 1.0, 2.0, None)
    assert last_table([record], ()) is None
    assert last_table([], ()) is None
    assert agreed_of("duel", ("Tom", "Irene"), {"stake": 5}, None).party.tints == ("ivory", "red")


def test_tints_mean_nothing_to_the_rules() -> None:
    assert new_game("duel", ["Tom", "Irene"], {"tints": ["red", "blue"]}) == new_game("duel", ["Tom", "Irene"])
    with pytest.raises(ValueError, match="name of a colour"):
        tints_of({"tints": ["red"]}, 2)
