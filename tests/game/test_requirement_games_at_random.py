"""Qualification Dice and Progressive Qualification under any house rules: play ends, nothing is lost, refusals are clean."""

from __future__ import annotations

import random
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st
from requirement_tables import ANY_ACTION, RequirementGame, actions_of, play

from game.actions import Action, Announce, Throw, action_from_json, action_to_json
from game.errors import RulesError
from game.progressive import ProgressiveGame, ProgressiveOptions
from game.progressive_options import FinalTie
from game.qualification import QualificationGame, QualificationOptions
from game.qualification_options import BossBank, Rounding

Kind = TypeVar("Kind")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
SEEDS = st.integers(0, 2**32)


def house_rules(kind: type[Kind], **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Kind]:
    """Any options of this kind: every choice of every reading."""
    choices = {
        field.name: st.sampled_from(list(type(field.default)))
        for field in fields(kind)  # type: ignore[arg-type]
        if isinstance(field.default, Enum)
    }
    return st.builds(kind, **{**choices, **given})


QUALIFICATION = st.builds(
    lambda banks, options: QualificationGame.new(NAMES[: len(banks)], banks, options),
    st.lists(st.integers(1, 400), min_size=2, max_size=6),
    house_rules(QualificationOptions, rotations=st.integers(1, 3), boss=st.integers(0, 1)),
)
PROGRESSIVE = st.builds(
    lambda players, options: ProgressiveGame.new(NAMES[:players], options),
    st.integers(2, 6),
    house_rules(ProgressiveOptions, round=st.integers(1, 12), carry_over=st.booleans()),
)


@settings(max_examples=80, deadline=None)
@given(QUALIFICATION, SEEDS)
def test_qualification_ends_and_no_point_is_lost(start: QualificationGame, seed: int) -> None:
    players = len(start.players)
    game, total = start, sum(start.banks)
    # Cover, antes, announcement, answers, reveals, two throws each, the Boss and his throw or stay.
    most = players * start.options.rotations * (2 + 4 * players + 2)
    for action, after in play(start, random.Random(seed), most):
        assert isinstance(after, QualificationGame)
        assert sum(after.banks) == total
        assert bool(after.expects()) is not after.over
        if start.options.boss_bank is not BossBank.NEGATIVE:
            assert min(after.banks) >= 0
        halves = {Fraction(bank) * 2 % 1 for bank in after.banks}
        assert halves == {0}
        if start.options.rounding is not Rounding.EXACT:
            assert all(isinstance(bank, int) for bank in after.banks)
        if isinstance(action, Announce) and start.options.boss_bank is BossBank.PROTECTED:
            assert after.requirement is not None
            assert after.risk(after.requirement, after.stand) <= after.banks[after.boss]
        game = after
    assert game.over
    assert game.winners
    assert all(game.banks[seat] == max(game.banks) for seat in game.winners)
    survivors = [game.turns[seat] for seat in game.playing]
    assert len(survivors) == 1 or set(survivors) == {start.options.rotations}


@settings(max_examples=80, deadline=None)
@given(PROGRESSIVE, SEEDS)
def test_progressive_ends_and_every_award_goes_to_one_player(start: ProgressiveGame, seed: int) -> None:
    game, rounds = start, []
    repeated = start.options.final_tie is FinalTie.REPEAT
    for _, after in play(start, random.Random(seed), 10_000 if repeated else 12 * len(start.players) * 12):
        assert isinstance(after, ProgressiveGame)
        assert bool(after.expects()) is not after.over
        if after.last_round is not game.last_round:
            rounds.append(after.last_round)
        game = after
    assert game.over
    assert sum(game.totals) == sum(done.award for done in rounds if done is not None)
    if not repeated:
        assert len(rounds) == 13 - start.options.round
        assert sum(game.totals) <= 72
    assert [seat for seat, total in enumerate(game.totals) if total == max(game.totals)] == list(game.winners)


@settings(max_examples=40, deadline=None)
@given(st.one_of(QUALIFICATION, PROGRESSIVE), SEEDS)
def test_every_expected_action_is_accepted(start: RequirementGame, seed: int) -> None:
    source = random.Random(seed)
    game = start
    for _, after in play(start, source, 200):
        for expected in game.expects():
            for action in actions_of(game, expected, source):
                game.apply(action)
        game = after


@settings(max_examples=120, deadline=None)
@given(st.one_of(QUALIFICATION, PROGRESSIVE), SEEDS, st.integers(0, 80), st.lists(ANY_ACTION, min_size=1, max_size=12))
def test_any_other_action_is_refused_in_one_sentence_and_changes_nothing(
    start: RequirementGame, seed: int, steps: int, actions: list[Action]
) -> None:
    game = [start, *(after for _, after in play(start, random.Random(seed), steps))][-1]
    before, expected = game.state(), {(one.type, one.seat) for one in game.expects()}
    for action in actions:
        try:
            after = game.apply(action).game
        except RulesError as refusal:
            assert str(refusal).endswith(".")
        else:
            assert after != game
            assert (action.type, getattr(action, "seat", None)) in expected
        assert game.state() == before


@settings(max_examples=40, deadline=None)
@given(st.one_of(QUALIFICATION, PROGRESSIVE), SEEDS)
def test_a_game_read_back_from_its_actions_is_the_same(start: RequirementGame, seed: int) -> None:
    replayed: RequirementGame = start
    for action, after in play(start, random.Random(seed), 150):
        replayed = replayed.apply(action_from_json(action_to_json(action))).game
        assert replayed == after


@settings(max_examples=40, deadline=None)
@given(QUALIFICATION, SEEDS)
def test_nobody_throws_more_often_than_allowed(start: QualificationGame, seed: int) -> None:
    throws: dict[tuple[int, int], int] = {}
    game = start
    for action, after in play(start, random.Random(seed), 400):
        if isinstance(action, Throw):
            key = (game.round, action.seat)
            throws[key] = throws.get(key, 0) + 1
            assert throws[key] <= (1 if action.seat == game.boss else 2)
        assert isinstance(after, QualificationGame)
        game = after
