"""What the table hears: every change of the screen to the speaker, as loud as people want it."""

from __future__ import annotations

import math

from game.croupier import Croupier
from game.message import Message
from game.view import View
from hardware.press import Role
from ui.sound.cues import cues
from ui.sound.loudness import Loudness
from ui.sound.speaker import Speaker

STEPS = {Role.MUTE: 0, Role.LOUDER: 1, Role.SOFTER: -1}
"""Steps of loudness by key; none is off and on again."""

SAID_SECONDS = 2.0
"""How long the screen says how loud it is now."""


class Hearing:
    """Owns nothing: the speaker is closed by whoever made it. `volume` 0 to 1 is the most; without a speaker all is silent."""

    def __init__(self, speaker: Speaker | None = None, volume: float = 1.0) -> None:
        self._speaker = speaker
        self._volume = volume
        self.loudness = Loudness.LOUD
        self._before_mute = Loudness.LOUD
        self._asks = 0
        self._changed_at = -math.inf

    @property
    def there(self) -> bool:
        """Whether there is anything to hear."""
        return self._speaker is not None and not self._speaker.lost

    def hear(self, before: View | None, view: View, language: str, moving: bool) -> None:
        """The screen has changed; what is still to be heard of a change before goes on while its motion does."""
        if self._speaker is None:
            return
        heard = cues(before, view)
        if heard:
            self._speaker.play(heard, language, self._volume * self.loudness.share)
        elif not moving:
            self._speaker.hush()

    def cut(self) -> None:
        """A press has cut what was moving."""
        if self._speaker is not None:
            self._speaker.hush()

    def press(self, role: Role, now: float) -> None:
        """A key for the sound; nothing happens where there is none."""
        if not self.there:
            return
        steps = STEPS[role]
        if steps == 0 and self.loudness is not Loudness.OFF:
            self._before_mute, self.loudness = self.loudness, Loudness.OFF
            self.cut()
        else:
            self.loudness = self._before_mute if steps == 0 else self.loudness.stepped(steps)
        self._changed_at = now

    def ask(self, croupier: Croupier | None) -> None:
        """Changes the loudness when the table has asked for it, and lets the table know how loud it is."""
        if croupier is None or not self.there:
            return
        if croupier.sound_asks > self._asks:
            self.loudness = Loudness.LOUD if self.loudness is Loudness.OFF else self.loudness.stepped(-1)
        self._asks = croupier.sound_asks
        croupier.sound = self.loudness.said

    def sentence(self, now: float) -> Message | None:
        """How loud it is, for a moment after a key has changed it."""
        return self.loudness.said if now - self._changed_at < SAID_SECONDS else None
