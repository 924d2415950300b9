"""Plays sounds on a thread of its own, if there is anything to play them on; the game never waits for it.

A machine without sound, a driver that hangs and a device that is pulled out cost nothing but the sounds, and are told once.
"""

from __future__ import annotations

import heapq
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import pygame

from ui.sound.cues import Cue
from ui.sound.effects import Effect

log = logging.getLogger(__name__)

UNHEARD = frozenset({"dummy", "disk"})
"""Drivers of SDL that no loudspeaker hangs on."""

RATE = 44100
BUFFER = 1024
CLOSE_SECONDS = 2.0


class Voice(Protocol):
    """A loaded sound."""

    def play(self) -> object: ...

    def stop(self) -> None: ...

    def set_volume(self, value: float, /) -> None: ...


class Device(Protocol):
    """What sounds are played on. Whatever is wrong with it raises `pygame.error` or `OSError`."""

    def open(self) -> None: ...

    def load(self, effect: Effect, language: str) -> Voice: ...

    def close(self) -> None: ...


class Mixer:
    """SDL's mixer, as a device; `cards` is where Linux lists its sound cards."""

    def __init__(self, environment: Mapping[str, str] = os.environ, cards: Path = Path("/dev/snd")) -> None:
        self._environment = environment
        self._cards = cards

    def open(self) -> None:
        driver = self._environment.get("SDL_AUDIODRIVER", "")
        if driver in UNHEARD:
            raise OSError(f"SDL_AUDIODRIVER is {driver}")
        if not driver and sys.platform == "linux" and not self._may_sound():
            raise OSError("no sound card was found")
        pygame.mixer.init(RATE, -16, 2, BUFFER)

    def _may_sound(self) -> bool:
        """Whether there is a card or a sound server. ALSA would tell the terminal in ten lines that there is none."""
        server = Path(self._environment.get("XDG_RUNTIME_DIR", "/nowhere")) / "pulse" / "native"
        return "PULSE_SERVER" in self._environment or server.exists() or any(self._cards.glob("pcmC*p"))

    def load(self, effect: Effect, language: str) -> Voice:
        return pygame.mixer.Sound(str(effect.file(language)))

    def close(self) -> None:
        pygame.mixer.quit()


@dataclass(frozen=True, slots=True)
class _Played:
    """`cues` begin at `now` on the speaker's clock; none means: be silent at once."""

    cues: tuple[Cue, ...]
    now: float
    language: str
    volume: float


class Speaker:
    """Plays cues; a context manager that closes the device. May be told anything at any time and never raises.

    `voice` says whether the calls are spoken; `quiet` answers whether it has to be quiet at this hour.
    """

    def __init__(
        self,
        device: Device,
        *,
        voice: bool = True,
        quiet: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._voice = voice
        self._quiet = quiet
        self._clock = clock
        self._orders: queue.SimpleQueue[_Played | None] = queue.SimpleQueue()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
        self._thread.start()

    def __enter__(self) -> Speaker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def lost(self) -> bool:
        """Whether nothing can be played any more."""
        return self._lost.is_set()

    def play(self, cues: Iterable[Cue], language: str, volume: float) -> None:
        """Plays these cues, and none of those that were still to come; `volume` 0 to 1."""
        if not self.lost:
            self._orders.put(_Played(tuple(cues), self._clock(), language, volume))

    def hush(self) -> None:
        """Leaves out what was still to come."""
        self.play((), "", 0.0)

    def close(self) -> None:
        """Ends the thread and closes the device; a driver that hangs is left behind. May be called twice."""
        self._orders.put(None)
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        try:
            self._device.open()
            try:
                self._play_on()
            finally:
                self._device.close()
        except (pygame.error, OSError) as error:
            log.warning("There is no sound (%s); the game is played in silence.", error)
        self._lost.set()

    def _play_on(self) -> None:
        loaded: dict[tuple[Effect, str], Voice] = {}
        waiting: list[tuple[float, int, _Played, Effect]] = []
        while True:
            due = waiting[0][0] - self._clock() if waiting else None
            try:
                order = self._orders.get(timeout=None if due is None else max(0.0, due))
            except queue.Empty:
                _, _, played, effect = heapq.heappop(waiting)
                self._sound(loaded, effect, played)
                continue
            if order is None:
                return
            if self._quiet():
                order = _Played((), order.now, order.language, 0.0)
            waiting = [
                (order.now + cue.at, number, order, cue.effect)
                for number, cue in enumerate(order.cues)
                if order.volume > 0 and (self._voice or not cue.effect.spoken)
            ]
            heapq.heapify(waiting)

    def _sound(self, loaded: dict[tuple[Effect, str], Voice], effect: Effect, played: _Played) -> None:
        """Plays one effect from its beginning; it never sounds twice at a time."""
        key = (effect, played.language if effect.spoken else "")
        if key not in loaded:
            loaded[key] = self._device.load(effect, played.language)
        sound = loaded[key]
        sound.stop()
        sound.set_volume(played.volume)
        sound.play()


def quiet_now(hours: str, hour: int) -> bool:
    """Whether `hour` (0..23) lies in quiet hours such as "23-8"; "" has none."""
    if not hours:
        return False
    start, end = (int(part) % 24 for part in hours.split("-"))
    return start <= hour < end if start < end else hour >= start or hour < end
