"""Hard examples: what the present pair of networks takes for a die and is none, and dice that it reads wrongly or unsurely.

`mine` keeps crops for the crop network, `mine_windows` pictures without dice in which the finder sees one, `mine_scenes` says
which of the composed scenes the finder gets wrong (Felzenszwalb et al., 2010: hard negatives).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.crops import CROP, DIE, FINE, OUTLINE, crop
from vision.finding import KNOWN_EDGE, Candidate, DiceFinder
from vision.judgement import Evidence, Limits
from vision.reader import Reader
from vision.training.backgrounds import clutter, table
from vision.training.photos import Photo, cut, photos
from vision.training.renders import renders
from vision.training.shards import HARD_SCENES, Shards
from vision.training.store import HIDDEN, LEANING, ROOT, Truth
from vision.training.things import Things

Picture = NDArray[np.uint8]
_SCENE = 256
HARD_WINDOW = 160
_SEEN = 0.2
# A scene is hard with something this warm where no die is, or a readable die that is less warm or whose value is less likely;
# every third one is looked at.
_GHOST, _COLD, _UNSURE, _STEP = 0.25, 0.35, 0.35, 3


def _label(one: Evidence, truths: list[Truth]) -> int | None:
    """The class a candidate should have had, or `None` when the truth does not say."""
    c = one.candidate
    best: tuple[float, Truth] | None = None
    for truth in truths:
        size = float(np.sqrt(truth.box[2] * truth.box[3]))
        far = float(np.hypot(c.center[0] - truth.box[0], c.center[1] - truth.box[1])) / size
        if best is None or far < best[0]:
            best = (far, truth)
    if best is None or best[0] > 0.8:
        return 0
    far, truth = best
    size = float(np.sqrt(truth.box[2] * truth.box[3]))
    if truth.value < 0 or 0.25 < far < 0.5:
        return None
    if far >= 0.5 or not 0.5 < c.size / size < 2:
        return 0
    if not 0.8 < c.size / size < 1.25 or far > 0.15:
        return None
    return {HIDDEN: 7, LEANING: 8}.get(truth.value, truth.value)


def _known(folder: Path, frames: Path) -> Iterator[tuple[str, Picture, list[Truth]]]:
    """Every photograph and rendered frame that may be trained on, as it is."""
    for photo in [*(photos(folder) if folder.exists() else []), *renders(frames)]:
        yield photo.source, photo.image, list(photo.truths)


def _composed(rng: np.random.Generator, folder: Path, count: int) -> Iterator[tuple[str, Picture, list[Truth]]]:
    """`count` new pictures: photographs of other things and procedural tables with clutter, and scenes with things beside the
    dice."""
    own: list[Photo] = photos(folder) if folder.exists() else []
    shards, things = Shards(), Things()
    for number in range(count):
        unit = float(np.exp(rng.uniform(np.log(14), np.log(60))))
        kind = number % 8
        if kind < 2:
            image = things.window(rng, _SCENE)
            if image is None:
                image = table(rng, _SCENE, unit)
            yield "things", things.strewn(rng, image, [], unit, int(rng.integers(2, 7)))[0], []
        elif kind < 4:
            yield "synthesis", clutter(rng, clutter(rng, table(rng, _SCENE, unit), unit), unit), []
        elif own and kind == 4:
            photo = own[int(rng.integers(0, len(own)))]
            image, truths = cut(rng, photo, _SCENE)
            yield photo.source, things.strewn(rng, image, truths, unit, 2)[0], truths
        else:
            image, truths = shards.pick(rng)
            # As it is, too: the shadow of a die is itself taken for one.
            yield "synthesis", things.strewn(rng, image, truths, unit, 3)[0] if rng.random() < 0.4 else image, truths


def mine(folder: Path, frames: Path, *, networks: Path, count: int, seed: int, known: bool = True) -> None:
    """Writes hard crops to `training/mined/SEED.npz`, with their pictures' sources; training takes all rounds.

    `known` looks at the photographs and frames themselves, too.
    """
    rng = np.random.default_rng(seed)
    reader = Reader.load(networks, Limits(third=False))
    images: list[Picture] = []
    rows: list[tuple[int, str, float]] = []
    pictures = itertools.chain(_known(folder, frames) if known else (), _composed(rng, folder, count))
    for number, (source, image, truths) in enumerate(pictures):
        if number % 200 == 0:
            print(f"mine {number}: {len(images)} found", flush=True)
        for one in reader.evidence(image):
            label = _label(one, truths)
            if label is None or one.candidate.heat < 0.08:
                continue
            chance = float(one.faces[label])
            # False dice are kept whenever they look like one at all; true ones when they were not read well.
            if chance < (0.9 if label == 0 else 0.85):
                squeeze = float(np.clip(one.candidate.width / one.candidate.height, 0.75, 1.33)) ** 0.5
                size = OUTLINE * one.candidate.edge
                images.append(crop(image, one.candidate.center, size, 0.0, squeeze, CROP * FINE, DIE * FINE))
                rows.append((label, source, float(np.degrees(one.candidate.turn))))
    labels, sources, turns = zip(*rows, strict=True) if rows else ((), (), ())
    kept = np.stack(images) if images else np.empty((0, CROP * FINE, CROP * FINE, 3), np.uint8)
    file = ROOT / "mined" / f"{seed:04d}.npz"
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(
            out, images=kept, labels=np.array(labels, int), sources=np.array(sources, str), turns=np.array(turns, np.float32)
        )
    part.rename(file)
    print(f"mined {len(images)}: {np.bincount(np.array(labels, int), minlength=9).tolist()}")


def hard_crops(without: tuple[str, ...], root: Path = ROOT) -> list[list[tuple[Picture, int, float | None]]]:
    """By round, crops that earlier pairs of networks got wrong (`mine`), their classes and turns, without those of left-out
    sources."""
    rounds = []
    for file in sorted((root / "mined").glob("*.npz")):
        data = np.load(file)
        keep = ~np.isin(data["sources"], list(without))
        turns = [None if np.isnan(turn) else float(turn) for turn in data["turns"][keep]]
        rows = zip(data["images"][keep], data["labels"][keep].tolist(), turns, strict=True)
        rounds.append([(image, label, turn) for image, label, turn in rows])
    return [mistakes for mistakes in rounds if mistakes]


def _without_dice(rng: np.random.Generator, things: Things) -> Picture:
    """A picture without dice: a photograph of other things, or a procedural table, mostly with things strewn over it."""
    unit = float(np.exp(rng.uniform(np.log(14), np.log(60))))
    image = things.window(rng, _SCENE) if rng.random() < 0.8 else None
    if image is None:
        image = clutter(rng, table(rng, _SCENE, unit), unit)
    return things.strewn(rng, image, [], unit, int(rng.integers(2, 6)))[0] if rng.random() < 0.5 else image


def mine_windows(*, networks: Path, count: int, seed: int, most: int) -> None:
    """Adds squares of `HARD_WINDOW` pixels, in which the finder sees a die where none is, to `training/hard-windows.npy`.

    Looks at `count` pictures; of all squares kept so far the newest `most` stay.
    """
    rng = np.random.default_rng(seed)
    finder, things = DiceFinder(networks), Things()
    found: list[Picture] = []
    for number in range(count):
        if number % 500 == 0:
            print(f"windows {number}: {len(found)} found", flush=True)
        image = _without_dice(rng, things)
        false = sorted((c for c in finder.at_edge(image, KNOWN_EDGE) if c.heat > _SEEN), key=lambda c: -c.heat)
        taken: list[tuple[int, int]] = []
        for one in false[:3]:
            corner = np.array(one.center) - rng.uniform(0.3, 0.7, 2) * HARD_WINDOW
            x, y = np.clip(corner, 0, _SCENE - HARD_WINDOW).astype(int).tolist()
            if all(abs(x - u) + abs(y - v) > HARD_WINDOW // 3 for u, v in taken):
                taken.append((x, y))
                found.append(image[y : y + HARD_WINDOW, x : x + HARD_WINDOW].copy())
    file = ROOT / "hard-windows.npy"
    kept = np.stack(found) if found else np.empty((0, HARD_WINDOW, HARD_WINDOW, 3), np.uint8)
    if file.exists():
        kept = np.concatenate([np.load(file), kept])
    # A training that runs reads the old file; it keeps it until it ends.
    np.save(file.with_suffix(".part.npy"), kept[-most:])
    file.with_suffix(".part.npy").rename(file)
    print(f"windows: {len(found)} found, {len(kept[-most:])} kept")


def _hard(found: list[Candidate], truths: list[Truth]) -> bool:
    """Whether the finder sees a die where none is, or is not sure of one that can be read."""
    for truth in truths:
        x, y, w, h = truth.box
        near = [c for c in found if abs(c.center[0] - x) < 0.3 * w and abs(c.center[1] - y) < 0.3 * h]
        best = max(near, key=lambda c: c.heat, default=None)
        if 1 <= truth.value <= 6 and (best is None or best.heat < _COLD or float(best.values[truth.value]) < _UNSURE):
            return True
    return any(
        c.heat > _GHOST
        and all(max(abs(c.center[0] - t.box[0]) / t.box[2], abs(c.center[1] - t.box[1]) / t.box[3]) > 0.6 for t in truths)
        for c in found
    )


def mine_scenes(*, networks: Path, root: Path = ROOT) -> None:
    """Writes to `training/scenes/hard.json` which scenes the finder gets wrong; training sees them more often."""
    finder, hard, seen = DiceFinder(networks), {}, 0
    for name, images, truths in Shards(root).each():
        wrong = []
        for index in range(0, len(images), _STEP):
            image, found = images[index], truths[index]
            edges = [truth.box[2] * truth.box[3] for truth in found]
            edge = float(np.sqrt(np.median(edges))) / OUTLINE if edges else KNOWN_EDGE
            if _hard(finder.at_edge(np.asarray(image), max(edge, 10.0)), found):
                wrong.append(index)
        hard[name], seen = wrong, seen + len(range(0, len(images), _STEP))
        print(f"hard scenes: {sum(map(len, hard.values()))} of {seen}", flush=True)
    part = (root / HARD_SCENES).with_suffix(".part")
    part.write_text(json.dumps(hard))
    part.rename(root / HARD_SCENES)
