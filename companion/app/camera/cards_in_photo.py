"""Reading the cards of a form from a photo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.camera.photo_picker import pick_photo
from companion.app.camera.photo_worker import PhotoReading, PhotoWorker
from companion.app.painters.decision_view import DecisionView
from companion.app.texts.i18n import words
from companion.app.window.overlay import Overlay
from companion.pieces import Card
from companion.table.sightings import Face, Sightings


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
