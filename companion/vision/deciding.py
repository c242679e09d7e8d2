"""Fusion of two witnesses: which design lies on the table, which card lies where, and what is sure.

The index and the face are read by networks that see different parts of a card, so that they err apart. A card lies in
one place only: one assignment solves that for all places. The limits are calibrated on rendered pictures, see
``docs/experiments/2026-11-22-table-rules.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK, Card
from companion.table.assignment import best_assignment
from companion.table.sightings import CardSighting, Face, Point
from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.detection import Detection, centre_distance
from companion.vision.cards.face_reader import BACK, DESIGN_COUNT, NO_CARD, UNKNOWN_DESIGN
from companion.vision.cards.second_reading import SCORE

CARDS = len(DECK)
EXCUSE = DECK.index(Card.parse("X"))
ALTERNATIVES = 5
DOUBT = {"index": 3e-4, "face": 2e-3}
"""The prior: what each witness grants to any card that it does not see, so that it can be outvoted."""
SECOND_COPY = 6.0
"""Nats against a card that lies on the table already; two decks are rarer than a misreading."""
STRONG = 0.97
"""What both witnesses must hold for a card that is sure in two places; mega is played with two decks."""
ODD = 2.5
"""Standard deviations by which a card's size may differ from what it is on the table."""
BACK_ODD = 1.5
"""The same for what has no face to be known by."""
TOLD = 0.4
"""What one of its witnesses holds at least for the card that a single index speaks of."""
FAINTLY_TOLD, CLEARLY_FOUND = 0.7, 0.5
"""The same for an index that the finder itself hardly believed; its score from which it did."""
HALF = 0.45
"""The visible share below which a card without an index in view is none: a piece of one, or of anything."""
WHOLE = 0.6
"""The visible share from which a face alone should tell which card it is …"""
FAMILIAR = 0.4
"""… and how sure of it the network is, on the mean, where it knows the design."""

ENOUGH_UNEXPLAINED = 2
"""So many cards that no design explains, beside one at most that it does, are of another deck, and that one too."""
CLEAR_FACE = 0.97
"""What the face of a card holds that shows no index and is half covered."""
CLEARLY_READ, BORNE_OUT = 0.9, 0.3
"""An index that explains a card by itself; a face that bears one out."""


class Design(Enum):
    """Whose pictures a table's cards show."""

    OWN = 0
    PUBLISHED = 1
    STRANGE = 2


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on a card is sure, by its witnesses: the confidence of the whole, and of each one by itself."""

    two: float = 0.8
    """Index and face name the same card: this much of each …"""
    face: float = 0.5
    """… and this much of the face."""
    index_alone: float = 0.96
    """One index, and a face that tells nothing."""
    indices_alone: float = 0.8
    """Two indices that agree, and a face that tells nothing."""
    face_alone: float = 0.97
    """No index in view, among cards of that size."""
    excuse: float = 0.8
    """The same of an Excuse that carries no index: that none is in view speaks for it."""
    against: float = 0.98
    """A face that shows another card so clearly contradicts."""
    against_whole: float = 0.5
    """The same for a card of which most is seen, where the face is to be believed."""
    nothing: float = 0.5
    """A face that shows no card at all contradicts a single index: speckled stone, too, has spots like an ace's."""
    outvoted: float = 0.9
    """The two indices name different cards, and the face agrees with the clearer one: this much of both together."""
    back: float = 0.95


LIMITS = Limits()

ON_A_PILE = 0.6
"""Two places face down whose middles are nearer than so many card widths are one pile."""


def design_of(places: Sequence[Detection], plane: CardPlane | None = None) -> Design:
    """The one design that explains the cards' faces best; strange where those seen whole are clearly of none."""
    held = [place for place in places if _is_card(place, plane)]
    if not held:
        return Design.OWN
    faces = np.stack([place.face for place in held])
    known = faces[:, :BACK].reshape(len(faces), DESIGN_COUNT, CARDS)
    design = Design(int(np.log(known.sum(axis=2) + 0.02).sum(axis=0).argmax()))
    whole = np.array([place.visible > WHOLE for place in held])
    whole &= faces[:, BACK] + faces[:, NO_CARD] < 0.5
    clear = known[:, design.value].max(axis=1)
    named = [place.indices == 2 and place.agree and _same(place, design) for place in held]
    if whole.any() and float(np.where(named, 1.0, clear)[whole].mean()) < FAMILIAR:
        return Design.STRANGE
    explained = [_explained(place, design) for place in places if _speaks(place)]
    lonely = explained.count(True) <= 1 and explained.count(False) >= ENOUGH_UNEXPLAINED
    unknown = not any(explained) and any(place.face[UNKNOWN_DESIGN] >= 0.5 for place in held)
    return Design.STRANGE if lonely or unknown else design


def _speaks(place: Detection) -> bool:
    """Whether it is a card by an index, or by a face of no known design that is seen well."""
    stranger = place.face[UNKNOWN_DESIGN] >= 0.5 and place.visible >= WHOLE
    return bool(place.face[NO_CARD] < 0.5 and (place.indices > 0 or (stranger and place.face[BACK] < 0.5)))


def _explained(place: Detection, design: Design) -> bool:
    """Whether its index is clear, or its face shows the card that the index names."""
    own = place.face[design.value * CARDS : (design.value + 1) * CARDS][int(place.index.argmax())]
    clear = place.index.max() >= CLEARLY_READ and place.face[UNKNOWN_DESIGN] < 0.5
    return bool(place.indices > 0 and (own >= BORNE_OUT or clear))


def _same(place: Detection, design: Design) -> bool:
    """Whether index and face are likeliest of the same card."""
    face = place.face[design.value * CARDS : (design.value + 1) * CARDS]
    return int(face.argmax()) == int(place.index.argmax())


def decided(
    places: Sequence[Detection], design: Design, plane: CardPlane | None = None, limits: Limits = LIMITS
) -> tuple[CardSighting, ...]:
    """Every place that holds a card, as a sighting; nothing of a strange design is sure.

    ``plane`` is the table's, of known pose; without, the cards that are seen best say how large cards are.
    """
    held = [place for place in places if _is_card(place, plane, design)]
    up = [place for place in held if place.face[BACK] < 0.5 or place.indices]
    posteriors = [Posterior.of(place, design) for place in up]
    given = _assigned(posteriors)
    # A piece of a card, or of anything, does not vouch for its own size.
    whole = [place.corners for place in places if place.indices == 2 and place.visible >= HALF]
    vouching = plane or CardPlane.from_above(whole)
    sure = _sure(posteriors, given, design, limits, vouching)
    lying = {given[number] for number in sure}
    real = [n for n, posterior in enumerate(posteriors) if n in sure or not posterior.a_spot(lying)]
    cards = [posteriors[n].sighting(given[n], n in sure) for n in real]
    if design is Design.STRANGE:
        cards = [replace(card, sure=False) for card in cards]
    backs = [_back(place, limits, vouching) for place in _piles(held)]
    return (*_sure_once(cards, [posteriors[n].strong for n in real]), *backs)


def _is_card(place: Detection, plane: CardPlane | None, design: Design = Design.STRANGE) -> bool:
    """Whether enough speaks for a card: two indices; one, or a face, at a card's size; one that is read without doubt.

    A face that speaks for it alone is of the table's design, and clear where half of it is seen; where the design is
    strange any will do.
    """
    if place.indices == 2:
        return True
    if plane is not None and not _fits(place, plane):
        # What is read so clearly is asked about and never left out, however large it is.
        return place.indices == 1 and place.score >= CLEARLY_FOUND and float(place.index.max()) >= LIMITS.index_alone
    if place.indices == 1:
        clearly = place.score >= CLEARLY_FOUND
        # What the finder hardly believes is vouched for by a face only if that shows the card of its index.
        face = place.face[:BACK].reshape(DESIGN_COUNT, CARDS)
        borne_out = face.max() if clearly else face[:, int(place.index.argmax())].max()
        told, enough = max(float(place.index.max()), float(borne_out)), TOLD if clearly else FAINTLY_TOLD
        return bool(told >= enough and (place.face[NO_CARD] < 0.9 or place.index.max() >= LIMITS.index_alone))
    if place.visible < HALF and not (place.face[BACK] >= 0.7 and place.score >= 0.8):
        return False
    own = slice(0, BACK) if design is Design.STRANGE else slice(design.value * CARDS, (design.value + 1) * CARDS)
    seen = place.visible > WHOLE or design is Design.STRANGE
    strange = seen and place.face[UNKNOWN_DESIGN] >= 0.5
    return bool(place.face[BACK] >= 0.5 or strange or place.face[own].max() >= (0.6 if seen else CLEAR_FACE))


@dataclass(frozen=True, slots=True)
class Posterior:
    """The posterior of one place: chances for the cards of ``DECK`` by index, by face and by both, (45,) each."""

    place: Detection
    index: NDArray[np.float64]
    face: NDArray[np.float64]
    both: NDArray[np.float64]

    @classmethod
    def of(cls, place: Detection, design: Design) -> Posterior:
        known = design is not Design.STRANGE
        face = place.face[design.value * CARDS : (design.value + 1) * CARDS] if known else np.zeros(CARDS)
        index = place.index if place.indices else np.zeros(CARDS)
        both = np.log(face + DOUBT["face"]) + (np.log(index + DOUBT["index"]) if place.indices else 0.0)
        chances = np.exp(both - both.max())
        # What the witnesses hold for no card of this deck stays out of the sum where nothing speaks for a card.
        rest = 0.0 if place.indices else (1 - face.sum()) / max(float(face.max()), 1e-6)
        return cls(place, index, face, np.asarray(chances / (chances.sum() + rest)))

    @property
    def strong(self) -> bool:
        """Whether both witnesses name one card so clearly that a second copy of it is believed."""
        same = int(self.index.argmax()) == int(self.face.argmax())
        return same and min(float(self.index.max()), float(self.face.max())) > STRONG

    def sighting(self, own: int, sure: bool) -> CardSighting:
        """The place as a sighting of the card ``own``, its number in ``DECK``."""
        order = [own, *(int(i) for i in np.argsort(-self.both) if i != own)]
        listed = [(DECK[i], float(self.both[i])) for i in order[:ALTERNATIVES] if self.both[i] > 1e-4]
        if not self.place.indices and self.both[own] < 0.3:
            listed = []
        return CardSighting(
            points(self.place.corners),
            Face.UP,
            tuple(listed),
            sure,
            round(self.place.visible, 3),
        )

    def beside(self, elsewhere: Collection[int]) -> Posterior:
        """The posterior once these cards lie elsewhere: an index is taken for one of them only against strong odds,
        and a face that shows one shows a neighbour that lies on this card."""
        if not elsewhere:
            return self
        doubted = np.ones(CARDS)
        doubted[list(elsewhere)] = np.exp(-SECOND_COPY)
        index, none = self.index * doubted, max(0.0, 1 - float(self.index.sum()))
        return replace(self, index=index / max(float(index.sum()) + none, 1e-9), face=self.face * doubted)

    def a_spot(self, elsewhere: Collection[int]) -> bool:
        """Whether it is likelier a spot than a card: an index that the finder hardly believed, of a card that lies
        elsewhere, and no face."""
        faint = self.place.indices == 1 and self.place.score < CLEARLY_FOUND
        return faint and int(self.index.argmax()) in elsewhere and float(self.place.face[:BACK].max()) < TOLD

    def sure(self, own: int, excuse: float, limits: Limits, plane: CardPlane | None) -> bool:
        """Whether the place is surely the card ``own`` on a ``plane``; ``excuse`` is the limit for a face of an Excuse
        that carries no index."""
        if own != int(self.both.argmax()):
            return False
        face = float(self.face[own])
        other = float(np.delete(self.face, own).max())
        if not self.place.indices:
            whole = face >= (excuse if own == EXCUSE else limits.face_alone) and self.place.visible > WHOLE
            return whole and _fits(self.place, plane)
        index = float(self.index[own])
        seen_whole = self.place.visible > WHOLE
        if own != int(self.index.argmax()) or other >= (limits.against_whole if seen_whole else limits.against):
            return False
        if not self.place.agree:
            return min(index, face) >= limits.outvoted
        # A scrap with a letter on it is no card: the only witness is believed among cards, and at their size; a face of
        # which half is hidden is hardly one. Two letters on a page are no more than one: between two indices a card is
        # seen.
        half = self.place.visible >= HALF
        both = self.place.indices == 2 and half
        among_cards = both or _fits(self.place, plane)
        if index >= limits.two and face >= limits.face:
            return among_cards or half
        enough = limits.indices_alone if both else limits.index_alone
        alone = self.place.face[NO_CARD] < limits.nothing and self.place.score > SCORE
        return bool(among_cards and index >= enough and (both or alone))


def _sure(
    posteriors: Sequence[Posterior], given: Sequence[int], design: Design, limits: Limits, plane: CardPlane | None
) -> set[int]:
    """The numbers of the places that are sure; what is sure of some places tells of the others, until no more is."""
    excuse = limits.excuse if design is Design.PUBLISHED else limits.face_alone
    sure: set[int] = set()
    while True:
        lying = {given[number] for number in sure}
        told = {
            number
            for number, (posterior, own) in enumerate(zip(posteriors, given, strict=True))
            if posterior.beside(lying - {own}).sure(own, excuse, limits, plane)
        }
        if told <= sure:
            return sure
        sure |= told


def _assigned(posteriors: Sequence[Posterior]) -> list[int]:
    """The number in ``DECK`` of each place's card, by one assignment: a further copy only against strong odds."""
    copies = 2 + len(posteriors) // CARDS
    worth = []
    for posterior in posteriors:
        logs = np.log(posterior.both + 1e-7)
        worth.append([float(value) for copy in range(copies) for value in logs - copy * SECOND_COPY])
    return [column % CARDS for column in best_assignment(worth)] if worth else []


def _sure_once(cards: Sequence[CardSighting], strong: Sequence[bool]) -> list[CardSighting]:
    """The cards; of those sure in two places only the strong ones stay sure."""
    often = Counter(card.card for card in cards if card.sure)
    return [
        replace(card, sure=False) if often[card.card] > 1 and not known else card
        for card, known in zip(cards, strong, strict=True)
    ]


def unread(places: Sequence[Detection]) -> list[CardSighting]:
    """Cards of which nothing but their place is known: told of, never guessed at."""
    faces = [place for place in places if not place.indices and place.face[UNKNOWN_DESIGN] >= 0.5]
    return [
        *(_back(place, LIMITS, None) for place in _piles(places)),
        *(CardSighting(points(place.corners), Face.UP, (), False, round(place.visible, 3)) for place in faces),
    ]


def _piles(places: Sequence[Detection]) -> list[Detection]:
    """The places face down, a pile once: what lies half on the likeliest of them is another outline of it."""
    piles: list[Detection] = []
    backs = (place for place in places if not place.indices and place.face[BACK] >= 0.5)
    for place in sorted(backs, key=lambda one: -one.visible * one.score):
        if not any(centre_distance(pile, place) < ON_A_PILE for pile in piles):
            piles.append(place)
    return piles


def _back(place: Detection, limits: Limits, plane: CardPlane | None) -> CardSighting:
    """A card face down; a box or a phone looks like one too, so it must have the size of the cards around it."""
    sure = _fits(place, plane, BACK_ODD) and float(place.face[BACK]) >= limits.back
    return CardSighting(points(place.corners), Face.DOWN, (), sure, round(place.visible, 3))


def _fits(place: Detection, plane: CardPlane | None, odd: float = ODD) -> bool:
    """Whether a place has a card's size on the table; never if nothing says what that is."""
    return plane is not None and place.size_misfit(plane) < odd


def points(corners: NDArray[np.floating]) -> tuple[Point, Point, Point, Point]:
    """An outline (4 × 2) as a sighting's corners, to a tenth of a pixel."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return a, b, c, d
