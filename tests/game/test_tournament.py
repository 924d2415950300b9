"""Winner stays on: rule C7 and reading C-f."""

from __future__ import annotations

from typing import Any

import pytest

from game.actions import CallUp, Keep, Reveal, Throw
from game.duel import DuelOptions
from game.errors import IllegalAction, InvalidAction, InvalidOptions
from game.game import EventKind, Step
from game.games import new_game
from game.tournament import MatchResult, TournamentGame
from game.tournament_options import Length, TournamentOptions, explain_tournament

PAIR_6 = (6, 6, 1, 2, 3)
NOTHING = (1, 2, 3, 4, 5)


def tournament(*names: str, banks: Any = None, length: Length = Length.ONCE, matches: int = 3, **match: Any) -> TournamentGame:
    options = TournamentOptions(length=length, matches=matches, match=DuelOptions(**{"wins": 1, **match}))
    return TournamentGame.new(names or ("Ann", "Bob", "Cid", "Dan"), banks, options)


def won(game: TournamentGame, winner: int) -> Step[TournamentGame]:
    """The tournament after a round at the table that `winner` won as Boss."""
    loser = next(seat for seat in game.at_table if seat != winner)
    for action in (Throw(winner, PAIR_6), Throw(loser, NOTHING), CallUp(), Throw(loser, NOTHING)):
        game = game.apply(action).game
    return game.apply(Reveal(winner, PAIR_6))


def after(game: TournamentGame, *winners: int) -> TournamentGame:
    for winner in winners:
        game = won(game, winner).game
    return game


def test_c7_the_winner_meets_the_next_player() -> None:
    game = tournament()
    assert (game.at_table, game.queue) == ((0, 1), (2, 3))
    game = after(game, 1)
    assert (game.at_table, game.queue) == ((2, 1), (3,))
    game = after(game, 2)
    assert (game.at_table, game.queue, game.over) == ((2, 3), (), False)


def test_c_f_one_pass_is_won_with_the_last_match() -> None:
    game = after(tournament(), 0, 0, 3)
    assert (game.over, game.winner, game.winners, game.titles) == (True, 3, (3,), (2, 0, 0, 1))
    assert game.results == (MatchResult(0, 1, (1, 0), 0), MatchResult(0, 2, (1, 0), 0), MatchResult(3, 0, (1, 0), 0))
    assert game.expects() == ()
    with pytest.raises(IllegalAction, match="tournament is over"):
        game.apply(Throw(0, PAIR_6))


def test_c_f_with_wins_losers_go_to_the_end_of_the_queue() -> None:
    game = tournament("Ann", "Bob", "Cid", length=Length.WINS, matches=2)
    game = after(game, 0)
    assert (game.at_table, game.queue, game.titles) == ((0, 2), (1,), (1, 0, 0))
    game = after(game, 2)
    assert (game.at_table, game.queue) == ((1, 2), (0,))
    game = after(game, 2)
    assert (game.winner, game.titles) == (2, (1, 0, 2))


def test_two_players_may_play_match_after_match() -> None:
    game = after(tournament("Ann", "Bob", length=Length.WINS, matches=2, banks=20, stake=5), 0, 1)
    assert (game.banks, game.over) == ((20, 20), False)
    assert after(game, 1).winner == 1


def test_c5_c_g_stakes_are_settled_after_each_match() -> None:
    game = tournament(banks=(20, 3, 20, 20), stake=5)
    step = won(game, 0)
    assert step.game.banks == (23, 0, 20, 20)
    assert [(event.seat, event.other, event.amount) for event in step.events if event.kind is EventKind.PAID] == [(1, 0, 3)]
    step = won(step.game, 2)
    assert step.game.banks == (18, 0, 25, 20)
    assert [(event.seat, event.other) for event in step.events if event.kind is EventKind.PAID] == [(0, 2)]
    assert tournament(stake=5).banks == (50,) * 4
    assert tournament().banks is None


def test_a_match_goes_over_several_rounds() -> None:
    game = after(tournament(wins=2), 0, 1)
    assert (game.match.score, game.at_table) == ((1, 1), (0, 1))
    game = after(game, 1)
    assert (game.match.score, game.at_table, game.results[0].score) == ((0, 0), (2, 1), (2, 1))


def test_seats_are_those_of_the_tournament() -> None:
    game = after(tournament(), 1)
    assert [expected.seat for expected in game.expects()] == [2, 1]
    with pytest.raises(IllegalAction, match="Ann is not at the table"):
        game.apply(Throw(0, PAIR_6))
    with pytest.raises(InvalidAction, match="no such seat"):
        game.apply(Throw(4, PAIR_6))
    step = game.apply(Throw(2, PAIR_6)).game.apply(Throw(1, NOTHING))
    assert [(event.kind, event.seat) for event in step.events] == [(EventKind.THROWN, 1), (EventKind.BOSS, 2)]
    assert step.game.state()["boss"] == 2


def test_seats_of_dice_set_aside_are_translated() -> None:
    game = after(tournament(), 1)
    game = tournament(keep_before_call=True)
    game = game.apply(Throw(0, PAIR_6)).game.apply(Throw(1, NOTHING)).game.apply(Keep(1, (5,))).game
    assert game.match.declared == (5,)


def test_state_shows_the_table_the_queue_and_the_last_round_of_the_match_before() -> None:
    state = after(tournament(banks=20, stake=5), 1).state()
    assert (state["game"], state["match"], state["at_table"], state["queue"]) == ("tournament", 2, [2, 1], [3])
    assert (state["titles"], state["banks"], state["score"]) == ([0, 1, 0, 0], [15, 25, 20, 20], [0, 0])
    assert state["last_match"] == {"winner": 1, "loser": 0, "score": [1, 0], "paid": 5}
    last = state["last_round"]
    assert isinstance(last, dict)
    assert (last["outcome"], last["boss"], last["winner"]) == ("won", 1, 1)
    fresh = tournament().state()
    assert (fresh["match"], fresh["last_round"], fresh["last_match"]) == (1, None, None)


def test_the_last_round_keeps_its_seats_when_the_table_changes() -> None:
    game = after(tournament(), 1, 2)
    last = game.state()["last_round"]
    assert isinstance(last, dict)
    assert (last["boss"], last["winner"], game.at_table) == (2, 2, (2, 3))


def test_a_tournament_is_a_game_of_the_protocol() -> None:
    game = new_game(
        "tournament", ["A", "B", "C"], {"length": "wins", "matches": 2, "ranking": "norwegian", "stake": 3, "bank": 9}
    )
    assert isinstance(game, TournamentGame)
    assert (game.options.length, game.options.matches, game.options.match.stake, game.banks) == (Length.WINS, 2, 3, (9, 9, 9))
    with pytest.raises(InvalidOptions, match="did you mean matches"):
        new_game("tournament", ["A", "B", "C"], {"matchs": 2})
    with pytest.raises(InvalidOptions, match="length is one of once, wins"):
        new_game("tournament", ["A", "B", "C"], {"length": "long"})


@pytest.mark.parametrize("count", [1, 17])
def test_two_to_sixteen_players(count: int) -> None:
    with pytest.raises(InvalidOptions, match="2 to 16 players"):
        TournamentGame.new(["X"] * count)


def test_options_are_checked() -> None:
    with pytest.raises(InvalidOptions, match="1 to 99"):
        TournamentOptions(matches=100)
    with pytest.raises(InvalidOptions, match="length"):
        TournamentOptions(length="once")  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "values"), [("length", tuple(Length)), ("matches", (3,))])
def test_every_option_is_explained_in_one_sentence(name: str, values: tuple[object, ...]) -> None:
    sentences = [str(explain_tournament(name, value)) for value in values]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert len(set(sentences)) == len(values)
