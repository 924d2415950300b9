"""`bosstray calibrate`: how the camera sees the tray, from a folder of pictures."""

from __future__ import annotations

import re
from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.file import save
from calibration.folder import Solved, TraySetup, calibrate_from
from calibration.sheet import TAG_MM
from ui.cli import Failure
from ui.config_option import config_option, configured
from ui.folders import calibration_file

MILLIMETRES = click.FloatRange(10.0, 5000.0)


class TraySize(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.2 on
    """Width and height in millimetres, such as `312x230`."""

    name = "WxH"

    def convert(
        self, value: str | tuple[float, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        if not re.fullmatch(r"\d{2,4}(\.\d+)?x\d{2,4}(\.\d+)?", value):
            self.fail(f"{value} is no size of a tray; write width and height in mm as 312x230.", param, ctx)
        width, height = (float(side) for side in value.split("x"))
        return width, height


@click.command("calibrate")
@click.option(
    "--from",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Pictures from the camera and mode of play: empty*, and, if wanted, throw* and lens*.",
)
@click.option("--tray", type=TraySize(), required=True, help="The playing area in mm, e.g. 312x230.")
@click.option("--across", type=MILLIMETRES, required=True, metavar="MM", help="From the centre of tag 0 to that of tag 1.")
@click.option("--down", type=MILLIMETRES, required=True, metavar="MM", help="From the centre of tag 0 to that of tag 3.")
@click.option(
    "--tag", type=click.FloatRange(5.0, 200.0), default=TAG_MM, show_default=True, metavar="MM", help="A tag's black edge."
)
@click.option("--lanes", type=click.IntRange(1, 6), metavar="N", help="Lanes side by side; by default those configured.")
@click.option(
    "--divider", type=click.FloatRange(0.0, 100.0), default=0.0, show_default=True, metavar="MM", help="Between two lanes."
)
@click.option("--above", type=MILLIMETRES, metavar="MM", help="The camera's height above the felt; not needed with lens*.")
@click.option("--camera", metavar="NAME", help="The camera that took the pictures; by default the configured one.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Instead of the usual place.")
@config_option
def command(
    folder: Path,
    tray: tuple[float, float],
    across: float,
    down: float,
    tag: float,
    lanes: int | None,
    divider: float,
    above: float | None,
    camera: str | None,
    output: Path | None,
    config: Path | None,
) -> None:
    """Computes how the camera sees the tray and writes the calibration.

    FOLDER holds pictures of the empty tray with its four tags (empty-1.jpg ...), of one throw of five dice that lie apart
    (throw-1.jpg ...) and, for a lens that bends lines, of the lens board (lens-01.jpg ...).
    """
    settings = configured(config).settings
    setup = TraySetup(tray, across, down, tag, lanes or settings.table.lanes, divider, above)
    path = output or calibration_file(settings)
    try:
        solved = calibrate_from(folder, setup, camera or settings.camera.source)
        if output is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        save(solved.calibration, path)
    except CalibrationError as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from error
    for line in _report(solved):
        click.echo(line)
    click.echo(f"written to {path}")


def _report(solved: Solved) -> list[str]:
    lens, dice, tray = solved.lens, solved.dice, solved.tray
    return [
        f"lens   {lens.error:.2f} pixels, from {lens.views} pictures" if lens else "lens   not measured (no lens* pictures)",
        f"tray   {tray.error:.2f} mm, at most {tray.worst:.2f} mm",
        f"dice   {dice.edge:.1f} mm, from {dice.count}" if dice else "dice   size unknown (no throw* pictures)",
        f"lanes  {len(solved.calibration.lanes)}",
    ]
