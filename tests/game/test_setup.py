"""The set-up of every game with two buttons: which lines there are, what they offer, and the game that follows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.boss_options import BossOptions, ShortStack
from game.duel import DuelGame
from game.duel_options import DuelRanking
from game.game import Game
from game.games import new_game, options_of
from game.last_table import again
from game.menu_lines import Line, Menu, Offers, Party
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame
from game.setup import LINES_SHOWN, Agreed, Setup
from game.sighting import Button
from game.tournament import TournamentGame
from game.view import Lamp

GREEN, RED = Button.GREEN, Button.RED
PARTY = Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue"))


def pressed(*buttons: Button, offers: Offers | None = None) -> Setup:
    setup = Setup(offers or Offers.usual(PARTY, 5, 5, 10))
    for button in buttons:
        answer = setup.press(button)
        assert isinstance(answer, Setup)
        setup = answer
    return setup


def chosen(game: Menu) -> Setup:
    return pressed(*[RED] * list(Menu).index(game))


def agreed(setup: Setup) -> Agreed:
    answer: Setup | Agreed = setup
    for _ in range(80):
        if isinstance(answer, Agreed):
            return answer
        answer = answer.press(GREEN)
    raise AssertionError("Green does not come to an end.")


def labels(setup: Setup) -> list[str]:
    return [str(line.label) for line in setup.view().setup]


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (Menu.BANKING, ["Game", "Players", "Wager", "Bank", "House rules"]),
        (Menu.SAN_FRANCISCO, ["Game", "Players", "Stake", "Horses", "House rules"]),
        (Menu.NORWEGIAN, ["Game", "Players", "Stake", "Horses", "House rules"]),
        (Menu.WINNER_STAYS_ON, ["Game", "Players", "Rules", "Stake", "Matches", "House rules"]),
        (Menu.QUALIFICATION, ["Game", "Players", "Bank", "Turns", "House rules"]),
        (Menu.PROGRESSIVE, ["Game", "Players", "Rounds", "House rules"]),
    ],
)
def test_every_game_asks_what_it_needs(game: Menu, lines: list[str]) -> None:
    assert labels(chosen(game)) == lines


def test_green_takes_the_usual_table_of_every_game() -> None:
    made = {game: agreed(chosen(game)) for game in Menu}
    assert {game: (one.kind, one.party.players, dict(one.options)) for game, one in made.items()} == {
        Menu.BANKING: ("boss", PARTY.players, {"banks": [10, 10, 10], "max_wager": 5}),
        Menu.SAN_FRANCISCO: ("duel", ("Tom", "Irene"), {}),
        Menu.NORWEGIAN: ("duel", ("Tom", "Irene"), {"ranking": "norwegian"}),
        Menu.WINNER_STAYS_ON: ("tournament", PARTY.players, {}),
        Menu.QUALIFICATION: ("qualification", PARTY.players, {}),
        Menu.PROGRESSIVE: ("progressive", PARTY.players, {}),
    }
    games = [one.game() for one in made.values()]
    assert [game.name for game in games] == ["boss", "duel", "duel", "tournament", "qualification", "progressive"]
    norwegian = games[2]
    assert isinstance(norwegian, DuelGame) and norwegian.options.ranking is DuelRanking.NORWEGIAN


def test_the_line_in_question_shows_its_choices_with_a_cursor() -> None:
    setup = pressed()
    line = setup.view().setup[0]
    assert ([str(choice) for choice in line.choices], line.chosen, line.lit) == (
        ["Boss Dice", "San Francisco", "Norwegian"],
        0,
        True,
    )
    setup = pressed(RED, RED, RED, RED)
    line = setup.view().setup[0]
    assert (str(line.value), str(line.choices[line.chosen])) == ("Qualification Dice", "Qualification")
    assert (str(setup.view().facts[0].label), str(setup.view().facts[0].value)) == ("Step", "1 of 5")


def test_amounts_are_taken_by_their_name_and_the_sum_is_said() -> None:
    setup = pressed(GREEN, GREEN, GREEN)
    footer = setup.view().footer
    assert (str(footer.green.label), str(footer.red.label)) == ("Take 10", "Another")
    assert str(footer.sentence) == "Three banks of 10: 30 chips in play."
    setup = pressed(GREEN, GREEN, GREEN, GREEN, GREEN)
    assert [str(setup.view().footer.green.label), str(setup.view().footer.red.label)] == ["Start", "Change"]
    again = setup.press(RED)
    assert isinstance(again, Setup) and again.step == 0 and all(not line.done for line in again.view().setup)


def test_another_wager_offers_other_banks() -> None:
    setup = pressed(GREEN, GREEN, RED, GREEN)
    assert [str(choice) for choice in setup.view().setup[3].choices] == ["40", "53", "66", "80"]
    assert str(setup.view().setup[3].explanation) == "2 to 4 × highest wager × two other players: 40 to 80"


def test_the_wager_and_the_highest_wager_are_two_numbers() -> None:
    made = agreed(pressed(GREEN, GREEN, RED))
    assert (made.wager, dict(made.options)["max_wager"]) == (5, 10)


def test_another_wager_forgets_the_bank_that_was_taken() -> None:
    setup = pressed(GREEN, GREEN, GREEN, RED, RED, GREEN, GREEN, RED, GREEN, GREEN, RED)
    assert Line.BANK not in setup.chosen
    assert dict(agreed(setup).options)["banks"] == [40, 40, 40]


def test_house_rules_reach_the_game() -> None:
    setup = chosen(Menu.NORWEGIAN)
    for buttons in ([GREEN] * 2, [RED, RED, GREEN], [RED, GREEN], [RED, RED, RED]):
        for button in buttons:
            answer = setup.press(button)
            assert isinstance(answer, Setup)
            setup = answer
    assert str(setup.view().setup[4].explanation) == "The challenger sets dice aside before the Boss decides."
    game = agreed(setup).game()
    assert isinstance(game, DuelGame)
    assert (game.options.stake, game.options.wins, game.options.keep_before_call) == (5, 1, True)


def test_the_house_s_own_rules_come_first() -> None:
    rules = BossOptions(max_wager=5, short_stack=ShortStack.TABLE_STAKES, target=30)
    setup = pressed(offers=Offers.usual(PARTY, 5, 5, 10, rules))
    assert str(setup.view().setup[4].value) == "this house"
    assert dict(agreed(setup).options) == {
        "banks": [10, 10, 10],
        "max_wager": 5,
        "target": 30,
        "short_stack": "table_stakes",
    }


def test_the_next_set_up_begins_with_the_last_table() -> None:
    setup = pressed(GREEN, RED, RED, GREEN, RED, GREEN, RED, GREEN, RED, GREEN)
    last = agreed(setup)
    assert again(setup.offers, last).press(GREEN) == last
    match = agreed(chosen(Menu.NORWEGIAN))
    assert again(again(setup.offers, last).offers, match).press(GREEN) == match


@settings(deadline=None)
@given(st.lists(st.sampled_from([GREEN, RED]), max_size=60))
def test_every_offer_makes_a_game_that_can_be_written_down_and_made_again(buttons: list[Button]) -> None:
    answer: Setup | Agreed = pressed()
    for button in buttons:
        answer = answer.press(button)
        if isinstance(answer, Agreed):
            break
        view = answer.view()
        if answer.spelling is not None:
            assert view.spelling is not None and view.setup == ()
            continue
        assert sum(line.lit for line in view.setup) == (answer.step < len(answer.questions))
        assert 1 <= len(view.setup) <= LINES_SHOWN
        assert view.footer.green.lamp is Lamp.LIT
        for line in view.setup:
            assert not line.choices or 0 <= line.chosen < len(line.choices)
            assert line.players or all(len(str(choice)) <= 16 for choice in line.choices)
            assert not line.lit or line.players or line.choices[line.chosen] in (line.value, *line.choices)
    made = agreed(answer) if isinstance(answer, Setup) else answer
    game = made.game()
    least, most = Menu.SAN_FRANCISCO.seats if made.kind == "duel" else (2, 6)
    assert least <= len(game.players) <= most
    assert new_game(game.name, list(game.players), options_of(game)) == game


@pytest.mark.parametrize(
    "game",
    [
        DuelGame.new(("Tom", "Irene")),
        TournamentGame.new(("Tom", "Irene", "John")),
        QualificationGame.new(("Tom", "Irene"), [100, 200]),
        ProgressiveGame.new(("Tom", "Irene")),
    ],
)
def test_options_of_a_game_make_it_again(game: Game) -> None:
    assert new_game(game.name, game.players, options_of(game)) == game


def test_lines_after_another_game_begin_with_the_first_offers() -> None:
    setup = pressed(RED, GREEN, GREEN, RED, GREEN)
    assert setup.chosen[Line.STAKE] == 1
    back = pressed(RED, GREEN, GREEN, RED, GREEN, GREEN, GREEN, RED, RED)
    assert back.game is Menu.NORWEGIAN and back.chosen == {Line.GAME: 2}
