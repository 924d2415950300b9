"""Plays one game in a real window: guests throw for the camera, and every press is a key or a click that the X server sends.

    DISPLAY=:77 PYTHONPATH=.:tests/game python tests/ui/window_evening.py banking --by touch --size 800x480

Prints how many presses and screens there were. What the camera would have read comes from the guests; the window, its events,
the loop, the journal and the screens are the real ones. The clock is that of the pictures, so a slow machine plays the same.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable

from guests_at_play import GuestsAtPlay
from tray_of_guests import LANES, PARTY, Stuck, TrayOfGuests, geometry

from game.journal import Journal
from game.menu import Menu, Offers
from game.session import Session
from game.sighting import Button
from ui.display import WindowDisplay
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger

KEYS = {Button.GREEN: "Left", Button.RED: "Right"}
SPOTS = {Button.GREEN: (0.2, 0.93), Button.RED: (0.8, 0.93)}


def _xdotool(*words: str) -> None:
    subprocess.run(["xdotool", *words], check=True, timeout=60)


def pressing(by: str, size: tuple[int, int]) -> Callable[[Button], None]:
    """How a button is pressed: its key, or a click on its place in the footer of a window of `size`."""

    def key(button: Button) -> None:
        _xdotool("key", KEYS[button])

    def touch(button: Button) -> None:
        x, y = SPOTS[button]
        _xdotool("mousemove", str(round(size[0] * x)), str(round(size[1] * y)), "click", "1")

    return key if by == "keys" else touch


def play(kind: Menu, by: str, size: tuple[int, int], seed: int, folder: pathlib.Path, picture: pathlib.Path | None) -> str:
    """From the attract screen to the attract screen; a line that says how it went."""

    def leave() -> None:
        if picture is not None:
            subprocess.run(["import", "-window", "root", str(picture)], check=True, timeout=60)
        _xdotool("key", "Escape")

    session = Session(Offers.usual(PARTY, 5, 5, 10), lanes=LANES)
    tray = TrayOfGuests(GuestsAtPlay(session, kind, random.Random(seed)), pressing(by, size), leave)
    display = WindowDisplay(size)
    journal = Journal.open(folder, 0.0)
    try:
        clocks = Clocks(lambda: tray.now, lambda: tray.now)
        Kiosk(session, Ledger(journal), tray, display, geometry(), clocks=clocks, tell=lambda line: None).run()  # type: ignore[arg-type]
        (game,) = journal.games()
    finally:
        journal.close()
        display.close()
    if game.ended is None:
        raise Stuck("The journal does not say that the game has ended.")
    screens = sorted({screen.value for screen in tray.guests.screens})
    shown = f"{len(tray.guests.screens)} screens of {len(screens)} kinds: {', '.join(screens)}"
    return f"{kind.name.lower()}: by {by}, {tray.presses} presses, {shown}"


def main() -> int:
    """One game, as the command line asks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[kind.name.lower() for kind in Menu])
    parser.add_argument("--by", choices=("keys", "touch"), default="keys")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=pathlib.Path, help="of the whole X screen, when the attract screen is back")
    wanted = parser.parse_args()
    width, height = wanted.size.split("x")
    kind, size = Menu[wanted.game.upper()], (int(width), int(height))
    try:
        with tempfile.TemporaryDirectory() as folder:
            print(play(kind, wanted.by, size, wanted.seed, pathlib.Path(folder), wanted.picture))
    except Stuck as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
