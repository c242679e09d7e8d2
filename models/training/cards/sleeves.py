"""Decks in sleeves: backs of one colour, or of a pattern, that no network has learned."""

from dataclasses import replace

import cv2
import numpy as np

from models.training.common.decks import HEIGHT, WIDTH, Deck, Face
from models.training.scenes import variety
from models.training.scenes.unknown_designs import random_back


def in_sleeves(deck: Deck, seed: int) -> Deck:
    """Return the deck with the back of a seed's sleeves."""
    rng = np.random.default_rng([77, seed])
    if rng.random() < variety.PLAIN_BACK:
        colour = rng.integers(180), rng.choice(variety.BACK_SATURATIONS), rng.choice(variety.BACK_BRIGHTNESSES)
        hsv = np.full((HEIGHT, WIDTH, 3), colour, np.uint8)
        back = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    else:
        back = random_back(rng)
    return replace(deck, backs=(Face.from_picture(None, back, back=True),))
