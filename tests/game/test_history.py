"""Undo and corrections by replay."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tables import boss_games, hand

from game.actions import Action, CallOff, CallUp, Reveal, Throw, Wager
from game.boss import BossGame, BossPhase
from game.errors import IllegalAction, RulesError
from game.game import EventKind
from game.history import History

SLOW = [HealthCheck.too_slow]
"""A busy machine is no fault of the code."""

ROUND: tuple[Action, ...] = (
    Wager(5),
    Throw(0, (1, 1, 2, 3, 4)),
    Throw(1, (2, 2, 3, 4, 5)),
    CallUp(),
    Throw(0, (1, 1, 2, 3, 4)),
    Reveal(1, (2, 2, 3, 4, 5)),
)


def history(*actions: Action) -> History[BossGame]:
    return History(BossGame.new(["Ann", "Bob"], 40), actions)


def test_push_adds_one_action_and_leaves_the_old_history_alone() -> None:
    old = history(*ROUND[:2])
    new = old.push(ROUND[2])
    assert (len(old), len(new), new.actions) == (2, 3, ROUND[:3])
    assert (old.game.phase, new.game.phase) == (BossPhase.FIRST_THROWS, BossPhase.CALL)
    assert [event.kind for event in new.events] == [EventKind.THROWN, EventKind.BOSS]


def test_a_refused_action_is_not_pushed() -> None:
    old = history(*ROUND[:2])
    with pytest.raises(IllegalAction):
        old.push(CallUp())
    assert old == history(*ROUND[:2])


def test_a_history_with_a_forbidden_action_cannot_be_made() -> None:
    with pytest.raises(IllegalAction):
        history(*ROUND[:2], CallOff())


def test_undo_goes_back_over_the_end_of_a_round() -> None:
    done = history(*ROUND)
    assert done.game.banks == (35, 45)
    back = done.undo()
    assert (back.game.banks, back.game.phase, back.game.last_round) == ((40, 40), BossPhase.REVEAL, None)
    assert back.push(ROUND[-1]) == done


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(IllegalAction, match="nothing to take back"):
        history().undo()


def test_steps_are_the_games_after_every_action() -> None:
    assert [game.banks for game in history(*ROUND, Wager(1)).steps()] == [(40, 40)] * 5 + [(35, 45)] * 2


def test_a_corrected_reveal_moves_the_chips_again() -> None:
    done = history(*ROUND, Wager(5))
    fixed = done.amend(5, Reveal(1, (2, 2, 2, 4, 5)))
    assert (fixed.game.banks, fixed.dropped, len(fixed)) == ((35, 45), 0, 7)
    lost = history(*ROUND[:4], Throw(0, (6, 6, 2, 3, 4)), ROUND[5], Wager(5))
    assert lost.game.banks == (45, 35)
    assert lost.amend(4, Throw(0, (1, 6, 2, 3, 4))).game.banks == (35, 45)


def test_a_correction_that_changes_the_boss_drops_what_no_longer_follows() -> None:
    done = history(*ROUND, Wager(5))
    fixed = done.amend(1, Throw(0, (6, 6, 2, 3, 4)))
    assert (fixed.game.boss, fixed.game.phase) == (0, BossPhase.SECOND_THROWS)
    assert (fixed.dropped, fixed.actions[-1]) == (3, CallUp())
    assert done.dropped == 0
    assert fixed.push(Throw(1, (2, 2, 3, 4, 5))).dropped == 0


def test_a_correction_that_makes_a_push_drops_the_call_and_all_after_it() -> None:
    fixed = history(*ROUND, Wager(5)).amend(1, Throw(0, (2, 2, 1, 3, 6)))
    assert (fixed.dropped, fixed.game.phase, fixed.game.round) == (4, BossPhase.WAGER, 2)


def test_a_correction_that_is_itself_illegal_changes_nothing() -> None:
    done = history(*ROUND)
    with pytest.raises(IllegalAction):
        done.amend(5, Reveal(1, (1, 2, 3, 4, 5)))
    with pytest.raises(IllegalAction, match="no such action"):
        done.amend(6, CallUp())
    with pytest.raises(IllegalAction, match="no such action"):
        done.amend(-1, CallUp())
    assert done == history(*ROUND)


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(st.integers(0, 2**32), st.data())
def test_a_correction_is_the_longest_legal_replay(seed: int, data: st.DataObject) -> None:
    source = random.Random(seed)
    start = BossGame.new(["A", "B", "C"], 40)
    actions = [action for action, _ in boss_games(start, source, most=40)]
    done = History(start, actions)
    throws = [index for index, action in enumerate(actions) if isinstance(action, Throw)]
    index = data.draw(st.sampled_from(throws))
    action = Throw(actions[index].seat, hand(source))
    fixed = done.amend(index, action)
    kept = len(fixed.actions)
    assert fixed.actions == (*actions[:index], action, *actions[index + 1 : kept])
    assert fixed.dropped == len(actions) - kept
    assert fixed == History(start, fixed.actions)
    assert fixed.game == History(start, fixed.actions).game
    if fixed.dropped:
        with pytest.raises(RulesError):
            fixed.push(actions[kept])
    assert done.amend(index, actions[index]) == done
