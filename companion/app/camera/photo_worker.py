"""Reading photos on a background thread, so that the screen never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np
from kivy.clock import Clock
from numpy.typing import NDArray

from companion.errors import CompanionError, as_companion_error
from companion.table.sightings import Sightings

NETWORKS_KEPT = 60.0
"""Seconds after a photo for which its networks stay loaded: they take most of 100 MB, and half a second to load."""


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """One photo to read; ``number`` identifies its reading."""

    number: int
    photo: Path
    decks: Path


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """The sightings and the picture (BGR, height × width × 3), or why there are none."""

    number: int
    sightings: Sightings | None = None
    pixels: NDArray[np.uint8] | None = None
    error: CompanionError | None = None


class PhotoWorker:
    """One worker thread behind one queue.

    Args:
        callback: Called on the main thread with each reading, outdated ones too.
        failed: Called on the worker's thread with errors that do not stop a reading, such as an unusable deck.
    """

    def __init__(self, callback: Callable[[PhotoReading], None], failed: Callable[[Exception], None]) -> None:
        self._callback = callback
        self._failed = failed
        self._requests: SimpleQueue[PhotoRequest | None] = SimpleQueue()
        self._numbers = 0
        self._worker: threading.Thread | None = None

    def read(self, photo: Path, decks: Path) -> int:
        """Request the reading of a photo with the decks of a folder; return the number of the request."""
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="photo worker", daemon=True)
            self._worker.start()
        self._numbers += 1
        self._requests.put(PhotoRequest(self._numbers, photo, decks))
        return self._numbers

    def close(self) -> None:
        """End the worker after its current photo."""
        if self._worker is not None:
            self._requests.put(None)
            self._worker = None

    def _work(self) -> None:
        while (request := self._next()) is not None:
            reading = read_photo(request, self._failed)
            Clock.schedule_once(lambda _seconds, reading=reading: self._callback(reading))

    def _next(self) -> PhotoRequest | None:
        """Wait for a request, and release the networks if none comes for a while."""
        from companion.vision.networks import release_networks

        try:
            return self._requests.get(timeout=NETWORKS_KEPT)
        except Empty:
            release_networks()
            return self._requests.get()


def read_photo(request: PhotoRequest, failed: Callable[[Exception], None]) -> PhotoReading:
    """Read a photo; ``failed`` is called with errors that do not stop it."""
    from companion.pictures.loading import load_damaged
    from companion.vision.decks.known_decks import DeckStore
    from companion.vision.recognise import recognise_photo

    try:
        photo = load_damaged(request.photo)
        reading = recognise_photo(photo, DeckStore(request.decks).galleries(failed))
        return PhotoReading(request.number, reading.sightings, photo.pixels)
    except Exception as error:  # shown on the screen that asked
        return PhotoReading(request.number, error=as_companion_error(error))
