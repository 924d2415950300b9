"""Measures every text of a painted screen: inside the screen, apart from the others, readable on what lies behind it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pygame

from game.message import Message
from game.view import BankLine, LaneView, View, WinnerView
from ui.paint import Painter
from ui.text import TextBox

LEAST_CONTRAST = 7.0
_SHARES = np.arange(256, dtype=np.float32) / 255
_LINEAR = np.where(_SHARES <= 0.03928, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)


def problems(painter: Painter, view: View, crops: Mapping[str, pygame.Surface], time: float) -> Iterator[str]:
    """Sentences about texts that leave the screen, touch each other, are cut, or have too little contrast."""
    picture = painter.compose(view, crops, time, letters=False)
    width, height = picture.surface.get_size()
    behind = pygame.surfarray.pixels3d(picture.surface)
    for index, text in enumerate(picture.texts):
        left, top, wide, high = text.rect
        if left < 2 or top < 2 or left + wide > width - 2 or top + high > height - 2:
            yield f"{text.text!r} leaves the screen at {text.rect}"
            continue
        if text.cut:
            yield f"{text.text!r} is cut"
        ratio = _contrast(text, behind[left : left + wide, top : top + high])
        if ratio < LEAST_CONTRAST:
            yield f"{text.text!r} has a contrast of only {ratio:.1f}"
        for other in picture.texts[:index]:
            if _overlap(text, other):
                yield f"{text.text!r} touches {other.text!r}"


def renamed(view: View, names: Mapping[str, str]) -> View:
    """The same view with other names of players, also inside its sentences."""

    def change(value: Any) -> Any:
        return names.get(value, value) if isinstance(value, str) else value

    return _mapped(view, change)


def banked(view: View, bank: int) -> View:
    """The same view with `bank` chips in every lane (and as the winner's total)."""

    def change(value: Any) -> Any:
        if isinstance(value, LaneView) and value.bank is not None:
            return dataclasses.replace(value, bank=bank)
        if isinstance(value, WinnerView):
            return dataclasses.replace(value, total=max(bank, 1))
        if isinstance(value, BankLine):
            return value
        return value

    return _mapped(view, change)


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, Message):
        return Message(value.text, tuple((name, _mapped(part, change)) for name, part in value.values))
    if isinstance(value, tuple):
        return tuple(_mapped(part, change) for part in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: _mapped(getattr(value, field.name), change) for field in dataclasses.fields(value)}
        return change(dataclasses.replace(value, **parts))
    return change(value)


def _luminance(pixels: np.ndarray) -> np.ndarray:
    return _LINEAR[pixels] @ np.array([0.2126, 0.7152, 0.0722], np.float32)


def _contrast(text: TextBox, behind: np.ndarray) -> float:
    own = float(_luminance(np.array([[text.color]]))[0, 0])
    worst = float(np.percentile(_luminance(behind), 97 if own > 0.3 else 3))
    return (max(own, worst) + 0.05) / (min(own, worst) + 0.05)


def _overlap(one: TextBox, other: TextBox) -> bool:
    across = min(one.rect[0] + one.rect[2], other.rect[0] + other.rect[2]) - max(one.rect[0], other.rect[0])
    down = min(one.rect[1] + one.rect[3], other.rect[1] + other.rect[3]) - max(one.rect[1], other.rect[1])
    return across > 1 and down > 1
