"""The rounds of every game in plain lines, each once, with the winner in the end."""

from __future__ import annotations

from collections.abc import Iterator

from game.actions import (
    Action,
    Announce,
    Ante,
    CallOff,
    CallUp,
    Challenge,
    Concede,
    Cover,
    Direction,
    Reveal,
    Stay,
    Throw,
    Wager,
)
from game.boss import BossGame, BossOptions
from game.duel import DuelGame, DuelOptions
from game.game import Game
from game.history import History
from game.progressive import ProgressiveGame, ProgressiveOptions
from game.qualification import QualificationGame, QualificationOptions
from game.tournament import TournamentGame, TournamentOptions
from ui.chronicle import Chronicle, where

NAMES = ("Tom", "Irene", "Barbara")


def throw(seat: int, values: str, kept: str = "") -> Throw:
    return Throw(seat, tuple(map(int, values)), tuple(map(int, kept)) or None)


def show(seat: int, values: str) -> Reveal:
    return Reveal(seat, tuple(map(int, values)))


def told(game: Game, *actions: Action) -> list[str]:
    chronicle = Chronicle()
    lines = list(chronicle.news(game))
    for action in actions:
        game = game.apply(action).game
        lines += chronicle.news(game)
        assert list(chronicle.news(game)) == []
    return lines


def horse(winner: int, loser: int) -> Iterator[Action]:
    yield throw(winner, "66612")
    yield throw(loser, "55123")
    yield CallUp()
    yield throw(loser, "55124", "55")
    yield show(winner, "66634")


def test_banking_rounds() -> None:
    game = BossGame.new(NAMES, 10, BossOptions(max_wager=5))
    assert told(
        game,
        Wager(5),
        throw(0, "66124"),
        throw(1, "66351"),
        throw(2, "33215"),
        Wager(5),
        throw(0, "55521"),
        throw(1, "44362"),
        throw(2, "22613"),
        CallUp(),
        throw(1, "44421", "44"),
        throw(2, "22213", "22"),
        show(0, "55543"),
    ) == [
        "round 1: Tom 66421, Irene 66531, Barbara 53321; push between Tom and Irene; "
        "banks Tom 10, Irene 10, Barbara 10, kitty 0",
        "round 2: Tom 55521, Irene 64432, Barbara 63221; Tom is Boss, keeps 555, calls up, shows 55543; "
        "Irene 44421 loses, Barbara 32221 loses; banks Tom 20, Irene 5, Barbara 5, kitty 0",
    ]


def test_rounds_of_a_match() -> None:
    game = DuelGame.new(NAMES[:2], options=DuelOptions(stake=5))
    calls_off = (throw(0, "55441"), throw(1, "64321"), CallOff())
    assert told(game, *calls_off, *horse(1, 0), *horse(1, 0)) == [
        "round 1: Tom 55441, Irene 64321; Tom is Boss, keeps 55, calls off; horses Tom 0, Irene 0",
        "round 2: Tom 55321, Irene 66621; Irene is Boss, keeps 666, then Tom 55421, Irene 66643; Irene wins the horse; "
        "horses Tom 0, Irene 1",
        "round 3: Tom 55321, Irene 66621; Irene is Boss, keeps 666, then Tom 55421, Irene 66643; Irene wins the horse; "
        "horses Tom 0, Irene 2; banks Tom 45, Irene 55",
        "Irene wins 2 to 0 after 3 rounds",
    ]


def test_rounds_of_a_tournament() -> None:
    game = TournamentGame.new(NAMES, options=TournamentOptions(match=DuelOptions(wins=1)))
    assert where(game) == "match 1, round 1"
    assert told(game, *horse(1, 0), *horse(2, 1)) == [
        "match 1, round 1: Tom 55321, Irene 66621; Irene is Boss, keeps 666, then Tom 55421, Irene 66643; "
        "Irene wins the horse; horses Tom 0, Irene 1",
        "match 2, round 1: Barbara 66621, Irene 55321; Barbara is Boss, keeps 666, then Barbara 66643, Irene 55421; "
        "Barbara wins the horse; horses Barbara 1, Irene 0",
        "Barbara wins with 1 of 2 matches",
    ]


def test_rounds_of_qualification_dice() -> None:
    game = QualificationGame.new(NAMES, options=QualificationOptions(rotations=1))
    announced = Announce("one_reno", Direction.HIGHER)
    stood = Announce("two_reno", Direction.LOWER, stand=True)
    first = (Cover(50), Ante(1, 50), Ante(2, 0), announced, show(0, "55631"), show(1, "22666"), Stay())
    second = (Cover(50), Ante(2, 50), Ante(0, 50), stood, Concede(2), Challenge(0), show(1, "65421"))
    assert told(game, *first, *second) == [
        "round 1: Tom is Boss, covers 50; antes Irene 50, Barbara 0; One Reno, higher, point 10; "
        "Irene 66622 wins, Barbara sits out; banks Tom 950, Irene 1050, Barbara 1000",
        "round 2: Irene is Boss, covers 50; antes Tom 50, Barbara 50; Two Reno, lower, stands; a bluff; "
        "Tom wins, Barbara concedes; banks Tom 1250, Irene 800, Barbara 950",
    ]


def test_rounds_of_progressive_qualification() -> None:
    game = ProgressiveGame.new(NAMES[:2], ProgressiveOptions(round=12))
    throws = (throw(1, "65566"), throw(0, "65511"), throw(0, "65511", "655"), throw(0, "65511", "655"))
    assert told(game, *throws) == [
        "round 12: Three to Make Sixteen; Tom 65511 point 2, Irene 66655 point 12; Irene scores 11; totals Tom 0, Irene 11",
        "Irene wins with 11 points",
    ]


def test_a_round_that_a_correction_changed_is_told_again() -> None:
    chronicle = Chronicle()
    history = History(DuelGame.new(NAMES[:2]), (throw(0, "55441"), throw(1, "64321"), CallOff()))
    assert len(list(chronicle.news(history.game))) == 1
    history = history.amend(0, throw(0, "55541"))
    (line,) = chronicle.news(history.game)
    assert "Tom 55541" in line
    assert list(chronicle.news(None)) == []
    assert len(list(chronicle.news(history.game))) == 1
