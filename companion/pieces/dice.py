"""The dice that lie on the table. What their values mean is a game's business."""

from __future__ import annotations

from enum import Enum


class DieKind(Enum):
    """A die by its number of faces; a d10's ``0`` face has the value 10."""

    D6 = "d6"
    D10 = "d10"

    def __str__(self) -> str:
        return self.value

    @property
    def faces(self) -> int:
        return int(self.value[1:])

    def shows(self, value: int) -> bool:
        """Whether one of the faces has this value.

        >>> DieKind.D10.shows(10), DieKind.D10.shows(0), DieKind.D6.shows(7)
        (True, False, False)
        """
        return 1 <= value <= self.faces
