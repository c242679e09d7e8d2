"""How well index strips are found and cards read by them: on fresh scenes, and on labelled pictures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from companion.vision.pairing import IndexedCard, pair_up
from companion.vision.strips import JUNK, Strip, StripEyes
from models.train.cards.decks import Deck
from models.train.cards.scenes import CardLabel, Scene, photograph_table, strips_of
from models.train.cards.shards import LARGEST, SMALLEST, VISIBLE_STRIP

SIZE = (960, 1280)
"""Height and width of the evaluation's pictures."""

BANDS = ((56.0, 80.0), (80.0, 110.0), (110.0, 150.0), (150.0, 210.0))
"""Card widths, in pixels, that get a row each."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One card with an index in view, and what was said of it; ``found`` is None where nothing was."""

    width: float
    visible: float
    code: str
    found: IndexedCard | None

    @property
    def right(self) -> bool:
        return self.found is not None and DECK[self.found.best].code == self.code

    @property
    def sure(self) -> bool:
        return self.found is not None and self.found.sure


def fresh_scenes(decks: tuple[Deck, ...], count: int, seed: int) -> Iterator[Scene]:
    """Pictures no training has seen: training's seeds are two numbers long, these three."""
    for number in range(count):
        rng = np.random.default_rng([seed, number, 7])
        card = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        yield photograph_table(decks, rng, SIZE, card)


def labelled_scenes(folder: Path) -> Iterator[Scene]:
    """The pictures in a folder with a ``NNN.json`` beside each ``NNN.jpg``; where their strips are is not known."""
    for label in sorted(folder.glob("*.json")):
        labels = json.loads(label.read_text("utf-8"))
        picture = cv2.imread(str(folder / labels["image"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise FileNotFoundError(f"{folder / labels['image']} is no picture")
        cards = [
            CardLabel(card["card"], np.array(card["corners"], np.float32), float(card["visible"]), ())
            for card in labels["cards"]
        ]
        yield Scene(np.asarray(picture, np.uint8), tuple(cards))


def answer_scenes(reader: StripEyes, scenes: Iterable[Scene]) -> tuple[list[Answer], list[IndexedCard], int]:
    """What was said of every card with an index in view; what was seen where no card is; and how many pictures."""
    answers: list[Answer] = []
    phantoms: list[IndexedCard] = []
    pictures = 0
    for scene in scenes:
        pictures += 1
        found = pair_up(*reader.read(scene.picture, reader.find(scene.picture).strips))
        cards_at = _match_cards(scene.cards, found)
        for number, card in enumerate(scene.cards):
            if card.code is None or not _readable(card) or (card.code == "X" and not card.strips):
                continue
            width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
            mine = [found[i] for i in range(len(found)) if cards_at[i] == number]
            best = max(mine, key=lambda one: (one.witnesses, one.confidence), default=None)
            answers.append(Answer(width, card.visible, card.code, best))
        phantoms += [found[i] for i in range(len(found)) if cards_at[i] is None]
    return answers, phantoms, pictures


def _readable(card: CardLabel) -> bool:
    """Whether enough of an index can be seen; labelled pictures do not tell, there 30 % of the card must."""
    return any(strip.visible >= VISIBLE_STRIP for strip in card.strips) if card.strips else card.visible >= 0.3


def _match_cards(cards: Sequence[CardLabel], found: Sequence[IndexedCard]) -> list[int | None]:
    """For each card found the true card it lies on, either way up: the one whose corners are nearest.

    Within a third of a card's width on the mean; a card that was missed so takes no neighbour's sighting.
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


def strip_rows(reader: StripEyes, scenes: Iterable[Scene]) -> dict[str, float]:
    """The strips by themselves: found, false ones a picture, and how many widths off, before and after reading.

    False is what lies on no strip of any card, covered ones included, and is read as a card all the same.
    """
    there = found = false = pictures = 0
    coarse: list[float] = []
    fine: list[float] = []
    for scene in scenes:
        pictures += 1
        strips = reader.find(scene.picture).strips
        placed, chances = reader.read(scene.picture, strips)
        there += len([strip for strip in scene.strips if strip.visible >= VISIBLE_STRIP])
        for strip in scene.strips:
            off = _nearest_strip(strip.corners, strips)
            if strip.visible >= VISIBLE_STRIP and off < 1:
                found += 1
                coarse.append(off)
                fine.append(_nearest_strip(strip.corners, placed))
        every = [quad for card in scene.cards for quad in strips_of(card.corners)]
        read = [one for one, chance in zip(placed, chances, strict=True) if chance[JUNK] < 0.5]
        false += sum(_nearest_strip(one.corners, [Strip(quad, 1.0) for quad in every]) >= 1 for one in read)
    return {
        "strips": there,
        "found": round(found / max(1, there), 4),
        "false a picture": round(false / max(1, pictures), 2),
        "corners off when found": round(float(np.median(coarse)), 3) if coarse else float("nan"),
        "corners off when read": round(float(np.median(fine)), 3) if fine else float("nan"),
    }


def _nearest_strip(corners: NDArray[np.float32], strips: Sequence[Strip]) -> float:
    """How far the nearest of some strips lies from ``corners``, in widths; infinitely far without any."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    distances = (float(np.linalg.norm(strip.corners - corners, axis=1).mean()) / width for strip in strips)
    return min(distances, default=float("inf"))
