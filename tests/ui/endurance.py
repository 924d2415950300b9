"""Hours of play in minutes: whether memory, files and threads stay flat. Writes a table and a plot.

    PYTHONPATH=.:tests/game python tests/ui/endurance.py --hours 8 --out endurance

Guests play one game after the other, all kinds, two to three players; every screen is painted, every step written, all in one
process. The clock is that of the pictures, so that a free PC plays eight hours in about half an hour. Beside it the real reader
follows the pictures of the recorded table on threads of its own, as many as there is time for, round and round. Exit code 1
when something grows: memory after the first quarter by more than 5 %, open files or threads at all.
"""

from __future__ import annotations

import argparse
import csv
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
from dataclasses import astuple, dataclass, fields

from guests_at_play import GuestsAtPlay
from tray_of_guests import LANES, PARTY, Stuck, TrayOfGuests, geometry

from calibration.file import load
from game.journal import Journal
from game.menu import Menu, Offers
from game.session import Session
from game.sighting import Button
from hardware.frame import Camera, Frame
from hardware.press import Press, Role
from hardware.recording import RecordedCamera, Recording, load_recording
from ui.display import MemoryDisplay
from ui.eyes import Eyes, Observation
from ui.kiosk import Clocks, Kiosk
from ui.ledger import Ledger
from ui.sight import Crops, sightings
from vision.geometry import Geometry
from vision.lanes import LaneTracker
from vision.reader import Reader

RECORDING = pathlib.Path(__file__).resolve().parents[1] / "recordings" / "three-players"
PICTURE_SECONDS = 0.15
SAMPLE_SECONDS = 300.0
GROWTH = 1.05
WIDTH, HEIGHT, MARGIN = 900, 180, 40


@dataclass(frozen=True)
class Sample:
    """What the process holds after some `hours` of play; `memory`, `journal` and its write-ahead `log` in MiB."""

    hours: float
    memory: float
    files: int
    threads: int
    journal: float
    log: float
    games: int
    read: int


class RoundAndRound:
    """A camera that shows a recorded table again and again, at most `1 / PICTURE_SECONDS` pictures a second."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._camera: Camera = RecordedCamera(recording)
        self._number = 0

    def read(self, deadline: float) -> Frame | None:
        """The next picture, numbered and timed as if the recording never ended."""
        time.sleep(PICTURE_SECONDS)
        frame = self._camera.read(deadline)
        if frame is None:
            self._camera.close()
            self._camera = RecordedCamera(self._recording)
            frame = self._camera.read(deadline)
        assert frame is not None
        self._number += 1
        return Frame(frame.image, self._number, self._number / 15)

    def close(self) -> None:
        self._camera.close()


class Hands(MemoryDisplay):
    """A screen without a window whose buttons are pressed by the guests."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self._pressed: list[Role] = []

    def press(self, role: Role) -> None:
        """It counts with the next look at the buttons."""
        self._pressed.append(role)

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        found, self._pressed = [Press(role, now) for role in self._pressed], []
        return found


class Evening:
    """Guests, a table and what is measured about them."""

    def __init__(self, hours: float, folder: pathlib.Path, seed: int, eyes: Eyes, seen_in: Geometry) -> None:
        self._hours, self._folder, self._chance, self._eyes, self._seen_in = hours, folder, random.Random(seed), eyes, seen_in
        self.samples: list[Sample] = []
        self._games = self._read = 0
        self._crops = Crops()
        self._session = Session(Offers.usual(PARTY, 5, 5, 10), lanes=LANES, chance=self._chance)
        self._hands = Hands((1280, 720))
        self.tray = TrayOfGuests(self._guests(), self._press, self._next_game)

    def play(self, journal: Journal) -> None:
        """Until the hours are over."""
        clocks = Clocks(lambda: self.tray.now, lambda: self.tray.now)
        Kiosk(
            self._session,
            Ledger(journal),
            self.tray,  # type: ignore[arg-type]
            self._hands,
            geometry(),
            clocks=clocks,
            tell=lambda line: None,
        ).run()

    def _guests(self) -> GuestsAtPlay:
        """The set-up begins with the last table, so the game is chosen by what red does from there."""
        return GuestsAtPlay(self._session, self._chance.choice(list(Menu)), self._chance)

    def _press(self, button: Button) -> None:
        self._hands.press(Role.GREEN if button is Button.GREEN else Role.RED)
        self._watch()

    def _watch(self) -> None:
        """Takes what the real eyes have read, and a sample when it is time."""
        seen = self._eyes.look(0.0)
        if isinstance(seen, Observation):
            self._read += 1
            sightings(seen, self._seen_in, self._crops)
        if not self.samples or self.tray.now / 3600 >= self.samples[-1].hours + SAMPLE_SECONDS / 3600:
            self.samples.append(self._sample())

    def _next_game(self) -> None:
        self._games += 1
        if self.tray.now >= self._hours * 3600:
            self._hands.press(Role.QUIT)
            return
        self.tray.invite(self._guests())
        # The press that is awaited is the first one of the new guests.
        self._press(Button.GREEN)

    def _sample(self) -> Sample:
        pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        sizes = {path.name: path.stat().st_size / 2**20 for path in self._folder.iterdir()}
        log = sum(size for name, size in sizes.items() if name.endswith("-wal"))
        sample = Sample(
            round(self.tray.now / 3600, 3),
            round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1),
            len(list(pathlib.Path("/proc/self/fd").iterdir())) - 1,
            threading.active_count(),
            round(sum(sizes.values()) - log, 2),
            round(log, 2),
            self._games,
            self._read,
        )
        print(sample, file=sys.stderr)
        return sample


def plot(samples: list[Sample]) -> str:
    """The samples as an SVG picture, one strip for each quantity, each from nothing to its most."""
    strips = [
        ("memory", "MiB"),
        ("files", "open files"),
        ("threads", "threads"),
        ("journal", "MiB of journal"),
        ("log", "MiB of log"),
    ]
    end = max(sample.hours for sample in samples) or 1.0
    parts = []
    for strip, (name, unit) in enumerate(strips):
        top = strip * HEIGHT + MARGIN
        most = max(float(getattr(sample, name)) for sample in samples) or 1.0
        floor = top + HEIGHT - MARGIN
        scale = (HEIGHT - MARGIN - 20) / most
        places = [(MARGIN + each.hours / end * WIDTH, floor - float(getattr(each, name)) * scale) for each in samples]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#1b7f5c" stroke-width="2"/>')
        parts.append(f'<path d="M{MARGIN},{floor}h{WIDTH}" stroke="#999"/>')
        parts.append(f'<text x="{MARGIN}" y="{top + 10}">at most {most:g} {unit}</text>')
    bottom = len(strips) * HEIGHT + MARGIN
    parts.append(f'<text x="{MARGIN}" y="{bottom - 14}">{end:.1f} hours of play, {samples[-1].games} games</text>')
    size = f'width="{WIDTH + 2 * MARGIN}" height="{bottom}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="14">{"".join(parts)}</svg>\n'


def flat(samples: list[Sample]) -> list[str]:
    """What has grown, in words; empty when nothing has."""
    settled = samples[len(samples) // 4 :]
    found = []
    first, last = settled[: max(1, len(settled) // 4)], settled[-max(1, len(settled) // 4) :]
    before, after = (sum(sample.memory for sample in some) / len(some) for some in (first, last))
    if after > before * GROWTH:
        found.append(f"memory grew from {before:.0f} to {after:.0f} MiB")
    for name in ("files", "threads"):
        least, most = (pick(getattr(sample, name) for sample in some) for pick, some in ((max, first), (max, last)))
        if most > least:
            found.append(f"{name} grew from {least} to {most}")
    if max(sample.log for sample in samples) > 16:
        found.append("the journal's log was not checkpointed")
    return found


def main() -> int:
    """As many hours as asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("endurance"))
    wanted = parser.parse_args()
    recording = load_recording(RECORDING)
    calibration = load(recording.calibration)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        watching = Eyes(RoundAndRound(recording), lambda: LaneTracker(calibration.geometry, Reader.load()), lossless=False)
        with watching as eyes, Journal.open(folder, 0.0) as journal:
            evening = Evening(wanted.hours, folder, wanted.seed, eyes, calibration.geometry)
            try:
                evening.play(journal)
            except Stuck as error:
                print(error, file=sys.stderr)
                return 1
    samples = evening.samples
    with wanted.out.with_suffix(".csv").open("w", newline="") as table:
        writer = csv.writer(table)
        writer.writerow(field.name for field in fields(Sample))
        writer.writerows(map(astuple, samples))
    wanted.out.with_suffix(".svg").write_text(plot(samples))
    spent = time.monotonic() - started
    last = samples[-1]
    speed = last.hours * 3600 / spent
    print(f"{last.hours:.1f} hours of play in {spent / 60:.0f} minutes, {speed:.0f} times real speed")
    print(f"{last.games} games, {evening.tray.presses} presses, {last.read} pictures read by the real reader")
    print(f"{last.memory:.0f} MiB, {last.files} open files, {last.threads} threads, journal {last.journal:.1f} MiB")
    grown = flat(samples)
    print("; ".join(grown) if grown else "Memory, files and threads are flat.")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
