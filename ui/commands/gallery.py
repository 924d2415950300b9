"""`bosstray gallery`: every screen of the kiosk as a picture, from the mocked game of the visual guide."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import click
import pygame

from game.view import View
from ui.cli import Failure
from ui.guide_view import GuideView
from ui.paint import Painter
from ui.samples import views
from ui.samples.calibrating import guide_pictures, guide_views
from ui.samples.crops import crops
from ui.words import UnknownLanguage, languages

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (1080, 1920))
MOMENT = 0.26
"""Seconds after a screen came up: the chip of the settlement is half way."""


def _size(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    sizes = []
    for value in values:
        match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", value)
        if match is None or min(int(match[1]), int(match[2])) < 200 or max(int(match[1]), int(match[2])) > 8192:
            raise click.BadParameter(f"A size is width x height in pixels, such as 1280x720 (200 to 8192), not {value}.")
        sizes.append((int(match[1]), int(match[2])))
    return tuple(sizes)


@click.command(name="gallery")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--size", "sizes", multiple=True, callback=_size, help="Width x height, such as 1280x720; may be repeated.")
@click.option("--language", "chosen", multiple=True, help="Language code, such as en or nb; may be repeated.")
@click.option("--screen", "wanted", multiple=True, help="Only screens whose name begins so, such as 06; may be repeated.")
def command(folder: Path, sizes: tuple[tuple[int, int], ...], chosen: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    """Draw every screen into DIR, in all sizes and languages unless some are chosen.

    The pictures are named SCREEN-LANGUAGE-WIDTHxHEIGHT.png; their paths are printed.
    """
    everything: dict[str, View | GuideView] = {**views(), **guide_views()}
    samples = {name: view for name, view in everything.items() if not wanted or name.startswith(wanted)}
    if not samples:
        raise click.UsageError(f"No screen begins with {' or '.join(wanted)}; there are {', '.join(everything)}.")
    pictures = {**crops(), **guide_pictures()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for language, (width, height) in product(chosen or languages(), sizes or SIZES):
            painter = Painter((width, height), language)
            for name, view in samples.items():
                path = folder / f"{name}-{language}-{width}x{height}.png"
                pygame.image.save(painter.paint(view, pictures, MOMENT), path)
                click.echo(path)
    except UnknownLanguage as error:
        raise click.UsageError(str(error)) from error
    except (OSError, pygame.error) as error:
        raise Failure(f"The pictures cannot be written to {folder}: {error}.") from error
