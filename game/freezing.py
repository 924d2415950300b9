"""Which dice stay when a player of Qualification Dice or Progressive Qualification throws again (rules D7, E5; D-c to D-e)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.actions import Dice, Direction
from game.errors import IllegalAction
from game.keeping import among, check_kept, spelt
from game.message import Message, say
from game.requirements import Qualifying, Requirement, qualifying


class Freeze(enum.Enum):
    """Whether other dice may qualify after a throw than those that were frozen for it (reading D-c)."""

    RECHOOSE = "rechoose"
    LOCKED = "locked"


class UnqualifiedThrow(enum.Enum):
    """Which dice a player without a qualifying set must throw (reading D-e)."""

    ANY = "any"
    ALL = "all"


class UnfrozenThrow(enum.Enum):
    """Which of the dice outside the frozen set a qualified player must throw (reading D-d)."""

    ALL = "all"
    ANY = "any"


FREEZING_SENTENCES: tuple[tuple[str, enum.Enum, Message], ...] = (
    ("freeze", Freeze.RECHOOSE, say("After a throw other dice may qualify.")),
    ("freeze", Freeze.LOCKED, say("Frozen dice stay frozen.")),
    ("unqualified_throw", UnqualifiedThrow.ANY, say("Without the requirement, keep what you like.")),
    ("unqualified_throw", UnqualifiedThrow.ALL, say("Without the requirement, throw all five.")),
    ("unfrozen_throw", UnfrozenThrow.ALL, say("All dice that are not frozen are thrown.")),
    ("unfrozen_throw", UnfrozenThrow.ANY, say("Other dice may be kept beside the frozen ones.")),
)
"""Options of both games, their values, and one sentence on each for the set-up screen."""


@dataclass(frozen=True, slots=True)
class FreezeRules:
    """The readings D-c, D-d and D-e of one game."""

    freeze: Freeze = Freeze.RECHOOSE
    unqualified_throw: UnqualifiedThrow = UnqualifiedThrow.ANY
    unfrozen_throw: UnfrozenThrow = UnfrozenThrow.ALL


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Five dice in the open; `frozen` are the sets (sorted values) that may still qualify, `None` when all may.

    Only locked games set it. There may be several, as long as the dice that were kept do not tell them apart.
    """

    dice: Dice
    frozen: tuple[Dice, ...] | None = None

    def ways(self, requirement: Requirement) -> tuple[Qualifying, ...]:
        """All ways in which the hand qualifies, the lowest point first."""
        ways = qualifying(requirement, self.dice)
        return ways if self.frozen is None else tuple(way for way in ways if way.dice in self.frozen)

    def point(self, requirement: Requirement, direction: Direction) -> int | None:
        """The best point in this direction (reading D-b), or `None` when the hand does not qualify."""
        ways = self.ways(requirement)
        if not ways:
            return None
        return ways[-1 if direction is Direction.HIGHER else 0].point

    def thrown_again(self, name: str, requirement: Requirement, dice: Dice, kept: Dice | None, rules: FreezeRules) -> OpenHand:
        """The hand after a throw by the player `name`; `kept` are the values not thrown, `None` when nobody saw them.

        A qualified player freezes one qualifying set and throws all others (D-d), an unqualified one may keep any dice
        (D-e). Raises `IllegalAction`.
        """
        if kept is not None:
            check_kept(name, kept, self.dice, dice)
            if len(kept) == len(self.dice):
                raise IllegalAction(f"{name} throws one die at least.")
        ways = [way.dice for way in self.ways(requirement)]
        if not ways:
            if kept and rules.unqualified_throw is UnqualifiedThrow.ALL:
                raise IllegalAction(f"{name} is not qualified and throws all five dice.")
            return OpenHand(dice)
        fitting = tuple(way for way in ways if among(way, dice) and _freezes(way, kept, rules))
        if not fitting:
            sets = " or ".join(spelt(way) for way in ways)
            others = "throws all others" if rules.unfrozen_throw is UnfrozenThrow.ALL else "may keep others, too"
            raise IllegalAction(f"{name} is qualified, freezes {sets} and {others}.")
        return OpenHand(dice, fitting if rules.freeze is Freeze.LOCKED else None)


def _freezes(way: Dice, kept: Dice | None, rules: FreezeRules) -> bool:
    if kept is None:
        return True
    if rules.unfrozen_throw is UnfrozenThrow.ALL:
        return tuple(sorted(kept)) == way
    return among(way, kept)
