"""Dice drawn at random: a wide mix to learn from, and other makers that are kept for measuring."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.scenes.dice import Color, Maker

WHITE: Color = (0.8, 0.8, 0.78)
DARK: Color = (0.02, 0.02, 0.022)

BODIES: dict[str, tuple[Color, tuple[Color, ...], float]] = {
    "ivory": ((0.72, 0.62, 0.44), (DARK, (0.05, 0.02, 0.01), (0.3, 0.02, 0.02)), 0.0),
    "white": ((0.78, 0.78, 0.77), (DARK, (0.02, 0.04, 0.3), (0.4, 0.02, 0.02), (0.02, 0.2, 0.06)), 0.0),
    "red": ((0.45, 0.02, 0.02), (WHITE, (0.75, 0.6, 0.3)), 0.0),
    "clear red": ((0.62, 0.03, 0.03), (WHITE,), 0.75),
    "blue": ((0.02, 0.06, 0.36), (WHITE, (0.7, 0.7, 0.3)), 0.0),
    "clear blue": ((0.08, 0.2, 0.7), (WHITE,), 0.7),
    "black": ((0.012, 0.012, 0.014), (WHITE, (0.6, 0.45, 0.15), (0.6, 0.05, 0.04)), 0.0),
    "green": ((0.02, 0.2, 0.06), (WHITE, (0.75, 0.65, 0.2)), 0.0),
    "amber": ((0.75, 0.33, 0.03), (WHITE, DARK), 0.5),
    "clear": ((0.85, 0.88, 0.88), (DARK, (0.5, 0.02, 0.02)), 0.8),
    "wooden": ((0.5, 0.3, 0.14), (DARK, (0.06, 0.025, 0.01)), 0.0),
    "purple": ((0.17, 0.03, 0.3), (WHITE, (0.7, 0.6, 0.2)), 0.0),
    "orange": ((0.75, 0.18, 0.02), (WHITE, DARK), 0.0),
    "yellow": ((0.75, 0.55, 0.05), (DARK, (0.4, 0.02, 0.02)), 0.0),
    "grey": ((0.25, 0.26, 0.28), (WHITE, DARK), 0.0),
    "pink": ((0.7, 0.25, 0.35), (WHITE, DARK), 0.0),
    "turquoise": ((0.05, 0.38, 0.4), (WHITE, DARK), 0.0),
}
KEPT = ("purple", "pink", "turquoise", "grey", "clear blue")
"""Colours that only the dice kept for measuring have."""


def draw_maker(rng: np.random.Generator, number: int, measuring: bool = False) -> Maker:
    """A random maker; `measuring` draws from other colours and other shares of pip and edge."""
    names = [*KEPT, "ivory", "white", "red", "black"] if measuring else [name for name in BODIES if name not in KEPT]
    name = names[int(rng.integers(len(names)))]
    body, inks, clear = BODIES[name]
    body = tuple(float(np.clip(channel * rng.uniform(0.75, 1.2), 0.005, 0.85)) for channel in body)  # type: ignore[assignment]
    ink = inks[int(rng.integers(len(inks)))]
    size = float(rng.choice([13.0, 15.0, 17.0, 19.0] if measuring else [12.0, 14.0, 15.0, 16.0, 16.0, 18.0, 20.0]))
    half = size / 2
    spread = float(rng.uniform(0.46, 0.6))
    radius = float(rng.uniform(0.15, 0.235)) * half
    asian = rng.random() < 0.2
    ace = (0.5, 0.02, 0.02) if asian and max(body) > 0.3 and name in ("ivory", "white") else ink
    rounding = float(rng.uniform(0.12, 0.34) if measuring else rng.choice([0.06, 0.12, 0.18, 0.25, 0.32, 0.4])) * half
    # An outer pip must stay on the flat part of the face.
    spread = min(spread, (half - rounding - radius * 0.9) / half)
    return Maker(
        name=f"{name} {number}",
        size=size,
        rounding=rounding,
        body=body,
        pips=ink,
        ace=ace,
        pip_radius=min(radius, spread * half * 0.46),
        ace_radius=radius * (float(rng.uniform(1.2, 1.8)) if asian else 1.0),
        spread=spread,
        depth=float(rng.uniform(0.1, 0.5)),
        roughness=float(rng.choice([0.18, 0.25, 0.32, 0.4, 0.55])),
        transmission=clear * float(rng.uniform(0.6, 1.1)) if rng.random() < 0.9 else 0.0,
        marble=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.25 or name == "wooden" else float(rng.uniform(0, 0.04)),
        turned=(bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))),
        mirrored=bool(rng.integers(2)),
        seed=int(rng.integers(1 << 31)),
    )


METALS: dict[str, Color] = {"brass": (0.72, 0.5, 0.18), "steel": (0.55, 0.56, 0.58), "copper": (0.7, 0.32, 0.18)}
"""Metallic dice, which only the kept frames have."""


def kept_maker(rng: np.random.Generator) -> tuple[Maker, list[str]]:
    """A die of 10 to 25 mm, sharp to very round, of any kept colour or metal, and its conditions in words."""
    maker = draw_maker(rng, 0, measuring=True)
    conditions = []
    if rng.random() < 0.12:
        name = list(METALS)[int(rng.integers(len(METALS)))]
        dark: Color = (0.015, 0.015, 0.02)
        # A metal that mirrors the whole room hides its pips from people, too: brushed metal is what dice are made of.
        rough = float(rng.uniform(0.35, 0.6))
        maker = replace(
            maker, name=name, body=METALS[name], pips=dark, ace=dark, metallic=0.9, roughness=rough, transmission=0.0
        )
    elif rng.random() < 0.12:
        maker = replace(maker, name="wooden", body=(0.5, 0.3, 0.14), pips=DARK, ace=DARK, marble=0.4, transmission=0.0)
    name = maker.name.rsplit(" ", 1)[0] if maker.name[-1].isdigit() else maker.name
    size = float(rng.choice([10.0, 12.0, 13.0, 15.0, 16.0, 17.0, 19.0, 22.0, 25.0]))
    half = size / 2
    rounding = float(rng.uniform(0.05, 0.42)) * half
    radius = float(rng.uniform(0.14, 0.25)) * half
    spread = min(float(rng.uniform(0.44, 0.6)), (half - rounding - radius * 0.9) / half)
    radius = min(radius, spread * half * 0.46)
    asian = name in ("ivory", "white") and rng.random() < 0.5
    red: Color = (0.5, 0.02, 0.02)
    depth = 0.02 if rng.random() < 0.35 else float(rng.uniform(0.15, 0.5)) * size / 16
    maker = replace(
        maker, name=name, size=size, rounding=rounding, pip_radius=radius, spread=spread, depth=depth,
        ace=red if asian else maker.pips, ace_radius=radius * (1.7 if asian else 1.0), four=red if asian else None,
    )  # fmt: skip
    conditions.append(f"maker:{name}")
    conditions.append(f"die:{'10-13 mm' if size < 14 else '15-19 mm' if size < 20 else '22-25 mm'}")
    conditions.append(f"edges:{'sharp' if rounding < 0.15 * half else 'round' if rounding < 0.3 * half else 'very round'}")
    conditions.append(f"pips:{'painted' if depth < 0.05 else 'drilled'}")
    conditions.append(f"pips:{'small' if radius < 0.16 * half else 'large' if radius > 0.21 * half else 'usual'}")
    conditions.append(f"count:{'clockwise' if maker.mirrored else 'anticlockwise'}")
    if asian:
        conditions.append("pips:asian")
    if maker.transmission > 0.2:
        conditions.append("body:translucent")
    elif maker.metallic:
        conditions.append("body:metallic")
    else:
        conditions.append("body:marbled" if maker.marble > 0.08 and name != "wooden" else "body:opaque")
    return maker, conditions
