"""Looking at photos on a thread of its own, so that the screen never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import numpy as np
from kivy.clock import Clock
from numpy.typing import NDArray

from companion.errors import CompanionError, as_companion_error
from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """One look that was asked for; ``number`` tells its answer from those of others."""

    number: int
    photo: Path
    decks: Path


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """What came of a look: the sightings and the picture (BGR, height × width × 3), or why there are none."""

    number: int
    sightings: Sightings | None = None
    pixels: NDArray[np.uint8] | None = None
    error: CompanionError | None = None


class PhotoWorker:
    """One worker behind one queue. ``hears`` gets each answer on the screen's thread, stale ones too.

    ``failed`` hears on the worker's thread of what does not stop a look: a deck that cannot be used.
    """

    def __init__(self, hears: Callable[[PhotoReading], None], failed: Callable[[Exception], None]) -> None:
        self._hears = hears
        self._failed = failed
        self._asked: SimpleQueue[PhotoRequest | None] = SimpleQueue()
        self._numbers = 0
        self._worker: threading.Thread | None = None

    def look(self, photo: Path, decks: Path) -> int:
        """Asks for a look at a photo with the decks kept in a folder; the number its answer will have."""
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="eyes", daemon=True)
            self._worker.start()
        self._numbers += 1
        self._asked.put(PhotoRequest(self._numbers, photo, decks))
        return self._numbers

    def close(self) -> None:
        """Ends the worker after what it is looking at now."""
        if self._worker is not None:
            self._asked.put(None)
            self._worker = None

    def _work(self) -> None:
        asked = self._asked
        while (look := asked.get()) is not None:
            answer = _looked(look, self._failed)
            Clock.schedule_once(lambda _seconds, answer=answer: self._hears(answer))


def _looked(look: PhotoRequest, failed: Callable[[Exception], None]) -> PhotoReading:
    from companion.vision.decks.known_decks import load_known_decks
    from companion.vision.pictures import load_picture
    from companion.vision.recognise import recognise

    try:
        picture = load_picture(look.photo)
        return PhotoReading(
            look.number, recognise(picture.pixels, load_known_decks(look.decks, failed)).sightings, picture.pixels
        )
    except Exception as error:  # the screen waits for an answer
        return PhotoReading(look.number, error=as_companion_error(error))
