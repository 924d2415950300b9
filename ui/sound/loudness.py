"""How loud it is, in the steps that people choose at the table."""

from __future__ import annotations

import enum

from game.message import Message, say


class Loudness(enum.Enum):
    """From off to as loud as the owner of the table allows."""

    OFF = 0
    SOFT = 1
    MIDDLE = 2
    LOUD = 3

    @property
    def share(self) -> float:
        """Of the owner's volume, 0 to 1: each step about half as loud as the next."""
        return {0: 0.0, 1: 0.3, 2: 0.6, 3: 1.0}[self.value]

    def stepped(self, steps: int) -> Loudness:
        """Louder or softer by so many steps."""
        return Loudness(min(3, max(0, self.value + steps)))

    @property
    def said(self) -> Message:
        return {0: say("Sound off"), 1: say("Sound soft"), 2: say("Sound middle"), 3: say("Sound loud")}[self.value]
