"""The calibration as one versioned TOML file, bound to a camera and its mode, with the picture of the empty tray beside it.

version = 1
[camera]      name, width, height in pixels, focus in dioptres (where the lens can move)
[tray]        width_mm, height_mm of the playing area
[markers]     dictionary, size_mm, centers = [[id, x_mm, y_mm], ...] in tray coordinates
[lens]        matrix (3 by 3), distortion; absent when the lens is not known
[homography]  picture_to_tray (3 by 3): undistorted pixels to millimetres
[dice]        size_mm; absent until dice were thrown; colors = ["#rrggbb", ...] of the dice of that throw
[[lanes]]     left, top, right, bottom in mm
[empty]       picture: a file name beside this file; absent when there is none
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import json
import math
import os
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError, Reason
from vision.geometry import Geometry, GeometryError, Image, Lane, Lens

VERSION = 1
DICTIONARY = "DICT_4X4_50"
EMPTY_PICTURE = "empty-{digest}.jpg"
"""The name of the empty picture; a new picture has a new name, so that an old calibration keeps its own to the end."""

_KEYS = {
    "": ("version", "camera", "tray", "markers", "lens", "homography", "dice", "lanes", "empty"),
    "camera": ("name", "width", "height", "focus"),
    "tray": ("width_mm", "height_mm"),
    "markers": ("dictionary", "size_mm", "centers"),
    "lens": ("matrix", "distortion"),
    "homography": ("picture_to_tray",),
    "dice": ("size_mm", "colors"),
    "lanes": ("left", "top", "right", "bottom"),
    "empty": ("picture",),
}


@dataclass(frozen=True, slots=True)
class CameraMode:
    """A camera by name, the size of its pictures in pixels, and its focus in dioptres where the lens can move."""

    name: str
    width: int
    height: int
    focus: float | None = None


@dataclass(frozen=True, slots=True)
class Markers:
    """The ArUco tags round the tray: `size` is the edge of the black square in mm, `centers` are (id, x, y) in mm."""

    size: float
    centers: tuple[tuple[int, float, float], ...]
    dictionary: str = DICTIONARY


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """All that is known about how one camera sees one tray; units as in the file. `die_colors` are as "#rrggbb"."""

    camera: CameraMode
    tray: tuple[float, float]
    markers: Markers
    picture_to_tray: NDArray[np.float64]
    lanes: tuple[Lane, ...]
    lens: Lens | None = None
    die_size: float | None = None
    empty: Image | None = None
    die_colors: tuple[str, ...] = ()

    @property
    def geometry(self) -> Geometry:
        """What reading needs of it; raises `CalibrationError` when the numbers contradict each other."""
        try:
            return Geometry(
                self.camera.width,
                self.camera.height,
                self.picture_to_tray,
                self.tray,
                self.lanes,
                self.lens,
                self.die_size,
                self.empty,
            )
        except GeometryError as error:
            raise CalibrationError(f"The calibration cannot be used: {error}", Reason.DAMAGED) from error


def require_mode(calibration: Calibration, width: int, height: int, name: str | None = None) -> None:
    """Raises `CalibrationError` unless the calibration was made for pictures of this size, and for this camera when named."""
    camera = calibration.camera
    if name is not None and name != camera.name:
        raise CalibrationError(
            f"The calibration is for the camera {camera.name!r}, not for {name!r}; calibrate again.",
            Reason.OTHER_CAMERA,
            was=camera.name,
        )
    if (width, height) != (camera.width, camera.height):
        raise CalibrationError(
            f"The calibration is for pictures of {camera.width}x{camera.height}, but these have {width}x{height}; "
            "use that mode or calibrate again.",
            Reason.OTHER_MODE,
            width=camera.width,
            height=camera.height,
        )


def load(path: Path) -> Calibration:
    """Reads a calibration and its empty picture; raises `CalibrationError` with the reason when it cannot be used."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        sentence = f"The calibration {path} cannot be read: {error.strerror or error}."
        raise CalibrationError(sentence, Reason.DAMAGED) from error
    except UnicodeDecodeError as error:
        raise CalibrationError(f"The calibration {path} is not a text file.", Reason.DAMAGED) from error
    except tomllib.TOMLDecodeError as error:
        raise CalibrationError(f"The calibration {path} is not valid TOML: {error}.", Reason.DAMAGED) from error
    return _Reader(path).calibration(table)


def save(calibration: Calibration, path: Path) -> None:
    """Writes the file, and the empty picture beside it, so that a power cut leaves the old or the new one, never a mixture.

    Raises `CalibrationError` when they cannot be written; the old calibration is then as it was.
    """
    _ = calibration.geometry
    before = _picture_of(path)
    name = None
    if calibration.empty is not None:
        done, data = cv2.imencode(".jpg", calibration.empty, [cv2.IMWRITE_JPEG_QUALITY, 95])
        if not done:
            raise CalibrationError("The picture of the empty tray cannot be stored as JPEG.", Reason.NOT_WRITTEN)
        name = EMPTY_PICTURE.format(digest=hashlib.sha256(data.tobytes()).hexdigest()[:8])
        _replace(path.with_name(name), data.tobytes())
    _replace(path, to_toml(calibration, name).encode())
    if before is not None and before != name:
        with contextlib.suppress(OSError):
            path.with_name(before).unlink()


def _picture_of(path: Path) -> str | None:
    """The picture that a calibration names, if it is one of ours."""
    try:
        name = tomllib.loads(path.read_text(encoding="utf-8"))["empty"]["picture"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, LookupError, TypeError):
        return None
    return name if isinstance(name, str) and re.fullmatch(r"empty(-[0-9a-f]{8})?\.jpg", name) else None


def to_toml(calibration: Calibration, empty: str | None = None) -> str:
    """The text of the file; `empty` is the name of the picture of the empty tray."""
    camera, markers = calibration.camera, calibration.markers
    lines = [
        "# Made by `bosstray calibrate` for one camera and one tray; make a new one when either has changed.",
        f"version = {VERSION}",
        "",
        "[camera]",
        f"name = {_text(camera.name)}",
        f"width = {camera.width}",
        f"height = {camera.height}",
    ]
    if camera.focus is not None:
        lines.append(f"focus = {_number(camera.focus)}")
    lines += [
        "",
        "[tray]",
        f"width_mm = {_number(calibration.tray[0])}",
        f"height_mm = {_number(calibration.tray[1])}",
        "",
        "[markers]",
        f"dictionary = {_text(markers.dictionary)}",
        f"size_mm = {_number(markers.size)}",
        f"centers = [{', '.join(f'[{tag}, {_number(x)}, {_number(y)}]' for tag, x, y in markers.centers)}]",
    ]
    if calibration.lens is not None:
        lines += [
            "",
            "[lens]",
            f"matrix = {_matrix(calibration.lens.matrix)}",
            f"distortion = {_row(calibration.lens.distortion)}",
        ]
    lines += ["", "[homography]", f"picture_to_tray = {_matrix(calibration.picture_to_tray)}"]
    if calibration.die_size is not None:
        lines += ["", "[dice]", f"size_mm = {_number(calibration.die_size)}"]
        if calibration.die_colors:
            lines.append(f"colors = [{', '.join(map(_text, calibration.die_colors))}]")
    for lane in calibration.lanes:
        lines += ["", "[[lanes]]"]
        lines += [f"{side} = {_number(getattr(lane, side))}" for side in _KEYS["lanes"]]
    if empty is not None:
        lines += ["", "[empty]", f"picture = {_text(empty)}"]
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    # A JSON string with its non-ASCII characters kept is a TOML basic string, DEL apart.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _number(value: float) -> str:
    return repr(float(value))


def _row(values: Iterable[float]) -> str:
    return f"[{', '.join(_number(value) for value in values)}]"


def _matrix(matrix: NDArray[np.float64]) -> str:
    rows = ",\n".join(f"    {_row(row)}" for row in matrix)
    return f"[\n{rows},\n]"


def _replace(path: Path, data: bytes) -> None:
    partial = path.with_name(f".{path.name}.partial")
    try:
        with partial.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
        # The new name itself must be on the disk before anything relies on it.
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        sentence = f"The calibration cannot be written to {path}: {error.strerror or error}."
        raise CalibrationError(sentence, Reason.NOT_WRITTEN) from error


class _Reader:
    """Turns the parsed table into a `Calibration`; every complaint names the file and the key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fail(self, what: str, reason: Reason = Reason.DAMAGED) -> NoReturn:
        raise CalibrationError(f"The calibration {self.path} {what}.", reason)

    def calibration(self, table: dict[str, Any]) -> Calibration:
        version = table.get("version")
        if version != VERSION or isinstance(version, bool):
            known = f"has version {version}" if version is not None else "has no version"
            self.fail(f"{known}, but this program reads version {VERSION}; calibrate again", Reason.OTHER_VERSION)
        self.known_keys(table, "")
        camera = self.section(table, "camera")
        tray = self.section(table, "tray")
        dice = self.section(table, "dice") if "dice" in table else None
        result = Calibration(
            CameraMode(
                self.text(camera, "camera.name"),
                self.whole(camera, "camera.width", 1, 20000),
                self.whole(camera, "camera.height", 1, 20000),
                self.number(camera, "camera.focus", 0.0, 100.0) if "focus" in camera else None,
            ),
            (self.number(tray, "tray.width_mm", 10.0, 5000.0), self.number(tray, "tray.height_mm", 10.0, 5000.0)),
            self.markers(self.section(table, "markers")),
            self.matrix(self.section(table, "homography"), "homography.picture_to_tray"),
            self.lanes(table.get("lanes")),
            self.lens(self.section(table, "lens")) if "lens" in table else None,
            self.number(dice, "dice.size_mm", 3.0, 60.0) if dice is not None else None,
            self.empty(self.section(table, "empty")) if "empty" in table else None,
            self.colors(dice.get("colors", [])) if dice is not None else (),
        )
        if result.empty is not None and result.empty.shape[:2] != (result.camera.height, result.camera.width):
            self.fail("has a picture of the empty tray of another size than its camera's pictures; calibrate again")
        _ = result.geometry
        return result

    def known_keys(self, table: dict[str, Any], section: str) -> None:
        for key in table:
            if key not in _KEYS[section]:
                near = difflib.get_close_matches(key, _KEYS[section], n=1)
                name = f"{section}.{key}" if section else key
                self.fail(f"has an unknown key {name!r}" + (f"; did you mean {near[0]!r}" if near else ""))

    def section(self, table: dict[str, Any], name: str) -> dict[str, Any]:
        section = table.get(name)
        if not isinstance(section, dict):
            self.fail(f"lacks the section [{name}]")
        self.known_keys(section, name)
        return section

    def text(self, section: dict[str, Any], name: str) -> str:
        value = section.get(name.partition(".")[2])
        if not isinstance(value, str) or not value:
            self.fail(f"needs a text for {name}")
        return value

    def whole(self, section: dict[str, Any], name: str, low: int, high: int) -> int:
        value = section.get(name.partition(".")[2])
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail(f"needs a whole number from {low} to {high} for {name}")
        return value

    def number(self, section: dict[str, Any], name: str, low: float, high: float) -> float:
        value = section.get(name.partition(".")[2])
        if not _is_number(value) or not low <= value <= high:
            self.fail(f"needs a number from {low:g} to {high:g} for {name}")
        return float(value)

    def numbers(self, value: object, name: str, counts: tuple[int, ...]) -> list[float]:
        if not isinstance(value, list) or len(value) not in counts or not all(_is_number(entry) for entry in value):
            self.fail(f"needs {' or '.join(map(str, counts))} numbers for {name}")
        return [float(entry) for entry in value]

    def matrix(self, section: dict[str, Any], name: str) -> NDArray[np.float64]:
        rows = section.get(name.partition(".")[2])
        if not isinstance(rows, list) or len(rows) != 3:
            self.fail(f"needs 3 rows of 3 numbers for {name}")
        return np.array([self.numbers(row, name, (3,)) for row in rows], dtype=np.float64)

    def lens(self, section: dict[str, Any]) -> Lens:
        distortion = self.numbers(section.get("distortion"), "lens.distortion", (4, 5, 8, 12, 14))
        return Lens(self.matrix(section, "lens.matrix"), np.array(distortion, dtype=np.float64))

    def markers(self, section: dict[str, Any]) -> Markers:
        dictionary = self.text(section, "markers.dictionary")
        if dictionary != DICTIONARY:
            self.fail(f"uses the markers {dictionary}, but this program knows {DICTIONARY}")
        size = self.number(section, "markers.size_mm", 1.0, 500.0)
        rows = section.get("centers")
        if not isinstance(rows, list) or not rows:
            self.fail("needs rows of [id, x_mm, y_mm] for markers.centers")
        centers = []
        for row in rows:
            tag, x, y = self.numbers(row, "each of markers.centers", (3,))
            if tag != int(tag) or not 0 <= tag < 50:
                self.fail("needs ids from 0 to 49 in markers.centers")
            centers.append((int(tag), x, y))
        if len({tag for tag, _, _ in centers}) != len(centers):
            self.fail("has the same id twice in markers.centers")
        return Markers(size, tuple(centers), dictionary)

    def lanes(self, rows: object) -> tuple[Lane, ...]:
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            self.fail("needs at least one [[lanes]]")
        lanes = []
        for row in rows:
            self.known_keys(row, "lanes")
            left, top, right, bottom = (self.number(row, f"lanes.{side}", -5000.0, 5000.0) for side in _KEYS["lanes"])
            try:
                lanes.append(Lane(left, top, right, bottom))
            except GeometryError as error:
                sentence = f"The calibration {self.path} cannot be used: {error}"
                raise CalibrationError(sentence, Reason.DAMAGED) from error
        return tuple(lanes)

    def colors(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(re.fullmatch(r"#[0-9a-f]{6}", str(color)) for color in value):
            self.fail('needs colours as "#rrggbb" for dice.colors')
        return tuple(map(str, value))

    def empty(self, section: dict[str, Any]) -> Image:
        name = self.text(section, "empty.picture")
        if Path(name).name != name:
            self.fail("needs a plain file name beside it for empty.picture")
        try:
            data = np.frombuffer(self.path.with_name(name).read_bytes(), dtype=np.uint8)
        except OSError as error:
            self.fail(f"names the picture {name!r} of the empty tray, which cannot be read: {error.strerror or error}")
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if image is None:
            self.fail(f"names the picture {name!r} of the empty tray, which is damaged")
        return np.asarray(image, dtype=np.uint8)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
