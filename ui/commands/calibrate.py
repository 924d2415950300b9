"""`bosstray calibrate`: how the camera sees the tray, on the screen with two buttons or from a folder of pictures."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.file import save
from calibration.folder import Solved, TraySetup, calibrate_from
from calibration.measures import Line
from calibration.sheet import TAG_MM
from hardware.frame import CameraError
from hardware.gpio import PanelError
from hardware.open_camera import is_live
from ui.cli import Failure
from ui.config_option import config_option, configured
from ui.display import DisplayError, MemoryDisplay, WindowDisplay
from ui.eyes import Eyes
from ui.folders import calibration_file
from ui.guide_words import millimetres
from ui.guided import Guided, GuidedError
from ui.live_table import CAMERA_DEADLINE, LiveTable, open_live_table
from ui.open_source import open_source
from ui.settings import Settings
from ui.table_calibration import guide_maker, known_before
from ui.words import languages

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


class ScreenSize(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.2 on
    """Width and height in pixels, such as `800x480`."""

    name = "WxH"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        if not re.fullmatch(r"[1-9]\d{2,3}x[1-9]\d{2,3}", value):
            self.fail(f"{value} is no size; write it as 1280x720.", param, ctx)
        width, height = (int(side) for side in value.split("x"))
        return width, height


@click.command("calibrate")
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Compute from pictures of the camera and mode of play: empty*, and, if wanted, throw* and lens*.",
)
@click.option("--tray", type=TraySize(), help="The playing area in mm, e.g. 312x230.")
@click.option("--across", type=MILLIMETRES, metavar="MM", help="From the centre of tag 0 to that of tag 1.")
@click.option("--down", type=MILLIMETRES, metavar="MM", help="From the centre of tag 0 to that of tag 3.")
@click.option("--tag", type=click.FloatRange(5.0, 200.0), metavar="MM", help=f"A tag's black edge; {TAG_MM:g} as printed.")
@click.option("--lanes", type=click.IntRange(1, 6), metavar="N", help="Lanes side by side; by default those configured.")
@click.option("--divider", type=click.FloatRange(0.0, 100.0), metavar="MM", help="Between two lanes.")
@click.option("--above", type=MILLIMETRES, metavar="MM", help="With --from: the camera's height above the felt.")
@click.option(
    "--camera", metavar="NAME", help="The camera; by default the configured one. On the screen also a folder or video."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Instead of the usual place.")
@click.option("--headless", is_flag=True, help="Draw into memory; green is pressed as soon as it is lit.")
@click.option("--screenshots", type=click.Path(path_type=Path), metavar="DIR", help="Write a PNG for every page shown.")
@click.option("--size", type=ScreenSize(), metavar="WxH", help="Size of the picture, e.g. 800x480.")
@click.option("--fullscreen", is_flag=True, help="Use the whole screen.")
@click.option("--language", type=click.Choice(languages()), help="The language; by default the configured one.")
@config_option
def command(
    folder: Path | None,
    tray: tuple[float, float] | None,
    across: float | None,
    down: float | None,
    tag: float | None,
    lanes: int | None,
    divider: float | None,
    above: float | None,
    camera: str | None,
    output: Path | None,
    headless: bool,
    screenshots: Path | None,
    size: tuple[int, int] | None,
    fullscreen: bool,
    language: str | None,
    config: Path | None,
) -> None:
    """Learns how the camera sees the tray and writes the calibration.

    On the screen it leads step by step; green goes on, red goes back, as in play. What is measured can be given beforehand.

    With --from no screen is needed: FOLDER holds pictures of the empty tray with its four tags (empty-1.jpg ...), of one throw
    of five dice that lie apart (throw-1.jpg ...) and, for a lens that bends lines, of the lens board (lens-01.jpg ...).
    """
    settings = configured(config).settings
    path = output or calibration_file(settings)
    if folder is not None:
        if tray is None or across is None or down is None:
            raise click.UsageError("With --from the measures are needed: --tray, --across and --down.")
        setup = TraySetup(tray, across, down, tag or TAG_MM, lanes or settings.table.lanes, divider or 0.0, above)
        _from_folder(folder, setup, camera or settings.camera.source, path, make=output is None)
        return
    measures = {Line.ACROSS: across, Line.DOWN: down}
    if tray is not None:
        measures |= {Line.WIDTH: tray[0], Line.HEIGHT: tray[1]}
    given = {line: value for line, value in measures.items() if value is not None}
    source = camera or settings.camera.source
    if headless and is_live(source):
        raise click.UsageError("--headless needs pictures: --camera with a folder, a video or a recorded table.")
    known = known_before(path, settings, source, given, tag, lanes, divider)
    try:
        with contextlib.ExitStack() as stack:
            if screenshots is not None:
                screenshots.mkdir(parents=True, exist_ok=True)
            wanted = size or settings.screen.pixels
            full = fullscreen or settings.screen.fullscreen
            display = MemoryDisplay(wanted or (1280, 720)) if headless else WindowDisplay(wanted, full)
            stack.enter_context(contextlib.closing(display))
            eyes, live, settings = _eyes(source, settings, stack)
            guided = Guided(
                guide_maker(settings, source, lambda: known),
                eyes,
                display,
                path,
                language=language or settings.language,
                live=live,
                eager=live is None,
                screenshots=screenshots,
            )
            calibration = guided.run()
    except (CameraError, CalibrationError, DisplayError, GuidedError, PanelError) as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"The folder {screenshots} cannot be made: {error.strerror or error}.") from error
    if calibration is None:
        raise Failure("Nothing was calibrated; an older calibration stays as it is.")
    assert calibration.die_size is not None
    click.echo(f"dice   {millimetres(calibration.die_size)}")
    click.echo(f"lanes  {len(calibration.lanes)}")
    click.echo(f"written to {path}")


def _eyes(source: str, settings: Settings, stack: contextlib.ExitStack) -> tuple[Eyes, LiveTable | None, Settings]:
    """What delivers the pictures: the live table, or pictures from a file, whose size is then the mode."""
    if is_live(source):
        live = stack.enter_context(open_live_table(settings, None, source))
        eyes = Eyes(live.camera, None, lossless=False, camera_deadline=CAMERA_DEADLINE, patient=True)
        return stack.enter_context(eyes), live, settings
    with contextlib.closing(open_source(source, settings)) as first:
        frame = first.read(1.0)
    if frame is None:
        raise CameraError(f"{source} holds no pictures.")
    height, width = frame.image.shape[:2]
    settings = replace(settings, camera=replace(settings.camera, width=width, height=height))
    return stack.enter_context(Eyes(open_source(source, settings), None, lossless=True)), None, settings


def _from_folder(folder: Path, setup: TraySetup, camera: str, path: Path, *, make: bool) -> None:
    try:
        solved = calibrate_from(folder, setup, camera)
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        save(solved.calibration, path)
    except CalibrationError as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from error
    for line in _report(solved):
        click.echo(line)
    click.echo(f"written to {path}")


def _by_tags(solved: Solved) -> str:
    bends = "bends lines" if solved.calibration.lens is not None else "bends nothing"
    return f"{bends}, by the tags alone (no lens* pictures)"


def _report(solved: Solved) -> list[str]:
    lens, dice, tray = solved.lens, solved.dice, solved.tray
    return [
        f"lens   {lens.error:.2f} pixels, from {lens.views} pictures" if lens else f"lens   {_by_tags(solved)}",
        f"tray   {tray.error:.2f} mm, at most {tray.worst:.2f} mm",
        f"dice   {dice.edge:.1f} mm, from {dice.count}" if dice else "dice   size unknown (no throw* pictures)",
        f"lanes  {len(solved.calibration.lanes)}",
    ]
