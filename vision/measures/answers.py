"""What the reader answers to each picture, in every mode, kept on disk: an interrupted measure goes on where it stopped.

An answer is kept under a digest of the picture and its truth, in a file named after a digest of the reader: its networks, its
code and the OpenCV that runs them. Whoever changes the reader therefore measures anew, and nobody else does.
"""

from __future__ import annotations

import ast
import enum
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.judgement import Evidence, Limits
from vision.measures.verdicts import Truth, Unreadable
from vision.picture import UnreadablePicture
from vision.reader import Reader
from vision.result import Die, Flag, Reading, Status

Picture = NDArray[np.uint8]
VISION = Path(__file__).parents[1]
KEPT_READERS = 6


class Mode(enum.Enum):
    """The reader as it is, and mutations of it: the finder's opinion of the value does not count; the context network is not
    asked; how sure they are does not matter; that and the finder's opinion."""

    USUAL = "as it is"
    ONE_OPINION = "second opinion off"
    NO_THIRD = "third opinion off"
    NO_CONFIDENCE = "confidence off"
    NEITHER = "both off"

    def limits(self) -> Limits:
        """The thresholds of this mode."""
        usual = Limits()
        return {
            Mode.USUAL: usual,
            Mode.ONE_OPINION: usual.without_second_opinion(),
            Mode.NO_THIRD: replace(usual, third=False),
            Mode.NO_CONFIDENCE: replace(usual.without_confidence(), seconded=usual.seconded, opposed=usual.opposed),
            Mode.NEITHER: usual.without_confidence(),
        }[self]


@dataclass(frozen=True, slots=True)
class Case:
    """One picture to measure with. `load` gives it and its truth; `key` changes when either does.

    `groups` are the rows of the table in which it counts; `die_size` is told to the reader, pixels.
    """

    name: str
    key: str
    groups: tuple[str, ...]
    load: Callable[[], tuple[Picture, Truth]]
    sized: Callable[[Truth], float | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Answer:
    """The readings of a picture in each mode, and its truth; a failed picture has no reading."""

    case: Case
    truth: Truth
    readings: dict[Mode, Reading | None]


class Modes:
    """One reader in every mode: the networks look once at a picture, and each mode judges what they saw."""

    def __init__(self, networks: Path | None = None) -> None:
        self._readers = {mode: _Told.load(networks, mode.limits()) for mode in Mode}
        self._looking = Reader.load(networks)

    def read(self, image: Picture, die_size: float | None) -> dict[Mode, Reading | None]:
        """The readings of `image`, uint8 B,G,R (h, w, 3), in each mode."""
        seen = self._looking.evidence(image, die_size)
        readings: dict[Mode, Reading | None] = {}
        for mode, reader in self._readers.items():
            assert isinstance(reader, _Told)
            reader.seen = seen
            readings[mode] = reader.read(image, die_size=die_size)
        return readings


class _Told(Reader):
    """A reader that is told what the networks saw."""

    seen: list[Evidence]

    def evidence(self, image: Picture, die_size: float | None = None) -> list[Evidence]:  # noqa: ARG002
        return self.seen


class Answers:
    """The answers of one reader, kept in a folder. Close it, or use it in a `with` statement."""

    def __init__(self, folder: Path, networks: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._networks, self._modes = networks, None if networks is None else Modes(networks)
        self._path = folder / f"{reader_digest(networks)}.jsonl"
        self._kept = dict(_rows(self._path))
        self._file = self._path.open("a", encoding="utf-8")
        older = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
        for path in older[:-KEPT_READERS]:
            if path != self._path:
                path.unlink()

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def stale(self) -> bool:
        """Whether the reader was changed since this was opened: then some answers may be of the one, some of the other."""
        return self._path.stem != reader_digest(self._networks)

    def close(self) -> None:
        """Closes the file; every answer is already in it."""
        self._file.close()

    def missing(self, cases: Iterable[Case]) -> int:
        """How many of the cases are not answered yet."""
        return sum(case.key not in self._kept for case in cases)

    def answers(self, cases: Iterable[Case]) -> Iterator[Answer]:
        """The answer to each case, in their order: from the folder, or from the reader and then kept."""
        for case in cases:
            row = self._kept.get(case.key)
            if row is None:
                row = _packed(*self._read(case))
                self._kept[case.key] = row
                self._file.write(json.dumps({"key": case.key, **row}) + "\n")
                self._file.flush()
            yield Answer(case, _truth(row["truth"]), {mode: _reading(row["readings"][mode.value]) for mode in Mode})

    def remembered(self, key: str, make: Callable[[], Any]) -> Any:
        """Any other result of this reader, as JSON knows it: kept under `key`, or made by `make` and kept."""
        if key not in self._kept:
            self._kept[key] = {"result": make()}
            self._file.write(json.dumps({"key": key, **self._kept[key]}) + "\n")
            self._file.flush()
        return self._kept[key]["result"]

    def _read(self, case: Case) -> tuple[Truth, dict[Mode, Reading | None]]:
        if self._modes is None:
            self._modes = Modes(self._networks)
        try:
            image, truth = case.load()
        except UnreadablePicture:
            return Truth(None), dict.fromkeys(Mode)
        return truth, self._modes.read(image, case.sized(truth))


def reader_digest(networks: Path | None = None, module: str = "reader") -> str:
    """A name for the reader: its networks, the code of a module of `vision` and all that it imports there, OpenCV's version."""
    seen = hashlib.sha256(f"{cv2.__version__} {[mode.limits() for mode in Mode]}".encode())
    for path in sorted(code_of(module)) + sorted((networks or VISION / "networks").glob("*.onnx")):
        seen.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:16]


def code_of(module: str) -> set[Path]:
    """The files of a module directly in `vision`, and of all modules there that it imports, and they."""
    found, left = set(), [VISION / f"{module}.py"]
    while left:
        path = left.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("vision."):
                left.append(VISION / f"{node.module.split('.')[1]}.py")
    return found


def digest(*parts: object) -> str:
    """A key for what `parts` say."""
    seen = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        seen.update(hashlib.sha256(data).digest())
    return seen.hexdigest()[:24]


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The finished rows of a file; one that was cut off by a stop is measured again."""
    if not path.is_file():
        return
    whole = path.read_bytes()
    end = whole.rfind(b"\n") + 1
    if end < len(whole):
        path.write_bytes(whole[:end])
    for line in whole[:end].decode("utf-8").splitlines():
        row = json.loads(line)
        yield row.pop("key"), row


def _packed(truth: Truth, readings: dict[Mode, Reading | None]) -> dict[str, Any]:
    return {
        "truth": [truth.values, [[one.center, one.size, sorted(flag.value for flag in one.flags)] for one in truth.unreadable]],
        "readings": {mode.value: None if reading is None else _plain(reading) for mode, reading in readings.items()},
    }


def _plain(reading: Reading) -> dict[str, Any]:
    dice = [
        [
            die.value, die.confidence, _short(die.center), round(die.size, 1), [_short(corner) for corner in die.corners],
            die.flag and die.flag.value, die.guesses,
        ]
        for die in reading.dice
    ]  # fmt: skip
    return {"status": reading.status.value, "reason": reading.reason, "dice": dice}


def _short(point: tuple[float, float]) -> tuple[float, float]:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def _truth(row: list[Any]) -> Truth:
    values, unreadable = row
    return Truth(
        None if values is None else tuple(values),
        tuple(Unreadable((x, y), size, frozenset(Flag(flag) for flag in flags)) for (x, y), size, flags in unreadable),
    )


def _reading(row: dict[str, Any] | None) -> Reading | None:
    if row is None:
        return None
    dice = []
    for value, confidence, (x, y), size, corners, flag, guesses in row["dice"]:
        a, b, c, d = ((float(p), float(q)) for p, q in corners)
        dice.append(Die(value, confidence, (x, y), size, (a, b, c, d), None if flag is None else Flag(flag), tuple(guesses)))
    return Reading(Status(row["status"]), tuple(dice), row["reason"])
