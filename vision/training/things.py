"""Real things that are no dice: photographs and cut-outs from Debian packages with open licences, strewn over scenes.

`./tray train things` downloads the packages of `packages.py` and keeps small copies of their pictures in `training/things`;
every fifth photograph of the newer packages goes to `training/things-kept`, which nothing is trained on.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.packages import PACKAGES, Package, fetched, unpacked
from vision.training.store import ROOT, Truth
from vision.training.trinkets import trinket

Picture = NDArray[np.uint8]
_STAMP, _PHOTO = 160, 1600
_LEAST, _LEAST_NEW = (480, 480), (200, 320)
"""The least shorter and longer side of a photograph worth keeping, in pixels."""
_EVERY = 5
_RESOLUTION = re.compile(r"[-_ ]?\d{3,4}x\d{3,4}.*")


def fetch_things() -> None:
    """Downloads what is missing and writes the small copies; goes on where it was interrupted.

    Raises `ThingsError` when a package cannot be fetched or is not the one that was looked at.
    """
    store, kept, downloads = ROOT / "things", ROOT / "things-kept", ROOT / "packages"
    for folder in (store, kept, downloads):
        folder.mkdir(parents=True, exist_ok=True)
    counts = {}
    for package in PACKAGES:
        listing = store / f"{package.label}.json"
        if not listing.exists():
            file, folder = fetched(package, downloads), downloads / package.label
            unpacked(package, file, folder)
            listing.write_text(json.dumps(copied(package, folder, store, kept)))
            shutil.rmtree(folder)
        counts[package.label] = len(json.loads(listing.read_text()))
    print(f"things: {counts}, of which kept back: {len(list(kept.glob('photo-*.jpg')))}")


def copied(package: Package, folder: Path, store: Path, kept: Path) -> list[str]:
    """Writes small copies of the pictures in `folder` to `store`, every fifth photograph of a package that keeps some back to
    `kept`, and returns their names. Of pictures that differ in resolution only, the first large enough is taken."""
    names: list[str] = []
    seen, photos = set(), 0
    shorter, longer = _LEAST_NEW if package.kept else _LEAST
    for file in package.pictures(folder):
        image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if image is not None and image.ndim == 2 and package.kept:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        if image is None or image.ndim != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 24:
            continue
        cutout = image.shape[2] == 4 and float((image[..., 3] < 128).mean()) > 0.05
        subject = str(file.parent) + _RESOLUTION.sub("", file.stem)
        small_photo = min(image.shape[:2]) < shorter or max(image.shape[:2]) < longer
        if not cutout and (subject in seen or small_photo):
            continue
        seen.add(subject)
        factor = min(1.0, (_STAMP if cutout else _PHOTO) / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
        name = f"{'cutout' if cutout else 'photo'}-{package.label}-{len(names):03d}.{'png' if cutout else 'jpg'}"
        photos += not cutout
        target = kept if package.kept and not cutout and photos % _EVERY == 0 else store
        cv2.imwrite(str(target / name), small if cutout else small[..., :3])
        names.append(name)
    return names


class Things:
    """The pictures of `fetch_things`; empty when that step was left out, and then only procedural things are strewn.

    `kept` asks for the photographs that nothing is trained on, to measure and calibrate with; they come without cut-outs.
    """

    def __init__(self, kept: bool = False, root: Path = ROOT) -> None:
        store = root / ("things-kept" if kept else "things")
        self.photos: list[Picture] = []
        self._cutouts: list[Picture] = []
        self._rendered: list[Picture] = []
        for file in sorted(store.glob("photo-*.jpg")) if store.is_dir() else []:
            self.photos.append(np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8))
        for file in sorted(store.glob("cutout-*.png")) if store.is_dir() else []:
            group = self._rendered if file.name.startswith("cutout-rendered-") else self._cutouts
            group.append(np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8))

    def window(self, rng: np.random.Generator, size: int) -> Picture | None:
        """A square of a photograph at a random scale and quarter turn; `None` without photographs."""
        if not self.photos:
            return None
        photo = self.photos[int(rng.integers(0, len(self.photos)))]
        height, width = photo.shape[:2]
        side = int(np.exp(rng.uniform(np.log(min(0.7 * size, min(height, width))), np.log(min(height, width)))))
        x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
        way = cv2.INTER_AREA if side > size else cv2.INTER_LINEAR
        piece = np.asarray(cv2.resize(photo[y : y + side, x : x + side], (size, size), interpolation=way), np.uint8)
        return np.ascontiguousarray(np.rot90(piece, int(rng.integers(0, 4))))

    def _thing(self, rng: np.random.Generator) -> Picture:
        """A cut-out: as often a path-traced one as one of the packages, else a procedural one."""
        kind = rng.random()
        if self._rendered and kind < 0.38:
            return self._rendered[int(rng.integers(0, len(self._rendered)))]
        if self._cutouts and kind < 0.72:
            return self._cutouts[int(rng.integers(0, len(self._cutouts)))]
        return trinket(rng)

    def strewn(
        self, rng: np.random.Generator, image: Picture, truths: Sequence[Truth], unit: float, count: int
    ) -> tuple[Picture, list[tuple[float, float, float]]]:
        """`count` things laid beside the dice with a soft shadow; `unit` is a die's size in pixels. Returns the picture and
        (x, y, size) of each thing that found room."""
        height, width = image.shape[:2]
        taken = np.zeros((height, width), np.uint8)
        for truth in truths:
            x, y, w, h = truth.box
            low, high = (int(x - w * 0.48), int(y - h * 0.48)), (int(x + w * 0.48), int(y + h * 0.48))
            cv2.rectangle(taken, low, high, 255, -1)
        laid = []
        for _ in range(count):
            thing = self._thing(rng)
            long = unit * float(np.exp(rng.uniform(np.log(0.5), np.log(6))))
            for _attempt in range(4):
                at = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
                layer = _warped(thing, at, long, float(rng.uniform(0, 360)), (width, height), bool(rng.random() < 0.5))
                if not np.any(layer[..., 3] & taken & 0x80):
                    break
            else:
                continue
            shadow = float(rng.uniform(0, 0.6))
            dark = cv2.GaussianBlur(layer[..., 3], (0, 0), max(1.0, 0.1 * unit)).astype(np.float32)[..., None]
            cover = layer[..., 3:].astype(np.float32) * np.float32(1 / 255)
            ground = image * (1 - dark * np.float32(shadow / 255))
            image = np.clip(ground * (1 - cover) + layer[..., :3] * cover, 0, 255).astype(np.uint8)
            taken |= layer[..., 3]
            rows, columns = thing.shape[:2]
            laid.append((*at, long * min(rows, columns) / max(rows, columns)))
        return image, laid


def _warped(
    thing: Picture, at: tuple[float, float], long: float, degrees: float, size: tuple[int, int], mirrored: bool
) -> Picture:
    """A cut-out, `long` pixels in its longer side, turned, with its middle at `at` of an empty picture of `size`."""
    if mirrored:
        thing = thing[:, ::-1]
    factor = long / max(thing.shape[:2])
    if factor < 0.8:
        small = (max(1, round(thing.shape[1] * factor)), max(1, round(thing.shape[0] * factor)))
        thing = np.asarray(cv2.resize(thing, small, interpolation=cv2.INTER_AREA), np.uint8)
        factor = 1.0
    rows, columns = thing.shape[:2]
    matrix = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, factor)
    matrix[:, 2] += np.array(at) - np.array([(columns - 1) / 2, (rows - 1) / 2])
    return np.asarray(cv2.warpAffine(np.ascontiguousarray(thing), matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
