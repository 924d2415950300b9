"""Makes the files of `waves`: `python -m ui.sound.making` synthesises every effect and lets espeak-ng speak the two calls.

Effects are struck bodies (sums of decaying sines, the modes of wood, clay, tin and bells) and filtered noise (felt, leather)
in a small room. All chance is seeded, so the same files come out again; the voices need espeak-ng 1.51 or newer.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ui.sound.effects import WAVES, Effect

Wave = NDArray[np.float64]

RATE = 22050
LONGEST = 0.6
PEAK = 0.7
SILENT = 0.003
"""What is softer at the end is cut off."""

SPEECH_SECONDS = 20.0

SPEECH = {
    "en": ("en-gb", {Effect.COME_UP: "Come up!", Effect.PICK_UP: "Pick them up."}),
    "nb": ("nb", {Effect.COME_UP: "Kom opp!", Effect.PICK_UP: "Ta dem opp."}),
}
"""Voice of espeak-ng and what it says, by language."""

_SPEED, _PITCH = "138", "34"


def struck(
    frequencies: Sequence[float], decays: Sequence[float], levels: Sequence[float], seconds: float, attack: float = 0.001
) -> Wave:
    """A body that is struck once: its modes in Hz, the seconds in which each fades to 1/e, and their levels."""
    time = np.arange(round(seconds * RATE)) / RATE
    sound = np.zeros_like(time)
    for frequency, decay, level in zip(frequencies, decays, levels, strict=True):
        sound += level * np.sin(2 * np.pi * frequency * time) * np.exp(-time / decay)
    return sound * np.minimum(1.0, time / attack)


def noise(seconds: float, low: float, high: float, decay: float, seed: int, attack: float = 0.001) -> Wave:
    """A burst of noise between two frequencies."""
    count = round(seconds * RATE)
    time = np.arange(count) / RATE
    burst = np.random.default_rng(seed).standard_normal(count)
    spectrum = np.fft.rfft(burst)
    pitch = np.fft.rfftfreq(count, 1 / RATE)
    band = 1 / (1 + (pitch / high) ** 4) * (1 - 1 / (1 + (pitch / low) ** 4))
    shaped = np.fft.irfft(spectrum * band, count)
    shaped /= max(1e-9, float(np.abs(shaped).max()))
    return shaped * np.exp(-time / decay) * np.minimum(1.0, time / attack)


def together(*parts: tuple[float, Wave]) -> Wave:
    """Sounds that begin at different seconds."""
    length = max(round(at * RATE) + len(part) for at, part in parts)
    mix = np.zeros(length)
    for at, part in parts:
        start = round(at * RATE)
        mix[start : start + len(part)] += part
    return mix


def room(sound: Wave, wet: float, seconds: float, seed: int) -> Wave:
    """The sound in a small room: a tail of dull noise behind it."""
    tail = noise(seconds, 200.0, 3200.0, seconds / 4, seed, attack=0.004)
    size = len(sound) + len(tail)
    echo = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(tail, size), size)
    echo /= max(1e-9, float(np.abs(echo).max()))
    dry = np.pad(sound, (0, len(tail)))
    return dry / max(1e-9, float(np.abs(dry).max())) + wet * echo


def bell(pitch: float, seconds: float, decay: float = 0.16) -> Wave:
    """A small bell: its partials are no harmonics."""
    partials = (0.5, 1.0, 1.19, 1.5, 2.0, 2.74, 3.76)
    levels = (0.22, 1.0, 0.32, 0.2, 0.42, 0.2, 0.1)
    return struck([pitch * part for part in partials], [decay / (0.6 + 0.4 * part) for part in partials], levels, seconds)


def bar(pitch: float, seconds: float, decay: float = 0.11) -> Wave:
    """A wooden bar, as of a marimba."""
    return struck((pitch, pitch * 3.93, pitch * 9.2), (decay, decay * 0.3, decay * 0.08), (1.0, 0.28, 0.12), seconds, 0.002)


def wood(pitch: float, level: float = 1.0) -> Wave:
    """A knock on a board."""
    body = struck((pitch, pitch * 1.62, pitch * 2.71), (0.028, 0.016, 0.009), (1.0, 0.5, 0.3), 0.16)
    return level * (body + 0.35 * noise(0.16, 300, 2400, 0.008, round(pitch)))


def _tick() -> Wave:
    return wood(760.0)


def _knock() -> Wave:
    felt = struck((118.0, 205.0), (0.045, 0.03), (1.0, 0.6), 0.24) + 0.6 * noise(0.24, 90, 900, 0.022, 3)
    bone = 0.16 * struck((2350.0, 3620.0), (0.006, 0.004), (1.0, 0.7), 0.05)
    return together((0.0, felt), (0.004, bone), (0.031, 0.6 * bone), (0.055, 0.35 * bone))


def _rattle() -> Wave:
    chance = np.random.default_rng(11)
    parts = []
    at = 0.0
    while at < 0.42:
        pitch = 1500 + 900 * chance.random()
        hit = struck((pitch, pitch * 1.57), (0.007, 0.004), (1.0, 0.6), 0.05) + 0.5 * noise(
            0.05, 400, 2600, 0.006, int(at * 999)
        )
        parts.append((at, (0.35 + 0.65 * chance.random()) * hit))
        at += 0.022 + 0.035 * chance.random()
    return together(*parts)


def _unclear() -> Wave:
    return together((0.0, wood(330.0)), (0.15, wood(290.0)))


def _thud() -> Wave:
    low = struck((82.0, 131.0), (0.06, 0.04), (1.0, 0.5), 0.3)
    return low + 0.8 * noise(0.3, 70, 620, 0.035, 5) + 0.12 * noise(0.3, 900, 3000, 0.012, 6)


def _lift() -> Wave:
    time = np.arange(round(0.2 * RATE)) / RATE
    leather = noise(0.2, 350, 2400, 10.0, 7) * np.sin(np.pi * time / 0.2) ** 2
    return together((0.0, 0.5 * leather), (0.18, _knock()))


def _chip() -> Wave:
    clay = struck((2650.0, 4180.0, 5870.0), (0.013, 0.009, 0.006), (1.0, 0.7, 0.45), 0.1) + 0.3 * noise(
        0.1, 900, 6000, 0.006, 8
    )
    return together((0.0, clay), (0.034, 0.55 * clay), (0.058, 0.25 * clay))


def _tin() -> Wave:
    can = struck((690.0, 1240.0, 2130.0, 3310.0, 4620.0), (0.11, 0.09, 0.07, 0.05, 0.03), (0.7, 1.0, 0.6, 0.4, 0.25), 0.45)
    return together((0.0, can), (0.075, 0.45 * can), (0.125, 0.2 * can))


EFFECTS: dict[Effect, tuple[Callable[[], Wave], float]] = {
    Effect.TICK: (_tick, 0.4),
    Effect.KNOCK: (_knock, 0.9),
    Effect.RATTLE: (_rattle, 0.45),
    Effect.UNCLEAR: (_unclear, 0.6),
    Effect.BELL: (lambda: bell(1174.7, 0.5), 0.5),
    Effect.THUD: (_thud, 1.0),
    Effect.CHIME: (lambda: together((0.0, bar(659.3, 0.3)), (0.14, bar(880.0, 0.4))), 0.6),
    Effect.CALL_UP: (lambda: together((0.0, bar(523.3, 0.25)), (0.11, bar(784.0, 0.45, 0.14))), 0.8),
    Effect.CALL_OFF: (lambda: together((0.0, bar(784.0, 0.25)), (0.11, bar(523.3, 0.45, 0.14))), 0.8),
    Effect.LIFT: (_lift, 0.8),
    Effect.CHIP: (_chip, 0.6),
    Effect.TIN: (_tin, 0.6),
    Effect.OUT: (lambda: bell(220.0, 0.58, 0.3), 0.8),
    Effect.WIN: (
        lambda: together((0.0, bar(392.0, 0.3)), (0.1, bar(523.3, 0.3)), (0.2, bar(659.3, 0.3)), (0.3, bell(784.0, 0.3, 0.2))),
        0.9,
    ),
    Effect.FAULT: (lambda: together((0.0, wood(170.0)), (0.19, wood(170.0))), 0.9),
    Effect.REFUSE: (lambda: together((0.0, wood(245.0)), (0.1, 0.8 * wood(196.0))), 0.7),
}
"""What makes each effect, and how loud it is beside the others, 0 to 1."""


def effect(which: Effect) -> NDArray[np.int16]:
    """The samples of an effect."""
    make, level = EFFECTS[which]
    sound = room(make(), 0.12, 0.12, 1)
    return samples(sound[: round(LONGEST * RATE)], PEAK * level)


def samples(sound: Wave, peak: float) -> NDArray[np.int16]:
    """16-bit samples with their highest at `peak` (0..1), faded out at the end."""
    sound = sound / max(1e-9, float(np.abs(sound).max())) * peak
    sound = sound[: int(np.flatnonzero(np.abs(sound) > SILENT)[-1]) + 1]
    fade = min(len(sound), round(0.03 * RATE))
    sound[-fade:] *= np.linspace(1.0, 0.0, fade)
    return np.rint(sound * 32767).astype(np.int16)


def spoken(voice: str, text: str) -> NDArray[np.int16]:
    """What espeak-ng says, warmed, cut and set into the room of the other sounds."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise SystemExit("espeak-ng is not installed; on Debian: sudo apt install espeak-ng")
    command = [program, "-v", voice, "-s", _SPEED, "-p", _PITCH, "--stdout", text]
    done = subprocess.run(command, capture_output=True, check=True, timeout=SPEECH_SECONDS)  # noqa: S603
    sound = _read(done.stdout)
    loud = np.flatnonzero(np.abs(sound) > 0.015)
    sound = sound[max(0, loud[0] - 200) : loud[-1] + 600]
    spectrum, pitch = np.fft.rfft(sound), np.fft.rfftfreq(len(sound), 1 / RATE)
    shape = (1 - 1 / (1 + (pitch / 110) ** 4)) / np.sqrt(1 + (pitch / 5200) ** 6)
    shape *= 1 + 0.5 * np.exp(-(((pitch - 240) / 150) ** 2)) - 0.4 * np.exp(-(((pitch - 3000) / 900) ** 2))
    sound = np.fft.irfft(spectrum * shape, len(sound))
    sound = np.tanh(1.6 * sound / float(np.abs(sound).max()))
    return samples(room(sound, 0.2, 0.22, 2), PEAK)


def _read(data: bytes) -> Wave:
    """The samples of a WAV stream whose length is not in its header."""
    with wave.open(io.BytesIO(data)) as file:
        if file.getframerate() != RATE or file.getnchannels() != 1 or file.getsampwidth() != 2:
            raise SystemExit(f"espeak-ng speaks at {file.getframerate()} Hz; {RATE} Hz in mono are expected.")
    body = data[data.index(b"data") + 8 :]
    return np.frombuffer(body[: len(body) // 2 * 2], "<i2").astype(np.float64) / 32768


def write(path: Path, sound: NDArray[np.int16]) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(sound.astype("<i2").tobytes())


def main(folder: Path = WAVES) -> None:
    """Writes all files into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for which in EFFECTS:
        write(folder / f"{which.value}.wav", effect(which))
    for language, (voice, texts) in SPEECH.items():
        for which, text in texts.items():
            write(folder / which.file(language).name, spoken(voice, text))
    for path in sorted(folder.glob("*.wav")):
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:2]))
