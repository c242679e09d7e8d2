"""Photos of tables that devices sent: read, scored, and asked about."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.live.photo_session import PhotoSession
from companion.locale import Message
from companion.questions import Box
from companion.web.hosting.notes import Pictures

if TYPE_CHECKING:
    from companion.pictures.arrays import Picture
    from companion.vision.decks.gallery import Gallery

MAX_READINGS = 12
"""Number of latest photos that are kept with their questions."""
MAX_SHOWN = 1600
"""Longer side of the picture that is shown, pixels."""
MARGIN = 0.35
"""Width of what is shown around the region of a question, as a share of its longer side."""
MAX_CROP = 480
"""Longer side of the crop of a question, pixels."""


class NoSuchPhoto(CompanionError):
    """A photo that was not sent, or is no longer kept."""


@dataclass(slots=True)
class SentPhotos:
    """The photos of one table, as a page shows them."""

    id: str
    session: PhotoSession
    overlays: list[str] = field(default_factory=list)
    """The addresses of the photos with their readings drawn over them."""
    crops: dict[str, str] = field(default_factory=dict)
    """The address of a crop for each question, by its key."""


class PhotoReadings:
    """Reads photos, one at a time; for any thread. Answers and pages do not wait for a photo that is being read.

    Args:
        decks: Returns the known decks.
        pictures: Gets what is shown of the photos.
    """

    def __init__(self, decks: Callable[[], Sequence[Gallery]], pictures: Pictures) -> None:
        self._load_decks, self._pictures = decks, pictures
        self._reading = threading.Lock()
        self._sent: OrderedDict[str, SentPhotos] = OrderedDict()
        self._decks: Sequence[Gallery] | None = None

    def begin(self, session: PhotoSession) -> SentPhotos:
        """Return a new table to be photographed."""
        sent = SentPhotos(secrets.token_urlsafe(12), session)
        self._sent[sent.id] = sent
        while len(self._sent) > MAX_READINGS:
            self._sent.popitem(last=False)
        return sent

    def find(self, id: str) -> SentPhotos:
        """Return a table by its id; raise :class:`NoSuchPhoto` if it is not kept."""
        found = self._sent.get(id)
        if found is None:
            raise NoSuchPhoto(
                Message("this photo"), Message("is no longer stored"), Message("take or choose a picture again")
            )
        return found

    def add(self, sent: SentPhotos, file: bytes) -> None:
        """Read one more photo of a table.

        Args:
            sent: The table.
            file: The picture's file.

        Raises:
            CompanionError: It is no picture, or shows no table.
        """
        from companion.pictures.loading import decode_damaged
        from companion.vision.overlay import draw_overlay
        from companion.vision.recognise import recognise_photo

        with self._reading:
            photo = decode_damaged(file, "photo")
            if self._decks is None:
                self._decks = self._load_decks()
            sightings = recognise_photo(photo, self._decks).sightings
            drawn = _jpeg(draw_overlay(photo.pixels, sightings), MAX_SHOWN)
            overlay = self._pictures.add("image/jpeg", drawn)
        sent.session.add(sightings)
        sent.overlays.append(overlay)
        for question in sent.session.asked:  # answers raise no new ones about other places
            if question.region is not None:
                sent.crops[question.key] = self._pictures.add("image/jpeg", crop_region(photo.pixels, question.region))


def crop_region(pixels: Picture, region: Box) -> bytes:
    """Return a region of a picture with some of what is around it, as JPEG.

    Args:
        pixels: The picture, height × width × 3, BGR.
        region: Left, top, right and bottom, pixels.

    Returns:
        The file.
    """
    left, top, right, bottom = region
    margin = MARGIN * max(right - left, bottom - top)
    height, width = pixels.shape[:2]
    rows = slice(max(0, int(top - margin)), min(height, int(bottom + margin) + 1))
    columns = slice(max(0, int(left - margin)), min(width, int(right + margin) + 1))
    return _jpeg(pixels[rows, columns], MAX_CROP)


def _jpeg(pixels: Picture, longest: int) -> bytes:
    import cv2

    scale = longest / max(1, *pixels.shape[:2])
    shown = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    _, file = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return file.tobytes()
