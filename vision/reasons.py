"""Why a hand is withheld, in one short sentence on which a person can act."""

from __future__ import annotations

from collections.abc import Sequence

from vision.result import Die, Flag

_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
_WHY = {
    Flag.COCKED: "leans",
    Flag.STACKED: "lies on another die",
    Flag.OCCLUDED: "is partly hidden",
    Flag.BLURRED: "is blurred",
    Flag.UNCLEAR: "is unclear",
    None: "is unclear",
}


def place(center: tuple[float, float], width: int, height: int) -> str:
    """Where in the picture a point lies, as a person would say it: "near the top left"."""
    column = int(min(max(center[0] / max(width, 1) * 3, 0), 2))
    row = int(min(max(center[1] / max(height, 1) * 3, 0), 2))
    words = " ".join(word for word in (("top", "", "bottom")[row], ("left", "", "right")[column]) if word)
    return f"near the {words}" if words else "in the middle"


def dice(count: int) -> str:
    """A number of dice in words: "One die", "Five dice"."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {'die' if count == 1 else 'dice'}"


def withheld(found: Sequence[Die], width: int, height: int) -> str:
    """The sentence for the dice of which at least one has no value."""
    unclear = [die for die in found if die.value is None]
    read = len(found) - len(unclear)
    if len(unclear) == 1:
        return f"The die {place(unclear[0].center, width, height)} {_WHY[unclear[0].flag]}."
    if read == 0:
        return f"{dice(len(unclear))} {'is' if len(unclear) == 1 else 'are'} unclear."
    number = _NUMBERS[len(unclear)].lower() if len(unclear) < len(_NUMBERS) else str(len(unclear))
    return f"{dice(read)} read, {number} are unclear."


def miscounted(count: int, expected: int) -> str:
    """The sentence for a hand of another size than expected."""
    return f"{dice(count)} in the open, {_NUMBERS[expected].lower() if expected < len(_NUMBERS) else expected} expected."
