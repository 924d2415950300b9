"""The acts of a motion as plain data."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.sighting import Button
from game.view import View

LAND_SECONDS = 0.12
LOOK_SECONDS = 0.7
"""How long dice that have just landed stay large before the light moves on."""

SHOWN_SECONDS = 0.6
"""How long the Boss' dice lie open before the first chip moves."""

TURN_SECONDS = 0.24
FADE_SECONDS = 0.2
UNCLEAR_SECONDS = 0.16
ASIDE_SECONDS = 0.28
PLATE_SECONDS = 0.32
CUP_SECONDS = 0.28
STAMP_SECONDS = 0.7
LIFT_SECONDS = 0.32
CHIP_SECONDS = 0.48
BETWEEN_SECONDS = 0.12
KITTY_SECONDS = 0.56
SETTLEMENT_SECONDS = 3.0
"""A settlement never takes longer; its times shrink in proportion."""

BUILD_SECONDS = 1.2
BANNER_SECONDS = 0.2


class Kind(enum.Enum):
    """What moves. `HOLD` is a moment to look."""

    LAND = "land"
    HOLD = "hold"
    ASIDE = "aside"
    TURN = "turn"
    FADE = "fade"
    PLATE = "plate"
    CUP = "cup"
    STAMP = "stamp"
    LIFT = "lift"
    PAY = "pay"
    BOWL = "bowl"
    BUILD = "build"
    BANNER = "banner"


@dataclass(frozen=True, slots=True)
class Payment:
    """`amount` chips on their way from a seat to a seat; `None` is the kitty."""

    amount: int
    payer: int | None
    payee: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """`view` stands on the screen while it lasts `seconds`; a change leads there from `before`.

    `seats` are whose things move; `button` is the answer that a stamp shows; `payment` is the chip in the air.
    """

    kind: Kind
    seconds: float
    view: View
    before: View | None = None
    seats: tuple[int, ...] = ()
    button: Button | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """Acts one after the other; after the last one the view stands still."""

    acts: tuple[Act, ...] = ()

    @property
    def seconds(self) -> float:
        return sum(act.seconds for act in self.acts)

    def at(self, time: float) -> tuple[Act, float] | None:
        """The act at `time` seconds after the change and how much of it has passed, 0..1; `None` when all is still."""
        if time < 0:
            time = 0.0
        for act in self.acts:
            if time < act.seconds:
                return act, time / act.seconds
            time -= act.seconds
        return None

    def starts(self) -> tuple[tuple[float, Act], ...]:
        """Every act with the second in which it begins."""
        found, time = [], 0.0
        for act in self.acts:
            found.append((time, act))
            time += act.seconds
        return tuple(found)
