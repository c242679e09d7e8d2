"""From evidence to a posterior probability, and to whether a reading needs no question.

A sure reading wants two witnesses: the index and the picture must each prefer the card to every other, and
both together by far. The limits were set on composed scenes, not on the labelled samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.pieces import Card
from companion.table.assignment import best_assignment
from companion.vision.cards.card_frame import index_cells
from companion.vision.decks.gallery import BACK, Gallery
from companion.vision.decks.gallery_reader import MIN_EVIDENCE, GalleryReading

SPREAD = 4.0
"""Nats of cell evidence that make one nat of belief: neighbouring cells tell much the same."""
SECOND_COPY = 25.0
"""Nats against a card that lies on the table already; two decks are rarer than a misreading."""
SURE_MARGIN = 9.0
SURE_WITNESS = 0.5
ALTERNATIVES = 5

_INDEX = index_cells().reshape(-1)


@dataclass(frozen=True)
class Judgement:
    """What a reading comes to: candidates with their probabilities (none for a back), and whether it is sure."""

    candidates: tuple[tuple[Card, float], ...]
    sure: bool
    back: bool = False


@dataclass(frozen=True)
class Belief:
    """One reading by code rather than by view: evidence in all, from the index and from the picture, (codes,) nats."""

    whole: np.ndarray[tuple[int], np.dtype[np.float64]]
    index: np.ndarray[tuple[int], np.dtype[np.float64]]
    picture: np.ndarray[tuple[int], np.dtype[np.float64]]


def beliefs(readings: Sequence[GalleryReading], gallery: Gallery) -> tuple[tuple[str, ...], list[Belief]]:
    """Return the codes of the gallery and the evidence of every reading for each."""
    codes = tuple(sorted(set(gallery.codes)))
    views = [[v for v, code in enumerate(gallery.codes) if code == wanted] for wanted in codes]
    found = []
    for reading in readings:
        index = reading.evidence[reading.free & _INDEX].sum(axis=0)
        picture = reading.evidence[reading.free & ~_INDEX].sum(axis=0)
        best = [max(own, key=lambda v: float(index[v] + picture[v])) for own in views]
        found.append(
            Belief((index + picture)[best].astype(float), index[best].astype(float), picture[best].astype(float))
        )
    return codes, found


def judge_readings(readings: Sequence[GalleryReading], gallery: Gallery) -> list[Judgement | None]:
    """Return the judgement of every reading by one assignment; None for one that lost its card."""
    codes, found = beliefs(readings, gallery)
    if not found:
        return []
    assigned = _assigned(codes, found)
    taken = set(assigned)
    judgements: list[Judgement | None] = []
    for reading, belief, own in zip(readings, found, assigned, strict=True):
        lost = belief.whole[own] < belief.whole.max() and (reading.faint or belief.whole[own] < MIN_EVIDENCE)
        judgements.append(None if lost else _judgement(codes, belief, own, taken - {own}, reading.faint))
    return judgements


def _assigned(codes: Sequence[str], found: Sequence[Belief]) -> list[int]:
    """Return the code of each reading by one assignment: second copies of cards cost, backs do not."""
    backs = [i for i, code in enumerate(codes) if code == BACK]
    worth = []
    for number, belief in enumerate(found):
        own_back = [float(belief.whole[backs[0]]) if backs and number == j else -1e6 for j in range(len(found))]
        cards = [-1e6 if i in backs else float(value) for i, value in enumerate(belief.whole)]
        worth.append([*cards, *(value - SECOND_COPY for value in cards), *own_back])
    columns = best_assignment(worth)
    count = len(codes)
    return [column % count if column < 2 * count else backs[0] for column in columns]


def _judgement(codes: Sequence[str], belief: Belief, own: int, taken: set[int], faint: bool) -> Judgement:
    others = [i for i in range(len(codes)) if i != own]
    margin = min(float(belief.whole[own] - belief.whole[i]) for i in others)
    if codes[own] == BACK:
        return Judgement((), margin > SURE_MARGIN, back=True)
    witnesses = min(
        min(float(belief.index[own] - belief.index[i]), float(belief.picture[own] - belief.picture[i])) for i in others
    )
    sure = margin > SURE_MARGIN and witnesses > SURE_WITNESS and not faint
    log = belief.whole / SPREAD
    # Another place has a better claim to these; they stay possible, but hardly.
    log[[i for i in taken if codes[i] != BACK]] -= 2.0
    log[own] = max(log[own], *(log[i] for i in others))
    share = np.exp(log - log.max())
    share /= share.sum()
    order = [own, *sorted((i for i in others if codes[i] != BACK), key=lambda i: -share[i])]
    listed = [(Card.parse(codes[i]), float(share[i])) for i in order[:ALTERNATIVES] if share[i] > 1e-4]
    return Judgement(tuple(listed), sure)
