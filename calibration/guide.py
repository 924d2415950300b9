"""The guided calibration: step by step, with two buttons. Pure: looks, pictures, presses and the time are passed in.

Green goes on, and counts only when a step is met or a line asks; red is the way back, or another value on a line; holding red
leaves. Nothing of an old calibration changes before `result` is there and was written by whoever leads this.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Mapping
from dataclasses import replace

from calibration.dice_size import DiceSize
from calibration.errors import CalibrationError, Reason
from calibration.file import Calibration, CameraMode
from calibration.flicker import Flicker
from calibration.focus import Focusing
from calibration.look import Look, light_refused, restless
from calibration.markers import TrayFit
from calibration.measures import DIVIDERS, MOST_LANES, Choice, Line
from calibration.measuring import Known, Measuring
from calibration.solve import equal_lanes
from calibration.work import EmptyTray, Outcome, ThrownDice, Work
from vision.geometry import Geometry, Image, Points

STEADY_SECONDS = 0.7
"""So long a step must be met before green is lit, and so long nothing may move before a picture is taken."""
EMPTY_PICTURES = 5
EMPTY_SECONDS = 0.12
"""Between two pictures of the empty tray."""


FLICKERS = "The lamp flickers; set camera.mains to that of your country, or use another lamp."


class Step(enum.Enum):
    """The steps in their order."""

    INTRO = "intro"
    AIM = "aim"
    FOCUS = "focus"
    LIGHT = "light"
    MEASURE = "measure"
    EMPTY = "empty"
    DICE = "dice"
    LANES = "lanes"
    DONE = "done"


ORDER = tuple(Step)[1:]


class Guide:
    """One calibration in the making.

    `problem` is why the step is not met, `None` when it is or when it only takes time; `busy` while something is worked out.
    """

    def __init__(
        self,
        camera: CameraMode,
        known: Known,
        *,
        why: CalibrationError | None = None,
        focus_range: tuple[float, float] | None = None,
    ) -> None:
        self.camera = camera
        self.known = known
        self.why = why
        self.step = Step.INTRO if why is not None else Step.AIM
        self.cancelled = False
        self.result: Calibration | None = None
        self.problem: CalibrationError | None = None
        self.newest: Look | None = None
        self.focusing = Focusing(focus_range)
        self.measuring = Measuring(known)
        self.lanes: dict[Line, Choice] = {}
        self.asks_lanes: Line | None = None
        self.empty: Image | None = None
        self.dice: DiceSize | None = None
        self.faces: tuple[int | None, ...] = ()
        self.waits: Work | None = None
        self.busy = False
        self._since: float | None = None
        self._met = False
        self._flicker = Flicker()
        self._sightings: deque[Mapping[int, Points]] = deque(maxlen=8)
        self._pictures: list[tuple[float, Image]] = []
        self._still_since: float | None = None
        self._judged: Look | None = None
        self._empty_look: Look | None = None

    # What is shown

    @property
    def asks(self) -> Line | None:
        """The line in question, `None` on all other pages."""
        if self.step is Step.MEASURE:
            return self.measuring.asks
        return self.asks_lanes if self.step is Step.LANES else None

    @property
    def fit(self) -> TrayFit | None:
        """How well the tray fits, once it was measured."""
        return self.measuring.fit

    @property
    def met(self) -> bool:
        """Whether green goes on."""
        return self.step is Step.INTRO or (self.asks is None and self._met)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of this calibration, without the first page."""
        return tuple(step for step in ORDER if step is not Step.LANES or not self.known.fixed_lanes)

    @property
    def focus(self) -> float | None:
        """Where the lens shall stand, in dioptres; `None` where it cannot move."""
        sweep = self.focusing.sweep
        return sweep.place if sweep is not None else self.camera.focus

    @property
    def quiet(self) -> bool:
        """Whether nothing has moved for a moment, as a picture needs it."""
        seen, since = self.newest, self._still_since
        return seen is not None and since is not None and seen.time - since >= STEADY_SECONDS

    @property
    def geometry(self) -> Geometry | None:
        """Where the tray and its lanes lie in the picture, as far as it is known; for drawing and measuring."""
        if self.fit is None:
            return None
        tray = self.measuring.tray
        try:
            lanes = equal_lanes(tray, self.lane_count, self.divider)
        except CalibrationError:
            lanes = equal_lanes(tray, self.lane_count)
        return Geometry(
            self.camera.width,
            self.camera.height,
            self.fit.picture_to_tray,
            tray,
            lanes,
            self.measuring.lens,
            None,
            self.empty,
        )

    @property
    def lane_count(self) -> int:
        choice = self.lanes.get(Line.LANES)
        return self.known.lanes if choice is None else int(choice.value)

    @property
    def divider(self) -> float:
        choice = self.lanes.get(Line.DIVIDER)
        if self.lane_count == 1:
            return 0.0
        return self.known.divider if choice is None else choice.value

    # What comes in

    def lens_can_move(self, low: float, high: float) -> None:
        """The camera turned out to have a lens that moves from `low` to `high` dioptres; it is told in time for the focus."""
        if self.step in (Step.INTRO, Step.AIM):
            self.focusing.lens_can_move(low, high)

    def see(self, look: Look, image: Image) -> None:
        """The camera's next picture and what it tells."""
        before, self.newest = self.newest, look
        moves = before is None or restless(before, look)
        if moves:
            self._still_since = None
            self._flicker.clear()
        elif self._still_since is None:
            self._still_since = look.time
        if look.refused is None:
            self._sightings.append(look.tags)
        else:
            self._sightings.clear()
        self.focusing.see(look.sharpness, judged=self.step is Step.FOCUS)
        self._flicker.add(look.bands)
        match self.step:
            case Step.AIM:
                self._judge(look, look.refused)
            case Step.FOCUS:
                self._focus(look)
            case Step.LIGHT:
                self._judge(look, look.refused or self._light(look), known=self._flicker.known)
            case Step.MEASURE:
                self._measure(look, image)
            case Step.EMPTY:
                self._take_empty(look, image, moves)
            case Step.DICE:
                self._take_dice(look, image)
            case Step.LANES | Step.DONE | Step.INTRO:
                pass

    def press(self, green: bool, held: bool = False) -> None:
        """A press of the green or the red button; `held` when it was held down."""
        if held and not green:
            self.cancelled = True
        elif self.asks is not None:
            self._answer(self.asks, green)
        elif green and self.met:
            self._forth()
        elif not green:
            self._back()

    def take_work(self) -> Work | None:
        """Something to be worked out apart, once; its outcome comes back by `worked`."""
        work, self.waits = self.waits, None
        return work

    def worked(self, outcome: Outcome) -> None:
        """What came of the work; of no use any more when the step was left meanwhile."""
        self.busy = False
        if outcome.step != self.step.value or self._judged is not outcome.look:
            return
        self.problem = outcome.problem
        self._met = outcome.problem is None
        if self.step is Step.EMPTY and outcome.empty is not None and outcome.fit is not None:
            self.empty, self.measuring.fit, self._empty_look = outcome.empty, outcome.fit, outcome.look
        elif self.step is Step.DICE and outcome.dice is not None:
            self.dice, self.faces = outcome.dice, outcome.faces

    def not_written(self, error: CalibrationError) -> None:
        """The file could not be written: the reason is shown, green tries again."""
        self.result, self.problem = None, error

    # Going on and back

    def _enter(self, step: Step) -> None:
        self.step, self.problem = step, None
        self._met, self._since, self._judged = False, None, None
        self._pictures.clear()
        if step is Step.FOCUS:
            self.focusing.begin()
        elif step is Step.MEASURE:
            self.empty, self.dice = None, None
            self.measuring.fit = None
        elif step is Step.LANES:
            self._offer_lanes()
        elif step is Step.DONE:
            self._met = True

    def _forth(self) -> None:
        if self.step is Step.DONE:
            self.result = self._calibration()
            return
        steps = (Step.INTRO, *self.steps)
        self._enter(steps[steps.index(self.step) + 1])

    def _back(self) -> None:
        if self.step is Step.MEASURE and self.measuring.choices:
            self.measuring.ask_again(self._sightings)
            self._measured()
            return
        steps = (Step.INTRO, *self.steps)
        place = steps.index(self.step)
        if place == 0 or (place == 1 and self.why is None):
            self.cancelled = True
        elif self.step is Step.DICE and self.dice is not None:
            self._enter(Step.DICE)
            self.dice, self.faces = None, ()
        else:
            self._enter(steps[place - 1])

    def _answer(self, line: Line, green: bool) -> None:
        if self.step is Step.MEASURE:
            self.measuring.answer(green, self._sightings)
            self._measured()
        elif not green:
            self.lanes[line] = self.lanes[line].another()
        else:
            self.asks_lanes = Line.DIVIDER if line is Line.LANES and self.lane_count > 1 else None
            self._met = self.asks_lanes is None

    # The steps

    def _judge(self, look: Look, problem: CalibrationError | None, known: bool = True) -> None:
        """A step that is met when nothing is wrong for a moment."""
        self.problem = problem
        if problem is not None or not known:
            self._since, self._met = None, False
            return
        self._since = look.time if self._since is None else self._since
        self._met = look.time - self._since >= STEADY_SECONDS

    def _focus(self, look: Look) -> None:
        focusing = self.focusing
        if focusing.searching:
            focusing.search(look.time, look.sharpness)
            self.problem, self._met = None, False
            return
        self._judge(look, focusing.problem(look.width), known=focusing.known)

    def _light(self, look: Look) -> CalibrationError | None:
        flickers = self._flicker.flickers
        return light_refused(look) or (CalibrationError(FLICKERS, Reason.FLICKER) if flickers else None)

    def _measure(self, look: Look, image: Image) -> None:
        measuring = self.measuring
        if look.refused is not None and measuring.fit is None:
            self.problem = look.refused
            return
        if not measuring.choices:
            measuring.propose(image, look)
        elif measuring.fit is None:
            measuring.solve(self._sightings)
        self._measured()

    def _measured(self) -> None:
        self.problem = self.measuring.problem
        self._met = self.measuring.asks is None and self.measuring.fit is not None

    def _take_empty(self, look: Look, image: Image, moves: bool) -> None:
        if self._judged is not None and not self.busy and restless(self._judged, look):
            self._enter(Step.EMPTY)
        if look.refused is not None:
            self.problem, self._met = look.refused, False
            self._pictures.clear()
            return
        if self._judged is not None:
            return
        if moves:
            self._pictures.clear()
            self.problem = CalibrationError("Something moves; hands away.", Reason.RESTLESS)
        elif self.quiet:
            self.problem = None
            if not self._pictures or look.time - self._pictures[-1][0] >= EMPTY_SECONDS:
                self._pictures.append((look.time, image))
        if len(self._pictures) == EMPTY_PICTURES:
            pictures = tuple(picture for _, picture in self._pictures)
            geometry = self.geometry
            assert geometry is not None
            self._give(EmptyTray(look, pictures, self.measuring.markers, geometry))

    def _take_dice(self, look: Look, image: Image) -> None:
        assert self._empty_look is not None
        if self._judged is not None and not self.busy and restless(self._judged, look):
            self._judged = None
            if self.dice is None:
                self.problem = None
        if self._judged is not None or not self.quiet:
            return
        if not restless(self._empty_look, look):
            if self.dice is None:
                self.problem = CalibrationError("The tray is empty; throw five dice.", Reason.NO_DICE)
            return
        geometry = self.geometry
        assert geometry is not None
        self._give(ThrownDice(look, image, geometry))

    def _give(self, work: Work) -> None:
        self.waits, self._judged, self.busy = work, work.look, True

    def _offer_lanes(self) -> None:
        counts = [self.known.lanes, *(count for count in range(1, MOST_LANES + 1) if count != self.known.lanes)]
        dividers = dict.fromkeys((self.known.divider, *DIVIDERS))
        self.lanes = {Line.LANES: Choice(tuple(float(count) for count in counts)), Line.DIVIDER: Choice(tuple(dividers))}
        self.asks_lanes = Line.LANES

    def _calibration(self) -> Calibration:
        geometry = self.geometry
        assert geometry is not None and self.fit is not None and self.dice is not None
        return Calibration(
            replace(self.camera, focus=self.focus),
            geometry.tray,
            self.measuring.markers,
            self.fit.picture_to_tray,
            geometry.lanes,
            self.measuring.lens,
            round(self.dice.edge, 2),
            self.empty,
            self.dice.colors,
        )
