"""What runs on electricity and is no die: keyboards and keys, batteries, sticks, plugs, telephones. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.scenes.shapes import (
    FONTS,
    Color,
    Rng,
    circle,
    finish,
    label,
    oblong,
    pick,
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

LEGENDS = (
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "Esc", "Tab", "Alt", "Ctrl", "Del", "End",
    "Ins", "Fn", "Home", "PgUp", "Enter", "Shift", "Caps", "#", "+", "-", "*", "/", "=", "?", "%", "&", "@", "$", "<", ">",
    "[", "]", "{", "}", "~", "^", "\\", "|", "_", "3#", "8*", "=+", "5%", "7&", "?/", "{[", "Å", "Æ", "Ø", "!\n1", '"\n2',
    "#\n3", "$\n4", "%\n5", "&\n6", "/\n7", "(\n8", ")\n9", "=\n0", "*\n8", "+\n=", "7\nHome", "1\nEnd", "9\nPgUp",
)  # fmt: skip
GLOWS: tuple[Color, ...] = ((1, 0.03, 0.02), (1, 1, 1), (0.05, 1, 0.15), (0.05, 0.25, 1), (1, 0.35, 0.03), (0.7, 0.1, 1))
BLACK: Color = (0.012, 0.012, 0.012)


def _legend(rng: Rng) -> str:
    if rng.random() < 0.4:
        return signs(rng, 1, 1)
    return LEGENDS[int(rng.integers(len(LEGENDS)))]


def _keys(rng: Rng, rows: int, columns: int, plate: bool) -> None:
    """Keys in rows; one style for all, one legend each."""
    pitch = float(rng.uniform(14, 20))
    gap, height = float(rng.uniform(0.8, 4)), float(rng.uniform(1.5, 9))
    shrink = float(rng.uniform(0.62, 1.0)) if height > 4 else float(rng.uniform(0.88, 1.0))
    kind, round_keys = str(rng.choice(["plastic", "matt", "rubber"], p=[0.3, 0.6, 0.1])), rng.random() < 0.12
    body = tone(rng, 0.6)
    caps = finish(rng, kind, body)
    dark = sum(body) < 0.5
    glowing = rng.random() < 0.45
    if glowing:
        ink = finish(rng, "glow", GLOWS[int(rng.integers(len(GLOWS)))])
    else:
        bright: Color = (0.8, 0.8, 0.78) if rng.random() < 0.7 else tone(rng, 0)
        ink = finish(rng, "matt", bright if dark else (0.02, 0.02, 0.02) if rng.random() < 0.7 else tone(rng, 0.1))
    other = finish(rng, kind, tone(rng)) if rng.random() < 0.3 else caps
    font, place = str(rng.choice(FONTS)), rng.random()
    share, corner = float(rng.uniform(0.35, 0.75)), float(rng.uniform(0.3, 4))
    edge = 0.0
    for row in range(rows):
        x = -columns * pitch / 2 + (row % 2) * float(rng.uniform(0, 0.3)) * pitch
        column = 0
        while column < columns:
            wide = 1.0 if columns == 1 or rng.random() < 0.85 else float(rng.choice([1.25, 1.5, 2.0]))
            width, depth = wide * pitch - gap, pitch - gap
            outline = circle(min(width, depth) / 2) if round_keys and wide == 1 else oblong(width, depth, corner)
            middle = (x + wide * pitch / 2, (rows / 2 - row - 0.5) * pitch)
            look = other if rng.random() < 0.15 or rows * columns == 1 else caps
            slab(outline, 0.0, height, look, bevel=float(rng.uniform(0.3, 1.0)), shrink=shrink, at=middle)
            top = (width * shrink, depth * shrink)
            offset = (0.0, 0.0) if place < 0.5 else (-0.18 * top[0], 0.18 * top[1])
            room = (top[0] * share, top[1] * share)
            words(rng, _legend(rng), room, (middle[0] + offset[0], middle[1] + offset[1], height + 0.06), ink, font)
            x += wide * pitch
            column += 1
            edge = max(edge, x)
    if plate:
        start, depth = -columns * pitch / 2, rows * pitch + float(rng.uniform(2, 12))
        width = edge - start + float(rng.uniform(1, 8))
        under = finish(rng, "glow", GLOWS[int(rng.integers(6))]) if glowing and rng.random() < 0.25 else shell(rng)
        slab(
            oblong(width, depth, float(rng.uniform(0.5, 4))),
            -3.0,
            float(rng.uniform(-0.5, 0.6)),
            under,
            bevel=0.5,
            at=((edge + start) / 2, 0),
        )


def keyboard(rng: Rng) -> None:
    """A piece of a keyboard: one to four rows of one to six keys."""
    _keys(rng, int(rng.integers(1, 5)), int(rng.integers(2, 7)), plate=rng.random() < 0.92)


def key_cap(rng: Rng) -> None:
    """A single key with its legend, loose or in its frame."""
    _keys(rng, 1, 1, plate=rng.random() < 0.4)


def battery(rng: Rng) -> None:
    """An AA, AAA or fatter cell, lying or standing, with a printed sleeve."""
    radius, length = ((7.2, 50.0), (5.2, 44.0), (13.0, 50.0), (8.2, 34.0))[int(rng.choice(4, p=[0.5, 0.3, 0.1, 0.1]))]
    lying = rng.random() < 0.75
    picture = label(rng, 192, 192, lines=int(rng.integers(1, 4)))
    if rng.random() < 0.7:
        picture[: int(rng.uniform(0.15, 0.45) * 192)] = pick(rng, (0.65, 0.35, 0.1), (0.5, 0.5, 0.5), tone(rng))
    picture = np.ascontiguousarray(np.rot90(picture, int(rng.integers(0, 2)) * 2))
    sleeve = finish(rng, "plastic", picture)
    metal = finish(rng, "metal", (0.65, 0.65, 0.65))
    turn = float(rng.choice([0, np.pi]))
    base = (0.0, 0.0, radius if lying else 0.0)
    turned(
        [(radius * 0.93, 0), (radius, 0.6), (radius, length - 0.6), (radius * 0.93, length)],
        sleeve,
        base,
        wrap=True,
        lying=lying,
        turn=turn,
    )
    way = np.array([np.cos(turn), np.sin(turn), 0.0]) if lying else np.array([0.0, 0.0, 1.0])
    for start, profile in (
        (length, [(radius * 0.9, 0.0), (radius * 0.9, 0.4), (radius * 0.36, 0.45), (radius * 0.36, 1.8), (radius * 0.25, 2.1)]),
        (-0.6, [(radius * 0.7, 0.0), (radius * 0.8, 0.6)]),
    ):
        spot = np.array(base) + way * start
        turned(profile, metal, tuple(spot), lying=lying, turn=turn)  # type: ignore[arg-type]


def button_cell(rng: Rng) -> None:
    """A flat round cell with stamped letters."""
    radius, height = float(rng.uniform(4, 12)), float(rng.uniform(1.6, 5))
    metal = finish(rng, "metal", (0.7, 0.7, 0.7))
    turned([(radius * 0.9, 0), (radius, 0.4), (radius, height * 0.8), (radius * 0.88, height)], metal)
    ink = finish(rng, "metal", (0.2, 0.2, 0.2))
    words(
        rng,
        str(pick(rng, "CR2032\n3V", "+", "LR44", "CR2025", "SR626\n+")),
        (radius * 1.3, radius),
        (0, 0, height + 0.06),
        ink,
        str(rng.choice(FONTS)),
    )


def block_battery(rng: Rng) -> None:
    """A block of nine volts with its two snaps, lying or standing."""
    look = finish(rng, "plastic", label(rng, 192, 112, lines=2))
    metal = finish(rng, "metal", (0.6, 0.6, 0.6))
    if rng.random() < 0.6:
        slab(oblong(46, 26, 1.5), 0, 17, finish(rng, "plastic"), look, bevel=1.0)
        for y in (-6.5, 6.5):
            turned([(3.2, 0), (3.2, 2.8), (2.2, 3.2)], metal, (23.0, y, 8.5), 16, lying=True)
    else:
        slab(oblong(26, 17, 1.5), 0, 46, look, finish(rng, "plastic", (0.02, 0.02, 0.02)), bevel=0.8)
        turned([(2.8, 46), (2.8, 49), (1.6, 49.2)], metal, (-6.5, 0, 0), 16)
        turned([(4.0, 46), (4.0, 49), (2.6, 49.2), (2.4, 47)], metal, (6.5, 0, 0), 6)


def _shell_plug(rng: Rng, x: float, z: float, width: float, length: float) -> None:
    """The metal shell of a USB plug, with its two square windows."""
    metal = finish(rng, "metal", (0.65, 0.65, 0.65))
    height = 0.37 * width
    slab(oblong(length, width), z - height / 2, z + height / 2, metal, bevel=0.3, at=(x + length / 2, 0))
    hole = finish(rng, "matt", (0.01, 0.01, 0.01) if rng.random() < 0.8 else tone(rng))
    side, along = width * float(rng.uniform(0.16, 0.24)), float(rng.uniform(0.4, 0.7))
    for y in (-0.22 * width, 0.22 * width):
        slab(
            oblong(side, side * float(rng.uniform(0.8, 1.2))),
            z + height / 2,
            z + height / 2 + 0.06,
            hole,
            at=(x + along * length, y),
        )


def usb_stick(rng: Rng) -> None:
    """A stick of memory with its plug, with a label, a lamp or an eye for a cord."""
    length, width, height = float(rng.uniform(12, 50)), float(rng.uniform(13, 22)), float(rng.uniform(5, 10))
    look = shell(rng)
    top = finish(rng, "plastic", label(rng, 192, 80, lines=int(rng.integers(1, 3)))) if rng.random() < 0.5 else None
    outline = oblong(length, width, float(rng.uniform(0.5, width / 2)))
    slab(outline, 0, height, look, top, bevel=float(rng.uniform(0.4, 1.8)), at=(-length / 2, 0))
    if rng.random() < 0.5 and top is None:
        ink = finish(rng, "matt", tone(rng))
        words(rng, signs(rng, 2, 6), (length * 0.6, width * 0.45), (-length / 2, 0, height + 0.06), ink, str(rng.choice(FONTS)))
    if rng.random() < 0.9:
        _shell_plug(rng, -0.5, height / 2, 12.0, float(rng.uniform(10, 13)))
    if rng.random() < 0.3:
        ringed(circle(width * 0.3), circle(width * 0.17), height * 0.3, height * 0.7, look, 0.3).location.x = (
            -(length + width * 0.15) / 10
        )


def cable_plug(rng: Rng) -> None:
    """A USB plug with its grip and a piece of cable."""
    look, cable = shell(rng), finish(rng, "rubber")
    length, width = float(rng.uniform(16, 28)), float(rng.uniform(13, 17))
    slab(oblong(length, width, 2), 0, 8, look, bevel=1.0, at=(-length / 2, 0))
    if rng.random() < 0.6:
        words(
            rng,
            str(pick(rng, "USB", "ss\u20ac", "<-o", signs(rng, 2, 4))),
            (length * 0.5, width * 0.5),
            (-length / 2, 0, 8.06),
            finish(rng, "matt"),
        )
    _shell_plug(rng, -0.5, 4.0, 12.0, float(rng.uniform(10, 13)))
    x = np.linspace(0, float(rng.uniform(15, 60)), 16)
    bend = float(rng.uniform(-0.012, 0.012)) * x**2
    tube(np.column_stack([-length - x, bend, np.full(16, 4.0)]), float(rng.uniform(1.5, 2.5)), cable)


def card_chip(rng: Rng) -> None:
    """A memory card, its label up or its contacts."""
    width, depth = ((24.0, 32.0), (11.0, 15.0), (15.0, 12.0))[int(rng.integers(3))]
    cut = 0.16 * width
    outline = (
        np.array([[-width, -depth], [width, -depth], [width, depth - 2 * cut], [width - 2 * cut, depth], [-width, depth]]) / 2
    )
    if rng.random() < 0.6:
        slab(outline, 0, 2, finish(rng, "matt"), finish(rng, "matt", label(rng, 128, 160, lines=3)), bevel=0.3)
        return
    slab(outline, 0, 2, finish(rng, "matt"), bevel=0.3)
    gold, count = finish(rng, "metal", (0.8, 0.58, 0.22)), int(rng.integers(7, 10))
    for number in range(count):
        x = width * ((number + 0.5) / count - 0.5) * 0.85
        slab(oblong(width * 0.06, depth * 0.24), 2, 2.1, gold, at=(x, depth * 0.3))


def charger(rng: Rng) -> None:
    """A power supply for the wall with two pins, and sockets for USB in some."""
    width, depth, height = float(rng.uniform(26, 48)), float(rng.uniform(30, 70)), float(rng.uniform(20, 30))
    white: Color = (0.75, 0.75, 0.73)
    look = finish(rng, str(pick(rng, "plastic", "matt")), white if rng.random() < 0.6 else (0.015, 0.015, 0.015))
    top = finish(rng, "matt", label(rng, 128, 160, white, 5)) if rng.random() < 0.3 else None
    slab(oblong(width, depth, float(rng.uniform(2, 12))), 0, height, look, top, bevel=float(rng.uniform(1, 4)))
    metal, sleeve = finish(rng, "metal", (0.65, 0.62, 0.55)), finish(rng, "matt", (0.03, 0.03, 0.03))
    for x in (-9.5, 9.5):
        path = np.array([[x, depth / 2 - 1, height / 2], [x, depth / 2 + 9, height / 2]])
        tube(path, 2.3, sleeve if rng.random() < 0.5 else look, steps=14)
        turned([(2.2, 0), (2.2, 9), (1.4, 10.5)], metal, (x, depth / 2 + 8, height / 2), 14, lying=True, turn=np.pi / 2)
    if rng.random() < 0.4:
        words(rng, signs(rng, 3, 8), (width * 0.6, 6), (0, 0, height + 0.06), finish(rng, "matt", (0.2, 0.2, 0.2)))


def plug(rng: Rng) -> None:
    """A plug of a lamp or a kettle: flat or round, its two pins to the side or up, with its cable."""
    white: Color = (0.75, 0.75, 0.72) if rng.random() < 0.6 else tone(rng, 0.6)
    look, metal = finish(rng, str(pick(rng, "plastic", "rubber")), white), finish(rng, "metal", (0.65, 0.62, 0.55))
    pins = [-9.5, 9.5]
    if rng.random() < 0.5:
        radius = float(rng.uniform(17, 21))
        turned([(radius * 0.75, 0), (radius, 8), (radius, 26), (radius * 0.92, 30), (radius * 0.3, 30)], look)
        for x in pins:
            turned([(2.4, 30), (2.4, 46), (1.4, 49)], metal, (x, 0, 0), 14)
        for y in (-1, 1):
            slab(oblong(6, 2.5), 26, 30.3, metal, at=(0, y * (radius - 2)))
        start = radius - 2
    else:
        outline = np.array([[-13, -4], [13, -4], [18, 0], [14, 16], [5, 30], [-5, 30], [-14, 16], [-18, 0]])
        slab(outline.astype(float), 0, float(rng.uniform(12, 18)), look, bevel=float(rng.uniform(1, 4)))
        for x in pins:
            turned([(2.3, 0), (2.3, 16), (1.4, 18)], metal, (x, -3, 7), 14, lying=True, turn=-np.pi / 2)
        start = 28.0
    y = np.linspace(0, float(rng.uniform(6, 60)), 16)
    bend = float(rng.uniform(-0.012, 0.012)) * y**2
    tube(np.column_stack([bend, start + y, np.full(16, 7.0)]), float(rng.uniform(2.5, 4)), look)


def phone(rng: Rng) -> None:
    """A telephone: a dark or lit screen with icons, or its back with lenses."""
    width, length = float(rng.uniform(55, 78)), float(rng.uniform(100, 160))
    body = shell(rng)
    outline = oblong(width, length, float(rng.uniform(4, 12)))
    slab(outline, 0, 8, body, bevel=1.5)
    if rng.random() < 0.25:
        glass = finish(rng, "plastic", BLACK)
        for number in range(int(rng.integers(2, 4))):
            turned([(5.5, 8), (5.5, 9.2), (4.2, 9.4)], glass, (-width / 2 + 12, length / 2 - 14 - 14 * number, 0), 20)
        return
    screen = np.full((200, 100, 3), 0.008, np.float32)
    lit = rng.random() < 0.7
    if lit:
        screen[:] = noise(rng, 200, 100, 40, 2)[..., None] * np.array(tone(rng, 0), np.float32)
        columns = int(rng.integers(3, 6))
        for row, column in np.ndindex(int(rng.integers(3, 7)), columns):
            x, y, side = int(100 * (column + 0.5) / columns), 20 + row * 25, int(36 / columns)
            if rng.random() < 0.85:
                cv2.rectangle(screen, (x - side, y - side), (x + side, y + side), tone(rng, 0.05), -1)
                cv2.putText(screen, signs(rng, 1, 1), (x - 5, y + 5), 0, 0.45, (0.9, 0.9, 0.9), 1, cv2.LINE_AA)
        cv2.putText(screen, "12:47", (5, 9), 0, 0.3, (0.9, 0.9, 0.9), 1, cv2.LINE_AA)
    look = finish(rng, "plastic", np.ascontiguousarray(screen[::-1]))
    if lit:
        tree = look.node_tree
        shader = tree.nodes["Principled BSDF"]
        tree.links.new(shader.inputs["Base Color"].links[0].from_socket, shader.inputs["Emission Color"])
        shader.inputs["Emission Strength"].default_value = float(rng.uniform(0.3, 1.5))
    slab(outline * np.array([0.93, 0.95]), 8, 8.1, look)


def remote(rng: Rng) -> None:
    """A remote control or a calculator: many rows of buttons with signs."""
    columns, rows, pitch = int(rng.integers(3, 6)), int(rng.integers(5, 11)), float(rng.uniform(9, 14))
    calculator = rng.random() < 0.45
    width, depth = columns * pitch + 8, rows * pitch + (26 if calculator else 16)
    slab(oblong(width, depth, float(rng.uniform(2, 10))), 0, 12, shell(rng), bevel=1.5)
    shift = -8 if calculator else 0
    if calculator:
        slab(oblong(width * 0.84, 15, 1), 12, 12.3, finish(rng, "plastic", (0.25, 0.3, 0.22)), at=(0, depth / 2 - 12))
        words(
            rng,
            "".join(rng.choice(list("0123456789"), 8)),
            (width * 0.7, 11),
            (0, depth / 2 - 12, 12.4),
            finish(rng, "matt", BLACK),
            FONTS[1],
        )
    face, other, round_ones = finish(rng, "rubber"), finish(rng, "rubber"), rng.random() < 0.5 and not calculator
    ink = finish(rng, "matt", (0.8, 0.8, 0.8) if rng.random() < 0.6 else BLACK)
    for row, column in np.ndindex(rows, columns):
        spot = ((column + 0.5 - columns / 2) * pitch, (row + 0.5 - rows / 2) * pitch + shift)
        outline = circle(pitch * 0.38, 16) if round_ones else oblong(pitch * 0.8, pitch * 0.66, 1.5)
        slab(outline, 12, 13.4, other if rng.random() < 0.15 else face, bevel=0.3, at=spot)
        if rng.random() < 0.7:
            words(rng, str(rng.choice(list("0123456789+-=%CM*/"))), (pitch * 0.5, pitch * 0.42), (*spot, 13.46), ink, FONTS[0])


KINDS: dict[str, tuple[int, Callable[[Rng], None]]] = {
    "keyboard": (10, keyboard),
    "key cap": (6, key_cap),
    "battery": (8, battery),
    "button cell": (2, button_cell),
    "block battery": (3, block_battery),
    "usb stick": (7, usb_stick),
    "cable plug": (4, cable_plug),
    "memory card": (2, card_chip),
    "charger": (3, charger),
    "plug": (6, plug),
    "phone": (3, phone),
    "remote control": (3, remote),
}
"""Each kind with how many of it there are for one of the rarest."""
