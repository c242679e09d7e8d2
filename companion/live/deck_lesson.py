"""Teaching a deck by a camera: cards shown one by one when asked for, or named by players in a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import RLock

import cv2
import numpy as np

from companion.locale import Message, Wording
from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame
from companion.pieces import Card
from companion.table.questions import is_same_card
from companion.table.sightings import CardSighting, Sightings
from companion.vision.decks.gallery import BACK
from companion.vision.decks.known_decks import DeckStore, EnrolledDeck
from companion.vision.decks.teaching import CARDS_TO_SHOW, DeckTeaching, EnrolledView, rectify_card


@dataclass(frozen=True, slots=True)
class Limits:
    """Which cards can teach a deck."""

    covered: float = 0.05
    """Maximum share of a card that another covers, since the cover would be learnt with it.

    Chosen, not measured; cards that are side by side may seem to overlap a little.
    """


LIMITS = Limits()


class ConfirmedCrops:
    """Crops a card from the newest frame whenever a player names it.

    :meth:`update` and :meth:`add` are a camera thread's ``on_frame`` and a live table's ``on_card_named``. Only the
    cards
    that players name are kept, until somebody takes ``crops``.
    """

    def __init__(self) -> None:
        self._newest: tuple[Frame, Sightings] | None = None
        self.crops: list[tuple[str, Picture]] = []
        """Code and upright BGR picture of each card, in the order in which they were named."""

    def update(self, frame: Frame, known: Sightings) -> None:
        """Set the newest frame and the sightings in it."""
        self._newest = frame, known

    def add(self, card: CardSighting, named: Card) -> None:
        """Crop a card that a player named; a covered card is left out."""
        if self._newest is None:
            return
        frame, known = self._newest
        others = [other for other in known.cards if not is_same_card(card, other)]
        if all(_overlap(card, other) < LIMITS.covered for other in others):
            self.crops.append((named.code, rectify_card(frame.pixels, card.corners)))


def _overlap(card: CardSighting, other: CardSighting) -> float:
    """Return the share of a card's outline that another's covers."""
    mine, theirs = (np.array(one.corners, np.float32) for one in (card, other))
    shared, _ = cv2.intersectConvexConvex(mine, theirs)
    return float(shared) / max(1.0, float(cv2.contourArea(mine)))


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
            return Message("Show: {what} ({n} left)", {"what": what, "n": self._teaching.left})

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
