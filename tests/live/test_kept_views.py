"""A correction at the table can be kept: the card becomes a view of its deck."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.live.kept_views import KeptViews
from companion.pieces import Card
from companion.table.sightings import CardSighting, Face, Sightings
from companion.vision.decks import DeckShelf, UnusableDeck
from companion.vision.sources import Frame
from tests.vision.table_pictures import Lying, face_picture, table_picture

SIZE = (700, 400)


def sighting(lying: Lying) -> CardSighting:
    a, b, c, d = ((float(x), float(y)) for x, y in lying.corners)
    return CardSighting((a, b, c, d), Face.UP)


def looked_at(*cards: Lying) -> tuple[KeptViews, list[CardSighting]]:
    seen = [sighting(card) for card in cards]
    views = KeptViews()
    views.see(Frame(table_picture(list(cards), SIZE), 0.0, 0), Sightings(*SIZE, tuple(seen)))
    return views, seen


def test_a_card_that_a_player_names_is_cut_out_upright() -> None:
    views, [card] = looked_at(Lying("9LK", 300, 200, 240, turn=64))
    views.keep(card, Card.parse("9LK"))
    [(code, picture)] = views.views
    drawn = cv2.resize(face_picture("9LK"), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA)
    assert code == "9LK"
    assert np.abs(drawn.astype(int) - picture).mean() < 20


def test_a_card_that_others_overlap_teaches_nothing() -> None:
    views, [card, over] = looked_at(Lying("9LK", 300, 150, 200), Lying("4MS", 310, 220, 200))
    views.keep(card, Card.parse("9LK"))
    views.keep(over, Card.parse("4MS"))
    assert views.views == []


def test_what_was_kept_is_a_further_view_of_a_deck_that_was_taught(tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path)
    shelf.keep("ours", [("9LK", face_picture("9LK")), ("4MS", face_picture("4MS"))])
    views, [card] = looked_at(Lying("9LK", 300, 200, 240, turn=10))
    views.keep(card, Card.parse("9LK"))
    assert (shelf.learn("ours", views.views).cards, shelf.galleries()[0].codes) == (2, ("9LK", "4MS", "9LK"))
    with pytest.raises(UnusableDeck, match="no deck that was taught"):
        shelf.learn("theirs", views.views)
