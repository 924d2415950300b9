"""What comes out of pockets and is no die: keys, coins, chips, rings, watches, lighters, notes. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.scenes.shapes import (
    FONTS,
    Color,
    Picture,
    Rng,
    ball,
    circle,
    finish,
    hoop,
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
from vision.scenes.stage import thing
from vision.scenes.surfaces import noise

BLACK: Color = (0.012, 0.012, 0.012)


def keys(rng: Rng) -> None:
    """One to four keys, alone or on a ring, perhaps with a tag."""
    count, ring = int(rng.integers(1, 5)), float(rng.uniform(9, 16))
    metal = finish(rng, "metal", (0.6, 0.6, 0.6))
    ringed_up = count > 1 or rng.random() < 0.4
    if ringed_up:
        hoop(ring, 0.9, metal)
        hoop(ring * 0.98, 0.8, metal, (0.4, 0.3, 1.4))
    start = float(rng.uniform(0, 6))
    for number in range(count):
        look = finish(rng, "metal")
        turn, low, bow = start + number * float(rng.uniform(0.5, 1.4)), 0.4 + 2.3 * number, float(rng.uniform(7, 12))
        grip = shell(rng) if rng.random() < 0.35 else look
        n = int(pick(rng, 6, 8, 40))  # type: ignore[call-overload]
        bows = np.array(
            [np.interp(np.linspace(0, n, 40, endpoint=False), range(n + 1), np.append(c, c[0])) for c in circle(bow, n).T]
        ).T
        middle = ring + bow * 0.55
        away = np.array([np.cos(turn), np.sin(turn), 0.0])
        posed(ringed(bows, circle(bow * 0.3, 40) - [bow * 0.5, 0], low, low + 2, grip, 0.3), tuple(away * middle), turn)
        length, width = float(rng.uniform(18, 34)), float(rng.uniform(5, 8))
        teeth = [
            (x, width / 2 - float(rng.uniform(0, 0.45)) * width)
            for x in np.linspace(length * 0.4, length * 0.92, int(rng.integers(5, 10)))
        ]
        outline = [
            (0, -width / 2),
            (length, -width / 2),
            (length + 2, -width * 0.2),
            *teeth[::-1],
            (length * 0.35, width / 2),
            (0, width / 2),
        ]
        blade = away * (middle + bow * 0.85)
        slab(np.array(outline, float), low + 0.2, low + 1.8, look, at=(blade[0], blade[1]), turn=turn)
        groove = away * (middle + bow * 0.85 + length * 0.45)
        slab(
            oblong(length * 0.8, width * 0.16),
            low + 1.8,
            low + 1.85,
            finish(rng, "metal", (0.15, 0.15, 0.14)),
            at=(groove[0], groove[1]),
            turn=turn,
        )
    if ringed_up and rng.random() < 0.35:
        away = -ring * 2.2 * np.array([np.cos(start), np.sin(start)])
        tag = finish(rng, "plastic", label(rng, 128, 128, lines=2))
        slab(oblong(30, 20, float(rng.uniform(1, 9))), 0, 3, shell(rng), tag, bevel=0.6, at=(away[0], away[1]), turn=start)


def _relief(rng: Rng, metal: Color, side: int = 160) -> Picture:
    """A struck face: letters along the rim, a number, a head or arms, with light from one side."""
    height = np.zeros((side, side), np.float32)
    middle = side / 2
    cv2.circle(height, (side // 2,) * 2, int(side * 0.46), 1.0, 4, cv2.LINE_AA)
    text = signs(rng, 8, 16)
    for number, letter in enumerate(text):
        stamp = np.zeros((side, side), np.float32)
        cv2.putText(stamp, letter, (int(middle) - 6, int(side * 0.15)), int(rng.integers(0, 4)), 0.5, 1.0, 1, cv2.LINE_AA)
        spin = cv2.getRotationMatrix2D((middle, middle), number * 330 / len(text), 1)
        height = np.maximum(height, cv2.warpAffine(stamp, spin, (side, side)))
    if rng.random() < 0.6:
        number = str(pick(rng, "1", "2", "5", "10", "20", "50"))
        cv2.putText(
            height,
            number,
            (int(middle - 25 * len(number)), int(middle + 24)),
            int(rng.integers(0, 4)),
            2.3,
            1.0,
            7,
            cv2.LINE_AA,
        )
    else:
        for _ in range(6):
            spot = (middle + rng.normal(0, side * 0.09, 2)).astype(int).tolist()
            axes = (rng.uniform(0.05, 0.17, 2) * side).astype(int).tolist()
            cv2.ellipse(height, spot, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.4, 1)), -1, cv2.LINE_AA)
    height = cv2.GaussianBlur(height, (0, 0), 1.2) + 0.1 * noise(rng, side, side, 30, 3)
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) * rng.normal() + cv2.Sobel(height, cv2.CV_32F, 0, 1) * rng.normal()
    shade = np.clip(1 + 0.5 * slope - 0.25 * (noise(rng, side, side, 40, 4) > 0.62), 0.15, 1.6)
    return np.ascontiguousarray((np.clip(shade[..., None] * np.array(metal, np.float32), 0, 1).astype(np.float32))[::-1])


def coin(rng: Rng) -> None:
    """One to three coins with relief and rim, some with a hole, some of two metals."""
    for number in range(int(rng.choice([1, 1, 1, 2, 3]))):
        metal = tuple(float(c) for c in np.array(finish_color(rng)))
        radius, low = float(rng.uniform(8, 15)), 2.0 * number
        at = (float(rng.normal(0, 6)) * (number > 0), float(rng.normal(0, 6)) * (number > 0), low)
        face = finish(rng, "metal", _relief(rng, metal))  # type: ignore[arg-type]
        turned([(radius, 0), (radius, 1.7), (radius * 0.93, 1.8), (radius * 0.9, 1.5), (0.3, 1.5)], face, at, steps=40)
        if rng.random() < 0.15:
            turned([(radius * 0.17, 1.5), (radius * 0.17, 1.56)], finish(rng, "matt"), at)


def finish_color(rng: Rng) -> Color:
    """The colour of a coin's metal."""
    return pick(rng, (0.6, 0.59, 0.57), (0.75, 0.55, 0.22), (0.6, 0.3, 0.17), (0.35, 0.22, 0.12), (0.45, 0.44, 0.42))  # type: ignore[return-value]


def chip(rng: Rng) -> None:
    """One to four poker chips: blocks of colour along the edge and words in the middle."""
    body, edge = tone(rng, 0.15), (0.75, 0.75, 0.7) if rng.random() < 0.7 else tone(rng, 0)
    side, blocks = 160, int(rng.integers(4, 9))
    face = np.empty((side, side, 3), np.float32)
    face[:] = body
    for number in range(blocks):
        for half in (0,):
            start = number * 360 / blocks + half
            cv2.ellipse(face, (80, 80), (80, 80), 0, start, start + 360 / blocks * 0.42, edge, -1, cv2.LINE_AA)
    cv2.circle(face, (80, 80), 58, body, -1, cv2.LINE_AA)
    cv2.circle(face, (80, 80), 50, edge, 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(face, (80, 80), 46, tone(rng, 0.1), -1, cv2.LINE_AA)
    text = str(pick(rng, "5", "10", "25", "100", "$5", "500", "CASINO", "1000", "BAR"))
    scale = min(2.0, 3.6 / len(text))
    cv2.putText(
        face,
        text,
        (int(80 - 9.5 * scale * len(text)), int(80 + 10 * scale)),
        0,
        scale,
        edge,
        max(2, int(scale * 3)),
        cv2.LINE_AA,
    )
    look = finish(rng, "matt", np.ascontiguousarray(face[::-1]))
    for number in range(int(rng.integers(1, 5))):
        turned([(19.5, 0), (19.8, 0.4), (19.8, 2.9), (19.5, 3.3)], look, (*rng.normal(0, 1.5, 2), 3.3 * number), 40)


def medal(rng: Rng) -> None:
    """A medal on a ribbon."""
    metal = finish_color(rng)
    radius = float(rng.uniform(12, 22))
    turned([(radius, 0), (radius, 2.4), (radius * 0.9, 2), (0.3, 2)], finish(rng, "metal", _relief(rng, metal)), steps=40)
    hoop(3, 0.7, finish(rng, "metal", metal), (0, radius + 2, 0.5))
    cloth = np.empty((32, 96, 3), np.float32)
    for k in range(3):
        cloth[:, k * 32 : (k + 1) * 32] = tone(rng, 0.05)
    long = float(rng.uniform(20, 50))
    slab(oblong(radius * 1.3, long), 1.0, 1.6, finish(rng, "paper"), finish(rng, "paper", cloth), at=(0, radius + 4 + long / 2))


def ring(rng: Rng) -> None:
    """A finger ring, plain or with a stone."""
    metal, radius = finish(rng, "metal"), float(rng.uniform(7.5, 10.5))
    if rng.random() < 0.5:
        high = float(rng.uniform(2, 7))
        ringed(circle(radius * 1.15, 48), circle(radius, 48), 0, high, metal, 0.5)
    else:
        hoop(radius, float(rng.uniform(0.8, 1.6)), metal)
        stone = float(rng.uniform(2, 5))
        jewel = finish(rng, "glass", tone(rng, 0))
        turned([(0.5, -stone), (stone, 0), (stone * 0.6, stone * 0.5)], jewel, (radius + stone * 0.9, 0, 1.5), 8, lying=True)


def dog_tag(rng: Rng) -> None:
    """A stamped tag, perhaps on a ball chain."""
    metal, ink = finish(rng, "metal", (0.6, 0.6, 0.6)), finish(rng, "metal", (0.12, 0.12, 0.12))
    slab(oblong(50, 28, 13.5, 8), 0, 1.2, metal, bevel=0.4)
    words(
        rng,
        "\n".join(signs(rng, 5, 11) for _ in range(int(rng.integers(2, 5)))),
        (36, 20),
        (2, 0, 1.25),
        ink,
        str(rng.choice(FONTS)),
    )
    hole = finish(rng, "matt", BLACK)
    turned([(1.8, 1.2), (1.8, 1.26)], hole, (-21, 0, 0), 16)
    bend = float(rng.uniform(-4, 4))
    for k in range(int(rng.integers(0, 16))):
        ball(rng, (1.3, 1.3, 1.3), metal, (-23 - 2.9 * k, bend * np.sin(k / 4), 1.3))


def watch(rng: Rng) -> None:
    """A watch: case, face with marks or numbers, hands, two pieces of strap."""
    radius, square = float(rng.uniform(13, 22)), rng.random() < 0.2
    case, strap = finish(rng, "metal"), finish(rng, str(pick(rng, "rubber", "matt", "metal")))
    outline = oblong(2 * radius, 2 * radius, 4) if square else circle(radius, 40)
    for side in (-1, 1):
        slab(oblong(radius * 1.1, float(rng.uniform(10, 50)), 3), 0, 3, strap, bevel=0.6, at=(0, side * (radius + 12)))
    dial = tone(rng, 0.4)
    slab(outline, 0, 7, case, bevel=1.0)
    slab(outline * 0.86, 7, 7.1, finish(rng, "matt", dial))
    mark = finish(rng, "matt", BLACK if sum(dial) > 0.7 else (0.8, 0.8, 0.8))
    numbers = rng.random() < 0.4
    for hour in range(12):
        turn = np.pi / 2 - hour * np.pi / 6
        spot = radius * 0.7 * np.array([np.cos(turn), np.sin(turn)])
        if numbers:
            words(rng, str(hour or 12), (radius * 0.25, radius * 0.22), (*spot, 7.15), mark)
        else:
            slab(oblong(radius * 0.18, radius * 0.05), 7.1, 7.16, mark, at=(spot[0], spot[1]), turn=turn)
    for length, wide in ((0.45, 0.09), (0.65, 0.06), (0.7, 0.02)):
        turn = float(rng.uniform(0, 2 * np.pi))
        spot = radius * length / 2 * np.array([np.cos(turn), np.sin(turn)])
        slab(oblong(radius * length, radius * wide), 7.2, 7.4, mark, at=(spot[0], spot[1]), turn=turn)
    turned([(1.8, 0), (1.8, 3)], case, (radius * 0.98, 0, 4), 12, lying=True)


def lipstick(rng: Rng) -> None:
    """A lipstick, open or shut, lying or standing."""
    metal, case, paint = (
        finish(rng, "metal"),
        shell(rng),
        finish(rng, "plastic", (float(rng.uniform(0.2, 0.7)), 0.02, float(rng.uniform(0.01, 0.2)))),
    )
    lying = rng.random() < 0.6
    lift = 9.0 if lying else 0.0
    turned([(9, 0), (9, 34)], case, (0, 0, lift), lying=lying)
    far = (34.0, 0.0, lift) if lying else (0.0, 0.0, 34.0)
    turned([(7.5, 0), (7.5, 12)], metal, far, lying=lying)
    if rng.random() < 0.7:
        end = (46.0, 0.0, lift) if lying else (0.0, 0.0, 46.0)
        turned([(5.5, 0), (5.5, 8), (4.6, 13), (2, 17)], paint, end, lying=lying)
    else:
        turned([(9, 0), (9, 28), (8, 30)], case, far, lying=lying)


def lighter(rng: Rng) -> None:
    """A lighter, lying: clear or coloured body, metal head with its wheel."""
    look = finish(rng, str(pick(rng, "plastic", "clear", "metal")), tone(rng, 0.1))
    if rng.random() < 0.3:
        look = finish(rng, "plastic", label(rng, 160, 64))
    metal = finish(rng, "metal", (0.6, 0.6, 0.6))
    slab(oblong(58, 24, 6), 0, 11, look, bevel=3)
    slab(oblong(14, 22, 2), 0.5, 10.5, metal, bevel=1, at=(35, 0))
    made = turned([(4, -4), (4, 4)], finish(rng, "metal", (0.1, 0.1, 0.1)), steps=20)
    posed(made, (40, 6, 7), 0.0, 0.0)
    slab(oblong(9, 8, 2), 3, 9, finish(rng, "plastic"), bevel=0.6, at=(44, -5))


def matchbox(rng: Rng) -> None:
    """A box of matches or a small packet, shut or open."""
    length, width, height = float(rng.uniform(35, 85)), float(rng.uniform(25, 55)), float(rng.uniform(8, 24))
    slab(
        oblong(length, width),
        0,
        height,
        finish(rng, "paper", (0.25, 0.1, 0.06)),
        finish(rng, "paper", label(rng, 192, 128, lines=int(rng.integers(2, 5)))),
    )
    if rng.random() < 0.4:
        slab(oblong(20, width * 0.94), 0.5, height * 0.5, finish(rng, "paper", (0.6, 0.55, 0.45)), at=(length / 2 + 10, 0))
        for y in np.linspace(-0.4, 0.4, int(rng.integers(5, 10))) * width:
            stick = tube(
                np.array([[length / 2, y, height * 0.55], [length / 2 + 17, y, height * 0.55]]),
                1.0,
                finish(rng, "wood", (0.6, 0.45, 0.25)),
            )
            ball(rng, (1.6, 1.5, 1.5), finish(rng, "matt", (0.4, 0.03, 0.02)), (length / 2 + 17, y, height * 0.55))
            del stick


def _print(rng: Rng, width: int, height: int) -> Picture:
    """Guilloche lines, a portrait-like blot and numbers, as on a banknote."""
    paper = np.array(tone(rng, 0), np.float32) * 0.4 + 0.45
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = paper
    x = np.arange(width)
    ink = np.array(tone(rng, 0.1), np.float32) * 0.7
    for row in range(0, height, int(rng.integers(4, 8))):
        y = row + rng.uniform(2, 9) * np.sin(x / rng.uniform(5, 20) + row / 9)
        points = np.stack([x, y], -1).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [points], False, tuple(float(c) for c in ink + 0.25), 1, cv2.LINE_AA)
    left, wide = int(rng.uniform(0.1, 0.6) * width), int(0.25 * width)
    blot = noise(rng, height, wide, 12, 3)[..., None]
    patch = picture[:, left : left + wide]
    patch[:] = np.where(blot > 0.5, ink, patch)
    for text, at in (
        (str(pick(rng, "50", "100", "200", "20")), (0.04, 0.3)),
        (signs(rng, 6, 9), (0.5, 0.92)),
        (str(pick(rng, "500", "1000", "5")), (0.72, 0.4)),
    ):
        cv2.putText(
            picture,
            text,
            (int(at[0] * width), int(at[1] * height)),
            int(rng.integers(0, 4)),
            0.9,
            tuple(ink.tolist()),
            2,
            cv2.LINE_AA,
        )
    return np.ascontiguousarray(picture[::-1])


def banknote(rng: Rng) -> None:
    """A printed note, flat, folded or curled."""
    length, width, folds = float(rng.uniform(50, 150)), float(rng.uniform(50, 72)), int(rng.integers(1, 5))
    look = finish(rng, "paper", _print(rng, 192, 96))
    n = 24
    t = np.linspace(0, 1, n)
    z = 1 + float(rng.uniform(0, 9)) * np.abs(np.sin(folds * np.pi * t)) * float(rng.choice([0, 1], p=[0.3, 0.7]))
    points = np.concatenate([np.column_stack([length * (t - 0.5), np.full(n, y * width), z]) for y in (-0.5, 0.5)])
    faces = [[k, k + 1, k + 1 + n, k + n] for k in range(n - 1)]
    uvs = [((t[i % n]), float(i >= n)) for face in faces for i in face]
    thing("note", points, faces, look, np.array(uvs, np.float32), smooth=True)


def ticket(rng: Rng) -> None:
    """A ticket, a receipt or a stub of printed paper."""
    width, depth = float(rng.uniform(15, 60)), float(rng.uniform(20, 90))
    ground: Color = (0.75, 0.74, 0.7) if rng.random() < 0.6 else tone(rng, 0)
    face = label(rng, 128, int(128 * depth / width), ground, int(rng.integers(2, 9)))
    slab(oblong(width, depth, float(rng.choice([0, 2]))), 0, 0.4, finish(rng, "paper", ground), finish(rng, "paper", face))


def card_corner(rng: Rng) -> None:
    """A playing card by its corner's letter and suit, the middle left white or with one large letter; never with spots."""
    red = rng.random() < 0.5
    ink: Color = (0.5, 0.01, 0.02) if red else BLACK
    face = np.full((224, 160, 3), 0.78, np.float32)
    rank = str(pick(rng, "A", "K", "Q", "J", "10", "9", "8", "7", "4", "2"))
    suit = int(rng.integers(2))
    for _ in range(2):
        cv2.putText(face, rank, (8, 38), int(pick(rng, 0, 2, 3)), 1.1 if len(rank) == 1 else 0.75, ink, 3, cv2.LINE_AA)  # type: ignore[call-overload]
        if red and suit:
            cv2.fillPoly(face, [np.array([[20, 48], [30, 62], [20, 76], [10, 62]], np.int32)], ink, cv2.LINE_AA)
        else:
            tip = np.array([[8, 60], [32, 60], [20, 80 if red else 44]], np.int32)
            for x in (14, 26):
                cv2.circle(face, (x, 58 if red else 64), 7, ink, -1, cv2.LINE_AA)
            cv2.fillPoly(face, [tip], ink, cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    if rng.random() < 0.6:
        cv2.putText(face, rank[0], (48, 145), 4, 3.0, tone(rng, 0.2), 8, cv2.LINE_AA)
        cv2.rectangle(face, (40, 30), (120, 194), ink, 2)
    look, share = finish(rng, "paper", (0.75, 0.75, 0.75)), float(rng.uniform(0.3, 1))
    top = np.ascontiguousarray(face[: int(224 * share), : int(160 * max(share, 0.5))][::-1])
    slab(oblong(58 * max(share, 0.5), 88 * share, 2.5), 0, 0.5, look, finish(rng, "matt", top))


KINDS: dict[str, tuple[int, Callable[[Rng], None]]] = {
    "keys": (7, keys),
    "coin": (4, coin),
    "poker chip": (3, chip),
    "medal": (1, medal),
    "ring": (2, ring),
    "dog tag": (2, dog_tag),
    "watch": (2, watch),
    "lipstick": (2, lipstick),
    "lighter": (2, lighter),
    "matchbox": (2, matchbox),
    "banknote": (2, banknote),
    "ticket": (2, ticket),
    "card corner": (2, card_corner),
}
"""Each kind with how many of it there are for one of the rarest."""
