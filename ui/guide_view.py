"""What a page of the guided calibration shows, as plain data; `ui.guide_pages` makes it, `ui.screens.guide` draws it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from game.message import Message
from game.view import DieView, Footer

LIVE = "live"
"""The key of the camera's picture among the crops of a canvas."""

Place = tuple[float, float]
"""A place in the camera's picture, 0..1 from its top left."""


class MarkKind(enum.Enum):
    """`OUTLINE`: what belongs together, dashed. `TAG`: a marker that is seen. `MISSING`: where one should be. `GLARE`: a burnt
    spot, ringed. `DIE`: a die that was found. `LANE`: a lane with its number. `SPAN`: a distance that is asked."""

    OUTLINE = "outline"
    TAG = "tag"
    MISSING = "missing"
    GLARE = "glare"
    DIE = "die"
    LANE = "lane"
    SPAN = "span"


@dataclass(frozen=True, slots=True)
class PictureMark:
    """Something drawn over the picture: a closed line through `points` (a ring round the only one, a line between two)."""

    kind: MarkKind
    points: tuple[Place, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class GuideRow:
    """A value of the tray: `lit` while it is asked, `done` once it was taken."""

    label: Message
    value: Message | None = None
    lit: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """The bar of the focus: all 0..1. `best` is held, from `need` on it is enough."""

    value: float
    best: float
    need: float


@dataclass(frozen=True, slots=True)
class GuideView:
    """One page. `step` of `steps` counts from 0, -1 on the first page; `name` is what the step is called.

    `status` says how it stands, `met` whether that is as it should be, `busy` whether it only takes a moment, `asks` whether it
    is a question; `advice` says what to do. `aspect` is width over height of the camera's picture, 0 when none has come.
    """

    headline: Message
    step: int
    steps: int
    name: Message
    status: Message
    met: bool = False
    busy: bool = False
    asks: bool = False
    advice: tuple[Message, ...] = ()
    rows: tuple[GuideRow, ...] = ()
    gauge: Gauge | None = None
    marks: tuple[PictureMark, ...] = ()
    dice: tuple[DieView, ...] = ()
    tints: tuple[str, ...] = ()
    aspect: float = 16 / 9
    picture: str | None = LIVE
    footer: Footer = field(default_factory=Footer)
