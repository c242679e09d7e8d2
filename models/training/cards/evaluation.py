"""Evaluation of index detection and card reading on fresh scenes and labelled pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from companion.vision.cards.index_strips import NO_INDEX, IndexReader, Strip
from companion.vision.cards.strip_pairing import IndexedCard, pair_strips
from models.training.cards.scenes import CardLabel, Scene, photograph_table, strips_of
from models.training.cards.shards import LARGEST, SMALLEST, VISIBLE_STRIP
from models.training.common.decks import Deck

SIZE = (960, 1280)
"""Height and width of the evaluation pictures, in pixels."""

BANDS = ((56.0, 80.0), (80.0, 110.0), (110.0, 150.0), (150.0, 210.0))
"""Ranges of card width in pixels, one row of the table each."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One visible card and the reading at its place; ``found`` is None if there was no reading."""

    width: float
    visible: float
    code: str
    found: IndexedCard | None

    @property
    def right(self) -> bool:
        """Whether the best reading is the card's code."""
        return self.found is not None and DECK[self.found.best].code == self.code

    @property
    def sure(self) -> bool:
        """Whether the reading is certain."""
        return self.found is not None and self.found.sure


def fresh_scenes(decks: tuple[Deck, ...], count: int, seed: int) -> Iterator[Scene]:
    """Yield generated scenes whose seeds no training uses: training seeds have two numbers, these have three."""
    for number in range(count):
        rng = np.random.default_rng([seed, number, 7])
        card = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        yield photograph_table(decks, rng, SIZE, card)


def answer_scenes(reader: IndexReader, scenes: Iterable[Scene]) -> tuple[list[Answer], list[IndexedCard], int]:
    """Read scenes and compare the readings with the labels.

    Args:
        reader: the strip finder and reader.
        scenes: the labelled scenes.

    Returns:
        An answer for every card with a visible index, the readings where no card is, and the number of pictures.
    """
    answers: list[Answer] = []
    phantoms: list[IndexedCard] = []
    pictures = 0
    for scene in scenes:
        pictures += 1
        found = pair_strips(*reader.read(scene.picture, reader.find(scene.picture).strips))
        cards_at = _match_cards(scene.cards, found)
        for number, card in enumerate(scene.cards):
            if card.code is None or not _readable(card) or (card.code == "X" and not card.strips):
                continue
            width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
            candidates = [found[i] for i in range(len(found)) if cards_at[i] == number]
            best = max(candidates, key=lambda one: (one.witnesses, one.confidence), default=None)
            answers.append(Answer(width, card.visible, card.code, best))
        phantoms += [found[i] for i in range(len(found)) if cards_at[i] is None]
    return answers, phantoms, pictures


def _readable(card: CardLabel) -> bool:
    """Return True if enough of an index is visible; pictures without labelled strips need 30 % of the card."""
    return any(strip.visible >= VISIBLE_STRIP for strip in card.strips) if card.strips else card.visible >= 0.3


def _match_cards(cards: Sequence[CardLabel], found: Sequence[IndexedCard]) -> list[int | None]:
    """Return, for each card found, the number of the true card with the nearest corners, either way up.

    Corners may be off by a third of the card's width in the mean. A reading of a missed card's neighbour is not matched
    to the missed card.
    """
    truth = np.stack([np.stack([card.corners, np.roll(card.corners, 2, axis=0)]) for card in cards]) if cards else None
    numbers: list[int | None] = []
    for one in found:
        if truth is None:
            numbers.append(None)
            continue
        distances = np.linalg.norm(truth - one.corners, axis=3).mean(axis=2).min(axis=1)
        best = int(distances.argmin())
        width = float(np.linalg.norm(cards[best].corners[1] - cards[best].corners[0]))
        numbers.append(best if distances[best] < width / 3 else None)
    return numbers


def strip_rows(reader: IndexReader, scenes: Iterable[Scene]) -> dict[str, float]:
    """Return the figures of strip detection: found, false per picture, and corner errors in widths.

    A strip is false if it is no strip of any card, visible or covered, and is still read as a card.

    Args:
        reader: the strip finder and reader.
        scenes: the labelled scenes.

    Returns:
        Figures by name.
    """
    strip_count = found = false = pictures = 0
    coarse: list[float] = []
    fine: list[float] = []
    for scene in scenes:
        pictures += 1
        strips = reader.find(scene.picture).strips
        placed, chances = reader.read(scene.picture, strips)
        strip_count += len([strip for strip in scene.strips if strip.visible >= VISIBLE_STRIP])
        for strip in scene.strips:
            distance = _nearest_strip(strip.corners, strips)
            if strip.visible >= VISIBLE_STRIP and distance < 1:
                found += 1
                coarse.append(distance)
                fine.append(_nearest_strip(strip.corners, placed))
        all_quads = [quad for card in scene.cards for quad in strips_of(card.corners)]
        read = [one for one, chance in zip(placed, chances, strict=True) if chance[NO_INDEX] < 0.5]
        false += sum(_nearest_strip(one.corners, [Strip(quad, 1.0) for quad in all_quads]) >= 1 for one in read)
    return {
        "strips": strip_count,
        "found": round(found / max(1, strip_count), 4),
        "false a picture": round(false / max(1, pictures), 2),
        "corners off when found": round(float(np.median(coarse)), 3) if coarse else float("nan"),
        "corners off when read": round(float(np.median(fine)), 3) if fine else float("nan"),
    }


def _nearest_strip(corners: NDArray[np.float32], strips: Sequence[Strip]) -> float:
    """Return the distance from ``corners`` to the nearest strip, in strip widths; infinity without strips."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    distances = (float(np.linalg.norm(strip.corners - corners, axis=1).mean()) / width for strip in strips)
    return min(distances, default=float("inf"))
