"""`bosstray doctor`: what works, what does not, and what to do about it."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from pathlib import Path

import click
import pygame
from rich.console import Console
from rich.table import Table

from hardware.frame import CameraError
from hardware.gpio import PanelError
from hardware.open_camera import open_camera
from hardware.press import Role
from ui.cli import EXIT_FAILURE, Failure
from ui.config_option import config_option, configured
from ui.display import DisplayError, WindowDisplay
from ui.doctor.button_trial import try_buttons
from ui.doctor.camera_view import looks, painted
from ui.doctor.checks import all_findings, hushed, known_focus
from ui.doctor.finding import Finding, Status
from ui.panel_source import configured_panel
from ui.terminal_keys import terminal_keys
from ui.text import FONTS

STYLES = {Status.OK: "green", Status.WARNING: "yellow", Status.ERROR: "bold red"}
LINE_SECONDS = 1.0


@click.group("doctor", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: item, status, message.")
@config_option
@click.pass_context
def command(ctx: click.Context, as_json: bool, config: Path | None) -> None:
    """Says, item by item, what works and what does not, and what to do; ends with 1 when something does not.

    A status is ok, warning (it can be played, but not as it should) or error.
    """
    ctx.obj = config
    ctx.with_resource(hushed())
    if ctx.invoked_subcommand is not None:
        return
    worst = Status.OK
    console = Console(highlight=False)
    for finding in all_findings(config):
        worst = max(worst, finding.status, key=list(Status).index)
        if as_json:
            click.echo(json.dumps(finding.to_json(), ensure_ascii=False))
        else:
            console.print(_row(finding))
    if worst is Status.ERROR:
        ctx.exit(EXIT_FAILURE)


@command.command("buttons")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=60.0, show_default=True, help="How long to listen.")
@click.pass_obj
def buttons(config: Path | None, seconds: float) -> None:
    """Lights each lamp, then tells every press."""
    settings = configured(config).settings
    try:
        panel = configured_panel(settings)
    except PanelError as error:
        raise Failure(str(error)) from error
    with contextlib.ExitStack() as stack:
        if panel is None:
            click.echo("There are no buttons here, or they are turned off; only keys are told.", err=True)
        else:
            stack.enter_context(panel)
            pins = settings.pins
            click.echo(f"Green: button {pins.green_button}, lamp {pins.green_lamp or 'none'}.", err=True)
            click.echo(f"Red: button {pins.red_button}, lamp {pins.red_lamp or 'none'}.", err=True)
        keys = stack.enter_context(terminal_keys(sys.stdin))
        with contextlib.suppress(KeyboardInterrupt):
            try_buttons(panel, keys, seconds, click.echo)


@command.command("camera")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=60.0, show_default=True, help="How long to look.")
@click.option("--source", metavar="CAMERA", help="camera, camera:1, picamera, /dev/video0; by default the configured one.")
@click.option("--headless", is_flag=True, help="One line a second instead of a window.")
@click.pass_obj
def camera(config: Path | None, seconds: float, source: str | None, headless: bool) -> None:
    """Shows the live picture with its pictures a second, sharpness, light and glare."""
    settings = configured(config).settings
    with contextlib.ExitStack() as stack:
        try:
            opened = open_camera(source or settings.camera.source, settings.camera.wanted(known_focus(settings)))
        except CameraError as error:
            raise Failure(str(error)) from error
        stack.enter_context(contextlib.closing(opened))
        display = None if headless else _window(settings.screen.pixels)
        if display is not None:
            stack.enter_context(contextlib.closing(display))
            pygame.font.init()
        keys = stack.enter_context(terminal_keys(sys.stdin))
        font = pygame.font.Font(FONTS / "ArchivoNarrow_600SemiBold.ttf", 26) if display is not None else None
        told, came = float("-inf"), False
        with contextlib.suppress(KeyboardInterrupt):
            for look in looks(opened, seconds):
                came = came or look.image is not None
                pressed = keys.presses(time.monotonic())
                if display is not None and font is not None:
                    display.show(painted(look, display.size, font))
                    pressed += display.presses(time.monotonic(), red_waits=False)
                if time.monotonic() - told >= LINE_SECONDS:
                    told = time.monotonic()
                    click.echo(look.figures)
                if any(press.role is Role.QUIT for press in pressed):
                    break
    if not came:
        raise Failure(opened.health.sentence or "The camera has delivered no picture; check its cable.")


def _window(size: tuple[int, int] | None) -> WindowDisplay | None:
    try:
        return WindowDisplay(size)
    except DisplayError as error:
        click.echo(f"bosstray: {error} The figures are printed.", err=True)
        return None


def _row(finding: Finding) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(width=7, style=STYLES[finding.status])
    table.add_column(width=13)
    table.add_column(overflow="fold")
    table.add_row(finding.status.value, finding.item, finding.message)
    return table
