"""Picking the cards of a form from a photo of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.i18n import words
from companion.app.overlay import Overlay
from companion.app.photo_picker import pick_photo
from companion.app.photo_worker import PhotoReading, PhotoWorker
from companion.app.sheets.form import FormSheet
from companion.pieces import Card
from companion.table.sightings import Face, Sightings


class CardsInPhoto:
    """Lets a photo be chosen over a form, looks at it on a thread of its own, and comes back with what was read.

    Only cards that were read for sure are picked; the player sees them picked, and taps what differs.
    """

    def __init__(self, overlay: Overlay, decks: Callable[[], Path], failed: Callable[[Exception], None]) -> None:
        self._overlay, self._decks = overlay, decks
        self._eyes = PhotoWorker(self._looked, failed)
        self._form: FormSheet | None = None
        self._wanted = 0
        """The number of the look whose answer counts."""

    @property
    def looking(self) -> bool:
        """Whether a photo is being read."""
        return self._wanted != 0

    def choose(self, form: FormSheet) -> None:
        """Asks which photo; the form comes back with its cards, or as it was."""
        self._form = form
        pick_photo(self._overlay, self._look)

    def drop(self) -> None:
        """What is being looked at is not wanted any more."""
        self._form, self._wanted = None, 0

    def _look(self, photo: Path) -> None:
        if self._form is not None:
            self._back(words._("Looking at the photo …"))
            self._wanted = self._eyes.look(photo, self._decks())

    def _looked(self, answer: PhotoReading) -> None:
        if answer.number != self._wanted or self._form is None:
            return
        self._wanted = 0
        if self._form.view.pick is None or self._overlay.sheet is not self._form:
            return
        if answer.sightings is None:
            self._form.notice = words.say_error(answer.error) if answer.error is not None else ""
            return
        taken = self._form.view.pick.take(sure_cards(answer.sightings))
        said = words._("{n} cards were read for sure: tap what differs").format(n=len(taken))
        self._form.notice = said

    def _back(self, said: str) -> None:
        if self._form is not None:
            self._overlay.open(self._form)
            self._form.notice = said


def sure_cards(seen: Sightings) -> tuple[Card, ...]:
    """The cards that lie face up and were read for sure, from the left."""
    up = [card for card in seen.cards if card.face is Face.UP and card.sure and card.card is not None]
    return tuple(card.card for card in sorted(up, key=lambda one: one.corners[0]) if card.card is not None)
