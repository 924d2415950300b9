"""What is heard between two views: a pure function of both, in time with the motion."""

from __future__ import annotations

from dataclasses import dataclass

from game.sighting import Button
from game.view import DieState, Lamp, Screen, View
from ui.motion.acts import Act, Kind
from ui.motion.stamp import FLARE_SECONDS
from ui.motion.timeline import TABLE, timeline
from ui.sound.effects import Effect

_ASKING = TABLE | {Screen.QUALIFICATION}
"""Screens on which two lit buttons are a choice of the game; elsewhere they are a menu."""

_REFUSED = "{reason}"
"""The text of a sentence that the rules have put on the screen."""


@dataclass(frozen=True, slots=True)
class Cue:
    """`effect` is heard `at` seconds after the change of views."""

    at: float
    effect: Effect


def cues(before: View | None, view: View) -> tuple[Cue, ...]:
    """The cues of one change, in order; none at the start, and none when a correction or a step taken back changes the past."""
    if before is None or Screen.CORRECTION in (before.screen, view.screen):
        return ()
    acts = timeline(before, view)
    found = [cue for start, act in acts.starts() for cue in _of_act(start, act)]
    if _rolls(view) and not _rolls(before):
        found.append(Cue(0.0, Effect.RATTLE))
    if _asks(view) and not _asks(before):
        found.append(Cue(acts.seconds, Effect.CHIME))
    if _refuses(view) and not _refuses(before):
        found.append(Cue(0.0, Effect.REFUSE))
    return tuple(sorted(found, key=lambda cue: cue.at))


def _of_act(start: float, act: Act) -> tuple[Cue, ...]:
    end = start + act.seconds
    match act.kind:
        case Kind.LAND:
            return (Cue(start, Effect.KNOCK),)
        case Kind.TURN if act.before is not None and [lane.seat for lane in act.before.lanes if lane.lit] != [
            lane.seat for lane in act.view.lanes if lane.lit
        ]:
            return (Cue(start, Effect.TICK),)
        case Kind.PLATE:
            return (Cue(start, Effect.BELL),)
        case Kind.CUP:
            return (Cue(start + act.seconds * 0.6, Effect.THUD),)
        case Kind.STAMP if act.button is Button.GREEN:
            return Cue(start, Effect.CALL_UP), Cue(start + FLARE_SECONDS, Effect.COME_UP)
        case Kind.STAMP:
            return Cue(start, Effect.CALL_OFF), Cue(start + FLARE_SECONDS, Effect.PICK_UP)
        case Kind.LIFT:
            return (Cue(start, Effect.LIFT),)
        case Kind.PAY if act.payment is not None:
            return (Cue(end, Effect.TIN if act.payment.payee is None else Effect.CHIP),)
        case Kind.BOWL:
            return (Cue(end, Effect.TIN),)
        case Kind.BUILD:
            return (Cue(start, Effect.WIN),)
        case Kind.BANNER:
            return (Cue(start, Effect.FAULT),)
        case Kind.FADE if act.view.screen is Screen.UNCLEAR:
            return (Cue(start, Effect.UNCLEAR),)
        case Kind.FADE if act.view.screen is Screen.ELIMINATION:
            return (Cue(start, Effect.OUT),)
    return ()


def _rolls(view: View) -> bool:
    """Whether the machine's dice roll; real ones are heard anyway."""
    return any(die.house and die.state is DieState.ROLLING for lane in view.lanes for die in lane.dice)


def _asks(view: View) -> bool:
    lit = view.footer.green.lamp is Lamp.LIT and view.footer.red.lamp is Lamp.LIT
    return lit and view.screen in _ASKING and view.banner is None


def _refuses(view: View) -> bool:
    return view.footer.sentence is not None and view.footer.sentence.text == _REFUSED
