"""The two arcade buttons: contacts between a pin and ground, debounced in pure code.

gpiozero calls back on a thread of its own; that thread only puts an edge into a queue. Whoever plays takes the presses out.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpiozero import DigitalInputDevice, Factory

from hardware.gpio import explained, gpio_errors
from hardware.holding import ButtonTimer
from hardware.press import Press, Role


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact that closed or opened; `time` in seconds of the clock of the presses."""

    role: Role
    closed: bool
    time: float


class Buttons:
    """Buttons by role, each on a pin by name (`GPIO17`), with the pin's pull-up; closed by its owner, twice if need be.

    Raises `PanelError`. A button that is held down from the start does nothing until it was released.
    """

    def __init__(self, pins: Mapping[Role, str], factory: Factory, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._timers = {role: ButtonTimer(role) for role in pins}
        self._contacts: dict[Role, DigitalInputDevice] = {}
        for role, pin in pins.items():
            try:
                contact = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
            except gpio_errors() as error:
                self.close()
                raise explained(error, pin) from error
            self._contacts[role] = contact
            self._timers[role].closed = contact.is_active
            contact.when_activated = self._putter(role, True)
            contact.when_deactivated = self._putter(role, False)

    def _putter(self, role: Role, closed: bool) -> Callable[[], None]:
        return lambda: self._edges.put(Edge(role, closed, self._clock()))

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        """What was pressed since the last call; `red_waits` when a hold of red means something else than a tap."""
        found: list[Press | None] = []
        while True:
            try:
                edge = self._edges.get_nowait()
            except queue.Empty:
                break
            found.append(self._fed(edge, red_waits))
        for role, timer in self._timers.items():
            contact = self._contacts.get(role)
            # An edge can be lost when the machine is busy; the level cannot.
            if contact is not None and contact.is_active != timer.closed:
                found.append(self._fed(Edge(role, contact.is_active, now), red_waits))
            found.append(timer.tick(now))
        return [press for press in found if press is not None]

    def _fed(self, edge: Edge, red_waits: bool) -> Press | None:
        timer = self._timers[edge.role]
        if edge.closed:
            return timer.down(edge.time, red_waits and edge.role is Role.RED)
        return timer.up(edge.time)

    def closed(self) -> tuple[Role, ...]:
        """The buttons whose contact is closed now."""
        return tuple(role for role, contact in self._contacts.items() if contact.is_active)

    def close(self) -> None:
        """Frees the pins."""
        for contact in self._contacts.values():
            # gpiozero leaves its callback with lgpio; the next edge on this line would end the thread of all callbacks.
            with contextlib.suppress(*gpio_errors()):
                contact.pin.when_changed = None
            contact.close()
        self._contacts.clear()
