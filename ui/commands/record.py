"""`bosstray record`: what a camera sees and which buttons are pressed, as a recorded table."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

import click
from rich.console import Console

from hardware.condition import CameraFault
from hardware.frame import Camera, CameraError
from hardware.gpio import PanelError
from hardware.open_camera import is_live
from hardware.press import Press, Role
from hardware.recorder import Recorder, partial_of, rescue
from ui.cli import Failure
from ui.config_option import config_option, configured
from ui.folders import calibration_file
from ui.live_table import description
from ui.open_source import open_source
from ui.panel_source import configured_panel
from ui.settings import Settings
from ui.terminal_keys import terminal_keys

READ_SECONDS = 1.0
DISK_SECONDS = 30.0


@click.command("record")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--source", metavar="SOURCE", help="A camera, a folder of pictures or a video; by default the configured camera.")
@click.option("--seconds", type=click.FloatRange(0.1, 86_400), help="Stop after so long.")
@click.option("--lanes", type=click.IntRange(1, 6), help="How many lanes the tray has.")
@click.option("--calibration", type=click.Path(path_type=Path), metavar="FILE", help="The calibration that belongs to it.")
@click.option("--rescue", "rescuing", is_flag=True, help="Complete a recording of that name that was interrupted.")
@config_option
def command(
    folder: Path,
    source: str | None,
    seconds: float | None,
    lanes: int | None,
    calibration: Path | None,
    rescuing: bool,
    config: Path | None,
) -> None:
    """Writes FOLDER, a recorded table: it can be played, tested and sent with a question.

    The names, the bank and the wager are those of the configuration. G and R in the terminal are the buttons, too; Q ends.
    """
    settings = configured(config).settings
    if calibration is not None and not calibration.is_file():
        raise Failure(f"There is no calibration {calibration}.")
    known = calibration or calibration_file(settings)
    wanted = source or settings.camera.source
    try:
        if rescuing:
            click.echo(f"{rescue(folder)} is whole again.")
            return
        with contextlib.ExitStack() as stack:
            camera = stack.enter_context(contextlib.closing(open_source(wanted, settings)))
            table = description(settings, folder.resolve().name, lanes or settings.table.lanes)
            recorder = stack.enter_context(Recorder(folder, table, known if known.is_file() else None))
            with contextlib.suppress(KeyboardInterrupt):
                _record(camera, recorder, settings, seconds, is_live(wanted), stack)
    except (CameraError, PanelError) as error:
        raise Failure(str(error)) from error
    _told(recorder, folder)


def _record(
    camera: Camera, recorder: Recorder, settings: Settings, seconds: float | None, live: bool, stack: contextlib.ExitStack
) -> None:
    """Records until the time is over, the source ends, Q is typed or the disk is full."""
    panel = configured_panel(settings) if live else None
    if panel is not None:
        stack.enter_context(panel)
    keys = stack.enter_context(terminal_keys(sys.stdin))
    console = Console(stderr=True)
    status = stack.enter_context(console.status("Waiting for the first picture ..."))
    begun = time.monotonic()
    presses = 0
    while recorder.fault is None and (seconds is None or time.monotonic() - begun < seconds):
        try:
            frame = camera.read(READ_SECONDS)
        except CameraFault as fault:
            status.update(str(fault))
        else:
            if frame is None:
                return
            recorder.frame(frame, 0.0 if live else DISK_SECONDS)
            status.update(f"{time.monotonic() - begun:.0f} s, {recorder.frames} pictures, {presses} presses; Q ends")
        now = time.monotonic()
        made: list[Press] = keys.presses(now)
        if panel is not None:
            made += panel.presses(now, red_waits=False)
        for press in made:
            if press.role is Role.QUIT:
                return
            presses += 1
            recorder.press(press)


def _told(recorder: Recorder, folder: Path) -> None:
    where = recorder.close()
    if recorder.fault is not None:
        raise Failure(f"{recorder.fault} It has {recorder.frames} pictures, in {where or partial_of(folder)}.")
    if where is None:
        raise Failure("No picture came, so nothing was recorded.")
    left = f", {recorder.left_out} left out because the disk is slow" if recorder.left_out else ""
    click.echo(f"{where}: {recorder.frames} pictures{left}.")
