"""A die's face as numbers: faces of one die that show the same value are alike, others are not."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass

LENGTH = 64
"""Numbers of a face; -127 to 127, their root sum of squares is about 127."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """An embedding of a top face by the die reader, the same however the die is turned: 64 signed bytes."""

    code: bytes

    def __post_init__(self) -> None:
        """Check the length; raise :class:`ValueError`."""
        if len(self.code) != LENGTH:
            raise ValueError(f"{len(self.code)} numbers in place of {LENGTH}")

    def __str__(self) -> str:
        """Return the numbers in base 64."""
        return b64encode(self.code).decode()

    @classmethod
    def parse(cls, text: str) -> DieFace:
        """Return the face of a text that ``str`` returned; raise :class:`ValueError` for any other.

        >>> face = DieFace(bytes(range(64)))
        >>> DieFace.parse(str(face)) == face
        True
        """
        return cls(b64decode(text, validate=True))
