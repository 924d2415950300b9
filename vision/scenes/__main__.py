"""`./tray scenes COMMAND`: renders frames of dice, single things, and the recorded table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main() -> None:
    """The commands of the generator."""
    parser = argparse.ArgumentParser(prog="tray scenes", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for kind in ("train", "test"):
        batch = commands.add_parser(kind, help=f"frames to {'learn from' if kind == 'train' else 'measure with'}")
        batch.add_argument("folder", type=Path)
        batch.add_argument("--first", type=int, default=1000 if kind == "train" else 900000)
        batch.add_argument("--count", type=int, default=10)
    kept = commands.add_parser("kept", help="frames of every condition, readable and not, to measure with")
    kept.add_argument("folder", type=Path)
    kept.add_argument("--first", type=int, default=900100)
    kept.add_argument("--count", type=int, default=100)
    things = commands.add_parser("things", help="cut-outs of single things that are no dice, to strew over what is learnt from")
    things.add_argument("folder", type=Path)
    things.add_argument("--count", type=int, default=1000)
    things.add_argument("--seed", type=int, default=7)
    counting = commands.add_parser("conditions", help="prints how many frames of a folder have each condition")
    counting.add_argument("folder", type=Path)
    drawing = commands.add_parser("draw", help="renders the looks of the recorded table into a cache")
    drawing.add_argument("cache", type=Path)
    drawing.add_argument("--part", type=int, default=0)
    drawing.add_argument("--parts", type=int, default=1)
    drawing.add_argument("--samples", type=int, default=4)
    record = commands.add_parser("record", help="writes the recorded table from the cache")
    record.add_argument("cache", type=Path)
    record.add_argument("folder", type=Path)
    record.add_argument("--only-files", action="store_true", help="leaves the pictures as they are")
    checking = commands.add_parser("check", help="finds the markers in a recording and prints how far they are from the truth")
    checking.add_argument("folder", type=Path)
    options = parser.parse_args()
    if options.command in ("train", "test"):
        from vision.scenes.batch import make

        make(options.command, range(options.first, options.first + options.count), options.folder)
    elif options.command == "kept":
        from vision.scenes import kept as frames

        frames.make(range(options.first, options.first + options.count), options.folder)
    elif options.command == "things":
        from vision.scenes import things as single

        single.make(options.folder, options.count, options.seed)
    elif options.command == "conditions":
        if not any(options.folder.glob("*.json")):
            raise SystemExit(f"tray scenes: there are no frames in {options.folder}; name a folder of ./tray scenes kept.")
        from vision.scenes.kept import conditions

        for word, count in sorted(conditions(options.folder).items()):
            print(f"{count:5d}  {word}")
    elif options.command == "draw":
        from vision.scenes.record import draw

        draw(options.cache, options.part, options.parts, options.samples)
    elif options.command == "record":
        if not (options.cache / "empty.npz").is_file():
            raise SystemExit(f"tray scenes: nothing is drawn in {options.cache}; run ./tray scenes draw {options.cache} first.")
        print("Putting the pictures of the recorded table together; this takes some minutes ...", file=sys.stderr, flush=True)
        from vision.scenes.record import assemble

        assemble(options.cache, options.folder, pictures=not options.only_files)
    else:
        if not (options.folder / "empty.jpg").is_file():
            raise SystemExit(f"tray scenes: {options.folder} is no recorded table, for it has no empty.jpg.")
        from vision.scenes.record import check

        check(options.folder)


if __name__ == "__main__":
    main()
