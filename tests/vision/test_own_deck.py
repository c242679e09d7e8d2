from __future__ import annotations

import cv2
import numpy as np

from companion.pieces import DECK
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from companion.vision.decks import known_decks
from companion.vision.decks.gallery import BACK
from tests.vision.table_pictures import face_picture


def test_the_reader_knows_the_deck_as_it_is_drawn_today() -> None:
    """Where this fails the artwork changed: ``python -m models.training.own_gallery``."""
    own = known_decks.load_own_deck()
    assert sorted(own.codes) == sorted([*(card.code for card in DECK), BACK])
    for code, known in zip(own.codes, own.faces, strict=True):
        drawn = cv2.resize(face_picture(None if code == BACK else code), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        assert np.abs(drawn.astype(int) - known).mean() < 2, code
