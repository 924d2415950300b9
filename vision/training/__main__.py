"""`python -m vision.training STEP`: each step reads what the one before it left in `training/` and can be resumed."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.training.store import ROOT

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"


def main() -> None:
    """Parses the command line and runs one step."""
    parser = argparse.ArgumentParser(prog="tray train", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    sprites = steps.add_parser("sprites", help="render the store of procedural dice")
    sprites.add_argument("--count", type=int, default=8000)
    sprites.add_argument("--seed", type=int, default=1)
    sprites.add_argument("--name", default="sprites", help="another store: sprites-... to train on, held-back to measure with")
    sprites.add_argument("--leaning", type=float, default=0.13, help="share of dice that lean")
    scenes = steps.add_parser("scenes", help="compose procedural scenes from the store of dice")
    scenes.add_argument("--shards", type=int, default=60, help="of 400 scenes each")
    scenes.add_argument("--seed", type=int, default=2)
    scenes.add_argument("--cut-dice", type=float, default=0.25, help="share of scenes with dice cut out of photographs")
    scenes.add_argument("--stacked", type=float, default=0.04, help="share of scenes with one die on another")
    cut = steps.add_parser("dice", help="cut dice out of the photographs that may be trained on")
    steps.add_parser("things", help="fetch open photographs and cut-outs of things that are no dice")
    finder = steps.add_parser("finder", help="train the finder")
    faces = steps.add_parser("faces", help="train the crop network")
    for step, default in ((finder, 5000), (faces, 4000)):
        step.add_argument("--steps", type=int, default=default)
        step.add_argument("--seed", type=int, default=3)
        step.add_argument("--without", action="append", default=[], help="leave a photo source out (for calibration)")
        step.add_argument("--name", help="of the checkpoint")
        step.add_argument("--workers", type=int, default=1)
        step.add_argument("--begin", type=Path, help="folder of ONNX networks to begin with; default: no weights")
        step.add_argument("--renders", type=Path, default=ROOT / "renders", help="folder of rendered frames")
    asked = steps.add_parser("doubts", help="keep what the first two networks leave in doubt, for the context network")
    asked.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    asked.add_argument("--parts", type=int, default=100, help="of 250 scenes each")
    asked.add_argument("--seed", type=int, default=100, help="another one for another process")
    asked.add_argument(
        "--recorded", type=Path, help="folder of rendered frames: squares of these and of photographs, no scenes"
    )
    context = steps.add_parser("context", help="train the context network on the doubts, from the crop network's weights")
    context.add_argument("--networks", type=Path, help="folder of the crop network it starts from; default: the packaged one")
    context.add_argument("--steps", type=int, default=12000)
    context.add_argument("--seed", type=int, default=3)
    context.add_argument("--name", default="context", help="of the checkpoint")
    context.add_argument("--workers", type=int, default=1)
    out = steps.add_parser("export", help="write the ONNX networks into the package")
    out.add_argument("--suffix", default="", help="of the checkpoints' names")
    out.add_argument("--network", action="append", default=[], choices=("finder", "faces", "context"), help="only this one")
    out.add_argument("--folder", type=Path, help="write elsewhere")
    check = steps.add_parser("evaluate", help="right, wrong and withheld hands by source")
    check.add_argument("--set", choices=("trainable", "dev", "renders", "composed"), default="trainable")
    check.add_argument("--source", action="append", default=[], help="only these photo sources")
    check.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    check.add_argument("--frames", type=Path, default=ROOT / "renders-test", help="folder of rendered frames")
    check.add_argument("--count", type=int, default=300, help="composed scenes")
    check.add_argument("--seed", type=int, default=900, help="of composed scenes")
    check.add_argument("--known-size", action="store_true", help="tell the dice's size in rendered frames")
    check.add_argument("--sweep", action="store_true", help="show other thresholds of certainty")
    check.add_argument("--errors", action="store_true", help="explain every hand that is not right")
    hard = steps.add_parser("mine", help="keep what the networks got wrong, for another round of faces")
    hard.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    hard.add_argument("--count", type=int, default=3000, help="composed pictures to look at")
    hard.add_argument("--seed", type=int, default=4)
    hard.add_argument("--only-composed", action="store_true", help="leave the photographs and frames themselves out")
    hard.add_argument("--renders", type=Path, default=ROOT / "renders", help="folder of rendered frames")
    windows = steps.add_parser("windows", help="keep pictures without dice in which the finder sees one, for its next round")
    windows.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    windows.add_argument("--count", type=int, default=4000, help="pictures to look at")
    windows.add_argument("--seed", type=int, default=5)
    windows.add_argument("--most", type=int, default=8000, help="squares to keep, the newest")
    wrong = steps.add_parser("hard-scenes", help="say which composed scenes the finder gets wrong, for its next round")
    wrong.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    fit = steps.add_parser("calibrate", help="fit the judgement's chances to known truth and print its weights")
    fit.add_argument("--networks", type=Path, help="folder of ONNX networks; default: the packaged ones")
    fit.add_argument("--count", type=int, default=300, help="composed scenes")
    fit.add_argument("--seed", type=int, default=901)
    fit.add_argument("--jobs", type=int, default=2, help="processes that share the reading")
    fit.add_argument("--renders", type=Path, default=ROOT / "renders", help="folder of rendered frames")
    for step in (check, hard, fit, scenes, cut, finder, faces, asked):
        step.add_argument("--photos", type=Path, default=PHOTOS, help="folder with labels.json")
    arguments = parser.parse_args()
    if arguments.step == "sprites":
        from vision.training.store import make_sprites

        make_sprites(arguments.count, arguments.seed, arguments.name, arguments.leaning)
    elif arguments.step == "scenes":
        from vision.training.shards import write_shards

        write_shards(arguments.shards, arguments.seed, arguments.photos, arguments.cut_dice, arguments.stacked)
    elif arguments.step == "dice":
        from vision.training.cut_dice import cut_dice

        cut_dice(arguments.photos)
    elif arguments.step == "things":
        from vision.training.things import fetch_things

        fetch_things()
    elif arguments.step in ("finder", "faces"):
        if not any((ROOT / "scenes").glob("[0-9]*.npy")):
            raise SystemExit("tray train: there are no scenes to train on; run ./tray train scenes first.")
        from vision.training.faces import train_faces
        from vision.training.finder import train_finder

        steps_of = {"finder": train_finder, "faces": train_faces}
        left_out = tuple(arguments.without)
        common = {"steps": arguments.steps, "seed": arguments.seed, "without": left_out, "workers": arguments.workers}
        name = arguments.name or arguments.step
        steps_of[arguments.step](arguments.photos, arguments.renders, name=name, begin=arguments.begin, **common)
    elif arguments.step == "doubts":
        from vision.training.doubts import find_doubts
        from vision.training.export import NETWORKS

        where = arguments.networks or NETWORKS
        numbers = {"parts": arguments.parts, "seed": arguments.seed}
        find_doubts(arguments.photos, networks=where, frames=arguments.recorded, **numbers)
    elif arguments.step == "context":
        from vision.training.context import train_context
        from vision.training.export import NETWORKS

        faces_file = (arguments.networks or NETWORKS) / "faces.onnx"
        train_context(faces_file, steps=arguments.steps, seed=arguments.seed, name=arguments.name, workers=arguments.workers)
    elif arguments.step == "export":
        from vision.training.export import NETWORKS, export

        names = tuple(arguments.network) or ("finder", "faces", "context")
        export(names, suffix=arguments.suffix, folder=arguments.folder or NETWORKS)
    elif arguments.step == "evaluate":
        from vision.judgement import Limits
        from vision.reader import Reader
        from vision.training.evaluate import photo_cases, render_cases, report, sweep

        reader = Reader.load(arguments.networks)
        if arguments.set == "composed":
            from vision.training.composed import composed_cases, report_composed

            report_composed(list(composed_cases(arguments.count, arguments.seed, reader)), Limits())
            return
        if arguments.set == "renders":
            cases = list(render_cases(arguments.frames, reader, arguments.known_size))
        else:
            sources = set(arguments.source) or None
            cases = list(photo_cases(arguments.photos, reader, sources, arguments.set == "trainable"))
        report(cases, Limits(), arguments.errors)
        if arguments.sweep:
            sweep(cases, Limits())
    elif arguments.step == "calibrate":
        from vision.training.calibrate import calibrate

        numbers = (arguments.count, arguments.seed, arguments.jobs)
        calibrate(arguments.networks, arguments.photos, arguments.renders, *numbers)
    elif arguments.step == "windows":
        from vision.training.export import NETWORKS
        from vision.training.mining import mine_windows

        where = arguments.networks or NETWORKS
        mine_windows(networks=where, count=arguments.count, seed=arguments.seed, most=arguments.most)
    elif arguments.step == "hard-scenes":
        from vision.training.export import NETWORKS
        from vision.training.mining import mine_scenes

        mine_scenes(networks=arguments.networks or NETWORKS)
    elif arguments.step == "mine":
        from vision.training.export import NETWORKS
        from vision.training.mining import mine

        where = arguments.networks or NETWORKS
        known = not arguments.only_composed
        mine(arguments.photos, arguments.renders, networks=where, count=arguments.count, seed=arguments.seed, known=known)


if __name__ == "__main__":
    try:
        main()
    except FileNotFoundError as error:
        raise SystemExit(f"tray train: {error.filename} is missing; docs/reader.md says where it comes from.") from error
