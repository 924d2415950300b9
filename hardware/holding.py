"""Downs and ups of a button to presses, in pure code: a tap, a hold, and nothing from a bouncing contact.

The first edge acts, then the button is deaf for 40 ms, and a release must be seen before the next press (design, "Hardware").
What the contact does while the button is deaf changes nothing at once; where it stands afterwards counts, so that a tap shorter
than the deaf time is released and a bounce is not. Times are seconds of one clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.press import Press, Role

DEAF_SECONDS = 0.040
HOLD_SECONDS = 0.8


@dataclass(slots=True)
class ButtonTimer:
    """One button. `waits` makes a press count at its release, so that a hold can mean something else; else the down counts.

    `pressed_at` is when the press began, `None` when the button is up; `closed` is where the contact stands, `opened_at` when
    it last opened.
    """

    role: Role
    pressed_at: float | None = None
    deaf_until: float = float("-inf")
    waits: bool = False
    held: bool = False
    closed: bool = False
    opened_at: float = float("-inf")

    def down(self, now: float, waits: bool) -> Press | None:
        """The contact closed."""
        tap = self._settle(now)
        self.closed = True
        if now < self.deaf_until or self.pressed_at is not None:
            return tap
        self.pressed_at, self.waits, self.held = now, waits, False
        self.deaf_until = now + DEAF_SECONDS
        return None if waits else Press(self.role, now)

    def up(self, now: float) -> Press | None:
        """The contact opened."""
        if self.closed:
            self.closed, self.opened_at = False, now
        return self._settle(now)

    def tick(self, now: float) -> Press | None:
        """Time passes: a hold counts while the button is still down, once; a tap that ended while deaf counts now."""
        tap = self._settle(now)
        if tap is not None:
            return tap
        if self.pressed_at is None or self.held or not self.waits or now - self.pressed_at < HOLD_SECONDS:
            return None
        self.held = True
        return Press(self.role, now, held=True)

    def _settle(self, now: float) -> Press | None:
        """Takes notice of a release, unless the button is deaf."""
        if self.closed or self.pressed_at is None or now < self.deaf_until:
            return None
        tapped = self.waits and not self.held
        self.pressed_at = None
        self.deaf_until = max(self.opened_at, self.deaf_until) + DEAF_SECONDS
        return Press(self.role, now) if tapped else None
