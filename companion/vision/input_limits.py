"""How much is taken in of what comes from outside: photos, folders, films, streams, decks.

Whatever goes beyond is refused in words that tell the limit. ``docs/limits.md`` tells players the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InputLimits:
    """The most of each at every door, looked at before memory or time is spent on what goes beyond."""

    photo_bytes: int = 200_000_000
    """Bytes of a photo's file: one of 48 megapixels that is not compressed has 144 million."""
    photo_pixels: int = 120_000_000
    """Pixels of a photo: more than any phone's, less than a machine's memory."""
    shortest_side: int = 64
    """Pixels, the least: a picture with a shorter side shows no table."""
    photo_seconds: float = 20.0
    """Seconds of processor time to decode a photo or a deck, in a process of its own; three times that by the clock."""
    answers_bytes: int = 1_000_000
    """Bytes of a file of answers."""

    folder_files: int = 10_000
    """Files in a folder of pictures."""
    deck_pictures: int = 300
    """Pictures that teach one deck: six of each card and some backs."""
    deck_bytes: int = 50_000_000
    """Bytes of a deck as it is kept, and again of what is packed in it; one of 300 views has 25 million."""

    film_seconds: float = 5.0
    """Seconds within which a film file is opened, and gives each next picture."""
    frame_pixels: int = 40_000_000
    """Pixels of a film's or a stream's picture: more than 8K (33 million)."""

    frame_seconds: float = 4.0
    """Seconds of processor time to decode a stream's picture; three times that by the clock."""

    still_seconds: float = 2.0
    """Seconds for which nothing at all comes from a stream; then it counts as lost."""
    answer_seconds: float = 5.0
    """Seconds within which an address answers, up to the end of its answer's head."""
    search_seconds: float = 6.0
    """Seconds in which the usual paths are tried at an address that is no stream."""
    picture_seconds: float = 10.0
    """Seconds within which something comes, but no picture that can be read; then a stream counts as lost."""
    redirects: int = 5
    """Times that an address may send on to another."""
    head_bytes: int = 16_384
    """Bytes of the lines before a picture in a stream."""
    part_bytes: int = 32_000_000
    """Bytes of a picture in a stream."""


INPUT_LIMITS = InputLimits()
"""What is in force."""
