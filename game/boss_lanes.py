"""The lanes and the frame that all screens of a hand of Boss Dice share, and what they are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.actions import Dice
from game.boss_hand import Hand
from game.message import Message
from game.names import Names, first_throw_name
from game.table import LaneWatch
from game.tray import Tray, faces, framed
from game.view import Fact, Footer, LaneView, Screen, View


@dataclass(frozen=True, slots=True, kw_only=True)
class BossTray(Tray):
    """The tray and the hand that is played on it.

    `bases` are the lanes of all seats without dice, in seat order: names, banks, horses, who is out; `facts`, `starting_bank`
    and `kitty` as in `View`. `ready` says that the Boss has thrown under the cup; `notes` stand beside the Boss at the call.
    `first_name` names first throws as this game ranks them. `aside` is what the challenger has left in the lane before the
    call, `both_hidden` whether both cups stand where nobody is Boss, `covered` are the seats whose cup does. `boss_watch` is
    the lane of the Boss' cup, `match` that horses are played for.
    """

    hand: Hand
    bases: Mapping[int, LaneView]
    facts: tuple[Fact, ...]
    starting_bank: int
    kitty: int = 0
    ready: bool = False
    notes: tuple[Message, ...] = ()
    first_name: Callable[[Dice], Names] = first_throw_name
    aside: Dice | None = None
    both_hidden: bool = False
    covered: tuple[int, ...] = ()
    boss_watch: LaneWatch | None = None
    match: bool = False

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.bases[seat].name

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have left the game; they are shown last."""
        return tuple(seat for seat, lane in self.bases.items() if lane.out)


def screen_base(tray: BossTray, screen: Screen, headline: Message, lanes: Sequence[LaneView], footer: Footer) -> View:
    view = framed(tray, screen, headline, tray.facts, lanes, footer, tray.starting_bank)
    return replace(view, kitty=tray.kitty)


def lane_view(tray: BossTray, seat: int, **changes: object) -> LaneView:
    """The lane of a seat; the Boss has the plate."""
    lane = replace(tray.bases[seat], boss=seat == tray.hand.boss)
    return replace(lane, **changes)  # type: ignore[arg-type]


def first_hand(tray: BossTray, seat: int, **changes: object) -> LaneView:
    """A waiting lane with the first throw of its player, when there is one."""
    dice = tray.hand.first.get(seat)
    if dice is None:
        return lane_view(tray, seat, **changes)
    name, detail = tray.first_name(dice)
    return lane_view(tray, seat, **{"dice": faces(dice), "hand": name, "hand_detail": detail, **changes})
