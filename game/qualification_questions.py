"""What is asked with two buttons in Qualification Dice: how much to cover or to ante, and what to announce (rules D2, D4).

Green takes what is proposed, red proposes the next. Everybody sees the screen, so a question never depends on a hand.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from game.actions import Announce, Direction
from game.requirements import Requirement
from game.sighting import Button


@dataclass(frozen=True, slots=True)
class Amount:
    """Which of `offers` it shall be; the cursor is on `chosen`."""

    offers: tuple[int, ...]
    chosen: int = 0

    @classmethod
    def upto(cls, most: int, step: int, first: int) -> Amount:
        """Round sums up to `most`, multiples of `step`, falling; `first` is proposed first, or the next smaller offer.

        >>> Amount.upto(60, 1, 20).offers
        (60, 50, 20, 10, 5, 2, 1, 0)
        """
        sums = {0, most}
        for power in range(len(str(most))):
            sums |= {digit * 10**power for digit in (1, 2, 5)}
        if first <= most:
            sums.add(first)
        offers = tuple(sorted((sum_ for sum_ in sums if sum_ <= most and sum_ % step == 0), reverse=True))
        return cls(offers, next(place for place, offer in enumerate(offers) if offer <= max(first, 0)))

    @property
    def amount(self) -> int:
        """What is proposed."""
        return self.offers[self.chosen]

    def press(self, button: Button) -> Amount | int:
        """The next proposal, or the amount that was taken; after the smallest comes the largest again."""
        if button is Button.GREEN:
            return self.amount
        return replace(self, chosen=(self.chosen + 1) % len(self.offers))


class Step(enum.IntEnum):
    """The three choices of an announcement, in this order."""

    REQUIREMENT = 0
    DIRECTION = 1
    STAND = 2


@dataclass(frozen=True, slots=True)
class Announcing:
    """The announcement as far as it is chosen: of the `offers`, those in `stands` can be announced with Stand, too (D-n)."""

    offers: tuple[Requirement, ...]
    stands: tuple[Requirement, ...]
    step: Step = Step.REQUIREMENT
    chosen: int = 0
    direction: Direction = Direction.HIGHER
    stand: bool = False

    @property
    def requirement(self) -> Requirement:
        """What is chosen, or proposed in the first step."""
        return self.offers[self.chosen]

    def press(self, button: Button) -> Announcing | Announce:
        """The next question, or the announcement; a stand that the bank cannot pay is not asked for.

        Who refuses both answers of the second or third step begins again at the requirement.
        """
        if button is Button.GREEN:
            if self.step is Step.REQUIREMENT:
                return replace(self, step=Step.DIRECTION)
            if self.step is Step.DIRECTION and self.requirement in self.stands:
                return replace(self, step=Step.STAND)
            return Announce(self.requirement.value, self.direction, self.stand)
        if self.step is Step.REQUIREMENT:
            return replace(self, chosen=(self.chosen + 1) % len(self.offers))
        if self.step is Step.DIRECTION and self.direction is Direction.HIGHER:
            return replace(self, direction=Direction.LOWER)
        if self.step is Step.STAND and not self.stand:
            return replace(self, stand=True)
        return replace(self, step=Step.REQUIREMENT, direction=Direction.HIGHER, stand=False)
