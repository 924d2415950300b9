"""`bosstray read`: reads the dice in pictures."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.markup import escape

from calibration.errors import CalibrationError
from calibration.file import load
from ui.cli import EXIT_FAILURE, ConfigurationFailure, Failure
from vision.geometry import Geometry, GeometryError
from vision.network import NetworkError
from vision.picture import Picture, UnreadablePicture, load_picture
from vision.reader import Reader
from vision.result import Die, Reading, Status
from vision.tray_reading import read_tray

MOST_DICE = 100


class Count(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.2 on
    """A number of dice, or `any`."""

    name = "N|any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or value == "any":
            return None
        if not isinstance(value, str) or not value.isascii() or not value.isdecimal() or len(value) > 3:
            self.fail(f"{value} is no number of dice; give 0 to {MOST_DICE} or any.", param, ctx)
        count = int(value)
        if count > MOST_DICE:
            self.fail(f"{count} dice are too many; give 0 to {MOST_DICE} or any.", param, ctx)
        return count


@click.command("read")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, in the order of the pictures.")
@click.option("--calibration", type=click.Path(path_type=Path), metavar="FILE", help="How this camera sees this tray.")
@click.option("--expect", type=Count(), default="any", show_default=True, help="How many dice there should be.")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
def command(as_json: bool, calibration: Path | None, expect: int | None, images: tuple[Path, ...]) -> None:
    """Reads the top faces of the dice in each picture. A value is right or it is withheld."""
    geometry = _geometry(calibration)
    try:
        reader = Reader.load()
    except NetworkError as reason:
        raise Failure(str(reason)) from reason
    console = Console(highlight=False)
    failed = False
    for path in images:
        answer = _answer(reader, geometry, path, expect)
        failed = failed or answer["status"] == "error"
        if as_json:
            click.echo(json.dumps(answer, ensure_ascii=True, allow_nan=False))
        else:
            _show(console, answer)
    if failed:
        raise SystemExit(EXIT_FAILURE)


def _geometry(path: Path | None) -> Geometry | None:
    if path is None:
        return None
    try:
        return load(path).geometry
    except (CalibrationError, GeometryError) as reason:
        raise ConfigurationFailure(str(reason)) from reason


def _answer(reader: Reader, geometry: Geometry | None, path: Path, expect: int | None) -> dict[str, Any]:
    """One line of the contract for one file."""
    try:
        picture = load_picture(path)
        begun = time.perf_counter()
        reading = _read(reader, geometry, picture, expect)
        spent = (time.perf_counter() - begun) * 1000
    except (UnreadablePicture, GeometryError) as reason:
        return {"file": str(path), "status": "error", "values": None, "reason": str(reason), "ms": 0.0, "dice": []}
    values = reading.values
    return {
        "file": str(path),
        "status": reading.status.value,
        "values": None if values is None else list(values),
        "reason": reading.reason,
        "ms": round(spent, 1),
        "dice": [_die(die, picture) for die in reading.dice],
    }


def _read(reader: Reader, geometry: Geometry | None, picture: Picture, expect: int | None) -> Reading:
    if geometry is None or not geometry.calibrated:
        return reader.read(picture, expect=expect)
    return read_tray(reader, geometry, picture, expect=expect)


def _die(die: Die, picture: Picture) -> dict[str, Any]:
    height, width = picture.shape[:2]
    x, y = (float(np.clip(v, 0, limit - 1)) for v, limit in zip(die.center, (width, height), strict=True))
    return {
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "center": [round(x, 1), round(y, 1)],
        "size": round(die.size, 1),
        "corners": [[round(a), round(b)] for a, b in die.corners],
        "flag": None if die.flag is None else die.flag.value,
    }


def _show(console: Console, answer: dict[str, Any]) -> None:
    name = escape(answer["file"])
    status = answer["status"]
    if status == Status.READ.value:
        values = " ".join(str(value) for value in answer["values"])
        console.print(f"{name}: [bold green]{values}[/]", soft_wrap=True)
    elif status == Status.EMPTY.value:
        console.print(f"{name}: no dice", soft_wrap=True)
    else:
        color = "red" if status == "error" else "yellow"
        seen = " ".join(str(die["value"] or "?") for die in answer["dice"])
        console.print(f"{name}: [{color}]{status}[/] {seen + '  ' if seen else ''}{escape(answer['reason'])}", soft_wrap=True)
