"""Every game from attract screen to attract screen in a real window of an X server, by keys alone and by touch alone."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

NEEDED = ("Xvfb", "xdotool")
SCRIPT = pathlib.Path(__file__).with_name("window_evening.py")

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason="needs an X server without a screen: sudo apt install xvfb xdotool"
)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of its own, with a number that nobody else has."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number.isdigit():
            pytest.skip("Xvfb does not start here")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(30)


def evening(display: str, *words: str) -> str:
    """What the script prints; its process ends well."""
    root = SCRIPT.parents[2]
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    environment["SDL_VIDEO_WINDOW_POS"] = "0,0"
    environment["PYTHONPATH"] = os.pathsep.join([str(root), str(root / "tests" / "game")])
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("by", "size"), [("keys", "1280x720"), ("touch", "480x800")])
@pytest.mark.parametrize(
    ("game", "screens"),
    [
        ("banking", {"first-throws", "boss", "call", "challengers", "reveal", "settlement"}),
        ("san_francisco", {"first-throws", "boss", "call", "reveal"}),
        ("norwegian", {"first-throws", "boss", "call", "reveal"}),
        ("winner_stays_on", {"first-throws", "boss", "call", "reveal", "match"}),
        ("qualification", {"qualification", "call", "settlement"}),
        ("progressive", {"first-throws", "settlement"}),
    ],
)
def test_a_whole_game_in_a_window(display: str, game: str, by: str, size: str, screens: set[str]) -> None:
    said = evening(display, game, "--by", by, "--size", size)
    shown = set(said.split(": ")[-1].strip().split(", "))
    assert {"attract", "set-up", "winner", *screens} <= shown, said
