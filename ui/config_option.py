"""The option `--config` of every command that has a configuration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ui.cli import ConfigurationFailure
from ui.config import ConfigError, Configuration, load

F = TypeVar("F", bound=Callable[..., Any])


def config_option(function: F) -> F:
    """Adds `--config FILE`; the command gets it as the parameter `config`, for `configured`."""
    option = click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="The configuration to use.")
    return option(function)


def configured(config: Path | None) -> Configuration:
    """The configuration in use; ends the program with exit code 78 when it cannot be used."""
    try:
        return load(config)
    except ConfigError as error:
        raise ConfigurationFailure("\nbosstray: ".join(error.problems)) from error
