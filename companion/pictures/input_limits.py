"""Input limits: how much of a photo, folder, film, stream or deck is accepted, and the formats of picture files.

An error for input beyond a limit names the limit. ``docs/limits.md`` lists the same numbers for players.
"""

from dataclasses import dataclass

PILLOW_FORMATS = ("JPEG", "HEIF", "PNG", "WEBP", "TIFF", "BMP", "AVIF")
"""Format names of Pillow. HEIF is what an iPhone saves as HEIC. A Pillow without AVIF refuses such a file."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".heic", ".heif", ".avif", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""File name suffixes of these formats, in lower case."""


@dataclass(frozen=True, slots=True)
class InputLimits:
    """The limits, each checked before memory or time is spent on what exceeds it."""

    photo_bytes: int = 200_000_000
    """Bytes of a photo's file: an uncompressed one of 48 megapixels has 144 million."""
    photo_pixels: int = 120_000_000
    """Pixels of a photo: more than any phone's, less than a computer's memory."""
    shortest_side: int = 64
    """Smallest side of a picture in pixels: a smaller one cannot show a table."""
    photo_seconds: float = 20.0
    """Seconds of processor time to decode a photo or a deck in the sandbox; three times that by the clock."""
    answers_bytes: int = 1_000_000
    """Bytes of a file of answers."""

    folder_files: int = 10_000
    """Files in a folder of pictures."""
    deck_pictures: int = 300
    """Pictures that teach one deck: six of each card and some backs."""
    deck_bytes: int = 50_000_000
    """Bytes of a deck's file, and again of its unpacked arrays; a deck of 300 views has 25 million."""

    film_seconds: float = 5.0
    """Seconds to open a film file, and to read each next picture."""
    frame_pixels: int = 40_000_000
    """Pixels of a picture in a film or stream: more than 8K (33 million)."""

    frame_seconds: float = 4.0
    """Seconds of processor time to decode a stream's picture; three times that by the clock."""

    still_seconds: float = 2.0
    """Seconds without any data after which a stream counts as lost."""
    answer_seconds: float = 5.0
    """Seconds until an address has sent the head of its answer."""
    search_seconds: float = 6.0
    """Seconds for trying the usual paths at an address that is no stream."""
    picture_seconds: float = 10.0
    """Seconds without a readable picture after which a stream that sends data counts as lost."""
    redirects: int = 5
    """Redirects that are followed from one address."""
    head_bytes: int = 16_384
    """Bytes of the header lines before a picture in a stream."""
    part_bytes: int = 32_000_000
    """Bytes of a picture in a stream."""


INPUT_LIMITS = InputLimits()
"""The limits in force."""
