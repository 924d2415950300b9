"""What holds in every match of two-player Boss Dice and in every tournament, on random matches."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tables import duel_action, duel_games

from game.actions import Action, CallOff, CallUp, Keep, Reveal, Throw, Wager, action_from_json, action_to_json
from game.duel import DuelGame, DuelOptions, DuelOutcome, DuelPhase
from game.duel_options import ChallengerTwoPair, DuelRanking, NoCall
from game.errors import RulesError
from game.hands import FirstFullHouse, FirstTwoPair, TwoPairTie, final_rank
from game.history import History
from game.option_reading import options_from_json, options_to_json
from game.tournament import TournamentGame
from game.tournament_options import Length, TournamentOptions

SLOW = [HealthCheck.too_slow]
"""A busy machine is no fault of the code."""

OPTIONS = st.builds(
    DuelOptions,
    ranking=st.sampled_from(DuelRanking),
    calls=st.booleans(),
    first_full_house=st.none() | st.sampled_from(FirstFullHouse),
    first_two_pair=st.none() | st.sampled_from(FirstTwoPair),
    challenger_two_pair=st.sampled_from(ChallengerTwoPair),
    two_pair_tie=st.sampled_from(TwoPairTie),
    keep_before_call=st.booleans(),
    no_call=st.sampled_from(NoCall),
    wins=st.integers(1, 3),
    stake=st.integers(0, 20),
)
BANKS = st.tuples(st.integers(0, 30), st.integers(0, 30))
SEEDS = st.integers(0, 2**32)


def check_round(game: DuelGame) -> None:
    last = game.last_round
    if last is None:
        return
    assert (last.winner is not None) == (last.outcome is DuelOutcome.WON)
    assert last.revealed == (last.outcome in (DuelOutcome.WON, DuelOutcome.TIE_SECOND))
    if last.revealed:
        one, other = (final_rank(hand, game.options.two_pair_tie) for hand in last.hands if hand is not None)
        assert (last.winner == 0) == (one > other)
        assert (last.winner == 1) == (one < other)


@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(OPTIONS, BANKS, SEEDS)
def test_chips_are_conserved_and_only_won_rounds_score(options: DuelOptions, banks: tuple[int, int], seed: int) -> None:
    game = DuelGame.new(["A", "B"], banks, options)
    score = 0
    for _, after in duel_games(game, random.Random(seed), most=300):
        assert after.banks is not None
        assert sum(after.banks) == sum(banks)
        assert min(after.banks) >= 0
        check_round(after)
        if after.last_round is not game.last_round:
            assert after.last_round is not None
            score += after.last_round.outcome is DuelOutcome.WON
        assert sum(after.score) == score
        assert (after.expects() == ()) == after.over == (max(after.score) == options.wins)
        assert after.over or max(after.score) < options.wins
        game = after
    if game.over:
        assert game.winner is not None
        assert game.score[game.winner] == options.wins
        assert game.banks is not None
        assert game.banks[game.winner] - banks[game.winner] == min(options.stake, banks[1 - game.winner])


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(OPTIONS, SEEDS)
def test_undo_and_replay_are_exact(options: DuelOptions, seed: int) -> None:
    history = History(DuelGame.new(["A", "B"], None, options))
    before = [history]
    for action, game in duel_games(history.game, random.Random(seed), most=50):
        assert action_from_json(action_to_json(action)) == action
        history = history.push(action)
        assert history.game == game
        before.append(history)
    for earlier in reversed(before[:-1]):
        history = history.undo()
        assert repr(history.game) == repr(earlier.game)


DICE = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.builds(Throw, st.integers(-1, 2), DICE, st.none() | st.lists(st.integers(1, 6), max_size=5).map(tuple)),
    st.builds(Keep, st.integers(-1, 2), st.lists(st.integers(1, 6), max_size=5).map(tuple)),
    st.builds(Reveal, st.integers(-1, 2), DICE),
    st.just(CallUp()),
    st.just(CallOff()),
    st.just(Wager(1)),
)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(OPTIONS, SEEDS, st.integers(0, 40), st.lists(ANY_ACTION, min_size=5, max_size=10))
def test_a_refused_action_changes_nothing(options: DuelOptions, seed: int, steps: int, actions: list[Action]) -> None:
    game = DuelGame.new(["A", "B"], None, options)
    for _, after in duel_games(game, random.Random(seed), most=steps):
        game = after
    before = repr(game), game.state(), game.expects()
    for action in actions:
        try:
            changed = game.apply(action).game
        except RulesError as refusal:
            assert str(refusal).endswith(".")
        else:
            assert changed != game
        assert (repr(game), game.state(), game.expects()) == before


@given(OPTIONS)
def test_options_survive_the_protocol(options: DuelOptions) -> None:
    assert options_from_json(DuelOptions, options_to_json(options)) == options


TOURNAMENTS = st.builds(TournamentOptions, length=st.sampled_from(Length), matches=st.integers(1, 3), match=OPTIONS)


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(TOURNAMENTS, st.integers(2, 6), SEEDS)
def test_a_tournament_conserves_chips_and_people(options: TournamentOptions, players: int, seed: int) -> None:
    source = random.Random(seed)
    game = TournamentGame.new([f"P{seat}" for seat in range(players)], 20, options)
    for _ in range(600):
        if game.over:
            break
        action = duel_action(game.match, source)
        if isinstance(action, Throw | Reveal | Keep):
            fields = {**action_to_json(action), "seat": game.at_table[action.seat]}
            action = action_from_json(fields)
            assert action.seat in {expected.seat for expected in game.expects()}  # type: ignore[union-attr]
        game = game.apply(action).game
        assert game.banks is not None
        assert (sum(game.banks), min(game.banks) >= 0) == (20 * players, True)
        assert sum(game.titles) == len(game.results)
        waiting = set(game.queue) | set(game.at_table)
        if options.length is Length.WINS:
            assert waiting == set(range(players))
        else:
            assert len(game.results) + len(game.queue) + 1 == players - 1 + game.over
    if game.over:
        assert game.results[-1].winner == game.winner
        if options.length is Length.WINS:
            assert game.titles[game.winner or 0] == options.matches == max(game.titles)


def test_phases_are_all_reached() -> None:
    """So that the properties above say something about each of them."""
    seen = set()
    for seed in range(40):
        options = DuelOptions(keep_before_call=seed % 2 == 0, calls=seed % 5 != 0)
        for _, game in duel_games(DuelGame.new(["A", "B"], None, options), random.Random(seed)):
            seen.add(game.phase)
    assert seen == set(DuelPhase)
