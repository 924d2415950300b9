"""What holds in every game of banking Boss Dice, on random games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tables import boss_games, hand, played

from game.actions import Action, Ante, CallOff, CallUp, Concede, Reveal, Stay, Throw, Wager, action_from_json, action_to_json
from game.boss import BossGame, BossPhase
from game.boss_options import BossOptions, KittyAtEnd, ShortStack
from game.errors import RulesError
from game.hands import TwoPairTie
from game.history import History
from game.settlement import Outcome, Result

SLOW = [HealthCheck.too_slow]
"""A busy machine is no fault of the code."""

OPTIONS = st.builds(
    BossOptions,
    max_wager=st.none() | st.integers(1, 40),
    kitty=st.integers(0, 30),
    target=st.none() | st.integers(101, 300),
    short_stack=st.sampled_from(ShortStack),
    kitty_at_end=st.sampled_from(KittyAtEnd),
    two_pair_tie=st.sampled_from(TwoPairTie),
    boss_may_keep_extra=st.booleans(),
)
BANKS = st.lists(st.integers(0, 100), min_size=2, max_size=6).filter(lambda banks: sum(map(bool, banks)) > 1)
SEEDS = st.integers(0, 2**32)


def new(banks: list[int], options: BossOptions) -> BossGame:
    return BossGame.new([f"Player {seat}" for seat in range(len(banks))], banks, options)


def check_round(game: BossGame) -> None:
    last = game.last_round
    if last is None:
        return
    if last.outcome is not Outcome.SETTLED:
        assert last.banks_after == last.banks_before
        return
    assert last.boss is not None
    paid = sum(amount for amount in last.transfers if amount > 0)
    taken = -sum(amount for amount in last.transfers if amount < 0)
    assert paid == (0 if last.boss_bust else last.owed)
    assert (last.banks_before[last.boss] + last.kitty_taken + taken < last.owed) == last.boss_bust
    for seat, result in enumerate(last.results):
        if result is Result.TIE or result is None:
            assert last.transfers[seat] == 0
        elif result is Result.LOSE:
            assert -last.wager <= last.transfers[seat] < 0


@settings(max_examples=250, deadline=None, suppress_health_check=SLOW)
@given(BANKS, OPTIONS, SEEDS)
def test_chips_are_conserved_and_somebody_always_remains(banks: list[int], options: BossOptions, seed: int) -> None:
    total = sum(banks) + options.kitty
    for _, game in boss_games(new(banks, options), random.Random(seed), most=150):
        assert sum(game.banks) + game.kitty == total
        assert min(game.banks) >= 0
        assert len(game.playing) >= 1
        assert all(game.banks[seat] == 0 for seat in game.eliminated)
        assert (game.expects() == ()) == game.over == (game.winner is not None)
        assert game.over or game.phase is BossPhase.SECOND_THROWS or all(game.banks[seat] for seat in game.playing)
        check_round(game)


def test_thousands_of_whole_games_end_with_one_winner_who_has_everything() -> None:
    source = random.Random(20)
    for number in range(1500):
        players = source.randint(2, 6)
        game = played(BossGame.new([f"P{seat}" for seat in range(players)], 50), source)
        assert game.over, number
        assert game.winner is not None
        assert game.banks[game.winner] == 50 * players
        assert sorted((*game.eliminated, game.winner)) == list(range(players))


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(BANKS, OPTIONS, SEEDS)
def test_every_expected_action_is_accepted(banks: list[int], options: BossOptions, seed: int) -> None:
    source = random.Random(seed)
    for _, game in boss_games(new(banks, options), source, most=60):
        for expected in game.expects():
            fields: dict[str, Any] = {"type": expected.type}
            if expected.seat is not None:
                fields["seat"] = expected.seat
            if expected.count is not None:
                fields["dice"] = [*game.kept, *hand(source)][:5] if expected.type == "reveal" else list(hand(source))
            if expected.least is not None:
                fields["amount"] = expected.most or expected.least
            game.apply(action_from_json(fields))


def any_action(players: int) -> st.SearchStrategy[Action]:
    """Actions with and without sense, all well typed."""
    seats = st.integers(-1, players)
    dice = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
    kept = st.none() | st.lists(st.integers(1, 6), max_size=5).map(tuple)
    return st.one_of(
        st.builds(Throw, seats, dice, kept),
        st.builds(Wager, st.integers(-5, 200)),
        st.just(CallUp()),
        st.just(CallOff()),
        st.builds(Reveal, seats, dice),
        st.builds(Ante, seats, st.integers(0, 5)),
        st.builds(Concede, seats),
        st.just(Stay()),
    )


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(BANKS, OPTIONS, SEEDS, st.data())
def test_a_refused_action_changes_nothing(banks: list[int], options: BossOptions, seed: int, data: st.DataObject) -> None:
    game = played(new(banks, options), random.Random(seed), most=data.draw(st.integers(0, 60)))
    before, state, expects = repr(game), game.state(), game.expects()
    for action in data.draw(st.lists(any_action(len(banks)), min_size=5, max_size=10)):
        try:
            after = game.apply(action).game
        except RulesError as refusal:
            assert str(refusal).endswith(".")
            assert "\n" not in str(refusal)
        else:
            assert after != game
        assert (repr(game), game.state(), game.expects()) == (before, state, expects)


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(BANKS, OPTIONS, SEEDS)
def test_undo_restores_the_exact_game_and_replay_is_the_same(banks: list[int], options: BossOptions, seed: int) -> None:
    history = History(new(banks, options))
    before = [history]
    for action, game in boss_games(history.game, random.Random(seed), most=60):
        history = history.push(action)
        assert history.game == game
        before.append(history)
    assert History(history.start, history.actions).game == history.game
    assert [step.game for step in before[1:]] == list(history.steps())
    for earlier in reversed(before[:-1]):
        history = history.undo()
        assert history == earlier
        assert repr(history.game) == repr(earlier.game)
        assert history.events == earlier.events


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(BANKS, SEEDS)
def test_actions_survive_the_protocol(banks: list[int], seed: int) -> None:
    for action, _ in boss_games(new(banks, BossOptions()), random.Random(seed), most=40):
        assert action_from_json(action_to_json(action)) == action


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(SEEDS)
def test_the_order_of_the_throws_in_a_phase_does_not_matter(seed: int) -> None:
    """A4, A-n: whoever throws first, the outcome is the same."""
    source = random.Random(seed)
    firsts, seconds, reveal = [hand(source) for _ in range(4)], [hand(source) for _ in range(4)], hand(source)
    outcomes = set()
    for _ in range(3):
        game = BossGame.new(["A", "B", "C", "D"], 40).apply(Wager(10)).game
        for seat in source.sample(range(4), 4):
            game = game.apply(Throw(seat, firsts[seat])).game
        if game.phase is BossPhase.CALL:
            game = game.apply(CallUp()).game
            for seat in source.sample(game.to_throw, 3):
                game = game.apply(Throw(seat, seconds[seat])).game
            game = game.apply(Reveal(game.boss or 0, (*game.kept, *reveal)[:5])).game
        outcomes.add(game)
    assert len(outcomes) == 1


@pytest.mark.benchmark(group="whole games")
@pytest.mark.parametrize("max_wager", [None, 25])
def test_speed_of_whole_random_four_player_games(benchmark: Any, max_wager: int | None) -> None:
    """Ten thousand games a minute are 6 ms a game; with at most a quarter of the bank at stake a game has 1500 actions."""
    source = random.Random(7)

    def play() -> BossGame:
        return played(BossGame.new(["A", "B", "C", "D"], 100, BossOptions(max_wager=max_wager)), source)

    assert benchmark(play).over
