"""What one camera picture tells while a camera is being set up: the tags, the light, glare, and whether anything moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from calibration.file import Markers
from calibration.markers import center, fit_tray, marker_sightings
from vision.geometry import Image, Points

CORNERS = (0, 1, 2, 3)
"""The ids of the four tags, clockwise from the top left."""

DARK_PAPER = 90.0
BURNT_MEAN = 235.0
GLARE_LEVEL = 250
GLARE_SHARE = 0.0015
"""A burnt-out spot counts from this share of the tray's area on: about a quarter of a die."""
BANDS = 24
_SMALL = 160
_EDGE_SHARE = 0.01
_LEAST_SPAN = 0.35
_DARKNESS = 16.0
_STIR = 0.13
_STIRRED = 6


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture of `width` by `height` pixels, taken at `time` in seconds.

    `tags` are the corners of the tags 0 to 3 in pixels; `refused` is what is wrong with the view, `None` when nothing is.
    `sharpness` is 0 to 1, 1 for ideal edges, `None` when there are none. `paper` (0 to 255) is how bright the white of the
    tags is, `mean` how bright the tray is; `glare` are burnt-out spots on it as (x, y, width, height) in 0..1 of the picture.
    `bands` are the brightness of stripes of the tray from top to bottom, for lamps that flicker; `small` is the picture in
    grey, for motion.
    """

    time: float
    width: int
    height: int
    tags: Mapping[int, Points]
    refused: CalibrationError | None
    sharpness: float | None
    paper: float
    mean: float
    glare: tuple[tuple[float, float, float, float], ...]
    bands: NDArray[np.float32]
    small: NDArray[np.float32]

    @property
    def hull(self) -> Points | None:
        """The centres of the four tags, clockwise from tag 0, shape (4, 2); `None` unless all are seen."""
        if any(tag not in self.tags for tag in CORNERS):
            return None
        return np.array([center(self.tags[tag]) for tag in CORNERS])


def look(image: Image, time: float, edge: float | None = None) -> Look:
    """Looks at a camera picture, uint8 B,G,R; `edge` is the width of its sharpest edges in pixels, 2 for an ideal one."""
    height, width = image.shape[:2]
    sightings = [(tag, quad) for tag, quad in marker_sightings(image) if tag in CORNERS]
    tags: dict[int, Points] = {}
    twice: int | None = None
    for tag, quad in sightings:
        twice = tag if tag in tags else twice
        tags.setdefault(tag, quad)
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    small = cv2.resize(gray, (_SMALL, max(1, round(_SMALL * height / width))), interpolation=cv2.INTER_AREA)
    area = _tray_area(tags, width, height)
    inside = cv2.resize(area, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    light = small[inside] if np.any(inside) else small.ravel()
    return Look(
        time,
        width,
        height,
        tags,
        _view_refused(tags, twice, width, height),
        None if edge is None else min(1.0, 2.0 / max(edge, 1e-6)),
        _paper(gray, tags) if tags else float(np.percentile(light, 99)),
        float(light.mean()),
        _glare(image, area),
        _bands(gray, area),
        small.astype(np.float32),
    )


def light_refused(look: Look) -> CalibrationError | None:
    """What is wrong with the light on the tray, `None` when dice can be read in it."""
    if look.paper < DARK_PAPER:
        return CalibrationError("It is too dark to read dice; turn up the lamp.", Reason.DARK)
    if look.mean > BURNT_MEAN:
        return CalibrationError("The picture is burnt out; turn the lamp down.", Reason.BURNT)
    if look.glare:
        return CalibrationError("There is glare on the tray; move the lamp aside.", Reason.GLARE, spots=len(look.glare))
    return None


def restless(one: Look, other: Look) -> bool:
    """Whether something has moved between two looks, or a hand has come in; a lamp that flickers moves nothing."""
    if one.small.shape != other.small.shape:
        return True
    change = cv2.GaussianBlur(np.log(one.small + _DARKNESS) - np.log(other.small + _DARKNESS), (0, 0), 1.0)
    # The stripes of a flickering lamp run along the rows.
    change = np.abs(change - np.median(change, axis=1, keepdims=True))
    return bool(np.count_nonzero(change > _STIR) > _STIRRED)


def estimated_markers(tags: Mapping[int, Points], size: float) -> Markers:
    """Where the four tags of edge `size` mm lie, by their own size: distances good to about half a hundredth without a lens.

    Raises `CalibrationError` when a tag is missing or the view cannot be right.
    """
    missing = [tag for tag in CORNERS if tag not in tags]
    if missing:
        fit_tray(tags, Markers(size, tuple((tag, 0.0, 0.0) for tag in CORNERS)))
    middles = np.array([center(tags[tag]) for tag in CORNERS])
    guess = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    to_square = np.asarray(cv2.getPerspectiveTransform(middles.astype(np.float32), guess.astype(np.float32)), np.float64)
    rows, wanted = [], []
    for tag in CORNERS:
        quad = cv2.perspectiveTransform(tags[tag].reshape(-1, 1, 2), to_square).reshape(-1, 2)
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        far_across, far_down = quad[2] - quad[3], quad[2] - quad[1]
        # A tag is a square: its edges are equally long and upright to each other, in the right proportions of the rectangle.
        for one, two, product in ((across, far_across, 1.0), (down, far_down, 1.0), (across, down, 0.0)):
            rows.append(one * two)
            wanted.append(product * size**2)
    solved, *_ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    if not np.all(solved > 0):
        raise CalibrationError(
            "The markers do not make a four-sided figure; put one at each corner of the tray.", Reason.CORNERS
        )
    width, height = (float(side) for side in np.sqrt(solved))
    return Markers(size, ((0, 0.0, 0.0), (1, width, 0.0), (2, width, height), (3, 0.0, height)))


def _view_refused(tags: Mapping[int, Points], twice: int | None, width: int, height: int) -> CalibrationError | None:
    """What is wrong with the view before anything was measured; the nearest thing to do comes first."""
    if twice is not None:
        return CalibrationError(f"Marker {twice} is seen twice; leave only one of each on the table.", Reason.TWICE, tag=twice)
    try:
        markers = Markers(1.0, ((0, 0.0, 0.0), (1, 10.0, 0.0), (2, 10.0, 10.0), (3, 0.0, 10.0)))
        if all(tag in tags for tag in CORNERS):
            markers = estimated_markers(tags, 1.0)
        fit_tray(tags, markers)
    except CalibrationError as error:
        if error.reason is not Reason.APART:
            return error
    if any(tag not in tags for tag in CORNERS):
        return None
    middles = np.array([center(tags[tag]) for tag in CORNERS])
    quarters = _quarters(middles)
    if quarters:
        return CalibrationError("The camera does not stand upright; turn it.", Reason.TURNED, quarters=quarters)
    for tag in CORNERS:
        low, high = tags[tag].min(axis=0), tags[tag].max(axis=0)
        room = _EDGE_SHARE * width
        if low.min() < room or high[0] > width - room or high[1] > height - room:
            return CalibrationError(
                f"Marker {tag} lies at the edge of the picture; raise the camera, or turn it.", Reason.EDGE, tag=tag
            )
    span = middles.max(axis=0) - middles.min(axis=0)
    if span[0] < _LEAST_SPAN * width and span[1] < _LEAST_SPAN * height:
        return CalibrationError("The tray is small in the picture; lower the camera.", Reason.FAR)
    return None


def _quarters(middles: Points) -> int:
    """By how many quarters of a turn, clockwise, the tray stands turned in the picture."""
    along = middles[1] - middles[0] + middles[2] - middles[3]
    return round(float(np.arctan2(along[1], along[0])) / (np.pi / 2)) % 4


def _tray_area(tags: Mapping[int, Points], width: int, height: int) -> NDArray[np.uint8]:
    """Where the tray is, as a mask of shape (height, width): between the tags, the tags left out; else the middle."""
    mask = np.zeros((height, width), np.uint8)
    if all(tag in tags for tag in CORNERS):
        corners = np.concatenate([tags[tag] for tag in CORNERS]).astype(np.float32).reshape(-1, 1, 2)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners).astype(np.int32), 1)
        for tag in CORNERS:
            middle = tags[tag].mean(axis=0)
            # The white edge of the paper is no glare.
            cv2.fillConvexPoly(mask, (middle + (tags[tag] - middle) * 1.7).astype(np.int32).reshape(-1, 1, 2), 0)
    else:
        mask[height // 5 : height - height // 5, width // 5 : width - width // 5] = 1
    return mask


def _paper(gray: NDArray[np.uint8], tags: Mapping[int, Points]) -> float:
    """The white of the tags, the median over them: a felt may be black, paper is white."""
    found = []
    for quad in tags.values():
        left, top = np.maximum(quad.min(axis=0).astype(int), 0)
        right, bottom = quad.max(axis=0).astype(int) + 1
        part = gray[top:bottom, left:right]
        if part.size:
            found.append(float(np.percentile(part, 88)))
    return float(np.median(found)) if found else 0.0


def _glare(image: Image, area: NDArray[np.uint8]) -> tuple[tuple[float, float, float, float], ...]:
    height, width = area.shape
    burnt = np.asarray(cv2.inRange(image, (GLARE_LEVEL,) * 3, (255,) * 3), np.uint8) & area
    if not burnt.any():
        return ()
    burnt = np.asarray(cv2.morphologyEx(burnt, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8)
    least = GLARE_SHARE * max(1, int(np.count_nonzero(area)))
    count, _, stats, _ = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    spots = [stats[label] for label in range(1, count) if stats[label][4] >= least]
    spots.sort(key=lambda spot: -int(spot[4]))
    return tuple((float(x) / width, float(y) / height, float(w) / width, float(h) / height) for x, y, w, h, _ in spots[:6])


def _bands(gray: NDArray[np.uint8], area: NDArray[np.uint8]) -> NDArray[np.float32]:
    rows = np.nonzero(area.any(axis=1))[0]
    if len(rows) < BANDS:
        return np.full(BANDS, float(gray.mean()), np.float32)
    columns = np.nonzero(area.any(axis=0))[0]
    inset = (columns[-1] - columns[0]) // 4
    part = gray[rows[0] : rows[-1] + 1, columns[0] + inset : max(columns[-1] - inset, columns[0] + inset + 1) : 4]
    return np.array([float(band.mean()) for band in np.array_split(part, BANDS)], np.float32)
