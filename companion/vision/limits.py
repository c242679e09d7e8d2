"""How much is taken in of what comes from outside: photos, folders, films, streams, decks.

Whatever goes beyond is refused with the limit that was met. ``docs/limits.md`` tells players the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits at every door, checked before memory or time is spent on what lies beyond them."""

    file_bytes: int = 200_000_000
    """Bytes of a photo's file: a 48 megapixel picture that is not compressed has 144 million."""
    photo_pixels: int = 120_000_000
    """Pixels of a photo: more than any phone's, less than a machine's memory."""
    shortest_side: int = 64
    """Pixels; a picture with a shorter side shows no table."""


LIMITS = Limits()
"""The limits in force."""
