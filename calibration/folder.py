"""A calibration from a folder of pictures: `lens*`, `empty*` and `throw*`, all from one camera in one mode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from calibration.bleed import unbled
from calibration.bulge import view_from_tags
from calibration.dice_size import DiceSize, measure_dice
from calibration.errors import CalibrationError
from calibration.file import Calibration, CameraMode
from calibration.markers import TrayFit, find_markers
from calibration.solve import LensFit, centered_markers, empty_tray, equal_lanes, solve_lens, solve_tray
from vision.geometry import Image, Lens
from vision.picture import UnreadablePicture, load_picture

MOST_PICTURES = 60


@dataclass(frozen=True, slots=True)
class TraySetup:
    """What a person has measured, in mm: the playing area, the distances between the tags' centres (0 to 1, 0 to 3), the edge
    of a tag's black square, the camera's height above the felt (`None` when not measured); and how many lanes are wanted,
    `divider` mm apart."""

    tray: tuple[float, float]
    across: float
    down: float
    tag: float
    lanes: int = 2
    divider: float = 0.0
    above: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A calibration and how well it fits; `lens` and `dice` are `None` when there were no pictures for them; without
    those of the lens the tags alone tell of it."""

    calibration: Calibration
    tray: TrayFit
    lens: LensFit | None
    dice: DiceSize | None


def calibrate_from(folder: Path, setup: TraySetup, camera: str, focus: float | None = None) -> Solved:
    """Computes the calibration of `camera` from the pictures in `folder`. Raises `CalibrationError` with the reason."""
    lens_pictures, empties, throws = (_pictures(folder, kind) for kind in ("lens", "empty", "throw"))
    if not empties:
        raise CalibrationError(f"{folder} needs at least one picture of the empty tray, named empty-1.jpg or so.")
    height, width = empties[0].shape[:2]
    if any(picture.shape[:2] != (height, width) for picture in (*lens_pictures, *empties, *throws)):
        raise CalibrationError(f"The pictures in {folder} must all have the same size, that of the mode used in play.")
    lens = solve_lens(lens_pictures) if lens_pictures else None
    known = lens.lens if lens is not None else _lens_by_tags(empties[0], setup.tag)
    markers = centered_markers(setup.tray, setup.across, setup.down, setup.tag)
    fit = solve_tray(empties, markers, known)
    calibration = Calibration(
        CameraMode(camera, width, height, focus),
        setup.tray,
        markers,
        fit.picture_to_tray,
        equal_lanes(setup.tray, setup.lanes, setup.divider),
        known,
        None,
        empty_tray(empties),
    )
    # A measured lens tells where the camera is better than a ruler does.
    dice = _dice(throws, calibration, setup.above if lens is None else None)
    if dice is not None:
        calibration = replace(calibration, die_size=round(dice.edge, 2), die_colors=dice.colors)
    return Solved(calibration, fit, lens, dice)


def _lens_by_tags(picture: Image, tag: float) -> Lens | None:
    """The lens by the sizes of the tags, `None` where they tell none; what is wrong with the view is said by the fit."""
    height, width = picture.shape[:2]
    try:
        return view_from_tags(unbled(picture, find_markers(picture)), tag, width, height).lens
    except CalibrationError:
        return None


def _dice(throws: list[Image], calibration: Calibration, above: float | None) -> DiceSize | None:
    """The size from the throw that most dice agree on; the reason of the last one when none tells it."""
    measured, reason = [], None
    for throw in throws:
        try:
            measured.append(measure_dice(throw, calibration.geometry, above))
        except CalibrationError as error:
            reason = error
    if not measured and reason is not None:
        raise reason
    return max(measured, key=lambda size: size.count, default=None)


def _pictures(folder: Path, kind: str) -> list[Image]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.name.lower().startswith(kind) and path.is_file())
    except OSError as error:
        raise CalibrationError(f"The folder {folder} cannot be read: {error.strerror or error}.") from error
    if len(paths) > MOST_PICTURES:
        raise CalibrationError(f"{folder} holds {len(paths)} pictures named {kind}; {MOST_PICTURES} are enough.")
    pictures = []
    for path in paths:
        try:
            pictures.append(load_picture(path))
        except UnreadablePicture as error:
            raise CalibrationError(f"{path}: {error}") from error
    return pictures
