"""What is heard: the cues of a change, the files, and a speaker that nothing can stop the game with."""

from __future__ import annotations

import sys
import threading
import time
import wave
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.message import say
from game.view import DieState, DieView, Footer, View
from hardware.press import Role
from ui.samples import views
from ui.samples.faults import tray_moved
from ui.samples.rounds import boss, call, challengers, elimination, first_throws, reveal_waits, settlement
from ui.samples.troubles import correction, unclear
from ui.sound.cues import Cue, cues
from ui.sound.effects import Effect
from ui.sound.hearing import Hearing
from ui.sound.loudness import Loudness
from ui.sound.making import EFFECTS, LONGEST, RATE, SPEECH, effect
from ui.sound.speaker import Mixer, Speaker, quiet_now

SECONDS = 5.0


def heard(before: View | None, view: View) -> list[Effect]:
    return [cue.effect for cue in cues(before, view)]


def until(true: Callable[[], bool]) -> None:
    """Waits for the speaker's thread."""
    end = time.monotonic() + SECONDS
    while not true() and time.monotonic() < end:
        time.sleep(0.005)
    assert true()


def test_the_moments_of_a_round_are_heard_in_their_order() -> None:
    assert heard(boss(), call()) == [Effect.THUD, Effect.CHIME]
    assert heard(call(), challengers())[:2] == [Effect.CALL_UP, Effect.COME_UP]
    assert heard(call(), replace(settlement(), lanes=tuple(replace(one, pill=None) for one in settlement().lanes)))[:2] == [
        Effect.CALL_OFF,
        Effect.PICK_UP,
    ]
    assert heard(reveal_waits(), settlement()) == [Effect.LIFT, Effect.CHIP, Effect.CHIP, Effect.CHIP]
    assert heard(settlement(), elimination()) == [Effect.OUT, Effect.TIN]
    assert heard(elimination(), views()["10-winner"]) == [Effect.WIN]
    assert heard(first_throws(), unclear()) == [Effect.UNCLEAR]
    assert heard(replace(tray_moved(), banner=None), tray_moved()) == [Effect.FAULT]


def test_a_chip_clicks_when_it_lands() -> None:
    clicks = [cue.at for cue in cues(reveal_waits(), settlement()) if cue.effect is Effect.CHIP]
    assert clicks == pytest.approx([0.92 + 0.48, 0.92 + 1.08, 0.92 + 1.68])


def test_nothing_is_heard_at_the_start_or_when_the_past_is_corrected() -> None:
    assert cues(None, call()) == ()
    for view in views().values():
        assert cues(correction(), view) == () == cues(view, correction())
        assert cues(view, view) == ()


def test_only_the_machines_dice_rattle() -> None:
    thrown = first_throws()

    def rolls(house: bool) -> View:
        dice = (DieView(DieState.ROLLING, house=house),) * 5
        return replace(thrown, lanes=tuple(replace(lane, dice=dice) if lane.lit else lane for lane in thrown.lanes))

    calm = replace(thrown, lanes=tuple(replace(lane, dice=()) for lane in thrown.lanes))
    assert Effect.RATTLE in heard(calm, rolls(True))
    assert heard(calm, rolls(False)) == []


def test_a_refusal_of_the_rules_is_heard_once() -> None:
    refused = replace(call(), footer=Footer(sentence=say("{reason}", reason="That is not legal.")))
    assert heard(replace(call(), footer=Footer()), refused) == [Effect.REFUSE]
    assert heard(refused, replace(refused, kitty=1)) == []


def test_every_sound_has_a_small_file_in_every_language() -> None:
    total = 0
    for language in SPEECH:
        for one in Effect:
            with wave.open(str(one.file(language))) as file:
                assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
                seconds = file.getnframes() / RATE
                samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            assert 0.05 < seconds <= (1.0 if one.spoken else LONGEST)
            assert 2000 < np.abs(samples.astype(int)).max() < 32000
            assert np.abs(samples.astype(int)[-20:]).max() < 400, "it ends softly"
    total = sum(path.stat().st_size for path in Effect.TICK.file("en").parent.glob("*.wav"))
    assert total < 450_000


@pytest.mark.parametrize("one", list(EFFECTS))
def test_the_files_are_those_that_are_synthesised(one: Effect) -> None:
    with wave.open(str(one.file("en"))) as file:
        kept = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
    made = effect(one).astype(int)
    length = min(len(kept), len(made))
    assert abs(len(kept) - len(made)) < 50
    assert np.abs(kept[:length] - made[:length]).max() <= 40


class Sounding:
    """A loaded sound that notes when it is played."""

    def __init__(self, notes: list[str], name: str, broken: bool) -> None:
        self.notes, self.name, self.broken = notes, name, broken

    def play(self) -> None:
        if self.broken:
            raise pygame.error("Audio device disconnected")
        self.notes.append(self.name)

    def stop(self) -> None:
        self.notes.append(f"stop {self.name}")

    def set_volume(self, value: float, /) -> None:
        self.notes.append(f"volume {value:g}")


class Stand:
    """A device that notes what happens; it fails where it is told to."""

    def __init__(self, fails: str = "", hangs: threading.Event | None = None) -> None:
        self.notes: list[str] = []
        self.fails, self.hangs = fails, hangs

    def open(self) -> None:
        if self.hangs is not None:
            self.hangs.wait(SECONDS)
        if self.fails == "open":
            raise pygame.error("No available audio device")
        self.notes.append("open")

    def load(self, effect: Effect, language: str) -> Sounding:
        if self.fails == "load":
            raise FileNotFoundError(effect.value)
        return Sounding(self.notes, f"{effect.value} {language}" if effect.spoken else effect.value, self.fails == "play")

    def close(self) -> None:
        self.notes.append("close")


def test_cues_are_played_at_their_time_and_the_device_is_closed() -> None:
    stand = Stand()
    with Speaker(stand) as speaker:
        speaker.play((Cue(0.0, Effect.CALL_UP), Cue(0.05, Effect.COME_UP)), "nb", 0.5)
        until(lambda: "come-up nb" in stand.notes)
    assert stand.notes == [
        "open",
        "stop call-up",
        "volume 0.5",
        "call-up",
        "stop come-up nb",
        "volume 0.5",
        "come-up nb",
        "close",
    ]


def test_what_was_still_to_come_gives_way_to_what_happens_now() -> None:
    stand = Stand()
    with Speaker(stand) as speaker:
        speaker.play((Cue(0.3, Effect.CHIP),), "en", 1.0)
        speaker.play((Cue(0.0, Effect.TICK),), "en", 1.0)
        until(lambda: "tick" in stand.notes)
        time.sleep(0.35)
    assert "chip" not in stand.notes


@pytest.mark.parametrize("fails", ["open", "load", "play"])
def test_a_broken_device_costs_only_the_sound_and_is_told_once(fails: str, caplog: pytest.LogCaptureFixture) -> None:
    stand = Stand(fails)
    with Speaker(stand) as speaker:
        for _ in range(3):
            speaker.play((Cue(0.0, Effect.TICK),), "en", 1.0)
        until(lambda: speaker.lost)
        speaker.play((Cue(0.0, Effect.TICK),), "en", 1.0)
        speaker.hush()
    assert len([record for record in caplog.records if "no sound" in record.message]) == 1
    assert ("close" in stand.notes) is (fails != "open")


def test_a_driver_that_hangs_never_holds_the_game_up() -> None:
    release = threading.Event()
    speaker = Speaker(Stand(hangs=release))
    for _ in range(100):
        speaker.play((Cue(0.0, Effect.TICK),), "en", 1.0)
    assert not release.is_set() and not speaker.lost
    release.set()
    speaker.close()
    speaker.close()


def test_without_a_loudspeaker_nothing_is_opened(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with Speaker(Mixer({"SDL_AUDIODRIVER": "dummy"})) as speaker:
        until(lambda: speaker.lost)
    assert "SDL_AUDIODRIVER is dummy" in caplog.text
    assert pygame.mixer.get_init() is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list no cards")
def test_a_machine_without_a_card_is_told_in_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Speaker(Mixer({}, tmp_path)) as speaker:
        until(lambda: speaker.lost)
    assert "no sound card was found" in caplog.text
    assert pygame.mixer.get_init() is None


def test_spoken_calls_and_quiet_hours_can_be_turned_off() -> None:
    stand, night = Stand(), Stand()
    with Speaker(stand, voice=False) as speaker, Speaker(night, quiet=lambda: True) as sleeping:
        for one in (speaker, sleeping):
            one.play((Cue(0.0, Effect.COME_UP), Cue(0.01, Effect.TICK)), "en", 1.0)
        until(lambda: "tick" in stand.notes)
    assert not any(note.startswith("come-up") for note in stand.notes)
    assert "tick" not in night.notes


@pytest.mark.parametrize(
    ("hours", "hour", "quiet"),
    [
        ("", 3, False),
        ("23-8", 23, True),
        ("23-8", 7, True),
        ("23-8", 8, False),
        ("13-15", 14, True),
        ("13-15", 15, False),
        ("22-24", 23, True),
    ],
)
def test_quiet_hours_may_pass_midnight(hours: str, hour: int, quiet: bool) -> None:
    assert quiet_now(hours, hour) is quiet


def test_the_keys_change_how_loud_it_is_and_the_screen_says_so() -> None:
    stand = Stand()
    with Speaker(stand) as speaker:
        hearing = Hearing(speaker, volume=0.5)
        assert hearing.sentence(0.0) is None
        hearing.press(Role.SOFTER, 1.0)
        assert hearing.loudness is Loudness.MIDDLE
        assert hearing.sentence(1.5) == say("Sound middle") and hearing.sentence(4.0) is None
        hearing.press(Role.MUTE, 5.0)
        assert hearing.loudness is Loudness.OFF
        hearing.hear(boss(), call(), "en", False)
        hearing.press(Role.MUTE, 6.0)
        assert hearing.loudness is Loudness.MIDDLE
        hearing.hear(reveal_waits(), settlement(), "en", True)
        until(lambda: "lift" in stand.notes)
    assert "thud" not in stand.notes
    assert "volume 0.3" in stand.notes


def test_without_a_speaker_the_keys_do_nothing() -> None:
    hearing = Hearing()
    hearing.press(Role.MUTE, 1.0)
    hearing.hear(boss(), call(), "en", False)
    assert hearing.sentence(1.0) is None and not hearing.there


def test_sounds_lie_beside_the_program() -> None:
    assert Path(Effect.TICK.file("en")).is_file() and Path(Effect.COME_UP.file("nb")).is_file()
