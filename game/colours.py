"""What the colours of dice are called: those that were agreed by their name, those that were measured by the nearest word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from game.message import Message, say

WORDS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "ivory": (say("ivory"), ("#f4e9d2", "#dccba6")),
    "red": (say("red"), ("#942a24", "#c8202a", "#d84a44")),
    "blue": (say("blue"), ("#275689", "#1c2f7a", "#3f7fd0", "#7fb2e0")),
    "black": (say("black"), ("#33373b", "#141414")),
    "amber": (say("amber"), ("#e7a23c", "#c07a1e")),
    "white": (say("white"), ("#f6f6f6", "#dadcde")),
    "grey": (say("grey"), ("#a4a6a8", "#6e7072")),
    "yellow": (say("yellow"), ("#ecd02a", "#d2c43c")),
    "orange": (say("orange"), ("#e8701c", "#c8541a")),
    "brown": (say("brown"), ("#6a4326", "#4c2e1c")),
    "green": (say("green"), ("#1f6f3c", "#3fa85a", "#7fae4a", "#123f2a")),
    "turquoise": (say("turquoise"), ("#1f8f8f", "#4fc0bc")),
    "purple": (say("purple"), ("#6a358c", "#3f2260", "#9a6cc0")),
    "pink": (say("pink"), ("#e07fa6", "#d8468c", "#f0b4c4")),
}
"""A plain word for each colour, and some dice that everybody would call so."""

_CODE = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)

Lab = tuple[float, float, float]


def colour_name(tint: str) -> Message:
    """What a colour of dice is called: a name of `WORDS`, or the nearest of them for a measured `#rrggbb`, whatever its pips.

    Anything else is called by itself.
    """
    word = _word(tint)
    return say("{name}", name=tint) if word is None else WORDS[word][0]


def colour_names(tints: Iterable[str]) -> tuple[Message, ...]:
    """What several colours are called, so that they can be told apart: of two with one word the measured ones show their
    codes, too, without the colour of the pips unless only that differs."""
    listed = tuple(tints)
    words = Counter(_word(tint) for tint in dict.fromkeys(listed))
    codes = Counter(tint.partition("/")[0] for tint in dict.fromkeys(listed))
    names = []
    for tint in listed:
        word, code = _word(tint), tint.partition("/")[0]
        if word is None or words[word] == 1 or tint in WORDS:
            names.append(colour_name(tint))
        else:
            names.append(say("{colour} {code}", colour=WORDS[word][0], code=code if codes[code] == 1 else tint))
    return tuple(names)


def _word(tint: str) -> str | None:
    if tint in WORDS:
        return tint
    seen = _lab(tint)
    if seen is None:
        return None
    known = ((_apart(seen, lab), word) for word, (_, codes) in WORDS.items() for lab in map(_lab, codes) if lab is not None)
    return min(known)[1]


def _apart(one: Lab, other: Lab) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _lab(tint: str) -> Lab | None:
    """A measured colour in CIE 1976 L*a*b* under D65, where colours lie as far apart as they look."""
    found = _CODE.match(tint)
    if found is None:
        return None
    red, green, blue = (_linear(int(part, 16) / 255) for part in found.groups())
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (_cube_root(value) for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _cube_root(value: float) -> float:
    return float(value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29)
