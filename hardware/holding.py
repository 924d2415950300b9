"""Downs and ups of a button to presses, in pure code: a tap, a hold, and nothing from a bouncing contact.

The first edge acts, then the button is deaf for 40 ms, and a release must be seen before the next press (design, "Hardware").
Times are seconds of one clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.press import Press, Role

DEAF_SECONDS = 0.040
HOLD_SECONDS = 0.8


@dataclass(slots=True)
class ButtonTimer:
    """One button. `waits` makes a press count at its release, so that a hold can mean something else; else the down counts."""

    role: Role
    pressed_at: float | None = None
    deaf_until: float = float("-inf")
    waits: bool = False
    held: bool = False

    def down(self, now: float, waits: bool) -> Press | None:
        """The contact closed."""
        if self.pressed_at is not None or now < self.deaf_until:
            return None
        self.pressed_at, self.waits, self.held = now, waits, False
        self.deaf_until = now + DEAF_SECONDS
        return None if waits else Press(self.role, now)

    def up(self, now: float) -> Press | None:
        """The contact opened; a bounce right after the down is not a release of its own."""
        if self.pressed_at is None:
            return None
        tapped = self.waits and not self.held
        self.pressed_at = None
        self.deaf_until = max(self.deaf_until, now + DEAF_SECONDS)
        return Press(self.role, now) if tapped else None

    def tick(self, now: float) -> Press | None:
        """Time passes: a hold counts while the button is still down, once."""
        if self.pressed_at is None or self.held or not self.waits or now - self.pressed_at < HOLD_SECONDS:
            return None
        self.held = True
        return Press(self.role, now, held=True)
