"""The lanes and the frame that all screens of banking Boss Dice share, and what they are made from."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.actions import Dice
from game.boss import BossGame
from game.boss_round import BossRound
from game.correction import Candidate
from game.message import Message, say
from game.names import arrange, first_throw_name
from game.sighting import SeenDie
from game.table import LaneWatch
from game.view import ButtonView, DieState, DieView, Fact, Footer, Lamp, LaneView, Screen, View

MISREAD = ButtonView(Lamp.QUIET, say("Misread?"))


class Stage(enum.Enum):
    """What is shown after a round has ended, in this order."""

    SETTLEMENT = "settlement"
    ELIMINATION = "elimination"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class BossTable:
    """Everything the screens are made of.

    `awaited` maps lanes to the seat whose dice they wait for, `dice` to the dice in the open that belong to that throw.
    `stage` is set between two rounds. `ready` says that the Boss may decide. `rounds` are the finished rounds, oldest first.
    """

    game: BossGame
    watches: Sequence[LaneWatch]
    awaited: Mapping[int, int]
    dice: Mapping[int, tuple[SeenDie, ...]]
    tints: Sequence[str]
    rounds: Sequence[BossRound]
    stage: Stage | None = None
    ready: bool = False
    unread: Candidate | None = None
    note: Message | None = None


def screen_base(table: BossTable, screen: Screen, headline: Message, lanes: tuple[LaneView, ...], footer: Footer) -> View:
    game = table.game
    last = game.last_round
    number, wager, kitty = game.round, game.wager, game.kitty
    if table.stage is not None and last is not None:
        number, wager = last.number, last.wager
    facts = (
        Fact(say("Round"), str(number)),
        Fact(say("Wager"), str(wager or 0)),
        Fact(say("Kitty"), str(kitty)),
    )
    if table.note is not None:
        footer = replace(footer, sentence=table.note)
    return View(screen, headline, facts, lanes, footer, starting_bank=game.starting_bank, kitty=kitty)


def lane_view(table: BossTable, seat: int, **changes: object) -> LaneView:
    game = table.game
    lane = LaneView(
        seat=seat,
        name=game.players[seat],
        tint=table.tints[seat],
        bank=game.banks[seat],
        boss=seat == game.boss,
        out=seat in game.eliminated,
    )
    return replace(lane, **changes)  # type: ignore[arg-type]


def faces(dice: Dice, kept: Dice = ()) -> tuple[DieView, ...]:
    """A hand in drawing order; the dice of `kept` stand on the rail and come first."""
    rest = Counter(kept)
    shown = []
    for place in arrange(dice):
        value = dice[place]
        on_rail = rest[value] > 0
        rest[value] -= on_rail
        shown.append(DieView(DieState.FACE, value, kept=on_rail))
    return tuple(sorted(shown, key=lambda die: not die.kept))


def first_hand(table: BossTable, seat: int, **changes: object) -> LaneView:
    """A waiting lane with the first throw of its player, when there is one."""
    dice = table.game.first[seat]
    if dice is None:
        return lane_view(table, seat, **changes)
    name, detail = first_throw_name(dice)
    return lane_view(table, seat, **{"dice": faces(dice), "hand": name, "hand_detail": detail, **changes})


def wells(count: int = 5) -> tuple[DieView, ...]:
    return (DieView(DieState.WELL),) * count
