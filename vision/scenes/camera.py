"""The camera of a scene: where a point of the world falls in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A camera at `position` (mm) that looks at `target` (mm), turned by `roll` (rad); `focal` is in pixels.

    `radial` are the lens' first two coefficients k1 and k2, as OpenCV has them: negative ones bend lines like a barrel.
    """

    position: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float
    focal: float
    width: int
    height: int
    radial: tuple[float, float] = (0.0, 0.0)

    def axes(self) -> Array:
        """Rows: the directions of picture x (right), picture y (down) and view in the world, 3 x 3."""
        view = np.array(self.target, float) - np.array(self.position, float)
        view /= np.linalg.norm(view)
        away = np.array([0.0, 1.0, 0.0]) if abs(view[1]) < 0.98 else np.array([0.0, 0.0, 1.0])
        right = np.cross(view, away)
        right /= np.linalg.norm(right)
        down = np.cross(view, right)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return np.stack([cos * right + sin * down, -sin * right + cos * down, view])

    def matrix(self) -> Array:
        """OpenCV's camera matrix; the centre of the first pixel is (0, 0)."""
        return np.array([[self.focal, 0, self.width / 2 - 0.5], [0, self.focal, self.height / 2 - 0.5], [0, 0, 1]], dtype=float)

    def project(self, points: Array) -> Array:
        """World points (n x 3, mm) to pixels (n x 2)."""
        local = (np.asarray(points, float).reshape(-1, 3) - np.array(self.position)) @ self.axes().T
        if any(self.radial):
            local = local / local[:, 2:]
            away = (local[:, :2] ** 2).sum(axis=1, keepdims=True)
            local[:, :2] *= 1 + self.radial[0] * away + self.radial[1] * away**2
        flat = local @ self.matrix().T
        return flat[:, :2] / flat[:, 2:]

    def felt_to_picture(self) -> Array:
        """Homography from (x, y, 1) on the felt (mm, world) to pixels, the lens' bending left out."""
        axes = self.axes()
        offset = -axes @ np.array(self.position)
        return self.matrix() @ np.column_stack([axes[:, 0], axes[:, 1], offset])

    def picture_to_tray(self, width_mm: float, height_mm: float) -> Array:
        """Homography from pixels to the tray frame, normalised to a last element of 1."""
        to_world = np.array([[1, 0, -width_mm / 2], [0, -1, height_mm / 2], [0, 0, 1]], float)
        inverse = np.linalg.inv(self.felt_to_picture() @ to_world)
        return inverse / inverse[2, 2]
