"""The golden files of hands and of banking Boss Dice, wholly."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from golden_files import SHARED, golden

from game.actions import CallOff, CallUp, Reveal, Throw, Wager
from game.boss import BossGame, recommended_bank
from game.boss_options import BossOptions
from game.errors import RulesError
from game.hands import (
    Category,
    FirstRanking,
    Rank,
    all_ranks,
    combination,
    final_rank,
    first_rank,
    kept_by_boss,
)
from game.option_reading import options_from_json

pytestmark = pytest.mark.shared


def listed(rank: Rank) -> list[int]:
    return [int(rank.category), rank.primary, rank.secondary]


def test_golden_hands() -> None:
    data = golden("golden_hands.json")
    ranks = {"final": final_rank, **{f"{r.value}1": lambda dice, r=r: first_rank(dice, r) for r in FirstRanking}}
    for case in data["cases"]:
        a, b = (ranks[case["ranking"]](tuple(case[side])) for side in "ab")
        assert (listed(a), listed(b), (a > b) - (a < b)) == (case["rank_a"], case["rank_b"], case["cmp"]), case["id"]
    assert len(data["all_252"]) == 252
    for digits, expected in data["all_252"].items():
        dice = tuple(map(int, digits))
        assert [listed(rank(dice)) for rank in ranks.values()] == expected, digits


def test_golden_boss() -> None:
    for case in golden("golden_boss.json")["cases"]:
        ranking = FirstRanking(case["system"])
        throws = [tuple(dice) for dice in case["throws"]]
        ranks = [first_rank(dice, ranking) for dice in throws]
        top = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        if max(ranks).category is Category.NOTHING:
            assert case["outcome"] == "void", case["id"]
        elif len(top) > 1:
            assert (case["outcome"], case["tied"]) == ("push", top), case["id"]
        else:
            kept = tuple(sorted(throws[top[0]][place] for place in case["keep"]))
            assert (case["outcome"], case["boss"]) == ("boss", top[0]), case["id"]
            assert kept_by_boss(throws[top[0]], ranking) == kept, case["id"]


def test_golden_boss_of_the_banking_game_through_the_engine() -> None:
    for case in golden("golden_boss.json")["cases"]:
        if case["system"] != "A":
            continue
        game = BossGame.new([f"P{seat}" for seat in range(len(case["throws"]))], 50).apply(Wager(5)).game
        for seat, dice in enumerate(case["throws"]):
            game = game.apply(Throw(seat, tuple(dice))).game
        if case["outcome"] == "boss":
            assert game.boss == case["boss"], case["id"]
            assert game.kept == tuple(sorted(case["throws"][case["boss"]][place] for place in case["keep"])), case["id"]
        else:
            assert game.last_round is not None
            assert game.last_round.outcome.value == case["outcome"], case["id"]
            assert game.last_round.tied == (tuple(case["tied"]) if case["outcome"] == "push" else ()), case["id"]


def test_golden_first_throws() -> None:
    for system, data in golden("golden_first.json")["systems"].items():
        counts = Counter(first_rank(dice, FirstRanking(system)) for dice in product(range(1, 7), repeat=5))
        assert [[listed(rank), counts[rank]] for rank in sorted(counts)] == data["first"], system


def test_golden_final_hands_of_a_boss() -> None:
    data = golden("golden_boss_final.json")
    ranks = all_ranks()
    assert [listed(rank) for rank in ranks] == data["ranks"]
    for system, keeps in data["systems"].items():
        for digits, case in keeps.items():
            kept = tuple(map(int, digits))
            rank = Rank(Category(case["first"][0]), *case["first"][1:])
            assert combination((*kept, *(0,) * (5 - len(kept))), rank) == kept, (system, digits)
            counts = Counter(ranks.index(final_rank((*kept, *new))) for new in product(range(1, 7), repeat=5 - len(kept)))
            assert {str(index): count for index, count in sorted(counts.items())} == case["dist"], (system, digits)


def test_golden_recommended_banks() -> None:
    for case in golden("golden_bank.json")["start_bank"]:
        assert recommended_bank(case["players"], case["max_wager"]) == (case["low"], case["high"]), case


def play(script: dict[str, Any]) -> BossGame:
    """Plays a script through the engine and compares every round."""
    options = options_from_json(BossOptions, {**script["rules"], "kitty": script["kitty"]})
    game = BossGame.new([f"P{seat}" for seat in range(len(script["banks"]))], script["banks"], options)
    for number, rnd in enumerate(script["rounds"]):
        want, where = rnd["expect"], f"{script['id']} round {number + 1}"
        if "illegal" in want:
            with pytest.raises(RulesError):
                game.apply(Wager(rnd["wager"]))
            continue
        game = game.apply(Wager(rnd["wager"])).game
        for seat, hand in enumerate(rnd["first"]):
            if hand:
                game = game.apply(Throw(seat, tuple(hand))).game
        if rnd["decision"] == "off":
            game = game.apply(CallOff()).game
        elif rnd["decision"] == "call":
            assert game.kept == tuple(sorted(rnd["first"][game.boss][place] for place in want["boss_keep"])), where
            game = game.apply(CallUp()).game
            for seat in game.to_throw:
                first, second = rnd["first"][seat], rnd["challengers"][str(seat)]
                new = iter(second["new"])
                dice = tuple(first[place] if place in second["keep"] else next(new) for place in range(5))
                kept = tuple(first[place] for place in second["keep"])
                game = game.apply(Throw(seat, dice, kept)).game
            game = game.apply(Reveal(want["boss"], tuple(want["boss_final"]))).game
        last = game.last_round
        assert last is not None
        shown = last.to_json()
        for key in ("outcome", "boss", "results", "transfers", "kitty_taken", "boss_bust", "eliminated"):
            assert shown[key] == want[key], (where, key)
        assert (list(game.banks), game.kitty, game.winner) == (want["banks"], want["kitty"], want["winner"]), where
        assert list(last.banks_after) == want["banks"], where
    return game


def test_golden_bank_through_the_engine() -> None:
    scripts = golden("golden_bank.json")["scripts"]
    for script in scripts:
        play(script)
    assert len(scripts) == 62


def replay(game: str) -> str:
    """What the replay tool of the shared folder prints for one game; it must end with success."""
    tool = SHARED / "tools" / "replay_golden.py"
    if not tool.is_file():
        pytest.skip("needs ../shared/tools/replay_golden.py")
    referee = f"{Path(sys.executable).parent / 'bosstray'} referee"
    command = [sys.executable, str(tool), str(SHARED / "golden"), "--referee", referee, "--game", game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_golden_bank_through_the_referee() -> None:
    assert "golden_bank.json scripts: 62 agreed, 0 differ" in replay("boss")
