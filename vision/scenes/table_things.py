"""What stands on tables in bars and homes and is no die: glasses, corks, buttons, baubles, sweets, bricks. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.scenes.shapes import (
    FONTS,
    Color,
    Rng,
    ball,
    circle,
    finish,
    label,
    oblong,
    pick,
    posed,
    ringed,
    shell,
    signs,
    slab,
    tone,
    tube,
    turned,
    words,
)
from vision.scenes.surfaces import noise

BLACK: Color = (0.012, 0.012, 0.012)


def bottle_cap(rng: Rng) -> None:
    """A crown cap or a screw cap, either side up."""
    if rng.random() < 0.65:
        angle = np.arange(84) / 84 * 2 * np.pi
        frill = (16 + 0.7 * np.cos(21 * angle))[:, None] * np.stack([np.cos(angle), np.sin(angle)], -1)
        metal = finish(rng, "metal")
        if rng.random() < 0.65:
            face = finish(rng, "plastic", label(rng, 128, 128, lines=int(rng.integers(1, 3))))
            slab(frill, 0, 5, finish(rng, "metal"), shrink=0.8)
            turned([(13, 5), (12, 6), (0.3, 6.2)], face)
        else:
            ringed(frill, circle(13, 84), 0, 5, metal)
            turned([(13.2, 0), (13, 0.6)], finish(rng, "rubber", (0.6, 0.6, 0.58)))
    else:
        radius, ridges = float(rng.uniform(12, 20)), int(rng.integers(30, 60))
        angle = np.arange(3 * ridges) / (3 * ridges) * 2 * np.pi
        rim = (radius + 0.35 * np.cos(ridges * angle))[:, None] * np.stack([np.cos(angle), np.sin(angle)], -1)
        look = finish(rng, "plastic", tone(rng, 0.1))
        if rng.random() < 0.6:
            slab(rim, 0, 12, look, bevel=0.6)
            words(
                rng, signs(rng, 3, 7), (radius * 1.4, radius * 0.5), (0, 0, 12.1), finish(rng, "matt"), str(rng.choice(FONTS))
            )
        else:
            ringed(rim, circle(radius * 0.9, 3 * ridges), 0, 12, look)
            slab(circle(radius * 0.92), 0, 1, look)


def cork(rng: Rng) -> None:
    """A wine or champagne cork, lying or standing."""
    side = 128
    speck = noise(rng, side, side, 10, 3)
    picture = (
        np.where(speck[..., None] > 0.34, 1.0, 0.35)
        * np.array([0.5, 0.33, 0.18])
        * (0.7 + 0.6 * noise(rng, side, side, 24, 3))[..., None]
    )
    picture = np.ascontiguousarray(picture.astype(np.float32))
    if rng.random() < 0.6:
        cv2.putText(picture, signs(rng, 4, 8), (8, 76), 2, 0.8, (0.06, 0.02, 0.02), 2, cv2.LINE_AA)
    look, length = finish(rng, "paper", picture), float(rng.uniform(30, 46))
    profile = [(11.5, 0), (12, 1), (12, length - 1), (11.5, length)]
    if rng.random() < 0.3:
        profile = [(13, 0), (12, 8), (11, length * 0.55), (14, length * 0.65), (15.5, length * 0.85), (13, length)]
    lying = rng.random() < 0.7
    turned(profile, look, (0, 0, 12 if lying else 0), wrap=True, lying=lying)


def button(rng: Rng) -> None:
    """A round button with two or four holes, with a rim, some with its thread."""
    radius, look = float(rng.uniform(5, 15)), finish(rng, str(pick(rng, "plastic", "matt", "metal", "wood")))
    turned(
        [(radius * 0.8, 0), (radius, 1.2), (radius * 0.95, 2.6), (radius * 0.75, 2.7), (radius * 0.62, 2.1), (0.3, 2.1)], look
    )
    hole = finish(rng, "matt", BLACK if rng.random() < 0.6 else tone(rng))
    count, reach = int(pick(rng, 2, 4)), radius * float(rng.uniform(0.2, 0.3))  # type: ignore[call-overload]
    spots = [reach * np.array([np.cos(turn), np.sin(turn)]) for turn in np.arange(count) / count * 2 * np.pi]
    for x, y in spots:
        turned([(radius * 0.11, 2.1), (radius * 0.11, 2.16)], hole, (x, y, 0), 14)
    if rng.random() < 0.4:
        yarn = finish(rng, "rubber")
        for k in range(count // 2):
            a, b = spots[k], spots[k + count // 2]
            tube(np.array([[*a, 2.2], [*((a + b) / 2), 2.9], [*b, 2.2]]), radius * 0.06, yarn)


def brick(rng: Rng) -> None:
    """A building brick with studs, 2 x 4, 1 x 3, 2 x 6, 1 x 4, 1 x 2 or 1 x 8; never square, as a die is."""
    columns, rows = ((4, 2), (4, 2), (3, 1), (6, 2), (4, 1), (2, 1), (6, 2), (8, 1))[int(rng.integers(8))]
    flat = rng.random() < 0.35
    height = 3.2 if flat else 9.6
    look = finish(rng, "plastic", tone(rng, 0.1))
    slab(oblong(8 * columns, 8 * rows), 0, height, look, bevel=0.15)
    for column, row in np.ndindex(columns, rows):
        turned(
            [(2.4, height), (2.4, height + 1.6), (2.3, height + 1.7)],
            look,
            (8 * (column + 0.5 - columns / 2), 8 * (row + 0.5 - rows / 2), 0),
            20,
        )


def draughtsman(rng: Rng) -> None:
    """A piece of draughts or backgammon with turned rings, one or two high."""
    look, radius = finish(rng, str(pick(rng, "wood", "plastic", "matt"))), float(rng.uniform(10, 20))
    for number in range(int(rng.integers(1, 3))):
        rings = [(radius * share, 6 + (k % 2) * 0.8) for k, share in enumerate(np.linspace(0.95, 0.3, int(rng.integers(4, 9))))]
        turned(
            [(radius * 0.95, 0), (radius, 1), (radius, 5.5), *rings, (0.3, 6)], look, (*rng.normal(0, 1, 2), 7.0 * number), 40
        )


def marble(rng: Rng) -> None:
    """One to three marbles, of glass with a swirl, clear, or of metal."""
    for number in range(int(rng.choice([1, 1, 2, 3]))):
        radius = float(rng.uniform(6, 13))
        kind = str(pick(rng, "glass", "clear", "metal", "plastic"))
        at = (number * 27.0, float(rng.uniform(-9, 9)) * number, radius)
        color: object = tone(rng, 0)
        if kind in ("glass", "plastic"):
            swirl = noise(rng, 96, 96, 30, 2)[..., None]
            color = np.where(swirl > 0.55, np.array(tone(rng, 0)), np.array(color)).astype(np.float32)
        elif kind == "clear":
            color = tuple(float(c) for c in rng.uniform(0.6, 1, 3))
        ball(rng, (radius,) * 3, finish(rng, kind, color), at)  # type: ignore[arg-type]


def bead(rng: Rng) -> None:
    """Glass and plastic beads and baubles: round, faceted, drops, with a hole or a cap to hang by, some on a string."""
    count, radius = int(rng.choice([1, 1, 1, 2, 3, 5])), float(rng.uniform(4, 14))
    kind = str(pick(rng, "glass", "clear", "plastic", "metal", "glass"))
    for number in range(count):
        look = finish(rng, kind, tone(rng, 0.05))
        x = number * 2.2 * radius
        shape = rng.random()
        if shape < 0.35:
            turned(
                [(radius * 0.4, 0), (radius, radius * 0.7), (radius, radius * 1.1), (radius * 0.5, radius * 1.7)],
                look,
                (x, 0, 0),
                int(rng.integers(6, 11)),
            )
        elif shape < 0.7:
            ball(rng, (radius, radius, radius * 0.9), look, (x, 0, radius))
        else:
            drop = [
                (radius * 0.2, 0),
                (radius * 0.8, radius * 0.4),
                (radius, radius),
                (radius * 0.7, radius * 1.8),
                (radius * 0.2, radius * 2.8),
            ]
            turned(drop, look, (x, 0, radius), lying=True, turn=float(rng.uniform(0, 6)))
        if shape < 0.7 and rng.random() < 0.4:
            turned([(radius * 0.25, 0), (radius * 0.25, radius * 0.3)], finish(rng, "metal"), (x, 0, radius * 1.75), 14)
    if count > 2:
        x = np.linspace(-2 * radius, 2.2 * radius * count, 20)
        tube(np.column_stack([x, np.zeros(20), np.full(20, radius)]), 0.6, finish(rng, "rubber"))


def pebble(rng: Rng) -> None:
    """A pebble, a nut or a crumb."""
    base = tone(rng, 0.1)
    mottle = noise(rng, 96, 96, 14, 4)[..., None] * np.array(base) * 1.6 + 0.02
    radius = float(rng.uniform(5, 20))
    radii = tuple(float(c) for c in radius * rng.uniform(0.5, 1.1, 3))
    ball(
        rng,
        radii,
        finish(rng, str(pick(rng, "paper", "matt", "plastic")), mottle.astype(np.float32)),
        lumps=float(rng.uniform(0.05, 0.3)),
    )  # type: ignore[arg-type]


def sweet(rng: Rng) -> None:
    """Sweets: lentils, drops, wrapped ones, gums."""
    kind = rng.random()
    if kind < 0.35:
        for number in range(int(rng.integers(1, 4))):
            at = (number * 15.0, float(rng.normal(0, 5)) * (number > 0), 3.0)
            ball(rng, (6.5, 6.5, 3.4), finish(rng, "plastic", tone(rng, 0)), at)
            if rng.random() < 0.4:
                words(rng, str(pick(rng, "m", "S", "w")), (5, 6), (at[0], at[1], 6.5), finish(rng, "matt", (0.8, 0.8, 0.8)))
    elif kind < 0.7:
        look, radius = finish(rng, str(pick(rng, "plastic", "metal", "clear")), tone(rng, 0)), float(rng.uniform(7, 11))
        ball(rng, (radius * 1.3, radius, radius * 0.8), look, (0, 0, radius), lumps=0.05)
        for side in (0.0, np.pi):
            fan = np.array([[0, -2], [14, -9], [12, -4], [15, 0], [12, 4], [14, 9], [0, 2]], float)
            slab(fan, radius * 0.8, radius * 1.1, look, at=(radius * 1.2 * np.cos(side), 0), turn=side)
    else:
        ball(rng, tuple(rng.uniform(6, 14, 3)), finish(rng, "glass", tone(rng, 0)), (0, 0, 6), lumps=0.2)


def sugar(rng: Rng) -> None:
    """One to three plain lumps of sugar."""
    grain = (0.7 + 0.2 * noise(rng, 96, 96, 3, 1))[..., None] * np.array(
        [1, 1, 0.97] if rng.random() < 0.7 else [0.5, 0.28, 0.12]
    )
    look = finish(rng, "paper", grain.astype(np.float32))
    for number in range(int(rng.integers(1, 4))):
        size = rng.uniform(11, 18, 2)
        slab(
            oblong(size[0], size[1]),
            0,
            11,
            look,
            bevel=0.8,
            at=(19.0 * number, float(rng.normal(0, 4))),
            turn=float(rng.uniform(0, 1.5)),
        )


def _vessel(rng: Rng, look: object, radius: float, height: float, drink: bool, base: float = 0.8) -> None:
    wall = radius * 0.07
    outside = [(radius * base, 0), (radius, height)]
    inside = [(radius - wall, height), (radius * base - wall, wall * 2), (0.5, wall * 2)]
    turned(outside + inside, look, steps=48)  # type: ignore[arg-type]
    if drink:
        level = float(rng.uniform(0.4, 0.9))
        reach = (radius * base + (radius - radius * base) * level - wall) * 0.99
        color = pick(rng, (0.03, 0.012, 0.005), (0.35, 0.15, 0.02), (0.45, 0.28, 0.05), (0.2, 0.01, 0.02), (0.4, 0.3, 0.22))
        turned([(reach, height * level - 0.5), (reach, height * level)], finish(rng, "plastic", color), steps=48)  # type: ignore[arg-type]
        if rng.random() < 0.3:
            foam = noise(rng, 96, 96, 6, 2)[..., None] * np.array([0.3, 0.28, 0.25]) + 0.5
            turned(
                [(reach * 0.98, height * level), (reach * 0.9, height * level + 1.5)],
                finish(rng, "paper", foam.astype(np.float32)),
                steps=32,
            )


def cup(rng: Rng) -> None:
    """A cup or a mug with its handle, perhaps on its saucer, with or without a drink."""
    radius, height, look = float(rng.uniform(28, 45)), float(rng.uniform(45, 95)), finish(rng, "plastic", tone(rng, 0.15))
    _vessel(rng, look, radius, height, rng.random() < 0.7)
    t = np.linspace(-1.4, 1.4, 14)
    tube(np.column_stack([radius * 0.9 + radius * 0.6 * np.cos(t), np.zeros(14), height * (0.55 + 0.3 * np.sin(t))]), 4.5, look)
    if rng.random() < 0.4:
        turned(
            [(radius * 1.1, -1), (radius * 1.9, 5), (radius * 1.9, 6.5), (radius * 1.1, 1), (0.5, 1)],
            look,
            (0, 0, -2),
            steps=48,
        )


def glass(rng: Rng) -> None:
    """A tumbler, a shot glass or a beer glass, with or without drink and ice."""
    radius, height = float(rng.uniform(18, 42)), float(rng.uniform(45, 110))
    tint = tuple(float(c) for c in rng.uniform(0.85, 1, 3)) if rng.random() < 0.75 else tone(rng, 0)
    _vessel(rng, finish(rng, "clear", tint), radius, height, rng.random() < 0.6, float(rng.uniform(0.6, 0.95)))  # type: ignore[arg-type]


def ashtray(rng: Rng) -> None:
    """An ashtray, some with stubs."""
    radius = float(rng.uniform(40, 65))
    look = finish(rng, str(pick(rng, "glass", "metal", "plastic", "matt")))
    turned([(radius, 0), (radius, 22), (radius * 0.86, 23), (radius * 0.7, 6), (0.5, 6)], look, steps=40)
    for _ in range(int(rng.integers(0, 4))):
        turn = float(rng.uniform(0, 6))
        spot = rng.normal(0, radius * 0.25, 2)
        turned([(4, 0), (4, 20)], finish(rng, "paper", (0.75, 0.73, 0.7)), (*spot, 11), 14, lying=True, turn=turn)
        turned(
            [(4, 0), (4.1, 12)],
            finish(rng, "paper", (0.6, 0.3, 0.1)),
            (spot[0] - 12 * np.cos(turn), spot[1] - 12 * np.sin(turn), 11),
            14,
            lying=True,
            turn=turn,
        )


def shaker(rng: Rng) -> None:
    """A salt shaker from above: a domed lid with two rings of many holes."""
    radius, lid = float(rng.uniform(14, 22)), finish(rng, str(pick(rng, "metal", "plastic", "metal")))
    turned(
        [(radius * 1.1, 0), (radius, 40)], finish(rng, str(pick(rng, "clear", "plastic", "metal"))), steps=int(pick(rng, 8, 32))
    )  # type: ignore[call-overload]
    turned([(radius, 40), (radius, 46), (radius * 0.85, 50), (radius * 0.5, 52.4), (0.5, 53)], lid, steps=36)
    hole = finish(rng, "matt", BLACK)
    for count, reach in ((int(rng.integers(7, 13)), 0.5), (int(rng.integers(5, 8)), 0.27)):
        for turn in np.arange(count) / count * 2 * np.pi:
            turned(
                [(0.9, 0), (0.9, 0.3)],
                hole,
                (radius * reach * np.cos(turn), radius * reach * np.sin(turn), 52.4 + 0.4 * (reach < 0.4)),
                10,
            )


def figurine(rng: Rng) -> None:
    """A meeple-like or rounded figure of a few blobs, standing or lying."""
    look, other = shell(rng), shell(rng)
    scale = float(rng.uniform(6, 12))
    lying = rng.random() < 0.5
    for height, size in ((0.8, 1.0), (2.0, 0.75), (3.0, 0.6)):
        at = (height * scale, 0.0, scale) if lying else (0.0, 0.0, height * scale)
        ball(rng, tuple(scale * size * rng.uniform(0.8, 1.2, 3)), other if size < 0.7 else look, at, lumps=0.1)  # type: ignore[arg-type]
    for side in (-1, 1):
        at = (1.7 * scale, side * scale, scale) if lying else (0.0, side * scale, 1.7 * scale)
        ball(rng, (scale * 0.45, scale * 0.6, scale * 0.45), look, at)


def pawn(rng: Rng) -> None:
    """A pawn or a cone of a board game, standing or lying."""
    scale = float(rng.uniform(5, 11))
    neck = float(rng.uniform(0.3, 0.55))
    head = [(0.62 * np.sin(a), 2.9 - 0.62 * np.cos(a)) for a in np.linspace(0.9, 3.0, 7)]
    profile = [(1.0, 0), (1.0, 0.3), (0.75, 0.6), (neck, 1.7), (neck * 1.3, 2.2), (neck, 2.4), *head]
    lying = rng.random() < 0.5
    look = finish(rng, str(pick(rng, "wood", "plastic", "matt")), tone(rng, 0.1))
    turned([(r * scale, z * scale) for r, z in profile], look, (0, 0, scale if lying else 0), lying=lying)


def spoon(rng: Rng) -> None:
    """A small spoon or a stirrer."""
    metal = finish(rng, str(pick(rng, "metal", "wood", "plastic")))
    ball(rng, (17, 11, 3.5), metal, (0, 0, 4))
    x = np.linspace(14, 90, 12)
    tube(np.column_stack([x, np.zeros(12), 4 + 5 * np.sin((x - 14) / 50)]), 2.0, metal)


def token(rng: Rng) -> None:
    """A printed token of a game, round, square or six-sided, with a sign."""
    steps, radius = int(pick(rng, 4, 6, 32)), float(rng.uniform(8, 16))  # type: ignore[call-overload]
    face = finish(rng, "matt", label(rng, 128, 128, lines=1))
    slab(circle(radius, steps), 0, 2.4, finish(rng, "paper", (0.5, 0.4, 0.28)), face, bevel=0.2)


def tag_cord(rng: Rng) -> None:
    """A loop of cord or a rubber band."""
    t = np.arange(60) / 60 * 2 * np.pi
    radius = 18 + 5 * np.sin(2 * t + rng.uniform(0, 6)) + 3 * np.sin(3 * t + rng.uniform(0, 6))
    path = np.stack([radius * np.cos(t), radius * np.sin(t) * float(rng.uniform(0.4, 1)), np.full(60, 1.0)], -1)
    posed(tube(path, float(rng.uniform(0.6, 2)), finish(rng, "rubber"), closed=True), (0, 0, 0))


KINDS: dict[str, tuple[int, Callable[[Rng], None]]] = {
    "bottle cap": (4, bottle_cap),
    "cork": (2, cork),
    "button": (4, button),
    "brick": (3, brick),
    "draughtsman": (2, draughtsman),
    "marble": (3, marble),
    "bead": (5, bead),
    "pebble": (2, pebble),
    "sweet": (3, sweet),
    "sugar": (2, sugar),
    "cup": (2, cup),
    "glass": (3, glass),
    "ashtray": (1, ashtray),
    "salt shaker": (2, shaker),
    "figurine": (2, figurine),
    "pawn": (2, pawn),
    "spoon": (1, spoon),
    "token": (2, token),
    "cord": (1, tag_cord),
}
"""Each kind with how many of it there are for one of the rarest."""
