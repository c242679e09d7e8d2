"""A draw pile in sleeves, whose back no network knows, at a table that is followed."""

from __future__ import annotations

import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.table.sightings import Face
from companion.vision.cards.posterior import Design
from companion.vision.recognise import recognise_cards
from companion.vision.tracking import Follower
from tests.vision.table_pictures import Lying, face_picture, table_picture
from tests.vision.tracking.film import Film

SIZE = (640, 400)
ROW = [Lying(code, 170 + 90 * i, 90, 100) for i, code in enumerate(("PMYK", "PSWK", "X", "PMSL", "PWLY"))]


def in_sleeves(code: str | None) -> Picture:
    """A card's picture; face down, a white sleeve."""
    return np.full((420, 300, 3), (236, 238, 240), np.uint8) if code is None else face_picture(code)


def test_a_pile_in_sleeves_alone_is_face_down_only_if_the_deck_is_known() -> None:
    alone = table_picture([Lying(None, 200, 200, 100, turn=8)], (400, 400), faces=in_sleeves)
    for design, face in ((None, Face.UP), (Design.OWN, Face.DOWN)):
        cards, _ = recognise_cards(alone, design=design)
        assert [(card.face, card.card, card.sure) for card in cards] == [(face, None, False)]


@pytest.mark.prove("readings")
def test_a_pile_in_sleeves_next_to_cards_of_a_known_deck_is_face_down() -> None:
    watched = Film(Follower())
    watched.play(table_picture(ROW, SIZE), 0.6)
    watched.play(table_picture([*ROW, Lying(None, 304, 240, 100, turn=4)], SIZE, faces=in_sleeves), 0.8)
    nameless = [card for card in watched.follower.sightings.cards if card.card is None]
    assert [(card.face, card.sure) for card in nameless] == [(Face.DOWN, False)]
