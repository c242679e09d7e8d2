"""Accuracy of each network for cards on its own, at labelled places, by the maker of the pictures.

``python -m models.training.network_accuracy FOLDER…`` prints it as JSON. The folders hold labelled pictures, as
``python -m tests.bench vision`` reads them. No network may have been trained on them. ``die-finder --step compare`` and
``die-reader --step compare`` of ``python -m models.training`` measure the networks for dice.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from companion.pictures.loading import load_picture
from companion.pieces import DECK, Card
from companion.vision.cards.face_reader import BACK, shipped_face_reader
from companion.vision.cards.index_strips import NO_INDEX, UNIT_SQUARE, crop_strips, shipped_index_reader
from companion.vision.cards.strip_pairing import STRIP_SHARE
from companion.vision.networks import load_network
from models.evaluation.card_measurement import labelled
from models.evaluation.labelled_dice import ALL

Counts = dict[str, list[int]]
"""By network and question: the number of right answers and of all."""

MIN_VISIBLE, MIN_WHOLE = 0.3, 0.95
"""Visible share from which a card's face is read, and from which its two strips are."""
EXCUSE = "X"
"""Code of the Excuse: the published one has no index."""


def count_cards(picture: Picture, cards: list[Mapping[str, Any]], counts: Counts) -> None:
    """Count the right readings of a picture's labelled cards: strips at both ends of whole cards, and faces.

    Args:
        picture: BGR pixels.
        cards: the labelled cards of the picture.
        counts: the counts, to which these are added.
    """
    visible_cards = [card for card in cards if card["visible"] >= MIN_VISIBLE]
    if not visible_cards:
        return
    outlines = np.array([card["corners"] for card in visible_cards], np.float32)
    read = shipped_face_reader().read(picture, outlines, passes=1)
    for card, chances in zip(visible_cards, read.chances, strict=True):
        best = int(chances.argmax())
        if card["face"] == "up":
            named = best < BACK and DECK[best % len(DECK)] == Card.parse(card["card"])
            share = "60 % and more" if card["visible"] >= 0.6 else "30 to 60 %"
            _count(counts, f"face-reader: cards showing {share}", named)
        else:
            _count(counts, "face-reader: backs", best == BACK)
    whole = [
        card
        for card in visible_cards
        if card["face"] == "up" and card["visible"] >= MIN_WHOLE and card["card"] != EXCUSE
    ]
    ends = [(card, strip) for card in whole for strip in _strips(np.array(card["corners"], np.float32))]
    found = shipped_index_reader().find(picture).strips
    for _, strip in ends:
        near = (float(np.linalg.norm(one.corners.mean(axis=0) - strip.mean(axis=0))) for one in found)
        _count(counts, "strip-finder: strips of whole cards", min(near, default=1e9) < _width(strip) / 2)
    if ends:
        answers = load_network("strip-reader")(crop_strips(picture, np.stack([strip for _, strip in ends])))
        for (card, _), answer in zip(ends, answers, strict=True):
            named = int(answer[: NO_INDEX + 1].argmax()) == DECK.index(Card.parse(card["card"]))
            _count(counts, "strip-reader: strips of whole cards", named)


def _strips(corners: Floats) -> Iterator[Floats]:
    """Yield the index strips (4 × 2) at both ends of a card's outline (4 × 2)."""
    for turn in (0, 2):
        own = cv2.getPerspectiveTransform(UNIT_SQUARE, np.roll(corners, turn, axis=0))
        strip = (UNIT_SQUARE * np.array(STRIP_SHARE, np.float32))[None]
        yield np.asarray(cv2.perspectiveTransform(strip, own)[0], np.float32)


def _width(strip: Floats) -> float:
    return float(np.linalg.norm(strip[1] - strip[0]))


def _count(counts: Counts, name: str, right: bool) -> None:
    of = counts.setdefault(name, [0, 0])
    of[0] += right
    of[1] += 1


def measure_networks(folders: list[Path]) -> dict[str, Counts]:
    """Return the counts of right readings by maker, for all labelled pictures of cards in these folders.

    Args:
        folders: labelled pictures; those without cards are left out.

    Returns:
        Counts by maker.
    """
    makers: dict[str, Counts] = {}
    for folder in folders:
        if any(folder.glob("*.json")) and not (folder / ALL).exists():
            for path, document in labelled(folder):
                count_cards(load_picture(path).pixels, document["cards"], makers.setdefault(folder.name, {}))
    return makers


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="labelled pictures")
    figures = measure_networks(parser.parse_args().folders)
    print(json.dumps({maker: dict(sorted(counts.items())) for maker, counts in figures.items()}, indent=1))


if __name__ == "__main__":
    main()
