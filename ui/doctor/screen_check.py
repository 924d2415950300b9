"""Screen, sound and letters. SDL is asked in a process of its own, since a broken driver can take its process with it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pygame

from ui.doctor.finding import Answer, Finding, ask, error, ok, warning
from ui.settings import Settings
from ui.text import FONTS

LETTERS = "æøåÆØÅ«»–×…0123456789"
SMALLEST = (800, 480)
UNSEEN = ("dummy", "offscreen")
SECONDS = 15.0

SCREEN_PROBE = """
import json, os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
try:
    pygame.display.init()
    print(json.dumps([pygame.display.get_driver(), pygame.display.get_desktop_sizes()]))
except pygame.error as error:
    print(json.dumps(str(error)))
"""
SOUND_PROBE = """
import json, os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
try:
    pygame.mixer.init()
    print(json.dumps([os.environ.get("SDL_AUDIODRIVER", "sound"), pygame.mixer.get_init()[0]]))
except pygame.error as error:
    print(json.dumps(str(error)))
"""

Asker = Callable[[Sequence[str], float], Answer]


def check_display(
    asker: Asker = ask, environment: Mapping[str, str] = os.environ, graphics: Path = Path("/dev/dri")
) -> Finding:
    """Whether a picture can be shown, and how large it is."""
    item = "display"
    answer = asker((sys.executable, "-c", SCREEN_PROBE), SECONDS)
    told = _told(answer)
    desktop = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    if not isinstance(told, str) and told[0] in UNSEEN and "SDL_VIDEODRIVER" not in environment:
        told = "SDL has found none"
    if isinstance(told, str):
        if not desktop and not graphics.exists():
            return error(
                item, "There is no screen here; connect one and restart, or play without it: bosstray play --headless."
            )
        if not desktop:
            return error(
                item,
                f"No screen can be opened ({told}); without a desktop it needs apt's python3-pygame, which has KMSDRM, "
                "and a user in the groups video and render.",
            )
        return error(item, f"No window can be opened ({told}); start it from the desktop's own session.")
    driver, sizes = told
    assert isinstance(sizes, list)
    width, height = sizes[0]
    if driver in UNSEEN:
        return warning(item, f"Nothing is shown: SDL_VIDEODRIVER is {driver}; unset it to see the game.")
    if width < min(SMALLEST) or height < min(SMALLEST) or max(width, height) < max(SMALLEST):
        return warning(item, f"The screen has {width}x{height}; 800x480 is the least that can be read from the table.")
    return ok(item, f"{width}x{height} by {driver}.")


def check_sound(settings: Settings, asker: Asker = ask) -> Finding:
    """Whether sounds can be played; never an error."""
    item = "sound"
    if not settings.sound.on:
        return ok(item, "Sound is turned off (sound.on).")
    told = _told(asker((sys.executable, "-c", SOUND_PROBE), SECONDS))
    if isinstance(told, str):
        return warning(item, f"No sound ({told}); the game is played in silence. Plug in a speaker, or set sound.on = false.")
    driver, rate = told
    if driver == "dummy":
        return warning(item, "Nothing is heard: SDL_AUDIODRIVER is dummy; unset it to hear the game.")
    return ok(item, f"Sound at {rate} Hz.")


def check_fonts(folder: Path = FONTS) -> Finding:
    """Whether the shipped fonts are there and have the letters that are needed."""
    item = "fonts"
    files = sorted(folder.glob("*.ttf"))
    if not files:
        return error(item, f"The fonts are missing in {folder}; install Boss Tray again.")
    pygame.font.init()
    for file in files:
        try:
            font = pygame.font.Font(file, 40)
            lacking = _lacking(font)
        except (pygame.error, OSError):
            return error(item, f"The font {file.name} is damaged; install Boss Tray again.")
        if lacking:
            return error(item, f"The font {file.name} lacks {lacking}; install Boss Tray again.")
    return ok(item, f"{len(files)} fonts with all letters.")


def _lacking(font: pygame.font.Font) -> str:
    """Those of `LETTERS` that are drawn as the same box as a letter that no font has."""

    def drawn(letter: str) -> bytes:
        # Raspberry Pi OS Bookworm has pygame 2.1.2, where `tobytes` has only this name.
        return pygame.image.tostring(font.render(letter, True, (255, 255, 255)), "RGBA")

    box = drawn("\ue123")
    return "".join(letter for letter in LETTERS if drawn(letter) == box)


def _told(answer: Answer) -> tuple[str, list[list[int]]] | tuple[str, int] | str:
    """What the probe printed as its last line, or one short reason."""
    if answer.code is None:
        return answer.err
    lines = answer.out.strip().splitlines()
    try:
        told = json.loads(lines[-1]) if lines else None
    except ValueError:
        told = None
    if isinstance(told, str):
        return told
    if isinstance(told, list) and len(told) == 2:
        return told[0], told[1]
    reason = answer.err.strip().splitlines()
    return reason[-1] if reason else f"the test ended with {answer.code}"
