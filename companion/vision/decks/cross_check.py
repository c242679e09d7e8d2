"""A second opinion: the index networks against cards that were read by their pictures, and cards that only they see.

The networks know the published Decktet and our own. Where they contradict what a deck's gallery shows for certain,
the deck is another design and they are not asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.pieces import DECK, Card
from companion.table.sightings import CardSighting, Face
from companion.vision.cards.detection import corner_distance
from companion.vision.cards.posterior import ALTERNATIVES, points
from companion.vision.cards.strip_pairing import IndexedCard

STRANGE = 0.2
"""The share of certain cards, two at least, from which reading them otherwise tells that a design is not known."""

SURE_BESIDES = 0.9
"""The confidence of an index from which, with the same card best by its picture, a reading is sure."""

SURE_AGAINST = 0.99
"""The confidence of an index from which a contradiction takes a reading's certainty away."""

WORTH_TELLING = 0.9
"""The confidence from which an index without a picture is reported, and asked about."""

SAME_PLACE = 0.35
"""Distance, in widths or heights of a card, within which a card and its indices lie at one place."""


@dataclass(frozen=True, slots=True)
class Second:
    """A sighting and what the indices at its place say, if any were found there."""

    sighting: CardSighting
    indexed: IndexedCard | None

    @property
    def agrees(self) -> bool:
        """Whether picture and indices name the same card."""
        return self.indexed is not None and self.sighting.card == DECK[self.indexed.best]


def second_opinion(cards: Sequence[CardSighting], indexed: Sequence[IndexedCard]) -> tuple[CardSighting, ...]:
    """Return the sightings, certain by picture and indices, then cards that only their indices show."""
    seconds, unseen = matched(cards, indexed)
    if not _familiar(seconds):
        return tuple(cards)
    settled = [_settled(second) for second in seconds]
    certain = {card.card for card in settled if card.sure}
    indexed_only = [
        card for card in map(_from_index, unseen) if card.confidence >= WORTH_TELLING and card.card not in certain
    ]
    placed_better = {i for i, card in enumerate(settled) if any(_same_card(card, other) for other in indexed_only)}
    before = [card for i, card in enumerate(cards) if i not in placed_better]
    return _one_of_each(before, [*(card for i, card in enumerate(settled) if i not in placed_better), *indexed_only])


def matched(cards: Sequence[CardSighting], indexed: Sequence[IndexedCard]) -> tuple[list[Second], list[IndexedCard]]:
    """Every sighting with the indexed card that lies on it, and the indexed cards that lie on none."""
    left = list(range(len(indexed)))
    seconds = []
    for card in cards:
        distances = {number: corner_distance(np.array(card.corners), indexed[number].corners) for number in left}
        here = [number for number in left if distances[number] < SAME_PLACE]
        best = max(here, key=lambda number: (indexed[number].witnesses, -distances[number]), default=None)
        left = [number for number in left if number not in here]
        seconds.append(Second(card, None if best is None else indexed[best]))
    return seconds, [indexed[number] for number in left]


def _same_card(doubtful: CardSighting, indexed: CardSighting) -> bool:
    """Whether a doubtful reading is a card that its indices place better: a round picture fits any way it turns."""
    outline = np.array(indexed.corners)
    distance = float(np.linalg.norm(np.mean(doubtful.corners, axis=0) - outline.mean(axis=0)))
    near = distance < SAME_PLACE * float(np.linalg.norm(outline[3] - outline[0]))
    return near and not doubtful.sure and doubtful.card == indexed.card


def _familiar(seconds: Sequence[Second]) -> bool:
    """Whether the networks know this design, as far as cards that are certain without them tell."""
    asked = [second.agrees for second in seconds if second.sighting.sure and second.indexed is not None]
    otherwise = asked.count(False)
    return otherwise < 2 or otherwise < STRANGE * len(asked)


def _settled(second: Second) -> CardSighting:
    card, indexed = second.sighting, second.indexed
    if indexed is None or card.face is Face.DOWN:
        return card
    if second.agrees:
        return replace(card, sure=card.sure or (indexed.agree and indexed.confidence >= SURE_BESIDES))
    if indexed.confidence < SURE_AGAINST:
        return card
    return replace(card, candidates=_mixed(card.candidates, indexed), sure=False)


def _from_index(indexed: IndexedCard) -> CardSighting:
    return CardSighting(points(indexed.corners), Face.UP, _candidates(indexed), indexed.sure)


def _candidates(indexed: IndexedCard) -> tuple[tuple[Card, float], ...]:
    order = np.argsort(-indexed.chances)[:ALTERNATIVES]
    return tuple((DECK[int(i)], float(indexed.chances[i])) for i in order if indexed.chances[i] > 1e-4)


def _mixed(candidates: Sequence[tuple[Card, float]], indexed: IndexedCard) -> tuple[tuple[Card, float], ...]:
    """Two contradicting opinions, half a voice each; the picture's stays the first."""
    shares: dict[Card, float] = {}
    for card, share in (*candidates, *_candidates(indexed)):
        shares[card] = shares.get(card, 0.0) + share / 2
    first = [entry[0] for entry in candidates[:1]]
    return tuple(sorted(shares.items(), key=lambda entry: (entry[0] not in first, -entry[1]))[:ALTERNATIVES])


def _one_of_each(before: Sequence[CardSighting], cards: Sequence[CardSighting]) -> tuple[CardSighting, ...]:
    """Return the cards; one that an index made certain is not certain if it certainly lies elsewhere."""
    by_itself = [card.sure for card in before] + [False] * (len(cards) - len(before))
    held: set[Card] = set()
    kept = list(cards)
    for number in sorted(range(len(cards)), key=lambda i: (not by_itself[i], i >= len(before), -cards[i].confidence)):
        card = cards[number]
        if card.card is not None and card.sure:
            if card.card in held and not by_itself[number]:
                kept[number] = replace(card, sure=False)
            held.add(card.card)
    return tuple(kept)
