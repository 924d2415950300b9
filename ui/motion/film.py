"""A moment of a motion as a picture: still pictures of views, and over them what moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

import pygame

from game.sighting import Button
from game.view import DieState, Lamp, LaneView, View
from ui.draw import cup
from ui.draw.canvas import HALO, Canvas, Part, PartKey, Place
from ui.motion import flight, moving_dice
from ui.motion.acts import Act, Kind, Timeline
from ui.motion.ease import in_out, mix, out, part
from ui.motion.stamp import FLARE_SECONDS, stamp
from ui.motion.turn import Parts, blend, lay, rect, turn
from ui.theme import Layout

PLATE_WAY = 24.0
CUP_WAY = 40.0
BANNER_WAY = 16.0
_UPWARDS = 0.9
"""How far a lifted cup rises, in its heights."""


class Still(Protocol):
    """A picture of a view that stands still, and the places of its parts."""

    @property
    def surface(self) -> pygame.Surface: ...

    @property
    def parts(self) -> Parts: ...


class Stills(Protocol):
    """Paints still pictures and keeps the last few; what it gives must not be drawn on."""

    @property
    def layout(self) -> Layout: ...

    def still(self, view: View, without: frozenset[PartKey] = frozenset(), halo: float = HALO) -> Still: ...

    def canvas(self, surface: pygame.Surface) -> Canvas:
        """A canvas to draw on a picture that is not finished."""


def moment(
    stills: Stills, view: View, timeline: Timeline, time: float, halos: dict[Button, float], rolls: bool
) -> pygame.Surface:
    """The picture `time` seconds after the change to `view`; `halos` are the lights of awaited buttons, 0..1;
    dice that roll are turned when `rolls`.

    Gives a new picture, or a still one that must not be drawn on.
    """
    found = timeline.at(time)
    if found is not None:
        return _act(stills, *found)
    rolls = rolls and (view.banner is None or not view.banner.stops_play)
    rolling = [lane for lane in view.lanes if rolls and any(die.state is DieState.ROLLING for die in lane.dice)]
    awaited = {
        which
        for which, button in ((Button.GREEN, view.footer.green), (Button.RED, view.footer.red))
        if button.lamp is Lamp.LIT and abs(halos.get(which, HALO) - HALO) > 0.004
    }
    without = frozenset({*((Part.DICE, lane.seat) for lane in rolling), *((Part.HALO, which) for which in awaited)})
    still = stills.still(view, without)
    if not rolling and not awaited:
        return still.surface
    frame = still.surface.copy()
    _roll(stills.canvas(frame), rolling, still.parts, time)
    if awaited:
        _glow(stills, frame, view, {which: halos[which] for which in awaited})
    return frame


def _roll(canvas: Canvas, rolling: list[LaneView], parts: Parts, time: float) -> None:
    for lane in rolling:
        place = parts.get((Part.DICE, lane.seat))
        if place is not None:
            moving_dice.roll(canvas, lane, place, time)


def _glow(stills: Stills, frame: pygame.Surface, view: View, halos: dict[Button, float]) -> None:
    """Lights of other strengths than usual: parts of the picture in which they shine fully."""
    bright = stills.still(view, halo=1.0)
    for which, level in halos.items():
        place = bright.parts.get((Part.HALO, which))
        if place is not None:
            cut = rect(stills.layout, place).inflate(4, 4).clip(frame.get_rect())
            lay(frame, bright.surface, cut, cut.topleft, level)


def _act(stills: Stills, act: Act, done: float) -> pygame.Surface:
    match act.kind:
        case Kind.FADE if act.before is not None:
            return blend(stills.still(act.before).surface, stills.still(act.view).surface, in_out(done))
        case Kind.TURN if act.before is not None:
            without = _of(Part.PLATE, act.seats)
            old, new = stills.still(act.before), stills.still(act.view, without)
            return turn(stills.layout, (old.surface, old.parts), (new.surface, new.parts), done)
        case Kind.LAND | Kind.ASIDE if act.before is not None:
            return _dice(stills, act, act.before, done)
        case Kind.PLATE:
            return _slide(stills, act, Part.PLATE, act.seats, (-PLATE_WAY * (1 - out(done)), 0.0), out(done))
        case Kind.CUP if act.before is not None:
            return _cup_down(stills, act, act.before, done)
        case Kind.LIFT if act.before is not None:
            return _cup_up(stills, act, act.before, done)
        case Kind.STAMP if act.button is not None:
            return _answer(stills, act, act.button, done)
        case Kind.PAY if act.payment is not None:
            still = stills.still(act.view)
            frame = still.surface.copy()
            flight.fly(stills.canvas(frame), act.view, still.parts, act.payment, done)
            return frame
        case Kind.BOWL:
            return _into_bowl(stills, act, done)
        case Kind.BUILD:
            return _build(stills, act, done)
        case Kind.BANNER if act.before is not None:
            return _banner(stills, act, act.before, done)
    return stills.still(act.view).surface


def _of(part_: Part, owners: tuple[Hashable, ...]) -> frozenset[PartKey]:
    return frozenset((part_, owner) for owner in owners)


def _lane(view: View, seat: int) -> LaneView:
    return next(lane for lane in view.lanes if lane.seat == seat)


def _dice(stills: Stills, act: Act, before: View, done: float) -> pygame.Surface:
    still = stills.still(act.view, _of(Part.DICE, act.seats))
    frame = still.surface.copy()
    canvas = stills.canvas(frame)
    for seat in act.seats:
        place = still.parts.get((Part.DICE, seat))
        lane, was = _lane(act.view, seat), _lane(before, seat)
        if place is None:
            continue
        if act.kind is Kind.LAND:
            moving_dice.land(canvas, lane, was, place, done)
        else:
            old = stills.still(before).parts.get((Part.DICE, seat), place)
            moving_dice.set_aside(canvas, lane, was, place, old, done)
    return frame


def _slide(
    stills: Stills, act: Act, part_: Part, owners: tuple[Hashable, ...], way: tuple[float, float], alpha: float
) -> pygame.Surface:
    """Parts that come in from `way` units beside their places."""
    still = stills.still(act.view)
    frame = stills.still(act.view, _of(part_, owners)).surface.copy()
    for owner in owners:
        place = still.parts.get((part_, owner))
        if place is not None:
            cut = rect(stills.layout, place)
            at = (cut.left + round(way[0] * stills.layout.scale), cut.top + round(way[1] * stills.layout.scale))
            lay(frame, still.surface, cut, at, alpha)
    return frame


def _cup_down(stills: Stills, act: Act, before: View, done: float) -> pygame.Surface:
    still = stills.still(act.view, _of(Part.CUP, act.seats))
    frame = blend(stills.still(before).surface, still.surface, part(done, 0.0, 0.6))
    canvas = stills.canvas(frame)
    for seat in act.seats:
        place = still.parts.get((Part.CUP, seat))
        if place is not None:
            x, y, width, height = place
            shown = min(0.99, done * 2.5)
            cup.cup(canvas, x, y - CUP_WAY * (1 - out(done)), width, height, _lane(act.view, seat).cup, alpha=shown)
    return frame


def _cup_up(stills: Stills, act: Act, before: View, done: float) -> pygame.Surface:
    frame = stills.still(act.view).surface.copy()
    canvas = stills.canvas(frame)
    for seat in act.seats:
        place = stills.still(before).parts.get((Part.CUP, seat))
        if place is not None:
            x, y, width, height = place
            up = height * _UPWARDS * out(done)
            cup.cup(canvas, x, y - up, width, height, None, alpha=min(0.99, 1 - done))
    return frame


def _answer(stills: Stills, act: Act, pressed: Button, done: float) -> pygame.Surface:
    flare = part(done * act.seconds, 0.0, FLARE_SECONDS)
    still = stills.still(act.view, _of(Part.HALO, tuple(Button)))
    frame = still.surface.copy()
    halos = {which: mix(HALO, 1.0 if which is pressed else 0.0, flare) for which in Button}
    _glow(stills, frame, act.view, halos)
    lane = next((still.parts[Part.LANE, seat] for seat in act.seats if (Part.LANE, seat) in still.parts), None)
    if lane is not None:
        stamp(stills.canvas(frame), pressed, lane, done, act.seconds)
    return frame


def _into_bowl(stills: Stills, act: Act, done: float) -> pygame.Surface:
    still = stills.still(act.view, _of(Part.BOWL, (None,)))
    bowl = still.parts.get((Part.BOWL, None))
    bank = next((still.parts[Part.BANK, seat] for seat in act.seats if (Part.BANK, seat) in still.parts), None)
    if bowl is None or bank is None or act.view.out is None:
        return stills.still(act.view).surface
    frame = still.surface.copy()
    flight.into_bowl(stills.canvas(frame), bank, bowl, act.view.out.kitty, done)
    return frame


def _build(stills: Stills, act: Act, done: float) -> pygame.Surface:
    """Stacks grow from below and the chart from the left."""
    full = stills.still(act.view)
    frame = stills.still(act.view, frozenset({(Part.TOTAL, None), (Part.CHART, None)})).surface.copy()
    at = out(done)
    total, chart = (full.parts.get((which, None)) for which in (Part.TOTAL, Part.CHART))
    if total is not None:
        cut = rect(stills.layout, total)
        high = round(cut.height * at)
        cut.top, cut.height = cut.bottom - high, high
        lay(frame, full.surface, cut, cut.topleft, 1.0)
    if chart is not None:
        cut = rect(stills.layout, chart)
        cut.width = round(cut.width * at)
        lay(frame, full.surface, cut, cut.topleft, 1.0)
    return frame


def _banner(stills: Stills, act: Act, before: View, done: float) -> pygame.Surface:
    without = stills.still(act.view, _of(Part.BANNER, (None,)))
    frame = blend(stills.still(before).surface, without.surface, done)
    full = stills.still(act.view)
    place: Place | None = full.parts.get((Part.BANNER, None))
    if place is not None:
        cut = rect(stills.layout, place)
        lay(frame, full.surface, cut, (cut.left, cut.top - round(BANNER_WAY * stills.layout.scale * (1 - out(done)))), done)
    return frame
