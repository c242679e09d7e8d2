"""Decide which design lies on the table, which card lies where, and what is certain.

The index and the face are read by networks that see different parts of a card, so their errors are independent. A card
lies in one place only: one assignment solves that for all places.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.table.assignment import best_assignment
from companion.table.sightings import CardSighting, Face
from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.detection import Detection, centre_distance
from companion.vision.cards.face_reader import BACK, DESIGN_COUNT, NO_CARD, UNKNOWN_DESIGN
from companion.vision.cards.posterior import (
    CARDS,
    CERTAIN,
    CONSIDERED,
    HALF,
    REPORTED,
    SECOND_COPY,
    Design,
    Posterior,
    points,
)

ODD, BACK_ODD = 2.5, 1.5
"""Standard deviations by which the size of what cannot be read may differ from a card's, and that of a certain back."""
WHOLE = 0.6
"""Visible share from which the face reader should name a card of a known design …"""
FAMILIAR = 0.4
"""… and its least mean probability if the design is known."""
PATTERN = 0.4
"""How clearly lines go on beyond a square of a checked cloth: in own pictures up to 0.3 of them do beyond a back."""

ENOUGH_UNEXPLAINED = 2
"""Cards that no design explains from which the deck is unknown, if the design explains at most one."""
CLEARLY_READ, BORNE_OUT = 0.9, 0.3
"""Probability of an index that explains a card alone, and of a face that confirms an index."""


ON_A_PILE = 0.6
"""Distance of centres, in card widths, below which two cards face down are one pile."""


def design_of(places: Sequence[Detection], plane: CardPlane | None = None) -> Design:
    """Return the design that explains the cards' faces best; strange if the whole ones clearly are of none."""
    reference = size_reference(places, plane)
    held = [place for place in places if _is_card(place, reference)]
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
    explained = [_explained(place, design) for place in held if _speaks(place)]
    beyond_doubt = any(Posterior.of(place, design).strong for place in held)
    lonely = not beyond_doubt and explained.count(True) <= 1 and explained.count(False) >= ENOUGH_UNEXPLAINED
    unknown = not any(explained) and any(place.face[UNKNOWN_DESIGN] >= 0.5 for place in held)
    return Design.STRANGE if lonely or unknown else design


def _speaks(place: Detection) -> bool:
    """Return whether it is a card by an index, or by a clearly visible face of no known design."""
    stranger = place.face[UNKNOWN_DESIGN] >= 0.5 and place.visible >= WHOLE
    return bool(place.face[NO_CARD] < 0.5 and (place.indices > 0 or (stranger and place.face[BACK] < 0.5)))


def _explained(place: Detection, design: Design) -> bool:
    """Return whether its index is clear, or its face shows the card that the index names."""
    own = place.face[design.value * CARDS : (design.value + 1) * CARDS][int(place.index.argmax())]
    clear = place.index.max() >= CLEARLY_READ and place.face[UNKNOWN_DESIGN] < 0.5
    return bool(place.indices > 0 and (own >= BORNE_OUT or clear))


def _same(place: Detection, design: Design) -> bool:
    """Return whether index and face name the same card."""
    face = place.face[design.value * CARDS : (design.value + 1) * CARDS]
    return int(face.argmax()) == int(place.index.argmax())


def decide_cards(
    places: Sequence[Detection], design: Design, plane: CardPlane | None = None
) -> tuple[CardSighting, ...]:
    """Return the card at each place that holds one; nothing of a strange design is certain.

    Args:
        places: The detections.
        design: The design of the cards, see :func:`design_of`.
        plane: The plane of the table; without, the best visible cards determine the size of cards.

    Returns:
        The sightings.
    """
    reference = size_reference(places, plane)
    held = [place for place in places if _is_card(place, reference, design, CONSIDERED)]
    up = [place for place in held if not _is_face_down(place, design)]
    posteriors = [Posterior.of(place, design) for place in up]
    assigned = _assigned(posteriors)
    sure = _sure(posteriors, assigned, reference)
    lying = {assigned[number] for number in sure}
    real = [
        n
        for n, posterior in enumerate(posteriors)
        if n in sure or posterior.is_reported(assigned[n], reference, lying) or not posterior.known
    ]
    cards = [posteriors[n].sighting(assigned[n], n in sure) for n in real]
    if design is Design.STRANGE:
        cards = [replace(card, sure=False) for card in cards]
    backs = [_back(place, reference) for place in _piles(held, design)]
    return (*_sure_once(cards, [posteriors[n].strong for n in real]), *backs)


def size_reference(places: Sequence[Detection], plane: CardPlane | None) -> CardPlane | None:
    """Return the plane on which cards have their size: the table's, or that of cards seen from above.

    A piece of a card, or of anything, does not vouch for its own size.
    """
    return plane or CardPlane.from_above(
        [place.corners for place in places if place.indices == 2 and place.visible >= HALF]
    )


def _is_card(
    place: Detection, plane: CardPlane | None, design: Design = Design.STRANGE, least: float = REPORTED
) -> bool:
    """Return whether a card, a back or a clearly visible face of no known design may lie at a place."""
    if design is not Design.STRANGE and place.beyond > PATTERN:
        return False
    designs = list(Design)[:DESIGN_COUNT] if design is Design.STRANGE else [design]
    posteriors = (Posterior.of(place, one) for one in designs)
    if any(one.is_reported(int(one.both.argmax()), plane, least=least) for one in posteriors):
        return True
    if plane is not None and place.size_misfit(plane) >= ODD:
        return False
    if place.indices or (place.visible < HALF and not (place.face[BACK] >= 0.7 and place.score >= 0.8)):
        return False
    strange = (place.visible > WHOLE or design is Design.STRANGE) and place.face[UNKNOWN_DESIGN] >= 0.5
    return bool(place.face[BACK] >= 0.5 or strange)


def _is_face_down(place: Detection, design: Design) -> bool:
    """Return whether a place without an index shows a back.

    A known design has no other faces, so among its cards a picture of no known design is a back: that of sleeves.
    """
    sleeve = design is not Design.STRANGE and place.face[UNKNOWN_DESIGN] >= 0.5
    return bool(not place.indices and (place.face[BACK] >= 0.5 or sleeve))


def _sure(posteriors: Sequence[Posterior], assigned: Sequence[int], plane: CardPlane | None) -> set[int]:
    """Return the numbers of the certain places: those found certain inform the others, until no more are found."""
    sure: set[int] = set()
    while True:
        lying = {assigned[number] for number in sure}
        certain = set()
        for number, (posterior, own) in enumerate(zip(posteriors, assigned, strict=True)):
            others = lying - {own}
            best = int((posterior.both * posterior.second_copy_factors(others)).argmax())
            if own == best and posterior.probability(own, plane, others) >= CERTAIN:
                certain.add(number)
        if certain <= sure:
            return sure
        sure |= certain


def _assigned(posteriors: Sequence[Posterior]) -> list[int]:
    """Return the number in ``DECK`` of each place's card by one assignment, in which second copies cost."""
    copies = 2 + len(posteriors) // CARDS
    worth = []
    for posterior in posteriors:
        logs = np.log(posterior.both + 1e-7)
        worth.append([float(value) for copy in range(copies) for value in logs - copy * SECOND_COPY])
    return [column % CARDS for column in best_assignment(worth)] if worth else []


def _sure_once(cards: Sequence[CardSighting], strong: Sequence[bool]) -> list[CardSighting]:
    """Return the cards; of those certain in two places only the strong ones stay certain."""
    often = Counter(card.card for card in cards if card.sure)
    return [
        replace(card, sure=False) if often[card.card] > 1 and not known else card
        for card, known in zip(cards, strong, strict=True)
    ]


def unread(places: Sequence[Detection]) -> list[CardSighting]:
    """Return the cards of which only the place is known."""
    faces = [place for place in places if not place.indices and place.face[UNKNOWN_DESIGN] >= 0.5]
    return [
        *(_back(place, None) for place in _piles(places, Design.STRANGE)),
        *(CardSighting(points(place.corners), Face.UP, (), False, round(place.visible, 3)) for place in faces),
    ]


def _piles(places: Sequence[Detection], design: Design) -> list[Detection]:
    """Return the places face down, each pile once: what lies half on the most probable is the same pile."""
    piles: list[Detection] = []
    backs = (place for place in places if _is_face_down(place, design))
    for place in sorted(backs, key=lambda one: -one.visible * one.score):
        if not any(centre_distance(pile, place) < ON_A_PILE for pile in piles):
            piles.append(place)
    return piles


def _back(place: Detection, plane: CardPlane | None) -> CardSighting:
    """Return a card face down; it is certain only at a card's size, because a box or a phone looks like one too."""
    fits = plane is not None and place.size_misfit(plane) < BACK_ODD
    sure = fits and float(place.face[BACK]) >= CERTAIN
    return CardSighting(points(place.corners), Face.DOWN, (), sure, round(place.visible, 3))
