"""The script of the recorded table: Tom, Irene and Barbara play five rounds of banking Boss Dice on two lanes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.scenes.camera import Camera
from vision.scenes.dice import Maker
from vision.scenes.lane import Lane
from vision.scenes.props import Tray
from vision.scenes.scene import Scene

PLAYERS = ("Tom", "Irene", "Barbara")


@dataclass
class Table:
    """Two lanes in step, and the presses between."""

    left: Lane
    right: Lane
    presses: list[tuple[int, str]] = field(default_factory=list)

    def lanes(self) -> tuple[Lane, Lane]:
        """Both lanes."""
        return self.left, self.right

    def now(self) -> int:
        """Number of the next frame; the lanes must be in step."""
        return max(len(lane.frames) for lane in self.lanes())

    def level(self) -> None:
        """Lets the shorter lane wait for the other."""
        now = self.now()
        for lane in self.lanes():
            lane.hold(now - len(lane.frames))

    def hold(self, frames: int) -> None:
        """Nothing happens on either lane."""
        self.level()
        for lane in self.lanes():
            lane.hold(frames)

    def press(self, button: str, after: int = 6) -> None:
        """A press now, then some quiet frames."""
        self.level()
        self.presses.append((self.now(), button))
        self.hold(after)

    def clear(self, left: str | None, right: str | None) -> None:
        """Hands take up everything."""
        self.level()
        if left and self.left.dice:
            self.left.take(left, list(self.left.dice))
        if right and self.right.dice:
            self.right.take(right, list(self.right.dice))
        self.hold(3)


def makers() -> dict[str, Maker]:
    """Fifteen dice by name: t0..t4 ivory, i0..i4 red, b0..b4 blue."""
    white, dark = (0.8, 0.8, 0.76), (0.02, 0.018, 0.016)
    ivory = Maker("ivory 17", 17.0, 2.6, (0.66, 0.57, 0.4), dark, dark, 1.65, 1.9, 0.52, 0.35, 0.34, marble=0.05, seed=1)
    ivory = replace(ivory, turned=(True, True, False))
    red = Maker("red 17", 17.0, 1.6, (0.4, 0.018, 0.02), white, white, 1.7, 1.7, 0.54, 0.3, 0.32, mirrored=True, seed=2)
    red = replace(red, turned=(False, True, True))
    blue = Maker("blue 17", 17.0, 2.6, (0.02, 0.07, 0.33), white, white, 1.8, 2.7, 0.54, 0.4, 0.5, seed=3)
    blue = replace(blue, turned=(True, False, True))
    kinds = {"t": ivory, "i": red, "b": blue}
    return {f"{owner}{number}": maker for owner, maker in kinds.items() for number in range(5)}


def play(tray: Tray, camera: Camera, seed: int) -> Table:
    """All frames of the table."""
    # The blue dice are rolled as rounder ones than they are drawn: they rest later, as worn dice do.
    dice = {name: replace(maker, rounding=3.4) if name.startswith("b") else maker for name, maker in makers().items()}
    table = Table(Lane(tray, 0, dice, camera, seed), Lane(tray, 1, dice, camera, seed + 1))
    left, right = table.left, table.right

    def both(first: str, second: str, delay: int, touch: tuple[bool, bool] = (False, False), room: str = "") -> None:
        left.throw("t", first, touch[0])
        right.hold(delay)
        right.throw("i", second, touch[1], room)
        table.hold(11)

    def barbara(values: str, touch: bool = False, room: str = "") -> None:
        left.take("Tom", list(left.dice))
        left.hold(2)
        left.throw("b", values, touch, room)
        table.hold(11)

    table.hold(4)
    for _ in range(7):
        table.press("green", 4)
    table.hold(2)

    both("66124", "66351", 3)
    barbara("33465", touch=True)
    table.hold(8)
    table.clear("Barbara", "Irene")

    both("55521", "44362", 1, (True, False))
    barbara("22613")
    left.take("Barbara", list(left.dice))
    left.hold(2)
    left.lay("Tom", "t", "555", (-52.0, 62.0))
    left.hold(2)
    left.cup_down("Tom", "t", "31")
    table.hold(16)
    table.press("red", 4)
    left.cup_up("Tom", gone=True)
    left.hold(2)
    table.clear("Tom", "Irene")

    both("33165", "66542", 2, (False, True), "66")
    barbara("44132")
    right.take("Irene", right.named("i", "542"))
    right.hold(2)
    right.cup_down("Irene", "i", "623")
    table.hold(13)
    table.press("green", 3)
    left.take("Barbara", left.named("b", "132"))
    left.hold(2)
    left.throw("b", "421")
    left.hold(11)
    left.take("Barbara", list(left.dice))
    left.hold(2)
    left.lay("Tom", "t", "33", (-40.0, 70.0))
    left.hold(2)
    left.throw("t", "652", touch=True)
    table.hold(11)
    right.cup_up("Irene")
    table.hold(17)
    table.clear("Tom", "Irene")

    both("55123", "22456", 4)
    barbara("66134", room="66")
    left.take("Barbara", left.named("b", "134"))
    left.hold(2)
    left.cup_down("Barbara", "b", "134")
    table.hold(13)
    table.press("green", 3)
    right.take("Irene", list(right.dice))
    right.hold(2)
    right.lay("Tom", "t", "55", (20.0, 66.0))
    right.hold(2)
    right.throw("t", "531")
    right.hold(11)
    right.take("Tom", list(right.dice))
    right.hold(2)
    right.lay("Irene", "i", "22", (-20.0, 74.0))
    right.hold(2)
    right.throw("i", "262", touch=True)
    table.hold(11)
    left.cup_up("Barbara")
    table.hold(23)
    table.press("green", 4)
    table.clear("Barbara", "Irene")

    both("33124", "44156", 2, (True, False), "44")
    right.take("Irene", right.named("i", "156"))
    right.hold(2)
    right.cup_down("Irene", "i", "425")
    table.hold(13)
    table.press("green", 3)
    left.take("Tom", left.named("t", "124"))
    left.hold(2)
    left.throw("t", "612")
    table.hold(11)
    right.cup_up("Irene")
    table.hold(23)
    table.press("red", 4)
    table.clear("Tom", "Irene")
    table.hold(9)
    return table


@dataclass(frozen=True)
class Script:
    """The finished script: the scenes of both lanes frame by frame, and the presses as (frame, button)."""

    frames: tuple[tuple[Scene, Scene], ...]
    presses: tuple[tuple[int, str], ...]


def script(table: Table) -> Script:
    """What was played."""
    table.level()
    return Script(tuple(zip(table.left.frames, table.right.frames, strict=True)), tuple(table.presses))
