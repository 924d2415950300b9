"""What a reading costs: processor time on one thread, and memory, as medians and ratios."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.measures.answers import Picture
from vision.measures.composed import table_of_dice
from vision.motion import MotionWatch, features, shrink_factor
from vision.reader import Reader

EDGE = 48.0
RUNS = 15
_LOADED = """
import sys
from pathlib import Path
import cv2, numpy
def resident():
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
cv2.setNumThreads(1)
from vision.picture import load_picture
image = load_picture(Path(sys.argv[1]))
before = resident()
from vision.reader import Reader
reader = Reader.load(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
reader.read(image, die_size=float(48)); reader.read(image)
print(before, resident())
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What was done; the median and the least processor time and the median wall time in ms; the budget, if there is one."""

    what: str
    cpu: float
    least: float
    wall: float
    budget: float | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident MB of a process with Python, numpy and OpenCV and a picture, and after the reader was loaded and used in it."""

    before: float
    after: float


def dice(width: int, height: int, count: int, edge: float) -> Picture:
    """A composed picture of `count` dice, always the same."""
    image, laid = table_of_dice(np.random.default_rng([7, 5]), width, height, edge, count)
    if len(laid) != count:
        raise ValueError(f"There is no room for {count} dice of {edge:g} pixels in {width} x {height}.")
    return image


def median(what: str, work: Callable[[], object], budget: float | None = None, runs: int = RUNS) -> Cost:
    """The median cost of `work`, after two runs that are not counted."""
    cpu, wall = [], []
    for run in range(runs + 2):
        begun, before = time.perf_counter(), time.thread_time()
        work()
        if run >= 2:
            cpu.append((time.thread_time() - before) * 1000)
            wall.append((time.perf_counter() - begun) * 1000)
    return Cost(what, statistics.median(cpu), min(cpu), statistics.median(wall), budget)


def costs(networks: Path | None = None, runs: int = RUNS) -> list[Cost]:
    """Full readings, by number of dice and by size of the picture, and the motion watch; one thread."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _costs(Reader.load(networks), runs)
    finally:
        cv2.setNumThreads(before)


def _costs(reader: Reader, runs: int) -> list[Cost]:
    five = dice(1280, 720, 5, EDGE)
    found = [
        median("reading 1280x720, five dice, size known", lambda: reader.read(five, die_size=EDGE), 60, runs),
        median("reading 1280x720, five dice, size unknown", lambda: reader.read(five), 250, runs),
        _watch(five, runs),
    ]
    for count in (0, 1, 5, 10, 20):
        found.append(_reading(reader, f"{count} dice, 1280x720, size known", dice(1280, 720, count, EDGE), EDGE, runs))
    for width, height in ((640, 360), (1280, 720), (1920, 1080), (2560, 1440)):
        same = np.asarray(cv2.resize(five, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        found.append(_reading(reader, f"five dice, {width}x{height}, size known", same, EDGE * width / 1280, runs))
    return found


def _reading(reader: Reader, what: str, image: Picture, edge: float, runs: int) -> Cost:
    return median(what, lambda: reader.read(image, die_size=edge), None, runs)


def _watch(image: Picture, runs: int) -> Cost:
    pictures = [np.roll(image, shift, axis=1) for shift in (0, 6, 12)]
    watch, turn = MotionWatch(), iter(range(100_000))

    def look() -> None:
        now = features(pictures[next(turn) % 3], shrink_factor(1280, 720))
        watch.update(now)
        watch.renew(now)

    return median("motion watch, 1280x720, one picture", look, 4, runs * 4)


def memory(folder: Path, networks: Path | None = None) -> Memory | None:
    """What a fresh process takes before and after the reader is loaded and has read; `None` where Linux does not tell."""
    if not Path("/proc/self/status").is_file():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / "speed.png"
    cv2.imwrite(str(picture), dice(1280, 720, 5, EDGE))
    call = [sys.executable, "-c", _LOADED, str(picture), *([] if networks is None else [str(networks)])]
    root = Path(__file__).parents[2]
    done = subprocess.run(call, cwd=root, capture_output=True, text=True, timeout=120, check=True)  # noqa: S603
    before, after = (float(word) for word in done.stdout.split())
    return Memory(before, after)
