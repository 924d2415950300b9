"""What the kiosk says of a camera that is not well."""

from __future__ import annotations

from game.message import Message, say
from game.view import Banner, Fault
from hardware.condition import Condition, Health

PATIENCE_SECONDS = 3.0
"""So long a camera may be starting before it is worth a banner."""


def camera_banner(health: Health, now: float, unfit: bool = False) -> Banner | None:
    """The banner for a camera's condition, `None` when all is well; `now` is on the clock of `health.since`.

    A camera that delivers nothing stops play, and so does one that sees too little to read by; the round is kept. `unfit` is a
    camera that delivers, but not what was calibrated, as another one that was plugged in.
    """
    match health.condition:
        case Condition.FINE if unfit:
            return _stopped(Fault.CAMERA_MOVED, say("The picture does not fit"), say("Calibrate the table again."))
        case Condition.FINE:
            return None
        case Condition.STARTING:
            if now - health.since < PATIENCE_SECONDS:
                return None
            return _stopped(Fault.CAMERA_STARTING, say("The camera is starting"), say("One moment."))
        case Condition.NOT_DETECTED:
            return _stopped(Fault.CAMERA_SILENT, say("No camera is there"), say("Check its cable at both ends."))
        case Condition.BUSY:
            return _stopped(Fault.CAMERA_SILENT, say("The camera is in use"), say("Another program has it; end that one."))
        case Condition.NOT_PERMITTED:
            return _stopped(Fault.CAMERA_SILENT, say("The camera is locked"), say("Run the doctor: bosstray doctor."))
        case Condition.TOO_DARK:
            return _stopped(Fault.TOO_DARK, say("Too dark to read"), say("Switch the lamp on."))
        case Condition.OUT_OF_FOCUS:
            return _stopped(Fault.CAMERA_SILENT, say("The camera sees a blur"), say("Clean its lens, or focus it anew."))
        case Condition.STALLED | Condition.FAILED:
            return _stopped(
                Fault.CAMERA_SILENT, say("The camera is silent"), say("Check its cable; it is started again by itself.")
            )


def _stopped(fault: Fault, headline: Message, line: Message) -> Banner:
    return Banner(fault, headline, (line,), say("The round is kept as it stands."), stops_play=True)
