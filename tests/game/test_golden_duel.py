"""The golden matches of two-player Boss Dice, wholly."""

from __future__ import annotations

import pytest
from golden_files import golden
from test_golden_boss import replay

from game.actions import CallOff, CallUp, Reveal, Throw
from game.duel import DuelGame, DuelOptions
from game.duel_options import DuelRanking

pytestmark = pytest.mark.shared

SYSTEMS = {"B": DuelRanking.BULL, "C": DuelRanking.NORWEGIAN}


def test_golden_duel_through_the_engine() -> None:
    scripts = golden("golden_duel.json")["scripts"]
    for script in scripts:
        game = DuelGame.new(["A", "B"], options=DuelOptions(ranking=SYSTEMS[script["system"]], calls=not script["nocall"]))
        for number, hand in enumerate(script["hands"]):
            want, where = hand["expect"], f"{script['id']} hand {number + 1}"
            game = game.apply(Throw(0, tuple(hand["first"][0]))).game.apply(Throw(1, tuple(hand["first"][1]))).game
            assert game.boss is None or game.boss == want["boss"], where
            if hand["decision"] == "off":
                game = game.apply(CallOff()).game
            elif want["boss"] is not None:
                boss, first = want["boss"], hand["first"][1 - want["boss"]]
                assert game.kept == tuple(sorted(hand["first"][boss][place] for place in want["boss_keep"])), where
                if hand["decision"] == "call":
                    game = game.apply(CallUp()).game
                new = iter(hand["new"])
                dice = tuple(first[place] if place in hand["keep"] else next(new) for place in range(5))
                game = game.apply(Throw(1 - boss, dice, tuple(first[place] for place in hand["keep"]))).game
                game = game.apply(Reveal(boss, tuple(want["boss_final"]))).game
            last = game.last_round
            assert last is not None
            assert (last.outcome.value, last.boss, last.winner) == (want["outcome"], want["boss"], want["winner"]), where
            assert list(game.score) == want["score"], where
            if last.revealed:
                assert last.challenger_hand is not None
                assert sorted(last.challenger_hand) == sorted(want["challenger_final"]), where
        assert game.winner == script["winner"], script["id"]
    assert len(scripts) == 60


def test_golden_duel_through_the_referee() -> None:
    assert "golden_duel.json scripts: 60 agreed, 0 differ" in replay("duel")
