"""The pages of the guided calibration as views, for the gallery, the tests and the handbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import pygame

from calibration.errors import CalibrationError, Reason
from calibration.focus import least_sharpness
from game.message import Message, say
from game.view import ButtonView, DieState, DieView, Footer, Lamp
from ui.guide_view import Gauge, GuideRow, GuideView, MarkKind, PictureMark, Place
from ui.guide_words import millimetres, words_for
from ui.samples.occasions import OTHER_LANGUAGE
from ui.samples.tray_picture import COLORS, DICE, DIE, MARKERS, SIZE, TAG, TRAY, seen, square, tray_picture

STEPS = 8
_HOLD = say("Hold red to leave.")
_PICTURES: Mapping[str, Callable[[], pygame.Surface]] = {
    "tray": tray_picture,
    "hidden": partial(tray_picture, hidden=2),
    "soft": partial(tray_picture, soft=3.2),
    "glare": partial(tray_picture, glare=True),
    "dice": partial(tray_picture, dice=True),
}


def guide_pictures() -> dict[str, pygame.Surface]:
    """The pictures that the sample pages name."""
    return {key: draw() for key, draw in _PICTURES.items()}


def guide_views() -> dict[str, GuideView]:
    """All samples by the name of their picture."""
    return {
        "15-calibrate-begin": _begin(),
        "15-calibrate-aim": _aim(),
        "15-calibrate-aim-hidden": _hidden(),
        "15-calibrate-focus": _focus(),
        "15-calibrate-light": _light(),
        "15-calibrate-measure": _measure(),
        "15-calibrate-fit": _fit(),
        "15-calibrate-empty": _empty(),
        "15-calibrate-dice": _dice(),
        "15-calibrate-lanes": _lanes(),
        "15-calibrate-save": _save(),
        "15-calibrate-refused": _refused(),
        "15-calibrate-no-picture": replace(
            _aim(),
            picture=None,
            marks=(),
            met=False,
            busy=True,
            status=say("Looking for the markers"),
            advice=(),
            footer=_waits(),
        ),
    }


def _page(headline: Message, step: int, name: Message, status: Message, **more: object) -> GuideView:
    footer = Footer(ButtonView(Lamp.LIT, say("Go on")), ButtonView(Lamp.QUIET, say("Back")), _HOLD)
    page = GuideView(headline, step, STEPS, name, status, aspect=SIZE[0] / SIZE[1], picture="tray", footer=footer)
    return replace(page, **more)  # type: ignore[arg-type]


def _waits() -> Footer:
    return Footer(red=ButtonView(Lamp.QUIET, say("Back")), sentence=_HOLD)


def _problem(reason: Reason, **values: float) -> tuple[Message, tuple[Message, ...]]:
    status, advice = words_for(CalibrationError("", reason, **values))
    return status, (advice,)


def _tags(missing: int | None = None) -> tuple[PictureMark, ...]:
    return tuple(
        PictureMark(MarkKind.MISSING if tag == missing else MarkKind.TAG, seen(square(x, y, TAG)), str(tag))
        for tag, (x, y) in enumerate(MARKERS)
    )


def _around(left: float, top: float, right: float, bottom: float) -> tuple[Place, ...]:
    return seen(((left, top), (right, top), (right, bottom), (left, bottom)))


def _felt() -> PictureMark:
    return PictureMark(MarkKind.OUTLINE, _around(0.0, 0.0, *TRAY))


def _begin() -> GuideView:
    status, advice = _problem(Reason.NONE_YET)
    need = say("It takes four markers, five dice, a ruler and ten minutes.")
    footer = Footer(ButtonView(Lamp.LIT, say("Begin")), ButtonView(Lamp.QUIET, OTHER_LANGUAGE))
    return _page(say("Calibrate the tray"), -1, say("Aim"), status, advice=(*advice, need), footer=footer)


def _aim() -> GuideView:
    hull = PictureMark(MarkKind.OUTLINE, seen(MARKERS))
    return _page(
        say("Aim the camera"),
        0,
        say("Aim"),
        say("All four markers are seen"),
        met=True,
        advice=(say("Fix the camera, then go on."),),
        marks=(*_tags(), hull),
    )


def _hidden() -> GuideView:
    status, advice = _problem(Reason.MISSING, first=2, more=0)
    return _page(say("Aim the camera"), 0, say("Aim"), status, advice=advice, marks=_tags(2), picture="hidden", footer=_waits())


def _focus() -> GuideView:
    status, advice = _problem(Reason.BELOW_BEST)
    return _page(
        say("Make it sharp"),
        1,
        say("Focus"),
        status,
        advice=advice,
        marks=_tags(),
        gauge=Gauge(0.55, 0.82, least_sharpness(SIZE[0])),
        picture="soft",
        footer=_waits(),
    )


def _light() -> GuideView:
    status, advice = _problem(Reason.GLARE, spots=1)
    spot = ((700 / 1280, 210 / 720), (820 / 1280, 210 / 720), (820 / 1280, 290 / 720), (700 / 1280, 290 / 720))
    return _page(
        say("Check the light"),
        2,
        say("Light"),
        status,
        advice=advice,
        marks=(*_tags(), PictureMark(MarkKind.GLARE, spot)),
        picture="glare",
        footer=_waits(),
    )


def _measures(asked: int | None) -> tuple[GuideRow, ...]:
    lines = ((say("Marker 0 to 1"), 484), (say("Marker 0 to 3"), 200), (say("Felt across"), 400), (say("Felt down"), 250))
    return tuple(
        GuideRow(label, millimetres(value, exact=False), lit=index == asked, done=asked is None or index < asked)
        for index, (label, value) in enumerate(lines)
    )


def _measure() -> GuideView:
    taken = say("Take {choice}", choice=millimetres(400, exact=False))
    return _page(
        say("Measure the tray"),
        3,
        say("Measures"),
        say("How wide is the felt?"),
        asks=True,
        advice=(say("The dashed line must lie on the edge of the felt."),),
        rows=_measures(2),
        marks=(*_tags(), _felt()),
        footer=Footer(ButtonView(Lamp.LIT, taken), ButtonView(Lamp.LIT, say("Another")), _HOLD),
    )


def _fit() -> GuideView:
    return _page(
        say("Measure the tray"),
        3,
        say("Measures"),
        say("It fits {well}", well=say("very well")),
        met=True,
        advice=(say("No marker is more than {mm} off.", mm=millimetres(0.2)),),
        rows=_measures(None),
        marks=(*_tags(), _felt()),
        footer=Footer(ButtonView(Lamp.LIT, say("Go on")), ButtonView(Lamp.QUIET, say("Change")), _HOLD),
    )


def _empty() -> GuideView:
    return _page(
        say("Empty the tray"),
        4,
        say("Empty tray"),
        say("The empty tray is known"),
        met=True,
        advice=(say("Keep it empty and go on."),),
        marks=(*_tags(), _felt()),
    )


def _dice() -> GuideView:
    faces = tuple(DieView(DieState.FACE, face) for *_, face in DICE)
    rings = tuple(PictureMark(MarkKind.DIE, seen(square(x, y, DIE * 1.9))) for x, y, *_ in DICE)
    return _page(
        say("Throw five dice"),
        5,
        say("Dice"),
        say("The dice are {mm} wide", mm=millimetres(16.9)),
        met=True,
        dice=faces,
        tints=COLORS,
        marks=(_felt(), *rings),
        picture="dice",
    )


def _lane_marks(count: int, divider: float) -> tuple[PictureMark, ...]:
    width = (TRAY[0] - (count - 1) * divider) / count
    return tuple(
        PictureMark(MarkKind.LANE, _around(n * (width + divider), 0.0, n * (width + divider) + width, TRAY[1]), str(n + 1))
        for n in range(count)
    )


def _lanes() -> GuideView:
    rows = (GuideRow(say("Lanes"), say("{number}", number=3), lit=True), GuideRow(say("Between"), millimetres(12, exact=False)))
    taken = say("Take {choice}", choice=say("{number}", number=3))
    return _page(
        say("Divide the tray"),
        6,
        say("Lanes"),
        say("How many lanes?"),
        asks=True,
        advice=(say("Players throw side by side, one in each."),),
        rows=rows,
        marks=_lane_marks(3, 12.0),
        footer=Footer(ButtonView(Lamp.LIT, taken), ButtonView(Lamp.LIT, say("Another")), _HOLD),
    )


def _save() -> GuideView:
    rows = (
        GuideRow(say("Fits to"), millimetres(0.2), done=True),
        GuideRow(say("Dice"), millimetres(16.9), done=True),
        GuideRow(say("Lanes"), say("{number}", number=2), done=True),
    )
    return _page(
        say("Ready to play"),
        7,
        say("Save"),
        say("The tray is known"),
        met=True,
        advice=(say("Nothing changes until you save."),),
        rows=rows,
        marks=_lane_marks(2, 12.0),
        footer=Footer(ButtonView(Lamp.LIT, say("Save")), ButtonView(Lamp.QUIET, say("Back")), _HOLD),
    )


def _refused() -> GuideView:
    status, advice = _problem(Reason.SCALE, mm=43.1, should=40.0)
    return replace(
        _fit(),
        status=status,
        advice=advice,
        met=False,
        footer=Footer(red=ButtonView(Lamp.QUIET, say("Change")), sentence=_HOLD),
    )
