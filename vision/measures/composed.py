"""Composed hands: five procedural dice on a procedural table, readable or spoilt for one reason, cheap enough for thousands.

They come from the same dice and tables as the training's own scenes, with other seeds, another composition and another camera:
a hand that is lost here is a plain fault, one that is read proves less than a photograph.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.answers import Case, Picture, digest
from vision.measures.frames import BORDERLINE, READABLE, UNREADABLE
from vision.measures.verdicts import Truth, Unreadable
from vision.result import Flag
from vision.scenes.sensor import Sensor, develop
from vision.training import backgrounds
from vision.training.dice import EDGE, SPRITE, Sprite, look, render

Floats = NDArray[np.float32]
SEED = 770_077
WIDTH, HEIGHT = 480, 360
FAINTEST = 22.0
ODD = ("cocked", "stacked", "hand", "cup", "sheet", "smeared")
_FLAGS = {"cocked": {Flag.COCKED}, "stacked": {Flag.STACKED, Flag.OCCLUDED}, "smeared": {Flag.BLURRED}}
_BANDS = ((24, 30), (30, 38), (38, 48))


@dataclass(slots=True)
class _Laid:
    """A die in the picture: its outline and top face (pixels), and the masks of both within the window (left, top)."""

    sprite: Sprite
    hull: Floats
    corners: Floats
    layers: Picture
    extra: Picture
    left: int
    top: int
    why: frozenset[Flag] = frozenset()

    @property
    def middle(self) -> NDArray[np.float32]:
        return np.asarray((self.hull.min(axis=0) + self.hull.max(axis=0)) / 2, np.float32)


@dataclass(frozen=True, slots=True)
class Hand:
    """A composed picture, its kind, its truth, and its conditions in words."""

    image: Picture
    kind: str
    truth: Truth
    edge: float


def generator() -> str:
    """A digest of all code that a composed hand depends on."""
    here = Path(__file__)
    sources = [here, *(here.parents[1] / name for name in ("training/dice.py", "training/backgrounds.py", "scenes/sensor.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Why a hand is spoilt, or ""; the range of the dice's edge, pixels; how they lie, on what, and whether they differ."""

    odd: str
    band: tuple[int, int]
    layout: str
    ground: str
    kinds: str


def conditions(number: int) -> Conditions:
    """Those of hand `number`."""
    odd = ODD[number // 10 % len(ODD)] if number % 10 >= 7 else ""
    layout, ground = ("loose", "touching")[number // 2 % 2], ("plain", "plain", "cluttered")[number // 3 % 3]
    return Conditions(odd, _BANDS[number % 3], layout, ground, ("one kind", "one kind", "one kind", "mixed")[number // 9 % 4])


def hands(count: int, known: bool) -> list[Case]:
    """The first `count` hands, three of ten spoilt; `known` tells the reader the dice's size."""
    code, found = generator(), []
    for number in range(count):
        said = conditions(number)
        low, high = said.band
        words = (
            f"odd:{said.odd or 'readable'}", f"edge:{low}-{high} px", f"layout:{said.layout}", f"ground:{said.ground}",
            f"dice:{said.kinds}",
        )  # fmt: skip
        groups = tuple(word if not said.odd else word + " (spoilt)" for word in words)
        load = functools.partial(_loaded, number)
        sized = functools.partial(_size, number) if known else _unknown
        found.append(Case(f"hand {number}", digest("composed", code, number, known), groups, load, sized))
    return found


def _loaded(number: int) -> tuple[Picture, Truth]:
    hand = compose(number)
    return hand.image, hand.truth


def _size(number: int, _: Truth) -> float | None:
    return float(_edge(np.random.default_rng([SEED, number]), number))


def _unknown(_: Truth) -> float | None:
    return None


def _edge(rng: np.random.Generator, number: int) -> float:
    return float(rng.uniform(*conditions(number).band))


def kind_of(truth: Truth) -> str:
    """Readable, unreadable, or borderline: a hand with a die that nobody could be sure of."""
    return UNREADABLE if truth.unreadable else BORDERLINE if truth.values is None else READABLE


def compose(number: int) -> Hand:
    """Hand `number`: five dice whose edges are about `edge` pixels."""
    rng = np.random.default_rng([SEED, number])
    said, edge = conditions(number), _edge(rng, number)
    odd = said.odd
    ground = (backgrounds.table if said.ground == "cluttered" else _plain)(rng, WIDTH, edge)
    image, laid = lay(rng, ground[:HEIGHT], edge, 5, said)
    covered = np.zeros((HEIGHT, WIDTH), bool)
    if odd in ("hand", "cup", "sheet"):
        image, covered = _hidden(rng, image, odd, edge, laid[int(rng.integers(len(laid)))])
    light = np.power(image[..., ::-1].astype(np.float32) / 255, np.float32(2.2))
    if odd == "smeared":
        light = _smear(rng, light, edge)
    picture = develop(light, _sensor(rng), rng)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    truth = _judged(laid, covered, odd, edge, picture)
    return Hand(picture, kind_of(truth), truth, edge)


def _plain(rng: np.random.Generator, side: int, _: float) -> Picture:
    """A table with nothing on it, evenly or unevenly lit."""
    return backgrounds.light(rng, backgrounds.surface(rng, side))


def table_of_dice(rng: np.random.Generator, width: int, height: int, edge: float, count: int) -> tuple[Picture, list[_Laid]]:
    """A plain table with `count` dice of one kind that lie apart, before the camera."""
    ground = _plain(rng, max(width, height), edge)[:height, :width]
    return lay(rng, ground, edge, count, Conditions("", (0, 0), "loose", "plain", "one kind"))


def lay(rng: np.random.Generator, ground: Picture, edge: float, count: int, said: Conditions) -> tuple[Picture, list[_Laid]]:
    """`count` dice on a table, at most 15 degrees off the vertical, before the camera; one leans or is stacked if so said."""
    image = np.ascontiguousarray(ground)
    height, width = image.shape[:2]
    odd, layout = said.odd, said.layout
    kind = None if said.kinds == "mixed" else look(rng)
    pitch, toward = float(rng.uniform(0, 12)), float(rng.uniform(0, 2 * np.pi))
    laid: list[_Laid] = []
    for attempt in range(400):
        if len(laid) == count:
            break
        at = rng.uniform(edge, np.array([width, height]) - edge)
        if laid and layout == "touching" and attempt % 2:
            turn = rng.uniform(0, 2 * np.pi)
            at = laid[int(rng.integers(len(laid)))].middle + edge * rng.uniform(1.05, 1.3) * np.array(
                [np.cos(turn), np.sin(turn)]
            )
        inside = bool((at > edge).all() and (at < np.array([width, height]) - edge).all())
        # Most tries fail for want of room: the dear rendering comes after that is known.
        if not inside or any(np.hypot(*(at - other.middle)) < 1.02 * edge for other in laid):
            continue
        lean = float(rng.uniform(18, 45)) if odd == "cocked" and not laid else 0.0
        tilt = float(np.clip(pitch + rng.normal(0, 2), 0, 15))
        die = _put(render(rng, tilt=tilt, lean=lean, make=kind), edge, toward, at, width, height)
        if not _meets(die, laid, edge):
            die.why = frozenset({Flag.COCKED}) if lean else frozenset()
            laid.append(die)
    laid.sort(key=lambda one: float(one.middle[1]))
    if odd == "stacked":
        under = laid[int(rng.integers(len(laid)))]
        turn = rng.uniform(0, 2 * np.pi)
        at = under.middle + edge * rng.uniform(0.15, 0.45) * np.array([np.cos(turn), np.sin(turn)])
        upper = _put(render(rng, tilt=pitch, make=kind), edge * 1.06, toward, at, width, height)
        under.why = upper.why = frozenset(_FLAGS["stacked"])
        laid = [one for one in laid if one is under or not _meets(upper, [one], edge)] + [upper]
    floats = image.astype(np.float32)
    for one in laid:
        _paste(floats, one)
    return np.clip(floats, 0, 255).astype(np.uint8), laid


def _put(sprite: Sprite, edge: float, toward: float, at: NDArray[np.float64], width: int, height: int) -> _Laid:
    """A die turned to where the camera leans, at its place, in a window of the picture."""
    scale = edge / EDGE
    front, back = sprite.pixels[..., :4], np.ascontiguousarray(sprite.pixels[..., 4:])
    hull, corners = sprite.hull, sprite.corners
    if scale < 0.75:
        side = max(16, round(SPRITE * scale * 1.2))
        front, back = (
            np.asarray(cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA), np.uint8) for part in (front, back)
        )
        factor = side / SPRITE
        hull, corners = hull * factor + (factor - 1) / 2, corners * factor + (factor - 1) / 2
        scale /= factor
    reach = int(front.shape[0] * scale * 0.75) + 2
    left, top = int(np.clip(at[0] - reach, 0, width - 1)), int(np.clip(at[1] - reach, 0, height - 1))
    right, bottom = min(int(at[0]) + reach, width), min(int(at[1]) + reach, height)
    c, s = np.cos(toward) * scale, np.sin(toward) * scale
    linear = np.array([[c, -s], [s, c]])
    middle = np.full(2, (front.shape[0] - 1) / 2)
    offset = at - linear @ middle
    matrix = np.column_stack([linear, offset - (left, top)])
    size = (right - left, bottom - top)
    layers = np.asarray(cv2.warpAffine(front, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
    extra = np.asarray(cv2.warpAffine(back, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
    hull, corners = (np.asarray(points @ linear.T + offset, np.float32) for points in (hull, corners))
    return _Laid(sprite, hull, corners, layers, extra, left, top)


def _meets(die: _Laid, others: list[_Laid], edge: float) -> bool:
    for other in others:
        shared, _ = cv2.intersectConvexConvex(die.hull.reshape(-1, 1, 2), other.hull.reshape(-1, 1, 2))
        if shared > 0.02 * edge * edge:
            return True
    return False


def _paste(floats: Floats, die: _Laid) -> None:
    rows, columns = die.layers.shape[:2]
    part = floats[die.top : die.top + rows, die.left : die.left + columns]
    part *= 1 - die.extra[..., 0:1].astype(np.float32) / 255
    cover = die.layers[..., 3:4].astype(np.float32) / 255
    part[:] = part * (1 - cover) + die.layers[..., :3] * cover


def _hidden(
    rng: np.random.Generator, image: Picture, odd: str, edge: float, victim: _Laid
) -> tuple[Picture, NDArray[np.bool_]]:
    """A hand, a cup or a sheet of something over a part of one die."""
    at = victim.middle + rng.normal(0, 0.15, 2) * edge
    height, width = image.shape[:2]
    side = max(height, width)
    if odd == "sheet":
        turn = rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-way[1], way[0]])
        far, wide = edge * rng.uniform(2, 5), edge * rng.uniform(1.2, 3)
        corners = np.array(
            [at - across * wide, at + across * wide, at + across * wide + way * far, at - across * wide + way * far]
        )
        mask = np.zeros((side, side), np.uint8)
        cv2.fillPoly(mask, [corners.astype(np.int32).reshape(-1, 1, 2)], 255, cv2.LINE_AA)
        pixels = backgrounds.surface(rng, side)
    else:
        spot = (float(at[0]), float(at[1]))
        pixels, mask = (backgrounds.hand if odd == "hand" else backgrounds.cup)(rng, side, edge, spot)
    pixels, mask = pixels[:height, :width], mask[:height, :width]
    return backgrounds.lay(image, pixels, mask), mask > 128


def _smear(rng: np.random.Generator, light: Floats, edge: float) -> Floats:
    """A camera that moved by a large part of a die while the shutter was open, or that is out of focus."""
    if rng.random() < 0.5:
        radius = max(2, round(edge * float(rng.uniform(0.24, 0.36))))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2).astype(np.float32)
    else:
        length = round(edge * float(rng.uniform(0.6, 0.95)))
        way = np.array([np.cos(angle := rng.uniform(0, np.pi)), np.sin(angle)]) * (length - 1) / 2
        kernel = np.zeros((length, length), np.float32)
        start, end = (((length - 1) / 2 + sign * way).round().astype(int).tolist() for sign in (-1, 1))
        cv2.line(kernel, start, end, 1.0)
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


def _sensor(rng: np.random.Generator) -> Sensor:
    noise = float(rng.choice([0.002, 0.006, 0.012, 0.02]))
    return Sensor(
        gain=float(rng.uniform(0.6, 1.25)),
        balance=(float(rng.normal(1, 0.08)), float(rng.normal(1, 0.1))),
        blur=float(rng.uniform(0.3, 1.0)),
        shot=noise,
        read=noise / 3,
        sharpen=float(rng.choice([0.0, 0.3, 0.8])),
        vignette=float(rng.uniform(0, 0.35)),
        saturation=float(rng.uniform(0.85, 1.25)),
    )


def _judged(laid: list[_Laid], covered: NDArray[np.bool_], odd: str, edge: float, picture: Picture) -> Truth:
    """What can be read after later dice and what lies over them took their part."""
    values, unreadable, sure = [], [], True
    hidden = covered.copy()
    for die in reversed(laid):
        rows, columns = die.layers.shape[:2]
        window = hidden[die.top : die.top + rows, die.left : die.left + columns]
        top = die.extra[..., 1] > 128
        seen = float((top & ~window).sum()) / max(int(top.sum()), 1)
        window |= die.layers[..., 3] > 60
        spot = (float(die.middle[0]), float(die.middle[1]))
        if odd == "smeared":
            unreadable.append(Unreadable(spot, edge, frozenset({Flag.BLURRED})))
        elif die.why:
            unreadable.append(Unreadable(spot, edge, die.why))
        elif 0.1 <= seen < 0.7:
            unreadable.append(Unreadable(spot, edge, frozenset({Flag.OCCLUDED})))
        elif seen >= 0.7:
            values.append(die.sprite.value)
            sure = sure and seen > 0.95 and pip_contrast(picture, die.corners, die.sprite.value) >= FAINTEST
    if unreadable:
        return Truth(tuple(sorted(values)), tuple(unreadable))
    return Truth(tuple(sorted(values)) if sure and values else None)


def pip_contrast(picture: Picture, corners: Floats, value: int) -> float:
    """How far the pips of a top face are from the plastic, 0..255, in the colour that shows them best."""
    side = 48
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners.reshape(4, 2), square), (side, side))
    face = cv2.GaussianBlur(flat, (0, 0), 0.8).astype(np.float32)
    axis = (np.arange(side) + 0.5) / side * 2 - 1
    u, v = np.meshgrid(axis, axis)
    inner = np.maximum(np.abs(u), np.abs(v)) < 0.78
    best = 0.0
    for spread in (0.42, 0.48, 0.54, 0.6):
        for turned in (False, True):
            away = np.full((side, side), 9.0)
            for a, b in _pips(value, turned):
                away = np.minimum(away, np.hypot(u - a * spread, v - b * spread))
            pips, plain = face[away < 0.11], face[inner & (away > 0.3)]
            best = max(best, float(np.abs(np.median(pips, axis=0) - np.median(plain, axis=0)).max()))
    return best


def _pips(value: int, turned: bool) -> list[tuple[float, float]]:
    points = [(0.0, 0.0)] if value % 2 else []
    if value in (2, 3):
        points += [(-1.0, 1.0), (1.0, -1.0)] if turned else [(-1.0, -1.0), (1.0, 1.0)]
    if value >= 4:
        points += [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]
    if value == 6:
        points += [(0.0, -1.0), (0.0, 1.0)] if turned else [(-1.0, 0.0), (1.0, 0.0)]
    return points
