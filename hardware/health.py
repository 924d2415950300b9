"""Is the camera well? Pure: what was seen and the time are passed in, what to do and what to say come out."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.condition import Condition, Health
from hardware.inspection import Inspection

SENTENCES = {
    Condition.STALLED: "The camera has stopped delivering new pictures; it is being started again. Check its cable.",
    Condition.TOO_DARK: "It is too dark to read the dice; turn up the light above the tray.",
    Condition.OUT_OF_FOCUS: "The camera is out of focus; clean the lens, or focus it anew.",
}
COVERED = "The camera sees only black; uncover the lens and turn on the light."


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds. A fault counts when it has lasted so long; `backoff` is the shortest and the longest wait before the camera is
    opened again, and `black_backoff` the longest while all is black (a bar at night); `steady` makes the next wait short."""

    first_picture: float = 15.0
    silence: float = 3.0
    same: float = 3.0
    black: float = 3.0
    dark: float = 3.0
    blurred: float = 6.0
    light_again: float = 2.0
    steady: float = 30.0
    backoff: tuple[float, float] = (2.0, 20.0)
    black_backoff: float = 300.0


class Watch:
    """Follows one camera. `health` is what can be said of it, `retry_at` when to open it again, `None` while it is open."""

    def __init__(self, now: float, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._wait = self._limits.backoff[0]
        self._rebuilds = 0
        self._since: dict[str, float] = {}
        self._fresh: dict[str, tuple[float, float]] = {}
        self._good_since: float | None = None
        self._dark_at_start = False
        self._frozen: int | None = None
        self._last = now
        self.health = Health(Condition.STARTING, "", now)
        self.retry_at: float | None = now

    def opened(self, now: float) -> None:
        """The camera is being opened."""
        self.retry_at = None
        self._begin(now)

    def saw(self, now: float, number: int, time: float, seen: Inspection) -> bool:
        """A picture came, with the camera's own number and time. `False` when the camera must be closed and opened again."""
        if self._good_since is None:
            self._good_since = now
            self._dark_at_start = seen.dark
        self._last = now
        if seen.fingerprint != self._frozen:
            self._frozen = None
        self._follow_sameness(now, number, time, seen)
        self._follow(now, "black", seen.black)
        self._follow(now, "dark", seen.dark)
        self._follow(now, "light", not seen.dark)
        if seen.edge is not None:
            self._follow(now, "blurred", seen.blurred)
        return self._judged(now)

    def quiet(self, now: float) -> bool:
        """No picture came. `False` when the camera must be closed and opened again."""
        started = self._good_since is not None
        limit = self._limits.silence if started else self._limits.first_picture
        if now - self._last < limit:
            return True
        self.failed(now, Condition.STALLED, SENTENCES[Condition.STALLED])
        return False

    def failed(self, now: float, condition: Condition, sentence: str) -> None:
        """The camera cannot be opened, or has failed; it is opened again after a wait that doubles each time."""
        self._say(now, condition, sentence)
        self._retry(now, self._limits.backoff[1])

    def stuck(self, count: int) -> None:
        """So many calls into the driver never came back."""
        health = self.health
        self.health = Health(health.condition, health.sentence, health.since, health.rebuilds, count)

    def _begin(self, now: float) -> None:
        self._since = {}
        self._fresh = {}
        self._good_since = None
        self._dark_at_start = False
        self._last = now

    def _follow(self, now: float, kind: str, holds: bool) -> None:
        if holds:
            self._since.setdefault(kind, now)
        else:
            self._since.pop(kind, None)

    def _follow_sameness(self, now: float, number: int, time: float, seen: Inspection) -> None:
        for kind, value in (("number", float(number)), ("time", time), ("content", float(seen.fingerprint))):
            known = self._fresh.get(kind)
            changed = known is None or (value > known[0] if kind != "content" else value != known[0])
            if changed:
                self._fresh[kind] = (value, now)

    def _judged(self, now: float) -> bool:
        limits = self._limits
        if self._for(now, "black") >= limits.black:
            self._say(now, Condition.TOO_DARK, COVERED)
            self._retry(now, limits.black_backoff)
            return False
        # What is black all over has no content that could change.
        kinds = ("number", "time") if "black" in self._since else ("number", "time", "content")
        same = [kind for kind in kinds if now - self._fresh[kind][1] >= limits.same]
        if same:
            # The same picture again once the camera is open again is no sign that it is well.
            self._frozen = round(self._fresh["content"][0]) if "content" in same else None
            self.failed(now, Condition.STALLED, SENTENCES[Condition.STALLED])
            return False
        if self._dark_at_start and self._for(now, "light") >= limits.light_again:
            # Its exposure was locked in the dark.
            self._say(now, Condition.STARTING, "")
            self._retry(now, limits.backoff[0])
            self.retry_at = now
            return False
        if self._for(now, "dark") >= limits.dark:
            self._say(now, Condition.TOO_DARK, SENTENCES[Condition.TOO_DARK])
        elif self._for(now, "blurred") >= limits.blurred:
            self._say(now, Condition.OUT_OF_FOCUS, SENTENCES[Condition.OUT_OF_FOCUS])
        elif "black" not in self._since and self._frozen is None:
            self._say(now, Condition.FINE, "")
        if self._good_since is not None and now - self._good_since >= limits.steady and "black" not in self._since:
            self._wait, self._rebuilds = limits.backoff[0], 0
        return True

    def _for(self, now: float, kind: str) -> float:
        return now - self._since.get(kind, now)

    def _say(self, now: float, condition: Condition, sentence: str) -> None:
        old = self.health
        since = old.since if (old.condition, old.sentence) == (condition, sentence) else now
        self.health = Health(condition, sentence, since, self._rebuilds, old.stuck)

    def _retry(self, now: float, longest: float) -> None:
        self.retry_at = now + min(self._wait, longest)
        self._wait = min(self._wait * 2, longest)
        self._rebuilds += 1
        old = self.health
        self.health = Health(old.condition, old.sentence, old.since, self._rebuilds, old.stuck)
