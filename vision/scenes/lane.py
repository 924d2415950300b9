"""One lane of a scripted table, frame by frame: throws, hands that take and lay dice, cups that come and go."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.camera import Camera
from vision.scenes.dice import Maker, labelling, top_face
from vision.scenes.props import Tray
from vision.scenes.scene import Lying, Move, Pose, Scene, Shown, product, quaternion, yawed
from vision.scenes.throws import Block, Body, Start, Track, matrix, random_quaternion, roll

Array = NDArray[np.float64]

FPS = 12
SHUTTER = 0.012
CUP_HEIGHT = 92.0
UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])
OUTLINE = (
    (-30, 130, -38),
    (-10, 142, -40),
    (9, 146, -42),
    (28, 136, -40),
    (-44, 60, 0),
    (44, 60, 0),
    (58, 40, -20),
    (0, -40, 0),
)
"""Points on the outside of a grasping hand, mm from the middle of its palm."""
SEEN = 0.6, np.radians(2.0)
"""Movement (mm, rad) that a camera can still see."""


class Lane:
    """Builds the frames of one lane."""

    def __init__(self, tray: Tray, number: int, makers: dict[str, Maker], camera: Camera, seed: int) -> None:
        self.tray, self.number, self.makers, self.camera = tray, number, makers, camera
        self.rng = np.random.default_rng(seed)
        self.frames: list[Scene] = []
        self.dice: dict[str, Lying] = {}
        self.under: dict[str, Lying] = {}
        self.cup_at: Array | None = None
        self.touches = 0

    @staticmethod
    def _shown(pose: Pose, die: Lying) -> Pose:
        return pose[0], product(pose[1], quaternion(die.symmetry))

    def still(self) -> Scene:
        """The lane as it lies."""
        shown = []
        for name, die in [*self.dice.items(), *self.under.items()]:
            pose = self._shown((die.position, die.quaternion), die)
            shown.append(Shown(name, pose, pose, hidden=name in self.under))
        values = "".join(sorted(str(die.value) for die in self.dice.values()))
        if self.cup_at is not None:
            pose = (self.cup_at, UPRIGHT)
            return Scene(tuple(shown), cup=(pose, pose), state="covered", values=values)
        return Scene(tuple(shown), state="settled" if shown else "empty", values=values)

    def _inside(self, points: Array) -> bool:
        """Whether the camera sees any of these points (n x 3, mm) over the felt of this lane."""
        left, low, right, high = self.tray.lane(self.number)
        felt = self.camera.project(np.array([[left, low, 0.0], [right, low, 0.0], [right, high, 0.0], [left, high, 0.0]]))
        pixels = self.camera.project(points)
        return any(cv2.pointPolygonTest(felt.astype(np.float32), (float(x), float(y)), False) > 0 for x, y in pixels)

    def _busy(self, hand: tuple[str, Pose, Pose], cup: Move | None = None) -> None:
        """A frame with a hand, and perhaps a cup in the air: `obstructed` as soon as one of them is over the felt."""
        points = [hand[1][0] + matrix(hand[1][1]) @ np.array(point) for point in OUTLINE]
        scene = self.still()
        if cup is not None:
            turn = np.arange(12) * np.pi / 6
            ring = np.stack([41 * np.cos(turn), 41 * np.sin(turn), np.zeros(12)], -1)
            points += [*(cup[0][0] + ring), *(cup[0][0] + ring + np.array([0.0, 0.0, CUP_HEIGHT]))]
            scene = replace(scene, cup=cup)
        if self._inside(np.array(points)):
            scene = replace(scene, state="obstructed", values="")
        self.frames.append(replace(scene, hand=hand))

    def hold(self, frames: int) -> None:
        """Nothing happens."""
        self.frames += [self.still()] * frames

    def named(self, owner: str, values: str) -> list[str]:
        """Names of an owner's open dice with these values."""
        left, found = list(values), []
        for name, die in self.dice.items():
            if name.startswith(owner) and str(die.value) in left:
                left.remove(str(die.value))
                found.append(name)
        if left:
            raise ValueError(f"no {left} among the dice of {owner}")
        return found

    def throw(self, owner: str, values: str, touch: bool = False, room: str = "") -> None:
        """The owner's dice that do not lie here yet come flying in and end up with `values`.

        With `touch`, at least two of them touch in the end; with `room`, a cup fits beside the dice of these values.
        """
        names = [name for name in self.makers if name.startswith(owner) and name not in self.dice and name not in self.under][
            : len(values)
        ]
        lying = list(self.dice)
        everyone = names + lying
        bodies = [Body(self.makers[name].size, self.makers[name].rounding) for name in everyone]
        for _ in range(400):
            track = roll(bodies, self._starts(names, lying, 9.0 if touch else 20.0), self._walls(), friction=0.9, limit=1.2)
            frames = self._moving(track, len(names))
            if not 4 <= len(frames) <= 9 or not self._good(track, names, lying):
                continue
            if touch and not track.touching:
                continue
            if room and self._cup_spot([track.positions[-1][index] for index in self._which(values, room)]) is None:
                continue
            break
        else:
            raise ValueError(f"no throw of {owner} fits")
        self.touches += bool(track.touching)
        end = track.positions[-1], track.quaternions[-1]
        settled, before = dict(self.dice), self.still()
        for index, name in enumerate(everyone):
            if name in self.dice:
                settled[name] = replace(self.dice[name], position=end[0][index], quaternion=end[1][index])
            else:
                value = int(values[index])
                turn = labelling(self.makers[name], matrix(end[1][index]), value, self.rng)
                settled[name] = Lying(value, end[0][index], end[1][index], turn)
        for time in frames:
            opened, closed = track.at(time - SHUTTER / 2), track.at(time + SHUTTER / 2)
            shown = []
            for index, name in enumerate(everyone):
                die = settled[name]
                first = self._shown((opened[0][index], opened[1][index]), die)
                last = self._shown((closed[0][index], closed[1][index]), die)
                shown.append(Shown(name, first, last))
            places, turns = track.at(time)
            apart = np.linalg.norm(places - end[0], axis=1).max()
            turned = 2 * np.arccos(np.clip(np.abs((turns * end[1]).sum(-1)), 0, 1)).max()
            if not self._inside(places[: len(names)]):
                self.frames.append(Scene(tuple(shown), state=before.state, values=before.values))
            elif apart < SEEN[0] and turned < SEEN[1]:
                values_now = "".join(sorted(str(die.value) for die in settled.values()))
                self.frames.append(Scene(tuple(shown), state="settled", values=values_now))
            else:
                self.frames.append(Scene(tuple(shown), state="moving"))
        self.dice = settled

    @staticmethod
    def _which(values: str, room: str) -> list[int]:
        """Indices of the first dice with the values of `room`."""
        left, found = list(room), []
        for index, value in enumerate(values):
            if value in left:
                left.remove(value)
                found.append(index)
        return found

    def _cup_spot(self, lying: list[Array]) -> Array | None:
        """A place for a cup that hides none of what lies, or None."""
        left, low, right, high = self.tray.lane(self.number)
        for _ in range(200):
            spot = np.array([self.rng.uniform(left + 45, right - 45), self.rng.uniform(low + 50, high - 50), 0.0])
            # The wall leans outwards in the picture: what lies on that side must be farther away.
            lean = np.array([1.0 if spot[0] > 0 else -1.0, 0.5])
            for place in lying:
                away = place[:2] - spot[:2]
                if np.linalg.norm(away) < (78 if float(np.dot(away, lean)) > 0 else 58):
                    break
            else:
                return spot
        return None

    def _walls(self) -> list[Block]:
        """The rails of this lane, higher than they look except towards the player, so that nothing leaves the lane."""
        left, low, right, high = self.tray.lane(self.number)
        x, y, z = (left + right) / 2, (low + high) / 2, self.tray.rail_height / 2
        wide, deep = (right - left) / 2, (high - low) / 2
        sides = [Block((x + sign * (wide + 4), y, 60.0), (4.0, deep + 90, 60.0)) for sign in (-1, 1)]
        return [*sides, Block((x, high + 4, 60.0), (wide, 4.0, 60.0)), Block((x, low - 4, z), (wide, 4.0, z))]

    def _starts(self, names: list[str], lying: list[str], spread: float) -> list[Start]:
        left, low, right, _ = self.tray.lane(self.number)
        rng = self.rng
        aim = np.array([rng.uniform(left + 45, right - 45), rng.uniform(low + 45, low + 105)])
        hand = np.array([(left + right) / 2 + rng.uniform(-12, 12), low - 60.0, 92.0])
        starts = []
        for index in range(len(names)):
            place = hand + np.array([(index % 3 - 1) * 31.0, -(index // 3) * 31.0, rng.uniform(-4, 4)])
            goal = aim + rng.normal(0, spread, 2)
            flight = rng.uniform(0.2, 0.25)
            speed = np.array([*(goal - place[:2]) / flight, (8 - place[2]) / flight + 0.5 * 9810 * flight])
            starts.append(Start(place, random_quaternion(rng), speed, rng.normal(0, 11, 3)))
        for name in lying:
            die = self.dice[name]
            starts.append(Start(die.position, die.quaternion, np.zeros(3), np.zeros(3)))
        return starts

    def _moving(self, track: Track, thrown: int) -> list[float]:
        """Times of the frames from the first die in view until all lie still."""
        steps = np.arange(0.0, track.rest, 1 / 240)
        first = track.rest
        for time in steps:
            pixels = self.camera.project(track.at(time)[0][:thrown])
            if (pixels[:, 1] < self.camera.height - 5).any():
                first = time + self.rng.uniform(0, 1 / FPS)
                break
        return [first + index / FPS for index in range(20) if first + index / FPS < track.rest]

    def _good(self, track: Track, names: list[str], lying: list[str]) -> bool:
        left, low, right, high = self.tray.lane(self.number)
        for index, name in enumerate(names + lying):
            x, y, z = track.positions[-1][index]
            half = self.makers[name].size / 2
            if not (left + half - 1 < x < right - half + 1 and low + half - 1 < y < high - half + 1) or abs(z - half) > 0.3:
                return False
            turn = matrix(track.quaternions[-1][index])
            if np.abs(turn[2]).max() < np.cos(np.radians(1.0)):
                return False
            if name in self.dice:
                die = self.dice[name]
                if (
                    top_face(self.makers[name], turn @ die.symmetry)[0] != die.value
                    or np.linalg.norm(die.position - (x, y, z)) > 25
                ):
                    return False
            # The rail at the player's side hides what lies right behind it; the rails' shadow is fine.
            if y < low + half + 4:
                return False
            if self.cup_at is not None and np.hypot(x - self.cup_at[0], y - self.cup_at[1]) < 58:
                return False
        return track.rest < 1.5

    def _hand(self, who: str, palm: Array, before: Array | None = None) -> tuple[str, Pose, Pose]:
        """A hand whose arm comes from the player; the shutter sees it come from `before` a little."""
        outer = self.tray.lane(self.number)[0 if self.number == 0 else 2]
        angle = float(np.clip((outer - palm[0]) / 420, -0.25, 0.25))
        turn = yawed(angle)
        speed = np.zeros(3) if before is None else (palm - before) * FPS * SHUTTER
        return who, (palm - speed / 2, turn), (palm + speed / 2, turn)

    def _groups(self, names: list[str]) -> list[list[str]]:
        """Dice that lie under one hand, the far ones first."""
        left = sorted(names, key=lambda name: -float(self.dice[name].position[1]))
        groups = []
        while left:
            lead = self.dice[left[0]].position
            group = [name for name in left if np.linalg.norm(self.dice[name].position - lead) < 62]
            groups.append(group)
            left = [name for name in left if name not in group]
        return groups

    def _at(self, names: list[str]) -> Array:
        middle = np.mean([self.dice[name].position for name in names], 0)
        return np.array([middle[0], middle[1] - 48.0, 50.0])

    def take(self, who: str, names: list[str]) -> None:
        """A hand takes dice up, those that lie together at once."""
        away = np.array([self.tray.lane(self.number)[0] + 75.0, -330.0, 90.0])
        groups = self._groups(names)
        palm = self._at(groups[0])
        entry = away + 0.62 * (palm - away)
        self._busy(self._hand(who, entry, away))
        for group in groups:
            stop = self._at(group)
            self._busy(self._hand(who, stop, stop + (palm - stop) * 0.3))
            palm = stop
            for name in group:
                del self.dice[name]
        leave = away + 0.55 * (palm - away)
        self._busy(self._hand(who, palm + 0.1 * (leave - palm)))
        self._busy(self._hand(who, leave, palm))

    def lay(self, who: str, owner: str, values: str, spot: tuple[float, float]) -> None:
        """A hand lays dice down in the open, side by side; `spot` is relative to the middle of the lane, mm."""
        names = [name for name in self.makers if name.startswith(owner) and name not in self.dice and name not in self.under][
            : len(values)
        ]
        left, _, right, _ = self.tray.lane(self.number)
        away = np.array([left + 75.0, -330.0, 90.0])
        placed = {}
        for index, (name, value) in enumerate(zip(names, values, strict=True)):
            half = self.makers[name].size / 2
            x = (left + right) / 2 + spot[0] + index * (2 * half + self.rng.uniform(1, 9))
            place = np.array([x, spot[1] + self.rng.normal(0, 4), half])
            turn = yawed(self.rng.uniform(-0.5, 0.5))
            placed[name] = Lying(int(value), place, turn, labelling(self.makers[name], matrix(turn), int(value), self.rng))
        trial = {**self.dice, **placed}
        palm = np.mean([die.position for die in placed.values()], 0) + np.array([0.0, -46.0, 42.0])
        self._busy(self._hand(who, away + 0.62 * (palm - away), away))
        self.dice = trial
        self._busy(self._hand(who, palm))
        self._busy(self._hand(who, away + 0.5 * (palm - away), palm))

    def _grip(self, cup: Array) -> Array:
        return cup + np.array([0.0, -26.0, CUP_HEIGHT + 17.0])

    def cup_down(self, who: str, owner: str, values: str) -> None:
        """A cup comes down with the owner's other dice under it, clear of what lies open; the hand goes away."""
        left, _, right, _ = self.tray.lane(self.number)
        names = [name for name in self.makers if name.startswith(owner) and name not in self.dice][: len(values)]
        spot = self._cup_spot([die.position for die in self.dice.values()])
        if spot is None:
            raise ValueError("no room for the cup beside the open dice")
        for _ in range(4000):
            starts = [
                Start(
                    spot + np.array([*self.rng.uniform(-16, 16, 2), 14.0 + 24.0 * index]),
                    random_quaternion(self.rng), self.rng.normal(0, 60, 3) * np.array([1, 1, 0.1]), self.rng.normal(0, 8, 3),
                )
                for index in range(len(names))
            ]  # fmt: skip
            track = roll(
                [Body(self.makers[name].size, self.makers[name].rounding) for name in names],
                starts,
                self.tray.rails(),
                0.9,
                1.6,
            )
            end, turns = track.positions[-1], track.quaternions[-1]
            flat = (
                all(np.abs(matrix(q)[2]).max() > 0.9998 for q in turns)
                and np.abs(end[:, 2] - self.makers[names[0]].size / 2).max() < 0.3
            )
            if flat and np.linalg.norm(end[:, :2] - spot[:2], axis=1).max() < 26:
                break
        else:
            raise ValueError("the dice do not fit under the cup")
        away = np.array([(left + right) / 2, -400.0, 60.0])
        path = [
            away + 0.5 * (spot + np.array([0, 0, 40.0]) - away),
            spot + np.array([0, -40.0, 45.0]),
            spot + np.array([0, 0, 8.0]),
        ]
        before = away
        for cup in path:
            self._with_cup(who, cup, cup - (cup - before) * 0.5)
            before = cup
        for name, value, position, turn in zip(names, values, end, turns, strict=True):
            self.under[name] = Lying(
                int(value), position, turn, labelling(self.makers[name], matrix(turn), int(value), self.rng)
            )
        self.cup_at = spot
        grip = self._grip(spot)
        for _ in range(2):
            self._busy(self._hand(who, grip))
        leave = np.array([grip[0], -330.0, 130.0])
        self._busy(self._hand(who, grip + 0.5 * (leave - grip), grip))

    def _with_cup(self, who: str, cup: Array, before: Array) -> None:
        """A frame with the cup in the air, in a hand."""
        speed = (cup - before) * FPS * SHUTTER
        palm = self._grip(cup)
        self._busy(self._hand(who, palm, self._grip(before)), ((cup - speed / 2, UPRIGHT), (cup + speed / 2, UPRIGHT)))

    def touch_cup(self, who: str) -> None:
        """A hand comes to the standing cup and goes away again."""
        assert self.cup_at is not None
        grip = self._grip(self.cup_at)
        leave = np.array([grip[0], -330.0, 130.0])
        for share, before in ((0.5, leave), (1.0, None), (1.0, None), (0.45, grip)):
            palm = leave + share * (grip - leave)
            self._busy(self._hand(who, palm, before))

    def cup_up(self, who: str, gone: bool = False) -> None:
        """A hand lifts the cup: the dice under it lie open; with `gone` they are swept off with the cup."""
        assert self.cup_at is not None
        spot = self.cup_at
        grip = self._grip(spot)
        leave = np.array([grip[0], -330.0, 130.0])
        self._busy(self._hand(who, leave + 0.5 * (grip - leave), leave))
        self._busy(self._hand(who, grip))
        self.cup_at = None
        if not gone:
            self.dice = {**self.dice, **self.under}
        self.under = {}
        if gone:
            path = [spot + np.array([0.0, -60, 1]), spot + np.array([0.0, -150, 30]), spot + np.array([0.0, -260, 60])]
        else:
            path = [spot + np.array([0.0, -5, 28]), spot + np.array([0.0, -70, 70]), spot + np.array([0.0, -230, 90])]
        before = spot
        for cup in path:
            self._with_cup(who, cup, before)
            before = cup
