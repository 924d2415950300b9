"""What a person measures with a ruler, chosen with two buttons: the camera proposes, another press proposes the next."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.file import Markers
from calibration.markers import center, homography_between, undistorted
from vision.geometry import Geometry, Image, Lane, Lens, Points, lane_view, rectify

NEAR = 12
"""So many mm to both sides of a proposed distance are offered."""
MOST_LANES = 6
DIVIDERS = (0.0, 6.0, 8.0, 10.0, 12.0, 15.0, 18.0, 20.0, 25.0)

_FELT_SCALE = 1.5
_WIDEST = 1.3
_NARROWEST = 0.45
_MOST_PEAKS = 5
_FAINTEST = 0.3
_QUIET = 1.9


class Line(enum.Enum):
    """What is asked: centre of tag 0 to that of tag 1, and to that of tag 3; the felt; the lanes and the wood between them."""

    ACROSS = "across"
    DOWN = "down"
    WIDTH = "width"
    HEIGHT = "height"
    LANES = "lanes"
    DIVIDER = "divider"


@dataclass(frozen=True, slots=True)
class Choice:
    """The values on offer for a line, and which of them is proposed now."""

    values: tuple[float, ...]
    at: int = 0

    @property
    def value(self) -> float:
        return self.values[self.at]

    def another(self) -> Choice:
        """The next value; after the last comes the first."""
        return Choice(self.values, (self.at + 1) % len(self.values))


def distances(estimated: float, known: float | None = None) -> Choice:
    """Whole millimetres round what the camera estimates, the nearest first; what is `known` comes before them."""
    middle = round(estimated)
    offsets = [0, *(sign * step for step in range(1, NEAR + 1) for sign in (1, -1))]
    values = [float(middle + offset) for offset in offsets if middle + offset > 10]
    return Choice(tuple(dict.fromkeys(([known] if known is not None else []) + values)))


def felts(edges: tuple[float, ...], between: float, known: float | None = None) -> Choice:
    """Sizes of the felt: what is `known`, then where edges were seen, then whole millimetres round the first of these; with no
    edge, what fits `between` the tags."""
    seen = edges or (round(between * 0.84),)
    first = known if known is not None else seen[0]
    values = [*([known] if known is not None else []), *seen]
    values += [first + sign * step for step in range(1, NEAR + 1) for sign in (1, -1)]
    return Choice(tuple(dict.fromkeys(float(value) for value in values if value > 20)))


def felt_edges(
    image: Image, tags: Mapping[int, Points], markers: Markers, lens: Lens | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Widths and heights in mm, the clearest first, at which edges lie symmetrically round the middle of the `markers`.

    `image` is uint8 B,G,R of shape (height, width, 3), `tags` the corners in it.
    """
    places = np.array([[x, y] for _, x, y in markers.centers])
    low, high = places.min(axis=0), places.max(axis=0)
    middle, size = (low + high) / 2, high - low
    quads = {tag: undistorted(tags[tag], lens) for tag, _, _ in markers.centers}
    homography = homography_between(np.array([center(quads[tag]) for tag, _, _ in markers.centers]), places)
    half = size * _WIDEST / 2
    area = Lane(*(middle - half), *(middle + half))
    height, width = image.shape[:2]
    geometry = Geometry(width, height, homography, (float(size[0]), float(size[1])), (area,), lens)
    view = lane_view(geometry, area, _FELT_SCALE)
    top = rectify(view, image).astype(np.float32)
    clear = np.ones(top.shape[:2], bool)
    for _, x, y in markers.centers:
        left, upper = (np.array([x, y]) - middle + half - markers.size * _QUIET / 2) * _FELT_SCALE
        reach = markers.size * _QUIET * _FELT_SCALE
        clear[max(0, int(upper)) : max(0, int(upper + reach)), max(0, int(left)) : max(0, int(left + reach))] = False
    rows, columns = top.shape[0] // 2, top.shape[1] // 2
    # The middle of each side: corners are rounded, and tags lie near them.
    band_y = slice(int(rows - size[1] * 0.2 * _FELT_SCALE), int(rows + size[1] * 0.2 * _FELT_SCALE) + 1)
    band_x = slice(int(columns - size[0] * 0.3 * _FELT_SCALE), int(columns + size[0] * 0.3 * _FELT_SCALE) + 1)
    across = _profile(top[band_y], clear[band_y], 0)
    down = _profile(top[:, band_x], clear[:, band_x], 1)
    return _symmetric(across, float(size[0])), _symmetric(down, float(size[1]))


def _profile(part: NDArray[np.float32], clear: NDArray[np.bool_], axis: int) -> NDArray[np.float64]:
    """How steeply the mean colour changes along the other axis."""
    weight = clear.sum(axis=axis)
    mean = (part * clear[..., None]).sum(axis=axis) / np.maximum(weight, 1)[:, None]
    smooth = cv2.GaussianBlur(mean.reshape(1, -1, 3), (0, 0), 1.2 * _FELT_SCALE, borderType=cv2.BORDER_REPLICATE)
    slope = np.abs(np.gradient(smooth.reshape(-1, 3), axis=0)).max(axis=1)
    slope[weight < 0.5 * weight.max()] = 0.0
    return np.asarray(slope, np.float64)


def _symmetric(slope: NDArray[np.float64], between: float) -> tuple[float, ...]:
    count = len(slope)
    places = np.arange(count)
    middle = (count - 1) / 2
    least, most = _NARROWEST * between * _FELT_SCALE, (count - 1) * 0.98
    widths = np.arange(least, most, 0.5)
    reach = 2.5 * _FELT_SCALE
    wide = np.array([slope[max(0, int(p - reach)) : int(p + reach) + 2].max() for p in places])
    scores = np.minimum(np.interp(middle - widths / 2, places, wide), np.interp(middle + widths / 2, places, wide))
    # The mean of both sides tells where the edge is, their lesser one how sure it is.
    fine = np.interp(middle - widths / 2, places, slope) + np.interp(middle + widths / 2, places, slope)
    score = scores * fine
    peaks = [
        index
        for index in range(1, len(widths) - 1)
        if score[index] > 0 and score[index] == score[max(0, index - 8) : index + 9].max()
    ]
    peaks.sort(key=lambda index: -float(score[index]))
    strongest = float(score[peaks[0]]) if peaks else 0.0
    found = [float(round(widths[index] / _FELT_SCALE)) for index in peaks if score[index] > _FAINTEST**2 * strongest]
    return tuple(dict.fromkeys(found))[:_MOST_PEAKS]
