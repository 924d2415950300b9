"""What lies on desks and is no die: pens, caps, earphones, screws, nuts, clips, tape. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.scenes.shapes import (
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
    slab,
    tone,
    tube,
    turned,
)
from vision.scenes.stage import thing


def _rod(parts: list[tuple[float, float, object]], lift: float, steps: int = 24) -> float:
    """Sections along x, each (length, radius, look) or with a radius at either end; returns where the last ends."""
    x = 0.0
    for length, radius, look in parts:
        near, far = radius if isinstance(radius, tuple) else (radius, radius)
        turned([(near, 0), (far, length)], look, (x, 0, lift), steps, lying=True)  # type: ignore[arg-type]
        x += length
    return x


def _clip(rng: Rng, x: float, length: float, lift: float, look: object) -> None:
    turn = float(rng.uniform(-1.1, 1.1))
    made = slab(oblong(length, 3.0, 1.2), 0, 1.2, look, bevel=0.4)  # type: ignore[arg-type]
    made.matrix_world = posed(made, (0, 0, 0)).matrix_world
    y, z = np.sin(turn), np.cos(turn)
    posed(made, (x + length / 2, y * lift, lift + z * lift))


def ball_pen(rng: Rng) -> None:
    """A ball pen: tip, grip, barrel, clip and push button, whole or its front alone."""
    radius, length = float(rng.uniform(3.8, 6.5)), float(rng.uniform(25, 140))
    metal, barrel, grip = finish(rng, "metal"), shell(rng), finish(rng, "rubber")
    if rng.random() < 0.25:
        barrel = finish(rng, "clear", tuple(float(c) for c in rng.uniform(0.4, 1, 3)))  # type: ignore[arg-type]
    if rng.random() < 0.3:
        barrel = finish(rng, "plastic", np.ascontiguousarray(np.rot90(label(rng, 192, 96, lines=2), 1)))
    parts = [
        (2.5, (0.3, 0.5), metal),
        (float(rng.uniform(6, 14)), (1.2, radius * 0.9), metal if rng.random() < 0.6 else barrel),
    ]
    parts += [(float(rng.uniform(8, 35)), radius, grip if rng.random() < 0.5 else barrel), (length, radius, barrel)]
    parts += [(1.5, radius * 1.03, metal), (length * 0.2, (radius, radius * 0.85), barrel)]
    if rng.random() < 0.6:
        parts.append((float(rng.uniform(4, 12)), radius * 0.5, metal if rng.random() < 0.5 else barrel))
    end = _rod(parts, radius)
    if rng.random() < 0.7:
        _clip(rng, end - min(42.0, length * 0.5), min(36.0, length * 0.45), radius, metal if rng.random() < 0.6 else barrel)


def felt_pen(rng: Rng) -> None:
    """A felt pen or a marker, with its tip bare or its cap on."""
    radius, length = float(rng.uniform(4, 10)), float(rng.uniform(20, 110))
    ink = tone(rng, 0.1)
    body, colored = finish(rng, "plastic", ink if rng.random() < 0.5 else (0.75, 0.75, 0.75)), finish(rng, "plastic", ink)
    if rng.random() < 0.5:
        body = finish(rng, "plastic", np.ascontiguousarray(np.rot90(label(rng, 192, 128, lines=2), 1)))
    if rng.random() < 0.5:
        tip = finish(rng, "rubber", ink)
        parts = [
            (float(rng.uniform(2, 6)), (radius * float(rng.uniform(0.1, 0.3)), radius * 0.32), tip),
            (radius, (radius * 0.4, radius * 0.6), body),
        ]
        parts += [(radius * 0.8, radius * 0.8, colored)]
    else:
        parts = [(1.0, (radius * 0.85, radius), colored), (float(rng.uniform(20, 40)), radius, colored)]
        if rng.random() < 0.6:
            _clip(rng, 1, 22, radius, colored)
    parts += [(length, radius * 0.97, body), (2, radius, colored), (1, (radius, radius * 0.7), colored)]
    _rod(parts, radius)


def pencil(rng: Rng) -> None:
    """A pencil, six-sided or round, pointed, some with a rubber at the end."""
    radius, paint = 3.8, finish(rng, "plastic")
    point = finish(rng, "wood", (0.55, 0.33, 0.16))
    steps = 6 if rng.random() < 0.7 else 20
    end = _rod([(3, (0.2, 0.9), finish(rng, "matt", tone(rng)))], radius)
    turned([(0.9, 0), (radius, 16)], point, (end, 0, radius), 24, lying=True)
    length = float(rng.uniform(10, 130))
    turned([(radius, 0), (radius, length)], paint, (end + 15, 0, radius), steps, lying=True)
    if rng.random() < 0.5:
        metal, rubber = finish(rng, "metal"), finish(rng, "rubber", (0.7, 0.2, 0.2))
        turned(
            [(radius, 0), (radius * 1.05, 3), (radius, 5), (radius * 1.05, 8), (radius, 10)],
            metal,
            (end + 15 + length, 0, radius),
            lying=True,
        )
        turned([(radius * 0.9, 0), (radius * 0.9, 7), (radius * 0.6, 9)], rubber, (end + 25 + length, 0, radius), lying=True)


def pen_cap(rng: Rng) -> None:
    """A cap of a pen or a tube alone, lying with its clip or standing."""
    radius, length, look = float(rng.uniform(3.5, 10)), float(rng.uniform(10, 45)), shell(rng)
    profile = [(radius, 0), (radius, length * 0.8), (radius * 0.9, length * 0.97), (radius * 0.6, length)]
    if rng.random() < 0.6:
        turned(profile, look, (0, 0, radius), lying=True)
        turned([(radius * 0.8, 0), (radius * 0.8, 0.1)], finish(rng, "matt", (0.01, 0.01, 0.01)), (-0.1, 0, radius), lying=True)
        if rng.random() < 0.7:
            _clip(rng, 0, length * 0.85, radius, look)
    else:
        ridge = int(rng.integers(8, 24))
        turned(profile, look, steps=ridge)


def earbuds(rng: Rng) -> None:
    """One or two earphones with their cable or stem."""
    look, tip = shell(rng), finish(rng, "rubber")
    grille, wired = finish(rng, "matt", (0.03, 0.03, 0.03)), rng.random() < 0.6
    for number in range(int(rng.integers(1, 3))):
        x, y, radius = number * float(rng.uniform(16, 28)), number * float(rng.uniform(-8, 8)), float(rng.uniform(5.5, 8))
        ball(rng, (radius, radius, radius * 0.7), look, (x, y, radius))
        turned(
            [(radius * 0.7, 0), (radius * 0.75, 2), (radius * 0.6, 3)],
            grille if rng.random() < 0.5 else tip,
            (x, y, radius * 1.5),
        )
        if rng.random() < 0.5:
            ball(rng, (radius * 0.6, radius * 0.6, radius * 0.6), tip, (x + radius * 0.8, y, radius * 1.2))
        tube(np.array([[x, y, radius * 0.8], [x - 2, y - 16, 3.0], [x - 3, y - 26, 3.0]]), 2.6 if not wired else 1.8, look)
        if wired:
            t = np.linspace(0, 1, 40)
            loop = rng.normal(0, 1, (4, 2)) * np.array([14, 10])
            path = sum(loop[k][None] * np.sin((k + 1) * np.pi * t / 1.5)[:, None] for k in range(4))
            tube(np.column_stack([x - 3 + path[:, 0], y - 26 - 40 * t + path[:, 1], 1.2 + t]), 1.0, look, steps=6)


def screw(rng: Rng) -> None:
    """A screw or a bolt, lying or head up."""
    metal, radius, length = finish(rng, "metal"), float(rng.uniform(1.8, 5)), float(rng.uniform(8, 50))
    head, tall = radius * float(rng.uniform(1.6, 2.3)), radius * float(rng.uniform(0.8, 1.5))
    steps = 6 if rng.random() < 0.4 else 28
    slot = finish(rng, "matt", (0.01, 0.01, 0.01))
    if rng.random() < 0.6:
        turned([(head * 0.95, -tall), (head, -tall * 0.8), (head, 0), (radius, 0.1)], metal, (0, 0, head), steps, lying=True)
        pitch = radius * 0.45
        thread = [(radius * (1.0 if k % 2 else 0.82), k * pitch / 2) for k in range(int(2 * length / pitch))]
        turned([*thread, (radius * float(rng.uniform(0.1, 0.9)), length + radius)], metal, (0, 0, head), 20, lying=True)
    else:
        turned([(head, 0), (head, tall * 0.7), (head * 0.85, tall)], metal, steps=steps)
        if steps > 6 or rng.random() < 0.3:
            for turn in (0.0, np.pi / 2)[: int(rng.integers(1, 3))]:
                slab(oblong(head * 1.2, head * 0.22), tall, tall + 0.06, slot, turn=turn)


def nut(rng: Rng) -> None:
    """A nut, a wing nut or a washer."""
    metal, hole = finish(rng, "metal"), float(rng.uniform(1.5, 6))
    kind = rng.random()
    if kind < 0.4:
        angle = np.arange(36) / 36 * 2 * np.pi
        flat = hole * 1.75 / np.maximum.reduce([np.abs(np.cos(angle - k * np.pi / 3)) for k in range(3)])
        ringed(flat[:, None] * np.stack([np.cos(angle), np.sin(angle)], -1), circle(hole, 36), 0, hole * 1.5, metal, 0.2)
    elif kind < 0.7:
        ringed(circle(hole * float(rng.uniform(1.5, 3))), circle(hole), 0, hole * float(rng.uniform(0.2, 0.5)), metal, 0.1)
    else:
        ringed(circle(hole * 1.8), circle(hole), 0, hole * 2, metal, 0.2)
        for side in (-1, 1):
            ball(rng, (hole * 1.4, hole * 0.45, hole * 1.3), metal, (side * hole * 2.7, 0, hole * 2.2))


def wire_clip(rng: Rng) -> None:
    """A paper clip."""
    look = finish(rng, "metal") if rng.random() < 0.6 else finish(rng, "plastic")
    width, length = 8.0, 30.0
    turns = [oblong(length - 6 * k, width - 2 * k, 4, 6) for k in range(2)]
    path = np.concatenate([turns[0][3:], turns[1][:-6] + np.array([1.5, 0])])
    tube(np.column_stack([path, np.linspace(0.6, 1.6, len(path))]), 0.5, look, steps=6)


def spring(rng: Rng) -> None:
    """A coil of wire."""
    t = np.linspace(0, float(rng.uniform(5, 12)) * 2 * np.pi, 160)
    radius, length = float(rng.uniform(2, 6)), float(rng.uniform(10, 40))
    path = np.stack([t / t[-1] * length, radius * np.cos(t), radius + radius * np.sin(t)], -1)
    tube(path, radius * 0.15, finish(rng, "metal"), steps=6)


def eraser(rng: Rng) -> None:
    """A rubber with or without its paper sleeve."""
    length, width, height = float(rng.uniform(25, 60)), float(rng.uniform(12, 24)), float(rng.uniform(8, 14))
    slab(oblong(length, width, 2), 0, height, finish(rng, "rubber", tone(rng, 0.05)), bevel=1.5)
    if rng.random() < 0.7:
        sleeve = finish(rng, "paper", label(rng, 160, 80, lines=1))
        slab(oblong(length * 0.6, width + 0.6), -0.2, height + 0.3, finish(rng, "paper"), sleeve, at=(-length * 0.15, 0))


def tape(rng: Rng) -> None:
    """A roll of tape."""
    outer = float(rng.uniform(18, 45))
    inner, height = outer * float(rng.uniform(0.5, 0.8)), float(rng.uniform(8, 25))
    ringed(circle(outer), circle(inner), 0, height, finish(rng, str(pick(rng, "plastic", "matt", "paper"))))
    ringed(circle(inner * 0.995), circle(inner * 0.92), 0, height * 1.01, finish(rng, "paper", tone(rng, 0.1)))


def sharpener(rng: Rng) -> None:
    """A sharpener: a wedge with a blade and its screw."""
    body = finish(rng, str(pick(rng, "metal", "plastic")))
    outline = np.array([[-12, -7], [12, -7], [12, 7], [-12, 7]], float)
    points = np.concatenate([np.column_stack([outline, np.zeros(4)]), np.column_stack([outline * [1, 0.6], [12, 12, 12, 12]])])
    thing(
        "sharpener", points, [[4, 5, 6, 7], [3, 2, 1, 0], *[[k, (k + 1) % 4, (k + 1) % 4 + 4, k + 4] for k in range(4)]], body
    )
    slab(oblong(22, 6), 12, 12.6, finish(rng, "metal", (0.6, 0.6, 0.62)))
    turned([(2.4, 12.6), (2.4, 13.6), (1.5, 14)], finish(rng, "metal", (0.75, 0.55, 0.25)), steps=16)
    slab(oblong(4, 0.7), 14, 14.1, finish(rng, "matt", (0.02, 0.02, 0.02)), turn=float(rng.uniform(0, 3)))


KINDS: dict[str, tuple[int, Callable[[Rng], None]]] = {
    "ball pen": (6, ball_pen),
    "felt pen": (6, felt_pen),
    "pencil": (2, pencil),
    "pen cap": (4, pen_cap),
    "earbuds": (4, earbuds),
    "screw": (2, screw),
    "nut": (2, nut),
    "paper clip": (1, wire_clip),
    "spring": (1, spring),
    "eraser": (2, eraser),
    "tape": (1, tape),
    "sharpener": (1, sharpener),
}
"""Each kind with how many of it there are for one of the rarest."""
