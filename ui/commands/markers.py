"""`bosstray markers`: the tags for the tray and the board for the lens, as a PDF to print."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.sheet import marker_sheets
from ui.cli import Failure


@click.command("markers")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("bosstray-markers.pdf"),
    show_default=True,
    metavar="FILE",
    help="The PDF to write.",
)
def command(output: Path) -> None:
    """Writes two A4 pages: the four tags that show the camera where the tray is, and a board for measuring the lens."""
    try:
        output.write_bytes(marker_sheets())
    except CalibrationError as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"{output} cannot be written: {error.strerror or error}.") from error
    click.echo(f"{output}: print it at 100 % and check the bar with a ruler.")
