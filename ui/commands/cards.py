"""`bosstray cards`: the rules of every game, a page each, as a PDF to print."""

from __future__ import annotations

from pathlib import Path

import click

from game.message import say
from ui.cards.text import CardError, cards
from ui.cli import Failure
from ui.words import Words, languages

PAPERS = ("a4", "a5")


@click.command("cards")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="en or nb.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The size of a page.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The PDF to write; bosstray-cards-LANGUAGE.pdf by default.",
)
def command(language: str, paper: str, out: Path | None) -> None:
    """Writes the rules of every game, one page each, to print and lay beside the table."""
    if language not in languages():
        raise click.BadParameter(f"{language} is not one of {', '.join(languages())}.", param_hint="--language")
    try:
        # reportlab is loaded only where something is drawn with it.
        from ui.cards.sheet import card_sheets
    except ImportError as error:
        raise Failure(
            "The cards need reportlab: sudo apt install python3-reportlab on a Raspberry Pi, pip install reportlab elsewhere."
        ) from error
    words = Words(language)
    target = out or Path(f"bosstray-cards-{language}.pdf")
    try:
        pages = cards(language)
        target.write_bytes(card_sheets(pages, words.text(say("Come up!")), words.text(say("Pick them up")), paper))
    except CardError as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"{target} cannot be written: {error.strerror or error}.") from error
    click.echo(f"{target}: {len(pages)} cards, print them at 100 %.")
