"""Photos of tables that devices sent: read, scored, and asked about."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.locale import Message
from companion.questions import Box
from companion.table.edge import Edge
from companion.table.scored import ScoredTable
from companion.web.hosting.pictures import Pictures

if TYPE_CHECKING:
    from companion.pictures.arrays import Picture
    from companion.table.sightings import Sightings

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


Score = Callable[[Sequence["Sightings"], Edge, Mapping[str, str]], ScoredTable]


@dataclass(frozen=True, slots=True)
class PhotoScoring:
    """How this computer reads and scores photos."""

    games: tuple[str, ...]
    """The names of the games that can be scored."""
    scorer: Callable[[str, str, Sequence[str]], Score]
    """Returns what scores a table of a game, by preset and player names."""
    takes_each: Callable[[str], bool]
    """Whether a game has one photo for each player, by its name."""
    decks: Callable[[], Sequence[Any]]
    """Returns the known decks."""


@dataclass(slots=True)
class PhotoReading:
    """The photos of one table and what was read."""

    id: str
    game: str
    preset: str
    names: tuple[str, ...]
    overlays: list[str] = field(default_factory=list)
    """The addresses of the photos with their readings drawn over them."""
    sightings: list[Sightings] = field(default_factory=list)
    crops: dict[str, str] = field(default_factory=dict)
    """The address of a crop for each question, by its key."""
    answers: dict[str, str] = field(default_factory=dict)
    near: Edge = Edge.BOTTOM
    missing: int = 0
    """Number of photos that are still to come."""
    scored: ScoredTable | None = None


class PhotoReadings:
    """Reads photos, one at a time; thread-safe. Answers and pages do not wait for a photo that is being read.

    Args:
        scoring: How photos are read and scored.
        pictures: Gets what is shown of them.
    """

    def __init__(self, scoring: PhotoScoring, pictures: Pictures) -> None:
        self.scoring, self._pictures = scoring, pictures
        self._reading, self._scoring = threading.Lock(), threading.Lock()
        self._readings: OrderedDict[str, PhotoReading] = OrderedDict()
        self._decks: Sequence[Any] | None = None

    def begin(self, game: str, preset: str, names: tuple[str, ...], photos: int) -> PhotoReading:
        """Return a new table to be photographed; raise ``CompanionError`` for an unknown game or preset."""
        self.scoring.scorer(game, preset, names)
        reading = PhotoReading(secrets.token_urlsafe(12), game, preset, names, missing=photos)
        self._readings[reading.id] = reading
        while len(self._readings) > MAX_READINGS:
            self._readings.popitem(last=False)
        return reading

    def find(self, id: str) -> PhotoReading:
        """Return a table by its id; raise :class:`NoSuchPhoto` if it is not kept."""
        found = self._readings.get(id)
        if found is None:
            raise NoSuchPhoto(
                Message("this photo"), Message("is no longer stored"), Message("take or choose a picture again")
            )
        return found

    def add(self, reading: PhotoReading, file: bytes) -> None:
        """Read one more photo of a table; the last one gives the score.

        Args:
            reading: The table.
            file: The picture's file.

        Raises:
            CompanionError: It is no picture, or shows no table.
        """
        from companion.pictures.loading import decode_picture
        from companion.vision.recognise import recognise

        with self._reading:
            pixels = decode_picture(file, "photo")
            if self._decks is None:
                self._decks = self.scoring.decks()
            sightings = recognise(pixels, list(self._decks)).sightings
            overlay = self._pictures.add("image/jpeg", _overlay(pixels, sightings))
        with self._scoring:
            reading.sightings.append(sightings)
            reading.overlays.append(overlay)
            reading.missing = max(0, reading.missing - 1)
            if not reading.missing:
                self._score(reading)
                self._crop(reading, pixels)

    def answer(self, reading: PhotoReading, key: str, answer: str) -> None:
        """Take a player's answer to a question and score the table again."""
        with self._scoring:
            asked = () if reading.scored is None else reading.scored.questions
            question = next((one for one in asked if one.key == key), None)
            if question is None:
                return  # answered meanwhile
            question.check_offers(answer)
            reading.answers[key] = answer
            self._score(reading)

    def turn(self, reading: PhotoReading, near: Edge) -> None:
        """Take another edge of the photo for the first player's, and score the table again."""
        with self._scoring:
            reading.near = near
            self._score(reading)

    def _score(self, reading: PhotoReading) -> None:
        score = self.scoring.scorer(reading.game, reading.preset, reading.names)
        reading.scored = score(reading.sightings, reading.near, reading.answers)

    def _crop(self, reading: PhotoReading, pixels: Picture) -> None:
        """Keep a crop for every question; further answers raise no new ones about other places."""
        for question in reading.scored.questions if reading.scored is not None else ():
            if question.region is not None and question.key not in reading.crops:
                reading.crops[question.key] = self._pictures.add("image/jpeg", crop_region(pixels, question.region))


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


def _overlay(pixels: Picture, sightings: Sightings) -> bytes:
    from companion.vision.overlay import draw_overlay

    return _jpeg(draw_overlay(pixels, sightings), MAX_SHOWN)


def _jpeg(pixels: Picture, longest: int) -> bytes:
    import cv2

    scale = longest / max(1, *pixels.shape[:2])
    shown = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    _, file = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return file.tobytes()
