"""Which dice may be kept between two throws, and how they are written in sentences."""

from __future__ import annotations

from game.actions import Dice
from game.errors import IllegalAction


def among(some: Dice, dice: Dice) -> bool:
    """Whether `some` values are all there, each as often, among `dice`."""
    return all(some.count(face) <= dice.count(face) for face in some)


def spelt(dice: Dice) -> str:
    """The dice in a sentence, high to low: `6-6-2`."""
    return "-".join(str(die) for die in sorted(dice, reverse=True)) or "nothing"


def check_kept(name: str, kept: Dice, before: Dice, after: Dice) -> None:
    """Raises `IllegalAction` unless the kept values lie in the hand before and after the throw (rule A10)."""
    if not among(kept, before):
        raise IllegalAction(f"{name} cannot keep {spelt(kept)} of {spelt(before)}.")
    if not among(kept, after):
        raise IllegalAction(f"{name} kept {spelt(kept)}, which is not among {spelt(after)}.")
