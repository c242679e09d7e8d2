"""Templates of the project's own deck: run ``python -m models.training.own_gallery`` after its artwork changed.

A player's installation contains the result, ``companion/vision/decks/own_deck.npz``, so that no photo waits
until 46 cards are drawn.
"""

from __future__ import annotations

import numpy as np

from companion.artwork.faces import back, face
from companion.artwork.raster import rasterised
from companion.files import write
from companion.pieces import DECK
from companion.vision.arrays import Picture
from companion.vision.decks.gallery import BACK, Gallery
from companion.vision.decks.known_decks import OWN, OWN_FILE

WIDTH = 300


def views() -> list[tuple[str, Picture]]:
    """Return the deck's faces and its back as (code, BGR pixels)."""
    faces = [(card.code, np.asarray(rasterised(face(card), WIDTH), np.uint8)) for card in DECK]
    return [*faces, (BACK, np.asarray(rasterised(back(), WIDTH), np.uint8))]


if __name__ == "__main__":
    write(OWN_FILE, Gallery.of(OWN, views()).packed())
    print(f"{OWN_FILE.name}: {OWN_FILE.stat().st_size / 1e6:.1f} MB")
