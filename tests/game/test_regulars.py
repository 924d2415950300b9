"""What is told of people and games agrees with a plain recount of what was written down."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_tables import boss_games, duel_games
from requirement_tables import play

from game.actions import Action, Announce, CallOff, CallUp, Reveal, Throw, action_to_json
from game.boss import BossGame
from game.duel import DuelGame
from game.games import new_game
from game.hands import final_rank
from game.journal import Journal
from game.journal_rows import GameRecord, JournalRow
from game.past_game import CORRECTED, PastGame, past_game
from game.qualification import QualificationGame
from game.regulars import Regular, regulars
from game.remembered import GUEST

NAMES = ("Tom", "Irene", "Åse")


def written(kind: str, names: tuple[str, ...], options: dict, actions: list[Action], number: int = 1) -> PastGame:
    record = GameRecord(number, kind, names, options, 100.0 * number, 100.0 * number + 50, None)
    rows = [
        JournalRow(number, "act", None, action_to_json(action), "seen", 100.0 * number + at)
        for at, action in enumerate(actions)
    ]
    past = past_game(record, rows)
    assert past is not None and past.missing == 0
    return past


def boss_game(seed: int, number: int = 1) -> tuple[PastGame, list[Action]]:
    start = BossGame.new(NAMES, 40)
    actions = [action for action, _ in boss_games(start, random.Random(seed), 120)]
    return written("boss", NAMES, {"bank": 40}, actions, number), actions


def recounted(name: str, plays: list[tuple[PastGame, list[Action]]]) -> dict[str, object]:
    """The figures of one person, counted action by action."""
    count: Counter[str] = Counter()
    best: tuple[int, ...] | None = None
    for past, actions in plays:
        game = new_game(past.record.kind, past.record.players, past.record.options)
        seat = past.record.players.index(name)
        round_before = 0
        for action in actions:
            number = game.round  # type: ignore[attr-defined]
            if isinstance(action, Throw | Reveal) and action.seat == seat:
                count["hands"] += number != round_before
                round_before = number
                if best is None or final_rank(action.dice) > final_rank(best):
                    best = action.dice
            count["calls"] += isinstance(action, CallUp) and game.boss == seat  # type: ignore[attr-defined]
            count["offs"] += isinstance(action, CallOff) and game.boss == seat  # type: ignore[attr-defined]
            game = game.apply(action).game
        if game.over:
            count["games"] += 1
            count["wins"] += game.winner == seat  # type: ignore[attr-defined]
            banks, start = game.banks, game.starting_banks  # type: ignore[attr-defined]
            count["chips"] += banks[seat] - start[seat] if banks is not None else 0
        else:
            count["left"] += 1
    return {**count, "best": best}


def figures(person: Regular) -> dict[str, object]:
    names = ("hands", "calls", "offs", "games", "wins", "chips", "left")
    return {**{name: getattr(person, name) for name in names if getattr(person, name)}, "best": person.best}


def agree(plays: list[tuple[PastGame, list[Action]]], names: tuple[str, ...]) -> None:
    found = {person.name: person for person in regulars(past for past, _ in plays)}
    for name in names:
        wanted = {key: value for key, value in recounted(name, plays).items() if value or key == "best"}
        got = figures(found[name])
        best, expected = got.pop("best"), wanted.pop("best")
        assert got == wanted
        assert (best is None) == (expected is None)
        assert best is None or final_rank(best) == final_rank(expected)  # type: ignore[arg-type]


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_banking_games_agree_with_a_recount_unless_the_round_did_not_end(seeds: list[int]) -> None:
    plays = [_whole_rounds(*boss_game(seed, number + 1)) for number, seed in enumerate(seeds)]
    agree(plays, NAMES)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000))
def test_matches_agree_with_a_recount(seed: int) -> None:
    actions = [action for action, _ in duel_games(DuelGame.new(NAMES[:2]), random.Random(seed), 200)]
    plays = [_whole_rounds(written("duel", NAMES[:2], {}, actions), actions)]
    agree(plays, NAMES[:2])


def _whole_rounds(past: PastGame, actions: list[Action]) -> tuple[PastGame, list[Action]]:
    """The same without the actions of a round that has not ended, which count for nobody."""
    games = past.games
    last = max(
        (index for index in range(1, len(games)) if games[index].last_round is not games[index - 1].last_round), default=0
    )  # type: ignore[attr-defined]
    return written(past.record.kind, past.record.players, past.record.options, actions[:last]), actions[:last]


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000))
def test_stands_and_caught_bluffs_agree_with_a_recount(seed: int) -> None:
    game = QualificationGame.new(NAMES)
    stands: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    actions = []
    before = game.last_round
    for action, after in play(game, random.Random(seed), 120):
        actions.append(action)
        last = after.last_round
        if last is not None and last is not before:
            stands[NAMES[last.boss]] += last.stand
            caught[NAMES[last.boss]] += last.stand and last.boss_qualified is False
        before = last
    found = {person.name: person for person in regulars([written("qualification", NAMES, {}, actions)])}
    assert {name: (found[name].stands, found[name].caught) for name in NAMES} == {
        name: (stands[name], caught[name]) for name in NAMES
    }
    assert not any(isinstance(action, Announce) and action.stand for action in actions) or sum(stands.values()) >= 0


def test_the_house_and_the_forgotten_are_nobody_and_case_does_not_matter() -> None:
    _, actions = boss_game(3)
    one = written("boss", ("tom", "House", GUEST), {"bank": 40, "house": [None, "regular", None]}, actions)
    two = written("boss", ("TOM", "Irene", f"{GUEST} 2"), {"bank": 40}, actions, 2)
    assert {person.name for person in regulars([one, two])} == {"TOM", "Irene"}


def test_changes_are_kept_with_their_reason_and_a_corrected_throw_is_no_longer_seen(tmp_path: Path) -> None:
    with Journal.open(tmp_path, 1.0) as journal:
        journal.start("boss", NAMES, {"bank": 40}, 2.0)
        for at, action in enumerate(_first_throws()):
            journal.append(action, 3.0 + at, "seen")
        journal.amend(1, Throw(0, (6, 6, 5, 2, 1)), "misread", 10.0)
        journal.undo("taken back at the table", 11.0)
        past = past_game(journal.games()[0], journal.rows())
    assert past is not None
    assert past.sources == ("seen", CORRECTED, "seen")
    assert past.times == (3.0, 4.0, 5.0)
    assert [(change.reason, change.at) for change in past.changes] == [("misread", 10.0), ("taken back at the table", 11.0)]
    assert (past.changes[0].before, past.changes[0].after) == (Throw(0, (6, 6, 4, 2, 1)), Throw(0, (6, 6, 5, 2, 1)))
    assert (past.changes[1].before, past.changes[1].after) == (Throw(2, (1, 2, 3, 4, 6)), None)


def _first_throws() -> list[Action]:
    from game.actions import Wager

    return [Wager(5), Throw(0, (6, 6, 4, 2, 1)), Throw(1, (5, 5, 4, 2, 1)), Throw(2, (1, 2, 3, 4, 6))]


@pytest.mark.parametrize("broken", [{"type": "throw"}, None, {"type": "call_up"}])
def test_what_cannot_be_replayed_ends_the_story_and_is_counted(broken: dict | None) -> None:
    record = GameRecord(1, "boss", NAMES, {"bank": 40}, 1.0, 2.0, None)
    rows = [JournalRow(1, "act", None, action_to_json(action), None, 1.0) for action in _first_throws()[:2]]
    past = past_game(record, [*rows, JournalRow(1, "act", None, broken, None, 1.0), *rows])
    assert past is not None and (len(past.history.actions), past.missing) == (2, 3)
    assert past_game(GameRecord(1, "chess", NAMES, {}, 1.0, None, None), rows) is None
