"""Decks in sleeves: backs of one colour, or of a pattern, that no network has learned."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.training.cards.unknown_designs import random_back
from models.training.common.decks import HEIGHT, WIDTH, Deck, Face

PLAIN = 2 / 3
"""Share of sleeves of one colour."""


def in_sleeves(deck: Deck, seed: int) -> Deck:
    """Return the deck with the back of a seed's sleeves."""
    rng = np.random.default_rng([77, seed])
    if rng.random() < PLAIN:
        colour = rng.integers(180), rng.choice([0, 60, 150, 220]), rng.choice([25, 60, 110, 170, 235])
        hsv = np.full((HEIGHT, WIDTH, 3), colour, np.uint8)
        back = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    else:
        back = random_back(rng)
    return replace(deck, backs=(Face.from_picture(None, back, back=True),))
