"""What happens between two views, as acts one after the other: one thing moves at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.sighting import Button
from game.view import DieState, LaneView, Screen, View
from ui.motion.acts import (
    ASIDE_SECONDS,
    BANNER_SECONDS,
    BETWEEN_SECONDS,
    BUILD_SECONDS,
    CHIP_SECONDS,
    CUP_SECONDS,
    FADE_SECONDS,
    KITTY_SECONDS,
    LAND_SECONDS,
    LIFT_SECONDS,
    LOOK_SECONDS,
    PLATE_SECONDS,
    SETTLEMENT_SECONDS,
    SHOWN_SECONDS,
    STAMP_SECONDS,
    TURN_SECONDS,
    UNCLEAR_SECONDS,
    Act,
    Kind,
    Timeline,
)
from ui.motion.payments import unpaid

TABLE = frozenset({Screen.THROWS, Screen.BOSS, Screen.CALL, Screen.CHALLENGERS, Screen.REVEAL, Screen.SETTLEMENT, Screen.MATCH})
"""Screens that show the lanes of the table; between them lanes slide instead of one picture fading into another."""


def timeline(before: View | None, view: View) -> Timeline:
    """The acts that lead from `before`, as it stands, to `view`; none when nothing came before or nothing moves."""
    if before is None or before == view:
        return Timeline()
    if view.banner != before.banner:
        if view.banner is None:
            return Timeline((Act(Kind.FADE, FADE_SECONDS, view, before),))
        return Timeline((Act(Kind.BANNER, BANNER_SECONDS, view, before),)) if before.banner is None else Timeline()
    if before.screen in TABLE and view.screen in TABLE:
        return Timeline(tuple(_at_the_table(before, view)))
    if before.screen is view.screen:
        return Timeline()
    acts = [Act(Kind.FADE, UNCLEAR_SECONDS if view.screen is Screen.UNCLEAR else FADE_SECONDS, view, before)]
    if view.screen is Screen.WINNER:
        acts.append(Act(Kind.BUILD, BUILD_SECONDS, view))
    elif view.screen is Screen.ELIMINATION and view.out is not None and view.out.kitty > before.kitty:
        acts.append(Act(Kind.BOWL, KITTY_SECONDS, view, seats=(view.out.seat,)))
    elif view.screen in TABLE:
        acts += _payment_acts(before, view)
        if acts[1:]:
            acts[0] = Act(Kind.FADE, FADE_SECONDS, unpaid(before, view)[0], before)
    return Timeline(tuple(acts))


def _at_the_table(before: View, view: View) -> list[Act]:
    acts: list[Act] = []
    standing = before
    answer = called(before, view)
    if answer is not None:
        acts.append(
            Act(Kind.STAMP, STAMP_SECONDS, before, button=answer, seats=tuple(lane.seat for lane in before.lanes if lane.lit))
        )
    first, _ = unpaid(before, view)
    landed = _landed(before, view)
    lifted = _lifted(before, view)
    if landed and not lifted and _shifts(before, view):
        standing = _with_dice(before, view, landed)
        acts += [Act(Kind.LAND, LAND_SECONDS, standing, before, landed), Act(Kind.HOLD, LOOK_SECONDS, standing)]
    elif landed and not lifted:
        acts.append(Act(Kind.LAND, LAND_SECONDS, first, before, landed))
    plates = _new(before, first, lambda lane: lane.boss)
    if lifted:
        acts += [Act(Kind.LIFT, LIFT_SECONDS, first, before, lifted), Act(Kind.HOLD, SHOWN_SECONDS, first)]
    elif _shifts(standing, first):
        acts.append(Act(Kind.TURN, TURN_SECONDS, first, standing, plates))
    elif aside := _aside(standing, first):
        acts.append(Act(Kind.ASIDE, ASIDE_SECONDS, first, standing, aside))
    if plates:
        acts.append(Act(Kind.PLATE, PLATE_SECONDS, first, seats=plates))
    if before.screen is Screen.BOSS and view.screen is Screen.CALL:
        cups = tuple(lane.seat for lane in view.lanes if lane.lit and lane.cup)
        if cups:
            acts = [Act(Kind.CUP, CUP_SECONDS, first, before, cups)]
    return acts + _payment_acts(before, view)


def _payment_acts(before: View, view: View) -> list[Act]:
    _, steps = unpaid(before, view)
    acts: list[Act] = []
    for index, step in enumerate(steps):
        kitty = None in (step.payment.payer, step.payment.payee)
        acts.append(Act(Kind.PAY, KITTY_SECONDS if kitty else CHIP_SECONDS, step.view, payment=step.payment))
        if index + 1 < len(steps):
            following = steps[index + 1]
            landed = _bank_back(following.view, following.payment.payer, following.payment.amount)
            acts.append(Act(Kind.HOLD, BETWEEN_SECONDS, landed))
    length = sum(act.seconds for act in acts)
    shrink = min(1.0, SETTLEMENT_SECONDS / length) if length else 1.0
    return [replace(act, seconds=act.seconds * shrink) for act in acts]


def _bank_back(view: View, seat: int | None, amount: int) -> View:
    """The view before the next chip has left its payer."""
    if seat is None:
        return view
    lanes = (
        replace(lane, bank=lane.bank + amount) if lane.seat == seat and lane.bank is not None else lane for lane in view.lanes
    )
    return replace(view, lanes=tuple(lanes))


def called(before: View, view: View) -> Button | None:
    """How the Boss has answered the question whether to call up; `None` when this is no answer to it."""
    if before.screen is not Screen.CALL:
        return None
    if view.screen in (Screen.CHALLENGERS, Screen.REVEAL):
        return Button.GREEN
    return Button.RED if view.screen in (Screen.SETTLEMENT, Screen.THROWS) else None


def _by_seat(view: View) -> dict[int, LaneView]:
    return {lane.seat: lane for lane in view.lanes}


def _read(lane: LaneView) -> int:
    return sum(die.state is DieState.FACE for die in lane.dice)


def _landed(before: View, view: View) -> tuple[int, ...]:
    """The seats whose whole hand has come to lie in the open just now, also where its rolling was never seen."""
    earlier = _by_seat(before)
    found = []
    for lane in view.lanes:
        was = earlier.get(lane.seat)
        if was is None or was.cup or not was.dice or _read(lane) < 5:
            continue
        again = was.lit and before.screen is Screen.CHALLENGERS and _values(was) != _values(lane)
        if _read(was) < 5 or again:
            found.append(lane.seat)
    return tuple(found)


def _values(lane: LaneView) -> list[int]:
    return sorted(die.value or 0 for die in lane.dice)


def _lifted(before: View, view: View) -> tuple[int, ...]:
    """The seats whose cup was lifted: their dice lie open now."""
    earlier = _by_seat(before)
    return tuple(
        lane.seat
        for lane in view.lanes
        if lane.seat in earlier
        and earlier[lane.seat].cup
        and not lane.cup
        and _read(lane) == 5
        and before.screen in (Screen.REVEAL, Screen.CHALLENGERS, Screen.CALL)
        and called(before, view) is not Button.RED
    )


def _with_dice(before: View, view: View, seats: tuple[int, ...]) -> View:
    """The view before with the dice of `seats` as they lie now, still in its light."""
    now = _by_seat(view)
    lanes = (
        replace(lane, dice=now[lane.seat].dice, hand=now[lane.seat].hand, hand_detail=now[lane.seat].hand_detail, status=None)
        if lane.seat in seats
        else lane
        for lane in before.lanes
    )
    return replace(before, lanes=tuple(lanes))


def _shifts(before: View, view: View) -> bool:
    """Whether lanes change their places or heights, or the light passes on."""
    if before.screen is not view.screen and Screen.SETTLEMENT in (before.screen, view.screen):
        return True
    old = [(lane.seat, lane.lit, lane.boss, lane.out) for lane in before.lanes]
    new = [(lane.seat, lane.lit, lane.boss, lane.out) for lane in view.lanes]
    return old != new or (before.screen in (Screen.BOSS, Screen.CALL)) is not (view.screen in (Screen.BOSS, Screen.CALL))


def _new(before: View, view: View, has: Callable[[LaneView], bool]) -> tuple[int, ...]:
    """The seats that have something now and had it not before."""
    had = {lane.seat for lane in before.lanes if has(lane)}
    return tuple(lane.seat for lane in view.lanes if has(lane) and lane.seat not in had)


def _aside(before: View, view: View) -> tuple[int, ...]:
    """The lit seats that have put dice onto their rail out of a hand that lay there."""
    earlier = _by_seat(before)
    found = []
    for lane in view.lanes:
        was = earlier.get(lane.seat)
        if was is None or not lane.lit or not was.lit or lane.cup or was.cup:
            continue
        kept = sum(die.kept for die in lane.dice)
        if kept > 0 and not any(die.kept for die in was.dice) and _read(was) == 5:
            found.append(lane.seat)
    return tuple(found)
