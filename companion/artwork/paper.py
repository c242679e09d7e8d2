"""Paper sizes for printing."""

from enum import Enum


class Paper(Enum):
    """A sheet of paper; the value is its name."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[self.value]
