"""What can go wrong with a calibration, as a type that a screen can put into words of any language."""

from __future__ import annotations

import enum


class Reason(enum.Enum):
    """Why a view or a calibration is refused; beside it stand the values of `CalibrationError.values`."""

    MISSING = "tags cannot be seen: `first`, and `more` of them"
    TWICE = "one tag is seen twice: `tag`"
    SMALL = "a tag is only `pixels` wide: `tag`"
    ORDER = "the tags are not in their order"
    CORNERS = "the tags do not make a four-sided figure"
    ASIDE = "the camera looks from too far aside"
    APART = "the tags lie up to `mm` from where they should be"
    SCALE = "the tags look `mm` wide, but should be `should`"
    TURNED = "the camera stands upside down or on its side: `quarters` of a turn"
    EDGE = "a tag lies at the edge of the picture: `tag`"
    FAR = "the tray fills too little of the picture"
    DARK = "it is too dark"
    BURNT = "all is too bright"
    GLARE = "there is glare: `spots`"
    FLICKER = "the light flickers"
    BLURRED = "the picture is not sharp enough"
    BELOW_BEST = "the picture was sharper before"
    RESTLESS = "something moves"
    NOT_EMPTY = "there are dice on the tray: `count`"
    NO_DICE = "the tray is empty"
    FEW_DICE = "fewer than three dice lie apart from each other"
    UNLIKE_DICE = "the dice have different sizes"
    WISHED = "somebody wants a new calibration"
    NONE_YET = "there is no calibration"
    OTHER_CAMERA = "the calibration is for another camera: `was`"
    OTHER_MODE = "the calibration is for pictures of another size: `width`, `height`"
    OTHER_VERSION = "the calibration was made by another version"
    DAMAGED = "the file of the calibration cannot be used"
    NOT_WRITTEN = "the file cannot be written"


class CalibrationError(ValueError):
    """A calibration that cannot be made, read or used, in one sentence that says what to do.

    `reason` and `values` say the same to a screen that speaks another language; `None` where only a command line can meet it.
    """

    def __init__(self, sentence: str, reason: Reason | None = None, **values: int | float | str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.values = values
