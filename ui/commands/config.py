"""`bosstray config`: the configuration, shown, checked, found."""

from __future__ import annotations

from pathlib import Path

import click

from ui.cli import ConfigurationFailure, Failure
from ui.config import ConfigError, find, places, to_toml
from ui.config_option import config_option, configured
from ui.setting_pages import settings_page
from ui.settings import Settings


@click.group("config")
def command() -> None:
    """The configuration: one TOML file, whose every setting has a default."""


@command.command("show")
@click.option("--default", "defaults", is_flag=True, help="The defaults, not what is in use.")
@config_option
def show(defaults: bool, config: Path | None) -> None:
    """Prints the whole configuration with its documentation, ready to be saved as a file and changed."""
    if defaults:
        click.echo(to_toml(Settings()), nl=False)
        return
    found = configured(config)
    source = f"Read from {found.path}." if found.path is not None else "All defaults: there is no configuration file."
    click.echo(to_toml(found.settings, source), nl=False)


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@config_option
def check(file: Path | None, config: Path | None) -> None:
    """Checks FILE, or the configuration in use; says every problem with its line, and ends with 78 when there is one."""
    found = configured(file or config)
    if found.path is None:
        click.echo("There is no configuration file; the defaults are in use.")
    else:
        click.echo(f"{found.path} is right.")


@command.command("path")
@config_option
def path(config: Path | None) -> None:
    """Prints the file in use; ends with 1 and says where it could be when there is none."""
    try:
        found = find(config)
    except ConfigError as error:
        raise ConfigurationFailure(str(error)) from error
    if found is None:
        looked = ", ".join(str(place) for place in places())
        raise Failure(f"There is no configuration file, so the defaults are in use; looked for {looked}.")
    click.echo(str(found))


@command.command("describe")
def describe() -> None:
    """Prints the page of the handbook that describes every setting, as Markdown."""
    click.echo(settings_page(), nl=False)
