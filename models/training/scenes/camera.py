"""A pinhole camera above a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.pictures.arrays import Matrix


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera that projects table points (x, y, z in millimetres, z up) to pixels by a 3 × 4 matrix."""

    matrix: Matrix
    width: int
    height: int
    position: Matrix
    """Position of the camera in millimetres, shape (3,)."""

    def project(self, points: Matrix) -> Matrix:
        """Return the pixels (N × 2) of table points (N × 2, or N × 3)."""
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def plane(self, z: float = 0.0) -> Matrix:
        """Return the homography (3 × 3) from the plane at height ``z`` (x, y) to pixels."""
        return np.column_stack([self.matrix[:, :2], self.matrix[:, 2] * z + self.matrix[:, 3]])

    def scale(self, factor: float) -> Camera:
        """Return the same camera with ``factor`` times as many pixels in each direction."""
        scale = np.diag([factor, factor, 1.0])
        return Camera(scale @ self.matrix, round(self.width * factor), round(self.height * factor), self.position)

    def nudge(self, across: float, down: float, turn: float) -> Camera:
        """Return the camera after a push that shifts its picture by pixels and rotates it by degrees."""
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        x, y = self.width / 2, self.height / 2
        shift = (x + across - cos * x + sin * y, y + down - sin * x - cos * y)
        moved = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]], [0, 0, 1]])
        return Camera(moved @ self.matrix, self.width, self.height, self.position)


def aim_camera(
    span: tuple[float, float, float, float],
    size: tuple[int, int],
    tilt: float,
    towards: float,
    roll: float,
    slack: float = 1.06,
    distance: float = 1.5,
) -> Camera:
    """Return a camera that sees the whole of ``span`` in a picture of ``size``.

    Args:
        span: left, top, right and bottom in millimetres.
        size: width and height in pixels.
        tilt: angle from straight down, in degrees.
        towards: side on which it is, in degrees clockwise from the near player.
        roll: rotation about its own axis, in degrees.
        slack: free space around the span; with 1 it just fits.
        distance: distance from the span's centre, in sides of the span.

    Returns:
        The camera.
    """
    left, top, right, bottom = span
    middle = np.array([(left + right) / 2, (top + bottom) / 2, 0.0])
    distance *= max(right - left, bottom - top)
    t, a, r = np.radians([tilt, towards, roll])
    offset = np.array([-np.sin(a) * np.sin(t), np.cos(a) * np.sin(t), np.cos(t)]) * distance
    forward = -offset / distance
    down = np.array([0.0, 1.0, 0.0])
    down = down - forward * (down @ forward)
    down /= np.linalg.norm(down)
    across = np.cross(forward, down)
    spun_across = across * np.cos(r) + down * np.sin(r)
    spun_down = down * np.cos(r) - across * np.sin(r)
    rotation = np.stack([spun_across, spun_down, forward])
    position = middle + offset
    outside = np.column_stack([rotation, -rotation @ position])
    corners = np.array([(x, y, 0.0, 1.0) for x in (left, right) for y in (top, bottom)]) @ outside.T
    flat = corners[:, :2] / corners[:, 2:]
    low, high = flat.min(axis=0), flat.max(axis=0)
    width, height = size
    focal = min(width / (high[0] - low[0]), height / (high[1] - low[1])) / slack
    centre = np.array(size) / 2 - focal * (low + high) / 2
    inside = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
    return Camera(inside @ outside, width, height, position)
