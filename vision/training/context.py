"""Training of the context network on what the other two leave in doubt, from the crop network's weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.crops import standardised
from vision.reader import WIDE, WIDE_EDGE
from vision.training.augment import photometric
from vision.training.doubts import RECORDED, STORED
from vision.training.faces import BATCH, loss_of
from vision.training.loop import train
from vision.training.networks import ContextReader
from vision.training.starting import start
from vision.training.store import ROOT
from vision.training.upright import degrees

Picture = NDArray[np.uint8]
# The shares of nothing, the six values, hidden and leaning dice in a batch.
_SHARES = (0.42, *(0.4 / 6,) * 6, 0.12, 0.06)
_CLEAR = 0.15
"""The share of places that were in no doubt."""

_RECORDED = 0.15
"""The share of places on photographs and rendered frames, where there are any."""

# The convolutions of the crop network's finer entry, which the context network lacks, in the order in which they run.
_FINER = slice(1, 4)


class Doubts:
    """All parts of `find_doubts` written so far; `refresh` looks for new ones."""

    def __init__(self, root: Path = ROOT) -> None:
        self._folder, self._known = root / "doubts", set[Path]()
        self._images: list[Picture] = []
        self._places: dict[tuple[bool, int, bool], list[tuple[int, int]]] = {}
        self.refresh()
        if not self._places:
            raise SystemExit("tray train: there are no doubts to train on; run ./tray train doubts first.")

    def refresh(self) -> None:
        """Takes in the parts that were finished since the last look."""
        for path in sorted(self._folder.glob("*.npz")):
            if path in self._known:
                continue
            self._known.add(path)
            recorded = path.name.startswith(RECORDED)
            with np.load(path) as data:
                self._images.append(data["images"])
                for row, key in enumerate(zip(data["labels"].tolist(), data["doubts"].tolist(), strict=True)):
                    self._places.setdefault((recorded, *key), []).append((len(self._images) - 1, row))

    def __len__(self) -> int:
        return sum(map(len, self._places.values()))

    def pick(self, rng: np.random.Generator) -> tuple[Picture, int]:
        """One view of `STORED` pixels and its class."""
        among = bool(rng.random() < _RECORDED)
        if not any(recorded == among for recorded, _, _ in self._places):
            among = not among
        there = {label for recorded, label, _ in self._places if recorded == among}
        shares = np.array([share * (label in there) for label, share in enumerate(_SHARES)])
        label = int(rng.choice(len(shares), p=shares / shares.sum()))
        clear = rng.random() < _CLEAR
        places = self._places.get((among, label, not clear)) or self._places[among, label, clear]
        part, row = places[int(rng.integers(0, len(places)))]
        return self._images[part][row], label


def varied(rng: np.random.Generator, picture: Picture) -> Picture:
    """A view of `WIDE` pixels from a stored one: turned by quarters, mirrored, moved and scaled by the finder's usual error."""
    turn = degrees(rng, 0.0)
    matrix = cv2.getRotationMatrix2D(((STORED - 1) / 2,) * 2, turn, float(np.exp(rng.normal(0, 0.09))))
    matrix[:, 2] += (WIDE - STORED) / 2 + rng.normal(0, 0.04, 2) * WIDE_EDGE
    view = cv2.warpAffine(picture, matrix, (WIDE, WIDE), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.5:
        view = view[:, ::-1]
    return photometric(rng, np.ascontiguousarray(view), strength=0.7) if rng.random() < 0.85 else np.ascontiguousarray(view)


class Batches:
    """A picklable maker of endless batches of views and classes."""

    def __call__(self, seed: list[int]) -> Iterator[tuple[Tensor, Tensor]]:
        rng = np.random.default_rng(seed)
        cv2.setNumThreads(1)
        doubts = Doubts()
        number = 0
        while True:
            number += 1
            if number % 100 == 0:
                doubts.refresh()
            picked = [doubts.pick(rng) for _ in range(BATCH)]
            views = np.stack([varied(rng, picture) for picture, _ in picked])
            yield torch.from_numpy(standardised(views)), torch.tensor([label for _, label in picked])


def train_context(faces: Path, *, steps: int, seed: int, name: str = "context", **kw: Any) -> nn.Module:
    """Trains the context network from the weights of `faces`, the crop network's ONNX file."""
    network, checkpoint = ContextReader(), ROOT / f"{name}.pt"
    if not checkpoint.exists():
        start(network, faces, next(Batches()([seed]))[0], _FINER)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return train(network, Batches(), loss_of, checkpoint, steps=steps, rate=1e-3, seed=seed, **kw)
