"""Teaching a deck: cards shown to a camera one by one, in the order that is asked for. No thread, clock or screen."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock

from companion.locale import Message, Wording
from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame
from companion.pieces import Card
from companion.vision.decks.gallery import BACK
from companion.vision.decks.known_decks import DeckStore, EnrolledDeck
from companion.vision.decks.teaching import CARDS_TO_SHOW, DeckTeaching, EnrolledView


class DeckLesson:
    """A lesson for one deck; for any thread. Pass frames to :meth:`process`, and store the cards with :meth:`keep`.

    Args:
        codes: Card codes, and ``back`` for a card face down.
    """

    def __init__(self, codes: Sequence[str] = CARDS_TO_SHOW) -> None:
        self._teaching, self._guard = DeckTeaching(codes), RLock()
        self.result: Message | None = None
        """What came of the card that was shown last."""

    @property
    def asked(self) -> Message:
        """The card to show next, or that all were shown."""
        with self._guard:
            wanted = self._teaching.wanted
            if wanted is None:
                return Message("All cards were shown.")
            what = Message("a card face down")
            if wanted != BACK:
                what = Message("{name} ({card})", {"name": Card.parse(wanted), "card": wanted})
            values: Wording = {"what": what, "n": self._teaching.left}
            return Message("Show: {what} ({n} left)", values)

    @property
    def is_over(self) -> bool:
        """Whether all cards were shown or skipped."""
        return self._teaching.wanted is None

    @property
    def views(self) -> list[tuple[str, Picture]]:
        """The cards that were taken: code and picture."""
        return self._teaching.views

    def process(self, frame: Frame) -> bool:
        """Take in a frame; return whether there is something new to show."""
        with self._guard:
            taken = self._teaching.process_frame(frame)
            if taken is None:
                return False
            if isinstance(taken, EnrolledView):
                self.result = Message("{card}: saved", {"card": taken.code})
            else:
                why: Wording = {"why": taken.why}
                self.result = Message("{why}. Lay one card on a plain cloth of a different colour.", why)
            return True

    def skip(self) -> None:
        """Skip the card that is asked for."""
        with self._guard:
            self._teaching.skip()

    def retake(self) -> None:
        """Take the last card again."""
        with self._guard:
            self._teaching.retake()

    def keep(self, store: DeckStore, name: str) -> EnrolledDeck:
        """Store the deck of the cards that were taken, which takes a while; raise ``CompanionError`` if that fails."""
        store.check_name(name)
        return store.keep(name, self.views)
