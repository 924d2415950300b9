"""The script of the recorded table: Tom, Irene and Barbara play five rounds of banking Boss Dice on two lanes."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.scenes.camera import Camera
from vision.scenes.dice import Maker
from vision.scenes.lane import Lane, Scene
from vision.scenes.props import Tray

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
            self.right.hold(2)
            self.right.take(right, list(self.right.dice))
        self.hold(6)


def makers() -> dict[str, Maker]:
    """Fifteen dice by name: t0..t4 ivory, i0..i4 red, b0..b4 blue."""
    white, dark = (0.8, 0.8, 0.76), (0.02, 0.018, 0.016)
    kinds = {
        "t": Maker("ivory 17", 17.0, 2.6, (0.66, 0.57, 0.4), dark, dark, 1.65, 1.9, 0.52, 0.35, 0.34, marble=0.05, turned=(True, True, False), seed=1),
        "i": Maker("red 17", 17.0, 1.6, (0.4, 0.018, 0.02), white, white, 1.7, 1.7, 0.54, 0.3, 0.32, turned=(False, True, True), mirrored=True, seed=2),
        "b": Maker("blue 17", 17.0, 3.4, (0.02, 0.07, 0.33), white, white, 1.55, 2.1, 0.5, 0.4, 0.36, turned=(True, False, True), seed=3),
    }  # fmt: skip
    return {f"{owner}{number}": maker for owner, maker in kinds.items() for number in range(5)}


def play(tray: Tray, camera: Camera, seed: int) -> Table:
    """All frames of the table."""
    dice = makers()
    table = Table(Lane(tray, 0, dice, camera, seed), Lane(tray, 1, dice, camera, seed + 1))
    left, right = table.left, table.right

    def both(first: str, second: str, delay: int, touch: tuple[bool, bool] = (False, False), room: str = "") -> None:
        left.throw("t", first, touch[0])
        right.hold(delay)
        right.throw("i", second, touch[1], room)
        table.hold(12)

    def barbara(values: str, touch: bool = False, room: str = "") -> None:
        left.take("Tom", list(left.dice))
        left.hold(3)
        left.throw("b", values, touch, room)
        table.hold(13)

    table.hold(4)
    for _ in range(7):
        table.press("green", 4)
    table.hold(2)

    both("66124", "66351", 3)
    barbara("33215", touch=True)
    table.hold(8)
    table.clear("Barbara", "Irene")

    both("55521", "44362", 1, (True, False))
    barbara("22613")
    left.take("Barbara", list(left.dice))
    left.hold(2)
    left.lay("Tom", "t", "555", (-52.0, 62.0))
    left.hold(3)
    left.cup_down("Tom", "t", "31")
    left.hold(10)
    left.touch_cup("Tom")
    table.hold(18)
    table.press("red", 8)
    left.cup_up("Tom", gone=True)
    left.hold(2)
    table.clear("Tom", "Irene")

    both("33165", "66542", 2, (False, True), "66")
    barbara("44132")
    right.take("Irene", right.named("i", "542"))
    right.hold(3)
    right.cup_down("Irene", "i", "623")
    table.hold(16)
    table.press("green", 7)
    left.take("Barbara", left.named("b", "132"))
    left.hold(3)
    left.throw("b", "421")
    left.hold(14)
    left.take("Barbara", list(left.dice))
    left.hold(2)
    left.lay("Tom", "t", "33", (-40.0, 70.0))
    left.hold(3)
    left.throw("t", "652", touch=True)
    table.hold(14)
    right.cup_up("Irene")
    table.hold(26)
    table.clear("Tom", "Irene")

    both("55123", "22456", 4)
    barbara("66134", room="66")
    left.take("Barbara", left.named("b", "134"))
    left.hold(3)
    left.cup_down("Barbara", "b", "134")
    table.hold(16)
    table.press("green", 7)
    right.take("Irene", list(right.dice))
    right.hold(2)
    right.lay("Tom", "t", "55", (20.0, 66.0))
    right.hold(3)
    right.throw("t", "531")
    right.hold(14)
    right.take("Tom", list(right.dice))
    right.hold(2)
    right.lay("Irene", "i", "22", (-20.0, 74.0))
    right.hold(3)
    right.throw("i", "262", touch=True)
    table.hold(14)
    left.cup_up("Barbara")
    table.hold(25)
    table.press("green", 7)
    table.clear("Barbara", "Irene")

    both("33124", "44156", 2, (True, False), "44")
    right.take("Irene", right.named("i", "156"))
    right.hold(3)
    right.cup_down("Irene", "i", "425")
    table.hold(16)
    table.press("green", 7)
    left.take("Tom", left.named("t", "124"))
    left.hold(3)
    left.throw("t", "612")
    table.hold(14)
    right.cup_up("Irene")
    table.hold(26)
    table.press("red", 8)
    table.clear("Tom", "Irene")
    table.hold(6)
    return table


def scenes(table: Table) -> list[tuple[Scene, Scene]]:
    """The frames of both lanes."""
    table.level()
    return list(zip(table.left.frames, table.right.frames, strict=True))
