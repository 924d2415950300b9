"""The reasons of the calibration in words: what is the matter, and what to do."""

from __future__ import annotations

from calibration.errors import CalibrationError, Reason
from game.message import Message, say
from game.names import number_word

Said = tuple[Message, Message]


def millimetres(value: float, exact: bool = True) -> Message:
    """A length; whole millimetres when not `exact`."""
    if not exact:
        return say("{mm} mm", mm=round(value))
    whole, tenth = divmod(round(value * 10), 10)
    return say("{whole}.{tenth} mm", whole=whole, tenth=tenth)


def marker_place(tag: int) -> Message:
    """Where a marker belongs, as the camera sees it."""
    places = (say("top left"), say("top right"), say("bottom right"), say("bottom left"))
    return places[tag % len(places)]


def words_for(error: CalibrationError) -> Said:
    """What the screen says of an error: the matter in a few words, and one thing to do."""
    values = error.values
    match error.reason:
        case Reason.MISSING:
            return _missing(int(values.get("first", 0)), int(values.get("more", 0)))
        case Reason.APART:
            off = millimetres(float(values.get("mm", 0.0)))
            return say("The measures do not fit"), say("A marker is {mm} off. Measure again.", mm=off)
        case Reason.SCALE:
            look, should = (millimetres(float(values.get(key, 0.0))) for key in ("mm", "should"))
            return say("The markers look {mm}", mm=look), say("They should be {mm} wide. Measure again.", mm=should)
        case Reason.TURNED:
            if values.get("quarters") == 2:
                return say("The picture is upside down"), say("Turn the camera half round.")
            return say("The picture lies on its side"), say("Turn the camera by a quarter.")
        case Reason.TWICE:
            return say("Marker {tag} is seen twice", tag=_tag(error)), say("Leave only one of each on the table.")
        case Reason.SMALL:
            return say("Marker {tag} is too small", tag=_tag(error)), say("Lower the camera, or print it larger.")
        case Reason.EDGE:
            return say("Marker {tag} is at the edge", tag=_tag(error)), say("Raise the camera a little, or turn it.")
        case Reason.OTHER_CAMERA:
            return say("Another camera"), say("It was calibrated for {camera}.", camera=str(values.get("was", "")))
        case Reason.OTHER_MODE:
            size = f"{values.get('width')} × {values.get('height')}"
            return say("Another picture size"), say("It was calibrated for {size}.", size=size)
    return _plain(error.reason)


def _tag(error: CalibrationError) -> str:
    return str(error.values.get("tag", ""))


def _missing(first: int, more: int) -> Said:
    if more == 0:
        todo = say("The one at the {place}: uncover it, or turn the camera.", place=marker_place(first))
        return say("Marker {tag} is not seen", tag=str(first)), todo
    if more >= 3:
        return say("No marker is seen"), say("Turn the camera to the tray, or turn up the light.")
    return say("{number} markers are not seen", number=number_word(more + 1, capital=True)), say(
        "Raise the camera, or turn it."
    )


def _plain(reason: Reason | None) -> Said:
    match reason:
        case Reason.ORDER:
            return say("The markers are mixed up"), say("0 at the top left, then 1, 2, 3 clockwise.")
        case Reason.CORNERS:
            return say("The markers lie in a line"), say("One belongs to each corner of the tray.")
        case Reason.ASIDE:
            return say("Seen from too far aside"), say("Mount the camera above the middle.")
        case Reason.FAR:
            return say("The tray looks small"), say("Lower the camera.")
        case Reason.DARK:
            return say("Too dark to read"), say("Turn up the lamp above the tray.")
        case Reason.BURNT:
            return say("Too bright to read"), say("Turn the lamp down, or raise it.")
        case Reason.GLARE:
            return say("Glare on the tray"), say("Move the lamp aside, or hang paper before it.")
        case Reason.FLICKER:
            return say("The light flickers"), say("Set the mains to 50 or 60 Hz, or use another lamp.")
        case Reason.BLURRED:
            return say("Not sharp yet"), say("Turn the lens until the bar is longest.")
        case Reason.BELOW_BEST:
            return say("It was sharper before"), say("Turn the lens back a little.")
        case Reason.RESTLESS:
            return say("Something moves"), say("Hands away; leave the tray alone.")
        case Reason.NOT_EMPTY:
            return say("Dice lie in the tray"), say("Take them out.")
        case Reason.NO_DICE:
            return say("No dice yet"), say("All five together, flat and apart.")
        case Reason.FEW_DICE:
            return say("Too few dice lie apart"), say("Throw all five again.")
        case Reason.UNLIKE_DICE:
            return say("The dice differ in size"), say("Throw five alike.")
        case Reason.WISHED:
            return say("A new calibration"), say("The old one stays until you save.")
        case Reason.NONE_YET:
            return say("Not calibrated yet"), say("The camera must learn where the tray is.")
        case Reason.OTHER_VERSION:
            return say("An older calibration"), say("This version needs a new one.")
        case Reason.NOT_WRITTEN:
            return say("It cannot be saved"), say("The disk is full or locked. The old one stays.")
    return say("The calibration is damaged"), say("It cannot be read. Make a new one.")
