"""Finished pictures, kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from ui.draw.sketch import Sprite

LIMIT = 64 * 1024 * 1024


class Sprites:
    """Sprites by key, at most `limit` bytes of them; those not used for longest go first."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """What is kept now."""
        return self._bytes

    def get(self, key: Hashable, build: Callable[[], Sprite]) -> Sprite:
        """The sprite of `key`; `build` makes it when it is not there."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        sprite = build()
        self._kept[key] = sprite
        self._bytes += sprite.bytes
        while self._bytes > self._limit and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.bytes
        return sprite
