"""The colour in which the dice of a seat are drawn: that of the real ones, as soon as the camera has seen them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from game.sighting import SeenDie

SAME = 36
"""So far apart, summed over red, green and blue, two measures of one colour may be; the first one stays."""

_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})(/light|/dark)?")

Color = tuple[int, int, int]
Seen = tuple[Color, str]
"""A face and what was seen of its pips: "/light", "/dark" or nothing."""


def tint_of_dice(dice: Iterable[SeenDie], before: str) -> str:
    """The tint of the die that is most like all others of a hand, as `#rrggbb`, with `/light` or `/dark` as most pips are;
    `before` when it is the same colour still, or when no colour was seen. One die of another colour changes nothing, and no
    mixture of two colours is ever made."""
    seen = [found for found in (_color(die.tint) for die in dice) if found is not None]
    if not seen:
        return before
    likest = min((color for color, _ in seen), key=lambda one: sum(_apart(one, other) for other, _ in seen))
    [(pips, _)] = Counter(pips for _, pips in seen).most_common(1)
    old = _color(before)
    if old is not None and _apart(old[0], likest) <= SAME and old[1] == pips:
        return before
    red, green, blue = likest
    return f"#{red:02x}{green:02x}{blue:02x}{pips}"


def _color(tint: str | None) -> Seen | None:
    found = _HEX.fullmatch(tint or "")
    if found is None:
        return None
    red, green, blue = (int(part, 16) for part in found.groups()[:3])
    return (red, green, blue), found.group(4) or ""


def _apart(one: Color, other: Color) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
