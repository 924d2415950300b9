"""Draws every diagram of the handbook beside this file: `python docs/pictures/diagrams/draw.py`; `--check` only compares."""

from __future__ import annotations

import sys
from pathlib import Path

import architecture
import tray
import wiring

HERE = Path(__file__).parent
DRAWINGS = {
    "tray-above.svg": tray.above,
    "tray-through.svg": tray.through,
    "mounting.svg": tray.mounting,
    "wiring.svg": wiring.header,
    "lamps.svg": wiring.lamps,
    "architecture.svg": architecture.flow,
}


def main(check: bool) -> int:
    """Writes the files that differ; with `check` gives 1 when one does."""
    old = []
    for name, draw in DRAWINGS.items():
        path, text = HERE / name, draw()
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            old.append(name)
            if not check:
                path.write_text(text, encoding="utf-8")
    for name in old:
        print(f"{name} {'is not what draw.py draws' if check else 'is drawn'}")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
