"""The mat's four corner pieces, from which a camera finds the playing area and player 0's side.

Each carries an AprilTag of the family 36h11, numbered clockwise from player 0's far left, upright for player 0.
"""

from __future__ import annotations

from enum import IntEnum


class MatCorner(IntEnum):
    """A corner of the mat from player 0's side; the value is its tag's number."""

    FAR_LEFT = 0
    FAR_RIGHT = 1
    NEAR_RIGHT = 2
    NEAR_LEFT = 3

    @property
    def inward(self) -> MatCorner:
        """The corner of its own tag that points to the middle of the mat."""
        return MatCorner((self + 2) % 4)

    @property
    def place(self) -> tuple[int, int]:
        """(across, down), each 0 or 1, from the far left."""
        return (int(self in (MatCorner.FAR_RIGHT, MatCorner.NEAR_RIGHT)), int(self >= MatCorner.NEAR_RIGHT))
