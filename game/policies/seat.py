"""What a player at the table may see, how strong he plays, and what he can decide."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from game.actions import Action, Dice
from game.boss import BossGame
from game.duel import DuelGame
from game.errors import RulesError
from game.progressive import ProgressiveGame
from game.qualification import QualificationGame

PlayedGame = BossGame | DuelGame | QualificationGame | ProgressiveGame
G = TypeVar("G", bound=PlayedGame, covariant=True)


class Strength(enum.Enum):
    """How a house player plays: as well as the program can, by good rules of thumb, or with the usual blunders."""

    EQUILIBRIUM = "equilibrium"
    REGULAR = "regular"
    BEGINNER = "beginner"


@dataclass(frozen=True, slots=True)
class Observation(Generic[G]):
    """All that a seat knows: the game, in which no hidden dice are, and the sorted hand under its own cup, if there is one.

    Nobody else's hidden dice have a place in here.
    """

    seat: int
    game: G
    cup: Dice | None = None

    @property
    def own_cup(self) -> Dice:
        """The hand under the own cup; raises `NothingToDecide` while there is none."""
        if self.cup is None:
            raise NothingToDecide(f"{self.game.players[self.seat]} has to throw under the cup first.")
        return self.cup


@dataclass(frozen=True, slots=True)
class Keeping:
    """To throw again and keep these dice (sorted), on a first throw none."""

    kept: Dice


Decision = Keeping | Action
Decisions = Mapping[Decision, Fraction | float]
"""What may be decided with its chances, which add up to 1."""


class NothingToDecide(RulesError):
    """It is not this seat's turn, or it has not thrown under the cup yet."""


def surely(decision: Decision) -> Decisions:
    """The decision without a choice."""
    return {decision: Fraction(1)}


def either(one: Decision, other: Decision, chance: Fraction | float) -> Decisions:
    """The first decision with this chance, else the other."""
    parts = {one: chance, other: 1 - chance}
    return {decision: part for decision, part in parts.items() if part > 0}
