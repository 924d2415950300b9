"""`bosstray support`: one file with all that a question about a fault needs."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path

import click

from game.journal_file import JournalError
from game.journal_reader import JournalReader
from game.setup import NAMES
from ui.cli import Failure
from ui.config import ConfigError, load
from ui.config_option import config_option
from ui.doctor.checks import all_findings, hushed
from ui.doctor.finding import ask
from ui.folders import calibration_file, runtime_folder
from ui.settings import Settings
from ui.state_folder import state_folder
from ui.support import Scrubber, SupportError, gathered, write


@click.command("support")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--yes", is_flag=True, help="Write without asking.")
@config_option
def command(file: Path | None, yes: bool, config: Path | None) -> None:
    """Gathers versions, configuration, doctor, log, calibration and the last pictures into FILE, a zip.

    The names of the players are left out. What is inside is said before it is written.
    """
    target = file or Path(f"bosstray-support-{datetime.datetime.now():%Y%m%d-%H%M}.zip")
    try:
        found = load(config)
        settings, source = found.settings, f"Read from {found.path}." if found.path else "All defaults."
    except ConfigError as error:
        settings, source = Settings(), f"The file cannot be used: {error.problems[0]}"
    click.echo("Examining the table ...", err=True)
    with hushed():
        entries = gathered(
            settings,
            source,
            all_findings(config),
            calibration_file(settings),
            runtime_folder(),
            Scrubber((*settings.table.names, *NAMES, *_played(settings)), Path.home()),
            ask,
        )
    click.echo(f"{target} will hold:")
    for entry in entries:
        click.echo(f"  {entry.name:<26} {len(entry.data) / 1000:8.1f} kB  {entry.about}")
    click.echo("It holds no names of players. Look into it before you pass it on: the pictures show what lay on the tray.")
    if not yes and not click.confirm("Write it?", default=True, err=True):
        raise Failure("Nothing was written.")
    try:
        write(target, entries)
    except SupportError as error:
        raise Failure(str(error)) from error
    click.echo(f"{target} is written.")


def _played(settings: Settings) -> Iterable[str]:
    """Everybody who has played under a name; the log tells their rounds."""
    try:
        with JournalReader.open(state_folder(settings.folders.state_path)) as reader:
            return {name for record in reader.games() for name in record.players}
    except JournalError:
        return ()
