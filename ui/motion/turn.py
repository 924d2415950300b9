"""Lanes that change places and heights while the light passes from one to another."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from ui.draw.canvas import Part, PartKey, Place
from ui.motion.ease import in_out, mix, part
from ui.theme import NIGHT, SHADE, Layout

Parts = Mapping[PartKey, Place]


def blend(one: pygame.Surface, other: pygame.Surface, done: float) -> pygame.Surface:
    """A new picture, `done` (0..1) of the way from one to the other."""
    frame = one.copy()
    lay(frame, other, frame.get_rect(), (0, 0), done)
    return frame


def lay(frame: pygame.Surface, picture: pygame.Surface, cut: pygame.Rect, at: tuple[int, int], alpha: float) -> None:
    """Lays the rectangle `cut` of a picture onto the frame with its corner at `at`, `alpha` 0..1 strong."""
    cut = cut.clip(picture.get_rect())
    if alpha <= 0.0 or cut.width < 1 or cut.height < 1:
        return
    part = picture.subsurface(cut)
    part.set_alpha(round(255 * min(1.0, alpha)))
    frame.blit(part, at)
    part.set_alpha(None)


def rect(layout: Layout, place: Place) -> pygame.Rect:
    """The pixels of a place."""
    left, top = layout.pixels(place[0]), layout.pixels(place[1])
    return pygame.Rect(left, top, layout.pixels(place[0] + place[2]) - left, layout.pixels(place[1] + place[3]) - top)


def turn(layout: Layout, old: tuple[pygame.Surface, Parts], new: tuple[pygame.Surface, Parts], done: float) -> pygame.Surface:
    """A moment between two pictures with lanes: each lane slides from its old place to its new one.

    Nothing is stretched: what stood in a lane that grows or shrinks fades, cut off by the lane's edges, and the new fades in.
    """
    (before, old_parts), (after, new_parts) = old, new
    at = in_out(done)
    frame = blend(before, after, part(done, 0.3, 0.4))
    seats = [owner for part, owner in new_parts if part is Part.LANE]
    width, height = frame.get_size()
    top = layout.pixels(layout.top) - layout.pixels(3)
    bottom = layout.pixels(layout.bottom) + layout.pixels(3)
    frame.fill(NIGHT, (0, top, width, min(height, bottom) - top))
    margin = layout.pixels(layout.left)
    places = []
    for seat in seats:
        end = rect(layout, new_parts[Part.LANE, seat])
        start = rect(layout, old_parts.get((Part.LANE, seat), new_parts[Part.LANE, seat]))
        here = pygame.Rect(end.left, round(mix(start.top, end.top, at)), end.width, 0)
        here.height = round(mix(start.bottom, end.bottom, at)) - here.top
        places.append((start, end, here, (Part.LANE, seat) in old_parts))
    # Lanes that rise pass over those that give way.
    places.sort(key=lambda place: place[1].top - place[0].top, reverse=True)
    radius = layout.pixels(14)
    for start, end, here, known in places:
        pygame.draw.rect(frame, SHADE, here, border_radius=radius)
        if known and start.height == end.height:
            _strip(frame, before, start, here, margin, 1.0)
            _strip(frame, after, end, here, margin, at)
        else:
            _strip(frame, before, start, here, margin, 1 - part(done, 0.0, 0.6) if known else 0.0)
            _strip(frame, after, end, here, margin, part(done, 0.35, 0.65))
    return frame


def _strip(
    frame: pygame.Surface, picture: pygame.Surface, lane: pygame.Rect, here: pygame.Rect, margin: int, alpha: float
) -> None:
    """The lane of a picture, with the wedge beside it, laid over the middle of `here` and cut off at its edges."""
    over = max(0, lane.height - here.height) // 2
    cut = pygame.Rect(lane.left - margin, lane.top + over, lane.width + 2 * margin, min(lane.height, here.height))
    at = (here.left - margin, here.top + max(0, here.height - lane.height) // 2)
    lay(frame, picture, cut, at, alpha)
