"""The program `bosstray`: one command, its subcommands loaded when they are used."""

from __future__ import annotations

import importlib
import logging
import sys
from importlib.metadata import version

import click

COMMANDS = {
    "calibrate": "How the camera sees the tray, on the screen or from pictures.",
    "cards": "The rules of every game, a page each, as a PDF to print.",
    "config": "The configuration: shown, checked, found.",
    "doctor": "Says, item by item, what works and what does not.",
    "gallery": "Pictures of every screen, for tests and the handbook.",
    "history": "Games that were played, regulars, and whether the dice are fair.",
    "markers": "The tags for the tray, as a PDF to print.",
    "odds": "Exact odds and best play: what to call, what to keep.",
    "play": "The kiosk: plays from a camera or a recorded table.",
    "read": "Reads the dice in pictures.",
    "record": "Writes what a camera sees and the buttons say as a recorded table.",
    "referee": "The rules as a line protocol on stdin and stdout.",
    "support": "One file with all that a question about a fault needs.",
    "watch": "Follows a tray over time and prints every change of a lane.",
}

EXIT_FAILURE = 1
EXIT_CONFIGURATION = 78


class Failure(click.ClickException):
    """One sentence on stderr and exit code 1."""

    exit_code = EXIT_FAILURE

    def show(self, file: object = None) -> None:  # noqa: ARG002
        click.echo(f"bosstray: {self.message}", err=True)


class ConfigurationFailure(Failure):
    """One sentence on stderr and exit code 78, which systemd does not restart."""

    exit_code = EXIT_CONFIGURATION


class LazyGroup(click.Group):
    """Imports the module of a subcommand only when it is called, so that `bosstray referee` never waits for OpenCV."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"ui.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("bosstray"), prog_name="bosstray")
@click.option("-v", "--verbose", count=True, help="Say more on stderr; twice for every detail.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what failed.")
def command(verbose: int, quiet: bool) -> None:
    """Boss Tray: a table companion for dice games with real dice."""
    level = logging.ERROR if quiet else (logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)]
    logging.basicConfig(level=level, stream=sys.stderr, format="bosstray: %(message)s")


def main() -> None:
    """The entry point of the program."""
    command(prog_name="bosstray")


if __name__ == "__main__":
    main()
