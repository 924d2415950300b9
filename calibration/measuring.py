"""The measures of a tray in a guided calibration: proposed by the camera, confirmed or changed by two buttons, then solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from calibration.bleed import unbled
from calibration.bulge import view_from_tags
from calibration.errors import CalibrationError
from calibration.file import Calibration, Markers
from calibration.look import Look
from calibration.markers import TrayFit
from calibration.measures import Choice, Line, distances, felt_edges, felts
from calibration.sheet import TAG_MM
from calibration.solve import centered_markers
from calibration.work import solve_sightings
from vision.geometry import Image, Lens, Points

_POOR, _BETTER = 0.3, 0.5
"""From this error in mm on an old lens is doubted; a new one must have less than this share of it."""

MEASURES = (Line.ACROSS, Line.DOWN, Line.WIDTH, Line.HEIGHT)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beforehand, from an old calibration or the configuration: measures in mm by line, the edge of a tag, a lens
    of this camera, the lanes and what is between them. With `fixed_lanes` a game is going on that needs so many."""

    measures: Mapping[Line, float] = field(default_factory=dict)
    tag: float = TAG_MM
    lens: Lens | None = None
    lanes: int = 2
    divider: float = 0.0
    fixed_lanes: bool = False

    @classmethod
    def of(cls, calibration: Calibration, lanes: int | None = None) -> Known:
        """What an old calibration of the same camera tells; `lanes` when a game needs so many."""
        places = {tag: (x, y) for tag, x, y in calibration.markers.centers}
        measures = {Line.WIDTH: calibration.tray[0], Line.HEIGHT: calibration.tray[1]}
        if places.keys() >= {0, 1, 3}:
            measures |= {Line.ACROSS: places[1][0] - places[0][0], Line.DOWN: places[3][1] - places[0][1]}
        own = calibration.lanes
        divider = own[1].left - own[0].right if len(own) > 1 else 0.0
        return cls(
            measures, calibration.markers.size, calibration.lens, lanes or len(own), max(0.0, divider), lanes is not None
        )


class Measuring:
    """The lines ACROSS, DOWN, WIDTH and HEIGHT; `asks` is the one in question, `fit` the tray by the values chosen now.

    `problem` is why they do not fit; while lines are asked a bad fit is no problem yet.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.lens: Lens | None = known.lens
        self.choices: dict[Line, Choice] = {}
        self.asks: Line | None = None
        self.fit: TrayFit | None = None
        self.problem: CalibrationError | None = None

    @property
    def tray(self) -> tuple[float, float]:
        """Width and height of the felt in mm."""
        return self.choices[Line.WIDTH].value, self.choices[Line.HEIGHT].value

    @property
    def markers(self) -> Markers:
        """The tags by the distances chosen."""
        return centered_markers(self.tray, self.choices[Line.ACROSS].value, self.choices[Line.DOWN].value, self.known.tag)

    def propose(self, image: Image, look: Look) -> None:
        """Estimates all from one picture; when all was known beforehand nothing is asked."""
        known = self.known.measures
        try:
            seen = unbled(image, look.tags)
            view = view_from_tags(seen, self.known.tag, look.width, look.height, self.known.lens)
            if self.known.lens is not None and view.error > _POOR:
                # It may be another lens, or the old one was told by tags that were seen badly.
                anew = view_from_tags(seen, self.known.tag, look.width, look.height)
                view = anew if anew.error < _BETTER * view.error else view
            edges = felt_edges(image, look.tags, view.markers, view.lens)
        except CalibrationError as error:
            self.problem = error
            return
        self.lens = view.lens
        across, down = view.markers.centers[2][1:]
        self.choices = {
            Line.ACROSS: distances(across, known.get(Line.ACROSS)),
            Line.DOWN: distances(down, known.get(Line.DOWN)),
            Line.WIDTH: felts(edges[0], across, known.get(Line.WIDTH)),
            Line.HEIGHT: felts(edges[1], down, known.get(Line.HEIGHT)),
        }
        self.asks = None if set(known) >= set(MEASURES) else MEASURES[0]
        self.solve([look.tags])

    def answer(self, taken: bool, sightings: Sequence[Mapping[int, Points]]) -> None:
        """Takes the value of the line in question, or proposes another one."""
        assert self.asks is not None
        if taken:
            following = MEASURES.index(self.asks) + 1
            self.asks = MEASURES[following] if following < len(MEASURES) else None
        else:
            self.choices[self.asks] = self.choices[self.asks].another()
        self.solve(sightings)

    def ask_again(self, sightings: Sequence[Mapping[int, Points]]) -> None:
        """Begins with the first line again; what was chosen stays proposed."""
        self.asks = MEASURES[0]
        self.solve(sightings)

    def solve(self, sightings: Sequence[Mapping[int, Points]]) -> None:
        """Where the tray is by the measures chosen, from the tags of the newest pictures."""
        self.problem = None
        try:
            self.fit = solve_sightings(sightings, self.markers, self.lens)
        except CalibrationError as error:
            self.fit, self.problem = None, error if self.asks is None else None
