"""What the kiosk costs: CPU, memory and frame times, idle and in play. Skipped by default; `-s` prints the table:

    ./tray test tests/ui/test_kiosk_cost.py --benchmark-only -s

A Raspberry Pi 4 is about five times slower than one core of a PC; idle, a quarter of one of its cores is the limit.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.session import Session
from game.setup import Offers, Party
from game.view import DieState, DieView, View
from ui.display import MemoryDisplay
from ui.motion.reel import Reel
from ui.paint import Painter
from ui.samples import views
from ui.samples.rounds import boss, call, challengers, elimination, first_throws, reveal_waits, settlement

SIZES = ((800, 480), (1024, 600), (1280, 720), (1080, 1920), (1920, 1080))
TICK = 1 / 60
IDLE_SECONDS = 120
PI = 5.0
"""How much slower a Raspberry Pi 4 is."""


@dataclass
class Show:
    """A reel on a clock that is set, shown on a display in memory as the kiosk does it; counts what it draws."""

    size: tuple[int, int]
    reel: Reel = field(default_factory=Reel)
    now: float = 0.0
    drawn: int = 0
    times: list[float] = field(default_factory=list)
    key: object = None

    def __post_init__(self) -> None:
        self.painter = Painter(self.size, "en")
        self.display = MemoryDisplay(self.size)
        self.screen = pygame.Surface(self.size, 0, 32)

    def pass_time(self, seconds: float) -> None:
        """So many seconds, a sixtieth at a time; draws only what has changed."""
        for _ in range(round(seconds / TICK)):
            self.now += TICK
            key = (self.reel.changes, self.reel.key(self.now))
            if key == self.key:
                continue
            begin = time.process_time()
            self.key = key
            surface = self.reel.picture(self.painter, {}, self.now)
            self.display.show(surface)
            self.screen.blit(surface, (0, 0))
            self.times.append(time.process_time() - begin)
            self.drawn += 1

    def turn_to(self, view: View) -> None:
        self.reel.turn_to(view, self.now)


def rolling() -> View:
    thrown = first_throws()
    dice = (DieView(DieState.ROLLING),) * 5
    return replace(thrown, lanes=tuple(replace(lane, dice=dice) if lane.lit else lane for lane in thrown.lanes))


def a_round(show: Show) -> float:
    """One round with everything that moves; returns how many seconds it took at the table."""
    begin = show.now
    winner = views()["10-winner"]
    for view, seconds in (
        (rolling(), 2.0),
        (first_throws(), 3.0),
        (boss(), 3.0),
        (call(), 4.0),
        (challengers(), 3.0),
        (reveal_waits(), 2.0),
        (settlement(), 5.0),
        (elimination(), 3.0),
        (winner, 3.0),
    ):
        show.turn_to(view)
        show.pass_time(seconds)
    return show.now - begin


def cpu(of: Callable[[], object]) -> float:
    begin = time.process_time()
    of()
    return time.process_time() - begin


def memory() -> float:
    """The most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_cost_of_motion(benchmark: BenchmarkFixture, size: tuple[int, int]) -> None:
    show = Show(size)
    a_round(show)
    show.times.clear()
    show.drawn = 0
    spent: list[float] = []
    table: list[float] = []

    def play() -> None:
        spent.append(cpu(lambda: table.append(a_round(show))))

    benchmark.pedantic(play, rounds=2, iterations=1)
    times = sorted(show.times)
    part = 100 * sum(spent) / sum(table)
    median, most = statistics.median(times) * 1000, times[int(len(times) * 0.95)] * 1000
    benchmark.extra_info.update(cpu_percent=part, frame_ms=median, frame_ms_95=most, megabytes=memory())
    print(
        f"\n{size[0]}x{size[1]} in play: {part:.0f} % of a core, frame {median:.1f} ms (95 %: {most:.1f} ms), "
        f"{show.drawn} frames, {show.painter.cached_bytes / 2**20:.0f} MiB of pictures, process {memory():.0f} MiB"
    )


@pytest.mark.parametrize("name", ["01-attract", "03-first-throws", "06-call"])
def test_the_cost_of_standing_still(benchmark: BenchmarkFixture, name: str) -> None:
    show = Show((1280, 720))
    show.turn_to(views()[name])
    show.pass_time(1.0)
    show.drawn = 0
    spent: list[float] = []
    benchmark.pedantic(lambda: spent.append(cpu(lambda: show.pass_time(IDLE_SECONDS))), rounds=2, iterations=1)
    part = 100 * sum(spent) / (2 * IDLE_SECONDS)
    benchmark.extra_info.update(cpu_percent=part, cpu_percent_pi=part * PI, pictures=show.drawn)
    print(f"\n{name} idle: {part:.2f} % of a core, about {part * PI:.1f} % of a Pi 4, {show.drawn} pictures in 4 minutes")
    assert part * PI <= 25.0


def test_the_cost_of_asking_what_to_show(benchmark: BenchmarkFixture) -> None:
    """The kiosk asks ten times a second while nothing comes in."""
    offers = Offers.usual(Party(("Tom", "Irene", "Barbara"), ("ivory", "red", "blue")), 5, 5, 60)
    session = Session(offers, 2)
    benchmark(lambda: (session.see((), 1.0), session.view(), session.choosing))
