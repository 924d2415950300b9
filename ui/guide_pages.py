"""From a guided calibration to its page: headline, words, marks over the picture, buttons."""

from __future__ import annotations

import numpy as np

from calibration.focus import least_sharpness
from calibration.guide import Guide, Step
from calibration.look import CORNERS, Look
from calibration.markers import center
from calibration.measures import Line
from calibration.measuring import MEASURES
from game.message import Message, say
from game.view import ButtonView, DieState, DieView, Footer, Lamp
from ui.guide_view import Gauge, GuideRow, GuideView, MarkKind, PictureMark, Place
from ui.guide_words import millimetres, words_for
from vision.geometry import Geometry, Lane, Points, to_picture

_SIDE_POINTS = 8
"""A side of the tray is drawn through so many places: a lens bends it."""
_VERY_WELL, _WELL = 0.25, 0.8


def page(guide: Guide, language: Message | None = None) -> GuideView:
    """What to show now. `language` is the name of the other language on a first page that cannot be left: red changes it."""
    newest = guide.newest
    status, advice = _status(guide)
    step = guide.steps.index(guide.step) if guide.step in guide.steps else -1
    return GuideView(
        headline=_headline(guide.step),
        step=step,
        steps=len(guide.steps),
        name=_name(guide.step),
        status=status,
        met=guide.met and guide.problem is None and guide.step is not Step.INTRO,
        busy=guide.busy or (guide.problem is None and not guide.met and guide.asks is None),
        asks=guide.asks is not None and guide.problem is None,
        advice=advice,
        rows=_rows(guide),
        gauge=_gauge(guide),
        marks=_marks(guide),
        dice=_dice(guide),
        tints=guide.dice.colors if guide.step is Step.DICE and guide.dice is not None else (),
        aspect=newest.width / newest.height if newest is not None else guide.camera.width / guide.camera.height,
        footer=_footer(guide, language),
    )


def _headline(step: Step) -> Message:
    match step:
        case Step.INTRO:
            return say("Calibrate the tray")
        case Step.AIM:
            return say("Aim the camera")
        case Step.FOCUS:
            return say("Make it sharp")
        case Step.LIGHT:
            return say("Check the light")
        case Step.MEASURE:
            return say("Measure the tray")
        case Step.EMPTY:
            return say("Empty the tray")
        case Step.DICE:
            return say("Throw five dice")
        case Step.LANES:
            return say("Divide the tray")
        case Step.DONE:
            return say("Ready to play")


def _name(step: Step) -> Message:
    match step:
        case Step.FOCUS:
            return say("Focus")
        case Step.LIGHT:
            return say("Light")
        case Step.MEASURE:
            return say("Measures")
        case Step.EMPTY:
            return say("Empty tray")
        case Step.DICE:
            return say("Dice")
        case Step.LANES:
            return say("Lanes")
        case Step.DONE:
            return say("Save")
    return say("Aim")


def _status(guide: Guide) -> tuple[Message, tuple[Message, ...]]:
    """How it stands, and what to do."""
    if guide.problem is not None:
        matter, todo = words_for(guide.problem)
        return matter, (todo,)
    if guide.step is Step.INTRO and guide.why is not None:
        matter, todo = words_for(guide.why)
        return matter, (todo, say("It takes four markers, five dice, a ruler and ten minutes."))
    if guide.asks is not None:
        return _asked(guide.asks)
    return _standing(guide)


def _asked(line: Line) -> tuple[Message, tuple[Message, ...]]:
    ruler = say("Measure it with a ruler, from centre to centre.")
    felt = say("The dashed line must lie on the edge of the felt.")
    match line:
        case Line.ACROSS:
            return say("Marker 0 to marker 1"), (ruler,)
        case Line.DOWN:
            return say("Marker 0 to marker 3"), (ruler,)
        case Line.WIDTH:
            return say("How wide is the felt?"), (felt,)
        case Line.HEIGHT:
            return say("How high is the felt?"), (felt,)
        case Line.LANES:
            return say("How many lanes?"), (say("Players throw side by side, one in each."),)
        case Line.DIVIDER:
            return say("Wood between them?"), (say("How wide it is; nothing there is read."),)


def _standing(guide: Guide) -> tuple[Message, tuple[Message, ...]]:
    """A step without a problem: met, or not yet."""
    met = guide.met
    match guide.step:
        case Step.AIM:
            if met:
                return say("All four markers are seen"), (say("Fix the camera, then go on."),)
            return say("Looking for the markers"), ()
        case Step.FOCUS:
            if met:
                return say("Sharp"), (say("Fix the lens, then go on."),)
            if guide.focusing.searching:
                return say("The lens looks for its place"), (say("Leave the tray alone."),)
            return say("Looking at the edges"), ()
        case Step.LIGHT:
            return (say("The light is good"), ()) if met else (say("Looking at the light"), (say("Hands away for a moment."),))
        case Step.MEASURE if guide.fit is not None:
            error = guide.fit.worst
            well = say("very well") if error < _VERY_WELL else say("well") if error < _WELL else say("just well enough")
            return say("It fits {well}", well=well), (say("No marker is more than {mm} off.", mm=millimetres(error)),)
        case Step.EMPTY:
            if met:
                return say("The empty tray is known"), (say("Keep it empty and go on."),)
            return say("Take everything out"), (say("Then hands away for a moment."),)
        case Step.DICE:
            if met and guide.dice is not None:
                return say("The dice are {mm} wide", mm=millimetres(guide.dice.edge)), ()
            return say("Looking at the dice"), (say("Hands away for a moment."),)
        case Step.LANES | Step.DONE:
            return say("The tray is known"), (say("Nothing changes until you save."),)
    return say("Looking at the tray"), ()


def _rows(guide: Guide) -> tuple[GuideRow, ...]:
    if guide.step is Step.MEASURE and guide.measuring.choices:
        return tuple(_row(guide, line, MEASURES) for line in MEASURES)
    if guide.step is Step.LANES:
        lines = (Line.LANES, Line.DIVIDER) if guide.lane_count > 1 else (Line.LANES,)
        return tuple(_row(guide, line, lines) for line in lines)
    if guide.step is Step.DONE and guide.fit is not None and guide.dice is not None:
        return (
            GuideRow(say("Fits to"), millimetres(guide.fit.worst), done=True),
            GuideRow(say("Dice"), millimetres(guide.dice.edge), done=True),
            GuideRow(say("Lanes"), say("{number}", number=guide.lane_count), done=True),
        )
    return ()


def _row(guide: Guide, line: Line, lines: tuple[Line, ...]) -> GuideRow:
    asks = guide.asks
    done = asks is None or lines.index(line) < lines.index(asks)
    return GuideRow(_label(line), _value(guide, line), asks is line, done)


def _label(line: Line) -> Message:
    match line:
        case Line.ACROSS:
            return say("Marker 0 to 1")
        case Line.DOWN:
            return say("Marker 0 to 3")
        case Line.WIDTH:
            return say("Felt across")
        case Line.HEIGHT:
            return say("Felt down")
        case Line.LANES:
            return say("Lanes")
        case Line.DIVIDER:
            return say("Between")


def _value(guide: Guide, line: Line) -> Message:
    if line is Line.LANES:
        return say("{number}", number=guide.lane_count)
    value = guide.divider if line is Line.DIVIDER else guide.measuring.choices[line].value
    return millimetres(value, exact=value != round(value))


def _gauge(guide: Guide) -> Gauge | None:
    if guide.step is not Step.FOCUS or guide.newest is None:
        return None
    focusing = guide.focusing
    sharpness = guide.newest.sharpness if focusing.searching else focusing.sharpness
    return Gauge(sharpness or 0.0, focusing.best, least_sharpness(guide.newest.width))


def _dice(guide: Guide) -> tuple[DieView, ...]:
    if guide.step is not Step.DICE or guide.dice is None:
        return ()
    return tuple(DieView(DieState.UNCLEAR) if face is None else DieView(DieState.FACE, face) for face in guide.faces[:5])


# Marks over the picture


def _marks(guide: Guide) -> tuple[PictureMark, ...]:
    look = guide.newest
    if look is None or guide.step is Step.INTRO:
        return ()
    marks: list[PictureMark] = []
    geometry = guide.geometry
    tagged = guide.step in (Step.AIM, Step.FOCUS, Step.LIGHT, Step.MEASURE, Step.EMPTY)
    if tagged:
        marks += _tags(look)
    if guide.step is Step.LIGHT:
        marks += [PictureMark(MarkKind.GLARE, ((x, y), (x + w, y), (x + w, y + h), (x, y + h))) for x, y, w, h in look.glare]
    if guide.step is Step.MEASURE and guide.asks in (Line.ACROSS, Line.DOWN):
        marks += _span(look, 1 if guide.asks is Line.ACROSS else 3)
    elif geometry is not None and guide.step in (Step.MEASURE, Step.EMPTY, Step.DICE):
        marks.append(PictureMark(MarkKind.OUTLINE, _rectangle(geometry, Lane(0.0, 0.0, *geometry.tray))))
    elif geometry is not None and guide.step in (Step.LANES, Step.DONE):
        marks += [
            PictureMark(MarkKind.LANE, _rectangle(geometry, lane), str(number + 1))
            for number, lane in enumerate(geometry.lanes)
        ]
    elif look.hull is not None:
        marks.append(PictureMark(MarkKind.OUTLINE, _places(look, look.hull)))
    if geometry is not None and guide.step is Step.DICE and guide.dice is not None:
        half = guide.dice.edge * 0.95
        marks += [
            PictureMark(MarkKind.DIE, _rectangle(geometry, Lane(x - half, y - half, x + half, y + half), 1))
            for x, y in guide.dice.centers
        ]
    return tuple(marks)


def _tags(look: Look) -> list[PictureMark]:
    marks = [PictureMark(MarkKind.TAG, _places(look, look.tags[tag]), str(tag)) for tag in CORNERS if tag in look.tags]
    missing = [tag for tag in CORNERS if tag not in look.tags]
    if len(missing) == 1:
        (tag,) = missing
        middles = {other: center(quad) for other, quad in look.tags.items()}
        guess = middles[(tag + 1) % 4] + middles[(tag + 3) % 4] - middles[(tag + 2) % 4]
        edge = float(np.mean([np.ptp(quad[:, 0]) for quad in look.tags.values()])) / 2
        square = guess + np.array([[-edge, -edge], [edge, -edge], [edge, edge], [-edge, edge]])
        low = np.array([edge * 0.2, edge * 0.2])
        high = np.array([look.width, look.height]) - low
        if np.all(guess > low) and np.all(guess < high):
            marks.append(PictureMark(MarkKind.MISSING, _places(look, square), str(tag)))
    return marks


def _span(look: Look, other: int) -> list[PictureMark]:
    if 0 not in look.tags or other not in look.tags:
        return []
    ends = np.array([center(look.tags[0]), center(look.tags[other])])
    return [PictureMark(MarkKind.SPAN, _places(look, ends))]


def _rectangle(geometry: Geometry, lane: Lane, points: int = _SIDE_POINTS) -> tuple[Place, ...]:
    corners = np.array([[lane.left, lane.top], [lane.right, lane.top], [lane.right, lane.bottom], [lane.left, lane.bottom]])
    shares = np.arange(points)[:, None] / points
    sides = [corners[side] + (corners[(side + 1) % 4] - corners[side]) * shares for side in range(4)]
    pixels = to_picture(geometry, np.concatenate(sides))
    return tuple((float(x) / geometry.width, float(y) / geometry.height) for x, y in pixels)


def _places(look: Look, pixels: Points) -> tuple[Place, ...]:
    return tuple((float(x) / look.width, float(y) / look.height) for x, y in pixels)


# The two buttons


def _footer(guide: Guide, language: Message | None) -> Footer:
    if guide.step is Step.INTRO:
        red = ButtonView(Lamp.QUIET, say("Not now") if language is None else language)
        return Footer(ButtonView(Lamp.LIT, say("Begin")), red)
    asks = guide.asks
    if asks is not None:
        green = ButtonView(Lamp.LIT, say("Take {choice}", choice=_value(guide, asks)))
        return Footer(green, ButtonView(Lamp.LIT, say("Another")), say("Hold red to leave."))
    again = guide.problem is not None and guide.step is Step.DONE
    save = say("Try again") if again else say("Save")
    label = save if guide.step is Step.DONE else say("Go on")
    green = ButtonView(Lamp.LIT, label) if guide.met else ButtonView()
    change = guide.step is Step.MEASURE and bool(guide.measuring.choices)
    first = guide.step is guide.steps[0] and guide.why is None
    back = say("Change") if change else say("Leave") if first else say("Back")
    return Footer(green, ButtonView(Lamp.QUIET, back), None if first else say("Hold red to leave."))
