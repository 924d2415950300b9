"""Where pictures of the kiosk go: a window with keys and touch, or memory."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pygame

from hardware.holding import ButtonTimer
from hardware.press import Press, Role

GREEN_KEYS = frozenset({pygame.K_LEFT, pygame.K_g, pygame.K_SPACE, pygame.K_RETURN})
RED_KEYS = frozenset({pygame.K_RIGHT, pygame.K_r, pygame.K_BACKSPACE})
QUIT_KEYS = frozenset({pygame.K_ESCAPE, pygame.K_q})
SOUND_KEYS = {
    pygame.K_m: Role.MUTE,
    pygame.K_PLUS: Role.LOUDER,
    pygame.K_EQUALS: Role.LOUDER,
    pygame.K_KP_PLUS: Role.LOUDER,
    pygame.K_MINUS: Role.SOFTER,
    pygame.K_KP_MINUS: Role.SOFTER,
}
EDIT_KEYS = {
    pygame.K_RETURN: "done",
    pygame.K_KP_ENTER: "done",
    pygame.K_BACKSPACE: "delete",
    pygame.K_DELETE: "delete",
    pygame.K_ESCAPE: "cancel",
}
"""What these keys mean while a name is spelt; the arrows stay the two buttons."""

FOOTER_SHARE = 0.18


class DisplayError(ValueError):
    """No window can be opened, in one sentence that says what to do."""


class Display(Protocol):
    """Shows surfaces of `size` pixels and tells what was pressed; closed by its owner. While `spelling`, keys are letters and
    every touch is told with its place."""

    spelling: bool

    @property
    def size(self) -> tuple[int, int]: ...

    def show(self, surface: pygame.Surface) -> None: ...

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        """What was pressed since the last call; `red_waits` when a hold of red means something else than a tap."""

    def close(self) -> None: ...


class MemoryDisplay:
    """Draws nowhere; for machines without a screen and for tests."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self.spelling = False
        self.shown: pygame.Surface | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def show(self, surface: pygame.Surface) -> None:
        self.shown = surface

    def presses(self, now: float, red_waits: bool) -> list[Press]:  # noqa: ARG002
        return []

    def close(self) -> None:
        self.shown = None


class WindowDisplay:
    """A window or the whole screen; keys and touches of the footer's two targets become presses."""

    def __init__(self, size: tuple[int, int] | None, fullscreen: bool = False) -> None:
        try:
            pygame.display.init()
            flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
            self._screen = pygame.display.set_mode(size or ((0, 0) if fullscreen else (1280, 720)), flags)
            pygame.display.set_caption("Boss Tray")
            pygame.mouse.set_visible(not fullscreen)
        except pygame.error as error:
            raise DisplayError(f"No window can be opened ({error}); use --headless, or start it on a desktop.") from error
        self._timers = {Role.GREEN: ButtonTimer(Role.GREEN), Role.RED: ButtonTimer(Role.RED)}
        self._touched: Role | None = None
        self.spelling = False
        self._shown: pygame.Surface | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._screen.get_size()

    def show(self, surface: pygame.Surface) -> None:
        self._shown = surface
        self._screen.blit(surface, (0, 0))
        pygame.display.flip()

    def presses(self, now: float, red_waits: bool) -> list[Press]:
        presses: list[Press | None] = [timer.tick(now) for timer in self._timers.values()]
        for event in pygame.event.get():
            if self.spelling and (spelt := _spelt(event, now)) is not None:
                presses.append(spelt)
                continue
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key in QUIT_KEYS):
                presses.append(Press(Role.QUIT, now))
            elif event.type == pygame.KEYDOWN and event.key in SOUND_KEYS:
                presses.append(Press(SOUND_KEYS[event.key], now))
            elif event.type == pygame.WINDOWEXPOSED and self._shown is not None:
                self.show(self._shown)
            role = self._role(event)
            if role is None:
                continue
            timer = self._timers[role]
            if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                presses.append(timer.down(now, red_waits and role is Role.RED))
            else:
                presses.append(timer.up(now))
        presses += [timer.tick(now) for timer in self._timers.values()]
        return [press for press in presses if press is not None]

    def close(self) -> None:
        pygame.display.quit()

    def _role(self, event: pygame.event.Event) -> Role | None:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            if event.key in GREEN_KEYS:
                return Role.GREEN
            return Role.RED if event.key in RED_KEYS else None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            touched, self._touched = self._touched, None
            return touched
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            width, height = self.size
            x, y = event.pos
            if y >= height * (1 - FOOTER_SHARE) and not width * 0.4 < x < width * 0.6:
                self._touched = Role.GREEN if x < width / 2 else Role.RED
                return self._touched
        return None


def _spelt(event: pygame.event.Event, now: float) -> Press | None:
    """A letter, a key that ends or changes the name, or a touch above the footer."""
    if event.type == pygame.KEYDOWN:
        if event.key in EDIT_KEYS:
            return Press(Role.LETTER, now, letter=EDIT_KEYS[event.key])
        written = getattr(event, "unicode", "")
        return Press(Role.LETTER, now, letter=written) if len(written) == 1 and written.isprintable() else None
    if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
        height = pygame.display.get_surface().get_height()
        if event.pos[1] < height * (1 - FOOTER_SHARE):
            return Press(Role.TOUCH, now, at=(int(event.pos[0]), int(event.pos[1])))
    return None


def save_picture(surface: pygame.Surface, path: Path) -> None:
    """Writes `surface` as a PNG; raises `DisplayError` when the file cannot be written."""
    try:
        pygame.image.save(surface, str(path))
    except (pygame.error, OSError) as error:
        raise DisplayError(f"The picture {path} cannot be written: {error}.") from error
