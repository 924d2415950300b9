"""House players: legal under every house rule, blind to what lies under other cups, stronger by strength."""

from __future__ import annotations

import dataclasses
import enum
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import house
from game.actions import CallOff, CallUp, Challenge, Concede, Dice, Keep, Throw, Wager
from game.boss import BossGame, BossOptions
from game.boss_options import ShortStack
from game.duel import DuelGame, DuelOptions, DuelPhase
from game.duel_options import NoCall
from game.house import Keeping, NothingToDecide, Observation, PlayedGame, Strength
from game.odds import BANKING
from game.policies.matchups import HandPlayer, matchup
from game.progressive import ProgressiveGame, ProgressiveOptions
from game.qualification import QualificationGame, QualificationOptions
from game.qualification_options import Answers, BossBank

EXPERT, REGULAR, BEGINNER = Strength
NAMES = ("Tom", "Irene", "Barbara", "John")
ROUNDS = 12


class Dealer:
    """Plays a game with house players in every seat; knows all cups, shows each seat its own."""

    def __init__(self, game: PlayedGame, strengths: list[Strength], seed: int) -> None:
        self.game = game
        self.strengths = strengths
        self.random = random.Random(seed)
        self.cups: dict[int, Dice] = {}
        self.peek: Callable[[Dealer, int], None] = lambda dealer, seat: None

    def play(self, actions: int = 100_000) -> PlayedGame:
        for _ in range(actions):
            if self.game.over or self.game.round > ROUNDS:
                break
            self.step()
        return self.game

    def step(self) -> None:
        before = self.game.round
        if self.game.expects()[0].type == "wager":
            self.game = self.game.apply(Wager(min(5, self.game.largest_wager or 5))).game
            return
        for seat in range(len(self.game.players)):
            seen = house.observe(self.game, seat, self.cups)
            if house.throws_under_cup(seen):
                self.cups[seat] = house.under_cup(seen, self.strengths[seat], self.random)
        seat = house.turns(self.game)[0]
        self.peek(self, seat)
        seen = house.observe(self.game, seat, self.cups)
        self.game = self.game.apply(house.act(seen, self.strengths[seat], self.random)).game
        if self.game.round != before:
            self.cups = {}


def options_of(kind: type[Any], **fixed: object) -> st.SearchStrategy[Any]:
    """Any house rules: every named choice and switch, other options as they are."""
    choices: dict[str, st.SearchStrategy[Any]] = {}
    for field in dataclasses.fields(kind):
        if field.name in fixed:
            choices[field.name] = st.just(fixed[field.name])
        elif isinstance(field.default, enum.Enum):
            choices[field.name] = st.sampled_from(list(type(field.default)))
        elif isinstance(field.default, bool):
            choices[field.name] = st.booleans()
    return st.builds(kind, **choices)


def games() -> st.SearchStrategy[PlayedGame]:
    players = st.integers(2, 4).map(lambda count: NAMES[:count])
    banks = st.integers(6, 40)
    return st.one_of(
        st.builds(BossGame.new, players, banks, options_of(BossOptions)),
        st.builds(DuelGame.new, st.just(NAMES[:2]), st.none(), options_of(DuelOptions)),
        st.builds(QualificationGame.new, players, st.integers(10, 200), options_of(QualificationOptions)),
        st.builds(ProgressiveGame.new, players, options_of(ProgressiveOptions, round=11)),
    )


@given(games(), st.lists(st.sampled_from(Strength), min_size=4, max_size=4), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_house_players_obey_every_house_rule(game: PlayedGame, strengths: list[Strength], seed: int) -> None:
    """The engine refuses nothing, and the game goes on or ends."""
    end = Dealer(game, strengths, seed).play()
    assert end.over or end.round > ROUNDS


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(
    "game", [BossGame.new(NAMES, 30), DuelGame.new(NAMES[:2]), QualificationGame.new(NAMES)], ids=lambda game: game.name
)
def test_what_lies_under_other_cups_decides_nothing(game: PlayedGame, strength: Strength) -> None:
    """The same decisions with the same chances, whatever the dealer puts under everybody else's cup."""

    def peek(dealer: Dealer, seat: int) -> None:
        honest = house.observe(dealer.game, seat, dealer.cups)
        chances = house.decisions(honest, strength)
        assert sum(chances.values()) == pytest.approx(1)
        others = [other for other in range(len(dealer.game.players)) if other != seat]
        for face in (1, 6):
            swapped = dealer.cups | dict.fromkeys(others, (face,) * 5)
            assert house.observe(dealer.game, seat, swapped) == honest
            assert house.decisions(house.observe(dealer.game, seat, swapped), strength) == chances
        hidden.update(other for other in others if other in dealer.cups)

    hidden: set[int] = set()
    for seed in range(20):
        dealer = Dealer(game, [strength] * len(game.players), seed)
        dealer.peek = peek
        while not dealer.game.over and dealer.game.round <= 3:
            dealer.step()
        if hidden:
            return
    pytest.fail("No hand ever lay under another cup.")


def test_an_observation_has_no_place_for_hidden_dice() -> None:
    """It holds the seat, the public game and one cup; the games hold a hidden hand only once it is revealed."""
    assert [field.name for field in dataclasses.fields(Observation)] == ["seat", "game", "cup"]
    game = DuelGame.new(NAMES[:2]).apply(Throw(0, (6, 6, 1, 2, 3))).game.apply(Throw(1, (1, 2, 3, 4, 6))).game
    assert game.phase is DuelPhase.CALL
    seen = house.observe(game, 1, {0: (6, 6, 6, 6, 6), 1: (1, 1, 1, 1, 1)})
    assert seen == Observation(1, game, (1, 1, 1, 1, 1))
    assert house.observe(game, 1, {0: (6, 6, 6, 6, 6)}) == Observation(1, game, None)


def test_answers_at_once_are_not_seen_before_all_are_in() -> None:
    """Reading D-r: with simultaneous answers a seat knows only its own."""
    options = QualificationOptions(answers=Answers.TOGETHER)
    dealer = Dealer(QualificationGame.new(NAMES[:3], 1000, options), [EXPERT] * 3, 3)
    while dealer.game.expects()[0].type != "concede":
        dealer.step()
    first, second = house.turns(dealer.game)
    conceded = dealer.game.apply(Concede(first)).game
    challenged = dealer.game.apply(Challenge(first)).game
    assert house.observe(conceded, second, dealer.cups) == house.observe(challenged, second, dealer.cups)


def hand_between_two(first: Dice, other: Dice) -> DuelGame:
    return DuelGame.new(NAMES[:2]).apply(Throw(0, first)).game.apply(Throw(1, other)).game


def test_the_blunders_of_the_old_rules() -> None:
    """Facts F3: against a pair of sixes the beginner keeps the six of 3-3-6 every other time, nobody else does."""
    game = hand_between_two((6, 6, 1, 2, 4), (3, 3, 6, 1, 2)).apply(CallUp()).game
    seen = house.observe(game, 1, {})
    assert house.decisions(seen, BEGINNER) == {Keeping((3, 3)): Fraction(1, 2), Keeping((6,)): Fraction(1, 2)}
    assert house.decisions(seen, REGULAR) == {Keeping((3, 3)): 1}
    assert house.decisions(seen, EXPERT) == {Keeping((3, 3)): 1}


def test_the_beginner_calls_too_eagerly() -> None:
    """6-6-2-2 against 3-3: called off by best play, called by the beginner; the bare pair he calls every other time."""
    game = hand_between_two((6, 6, 1, 2, 4), (3, 3, 6, 1, 2))
    weak, bare, strong = ({0: hand} for hand in ((2, 2, 6, 6, 1), (1, 2, 3, 6, 6), (6, 6, 6, 1, 2)))
    assert house.decisions(house.observe(game, 0, weak), EXPERT) == {CallOff(): 1}
    assert house.decisions(house.observe(game, 0, weak), BEGINNER) == {CallUp(): 1}
    assert house.decisions(house.observe(game, 0, bare), BEGINNER) == {CallUp(): Fraction(1, 2), CallOff(): Fraction(1, 2)}
    assert house.decisions(house.observe(game, 0, bare), REGULAR) == {CallOff(): 1}
    for strength in Strength:
        assert house.decisions(house.observe(game, 0, strong), strength) == {CallUp(): 1}


def test_mixtures_come_from_the_equilibrium() -> None:
    """Facts F7: 3-3 against 2-2-1-1."""
    game = hand_between_two((3, 3, 1, 5, 6), (2, 2, 1, 1, 5))
    chances = house.decisions(house.observe(game, 0, {0: (3, 3, 2, 2, 6)}), EXPERT)
    assert chances == {CallUp(): Fraction(479, 792), CallOff(): Fraction(313, 792)}
    called = game.apply(CallUp()).game
    assert house.decisions(house.observe(called, 1, {}), EXPERT) == {
        Keeping((2, 2)): Fraction(6, 11),
        Keeping((1, 1, 2, 2)): Fraction(5, 11),
    }
    drawn = Counter(house.choose(chances, random.Random(seed)) for seed in range(2000))
    assert drawn[CallUp()] / 2000 == pytest.approx(479 / 792, abs=0.04)


def test_dice_set_aside_before_the_call() -> None:
    """Reading B-e: the challenger expects a Boss who calls just what gains, and the Boss does."""
    options = DuelOptions(keep_before_call=True)
    game = DuelGame.new(NAMES[:2], options=options).apply(Throw(0, (3, 3, 1, 5, 6))).game.apply(Throw(1, (2, 2, 1, 1, 5))).game
    (keep,) = house.decisions(house.observe(game, 1, {}), EXPERT)
    assert isinstance(keep, Keep)
    called = game.apply(Keep(1, (2, 2))).game
    assert house.decisions(house.observe(called, 0, {0: (3, 3, 2, 2, 6)}), EXPERT) == {CallOff(): 1}
    assert house.decisions(house.observe(called, 0, {0: (3, 3, 6, 6, 4)}), EXPERT) == {CallUp(): 1}


def test_without_calls_and_without_a_boss_both_keep_at_once() -> None:
    """Reading C-e: keeps are an equilibrium of keeps against keeps; the better hand wins more than half."""
    options = DuelOptions(calls=False, no_call=NoCall.FREE)
    game = DuelGame.new(NAMES[:2], options=options).apply(Throw(0, (6, 6, 6, 5, 5))).game.apply(Throw(1, (1, 2, 3, 4, 6))).game
    hands = [house.under_cup(house.observe(game, 0, {}), EXPERT, random.Random(seed)) for seed in range(20)]
    assert all(hand == (5, 5, 6, 6, 6) for hand in hands)


def test_short_stacks_and_kitties_reach_the_house() -> None:
    """With a kitty in the bowl that outweighs everything, the Boss calls whatever lies under the cup."""
    options = BossOptions(kitty=500, short_stack=ShortStack.TABLE_STAKES)
    game: PlayedGame = BossGame.new(NAMES[:3], 50, options).apply(Wager(1)).game
    for seat, dice in enumerate([(6, 6, 1, 2, 3), (5, 5, 1, 2, 3), (4, 4, 1, 2, 3)]):
        game = game.apply(Throw(seat, dice)).game
    for strength in (EXPERT, REGULAR):
        assert house.decisions(house.observe(game, 0, {0: (1, 2, 3, 6, 6)}), strength) == {CallUp(): 1}


def test_nobody_decides_out_of_turn() -> None:
    game = hand_between_two((6, 6, 1, 2, 4), (3, 3, 6, 1, 2))
    with pytest.raises(NothingToDecide, match="nothing to decide"):
        house.decisions(house.observe(game, 1, {}), EXPERT)
    with pytest.raises(NothingToDecide, match="under the cup first"):
        house.decisions(house.observe(game, 0, {}), EXPERT)
    assert house.turns(game) == (0,)
    assert house.throws_under_cup(house.observe(game, 0, {}))
    assert not house.throws_under_cup(house.observe(game, 0, {0: (6, 6, 1, 1, 1)}))


def test_a_boss_never_announces_what_the_bank_cannot_pay() -> None:
    options = QualificationOptions(boss_bank=BossBank.PROTECTED)
    for seed in range(12):
        dealer = Dealer(QualificationGame.new(NAMES[:2], [20, 400], options), [EXPERT, BEGINNER], seed)
        while dealer.game.expects()[0].type != "announce":
            dealer.step()
        dealer.step()
        assert dealer.game.requirement is not None or dealer.game.round > 1


def test_stronger_players_win_by_exact_amounts() -> None:
    """One hand of two under the ranking of the banking game: equilibrium over regular over beginner."""
    small, large = matchup(BANKING, EXPERT, REGULAR), matchup(BANKING, REGULAR, BEGINNER)
    assert round(float(small.edge), 5) == 0.00468
    assert round(float(large.edge), 5) == 0.03292
    assert Fraction(1, 2) < small.horse < small.match < large.horse < large.match


def test_played_hands_agree_with_the_exact_chances() -> None:
    """Equilibrium against itself: 60000 hands within four standard errors of the exact chances."""
    hands = 60_000
    played = HandPlayer(BANKING, EXPERT, EXPERT).play(hands, np.random.default_rng(5))
    exact = matchup(BANKING, EXPERT, EXPERT)
    assert exact.edge == 0
    for count, chance in ((played.wins, exact.wins), (played.loses, exact.loses)):
        expected, error = hands * float(chance), (hands * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(count - expected) < 4 * error
    assert played.wins + played.loses + played.ties + played.called_off + played.no_boss == hands


def test_the_regular_loses_to_the_expert_at_qualification_and_the_beginner_to_both() -> None:
    """Points after two turns each as Boss, over some games with the same antes."""
    won = Counter[str]()
    for seed in range(10):
        pair = [EXPERT, BEGINNER] if seed % 2 else [BEGINNER, EXPERT]
        end = Dealer(QualificationGame.new(NAMES[:2]), pair, seed).play()
        assert isinstance(end, QualificationGame)
        best = max(range(2), key=lambda seat: end.banks[seat])
        won[pair[best].value] += 1
    assert won["equilibrium"] > won["beginner"]


def test_a_house_decision(benchmark: Any) -> None:
    game = hand_between_two((3, 3, 1, 5, 6), (2, 2, 1, 1, 5))
    seen = house.observe(game, 0, {0: (3, 3, 2, 2, 6)})
    assert len(benchmark(lambda: house.decisions(seen, EXPERT))) == 2
