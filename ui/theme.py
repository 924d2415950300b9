"""The look of the kiosk as numbers: palette, tints of dice, type scale, and the grid of the three size classes.

Lengths are units of a size class: its own pixels at 1280x720, 800x480 or 1080x1920. `Layout` scales them to any screen.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

Color = tuple[int, int, int]


def rgb(text: str) -> Color:
    """The colour of `#rrggbb`; raises `ValueError` for anything else."""
    digits = text.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"A colour is written #rrggbb, not {text}.")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def mixed(one: Color, other: Color, part: float) -> Color:
    """`part` (0..1) of the other colour laid over the one."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


NIGHT = rgb("#0A1013")
SHADE = rgb("#152026")
RAISE = rgb("#1F2C33")
FOOT = rgb("#0F171B")
FOOT_LINE = rgb("#26343B")
LINE = rgb("#3F5059")
EDGE = rgb("#5A6B73")
BONE = rgb("#FFF4DE")
FOG = rgb("#CBD6D9")
MIST = rgb("#AAB9BE")
SAND = rgb("#F3DCAE")
BRASS = rgb("#F6C560")
INK = rgb("#171008")
NOTCH = rgb("#6B4514")
SHEEN = rgb("#FFE6AE")
OAK = (rgb("#4B2F14"), rgb("#382512"), rgb("#211913"))
OAK_EDGE = rgb("#D9A75A")
OAK_LINE = rgb("#6B5332")
LAMP = rgb("#D98E3A")
UP = rgb("#4BDC8F")
UP_BODY = rgb("#0C3A23")
UP_SYMBOL = rgb("#06130C")
OFF = rgb("#FF7767")
OFF_BODY = rgb("#4A130D")
OFF_SYMBOL = rgb("#1C0502")
BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)

CHART = (rgb("#F2EBDD"), rgb("#A9BBC3"), rgb("#7DB7F0"), rgb("#C9ABEA"), rgb("#D8C3A5"), rgb("#9AD0DE"))
"""Lines of the chart by seat; the winner is always brass."""


def luminance(color: Color) -> float:
    """Relative luminance, 0 to 1 (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (value / 255 for value in color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of a die; a `pale` face takes more gloss and less rim."""

    face: Color
    side: Color
    pip: Color
    pale: bool


TINTS = {
    "ivory": Tint(rgb("#F4E9D2"), rgb("#C9B48C"), rgb("#20180F"), True),
    "red": Tint(rgb("#942A24"), rgb("#601A16"), rgb("#FFF4E2"), False),
    "blue": Tint(rgb("#275689"), rgb("#193A5E"), rgb("#FFF6E6"), False),
    "black": Tint(rgb("#33373B"), rgb("#17191B"), rgb("#F6EBD6"), False),
    "amber": Tint(rgb("#E7A23C"), rgb("#A66A17"), rgb("#22160A"), True),
}


def tint_of(name: str) -> Tint:
    """The tint of a name of `TINTS`, or of a real die's `#rrggbb`; anything else is ivory.

    A measured colour keeps its hue and is pushed lighter or darker until the pips stand out 7 to 1 (guide, section 5);
    `/light` or `/dark` behind it says how the real pips are, else those are taken that stand out better.
    """
    if name in TINTS:
        return TINTS[name]
    code, _, pips = name.partition("/")
    try:
        face = rgb(code)
    except ValueError:
        return TINTS["ivory"]
    dark, light = rgb("#20180F"), rgb("#FFF4E2")
    pale = pips == "dark" or (pips != "light" and contrast(face, dark) >= contrast(face, light))
    pip = dark if pale else light
    hue, lightness, saturation = colorsys.rgb_to_hls(*(value / 255 for value in face))
    while contrast(face, pip) < 7 and (lightness < 1.0 if pale else lightness > 0.0):
        lightness = min(1.0, lightness + 0.01) if pale else max(0.0, lightness - 0.01)
        red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
        face = round(red * 255), round(green * 255), round(blue * 255)
    side = round(face[0] * 0.65), round(face[1] * 0.65), round(face[2] * 0.65)
    return Tint(face, side, pip, pale)


@dataclass(frozen=True, slots=True)
class SizeClass:
    """Grid and type scale of one class (guide, sections 3 and 4)."""

    name: str
    width: int
    height: int
    margin: int
    header: int
    footer: int
    headline_y: int
    facts_y: int
    pad_left: int
    pad_right: int
    wedge: int
    wedge_out: int
    button: int
    label_gap: int
    label_width: int
    smallest: int
    headline: int
    name_lit: int
    name_shade: int
    hand_lit: int
    hand_shade: int
    bank_lit: int
    bank_shade: int
    status: int
    detail: int
    fact_value: int
    fact_label: int
    button_lit: int
    button_quiet: int
    sentence: int


LARGE = SizeClass(
    name="large",
    width=1280,
    height=720,
    margin=32,
    header=84,
    footer=116,
    headline_y=60,
    facts_y=60,
    pad_left=28,
    pad_right=26,
    wedge=24,
    wedge_out=14,
    button=40,
    label_gap=18,
    label_width=300,
    smallest=25,
    headline=44,
    name_lit=50,
    name_shade=36,
    hand_lit=34,
    hand_shade=30,
    bank_lit=84,
    bank_shade=56,
    status=30,
    detail=26,
    fact_value=40,
    fact_label=27,
    button_lit=38,
    button_quiet=30,
    sentence=28,
)
SMALL = SizeClass(
    name="small",
    width=800,
    height=480,
    margin=16,
    header=58,
    footer=84,
    headline_y=41,
    facts_y=41,
    pad_left=14,
    pad_right=14,
    wedge=16,
    wedge_out=10,
    button=29,
    label_gap=12,
    label_width=190,
    smallest=22,
    headline=32,
    name_lit=30,
    name_shade=26,
    hand_lit=25,
    hand_shade=24,
    bank_lit=56,
    bank_shade=40,
    status=23,
    detail=22,
    fact_value=30,
    fact_label=22,
    button_lit=28,
    button_quiet=22,
    sentence=22,
)
PORTRAIT = SizeClass(
    name="portrait",
    width=1080,
    height=1920,
    margin=40,
    header=210,
    footer=300,
    headline_y=176,
    facts_y=80,
    pad_left=34,
    pad_right=26,
    wedge=34,
    wedge_out=16,
    button=76,
    label_gap=18,
    label_width=312,
    smallest=36,
    headline=68,
    name_lit=76,
    name_shade=56,
    hand_lit=54,
    hand_shade=42,
    bank_lit=116,
    bank_shade=84,
    status=44,
    detail=36,
    fact_value=56,
    fact_label=36,
    button_lit=50,
    button_quiet=39,
    sentence=42,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """A size class stretched over a screen: `scale` is pixels a unit, `width` and `height` are the screen in units."""

    size: SizeClass
    scale: float
    width: float
    height: float

    @property
    def top(self) -> float:
        """Where lanes begin, below the header."""
        return self.size.header + (4 if self.size is SMALL else 6)

    @property
    def bottom(self) -> float:
        """Where lanes end, above the footer."""
        return self.height - self.size.footer - (20 if self.size is PORTRAIT else 8)

    @property
    def left(self) -> float:
        return float(self.size.margin)

    @property
    def right(self) -> float:
        return self.width - self.size.margin

    def pixels(self, units: float) -> int:
        return round(units * self.scale)


def layout(width: int, height: int) -> Layout:
    """The layout of a screen of `width` x `height` pixels (guide, section 3)."""
    if width < 1 or height < 1:
        raise ValueError(f"A screen has a width and a height, not {width}x{height}.")
    size = PORTRAIT if height > width else SMALL if height < 600 else LARGE
    scale = min(width / size.width, height / size.height)
    return Layout(size, scale, width / scale, height / scale)
