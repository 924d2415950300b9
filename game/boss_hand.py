"""A hand of Boss Dice as it is played at the table, the same in the banking game, in matches and in tournaments."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from game.actions import Dice
from game.boss import BossGame, BossPhase
from game.duel import DuelGame, DuelPhase


class Moment(enum.Enum):
    """What the hand waits for; `BETWEEN` when no hand is being played."""

    FIRST_THROWS = "first_throws"
    KEEP = "keep"
    CALL = "call"
    SECOND_THROWS = "second_throws"
    REVEAL = "reveal"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand at one moment, by the seats of the table.

    `playing` are the seats in it, `challengers` those against the Boss from the Boss' left. `first` and `second` hold whole
    hands of the seats that have thrown. `kept` is what the Boss must keep, `declared` what the challenger has set aside
    before the call (reading B-e). `calls` is off where nobody calls (C6), `more_kept` on where the Boss may keep more (A-b).
    """

    moment: Moment
    playing: tuple[int, ...]
    first: Mapping[int, Dice]
    second: Mapping[int, Dice]
    to_throw: tuple[int, ...] = ()
    to_reveal: tuple[int, ...] = ()
    boss: int | None = None
    challengers: tuple[int, ...] = ()
    kept: Dice = ()
    declared: Dice | None = None
    calls: bool = True
    more_kept: bool = False

    @property
    def hidden(self) -> int:
        """How many dice the Boss throws under the cup."""
        return 5 - len(self.kept)

    @property
    def hiding(self) -> bool:
        """Whether the Boss throws under the cup now: before the call, or before the challenger where nobody calls."""
        return self.moment in (Moment.KEEP, Moment.CALL) or (
            self.moment is Moment.SECOND_THROWS and not self.calls and self.boss is not None
        )

    @property
    def free(self) -> bool:
        """Whether nobody is Boss and both throw under cups what they like (reading C-e)."""
        return self.moment is Moment.REVEAL and self.boss is None


_BANKING = {
    BossPhase.WAGER: Moment.BETWEEN,
    BossPhase.FIRST_THROWS: Moment.FIRST_THROWS,
    BossPhase.CALL: Moment.CALL,
    BossPhase.SECOND_THROWS: Moment.SECOND_THROWS,
    BossPhase.REVEAL: Moment.REVEAL,
    BossPhase.OVER: Moment.BETWEEN,
}
_MATCH = {
    DuelPhase.FIRST_THROWS: Moment.FIRST_THROWS,
    DuelPhase.KEEP: Moment.KEEP,
    DuelPhase.CALL: Moment.CALL,
    DuelPhase.SECOND_THROWS: Moment.SECOND_THROWS,
    DuelPhase.REVEAL: Moment.REVEAL,
    DuelPhase.OVER: Moment.BETWEEN,
}


def banking_hand(game: BossGame) -> Hand:
    """The hand of a banking game."""
    moment = _BANKING[game.phase]
    return Hand(
        moment=moment,
        playing=game.playing,
        first=_shown(game.first),
        second=_shown(game.second),
        to_throw=game.to_throw,
        to_reveal=(game.boss,) if moment is Moment.REVEAL and game.boss is not None else (),
        boss=game.boss,
        challengers=game.challengers,
        kept=game.kept,
        more_kept=game.options.boss_may_keep_extra,
    )


def match_hand(game: DuelGame, seats: tuple[int, int] = (0, 1)) -> Hand:
    """The hand of a match whose two players sit at these seats."""
    challenger = game.challenger
    return Hand(
        moment=_MATCH[game.phase],
        playing=seats,
        first={seats[place]: dice for place, dice in _shown(game.first).items()},
        second={seats[place]: dice for place, dice in _shown(game.second).items()},
        to_throw=tuple(seats[place] for place in game.to_throw),
        to_reveal=tuple(seats[place] for place in game.to_reveal),
        boss=None if game.boss is None else seats[game.boss],
        challengers=() if challenger is None else (seats[challenger],),
        kept=game.kept,
        declared=game.declared,
        calls=game.options.calls,
    )


def _shown(hands: tuple[Dice | None, ...]) -> dict[int, Dice]:
    return {seat: dice for seat, dice in enumerate(hands) if dice is not None}
