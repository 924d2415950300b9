"""The sounds there are, by the name of their file."""

from __future__ import annotations

import enum
from pathlib import Path

WAVES = Path(__file__).parent / "waves"


class Effect(enum.Enum):
    """Wood, leather, metal and bell; none is longer than 600 ms. `COME_UP` and `PICK_UP` are spoken, in every language."""

    TICK = "tick"
    KNOCK = "knock"
    RATTLE = "rattle"
    UNCLEAR = "unclear"
    BELL = "bell"
    THUD = "thud"
    CHIME = "chime"
    CALL_UP = "call-up"
    CALL_OFF = "call-off"
    LIFT = "lift"
    CHIP = "chip"
    TIN = "tin"
    OUT = "out"
    WIN = "win"
    FAULT = "fault"
    REFUSE = "refuse"
    COME_UP = "come-up"
    PICK_UP = "pick-up"

    @property
    def spoken(self) -> bool:
        return self in (Effect.COME_UP, Effect.PICK_UP)

    def file(self, language: str) -> Path:
        """The file in `language`; only what is spoken differs."""
        return WAVES / (f"{self.value}-{language}.wav" if self.spoken else f"{self.value}.wav")
