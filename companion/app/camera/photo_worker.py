"""Photos: picking one, reading it on a background thread, so that the screen never waits, and the cards in it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np
from kivy.app import App
from kivy.clock import Clock
from numpy.typing import NDArray

from companion.app.painters.decision_view import DecisionView
from companion.app.sheets.photo import PhotoSheet, TakePhotoSheet
from companion.app.texts.i18n import words
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError, as_companion_error
from companion.pieces import Card
from companion.table.sightings import Face, Sightings

PhotoCallback = Callable[[Path], None]
_pickers: list[Callable[[PhotoCallback], None]] = []


def set_system_picker(picker: Callable[[PhotoCallback], None]) -> None:
    """Use the system's own picker from now on; it is called with what to call with the photo."""
    _pickers[:] = [picker]


def pick_photo(overlay: Overlay, callback: PhotoCallback) -> None:
    """Let a player choose a photo, or take one; ``callback`` is called with its path, if there is one."""
    if _pickers:
        _pickers[0](callback)
        return

    def take() -> None:
        overlay.open(TakePhotoSheet(callback))

    overlay.open(PhotoSheet(callback=callback, take_callback=take if App.get_running_app().settings.camera else None))


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


class CardsInPhoto:
    """Lets a player choose a photo for a form, reads it in the background, and picks its cards in the form.

    Only certain cards are picked; the player checks them and taps what differs.
    """

    def __init__(self, overlay: Overlay, decks: Callable[[], Path], failed: Callable[[Exception], None]) -> None:
        self._overlay, self._decks = overlay, decks
        self._worker = PhotoWorker(self._read, failed)
        self._form: DecisionView | None = None
        self._wanted = 0
        """The number of the request whose reading is awaited; 0 for none."""

    @property
    def is_reading(self) -> bool:
        """Whether a photo is being read."""
        return self._wanted != 0

    def choose(self, form: DecisionView) -> None:
        """Open the choice of a photo for a form."""
        self._form = form
        pick_photo(self._overlay, self._start)

    def drop(self) -> None:
        """Ignore the reading that is awaited."""
        self._form, self._wanted = None, 0

    def _start(self, photo: Path) -> None:
        if self._form is not None:
            self._back(words._("Reading the photo…"))
            self._wanted = self._worker.read(photo, self._decks())

    def _read(self, answer: PhotoReading) -> None:
        if answer.number != self._wanted or self._form is None:
            return
        self._wanted = 0
        if self._form.pick is None or self._form.parent is None:
            return
        if answer.sightings is None:
            self._form.notice = words.say_error(answer.error) if answer.error is not None else ""
            return
        taken = self._form.pick.take(certain_cards(answer.sightings))
        notice = words._("Cards recognised: {n}. Tap any that are wrong.").format(n=len(taken))
        self._form.notice = notice

    def _back(self, notice: str) -> None:
        if self._form is not None:
            self._overlay.close()
            self._form.notice = notice


def certain_cards(sightings: Sightings) -> tuple[Card, ...]:
    """Return the certain cards that lie face up, from left to right."""
    up = [card for card in sightings.cards if card.face is Face.UP and card.sure and card.card is not None]
    return tuple(card.card for card in sorted(up, key=lambda one: one.corners[0]) if card.card is not None)
