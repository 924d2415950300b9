"""Real things that are no dice: photographs and cut-outs from Debian packages with open licences, strewn over scenes.

`./tray train things` downloads the packages named here, takes the pictures out and keeps small copies in `training/things`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.store import ROOT, Truth
from vision.training.trinkets import trinket

Picture = NDArray[np.uint8]
PACKAGES = {
    "tuxpaint-stamps-default": "2022.06.04-1",
    "mate-backgrounds": "1.26.0-1",
    "plasma-workspace-wallpapers": "4:5.27.5-2",
    "ukui-wallpapers": "20.04.3-1.1",
    "lomiri-wallpapers": "20.04.0-2",
    "gnome-backgrounds": "43.1-1",
}
"""Debian 12 packages and their versions."""
_STAMP, _PHOTO = 160, 1600
_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
_RESOLUTION = re.compile(r"[-_ ]?\d{3,4}x\d{3,4}.*")


class ThingsError(ValueError):
    """The packages cannot be fetched, in one sentence."""


def fetch_things() -> None:
    """Downloads what is missing and writes the small copies; goes on where it was interrupted."""
    programs = [shutil.which(name) for name in ("apt-get", "dpkg-deb")]
    if None in programs:
        raise ThingsError("The pictures come from Debian packages; run this step on Debian 12, or go on without them.")
    apt, unpack = (str(program) for program in programs)
    store, packages = ROOT / "things", ROOT / "packages"
    store.mkdir(parents=True, exist_ok=True)
    packages.mkdir(exist_ok=True)
    counts = {}
    for name, version in PACKAGES.items():
        listing = store / f"{name}.json"
        if not listing.exists():
            found = next(packages.glob(f"{name}_*.deb"), None)
            if found is None:
                print(f"things: fetching {name} {version}", flush=True)
                command = [apt, "download", f"{name}={version}"]
                done = subprocess.run(command, cwd=packages, check=False, capture_output=True)  # noqa: S603
                found = next(packages.glob(f"{name}_*.deb"), None)
                if done.returncode or found is None:
                    raise ThingsError(f"The package {name} {version} cannot be downloaded; run apt-get update and try again.")
            folder = packages / name
            subprocess.run([unpack, "-x", str(found), str(folder)], check=True)  # noqa: S603
            listing.write_text(json.dumps(_kept(folder, store, name)))
            shutil.rmtree(folder)
        counts[name] = len(json.loads(listing.read_text()))
    print(f"things: {counts}")


def _kept(folder: Path, store: Path, name: str) -> list[str]:
    """Small copies of a package's pictures; of those that differ in resolution only, the first large enough."""
    kept, seen = [], set()
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() not in _ENDINGS or file.is_symlink():
            continue
        image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if image is None or image.ndim != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 24:
            continue
        cutout = image.shape[2] == 4 and float((image[..., 3] < 128).mean()) > 0.05
        subject = str(file.parent) + _RESOLUTION.sub("", file.stem)
        if not cutout and (subject in seen or min(image.shape[:2]) < 480):
            continue
        seen.add(subject)
        factor = min(1.0, (_STAMP if cutout else _PHOTO) / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
        target = f"{'cutout' if cutout else 'photo'}-{name}-{len(kept):03d}.{'png' if cutout else 'jpg'}"
        cv2.imwrite(str(store / target), small if cutout else small[..., :3])
        kept.append(target)
    return kept


class Things:
    """The pictures of `fetch_things`; empty when that step was left out, and then only procedural things are strewn."""

    def __init__(self) -> None:
        store = ROOT / "things"
        self.photos: list[Picture] = []
        self._cutouts: list[Picture] = []
        for file in sorted(store.glob("photo-*.jpg")) if store.is_dir() else []:
            self.photos.append(np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8))
        for file in sorted(store.glob("cutout-*.png")) if store.is_dir() else []:
            self._cutouts.append(np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.uint8))

    def window(self, rng: np.random.Generator, size: int) -> Picture | None:
        """A square of a photograph at a random scale and quarter turn; `None` without photographs."""
        if not self.photos:
            return None
        photo = self.photos[int(rng.integers(0, len(self.photos)))]
        height, width = photo.shape[:2]
        side = int(np.exp(rng.uniform(np.log(min(0.7 * size, min(height, width))), np.log(min(height, width)))))
        x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
        piece = np.rot90(photo[y : y + side, x : x + side], int(rng.integers(0, 4)))
        way = cv2.INTER_AREA if side > size else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(np.ascontiguousarray(piece), (size, size), interpolation=way), np.uint8)

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
            real = bool(self._cutouts) and rng.random() < 0.6
            thing = self._cutouts[int(rng.integers(0, len(self._cutouts)))] if real else trinket(rng)
            long = unit * float(np.exp(rng.uniform(np.log(0.5), np.log(6))))
            for _attempt in range(4):
                at = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
                layer = _warped(thing, at, long, float(rng.uniform(0, 360)), (width, height), bool(rng.random() < 0.5))
                if not cv2.countNonZero(cv2.bitwise_and(layer[..., 3], taken) & 0x80):
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
        thing = np.asarray(cv2.resize(thing, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        factor = 1.0
    rows, columns = thing.shape[:2]
    matrix = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, factor)
    matrix[:, 2] += np.array(at) - np.array([(columns - 1) / 2, (rows - 1) / 2])
    return np.asarray(cv2.warpAffine(np.ascontiguousarray(thing), matrix, size, flags=cv2.INTER_LINEAR), np.uint8)
